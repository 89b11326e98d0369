// Pipeline: the user's handle on a running graph. It makes sure that a pipeline is run in one way only (run(), for
// await, scheduleRun() or iterate()); the engine, which it owns, does the work.

import type { Socket } from 'node:net'
import { Mode } from '../actors/protocol.js'
import type { PipelineServerOptions } from '../bridge/limits.js'
import { PipelineServer } from '../bridge/listening.js'
import { serveTo } from '../bridge/private.js'
import type { Served } from '../bridge/served.js'
import type { BridgeServer } from '../bridge/server.js'
import type { Lease } from '../data/lease.js'
import { collectIfDue } from '../data/output-memory.js'
import type { BatchData } from '../data/types.js'
import { checkOptions, type PipelineOptions, resolveOptions } from '../definition/options.js'
import { checkSeed, type IterateState, type Position, parseCheckpoint, type Resume } from '../engine/checkpoint.js'
import type { DeliveryOptions } from '../engine/delivery.js'
import { joined, type Prepared } from '../engine/fed-inputs.js'
import { setWeights } from '../engine/weights.js'
import { atCaller, callSite } from '../errors/call-site.js'
import { apiMixed } from '../errors/factories.js'
import type { Graph } from '../graph/types.js'
import type { BadSample } from '../native.js'
import { checkOnProgress } from '../readers/indexing.js'
import { expectNotAsked } from '../sources/asking.js'
import { type Callee, type Hosted, hosted } from './hosted.js'
import { PipelineFacts } from './pipeline-facts.js'
import { PipelinePosition } from './pipeline-position.js'
import type { BuildOptions, CallOptions, Feeds, Outputs, SetWeightsOptions } from './run-types.js'
import { Runs, raiseEnd } from './runs.js'
import { Schedule } from './schedule.js'
import { type DeserializeOptions, deserialized } from './serialized.js'
import { type IterateServed, served, servedByCount } from './served.js'
import { apiOf, checkStyle, type PipelineAPIType, type Style } from './style.js'

/**
 * A graph of operators that runs in threads of its own and gives batch after batch. `pipelineDef()` makes it. `Out` is
 * the type of one batch's outputs, `Names` the names of the inputs that must be fed.
 *
 * It is run in one of four ways, and keeps to the one in which it was first run (API_MIXED otherwise): `run()` or
 * `runSync()`; `for await (const outputs of pipe)`; `scheduleRun()` with `shareOutputs()`; or `iterate(pipe)`. Threads
 * and memory are held until `close()`, which `await using` calls.
 */
export class Pipeline<Out = Outputs, Names extends string = string> extends PipelineFacts<Out> {
  private readonly runs: Runs<Out>
  private style: Style | undefined
  /** The batch that the next call releases; unused in the dynamic executor, whose batches stay until disposed. */
  private current: Lease | undefined
  private readonly schedule = new Schedule()
  /** @internal Where it stands in its data. */ readonly place: PipelinePosition<Out>
  /** @internal What iterate() had counted when the checkpoint was taken from which this pipeline was restored. */
  readonly resumedCount: IterateState | undefined

  /** @internal pipelineDef() calls it. Throws INVALID_ARGUMENT for anything wrong in the graph or the options. */
  constructor(definition: Graph, given: PipelineOptions) {
    checkOptions(given)
    const checkpoint = given.checkpoint === undefined ? undefined : parseCheckpoint(given.checkpoint)
    super(definition, given, resolveOptions(checkpoint ? { ...given, seed: checkSeed(checkpoint, given.seed) } : given))
    this.place = new PipelinePosition(definition, this.plan, this.engine)
    this.runs = new Runs(this.engine, () => this.dropCurrent())
    this.resumedCount = checkpoint?.iterate
    if (checkpoint) this.place.restore(checkpoint)
  }

  /** The API that the pipeline is run with: `PipelineAPIType`; null before the first call that runs it. */
  get apiType(): PipelineAPIType | null {
    return this.style ? apiOf(this.style) : null
  }

  /**
   * Lists the data, starts the threads and reports every error that can be found without running; the first run does
   * it otherwise. `onProgress` is told how far readers are with listing. Rejects with ABORTED when `signal` fires.
   */
  async build({ signal, onProgress }: BuildOptions = {}): Promise<void> {
    await this.engine.build(signal, checkOnProgress(onProgress))
  }

  // ---- BASIC ----

