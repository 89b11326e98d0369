// What can be asked of a pipeline, in whatever way it is run: its plan, its readers, statistics and memory, a page that shows
// it, and one of its samples made again. Nothing here takes a batch.
import { stockToString } from '../actors/stock.js'
import type { Dashboard } from '../dashboard/dashboard.js'
import type { DashboardOptions } from '../dashboard/options.js'
import type { PipelineOptions, ResolvedOptions } from '../definition/options.js'
import { closedError } from '../engine/delivery.js'
import { Engine } from '../engine/engine.js'
import { replay } from '../engine/replay.js'
import { invalidArgument } from '../errors/factories.js'
import { lower } from '../graph/lower.js'
import { executors } from '../graph/policy.js'
import { planToMermaid, planToString, shownPlan } from '../graph/print.js'
import type { Graph, Plan } from '../graph/types.js'
import type { ReaderMeta } from '../readers/meta.js'
import { type Trace, writeTrace } from '../statistics/chrome-trace.js'
import type { ExecutorStatistics } from '../statistics/memory.js'
import type { Statistics } from '../statistics/types.js'
import { serialized } from './serialized.js'

export abstract class PipelineFacts<Out> {
  /** The options with defaults filled in. */
  readonly options: ResolvedOptions
  /** @internal */ protected readonly plan: Plan
  /** @internal */ readonly engine: Engine<Out>

  /** @internal `given`: the options as the user gave them. Throws INVALID_ARGUMENT for anything wrong in the graph. */
  constructor(
    /** @internal */ protected readonly definition: Graph,
    private readonly given: PipelineOptions,
    options: ResolvedOptions,
  ) {
    this.options = options
    this.plan = lower(definition, options, executors[options.executor])
    this.engine = new Engine(this.plan, definition, options)
  }

  /** Samples in a full batch. */
  get batchSize(): number {
    return this.options.batchSize
  }

  /**
   * Samples in the data set of the reader `name`, over all shards; without a name, an object with the numbers
   * of all readers. Errors: INVALID_ARGUMENT, for a name that no reader has.
   */
  epochSize(): Record<string, number>
  epochSize(name: string): number
  epochSize(name?: string): number | Record<string, number> {
    if (name !== undefined) return this.readerMeta(name).epochSize
    return Object.fromEntries(Object.entries(this.readerMeta()).map(([n, meta]) => [n, meta.epochSize]))
  }

  /**
   * Facts about data set and shard of the reader `name`, or of all by name: DALI's reader_meta, and
   * `classes` (class names by label) and `ignoredFiles`. Before build() the call lists the data set, which blocks the
   * thread. Throws INVALID_ARGUMENT for an unknown name.
   */
  readerMeta(): Record<string, ReaderMeta>
  readerMeta(name: string): ReaderMeta
  readerMeta(name?: string): ReaderMeta | Record<string, ReaderMeta> {
    this.checkOpen()
    const all = this.engine.inputs.readers.meta()
    if (name === undefined) return all
    if (all[name]) return all[name]
    throw invalidArgument(
      `Expected the name of a reader but received '${name}'`,
      Object.keys(all).length ? `Readers: ${Object.keys(all).join(', ')}` : 'This pipeline has no reader',
    )
  }

  /**
   * Runs the graph on one sample again: its outputs, as a batch of one. They are equal, byte for byte,
   * to the sample's outputs in a run. The pipeline is not disturbed. The outputs are valid until released.
   * Errors: INVALID_ARGUMENT (no such sample), UNSUPPORTED (the input cannot give a single sample), PIPELINE_CLOSED,
   * and every error of an operator in the graph.
   * @param index Index of the sample, as `sourceInfo()` gives it.
   * @param epoch Epoch of the sample, as `sourceInfo()` gives it. Default: 0.
   */
  async replay(index: number, epoch = 0): Promise<Out> {
    this.checkOpen()
    return replay<Out>(this.definition, this.options, index, epoch)
  }

  /** @internal What pictures of its batches are drawn with. */
  get insides() {
    return { graph: this.definition, options: this.options, readers: this.engine.inputs.readers.meta() }
  }

  /** Work and waits of every stage and operator so far, and the stage that limits the run. */
  statistics(): Statistics {
    return this.engine.statistics()
  }

  /**
   * Memory of each operator's outputs in bytes, by the operator's name: used and reserved, for the largest batch and
   * tensor so far. Outputs that stay in their stage count for one sample per thread. Throws INVALID_ARGUMENT before
   * build().
   */
  executorStatistics(): ExecutorStatistics {
    return this.engine.executorStatistics()
  }

  /**
   * A timeline of what every stage did in about the last 600 batches, in Chrome's trace event format: open it in
   * ui.perfetto.dev. Also works after close(). Errors: INVALID_ARGUMENT before build() and for an unwritable path.
   * @param path A file to which the trace is written as JSON. Default: none.
   */
  trace(path?: string): Trace {
    const trace = this.engine.trace()
    if (path !== undefined) writeTrace(trace, path)
    return trace
  }

  /**
   * Opens a page in which a browser shows the running pipeline: its graph, rates, memory, bad samples and the latest
   * images, and makes single samples again. `url` of the result is its address, with a token. It is closed with the
   * pipeline. See docs/guides/dashboard.md. Errors: INVALID_ARGUMENT, for a wrong option, a port that is in use and an address
   * that is not this machine's; PIPELINE_CLOSED.
   */
  async dashboard(options: DashboardOptions = {}): Promise<Dashboard> {
    this.checkOpen()
    const { plan, definition: graph, options: own, engine } = this
    // Few programs open one, so few load its code.
    const { openDashboard } = await import('../dashboard/dashboard.js')
    return openDashboard({ plan, graph, options: own, engine }, options)
  }

  /**
   * Returns memory that no batch uses at present to the system: free batch buffers and scratch memory. Resolves with the number of
   * bytes. The pipeline allocates it again as it runs. Threads that wait for another pipeline end. Errors: PIPELINE_CLOSED.
   */
  releaseUnusedMemory(): Promise<number> {
    this.checkOpen()
    return this.engine.releaseUnusedMemory()
  }

  /**
   * The definition and options as JSON, for deserialize(). Sources are left out: their data must then be fed by name.
   */
  serialize(): string {
    return serialized(this.definition, this.given)
  }

  /** The plan that runs (stages, their operators, and the queues between them) as plain JSON. */
  graph(): Plan {
    return shownPlan(this.plan)
  }
  /** The plan as text, and the memory of batches that build() sets aside. */
  toString(): string {
    return `${planToString(this.plan)}\nmemory of batches\n${stockToString(this.plan)}`
  }
  /** A Mermaid flow chart of the stages and their operators. */
  toMermaid(): string {
    return planToMermaid(this.plan)
  }

  /** @internal Throws PIPELINE_CLOSED. */
  protected checkOpen(): void {
    if (this.engine.closing) throw closedError()
  }
}
