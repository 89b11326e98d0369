// An actor's statistics in the control block: counters, and a ring of its last changes of state for the trace. Only
// the actor's thread writes them; the main thread may read them at any time. Neither ever waits for the other. Times
// are milliseconds of the machine's monotonic clock, so that all threads agree on "now".
import { ring } from '../generated/abi.js'

/** Indices of the 64-bit floats at the start of the actor's statistics area. */
const field = {
  startedAt: 0,
  endedAt: 1,
  starved: 2,
  blocked: 3,
  memory: 4,
  waitingSince: 5,
  batches: 6,
  samples: 7,
  bytes: 8,
  /** Entries written to the ring so far, as an int32. */
  written: 9,
} as const
const histogramAt = 16
const ringAt = 128
export const maxHistogram = ringAt - histogramAt

/** Number of entries in the ring, a power of two. An entry is two floats: the time, and the mark with its value. */
export const ringEntries = 2048
/** Number of the oldest entries that the writer may overwrite while they are read. */
const slack = 16
/**
 * The count of entries goes back to ringEntries here, so that it stays an int32. It is a multiple of the ring's size.
 */
const wrapAt = 2 ** 30

export const Wait = {
  none: 0,
  /** Waits for input. */
  starved: 1,
  /** Waits for room in an output mailbox. */
  blocked: 2,
  /** Waits for memory that the budget denies. Counted as blocked, and also on its own. */
  memory: 3,
} as const
export type Wait = (typeof Wait)[keyof typeof Wait]

/** Kinds of entries in the ring. The first four are the actor's new state. */
const Mark = { ...Wait, fill: 4, end: 5 } as const
const markBits = 8
/** The value of a `fill` entry is inbox * fillBase + the number of batches found. */
const fillBase = 128

/**
 * Milliseconds to add to performance.now() for the machine's monotonic clock; measured once per thread.
 * performance.now() is cheap but counts from the start of its thread, and performance.timeOrigin follows the system
 * clock, which may be set between the starts of two threads.
 */
const offset = monotonicOffset()

function monotonicOffset(): number {
  let least = Number.POSITIVE_INFINITY
  // An interruption between the two calls makes the difference too large, never too small, so the least one is right.
  for (let i = 0; i < 5; i++) {
    const now = performance.now()
    least = Math.min(least, Number(process.hrtime.bigint()) / 1e6 - now)
  }
  return least
}

export const clock = (): number => offset + performance.now()

/** A snapshot of the counters. Times are in seconds. */
export interface StageCounters {
  /** Time since the start, or until the end if the actor has ended. busy = elapsed - starved - blocked. */
  elapsed: number
  starved: number
  blocked: number
  /** The part of `blocked` in which only the memory budget was in the way. */
  memory: number
  batches: number
  samples: number
  bytes: number
  /** histogram[k]: how often the actor found k batches waiting for it. */
  histogram: number[]
  /** What the actor waits for now, and since how many seconds; null while it works. */
  waiting: { kind: 'starved' | 'blocked' | 'memory'; seconds: number } | null
}

/** A period in one state. Times are in milliseconds of `clock`. */
export interface Span {
  state: 'run' | 'starved' | 'blocked' | 'memory'
  from: number
  to: number
  /** How many batches the actor had completed by then. */
  batch: number
}

/** Says that `full` batches waited in the actor's input mailbox number `inbox` when it came for one. */
export interface Fill {
  at: number
  inbox: number
  full: number
}

export interface Timeline {
  spans: Span[]
  fills: Fill[]
}

const states = ['run', 'starved', 'blocked', 'memory'] as const

export class StageStats {
  private readonly f: Float64Array
  private readonly words: Int32Array
  private readonly bits: BigUint64Array
  /** The current wait, known to the writer only; readers see it in the sign of the sums. */
  private waiting: Wait = Wait.none

  constructor(
    buffer: SharedArrayBuffer,
    offset: number,
    private readonly now: () => number = clock,
  ) {
    this.f = new Float64Array(buffer, offset, ring.statsBytes / 8)
    this.words = new Int32Array(buffer, offset, ring.statsBytes / 4)
    this.bits = new BigUint64Array(buffer, offset, ringAt)
  }

  /** Byte offset of this area in the control block. */
  get at(): number {
    return this.f.byteOffset
  }

  // ---- The writer ----

  start(): void {
    if (this.f[field.startedAt]) return
    const now = this.now()
    this.f[field.startedAt] = now
    this.mark(now, Mark.none, 0)
  }

  end(): void {
    const now = this.now()
    this.stop(now)
    this.mark(now, Mark.end, 0)
    this.f[field.endedAt] = now
  }

  /**
   * Begins a wait: subtracts the time from the sum, and the end of the wait will be added later. So a sum below zero
   * means that the actor waits now. One word holds both facts, so a reader never sees one without the other.
   */
  waitBegin(kind: Wait): void {
    if (kind === Wait.none || this.waiting !== Wait.none) return
    const now = this.now()
    this.waiting = kind
    this.f[field.waitingSince] = now
    if (kind === Wait.memory) this.f[field.memory]! -= now
    this.f[kind === Wait.starved ? field.starved : field.blocked]! -= now
    this.mark(now, kind, this.f[field.batches]!)
  }