  /**
   * Resolves with the next batch. Batches run on over the ends of epochs: a reader's batch at the end of an epoch is
   * filled with the first samples of the next one, so that it has `batchSize` samples. In the dynamic executor (the
   * default) the outputs are valid until they are disposed, in the others until the next run(). Outputs on the GPU are
   * given while the work that makes them is queued; `ready()` of an output, or the option `synchronous` of the pipeline,
   * waits for it. Reading them, waitOn() and dlpack() need no such wait.
   * Errors: END_OF_DATA (an external source is at its end), INPUT_MISSING (an input was not fed), INPUT_UNKNOWN (no
   * input has that name), API_MIXED, PIPELINE_CLOSED, ABORTED, and every error of an operator in the graph.
   * @param feeds Data for the external sources that have no `source`, by name. A call that is refused (INPUT_UNKNOWN,
   * INPUT_MISSING, INVALID_INPUT) feeds none of them. A call with data gets the batch of its own data: what a call
   * before it had fed and not waited for (ABORTED, STALLED) is dropped. A call without data gets that batch.
   */
  run(feeds?: Feeds<Names>, { signal }: CallOptions = {}): Promise<Out> {
    collectIfDue()
    return this.fedWith((ahead) => this.feedAll(feeds, ahead), signal)
  }

  /** `feed`: feeds the call's data, if it has any, and returns whether it has. `ahead`: as for feedAll(). */
  private async fedWith(feed: (ahead: number) => boolean, signal?: AbortSignal): Promise<Out> {
    this.use('run')
    const { inputs } = this.engine
    expectNotAsked(inputs)
    const own = feed(inputs.fed.asked)
    // What later calls bring is theirs, so a call without data must find some now.
    if (!own && !signal?.aborted) inputs.fed.expectLeft()
    inputs.fed.asked++
    return this.full({ until: 'the next run()', signal }, own)
  }

  /** @internal For serve(): one sample for each input, checked and copied. Throws as run() does. */
  prepareSample(samples: Readonly<Record<string, unknown>>): Prepared {
    this.checkOpen()
    return this.engine.inputs.fed.prepareSample(samples)
  }

  /** @internal For serve(): as run(), with the data of several calls of prepareSample() of one kind. */
  runPrepared(calls: readonly Prepared[]): Promise<Out> {
    collectIfDue()
    return this.fedWith((ahead) => {
      this.engine.inputs.fed.queue(joined(calls), ahead)
      return true
    })
  }

  /** @internal For serve(): whether the error is the failure of one batch, after which the pipeline goes on. */
  isSpared(error: unknown): boolean {
    return this.runs.isSpared(error)
  }

  /** @internal For serve(): why a sample of a batch that has just come could not be made, if a stage said so. */
  badSample(index: number, epoch: number): BadSample | undefined {
    return this.engine.badSample(index, epoch)
  }

  /** @internal For serve(): whether all data of a batch comes with the call. */
  get allFed(): boolean {
    return this.engine.inputs.fed.all
  }

  /** @internal The call by which iterate() runs a pipeline. It works as run() but counts as another way of running. */
  advance(): Promise<Out> {
    this.use('drive')
    expectNotAsked(this.engine.inputs)
    collectIfDue()
    return this.full({ until: 'the next turn of the loop' })
  }

  /** Takes one full batch, over the ends of epochs; `own` as for Runs. */
  private full(options: DeliveryOptions, own?: boolean): Promise<Out> {
    return this.runs.take(options, (batch) => this.keep(batch), own)
  }

  /**
   * As run(), but blocks the thread until run() would give the batch. An external source that runs on this thread must not
   * return a promise (UNSUPPORTED otherwise). Throws API_MIXED while a run() is pending.
   */
  runSync(feeds?: Feeds<Names>): Out {
    this.use('run')
    expectNotAsked(this.engine.inputs)
    this.runs.checkFree()
    const own = this.feedAll(feeds, this.engine.inputs.fed.asked)
    const delivery = this.engine.readySync(Mode.continuous)
    collectIfDue()
    return this.keep(this.runs.takeSync({ until: 'the next run()' }, own, delivery))
  }

  /**
   * Feeds the data of a call, or nothing when the call must fail. `ahead`: batches that were asked for before. Returns
   * whether there was data.
   */
  private feedAll(feeds: Feeds<Names> = {} as Feeds<Names>, ahead: number): boolean {
    if (!Object.keys(feeds).length) return false
    this.checkOpen()
    this.engine.inputs.fed.feed(feeds as Feeds, ahead)
    return true
  }

  /** Remembers the batch to release at the next call, except in the dynamic executor, whose batches stay valid. */
  private keep({ outputs, lease }: { outputs: Out; lease: Lease }): Out {
    if (this.plan.buffers === 'slots') this.current = lease
    return outputs
  }

  private dropCurrent(): void {
    this.current?.release()
    this.current = undefined
  }

  // ---- SCHEDULED ----

