// The log behind nd.trace(): what imperative mode did lately on this thread. It is always written, so an entry must
// cost next to nothing: it holds numbers and references, and makes texts only now and then. It must not keep values,
// memory or callers alive, so it keeps no stacks: a stack that was not made a text yet holds on to the functions in it.

import { type Site, siteOf } from './site.js'

/** What a trace shows of a call of an operator. */
interface Call {
  readonly site: Site
  readonly mode: string
}

/** A row of the trace: a queue or a reader. */
export interface Track {
  readonly name: string
}

/** The names of what a program does. */
export interface Named {
  /** Operators after fusion. */
  readonly ops: readonly string[]
  readonly calls: readonly string[]
}

/** What the log needs of a compiled segment. `lines`: of its calls, as they were last looked up. */
interface Program {
  readonly names: Named
  runs: number
  lines: readonly string[] | undefined
}

export interface RunEntry {
  track: Track
  /** The queue's thread, or -1 for the caller's. */
  worker: number
  program: Program
  /** Begin and end in ns of the monotonic clock. */
  begin: number
  end: number
  samples: number
  bytes: number
  gpu: number
  mode: string
  error: string | undefined
  /** The execution was begun before its calls were made. */
  ahead: boolean
  /** Lines of its calls, if they were looked up for this execution. */
  lines: readonly string[] | undefined
}

export interface WaitEntry {
  program: Program
  /** Begin and end in ms of performance.now(). */
  begin: number
  end: number
}

export interface BatchEntry {
  track: Track
  epoch: number
  samples: number
  bytes: number
  begin: number
  end: number
}

/** The last `capacity` entries; new ones overwrite the oldest. */
export class Ring<T extends object> {
  private readonly entries: T[] = []
  private at = 0

  constructor(private readonly capacity: number) {}

  /** An entry to write to: a new one, or the oldest when the ring is full. */
  next(): T {
    const { at, capacity } = this
    this.at = at + 1 === capacity ? 0 : at + 1
    let entry = this.entries[at]
    if (!entry) {
      entry = {} as T
      this.entries.push(entry)
    }
    return entry
  }

  get all(): readonly T[] {
    return this.entries
  }
}

/** Entries of each kind that are kept. */
export const maxEntries = 2048

export const runs = new Ring<RunEntry>(maxEntries)
export const waits = new Ring<WaitEntry>(maxEntries)
export const batches = new Ring<BatchEntry>(maxEntries)

/** Looking lines up may take this share of the time of the execution. */
const share = 1 / 200
/** Estimated time to look one line up, in ns: some microseconds, or much more with source maps. */
let price = 10_000

/**
 * The lines of the calls; undefined if they are not looked up this time. They are looked up for long executions, and
 * for a program's 1st, 2nd, 4th, 8th ... execution.
 */
function linesOf(program: Program, calls: readonly Call[], ns: number): readonly string[] | undefined {
  const n = ++program.runs
  if ((n & (n - 1)) !== 0 && calls.length * price > share * ns) return undefined
  const start = performance.now()
  const lines = calls.map(lineOf)
  price += (1e6 * ((performance.now() - start) / calls.length) - price) / 8
  const { lines: before } = program
  if (!before || lines.some((line, i) => line !== before[i])) program.lines = lines
  return program.lines
}

function lineOf(call: Call): string {
  try {
    return siteOf(call)
  } catch {
    // The user's own Error.prepareStackTrace has failed or returned something other than a text.
    return ''
  }
}

interface Ran {
  readonly queue: { readonly track: Track }
  readonly gpu: number
  readonly count: number
  readonly calls: readonly Call[]
}

/**
 * Logs an execution. `facts`: bytes, begin and end (ns), and the number of the thread that ran it (-1: the caller's).
 * Nothing is logged for one that was dropped, whose begin is 0.
 */
export function logRun(ran: Ran, program: Program, facts: Float64Array, ahead: boolean, error?: string): void {
  const { queue, gpu, count, calls } = ran
  const begin = facts[1]!
  const end = facts[2]!
  if (begin === 0) return
  const entry = runs.next()
  entry.track = queue.track
  entry.worker = facts[3]!
  entry.program = program
  entry.begin = begin
  entry.end = end
  entry.samples = count
  entry.bytes = facts[0]!
  entry.gpu = gpu
  entry.mode = calls[0]!.mode
  entry.error = error
  entry.ahead = ahead
  entry.lines = linesOf(program, calls, end - begin)
}

/** Logs that the calling thread has been blocked since `begin`. */
export function logWait(program: Program, begin: number): void {
  const entry = waits.next()
  entry.program = program
  entry.begin = begin
  entry.end = performance.now()
}

/** Logs that a reader's batch, which was requested at `begin`, is there. */
export function logBatch(track: Track, begin: number, epoch: number, samples: number, bytes: number): void {
  const entry = batches.next()
  entry.track = track
  entry.begin = begin
  entry.end = performance.now()
  entry.epoch = epoch
  entry.samples = samples
  entry.bytes = bytes
}
