// Pipeline: the user's handle on a running graph. It owns the supervisor and the outputs that are out on lease, keeps
// the ways of running apart, and turns every failure into one PipelineError.
import { Mutex } from 'async-mutex'
import type { DeskEnd } from '../actors/desk.js'
import { Mode } from '../actors/protocol.js'
import { SourceFeeder } from '../actors/stages/source.js'
import { Wait } from '../actors/stats.js'
import { Supervisor } from '../actors/supervisor.js'
import { PipelineError } from '../errors.js'
import { batchFlags } from '../generated/abi.js'
import { lower } from '../graph/lower.js'
import { planToMermaid, planToString } from '../graph/print.js'
import type { Graph, Plan, ReaderStage } from '../graph/types.js'
import { type BadSample, native, type SystemInfo } from '../native.js'
import { scanFileDataset } from '../readers/dataset.js'
import { type ReaderMeta, Sampler } from '../readers/sampler.js'
import { type BatchData, sourceSettings, sourcesOf } from './external-source.js'
import { type PipelineOptions, type ResolvedOptions, resolveOptions } from './options.js'
import { CounterPuller, type Puller, SourcePuller } from './puller.js'
import { type Statistics, statistics } from './statistics.js'
import { Lease, TensorList } from './tensor.js'

/** The outputs of one batch: an array, or an object when the definition returned one. */
export type Outputs = TensorList[] & Record<string, TensorList>

/** Data for external sources without a source, by name. */
export type Feeds = Record<string, BatchData | readonly BatchData[]>

type Style = 'run' | 'iterate'

/** Threads a pipeline uses unless told otherwise: PENSTOCK_NUM_THREADS, else what the process may use. */
export function defaultThreads(): number {
  const given = process.env.PENSTOCK_NUM_THREADS ?? process.env.DALI_NUM_THREADS
  if (given === undefined || given === '') return (JSON.parse(native().info()) as SystemInfo).cpu.usable
  const n = Number(given)
  if (Number.isInteger(n) && n >= 1 && n <= 1024) return n
  throw new PipelineError({
    code: 'INVALID_ARGUMENT',
    message: `Expected an integer from 1 to 1024 for PENSTOCK_NUM_THREADS but received '${given}'`,
  })
}

export class Pipeline<Out = Outputs> {
  readonly options: ResolvedOptions
  private readonly plan: Plan
  private readonly lock = new Mutex()
  private readonly samplers = new Map<number, Sampler>()
  private readonly pullers = new Map<string, SourcePuller>()
  private feeders: SourceFeeder[] = []
  private feederBad = new Map<number, BadSample[]>()
  private supervisor: Supervisor | undefined
  private built: Promise<void> | undefined
  private sink: DeskEnd | undefined
  private style: Style | undefined
  private lease: Lease | undefined
  private feederFailure: PipelineError | undefined
  /** An epoch was left before its end: its batches must not reach the next one. */
  private abandoned = false
  /** The epoch that the next iteration is; with run(), the one of the last batch. */
  private epoch = 0
  private iterating = false
  /** The flags of the last batch that say it was the last of an epoch or stream. */
  private ended = 0
  private closing: Promise<void> | undefined

  /** Made by pipelineDef(); throws INVALID_ARGUMENT for anything wrong in the graph or the options. */
  constructor(
    private readonly definition: Graph,
    options: PipelineOptions,
  ) {
    this.options = resolveOptions(options)
    this.plan = lower(definition, this.options)
  }

  get batchSize(): number {
    return this.options.batchSize
  }

  /** Scans the data, starts the threads and checks everything that can be known. Optional: run() does it. */
  build(): Promise<void> {
    this.checkOpen()
    this.built ??= this.start()
    return this.built
  }

