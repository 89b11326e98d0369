// capture(): an imperative loop at a pipeline's speed. Two steps are run as ever and watched; then a pipeline makes what
// they made, ahead of the loop, and the steps that follow find their results there.
import { PipelineError } from '../../errors.js'
import { shown } from '../../graph/suggest.js'
import type { Graph, GraphNode } from '../../graph/types.js'
import { Pipeline } from '../pipeline.js'
import type { TensorList } from '../tensor-list.js'
import { Batch } from './batch.js'
import { type CapturePlan, drawsAfter, type Explanation, notCaptured, planCapture } from './capture-plan.js'
import { homesOf, ReplayedStep } from './capture-replay.js'
import { TracedStep } from './capture-trace.js'
import { EvalContext } from './context.js'
import { watched } from './recorder.js'
import { Value } from './value.js'

type Place = { epoch: number; position: number }

/** A reader in the hands of a captured loop. */
export interface Hold {
  /** The reader as a node of a graph. */
  node(id: number): GraphNode
  seed: number
  /** Where it stands. */
  place: Place
  /** The loop has had what lies before. */
  moved(place: Place, batchSize: number): void
  /** Gives the reader back, which goes on at `place`. */
  release(place: Place): void
}

/** What can be captured: readers. */
export interface Capturable {
  /** @internal Called by the loop that drives the reader from now on. Throws API_MIXED where something else does. */
  captured(): Hold
}

export interface CaptureOptions {
  /** The reader that drives the loop, or several, which then go in step: the epoch ends with the shortest. */
  readers: Capturable | readonly Capturable[]
  /** Samples per step; the last step of an epoch may have fewer. */
  batchSize: number
  /** Throws for a call that cannot be captured, instead of running it as ever. Default: false. */
  strict?: boolean
  /** Batches that are made ahead. Default: 2. */
  prefetchQueueDepth?: number
}

/** Steps that are run as ever before the pipeline takes over: two, to see what changes from one to the next. */
const tracedSteps = 2

/** `fn` over the batches of readers, as an async iterable of what it returns: one epoch per iteration. Made by capture(). */
export class CapturedLoop<Out> implements AsyncIterable<Awaited<Out>> {
  private readonly sources: Hold[]
  private readonly threads: number
  private readonly traced: TracedStep[] = []
  private plan: CapturePlan | undefined
  private pipe: Pipeline<TensorList[]> | undefined
  /** Batches that it gave. */
  private piped = 0
  private place: Place[]
  private iterating = false
  private closed = false
  private steps = 0
  private readonly missed = new Map<number, number>()
  private strangers = 0
  /** What each random call drew last. */
  private readonly drawn = new Map<number, Uint32Array>()

  /** @internal */
  constructor(
    private readonly fn: (...batches: Batch[][]) => Out,
    private readonly options: Required<CaptureOptions>,
  ) {
    const readers = [options.readers].flat() as Capturable[]
    this.sources = readers.map((reader) => reader.captured())
    this.place = this.sources.map((source) => ({ ...source.place }))
    this.threads = EvalContext.current().numThreads
  }

  /**
   * The calls of a step: which ones a pipeline makes ahead, and why the others are not. Empty until two full steps have been
   * run. toString() of the list is not needed: `console.table(loop.explain())` shows it.
   */
  explain(): Explanation[] {
    const all = this.plan?.explanations ?? []
    const index = new Map(this.plan?.captured.map(({ index }, i) => [index, i]))
    return all.map((entry, i) => {
      const missed = this.missed.get(i)
      if (!index.has(i) || !missed) return entry
      return { ...entry, reason: `in ${missed} of ${this.steps} steps it was not made as before, and ran as ever` }
    })
  }

