// One pipeline of the process: runs it, and hands its batches over.

import type { Callee } from '../actors/calls.js'
import type { Hosted, HostedFacts } from '../api/hosted.js'
import { Pipeline } from '../api/pipeline.js'
import { parseSerialized } from '../api/serialized.js'
import { Mapped } from '../bridge/connection.js'
import { Exports, made } from '../bridge/exports.js'
import { Holds, handedOver } from '../bridge/holds.js'
import { type PipelineOptions, resolveOptions } from '../definition/options.js'
import { readerOf } from '../definition/sources.js'
import { closed } from '../errors/factories.js'
import { pipelineError } from '../errors/thrown.js'
import type { PipelineError } from '../errors.js'
import type { Graph } from '../graph/types.js'
import type { Handle } from '../native.js'
import { processorPipeline } from '../processors/pipeline.js'
import type { ProcessConnection } from './connection.js'
import type { FeedRooms } from './feeds.js'
import type { Feeds, ProcessorFacts, Question, SharedBatch } from './protocol.js'

/** A pipeline, and what is known of it where it is an image processor. */
interface Made {
  readonly pipe: Pipeline
  readonly processor?: ProcessorFacts
}

/** The pipeline of a text from serialize(). Errors: INVALID_ARGUMENT, for any other text. */
export function pipelineOf(text: string, functions: ReadonlySet<number>): Made {
  const { graph, options } = parseSerialized(text, undefined, '', functions)
  keepInRooms(graph)
  return { pipe: new Pipeline(graph, forDevice(options)) }
}

/** The pipeline of an image processor; `text`: ProcessorSettings as JSON. */
export function processorPipelineOf(text: string): Made {
  const { pipe, processor } = processorPipeline(JSON.parse(text))
  const { name, backend, program, postProcesses, maps } = processor
  const outputs = program.outputs.map((output) => ({ name: output.name, join: output.join ?? 'stack' }))
  const after = Object.fromEntries(Object.entries(postProcesses).map(([task, own]) => [task, own.outputs]))
  const labels = maps ? 'images' : processor.crops ? 'boxes' : processor.labels?.from
  return { pipe, processor: { name, backend, outputs, after, ...(labels && { labels }) } }
}

export class HostedPipeline {
  private readonly pipe: Pipeline
  private readonly processor: ProcessorFacts | undefined
  private readonly hosted: Hosted
  private readonly holds: Holds
  private readonly mapped = new Mapped()
  private readonly exports = new Exports()
  /** Why batches could not be scheduled that were not shared yet. */
  private readonly refused = new Map<number, PipelineError>()
  private closing: Promise<void> | undefined
  private closed = false

  constructor(
    { pipe, processor }: Made,
    callee: Callee,
    private readonly connection: ProcessConnection,
    private readonly rooms: FeedRooms,
  ) {
    this.pipe = pipe
    this.processor = processor
    this.hosted = this.pipe.hosted(callee)
    this.holds = new Holds(this.hosted.mostHeld, (bytes) => this.hosted.noteCopy(bytes))
  }

  async build(): Promise<HostedFacts & { processor?: ProcessorFacts }> {
    await this.pipe.build()
    return { ...this.hosted.facts(), ...(this.processor && { processor: this.processor }) }
  }

  /** Schedules the batch that the process calls `number`. share() throws where that fails. */
  schedule(number: number, feeds?: Feeds): void {
    try {
      this.pipe.scheduleRun(feeds && this.data(feeds, false))
    } catch (error) {
      this.refused.set(number, pipelineError(error))
    }
  }

  /** The process uses the room again when this is answered. */
  feed(feeds: Feeds): void {
    for (const [name, data] of Object.entries(this.data(feeds, true))) this.pipe.feedInput(name, data)
  }

  private data(feeds: Feeds, copies: boolean) {
    return this.rooms.data(feeds, (name) => this.hosted.source(name), copies)
  }

  /** Takes the oldest scheduled batch, `number`, and calls `send` with what to tell of it, and the segments that go with it. */
  async share(
    number: number,
    batch: () => number,
    send: (message: SharedBatch, news: readonly Handle[]) => void,
  ): Promise<void> {
    const refused = this.refused.get(number)
    this.refused.delete(number)
    if (refused) throw refused
    const lease = await this.hosted.share()
    await made(lease.parts.map(({ slot }) => slot))
    if (this.closing) throw closed()
    const hold = this.holds.of(lease)
    const { slots } = hold
    const { parts: p, news } = handedOver(slots, this.mapped)
    const b = batch()
    this.connection.hold(b, hold)
    send({ b, n: lease.count, e: slots[0]!.epoch, p, ...this.exports.of(slots, this.connection) }, news)
  }

  /**
   * The process counts what it has shared, and an interrupt may make it release a batch twice. A pipeline that has failed has
   * released all.
   */
  release(): void {
    try {
      this.pipe.releaseOutputs()
    } catch (error) {
      if (!['NOTHING_SHARED', 'PIPELINE_CLOSED'].includes(pipelineError(error).code)) throw error
    }
  }

  reset(): void {
    this.refused.clear()
    this.pipe.reset()
  }

  setWeights(name: string, weights: readonly number[], from: number | undefined): number {
    return this.pipe.setWeights(name, weights, { from })
  }

  ask(question: Question): unknown {
    return this.pipe[question]()
  }

  /** The process has let go of a batch. `working`: work that it has queued on a GPU still uses it. */
  free(batch: number, working: boolean): void {
    const { slots, free } = this.connection.letGo(batch)
    if (working && !this.closed) this.exports.whenDone(this.connection, slots, free)
    else free()
    if (this.closed) this.exports.sweep()
  }

  /** The process has closed GPU memory, which may be of another pipeline. */
  closedMemory(numbers: readonly number[]): void {
    this.exports.closed(this.connection, numbers)
  }

  /** Whether the process has GPU memory of the pipeline open, which must not be freed under it. */
  get isOpen(): boolean {
    return !this.closed || this.exports.isUsedBy(this.connection)
  }

  /** Batches that the process holds stay valid for it. */
  close(): Promise<void> {
    this.closing ??= this.shutDown()
    return this.closing
  }

  private async shutDown(): Promise<void> {
    await this.pipe.close()
    this.closed = true
    this.exports.close()
    this.holds.close()
  }
}

/**
 * What is scheduled stays in its room until the batch was shared, so it need not be copied. What is repeated would have to stay
 * longer.
 */
function keepInRooms(graph: Graph): void {
  for (const node of graph.nodes) {
    if (node.op !== 'externalSource' || node.args.repeatLast) continue
    // Batches of a video come after the one for which it was fed.
    if (!readerOf(node, graph)) node.args.noCopy = true
  }
}

/**
 * Outputs in GPU memory are handed over by the dynamic executor alone. It gives the same bytes, and takes as many batches as the
 * executor that was asked for.
 */
function forDevice(options: PipelineOptions): PipelineOptions {
  if (typeof options.deviceId !== 'number') return options
  const { executor, prefetchQueueDepth: depths } = resolveOptions(options)
  if (executor === 'dynamic') return options
  const prefetchQueueDepth = executor === 'simple' ? 1 : Math.min(depths.cpu, depths.gpu)
  return { ...options, execPipelined: true, execAsync: true, execDynamic: true, prefetchQueueDepth }
}