  /**
   * The next batch. Batches are full and go on over epochs; outputs are valid until the next run().
   * `feeds` brings data for external sources that have no source. Errors: END_OF_DATA, INPUT_MISSING, INPUT_UNKNOWN,
   * API_MIXED, PIPELINE_CLOSED, and whatever fails in the graph.
   */
  async run(feeds?: Feeds): Promise<Out> {
    this.use('run')
    for (const [name, data] of Object.entries(feeds ?? {})) this.feedInput(name, data)
    const contended = this.lock.isLocked()
    return this.lock.runExclusive(async () => {
      // The caller before this one must see its outputs before they are given back.
      if (contended) await new Promise((resolve) => setImmediate(resolve))
      await this.build()
      this.begin(Mode.continuous)
      this.lease?.release()
      if (this.ended) this.endOfData()
      this.checkFed()
      return (await this.next('the next run()')) ?? this.endOfData()
    })
  }

  /** A stream stays at its end until reset(); an epoch's end (cycle 'raise') is told once. */
  private endOfData(): never {
    if (!(this.ended & batchFlags.endOfStream)) this.ended = 0
    throw new PipelineError({
      code: 'END_OF_DATA',
      message: 'An external source has no more data',
      hint: 'Call reset() to start its next epoch, or give it cycle: true',
    })
  }

  /** One epoch, always from its start, also after a `break`. The last batch may be partial. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Out, void, void> {
    this.use('iterate')
    if (this.iterating) {
      throw new PipelineError({
        code: 'API_MIXED',
        message: 'Two iterations over one pipeline at once',
        hint: 'Finish or leave the first loop, or build a second pipeline',
      })
    }
    this.iterating = true
    try {
      await this.build()
      this.begin(Mode.epoch)
      // Which epoch comes does not depend on how far prefetching had got.
      if (this.abandoned || this.needsRestart()) this.supervisor!.restart(this.epoch)
      this.abandoned = true
      this.epoch++
      for (;;) {
        const outputs = await this.next('the next turn of the loop')
        if (outputs) yield outputs
        this.lease?.release()
        if (this.ended) break
      }
      this.abandoned = false
    } finally {
      this.lease?.release()
      this.iterating = false
    }
  }

  /** Sources wait at their end for a restart; and of several inputs all must begin their epoch together. */
  private needsRestart(): boolean {
    if (this.epoch === 0) return false
    if (this.ended & batchFlags.endOfStream) return true
    const inputs = this.plan.stages.filter((s) => s.kind === 'reader' || s.kind === 'source')
    return inputs.length > 1 && ![...this.pullers.values()].some((p) => p.isFed)
  }

  /** Queues one batch for the external source `name`. Errors: INPUT_UNKNOWN, INVALID_INPUT. */
  feedInput(name: string, data: BatchData | readonly BatchData[]): void {
    this.checkOpen()
    this.makePullers()
    const puller = this.pullers.get(name)
    if (!puller?.isFed) {
      const known = [...this.pullers].filter(([, p]) => p.isFed).map(([n]) => n)
      throw new PipelineError({
        code: 'INPUT_UNKNOWN',
        message: puller
          ? `Input '${name}' has a source of its own and cannot be fed`
          : `Expected the name of an external source but received '${name}'`,
        hint: known.length
          ? `Inputs that can be fed: ${known.join(', ')}`
          : 'This pipeline has no input that can be fed',
      })
    }
    puller.feed(data)
  }

  /**
   * Starts a fresh epoch: batches in flight and data that was fed but not used are dropped, sources and readers begin
   * their next epoch.
   */
  reset(): void {
    this.checkOpen()
    this.lease?.release()
    if (this.supervisor?.running) this.supervisor.restart(this.style === 'run' ? this.epoch + 1 : this.epoch)
    for (const puller of this.pullers.values()) puller.dropFed()
    this.runs = 0
    this.ended = 0
    this.abandoned = false
  }

  /** Samples in one epoch of the reader `name`, or of all readers by name. */
  epochSize(): Record<string, number>
  epochSize(name: string): number
  epochSize(name?: string): number | Record<string, number> {
    if (name !== undefined) return this.readerMeta(name).epochSize
    return Object.fromEntries(Object.entries(this.readerMeta()).map(([n, meta]) => [n, meta.epochSize]))
  }

