// What imperative mode did lately on this thread: what nd.trace() shows. It is written all the time, so it costs next
// to nothing: numbers and references, texts only now and then. It keeps no value, memory or caller alive: a stack that
// was not made a text holds on to the functions in it.

import { type Site, siteOf } from './site.js'

/** A call of an operator, as far as a trace shows it. */
interface Call {
  readonly site: Site
  readonly mode: string
}

/** A queue or a reader. */
export interface Track {
  readonly name: string
}

/** What a program does. */
export interface Named {
  /** Operators after fusion. */
  readonly ops: readonly string[]
  readonly calls: readonly string[]
}

/** A compiled segment. */
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
  /** ns of the monotonic clock. */
  begin: number
  end: number
  samples: number
  bytes: number
  gpu: number
  mode: string
  error: string | undefined
  /** It was begun before its calls were made. */
  ahead: boolean
  /** Of its calls, where they were looked up. */
  lines: readonly string[] | undefined
}

export interface WaitEntry {
  program: Program
  /** ms of performance.now(). */
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

/** The last entries; old ones are written over. */
export class Ring<T extends object> {
  private readonly entries: T[] = []
  private at = 0

  constructor(private readonly capacity: number) {}

  /** Makes room for one, or gives the oldest to be written over. */
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

/** Of each kind. */
export const mostEntries = 2048

export const runs = new Ring<RunEntry>(mostEntries)
export const waits = new Ring<WaitEntry>(mostEntries)
export const batches = new Ring<BatchEntry>(mostEntries)

/** Lines may take this share of what the run has taken. */
const share = 1 / 200
/** What a line takes, in ns: some microseconds, or much more with source maps. */
let price = 10_000

/** Lines of long runs, and of those whose number is a power of two. */
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
    // The user's Error.prepareStackTrace has made something else of it.
    return ''
  }
}

interface Ran {
  readonly queue: { readonly track: Track }
  readonly gpu: number
  readonly count: number
  readonly calls: readonly Call[]
}

/** `facts`: bytes, begin, end (ns), and who has run it; 0 where it was dropped. */
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

/** The caller's thread was blocked since `begin`. */
export function logWait(program: Program, begin: number): void {
  const entry = waits.next()
  entry.program = program
  entry.begin = begin
  entry.end = performance.now()
}

/** A reader's batch that was asked for at `begin` is there. */
export function logBatch(track: Track, begin: number, epoch: number, samples: number, bytes: number): void {
  const entry = batches.next()
  entry.track = track
  entry.begin = begin
  entry.end = performance.now()
  entry.epoch = epoch
  entry.samples = samples
  entry.bytes = bytes
}