  /**
   * Asks for one more batch and returns at once; shareOutputs() then gives the batch. `feeds`: as for run().
   * Errors: QUEUE_FULL, when prefetchQueueDepth batches (1 in the simple executor) are scheduled and not yet released;
   * INPUT_MISSING, INPUT_UNKNOWN, API_MIXED, PIPELINE_CLOSED.
   */
  scheduleRun(feeds?: Feeds<Names>): void {
    this.use('schedule')
    const { schedule } = this
    schedule.checkRoom(this.plan.mailboxes.at(-1)!.capacity)
    this.feedAll(feeds, schedule.asked)
    this.engine.inputs.fed.expect(schedule.asked)
    schedule.add()
    this.engine.prefetch(Mode.continuous)
  }

  /**
   * Resolves with the outputs of the oldest scheduled batch, which are valid until releaseOutputs(). Outputs on the GPU
   * are given while their work is queued, unlike DALI's share_outputs(): await their ready(), or set the pipeline's
   * option `synchronous`. Errors: as for run(), and NOTHING_SCHEDULED. After ABORTED the batch stays scheduled.
   */
  shareOutputs({ signal }: CallOptions = {}): Promise<Out> {
    collectIfDue()
    return this.oldest(({ outputs }) => outputs, signal)
  }

  private async oldest<T>(keep: (batch: { outputs: Out; lease: Lease }) => T, signal?: AbortSignal): Promise<T> {
    this.use('schedule')
    expectNotAsked(this.engine.inputs)
    const take = async () => {
      const delivery = await this.engine.ready(Mode.continuous, signal)
      const batch = delivery.ended ? undefined : await this.engine.next({ until: 'releaseOutputs()', signal })
      if (!batch) return raiseEnd(delivery)
      this.schedule.hold(batch.lease)
      return keep(batch)
    }
    return this.schedule.share(() => this.runs.inTurn(take))
  }

  /** Releases the oldest batch that shareOutputs() gave: its memory is used again. Throws NOTHING_SHARED, API_MIXED. */
  releaseOutputs(): void {
    this.use('schedule')
    this.schedule.release()
  }

  /** DALI's outputs(): releaseOutputs(), if a batch is shared, then shareOutputs(). Errors: as for shareOutputs(). */
  outputs({ signal }: CallOptions = {}): Promise<Out> {
    if (this.style === 'schedule' && this.schedule.holds) this.releaseOutputs()
    return this.shareOutputs({ signal })
  }

  // ---- ITERATOR ----

  /**
   * One epoch, for `for await`. It begins at the epoch's start, also when the last loop was left with `break`. The last
   * batch may have fewer samples. If all inputs are fed, the loop takes what was fed, and then throws INPUT_MISSING.
   */
  [Symbol.asyncIterator](): AsyncGenerator<Out, void, void> {
    return this.epoch()
  }

  /** As `for await (... of pipe)`, with options: `for await (const outputs of pipe.epoch({ signal }))`. */
  epoch(options: CallOptions = {}): AsyncGenerator<Out, void, void> {
    const batches = this.batches(options)
    const next = batches.next.bind(batches)
    batches.next = async () => {
      expectNotAsked(this.engine.inputs)
      collectIfDue()
      return next()
    }
    return batches
  }

  private async *batches(options: CallOptions): AsyncGenerator<Out, void, void> {
    this.use('iterate')
    for await (const batch of this.place.epochs.batches(options, () => this.dropCurrent())) yield this.keep(batch)
  }

  /** Whether the pipeline is run epoch by epoch. */
  private get loops(): boolean {
    return this.style === 'iterate' || this.style === 'serve'
  }

  // ---- other processes ----

  /**
   * Lets other processes of the same user take batches, without a copy: Python's `penstock.Loader(socket=path)`. Builds
   * the pipeline and makes a Unix socket at `path`, with permissions for its user alone. Each batch goes to one consumer;
   * an epoch is one for all that take part in it. The server owns the pipeline from then on and closes it.
   * Errors: those of build(); INVALID_ARGUMENT (the pipeline was built before; another server listens at the path, or
   * another file is there), FILE_NOT_FOUND, FILE_UNREADABLE, UNSUPPORTED (outputs on a GPU without the dynamic
   * executor), API_MIXED.
   */
  serve(path: string, options: PipelineServerOptions = {}): Promise<PipelineServer> {
    return PipelineServer.listen(path, this.served(), options)
  }

  /** @internal As serve(), for the one process at the other end of a socket. `iterate`: epochs are those of iterate(). */
  serveTo(socket: Socket, iterate?: IterateServed): Promise<BridgeServer> {
    return serveTo(socket, this.served(iterate))
  }

  private served(iterate?: IterateServed): Served {
    this.use(iterate ? 'run' : 'serve')
    const { engine, plan, place } = this
    if (!iterate) return served(this, plan, engine, place.epochs, (mark) => this.writer(mark))
    const take = () => this.runs.take({ until: 'the next batch' }, ({ lease }) => lease)
    return servedByCount(this, plan, engine, iterate, take)
  }