  /** What DALI's reader_meta tells, of the reader `name` or of all by name. */
  readerMeta(): Record<string, ReaderMeta>
  readerMeta(name: string): ReaderMeta
  readerMeta(name?: string): ReaderMeta | Record<string, ReaderMeta> {
    this.checkOpen()
    const all: Record<string, ReaderMeta> = {}
    for (const [i, stage] of this.plan.stages.entries()) {
      if (stage.kind !== 'reader') continue
      if (!this.samplers.has(i)) this.scan(i, stage)
      all[stage.name] = this.samplers.get(i)!.readerMeta()
    }
    if (name === undefined) return all
    if (all[name]) return all[name]
    throw new PipelineError({
      code: 'INVALID_ARGUMENT',
      message: `Expected the name of a reader but received '${name}'`,
      hint: Object.keys(all).length ? `Readers: ${Object.keys(all).join(', ')}` : 'This pipeline has no reader',
    })
  }

  /** What every stage did until now, and which one limits the run. */
  statistics(): Statistics {
    if (!this.supervisor || this.closing) {
      if (this.finalStatistics) return this.finalStatistics
      throw this.closing
        ? closed()
        : new PipelineError({
            code: 'INVALID_ARGUMENT',
            message: 'The pipeline was not built yet',
            hint: 'Call build() or run() first',
          })
    }
    return statistics(this.supervisor, this.feederBad, this.epochsBegun)
  }
  private get epochsBegun(): number {
    return this.style === 'iterate' ? this.epoch : Number.POSITIVE_INFINITY
  }
  /** Kept at close(), so that a report can be made afterwards. */
  private finalStatistics: Statistics | undefined

  /** The plan as plain JSON. */
  graph(): Plan {
    return structuredClone(this.plan)
  }
  toString(): string {
    return planToString(this.plan)
  }
  /** A Mermaid flow chart of the stages and their operators. */
  toMermaid(): string {
    return planToMermaid(this.plan)
  }

