// Running ahead: what a loop did to the last batches of a reader is begun for the next ones as soon as those are read.
// When the loop then makes the same calls with the same random numbers, it takes the work that was begun; otherwise
// that is dropped. So results never depend on running ahead, and the CPUs or the GPU have work while the loop takes and
// uses a result.

import { crowded } from '../values/pool.js'
import type { Storage } from '../values/storage.js'
import { Execution } from './execution.js'
import type { CompiledProgram, ExecutionQueue } from './execution-queue.js'

/** Segments per batch that are observed. */
const mostObservations = 4
/**
 * Identical batches that are required before speculating at first; the number doubles after each wasted speculation.
 */
const usualRepeats = 2
/** The most identical batches that are ever required. */
const mostRepeats = 2 ** 20
/** The number of useful speculations that halve the requirement again. */
const reward = 64

/** Where a segment runs. */
interface Place {
  readonly queue: ExecutionQueue
  readonly gpu: number
}

/** One segment that the loop ran on a batch. */
interface Observation {
  /** Number of the segment among those of the batch. */
  index: number
  program: CompiledProgram
  queue: ExecutionQueue
  gpu: number
  draws: Uint32Array | null
  /** The draws of the same segment on the batch before. */
  drawsBefore: Uint32Array | null
  /** Number of batches in a row, this one included, on which the loop ran this program. */
  times: number
}

/** Number of batches beyond the loop's own for which a queue has threads. */
const reachOf = ({ width }: ExecutionQueue): number => Math.max(1, width - 1)

/** Work that was begun for a batch before the loop made the calls. */
interface Speculation {
  /** The number of the segment that it repeats. */
  readonly index: number
  readonly execution: Execution
}

/** Repeats an observation for the reader batch that comes `distance` batches after it. */
function speculate(observation: Observation, { storage, count }: ReaderBatch, distance: number): Speculation {
  const { index, program, queue, gpu, draws: now, drawsBefore } = observation
  const draws = now && drawsBefore ? following(drawsBefore, now, distance) : null
  const work = { program, count, gpu, sources: [[storage, null] as const], draws }
  return { index, execution: new Execution(queue, work, 'continues', true) }
}

/** One batch of a reader, with what the loop did to it and what was begun for it. */
export class ReaderBatch {
  readonly observations: Observation[] = []
  speculations: Speculation[] = []

  /** Keeps the storage in use until letGo(). */
  constructor(
    private readonly predictor: LoopPredictor,
    readonly storage: Storage,
    readonly count: number,
    /** Reads the batch again, blocking the thread. The caller must end the use of the storage that it returns. */
    readonly renew: () => Storage,
  ) {
    storage.use()
  }

  /** Ends the use of the storage: either values keep the batch now, or it is not wanted. */
  letGo(): void {
    this.storage.leave()
  }

  /** Takes the work of a segment that reads only this batch, if it was begun ahead. */
  take(program: CompiledProgram, draws: Uint32Array | null): Execution | undefined {
    const same = ({ execution: { work } }: Speculation) => work.program === program && equal(work.draws, draws)
    return this.speculations.find((one) => same(one) && one.execution.take())?.execution
  }

  /** Notes that a segment that reads only this batch runs this program. */
  note(place: Place, program: CompiledProgram, draws: Uint32Array | null): void {
    this.predictor.note(this, place, program, draws)
  }
}

/** Observes what a loop does with the batches of one reader, and begins the same for the next batches. */
export class LoopPredictor {
  /** The batch before the one that the loop has. */
  private before: ReaderBatch | undefined
  /** The batch that the loop has. */
  private now: ReaderBatch | undefined
  /** The batches that follow, as far as they are read. */
  private coming: ReaderBatch[] = []
  /** Identical batches that are required before speculating. */
  private repeats: number
  /** Number of useful speculations. */
  private taken = 0

  constructor(runAhead: boolean) {
    this.repeats = runAhead ? usualRepeats : Number.POSITIVE_INFINITY
  }

  /** Number of batches to read ahead of the loop: as many as work can be begun for, and at least 1. */
  get reach(): number {
    const { before, now, repeats } = this
    const observations = now?.observations.length ? now.observations : (before?.observations ?? [])
    return Math.max(1, ...observations.map(({ times, queue }) => (times >= repeats ? reachOf(queue) : 1)))
  }

  /** A further batch was read, which the loop does not have yet. */
  arrived(readerBatch: ReaderBatch): void {
    this.coming.push(readerBatch)
    for (const observation of this.now?.observations ?? []) this.consider(observation)
  }

  /** The loop gets the next batch, so it has made all its calls on the last one. */
  given(readerBatch: ReaderBatch): void {
    const { now } = this
    if (now) {
      for (const speculation of now.speculations) {
        if (speculation.execution.drop()) this.repeats = Math.min(mostRepeats, 2 * this.repeats)
        else if (++this.taken % reward === 0) this.repeats = Math.max(usualRepeats, this.repeats / 2)
      }
      now.speculations = []
    }
    this.before = now
    this.now = readerBatch
    if (this.coming[0] === readerBatch) this.coming.shift()
  }

  /** The loop is over: drops what was begun and what was observed. */
  forget(): void {
    for (const readerBatch of [this.now, ...this.coming])
      for (const { execution } of readerBatch?.speculations ?? []) execution.drop()
    this.before = undefined
    this.now = undefined
    this.coming = []
  }

  /** Notes that a segment on the reader batch runs this program. */
  note(readerBatch: ReaderBatch, { queue, gpu }: Place, program: CompiledProgram, draws: Uint32Array | null): void {
    if (readerBatch !== this.now || readerBatch.observations.length >= mostObservations) return
    const index = readerBatch.observations.length
    const before = this.before?.observations[index]
    const same = before?.program === program ? before : undefined
    const times = same ? same.times + 1 : 1
    const observation = { index, program, queue, gpu, draws, drawsBefore: same?.draws ?? null, times }
    readerBatch.observations.push(observation)
    this.consider(observation)
  }

  private consider(observation: Observation): void {
    const { index, program, queue, times } = observation
    if (times < this.repeats || program.closed) return
    for (const [i, readerBatch] of this.coming.slice(0, reachOf(queue)).entries()) {
      if (readerBatch.count !== this.now!.count || crowded()) return
      if (readerBatch.speculations.some((speculation) => speculation.index === index)) continue
      try {
        readerBatch.speculations.push(speculate(observation, readerBatch, i + 1))
      } catch {
        // Memory may be short, for example. The call itself reports an error if it fails too.
        return
      }
    }
  }
}

/**
 * The draws `distance` batches after `now`, if the generators continue as they did from `before` to `now`. The draws of
 * an operator are a key and a counter of two words each, low words first.
 */
function following(before: Uint32Array, now: Uint32Array, distance: number): Uint32Array {
  const next = now.slice()
  for (let i = 2; i < now.length; i += 4) {
    const counter = (words: Uint32Array) => BigInt(words[i]!) | (BigInt(words[i + 1]!) << 32n)
    const then = BigInt.asUintN(64, counter(now) + BigInt(distance) * (counter(now) - counter(before)))
    next[i] = Number(then & 0xffffffffn)
    next[i + 1] = Number(then >> 32n)
  }
  return next
}

function equal(a: Uint32Array | null, b: Uint32Array | null): boolean {
  return a === b || (!!a && !!b && a.length === b.length && a.every((word, i) => word === b[i]))
}
