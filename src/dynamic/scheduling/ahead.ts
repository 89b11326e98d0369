// Running ahead: what a loop has done to the last batches of a reader is begun for the next ones as soon as they are read. When the
// loop makes the calls it finds them on their way, if they are the same calls with the same random numbers; if not, what was
// begun is dropped. So results never depend on it, and the CPUs or the GPU have work while the loop takes and uses a result.
import type { Home } from '../values/home.js'
import { crowded } from '../values/pool.js'
import type { Lane } from './lane.js'
import { Submission } from './submission.js'
import type { Template } from './template.js'
import type { BegunAhead } from './types.js'

/** Segments per batch that are looked at. */
const mostDeeds = 4
/** Batches that a loop must have done the same to: more after each that was begun in vain. */
const usualPatience = 2
const mostPatience = 2 ** 20
/** So many that were not in vain make up for one that was. */
const reward = 64

/** Where a segment runs. */
interface Place {
  readonly lane: Lane
  readonly gpu: number
}

/** What one segment did to a batch. */
interface Deed {
  /** Its number among those of the batch. */
  index: number
  template: Template
  lane: Lane
  gpu: number
  draws: Uint32Array | null
  /** Those of the batch before. */
  drawsBefore: Uint32Array | null
  /** To so many batches in a row, this one included. */
  times: number
}

/** For how many batches beyond the loop's a lane has threads. */
const reachOf = ({ width }: Lane): number => Math.max(1, width - 1)

/** What was begun for a batch. */
export class Guess implements BegunAhead {
  private constructor(
    /** Of the deed. */
    readonly index: number,
    private readonly template: Template,
    private readonly draws: Uint32Array | null,
    private readonly lane: Lane,
    private readonly work: Submission,
  ) {
    lane.ahead.add(this)
  }

  /** For the batch that comes so many after the deed's. */
  static begin(deed: Deed, { home, count }: Portion, distance: number): Guess {
    const { index, template, lane, gpu, draws: now, drawsBefore } = deed
    const draws = now && drawsBefore ? following(drawsBefore, now, distance) : null
    const work = new Submission(lane, { template, count, gpu, sources: [[home, null]], draws })
    return new Guess(index, template, draws, lane, work)
  }

  /** The work, whose owner the caller is now; undefined where it is not the same or was dropped. */
  take(template: Template, draws: Uint32Array | null): Submission | undefined {
    if (template !== this.template || !equal(draws, this.draws) || !this.lane.ahead.delete(this)) return undefined
    return this.work
  }

  /** Discards it. False: it was taken or discarded before. */
  drop(): boolean {
    if (!this.lane.ahead.delete(this)) return false
    this.work.abandon()
    return true
  }
}

/** One batch of a reader. */
export class Portion {
  readonly deeds: Deed[] = []
  guesses: Guess[] = []

  /** Keeps the batch until letGo(). */
  constructor(
    private readonly habit: Habit,
    readonly home: Home,
    readonly count: number,
    /** Reads it once more, blocking the thread. The home is in use. */
    readonly renew: () => Home,
  ) {
    home.use()
  }

  /** Values keep the batch from now on, or it is not wanted. */
  letGo(): void {
    this.home.leave()
  }

  /** What a segment that reads nothing else would do, where it is on its way. */
  begun(template: Template, draws: Uint32Array | null): Submission | undefined {
    for (const guess of this.guesses) {
      const work = guess.take(template, draws)
      if (work) return work
    }
    return undefined
  }

  /** A segment that reads nothing else does this. */
  note(place: Place, template: Template, draws: Uint32Array | null): void {
    this.habit.note(this, place, template, draws)
  }
}

/** What a loop does with the batches of a reader. */
export class Habit {
  private before: Portion | undefined
  private now: Portion | undefined
  /** Those that follow, as far as they are read. */
  private coming: Portion[] = []
  private patience: number
  private taken = 0

  constructor(runAhead: boolean) {
    this.patience = runAhead ? usualPatience : Number.POSITIVE_INFINITY
  }

  /** How many batches to read ahead of the loop: those that work can be begun for. */
  get reach(): number {
    const { before, now, patience } = this
    const deeds = now?.deeds.length ? now.deeds : (before?.deeds ?? [])
    return Math.max(1, ...deeds.map(({ times, lane }) => (times >= patience ? reachOf(lane) : 1)))
  }

  /** One more batch was read; the loop does not have it yet. */
  arrived(portion: Portion): void {
    this.coming.push(portion)
    for (const deed of this.now?.deeds ?? []) this.consider(deed)
  }

  /** The loop has the next batch, and has done with the last one what it wanted to. */
  given(portion: Portion): void {
    const { now } = this
    if (now) {
      for (const guess of now.guesses) {
        if (guess.drop()) this.patience = Math.min(mostPatience, 2 * this.patience)
        else if (++this.taken % reward === 0) this.patience = Math.max(usualPatience, this.patience / 2)
      }
      now.guesses = []
    }
    this.before = now
    this.now = portion
    if (this.coming[0] === portion) this.coming.shift()
  }

  /** The loop is over. */
  forget(): void {
    for (const portion of [this.now, ...this.coming]) for (const guess of portion?.guesses ?? []) guess.drop()
    this.before = undefined
    this.now = undefined
    this.coming = []
  }

  note(portion: Portion, { lane, gpu }: Place, template: Template, draws: Uint32Array | null): void {
    if (portion !== this.now || portion.deeds.length >= mostDeeds) return
    const index = portion.deeds.length
    const before = this.before?.deeds[index]
    const same = before?.template === template ? before : undefined
    const times = same ? same.times + 1 : 1
    const deed = { index, template, lane, gpu, draws, drawsBefore: same?.draws ?? null, times }
    portion.deeds.push(deed)
    this.consider(deed)
  }

  private consider(deed: Deed): void {
    const { index, template, lane, times } = deed
    if (times < this.patience || template.closed) return
    for (const [i, portion] of this.coming.slice(0, reachOf(lane)).entries()) {
      if (portion.count !== this.now!.count || crowded()) return
      if (portion.guesses.some((guess) => guess.index === index)) continue
      try {
        portion.guesses.push(Guess.begin(deed, portion, i + 1))
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
