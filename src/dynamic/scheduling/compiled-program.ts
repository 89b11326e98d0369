// What a segment is compiled to: handles of native programs, shared by all segments of one shape. A queue caches them;
// when it has too many, it frees those that were made first.
import { type Handle, native } from '../../native.js'
import type { Named } from '../trace/trace-log.js'

/** The programs of segments with the same calls, which differ only in the values that they hand over. */
export class ProgramFamily {
  /** Programs by their outputs: one character per value of the segment, '1' if the program hands it over. */
  readonly programs = new Map<string, CompiledProgram>()
  /** Positions of values that were not handed over but wanted later: from now on they are handed over. */
  readonly kept = new Set<number>()
}

/** A compiled segment. */
export class CompiledProgram {
  /** Size of the largest result so far in bytes; the next one is probably as large. */
  lastBytes = 0
  /** Whether its last run took so little time that a caller who awaits the next one may run it. */
  wasQuick = false
  /** Whether an Execution has used it. */
  used = false
  /** How many times it has run, as counted by the trace log. */
  runs = 0
  /** Whether its handles are freed. */
  closed = false
  /** The lines of its calls, as they were last looked up. */
  lines: readonly string[] | undefined

  constructor(
    /** One native program for each thread of the queue. */
    readonly handles: readonly Handle[],
    /** Numbers of the calls whose random numbers the program draws, in the order in which it draws them. */
    readonly draws: readonly number[],
    readonly family: ProgramFamily,
    /** Names of its fused operators and of its calls, for traces. */
    readonly names: Named,
  ) {}

  /** Frees it if no Execution has used it. */
  discardUnused(): void {
    if (this.used || this.closed) return
    const { programs } = this.family
    for (const [key, program] of programs) if (program === this) programs.delete(key)
    this.close()
  }

  close(): void {
    this.closed = true
    for (const handle of this.handles) native().close(handle)
  }
}
