// Pipeline: the user's handle on a running graph. It owns the supervisor, the inputs and the delivery, and
// keeps the ways of running apart.
import { Mutex } from 'async-mutex'
import { Mode } from '../actors/protocol.js'
import { clock } from '../actors/stats.js'
import { Supervisor } from '../actors/supervisor.js'
import { PipelineError } from '../errors.js'
import { batchFlags } from '../generated/abi.js'
import { lower } from '../graph/lower.js'
import { planToMermaid, planToString } from '../graph/print.js'
import type { Graph, Plan } from '../graph/types.js'
import { native, type SystemInfo } from '../native.js'
import type { ReaderMeta } from '../readers/sampler.js'
import { type Trace, traceOf, writeTrace } from './chrome-trace.js'
import { closedError, Delivery } from './delivery.js'
import type { BatchData } from './external-source.js'
import { Inputs } from './inputs.js'
import { type PipelineOptions, type ResolvedOptions, resolveOptions } from './options.js'
import { type Statistics, statistics } from './statistics.js'
import type { TensorList } from './tensor.js'

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
  private readonly inputs: Inputs
  private readonly lock = new Mutex()
  private supervisor: Supervisor | undefined
  private delivery: Delivery<Out> | undefined
  private built: Promise<void> | undefined
  private style: Style | undefined
  /** An epoch was left before its end: its batches must not reach the next one. */
  private abandoned = false
  /** Iterations begun; each is an epoch. */
  private iterations = 0
  private iterating = false
  private closing: Promise<void> | undefined
  /** Kept at close(), so that a report can be made afterwards. */
  private finalStatistics: Statistics | undefined
  /** When that was, in the actors' time. */
  private closedAt: number | undefined

  /** Made by pipelineDef(); throws INVALID_ARGUMENT for anything wrong in the graph or the options. */
  constructor(definition: Graph, options: PipelineOptions) {
    this.options = resolveOptions(options)
    this.plan = lower(definition, this.options)
    this.inputs = new Inputs(this.plan, definition)
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
      const delivery = await this.ready(Mode.continuous)
      delivery.release()
      if (delivery.ended) this.endOfData(delivery)
      this.inputs.expectFed()
      return (await this.next(delivery, 'the next run()')) ?? this.endOfData(delivery)
    })
  }

  /** A stream stays at its end until reset(); an epoch's end (cycle 'raise') is told once. */
  private endOfData(delivery: Delivery<Out>): never {
    if (!(delivery.ended & batchFlags.endOfStream)) delivery.ended = 0
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
      const delivery = await this.ready(Mode.epoch)
      // Which epoch comes does not depend on how far prefetching had got.
      if (this.abandoned || this.needsRestart(delivery)) this.supervisor!.restart(this.iterations)
      this.abandoned = true
      this.iterations++
      do {
        const outputs = await this.next(delivery, 'the next turn of the loop')
        if (outputs) yield outputs
        delivery.release()
      } while (!delivery.ended)
      this.abandoned = false
    } finally {
      this.delivery?.release()
      this.iterating = false
    }
  }

  /** Sources wait at their end for a restart; and of several inputs all must begin their epoch together. */
  private needsRestart(delivery: Delivery<Out>): boolean {
    if (this.iterations === 0) return false
    if (delivery.ended & batchFlags.endOfStream) return true
    return this.inputs.count > 1 && !this.inputs.anyFed
  }

  /** Queues one batch for the external source `name`. Errors: INPUT_UNKNOWN, INVALID_INPUT. */
  feedInput(name: string, data: BatchData | readonly BatchData[]): void {
    this.checkOpen()
    this.inputs.feed(name, data)
  }

  /**
   * Starts a fresh epoch: batches in flight and data that was fed but not used are dropped, sources and readers begin
   * their next epoch.
   */
  reset(): void {
    this.checkOpen()
    const { delivery, supervisor } = this
    delivery?.release()
    if (supervisor?.running) supervisor.restart(this.style === 'run' ? delivery!.epoch + 1 : this.iterations)
    if (delivery) delivery.ended = 0
    this.inputs.dropFed()
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
    const all = this.inputs.readerMeta()
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
    if (this.supervisor && !this.closing) return this.count(this.supervisor)
    return this.finalStatistics ?? this.notBuilt()
  }

  /**
   * What every actor did last (about the last 600 batches), in Chrome's trace event format; with `path` it is written there
   * as JSON. Open it with ui.perfetto.dev. Readable after close(). Errors: INVALID_ARGUMENT before build(), or for a path
   * that cannot be written.
   */
  trace(path?: string): Trace {
    const trace = this.supervisor ? traceOf(this.supervisor, this.closedAt) : this.notBuilt()
    if (path !== undefined) writeTrace(trace, path)
    return trace
  }

  private notBuilt(): never {
    if (this.closing) throw closedError()
    throw new PipelineError({
      code: 'INVALID_ARGUMENT',
      message: 'The pipeline was not built yet',
      hint: 'Call build() or run() first',
    })
  }

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
    this.delivery?.close()
    await this.built?.catch(() => {})
    this.delivery?.close()
    if (this.supervisor) this.finalStatistics = this.count(this.supervisor)
    this.closedAt = clock()
    this.inputs.close()
    await this.supervisor?.stop()
  }

  private async start(): Promise<void> {
    const threads = this.options.numThreads ?? defaultThreads()
    const supervisor = new Supervisor(this.plan, threads, this.inputs.takeTables(), !this.inputs.anyFed)
    try {
      await supervisor.start()
    } catch (error) {
      await supervisor.stop()
      throw error
    }
    this.supervisor = supervisor
    this.delivery = new Delivery(supervisor, this.inputs)
  }

  /** Builds and starts the flow at the first call that needs it. */
  private async ready(mode: Mode): Promise<Delivery<Out>> {
    await this.build()
    this.checkOpen()
    this.inputs.begin(this.supervisor!, mode)
    return this.delivery!
  }

  private async next(delivery: Delivery<Out>, until: string): Promise<Out | undefined> {
    try {
      return await delivery.next(until)
    } catch (error) {
      // After a failure nothing comes any more: everything is given back before the caller hears of it.
      if (error === this.supervisor!.failure || error === this.inputs.failure) await this.close()
      throw error
    }
  }

  /** Bad samples of epochs that the consumer has not begun are left out. */
  private count(supervisor: Supervisor): Statistics {
    const epochs = this.style === 'iterate' ? this.iterations : Number.POSITIVE_INFINITY
    return statistics(supervisor, this.inputs.bad, epochs, this.options.numThreads ?? defaultThreads())
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

  private checkOpen(): void {
    if (this.closing) throw closedError()
  }
}
