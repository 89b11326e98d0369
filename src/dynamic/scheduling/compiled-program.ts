// What a segment is compiled to: handles, shared by all segments of one shape. A queue keeps them, and frees those that
// it has not used for the longest time.
import { type Handle, native } from '../../native.js'
import type { Named } from '../trace/trace-log.js'

/** Segments that differ only in what they hand over. */
export class ProgramFamily {
  readonly programs = new Map<string, CompiledProgram>()
  /** Values that were wanted after all, by their position: from now on they are handed over. */
  readonly kept = new Set<number>()
}

/** A compiled segment. */
export class CompiledProgram {
  /** Bytes of the last result; the next one is probably as large. */
  lastBytes = 0
  /** A run was made of it. */
  used = false
  /** How often it has run. */
  runs = 0
  /** Its handles are freed. */
  closed = false
  /** Lines of its calls, as they were looked up last. */
  lines: readonly string[] | undefined

  constructor(
    /** One for each thread of the queue. */
    readonly handles: readonly Handle[],
    /** The calls whose random numbers are drawn, in the order in which the program draws them. */
    readonly draws: readonly number[],
    readonly family: ProgramFamily,
    /** Names of its fused operators and of its calls, for traces. */
    readonly names: Named,
  ) {}

  /** Frees its handles where no run uses it: it was made for a run that was taken back. */
  discardUnused(): void {
    if (this.used) return
    const { programs } = this.family
    for (const [key, program] of programs) if (program === this) programs.delete(key)
    this.close()
  }

  close(): void {
    this.closed = true
    for (const program of this.handles) native().close(program)
  }
}
