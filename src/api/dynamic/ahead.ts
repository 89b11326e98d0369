// Running ahead: what a loop has done to the last batches of a reader is begun for the next one as soon as that is read. When the
// loop makes the calls it finds them on their way, if they are the same calls with the same random numbers; if not, what was
// begun is dropped. So results never depend on it, and the CPUs or the GPU have work while the loop takes and uses a result.
import type { Home } from './home.js'
import type { Lane } from './lane.js'
import { crowded } from './pool.js'
import type { Segment, Template } from './segment.js'
import { Submission } from './submission.js'

/** Segments per batch that are looked at. */
const mostDeeds = 4
/** Batches that a loop must have done the same to: more after each that was begun in vain. */
const usualPatience = 2
const mostPatience = 2 ** 20
/** So many that were not in vain make up for one that was. */
const reward = 64

/** What one segment did to a batch. */
interface Deed {
  template: Template
  lane: Lane
  gpu: number
  draws: Uint32Array | null
  /** The draws that follow if the generators go on as they did. */
  drawsAfter: Uint32Array | null
  /** To so many batches in a row, this one included. */
  times: number
}

/** What was begun for a batch. */
export class Guess {
  private constructor(
    readonly template: Template,
    private readonly draws: Uint32Array | null,
    private readonly lane: Lane,
    private readonly work: Submission,
  ) {
    lane.ahead.add(this)
  }

  static begin({ template, lane, gpu, drawsAfter: draws }: Deed, { home, count }: Portion): Guess {
    return new Guess(
      template,
      draws,
      lane,
      new Submission(lane, { template, count, gpu, sources: [[home, null]], draws }),
    )
  }

  /** The work, whose owner the caller is now; undefined where it is not the same or was dropped. */
  take(template: Template, draws: Uint32Array | null): Submission | undefined {
    if (template !== this.template || !equal(draws, this.draws) || !this.lane.ahead.delete(this)) return undefined
    return this.work
  }

  /** Nobody wants it. False: it was taken or dropped before. */
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

  /** Values keep it from now on; or nobody wants it. */
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
  note(segment: Segment, template: Template, draws: Uint32Array | null): void {
    this.habit.note(this, segment, template, draws)
  }
}

/** What a loop does with the batches of a reader. */
export class Habit {
  private before: Portion | undefined
  private now: Portion | undefined
  private next: Portion | undefined
  private patience: number
  private taken = 0

  constructor(runAhead: boolean) {
    this.patience = runAhead ? usualPatience : Number.POSITIVE_INFINITY
  }

  /** The next batch is there; nobody has it yet. */
  arrived(portion: Portion): void {
    this.next = portion
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
    this.next = undefined
  }

  /** The loop is over. */
  forget(): void {
    for (const portion of [this.now, this.next]) for (const guess of portion?.guesses ?? []) guess.drop()
    this.before = undefined
    this.now = undefined
    this.next = undefined
  }

  note(portion: Portion, { lane, gpu }: Segment, template: Template, draws: Uint32Array | null): void {
    if (portion !== this.now || portion.deeds.length >= mostDeeds) return
    const before = this.before?.deeds[portion.deeds.length]
    const same = before?.template === template ? before : undefined
    const drawsAfter = draws && same ? after(same.draws!, draws) : null
    const deed = { template, lane, gpu, draws, drawsAfter, times: same ? same.times + 1 : 1 }
    portion.deeds.push(deed)
    if (this.next) this.consider(deed)
  }

  private consider(deed: Deed): void {
    const { next } = this
    if (deed.times < this.patience || next!.count !== this.now!.count || deed.template.closed || crowded()) return
    try {
      next!.guesses.push(Guess.begin(deed, next!))
    } catch {
      // As for want of memory: the call itself will say, if it must.
    }
  }
}

/** Of each draw a key and a counter, two words each, low ones first. */
function after(before: Uint32Array, now: Uint32Array): Uint32Array {
  const next = now.slice()
  for (let i = 2; i < now.length; i += 4) {
    const counter = (words: Uint32Array) => BigInt(words[i]!) | (BigInt(words[i + 1]!) << 32n)
    const following = BigInt.asUintN(64, 2n * counter(now) - counter(before))
    next[i] = Number(following & 0xffffffffn)
    next[i + 1] = Number(following >> 32n)
  }
  return next
}

function equal(a: Uint32Array | null, b: Uint32Array | null): boolean {
  return a === b || (!!a && !!b && a.length === b.length && a.every((word, i) => word === b[i]))
}
