// Pipeline: the user's handle on a running graph. It keeps the ways of running apart; what runs is the engine's.

import { Mutex } from 'async-mutex'
import { Mode } from '../actors/protocol.js'
import { stockToString } from '../actors/stock.js'
import type { Lease } from '../data/lease.js'
import { collectIfDue } from '../data/output-memory.js'
import type { TensorList } from '../data/tensor-list.js'
import type { BatchData } from '../data/types.js'
import {
  checkOptions,
  mergeOptions,
  type PipelineOptions,
  type ResolvedOptions,
  resolveOptions,
} from '../definition/options.js'
import {
  checkpointText,
  checkSeed,
  type IterateState,
  type Position,
  parseCheckpoint,
  positionOf,
  resumeFrom,
  skippedError,
} from '../engine/checkpoint.js'
import { closedError, type Delivery, type DeliveryOptions } from '../engine/delivery.js'
import { Engine } from '../engine/engine.js'
import { replay } from '../engine/replay.js'
import { atCaller, callSite } from '../errors/call-site.js'
import { apiMixed, endOfData, errorOf, invalidArgument } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import type { PipelineError } from '../errors.js'
import { batchFlags } from '../generated/abi.js'
import { lower } from '../graph/lower.js'
import { executors } from '../graph/policy.js'
import { planToMermaid, planToString } from '../graph/print.js'
import type { Graph, Plan } from '../graph/types.js'
import type { ReaderMeta } from '../readers/meta.js'
import { type Trace, writeTrace } from '../statistics/chrome-trace.js'
import type { ExecutorStatistics } from '../statistics/memory.js'
import type { Statistics } from '../statistics/types.js'
import { apiOf, checkStyle, type PipelineAPIType, type Style } from './style.js'

/** The outputs of one batch: an array, or an object when the definition returned one. */
export type Outputs = TensorList[] & Record<string, TensorList>

/** Data for external sources without a source, by name. `Names`: those there are, where the compiler knows them. */
export type Feeds<Names extends string = string> = string extends Names
  ? Record<string, BatchData | readonly BatchData[]>
  : [Names] extends [never]
    ? Record<string, never>
    : { readonly [Name in Names]?: BatchData | readonly BatchData[] }

export interface CallOptions {
  /** Ends the wait with ABORTED; the pipeline stays usable, and the batch comes with the next call. */
  signal?: AbortSignal | undefined
}

export class Pipeline<Out = Outputs, Names extends string = string> {
  readonly options: ResolvedOptions
  private readonly plan: Plan
  private readonly engine: Engine<Out>
  private readonly lock = new Mutex()
  private style: Style | undefined
  /** The batch that ends with the next call, where batches do not live on. */
  private current: Lease | undefined
  /** Batches that shareOutputs() gave, oldest first. */
  private readonly shared: Lease[] = []
  /** Batches that were scheduled and not shared yet. */
  private scheduled = 0
  /** Those that a call of shareOutputs() is waiting for. */
  private sharing = 0
  /** An epoch was left before its end: its batches must not reach the next one. */
  private abandoned = false
  /** Iterations begun; each is an epoch. */
  private iterations = 0
  private iterating = false
  /** Begins in the middle of an epoch, which the first iteration goes on with. */
  private resumed = false
  /** @internal How far iterate() had counted when the checkpoint was taken that this pipeline begins at. */
  readonly resumedCount: IterateState | undefined

  /** @internal Made by pipelineDef(); throws INVALID_ARGUMENT for anything wrong in the graph or the options. */
  constructor(
    private readonly definition: Graph,
    private readonly given: PipelineOptions,
  ) {
    checkOptions(given)
    const checkpoint = given.checkpoint === undefined ? undefined : parseCheckpoint(given.checkpoint)
    this.options = resolveOptions(checkpoint ? { ...given, seed: checkSeed(checkpoint, given.seed) } : given)
    this.plan = lower(definition, this.options, executors[this.options.executor])
    this.engine = new Engine(this.plan, definition, this.options)
    if (!checkpoint) return
    this.engine.resume(resumeFrom(checkpoint, this.plan, definition, this.engine.inputs))
    this.resumedCount = checkpoint.iterate
    this.iterations = checkpoint.epoch
    this.resumed = true
  }

  /** @internal Readers begin at these places, by name: before anything else. An iteration goes on with their epoch. */
  beginAt(places: Readonly<Record<string, { epoch: number; position: number }>>): void {
    const own = this.engine.inputs.own.map(([index, { name }]) => [index, { iteration: 0, ...places[name]! }] as const)
    const epoch = own[0]![1].epoch
    this.engine.resume({ places: new Map(own), last: epoch, ended: 0 })
    this.iterations = epoch
    this.resumed = true
  }