  /** One epoch. Leaving it early begins the next one fresh. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Awaited<Out>, void, void> {
    if (this.closed) throw new PipelineError({ code: 'PIPELINE_CLOSED', op: 'capture', message: 'The loop is closed' })
    if (this.iterating) {
      throw new PipelineError({
        code: 'API_MIXED',
        op: 'capture',
        message: 'Two iterations over one captured loop at once',
        hint: 'Finish or leave the first loop, or make a second one with readers of its own',
      })
    }
    this.iterating = true
    let whole = false
    try {
      whole = yield* this.asEver()
      if (!whole) {
        yield* this.ahead()
        whole = true
      }
    } finally {
      this.iterating = false
      // What was prefetched of an epoch that was left is not what comes next.
      if (!whole || this.restarts) this.dropPipe()
      this.place = this.place.map(({ epoch }) => ({ epoch: epoch + 1, position: 0 }))
      for (const [i, place] of this.place.entries()) this.sources[i]!.moved(place, this.options.batchSize)
    }
  }

  /** Steps without a pipeline: until there is one, or to the end of the epoch, which is what it returns. */
  private async *asEver(): AsyncGenerator<Awaited<Out>, boolean, void> {
    if (this.plan?.captured.length) return false
    const pipe = this.readerPipe()
    try {
      for await (const lists of pipe) {
        const count = lists[0]!.length
        const made = homesOf(lists)
        const roots = this.split(made).map((own) =>
          own.map(({ home, place, gpu }) => Value.of(home, place, count, gpu)),
        )
        const step = new TracedStep(roots)
        const result = await watched(step, () => this.fn(...batchesOf(roots)))
        step.end(result)
        const ended = this.advance(pipe, count)
        const full = count === this.options.batchSize
        if (full && !this.plan) this.traced.push(step)
        yield result as Awaited<Out>
        if (this.traced.length < tracedSteps || this.plan) continue
        this.makePlan()
        if (this.plan!.captured.length) return ended
      }
      return true
    } finally {
      await pipe.close()
    }
  }

  /** Steps whose captured calls find their results. */
  private async *ahead(): AsyncGenerator<Awaited<Out>, void, void> {
    const plan = this.plan!
    this.pipe ??= this.openPipe(plan)
    const pipe = this.pipe
    for await (const lists of pipe) {
      const count = lists[0]!.length
      const places = this.place.map((place) => ({ ...place }))
      const step = new ReplayedStep(
        plan,
        lists,
        count,
        this.piped++,
        this.sources.map((source) => source.node(0).numOutputs),
        () => this.reread(places, count),
      )
      const result = await watched(step, () => this.fn(...batchesOf(step.roots)))
      this.note(step)
      this.move(count)
      yield result as Awaited<Out>
    }
  }

  private note(step: ReplayedStep): void {
    this.steps++
    for (const { index } of this.plan!.captured) {
      if (!step.met.has(index)) this.missed.set(index, (this.missed.get(index) ?? 0) + 1)
      else if (step.met.get(index)) this.drawn.set(index, step.met.get(index)!)
    }
    this.strangers += step.strangers
    if (!this.options.strict) return
    const missed = this.plan!.captured.find(({ index }) => !step.met.has(index))
    if (missed) {
      throw notCaptured({ ...this.plan!.explanations[missed.index]!, reason: 'it was not made as in the steps before' })
    }
  }

  private makePlan(): void {
    const [first, second] = this.traced as [TracedStep, TracedStep]
    this.plan = planCapture(this.sources, first, second, this.options.batchSize)
    for (const { index, recorded } of this.plan.captured) {
      const { draw } = second.calls[index]!.call
      if (recorded.call.draw && draw) this.drawn.set(index, draw)
    }
    this.traced.length = 0
    const odd = this.options.strict ? this.plan.explanations.find(({ captured }) => !captured) : undefined
    if (odd) throw notCaptured(odd)
  }

  /** Several inputs begin their epochs together, and drop what was prefetched: then batches cannot be counted on. */
  private get restarts(): boolean {
    return this.sources.length > 1
  }

  private openPipe(plan: CapturePlan): Pipeline<TensorList[]> {
    // Counters go on from what was drawn last.
    for (const entry of plan.captured) {
      const last = this.drawn.get(entry.index)
      if (!entry.draws || !last) continue
      entry.draws = drawsAfter(entry.draws, last)
      plan.graph.nodes.find(({ id }) => id === entry.node)!.draws = entry.draws
    }
    this.piped = 0
    return this.open(plan.graph, plan.deviceId)
  }

  private readerPipe(): Pipeline<TensorList[]> {
    return this.open(this.readerGraph(), null)
  }