  waitEnd(): void {
    if (this.waiting === Wait.none) return
    const now = this.now()
    this.stop(now)
    this.mark(now, Mark.none, this.f[field.batches]!)
  }

  found(waiting: number, inbox = 0): void {
    const k = Math.min(Math.max(waiting, 0), maxHistogram - 1)
    this.f[histogramAt + k]! += 1
    this.mark(this.now(), Mark.fill, inbox * fillBase + k)
  }

  batch(samples: number, bytes: number): void {
    const done = this.f[field.batches]! + 1
    this.f[field.bytes]! += bytes
    this.f[field.samples]! += samples
    this.f[field.batches] = done
    this.mark(this.now(), Mark.none, done)
  }

  private stop(now: number): void {
    const kind = this.waiting
    if (kind === Wait.none) return
    this.waiting = Wait.none
    this.f[kind === Wait.starved ? field.starved : field.blocked]! += now
    if (kind === Wait.memory) this.f[field.memory]! += now
  }

  private mark(at: number, mark: number, value: number): void {
    const n = this.words[2 * field.written]!
    const entry = ringAt + 2 * (n % ringEntries)
    this.f[entry] = at
    this.f[entry + 1] = value * markBits + mark
    Atomics.store(this.words, 2 * field.written, n + 1 === wrapAt ? ringEntries : n + 1)
  }

  // ---- Readers ----

  /** Whether the actor has started, has not ended, and waits for nothing. */
  get working(): boolean {
    if (!this.load(field.startedAt) || this.load(field.endedAt)) return false
    return this.load(field.starved) >= 0 && this.load(field.blocked) >= 0
  }

  /**
   * Reads a snapshot that was true at one moment: the sums are read before and after the clock until they are equal.
   */
  read(): StageCounters {
    let [starved, blocked, memory, endedAt, now] = [0, 0, 0, 0, 0]
    // If the writer never pauses, the last try is good enough: it is wrong by no more than the time that reading
    // takes.
    for (let tries = 0; tries < 1000; tries++) {
      starved = this.load(field.starved)
      blocked = this.load(field.blocked)
      memory = this.load(field.memory)
      endedAt = this.load(field.endedAt)
      now = this.now()
      if (
        starved === this.load(field.starved) &&
        blocked === this.load(field.blocked) &&
        memory === this.load(field.memory)
      )
        break
    }
    const startedAt = this.load(field.startedAt)
    const end = endedAt || now
    const sum = (value: number) => Math.max(0, value < 0 ? value + end : value) / 1e3
    const kind = starved < 0 ? 'starved' : memory < 0 ? 'memory' : blocked < 0 ? 'blocked' : undefined
    const histogram = Array.from({ length: maxHistogram }, (_, k) => this.f[histogramAt + k]!)
    return {
      elapsed: startedAt ? Math.max(0, end - startedAt) / 1e3 : 0,
      starved: sum(starved),
      blocked: sum(blocked),
      memory: sum(memory),
      batches: this.load(field.batches),
      samples: this.load(field.samples),
      bytes: this.load(field.bytes),
      histogram: histogram.slice(0, 1 + histogram.findLastIndex((n) => n > 0)),
      waiting: kind ? { kind, seconds: Math.max(0, now - this.load(field.waitingSince)) / 1e3 } : null,
    }
  }

  /** Returns the actor's last states, oldest first, without gaps. The last one extends to now. */
  timeline(): Timeline {
    const entries = this.entries()
    const spans: Span[] = []
    const fills: Fill[] = []
    let open: Span | undefined
    const close = (to: number) => {
      if (open && to > open.from) spans.push({ ...open, to })
    }
    for (const [at, code] of entries) {
      const mark = code % markBits
      const value = Math.floor(code / markBits)
      if (mark === Mark.fill) {
        fills.push({ at, inbox: Math.floor(value / fillBase), full: value % fillBase })
        continue
      }
      close(at)
      open = mark === Mark.end ? undefined : { state: states[mark]!, from: at, to: at, batch: value }
    }
    close(this.now())
    return { spans, fills }
  }

  private entries(): [at: number, code: number][] {
    const count = () => Atomics.load(this.words, 2 * field.written)
    let before: number
    let copy: Float64Array
    let after: number
    do {
      before = count()
      copy = this.f.slice(ringAt, ringAt + 2 * ringEntries)
      after = count()
    } while (after < before)
    // Entries that were overwritten during the copy, or may have been, are left out.
    const first = Math.max(0, before - ringEntries, after - ringEntries + slack)
    const entries: [number, number][] = []
    for (let n = first; n < before; n++) {
      const at = 2 * (n % ringEntries)
      entries.push([copy[at]!, copy[at + 1]!])
    }
    // If time runs backwards, the entry before was newer than its position says; all up to there is left out.
    const torn = entries.findLastIndex(([at], i) => i > 0 && at < entries[i - 1]![0])
    return torn < 0 ? entries : entries.slice(torn)
  }

  /** Reads a float atomically, which plain access to a Float64Array does not guarantee. */
  private load(at: number): number {
    converted.bits[0] = Atomics.load(this.bits, at)
    return converted.float[0]!
  }
}

const scratch = new ArrayBuffer(8)
const converted = { bits: new BigUint64Array(scratch), float: new Float64Array(scratch) }