  /** @internal The epoch in which the reader `name` stands after `count` samples behind a place. */
  epochAfter(name: string, place: { epoch: number; position: number }, count: number): number {
    const [index] = this.engine.inputs.own.find(([, stage]) => stage.name === name)!
    return this.engine.inputs.sampling().get(index)!.advance(place, count).epoch
  }

  get batchSize(): number {
    return this.options.batchSize
  }

  /** The API that it is run with, from the first call that runs it on; null before. */
  get apiType(): PipelineAPIType | null {
    return this.style ? apiOf(this.style) : null
  }

  /** Scans the data, starts the threads and checks everything that can be known. Optional: run() does it. */
  async build(options: CallOptions = {}): Promise<void> {
    await this.engine.build(options.signal)
  }

  // ---- BASIC ----

  /**
   * The next batch. Batches are full and go on over epochs; outputs are valid until the next run(), in the dynamic
   * executor until they are disposed. `feeds` brings data for external sources that have no source. Errors: END_OF_DATA,
   * INPUT_MISSING, INPUT_UNKNOWN, API_MIXED, PIPELINE_CLOSED, ABORTED, and whatever fails in the graph.
   */
  run(feeds?: Feeds<Names>, { signal }: CallOptions = {}): Promise<Out> {
    collectIfDue()
    return this.fed(feeds, signal)
  }

  private async fed(feeds: Feeds<Names> | undefined, signal: AbortSignal | undefined): Promise<Out> {
    this.use('run')
    this.feedAll(feeds)
    return this.full({ until: 'the next run()', signal })
  }

  /** @internal What iterate() drives a pipeline with: run(), as a way of its own. */
  advance(): Promise<Out> {
    this.use('drive')
    collectIfDue()
    return this.full({ until: 'the next turn of the loop' })
  }

  /** Full batches, over the ends of epochs; one call at a time, in order. */
  private full(options: DeliveryOptions): Promise<Out> {
    const contended = this.lock.isLocked()
    return this.lock.runExclusive(async () => {
      // The caller before this one must see its outputs before they are given back.
      if (contended) await new Promise((resolve) => setImmediate(resolve))
      const delivery = await this.engine.ready(Mode.continuous, options.signal)
      this.beforeRun(delivery)
      const batch = await this.engine.next(options)
      return batch ? this.keep(batch) : this.endOfData(delivery)
    })
  }

  /**
   * The same, blocking the thread until the batch is there: for scripts that have nothing else to do. A source on this
   * thread must answer at once (UNSUPPORTED otherwise).
   */
  runSync(feeds?: Feeds<Names>): Out {
    this.use('run')
    if (this.lock.isLocked()) {
      throw apiMixed(
        'runSync() was called while a run() waits, which it would keep from ending',
        'Await the run() first',
      )
    }
    this.feedAll(feeds)
    const delivery = this.engine.readySync(Mode.continuous)
    collectIfDue()
    this.beforeRun(delivery)
    const batch = this.engine.nextSync({ until: 'the next run()' })
    return batch ? this.keep(batch) : this.endOfData(delivery)
  }

  private feedAll(feeds: Feeds<Names> | undefined): void {
    for (const [name, data] of Object.entries((feeds ?? {}) as Feeds)) this.feedInput(name as Names, data)
  }

  private beforeRun(delivery: Delivery<Out>): void {
    this.dropCurrent()
    if (delivery.ended) this.endOfData(delivery)
    this.engine.inputs.expectFed()
  }

  /** In the dynamic executor a batch lives on; in the others it ends with the next call. */
  private keep({ outputs, lease }: { outputs: Out; lease: Lease }): Out {
    if (this.plan.buffers === 'slots') this.current = lease
    return outputs
  }

  private dropCurrent(): void {
    this.current?.release()
    this.current = undefined
  }

  /** A stream stays at its end until reset(); an epoch's end (cycle 'raise') is told once. */
  private endOfData(delivery: Delivery<Out>): never {
    if (!(delivery.ended & batchFlags.endOfStream)) delivery.ended = 0
    throw endOfData(
      'An external source has no more data',
      'Call reset() to start its next epoch, or give it cycle: true',
    )
  }

  // ---- SCHEDULED ----