  /** Ends all threads and gives all memory back. Pending calls reject with PIPELINE_CLOSED. */
  close(): Promise<void> {
    this.closing ??= this.shutDown()
    return this.closing
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  private async shutDown(): Promise<void> {
    const { supervisor } = this
    await this.built?.catch(() => {})
    this.lease?.release()
    if (this.supervisor && !this.finalStatistics)
      this.finalStatistics = statistics(this.supervisor, this.feederBad, this.epochsBegun)
    for (const feeder of this.feeders) feeder.close()
    await (supervisor ?? this.supervisor)?.stop()
  }

  private async start(): Promise<void> {
    const resources = new Map<number, Uint8Array>()
    for (const [i, stage] of this.plan.stages.entries()) {
      if (stage.kind === 'reader') resources.set(i, this.scan(i, stage))
    }
    this.makePullers()
    const refill = ![...this.pullers.values()].some((p) => p.isFed)
    const supervisor = new Supervisor(this.plan, this.options.numThreads ?? defaultThreads(), resources, refill)
    this.supervisor = supervisor
    this.sink = supervisor.sink()
    try {
      await supervisor.start()
    } catch (error) {
      await supervisor.stop()
      this.supervisor = undefined
      throw error
    }
  }

  private scan(index: number, stage: ReaderStage): Uint8Array {
    const data = scanFileDataset(stage.reader)
    this.samplers.set(
      index,
      Sampler.fromArgs({ ...stage.reader, size: data.count }, this.plan.batchSize, this.plan.seed),
    )
    // The actor's sampler needs the size, which only the scan knows.
    stage.reader = { ...stage.reader, size: data.count }
    return data.table
  }

  private makePullers(): void {
    if (this.pullers.size) return
    const sources = sourcesOf(this.definition)
    for (const stage of this.plan.stages) {
      if (stage.kind !== 'source' || stage.node < 0) continue
      const node = this.definition.nodes.find((n) => n.id === stage.node)!
      this.pullers.set(
        stage.name,
        new SourcePuller(stage, sourceSettings(node), sources.get(stage.node), this.batchSize),
      )
    }
  }

  /** Starts the flow at the first call that needs it. */
  private begin(mode: Mode): void {
    const { supervisor } = this
    if (!supervisor || this.feeders.length || supervisor.running) return
    for (const [i, stage] of this.plan.stages.entries()) {
      if (stage.kind !== 'source') continue
      const puller: Puller = this.pullers.get(stage.name) ?? new CounterPuller(this.batchSize)
      const { desk, words } = supervisor
      const feeder = new SourceFeeder(
        stage,
        puller,
        supervisor.source(i),
        desk,
        words,
        supervisor.statsOf(i),
        (error) => {
          this.feederFailure = error
          desk.wake()
        },
      )
      this.feederBad.set(i, puller instanceof SourcePuller ? puller.bad : [])
      this.feeders.push(feeder)
    }
    supervisor.run(mode)
    for (const feeder of this.feeders) void feeder.run()
  }

  /** The next batch's outputs, or undefined when an epoch or stream ended without a sample. */
  private async next(until: string): Promise<Out | undefined> {
    const supervisor = this.supervisor!
    const sink = this.sink!
    const stats = supervisor.sinkStats
    for (;;) {
      stats.found(sink.waiting)
      let taken: number | undefined
      try {
        taken = this.poll()
        if (taken === undefined) {
          stats.waitBegin(Wait.starved)
          taken = await supervisor.desk.until(() => this.poll())
        }
      } catch (error) {
        if (error === supervisor.failure) await this.close()
        throw error
      } finally {
        stats.waitEnd()
      }
      const slot = sink.slots[taken]!
      if (slot.generation !== supervisor.words.generation) {
        sink.hand(taken)
        continue
      }
      if (slot.flags & batchFlags.failed) return this.fail(await this.reason())
      this.ended = slot.flags & (batchFlags.endOfEpoch | batchFlags.endOfStream)
      const index = taken
      stats.batch(slot.batchSize, slot.usedBytes)
      if (this.style === 'run' && slot.batchSize) this.epoch = slot.sample(slot.batchSize - 1).epoch
      // Without a flag it is a batch that was fed empty, or whose samples were all skipped.
      if (slot.batchSize === 0 && this.ended) {
        sink.hand(index)
        return undefined
      }
      this.lease = new Lease(slot, () => this.closing || sink.hand(index), until)
      return this.outputs(this.lease)
    }
  }

  private poll(): number | undefined {
    if (this.closing) throw closed()
    const slot = this.sink!.poll()
    if (slot !== undefined) return slot
    // A dead thread cannot send its failure through the mailboxes.
    if (this.supervisor!.failure?.code === 'ACTOR_DIED') throw this.supervisor!.failure
    return undefined
  }

  /** The failure whose mark came through the mailboxes; its words may still be on their way. */
  private reason(): Promise<PipelineError> {
    const { desk } = this.supervisor!
    return desk.until(() => {
      if (this.closing) throw closed()
      return this.feederFailure ?? this.supervisor!.failure
    })
  }

  private async fail(error: PipelineError): Promise<never> {
    await this.close()
    throw error
  }

  private outputs(lease: Lease): Out {
    const sink = this.plan.stages.at(-1)!
    const inputs = sink.kind === 'sink' ? sink.inputs : []
    const lists = inputs.map((input) => new TensorList(lease, input.output))
    const names = this.plan.outputs.map((o) => o.name)
    if (names.every((n) => n === undefined)) return lists as Out
    return Object.fromEntries(lists.map((list, i) => [names[i]!, list])) as Out
  }

  private use(style: Style): void {
    this.checkOpen()
    if (this.style && this.style !== style) {
      const calls = { run: 'run()', iterate: 'for await' }
      throw new PipelineError({
        code: 'API_MIXED',
        message: `This pipeline is driven by ${calls[this.style]}; ${calls[style]} cannot be mixed with it`,
        hint: 'Use one way to run a pipeline, or build a second one',
      })
    }
    this.style = style
  }

  private checkFed(): void {
    this.runs++
    for (const [name, puller] of this.pullers) {
      if (!puller.isFed || puller.canWait || puller.fedCount >= this.runs) continue
      this.runs--
      throw new PipelineError({
        code: 'INPUT_MISSING',
        message: `Expected data for input '${name}' but nothing was fed`,
        hint: `Call feedInput('${name}', data) or run({ ${name}: data })`,
      })
    }
  }
  private runs = 0

  private checkOpen(): void {
    if (this.closing) throw closed()
  }
}

function closed(): PipelineError {
  return new PipelineError({ code: 'PIPELINE_CLOSED', message: 'The pipeline is closed' })
}