  /** @internal For a host, which runs the pipeline for another process. */
  hosted(callee: Callee): Hosted {
    return hosted(this, this.definition, this.plan, this.engine, () => this.oldest(({ lease }) => lease), callee)
  }

  // ---- everything else ----

  /**
   * Queues one batch for the external source `name`, which has no `source`; with numOutputs, a list of one batch per
   * output. The data is copied, unless the source has noCopy. Errors: INPUT_UNKNOWN, INVALID_INPUT, PIPELINE_CLOSED.
   */
  feedInput(name: Names, data: BatchData | readonly BatchData[]): void {
    this.checkOpen()
    this.engine.inputs.fed.feed({ [name]: data })
  }

  /**
   * Begins the next epoch of all sources and readers. Batches in flight, scheduled batches and fed data that was not
   * used yet are dropped. A pending call that waits for fed data rejects with INPUT_MISSING.
   */
  reset(): void {
    this.checkOpen()
    this.dropCurrent()
    const { delivery } = this.engine
    this.place.epochs.reset(this.loops)
    if (delivery) delivery.ended = 0
    this.schedule.drop()
    this.engine.inputs.fed.drop()
  }

  /**
   * Changes the weights of the mixture `name`, of onEnd 'repeat', in the running pipeline. They hold from the next batch on: batches
   * that were made ahead are made anew. Checkpoints hold them. Returns the number of the first sample with them, counted over all epochs
   * and shards. See docs/guides/mixtures.md.
   * Errors: INVALID_ARGUMENT, also before build(); UNSUPPORTED (the pipeline has external sources, too); PIPELINE_CLOSED.
   * @param weights One number for each source. One with 0 gives nothing.
   */
  setWeights(name: string, weights: readonly number[], { from }: SetWeightsOptions = {}): number {
    this.engine.checkBuilt()
    return setWeights(this.engine, name, weights, from, this.place.mark(this.loops))
  }

  // ---- checkpoints ----

  /**
   * The position of the pipeline in its data, as a JSON string of less than 4 KB. Another pipeline of the same
   * definition that is given the string as its option `checkpoint` continues with the batch that would come next here.
   * Batches that were prefetched but not delivered count as not taken. See docs/guides/checkpoints.md.
   * Errors: UNSUPPORTED (a source without checkpoint()), INVALID_INPUT (a source's token is too large), API_MIXED (the
   * pipeline is driven by iterate(): use checkpoints() of the iterator), PIPELINE_CLOSED.
   */
  async checkpoint(): Promise<string> {
    this.checkOpen()
    this.notDriven('checkpoint() was called on', 'Call checkpoints() of the iterator')
    return this.mark()()
  }

  /**
   * The epoch of the next batch, from 0, and how many whole batches of it were delivered, also before a checkpoint. In a new and in a restored pipeline this loop does each epoch once: `for (let { epoch } =
   * pipe.position; epoch < epochs; epoch++) for await (const batch of pipe) { ... }`. Throws API_MIXED when iterate()
   * drives the pipeline: read `position` of the iterator.
   */
  get position(): Position {
    this.notDriven('position was read of', "Read the iterator's position")
    return this.place.counted(this.loops)
  }

  private notDriven(what: string, hint: string): void {
    if (this.style !== 'drive') return
    const message = `${what} a pipeline that iterate() drives, and which is a batch ahead of it`
    throw apiMixed(message, hint)
  }

  /** @internal Notes the position of now; the returned function writes the checkpoint of it, also later. */
  mark(): (iterate?: IterateState) => string {
    return this.writer(this.place.mark(this.loops))
  }

  private writer(mark: Resume): (iterate?: IterateState) => string {
    return (iterate) => {
      this.checkOpen()
      return this.place.text(mark, iterate)
    }
  }

  /**
   * Makes a pipeline from a string that serialize() gave. `options` override the serialized options. The text is checked
   * whole before it is used, and may come from anywhere: no code of it runs, unless `allowModules` says which. It does
   * name the files and URLs that its readers read: see docs/design/graph.md. Errors: INVALID_ARGUMENT, for any other string,
   * for a module that is not allowed, and for a definition that this build cannot run.
   */
  static deserialize(text: string, options: DeserializeOptions = {}): Pipeline {
    const made = deserialized(text, options ?? {}, callSite(Pipeline.deserialize))
    return atCaller(() => new Pipeline(made.graph, made.options))
  }

  /**
   * Ends all threads and releases all memory. Pending calls reject with PIPELINE_CLOSED. In the dynamic executor,
   * batches that the caller still holds stay valid until they are disposed. A second call does nothing more.
   */
  async close(): Promise<void> {
    if (this.plan.buffers === 'slots') this.schedule.releaseAll()
    this.dropCurrent()
    await this.engine.close()
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  private use(style: Style): void {
    this.checkOpen()
    checkStyle(this.style, style)
    this.style = style
  }
}