  /**
   * Asks for one more batch and returns at once; shareOutputs() gives it. At most prefetchQueueDepth batches (1 in the
   * simple executor) may be scheduled and not yet released: QUEUE_FULL otherwise. `feeds` as for run().
   */
  scheduleRun(feeds?: Feeds<Names>): void {
    this.use('schedule')
    const depth = this.plan.mailboxes.at(-1)!.capacity
    const asked = this.scheduled + this.sharing
    if (asked + this.shared.length >= depth) {
      throw errorOf(
        'QUEUE_FULL',
        `${depth} ${depth === 1 ? 'batch is' : 'batches are'} scheduled or shared already, as many as prefetchQueueDepth allows`,
        'Call shareOutputs() and releaseOutputs() first, or raise prefetchQueueDepth',
      )
    }
    this.feedAll(feeds)
    this.engine.inputs.expectFed(asked)
    this.scheduled++
    this.engine.prefetch(Mode.continuous)
  }

  /**
   * The outputs of the oldest scheduled batch, valid until releaseOutputs(). Errors: NOTHING_SCHEDULED, END_OF_DATA,
   * ABORTED (the batch stays scheduled), and whatever fails in the graph.
   */
  shareOutputs({ signal }: CallOptions = {}): Promise<Out> {
    collectIfDue()
    return this.oldest(signal)
  }

  private async oldest(signal: AbortSignal | undefined): Promise<Out> {
    this.use('schedule')
    this.takeScheduled()
    this.sharing++
    let got = false
    try {
      return await this.lock.runExclusive(async () => {
        const delivery = await this.engine.ready(Mode.continuous, signal)
        if (delivery.ended) this.endOfData(delivery)
        const batch = await this.engine.next({ until: 'releaseOutputs()', signal })
        if (!batch) return this.endOfData(delivery)
        got = true
        this.shared.push(batch.lease)
        return batch.outputs
      })
    } catch (error) {
      if (!got && (error as PipelineError).code === 'ABORTED') this.scheduled++
      throw error
    } finally {
      this.sharing--
    }
  }

  private takeScheduled(): void {
    if (this.scheduled > 0) {
      this.scheduled--
      return
    }
    throw errorOf(
      'NOTHING_SCHEDULED',
      'shareOutputs() was called, but no batch is scheduled that was not shared yet',
      'Call scheduleRun() first',
    )
  }

  /** Gives the oldest shared batch back. Errors: NOTHING_SHARED. */
  releaseOutputs(): void {
    this.use('schedule')
    const lease = this.shared.shift()
    if (lease) {
      lease.release()
      return
    }
    throw errorOf(
      'NOTHING_SHARED',
      'releaseOutputs() was called, but no outputs are shared',
      'Call shareOutputs() first; each call of it goes with one releaseOutputs()',
    )
  }

  /** releaseOutputs(), if something is shared, and then shareOutputs(): DALI's outputs(). */
  outputs({ signal }: CallOptions = {}): Promise<Out> {
    if (this.style === 'schedule' && this.shared.length) this.releaseOutputs()
    return this.shareOutputs({ signal })
  }

  // ---- ITERATOR ----

  /**
   * One epoch, always from its start, also after a `break`. The last batch may be partial. Where nothing but fed data
   * comes in there are no epochs: the loop takes what was fed, and ends with INPUT_MISSING when there is no more.
   */
  [Symbol.asyncIterator](): AsyncGenerator<Out, void, void> {
    return this.epoch()
  }

  /** The same as `for await (... of pipe)`, with options. */
  epoch(options: CallOptions = {}): AsyncGenerator<Out, void, void> {
    const batches = this.batches(options)
    const next = batches.next.bind(batches)
    batches.next = () => {
      collectIfDue()
      return next()
    }
    return batches
  }

  private async *batches({ signal }: CallOptions): AsyncGenerator<Out, void, void> {
    this.use('iterate')
    if (this.iterating) {
      throw apiMixed(
        'Two iterations over one pipeline at once',
        'Finish or leave the first loop, or build a second pipeline',
      )
    }
    this.iterating = true
    try {
      const delivery = await this.engine.ready(Mode.epoch, signal)
      // Which epoch comes does not depend on how far prefetching had got.
      if (this.abandoned || this.needsRestart(delivery)) this.engine.restart(this.iterations)
      delivery.ended = 0
      this.resumed = false
      this.abandoned = true
      this.iterations++
      this.engine.epochs = this.iterations
      do {
        const batch = await this.engine.next({ until: 'the next turn of the loop', signal })
        if (batch) yield this.keep(batch)
        this.dropCurrent()
      } while (!delivery.ended)
      this.abandoned = false
    } finally {
      this.dropCurrent()
      this.iterating = false
      if (this.abandoned) this.leaveFed()
    }
  }

