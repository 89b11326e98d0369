// capture(): runs an imperative loop at the speed of a pipeline. Two steps run uncaptured while their calls are
// recorded. Then a pipeline makes the same results ahead of the loop, and the calls of later steps get theirs from it.

import type { Pipeline } from '../../api/pipeline.js'
import type { TensorList } from '../../data/tensor-list.js'
import { apiMixed, invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import { EvalContext } from '../context/context.js'
import { during } from '../context/scope.js'
import { Batch } from '../values/tensor.js'
import { Value } from '../values/value.js'
import { type CapturePlan, type Explanation, explanationOf, goOn, notCaptured, planCapture } from './capture-plan.js'
import { Drift, ReplayedStep, storagesOf } from './capture-replay.js'
import { type Capturable, CapturedSources, closedLoop, type Hold } from './capture-sources.js'
import { TracedStep } from './capture-trace.js'

export type { Capturable, Hold }

/** Options of capture(). */
export interface CaptureOptions {
  /** The reader that drives the loop, or several, which advance together: the epoch ends with the shortest one. */
  readers: Capturable | readonly Capturable[]
  /** Samples per step, an integer >= 1; the last step of an epoch may have fewer. */
  batchSize: number
  /** Throws INVALID_ARGUMENT for a call that cannot be captured, instead of running it uncaptured. Default: false. */
  strict?: boolean
  /** Number of batches that are made ahead. Default: 2. */
  prefetchQueueDepth?: number
}

/** Steps that run uncaptured before the pipeline takes over: two, which show what changes from step to step. */
const tracedSteps = 2

/** An async iterable over the results of a step function; one iteration is one epoch. capture() makes it. */
export class CapturedLoop<Out> implements AsyncIterable<Awaited<Out>> {
  private readonly sources: CapturedSources
  private traced: TracedStep[] = []
  private plan: CapturePlan | undefined
  private pipe: Pipeline<TensorList[]> | undefined
  /** Number of batches that the pipeline has given. */
  private piped = 0
  /** A pipeline of the readers alone, for steps that run uncaptured. */
  private plain: Pipeline<TensorList[]> | undefined
  /** Steps still to run uncaptured after a failure of the pipeline, so that errors surface as in the plain loop. */
  private pause = 0
  /** The value of `pause` after the last failure; it doubles if the pipeline fails again with its first batch. */
  private backoff = 1
  private readonly drift = new Drift()
  private iterating = false
  private closed = false
  /** Number of steps that ran with the pipeline. */
  private steps = 0
  /** By the position of a captured call: number of steps in which it was not made as captured. */
  private readonly missed = new Map<number, number>()
  /** Number of all steps. */
  private made = 0

  /** @internal */
  constructor(
    private readonly fn: (...batches: Batch[][]) => Out,
    private readonly options: Required<CaptureOptions>,
  ) {
    const { readers, batchSize, prefetchQueueDepth } = options
    const { numThreads } = EvalContext.current()
    this.sources = new CapturedSources([readers].flat() as Capturable[], { batchSize, prefetchQueueDepth, numThreads })
  }

  /**
   * The calls of a step: which ones the pipeline makes ahead, and why it does not make the others. The list is empty
   * until two full steps have run. Print it with `console.table(loop.explain())`.
   */
  explain(): Explanation[] {
    const all = this.plan?.explanations ?? []
    const index = new Map(this.plan?.captured.map(({ index }, i) => [index, i]))
    return all.map((entry, i) => {
      const missed = this.missed.get(i)
      if (!index.has(i) || !missed) return entry
      return { ...entry, reason: `in ${missed} of ${this.steps} steps it was not made as before, and ran uncaptured` }
    })
  }

  /**
   * One epoch. After an iteration that is left early, the next one begins the next epoch. Throws PIPELINE_CLOSED,
   * API_MIXED (another iteration is running), the errors of the step function and of the readers, and with `strict`
   * INVALID_ARGUMENT.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Awaited<Out>, void, void> {
    if (this.closed) throw closedLoop()
    if (this.iterating) {
      throw apiMixed('Two iterations over one captured loop at once', {
        op: 'capture',
        hint: 'Finish or leave the first loop, or make a second one with readers of its own',
      })
    }
    this.iterating = true
    let whole = false
    try {
      while (!whole) {
        if (!this.plan && this.traced.length === tracedSteps) this.makePlan()
        whole = this.piping ? yield* this.ahead(this.plan!) : yield* this.uncaptured()
      }
    } finally {
      this.iterating = false
      // Batches that were prefetched of an epoch that was left early are not those that come next.
      if (!whole || this.sources.restarts) await this.dropPipe()
      if (!this.closed) this.sources.turn()
    }
  }

  private get piping(): boolean {
    return !this.pause && this.plan !== undefined && this.plan.captured.length > 0
  }

  /** Runs steps uncaptured until a pipeline can take over. Returns whether the epoch is over. */
  private async *uncaptured(): AsyncGenerator<Awaited<Out>, boolean, void> {
    const pipe = this.sources.openPlain()
    this.plain = pipe
    try {
      for await (const lists of pipe) {
        const count = lists[0]!.length
        const roots = this.sources
          .split(storagesOf(lists))
          .map((own) => own.map(({ storage, place, gpu }) => Value.of(storage, place, count, gpu)))
        const step = new TracedStep(roots, this.made++)
        const { traced, plan } = this
        // If the step throws, its recorded calls may be incomplete, so recording starts again.
        this.traced = []
        const result = await during({ recorder: step }, () => this.fn(...batchesOf(roots)))
        step.end(result)
        if (this.closed) throw closedLoop()
        const ended = this.sources.advance(pipe, count)
        this.traced = traced
        if (plan) goOn(plan, 1)
        else if (count === this.options.batchSize) traced.push(step)
        yield result as Awaited<Out>
        if (this.closed) throw closedLoop()
        if (this.pause ? --this.pause : this.traced.length < tracedSteps) continue
        return ended
      }
      return true
    } finally {
      await pipe.close()
    }
  }

  /** Runs steps whose captured calls get their results from the pipeline. Returns whether the epoch is over. */
  private async *ahead(plan: CapturePlan): AsyncGenerator<Awaited<Out>, boolean, void> {
    this.pipe ??= this.sources.open(plan.graph, plan.deviceId)
    const { pipe, sources } = this
    const batches = pipe[Symbol.asyncIterator]()
    try {
      for (;;) {
        const lists = await this.next(batches)
        if (!lists) return !this.pause
        const count = lists[0]!.length
        const { at, outputs } = sources
        const step = new ReplayedStep({
          ...{ plan, lists, count, steps: this.piped++, outputs },
          reread: () => sources.reread(at, count),
        })
        this.made++
        let result: Awaited<Out>
        try {
          result = (await during({ recorder: step }, () => this.fn(...batchesOf(step.roots)))) as Awaited<Out>
        } finally {
          step.end()
        }
        if (this.closed) throw closedLoop()
        this.note(step)
        const ended = sources.advance(pipe, count)
        yield result
        if (this.closed) throw closedLoop()
        if (!this.drift.settled(step.drift)) continue
        await this.dropPipe()
        goOn(plan, 0, step.drift)
        return ended
      }
    } finally {
      await batches.return()
    }
  }

  /** The pipeline's next batch; undefined at the end of the epoch, or if the pipeline has failed. */
  private async next(batches: AsyncGenerator<TensorList[], void, void>): Promise<TensorList[] | undefined> {
    try {
      const { value } = await batches.next()
      return value as TensorList[] | undefined
    } catch {
      if (this.closed) throw closedLoop()
      this.backoff = this.piped > 1 ? 1 : Math.min(2 * this.backoff, 1024)
      this.pause = this.backoff
      await this.dropPipe()
      return undefined
    }
  }

  private note(step: ReplayedStep): void {
    this.steps++
    const { captured, explanations } = this.plan!
    for (const { index } of captured) {
      if (!step.met.has(index)) this.missed.set(index, (this.missed.get(index) ?? 0) + 1)
    }
    if (!this.options.strict) return
    const missed = captured.find(({ index }) => !step.met.has(index))
    if (missed) throw notCaptured({ ...explanations[missed.index]!, reason: 'it was not made as in the steps before' })
    const [stranger] = step.strangers
    if (stranger) throw notCaptured({ ...explanationOf(stranger), reason: 'it was not made in the steps before' })
  }

  private makePlan(): void {
    const [first, second] = this.traced as [TracedStep, TracedStep]
    this.plan = planCapture(this.sources.nodes, { first, second, batchSize: this.options.batchSize })
    goOn(this.plan, this.made - 1 - second.ordinal)
    this.traced = []
    const odd = this.options.strict ? this.plan.explanations.find(({ captured }) => !captured) : undefined
    if (odd) throw notCaptured(odd)
  }

  private async dropPipe(): Promise<void> {
    const { pipe, piped } = this
    this.pipe = undefined
    this.piped = 0
    // The next pipeline's random numbers continue after those that were drawn last.
    if (this.plan) goOn(this.plan, piped)
    await pipe?.close()
  }

  /**
   * Ends the pipeline behind the loop and gives the readers back; their next loop begins the next epoch. An iteration
   * that is running ends with PIPELINE_CLOSED. Results stay readable.
   */
  async close(): Promise<void> {
    if (this.closed) return
    this.closed = true
    if (this.iterating) this.sources.turn()
    this.sources.release()
    await Promise.all([this.dropPipe(), this.plain?.close()])
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

const batchesOf = (roots: readonly (readonly Value[])[]): Batch[][] =>
  roots.map((own) => own.map((value) => new Batch(value, null)))

/**
 * Runs the loop `for (const batch of reader.nextEpoch({ batchSize })) fn(batch)` with a pipeline that computes ahead of
 * it. Returns an async iterable of what `fn` returns; one iteration is one epoch. `fn` is called for every step, with
 * one array of Batches per reader, such as `[jpegs, labels]`. Results are those of the plain loop, bit for bit; calls
 * that cannot be captured run uncaptured. The readers belong to the loop until close(). Throws INVALID_ARGUMENT for
 * wrong options, API_MIXED for a reader over which another loop is running.
 */
export function capture<Out>(fn: (...batches: Batch[][]) => Out, options: CaptureOptions): CapturedLoop<Out> {
  const fault = (expected: string, name: string, value: unknown) =>
    invalidArgument(`Expected ${expected} for ${name} but received ${shown(value)}`, { op: 'capture' })
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
