// Running ahead: what a loop has done to the last batches of a reader is begun for the next ones as soon as they are read. When the
// loop makes the calls it finds them on their way, if they are the same calls with the same random numbers; if not, what was
// begun is dropped. So results never depend on it, and the CPUs or the GPU have work while the loop takes and uses a result.

import { crowded } from '../values/pool.js'
import type { Storage } from '../values/storage.js'
import type { CompiledProgram } from './compiled-program.js'
import type { ExecutionQueue } from './execution-queue.js'
import { Submission } from './submission.js'
import type { BegunAhead } from './types.js'

/** Segments per batch that are looked at. */
const mostObservations = 4
/** Batches that a loop must have done the same to: more after each that was begun in vain. */
const usualRepeats = 2
const mostRepeats = 2 ** 20
/** So many that were not in vain make up for one that was. */
const reward = 64

/** Where a segment runs. */
interface Place {
  readonly queue: ExecutionQueue
  readonly gpu: number
}

/** What one segment did to a batch. */
interface Observation {
  /** Its number among those of the batch. */
  index: number
  program: CompiledProgram
  queue: ExecutionQueue
  gpu: number
  draws: Uint32Array | null
  /** Those of the batch before. */
  drawsBefore: Uint32Array | null
  /** To so many batches in a row, this one included. */
  times: number
}

/** For how many batches beyond the loop's a queue has threads. */
const reachOf = ({ width }: ExecutionQueue): number => Math.max(1, width - 1)

/** What was begun for a batch. */
export class Speculation implements BegunAhead {
  private constructor(
    /** Of the observation. */
    readonly index: number,
    private readonly program: CompiledProgram,
    private readonly draws: Uint32Array | null,
    private readonly queue: ExecutionQueue,
    private readonly work: Submission,
  ) {
    queue.ahead.add(this)
  }

  /** For the batch that comes so many after the observation's. */
  static begin(observation: Observation, { storage, count }: ReaderBatch, distance: number): Speculation {
    const { index, program, queue, gpu, draws: now, drawsBefore } = observation
    const draws = now && drawsBefore ? following(drawsBefore, now, distance) : null
    const work = new Submission(queue, { program, count, gpu, sources: [[storage, null]], draws })
    return new Speculation(index, program, draws, queue, work)
  }

  /** The work, whose owner the caller is now; undefined where it is not the same or was dropped. */
  take(program: CompiledProgram, draws: Uint32Array | null): Submission | undefined {
    if (program !== this.program || !equal(draws, this.draws) || !this.queue.ahead.delete(this)) return undefined
    return this.work
  }

  /** Discards it. False: it was taken or discarded before. */
  drop(): boolean {
    if (!this.queue.ahead.delete(this)) return false
    this.work.abandon()
    return true
  }
}

/** One batch of a reader. */
export class ReaderBatch {
  readonly observations: Observation[] = []
  speculations: Speculation[] = []

  /** Keeps the batch until letGo(). */
  constructor(
    private readonly predictor: LoopPredictor,
    readonly storage: Storage,
    readonly count: number,
    /** Reads it once more, blocking the thread. The storage is in use. */
    readonly renew: () => Storage,
  ) {
    storage.use()
  }

  /** Values keep the batch from now on, or it is not wanted. */
  letGo(): void {
    this.storage.leave()
  }

  /** What a segment that reads nothing else would do, where it is on its way. */
  begun(program: CompiledProgram, draws: Uint32Array | null): Submission | undefined {
    for (const speculation of this.speculations) {
      const work = speculation.take(program, draws)
      if (work) return work
    }
    return undefined
  }

  /** A segment that reads nothing else does this. */
  note(place: Place, program: CompiledProgram, draws: Uint32Array | null): void {
    this.predictor.note(this, place, program, draws)
  }
}

/** What a loop does with the batches of a reader. */
export class LoopPredictor {
  private before: ReaderBatch | undefined
  private now: ReaderBatch | undefined
  /** Those that follow, as far as they are read. */
  private coming: ReaderBatch[] = []
  private repeats: number
  private taken = 0

  constructor(runAhead: boolean) {
    this.repeats = runAhead ? usualRepeats : Number.POSITIVE_INFINITY
  }

  /** How many batches to read ahead of the loop: those that work can be begun for. */
  get reach(): number {
    const { before, now, repeats } = this
    const observations = now?.observations.length ? now.observations : (before?.observations ?? [])
    return Math.max(1, ...observations.map(({ times, queue }) => (times >= repeats ? reachOf(queue) : 1)))
  }

  /** One more batch was read; the loop does not have it yet. */
  arrived(readerBatch: ReaderBatch): void {
    this.coming.push(readerBatch)
    for (const observation of this.now?.observations ?? []) this.consider(observation)
  }

  /** The loop has the next batch, and has done with the last one what it wanted to. */
  given(readerBatch: ReaderBatch): void {
    const { now } = this
    if (now) {
      for (const speculation of now.speculations) {
        if (speculation.drop()) this.repeats = Math.min(mostRepeats, 2 * this.repeats)
        else if (++this.taken % reward === 0) this.repeats = Math.max(usualRepeats, this.repeats / 2)
      }
      now.speculations = []
    }
    this.before = now
    this.now = readerBatch
    if (this.coming[0] === readerBatch) this.coming.shift()
  }

  /** The loop is over. */
  forget(): void {
    for (const readerBatch of [this.now, ...this.coming])
      for (const speculation of readerBatch?.speculations ?? []) speculation.drop()
    this.before = undefined
    this.now = undefined
    this.coming = []
  }

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
        readerBatch.speculations.push(Speculation.begin(observation, readerBatch, i + 1))
      } catch {
        // As for want of memory: the call itself will say, if it must.
        return
      }
    }
  }
}

/**
 * The draws so many batches after `now` if the generators go on as they did. Of each a key and a counter, two words each, low
 * ones first.
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