  /** Fed data has no epochs: it goes on where a loop was left, or is dropped there with what came beside it. */
  private leaveFed(): void {
    const { inputs, closing } = this.engine
    if (closing || !inputs.anyFed) return
    if (!inputs.allFed) {
      this.engine.restart(this.iterations)
      inputs.dropFed()
    }
    this.abandoned = false
  }

  /** Sources wait at their end for a restart; and of several inputs all must begin their epoch together. */
  private needsRestart(delivery: Delivery<Out>): boolean {
    if (delivery.ended & batchFlags.endOfStream) return true
    if (this.iterations === 0 || this.resumed) return false
    return this.engine.inputs.count > 1 && !this.engine.inputs.anyFed
  }

  // ---- everything else ----

  /** Queues one batch for the external source `name`. Errors: INPUT_UNKNOWN, INVALID_INPUT. */
  feedInput(name: Names, data: BatchData | readonly BatchData[]): void {
    this.checkOpen()
    this.engine.inputs.feed(name, data)
  }

  /**
   * Starts a fresh epoch: batches in flight, those that were scheduled and data that was fed but not used are dropped,
   * sources and readers begin their next epoch. A call that waits for such data ends with INPUT_MISSING.
   */
  reset(): void {
    this.checkOpen()
    this.dropCurrent()
    const { delivery } = this.engine
    const begun = this.style === 'iterate' && this.iterations > 0 && !this.resumed
    const epoch = begun ? this.iterations : this.engine.lastEpoch + 1
    this.engine.restart(epoch)
    if (this.resumed) this.iterations = epoch
    if (delivery) delivery.ended = 0
    this.scheduled = 0
    this.engine.inputs.dropFed()
    this.abandoned = false
  }

  /** Samples in one epoch of the reader `name`, or of all readers by name. */
  epochSize(): Record<string, number>
  epochSize(name: string): number
  epochSize(name?: string): number | Record<string, number> {
    if (name !== undefined) return this.readerMeta(name).epochSize
    return Object.fromEntries(Object.entries(this.readerMeta()).map(([n, meta]) => [n, meta.epochSize]))
  }

  /**
   * What DALI's reader_meta tells, of the reader `name` or of all by name; also `classes`, the class names by label, and
   * `ignoredFiles`. It lists the files where build() did not yet.
   */
  readerMeta(): Record<string, ReaderMeta>
  readerMeta(name: string): ReaderMeta
  readerMeta(name?: string): ReaderMeta | Record<string, ReaderMeta> {
    this.checkOpen()
    const all = this.engine.inputs.readerMeta()
    if (name === undefined) return all
    if (all[name]) return all[name]
    throw invalidArgument(
      `Expected the name of a reader but received '${name}'`,
      Object.keys(all).length ? `Readers: ${Object.keys(all).join(', ')}` : 'This pipeline has no reader',
    )
  }

  // ---- checkpoints ----

  /**
   * Where the pipeline stands, as a JSON string of less than 4 KB: another pipeline of the same definition, with the option
   * `checkpoint`, goes on as this one would. Of batches, those count that were delivered. Errors: UNSUPPORTED (a source
   * that cannot say where it stands), INVALID_INPUT (a token that is too large), API_MIXED (under iterate(), whose
   * checkpoints() it is), PIPELINE_CLOSED. See docs/checkpoints.md.
   */
  async checkpoint(): Promise<string> {
    this.checkOpen()
    this.notDriven('checkpoint() was called on', 'Call checkpoints() of the iterator')
    return this.mark()()
  }

  /**
   * The epoch that the next batch is of, and how many whole batches of it were delivered, also before the checkpoint that
   * this pipeline began at. So a loop over epochs begins with the right one, fresh and restored:
   * `for (let { epoch } = pipe.position; epoch < epochs; epoch++) for await (const batch of pipe) { ... }`. Throws API_MIXED
   * under iterate(), whose `position` it is.
   */
  get position(): Position {
    this.notDriven('position was read of', "Read the iterator's position")
    return positionOf(this.engine.mark(this.boundary()), this.plan)
  }

  private notDriven(what: string, hint: string): void {
    if (this.style !== 'drive') return
    const message = `${what} a pipeline that iterate() drives, and which is a batch ahead of it`
    throw apiMixed(message, hint)
  }