  private readerGraph(): Graph {
    const nodes = this.sources.map((source, id) => named(source.node(id), id))
    const outputs = nodes.flatMap(({ id, numOutputs }) =>
      Array.from({ length: numOutputs }, (_, output) => ({ value: { node: id, output } })),
    )
    return { nodes, outputs }
  }

  private open(graph: Graph, deviceId: number | null, batchSize = this.options.batchSize, places = this.place) {
    const pipe = new Pipeline<TensorList[]>(
      { ...graph, nodes: graph.nodes.map((node) => (node.id < this.sources.length ? named(node, node.id) : node)) },
      {
        ...{ batchSize, deviceId, seed: this.sources[0]!.seed, numThreads: this.threads },
        prefetchQueueDepth: this.options.prefetchQueueDepth,
      },
    )
    pipe.beginAt(Object.fromEntries(places.map((place, id) => [nameOf(id), place])))
    return pipe
  }

  /** What the readers gave at a place, once more. */
  private reread(places: Place[], count: number) {
    const pipe = this.open(this.readerGraph(), null, count, places)
    const made = homesOf(pipe.runSync())
    void pipe.close()
    return this.split(made)
  }

  /** The readers' outputs, reader by reader. */
  private split<T>(all: readonly T[]): T[][] {
    const rest = [...all]
    return this.sources.map((source) => rest.splice(0, source.node(0).numOutputs))
  }

  /** True when the epoch is over. */
  private advance(pipe: Pipeline<TensorList[]>, count: number): boolean {
    const ended = this.place.some((place, id) => pipe.epochAfter(nameOf(id), place, count) > place.epoch)
    this.move(count)
    return ended
  }

  private move(count: number): void {
    for (const [i, place] of this.place.entries()) {
      place.position += count
      this.sources[i]!.moved({ ...place }, this.options.batchSize)
    }
  }

  private dropPipe(): void {
    void this.pipe?.close()
    this.pipe = undefined
  }

  /** Ends the pipeline behind the loop and gives the readers back, which go on with the next epoch. Results stay. */
  async close(): Promise<void> {
    if (this.closed) return
    this.closed = true
    await this.pipe?.close()
    this.pipe = undefined
    this.sources.forEach((source, i) => {
      source.release(this.place[i]!)
    })
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

const nameOf = (id: number) => `reader ${id}`
const named = (node: GraphNode, id: number): GraphNode => ({ ...node, id, name: nameOf(id) })
const batchesOf = (roots: readonly (readonly Value[])[]): Batch[][] =>
  roots.map((own) => own.map((value) => new Batch(value, null)))

/**
 * The loop `for (const batch of reader.nextEpoch({ batchSize })) fn(batch)` with a pipeline behind it: an async iterable of
 * what `fn` returns, one epoch per iteration. `fn` gets one array per reader, `[jpegs, labels]`, and is called for every step;
 * results are those of the plain loop, bit for bit, also of calls that cannot be captured, which run as ever.
 * The readers belong to the loop until close().
 * Errors: INVALID_ARGUMENT for options, API_MIXED for a reader that something else drives.
 */
export function capture<Out>(fn: (...batches: Batch[][]) => Out, options: CaptureOptions): CapturedLoop<Out> {
  const fault = (expected: string, name: string, value: unknown) =>
    new PipelineError({
      code: 'INVALID_ARGUMENT',
      op: 'capture',
      message: `Expected ${expected} for ${name} but received ${shown(value)}`,
    })
  if (typeof fn !== 'function') throw fault('a function', 'fn', fn)
  const { readers, batchSize, strict = false, prefetchQueueDepth = 2 } = options ?? {}
  const list = [readers].flat() as Capturable[]
  const odd = list.find((reader) => typeof reader?.captured !== 'function')
  if (!list.length || odd !== undefined || readers === undefined) {
    throw fault('a reader or an array of readers', 'readers', odd ?? readers)
  }
  if (!Number.isInteger(batchSize) || batchSize < 1) throw fault('an integer >= 1', 'batchSize', batchSize)
  if (typeof strict !== 'boolean') throw fault('true or false', 'strict', strict)
  return new CapturedLoop(fn, { readers, batchSize, strict, prefetchQueueDepth })
}