  /** @internal What checkpoint() would say now, to be written later. */
  mark(): (iterate?: IterateState) => string {
    const mark = this.engine.mark(this.boundary())
    return (iterate) => {
      this.checkOpen()
      const skipping = this.engine.skippingReader()
      if (skipping !== undefined) throw skippedError(skipping)
      return checkpointText(mark, this.plan, this.definition, this.engine.inputs, iterate)
    }
  }

  /** The epoch that an iteration would begin next, if none is in the middle of one. */
  private boundary(): number | undefined {
    if (this.style !== 'iterate' || this.resumed) return undefined
    return this.iterating && !this.engine.delivery?.ended ? undefined : this.iterations
  }

  /**
   * Sample `index` of epoch `epoch` once more, alone: the outputs are a batch of one, with the bytes that the sample has
   * in a run. `index` and `epoch` are those of `sourceInfo()`. It runs beside the pipeline, which it does not disturb; the
   * outputs are valid until they are released. Errors: INVALID_ARGUMENT (no such sample), UNSUPPORTED (what gives the
   * samples cannot be asked for a single one), and whatever fails in the graph.
   */
  async replay(index: number, epoch = 0): Promise<Out> {
    this.checkOpen()
    return replay<Out>(this.definition, this.options, index, epoch)
  }

  /** What every stage did until now, and which one limits the run. */
  statistics(): Statistics {
    return this.engine.statistics()
  }

  /**
   * Bytes that the outputs of each operator take, by its name: real and reserved, of the largest batch and of the largest
   * tensor so far. What stays inside a stage is counted as it is there: one sample per thread. Readable after close().
   * Errors: INVALID_ARGUMENT before build().
   */
  executorStatistics(): ExecutorStatistics {
    return this.engine.executorStatistics()
  }

  /**
   * What every actor did last (about the last 600 batches), in Chrome's trace event format; with `path` it is written
   * there as JSON. Open it with ui.perfetto.dev. Readable after close(). Errors: INVALID_ARGUMENT before build(), or for a
   * path that cannot be written.
   */
  trace(path?: string): Trace {
    const trace = this.engine.trace()
    if (path !== undefined) writeTrace(trace, path)
    return trace
  }

  /**
   * Gives the memory back to the system that no batch uses at present: slots that wait to be used again, and scratch
   * memory. Resolves with the number of bytes. The pipeline takes memory again as it runs.
   */
  releaseUnusedMemory(): Promise<number> {
    this.checkOpen()
    return this.engine.releaseUnusedMemory()
  }

  /**
   * The definition and the options as JSON, for Pipeline.deserialize(). Sources are code and stay behind: where the
   * pipeline is made again, their data is fed by name.
   */
  serialize(): string {
    return JSON.stringify({ penstock: 1, graph: this.definition, options: this.given })
  }

  /**
   * A pipeline from what serialize() gave; `options` go before its own. Errors: INVALID_ARGUMENT for anything else, and for
   * a definition that this build cannot run.
   */
  static deserialize(text: string, options: PipelineOptions = {}): Pipeline {
    let data: { penstock?: unknown; graph?: Graph; options?: PipelineOptions } = {}
    try {
      data = JSON.parse(text) as typeof data
    } catch {
      // Refused below.
    }
    if (data?.penstock !== 1 || !Array.isArray(data.graph?.nodes) || !Array.isArray(data.graph.outputs)) {
      throw invalidArgument(`Expected a string from serialize() but received ${shown(text)}`, {
        op: 'Pipeline.deserialize',
        callSite: callSite(Pipeline.deserialize),
      })
    }
    const { graph } = data
    return atCaller(() => new Pipeline(graph, mergeOptions(data.options ?? {}, options)))
  }

  /** The plan as plain JSON. */
  graph(): Plan {
    return structuredClone(this.plan)
  }
  /** The plan as text, and the memory of batches that build() sets aside. */
  toString(): string {
    return `${planToString(this.plan)}\nmemory of batches\n${stockToString(this.plan)}`
  }
  /** A Mermaid flow chart of the stages and their operators. */
  toMermaid(): string {
    return planToMermaid(this.plan)
  }

  /**
   * Ends all threads and gives all memory back. Pending calls reject with PIPELINE_CLOSED. Batches of the dynamic
   * executor that are still held stay valid until they are disposed.
   */
  async close(): Promise<void> {
    if (this.plan.buffers === 'slots') for (const lease of this.shared) lease.release()
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

  private checkOpen(): void {
    if (this.engine.closing) throw closedError()
  }
}
