// What a segment is compiled to: programs, shared by all segments of one shape. A lane keeps them, and frees those that
// it has not used for the longest time.
import { type Handle, native } from '../../native.js'
import type { Named } from '../trace/trace-log.js'

/** Segments that differ only in what they hand over. */
export class Family {
  readonly templates = new Map<string, Template>()
  /** Values that were wanted after all, by their position: from now on they are handed over. */
  readonly kept = new Set<number>()
}

/** A compiled segment. */
export class Template {
  /** Bytes of the last result; the next one is probably as large. */
  lastBytes = 0
  /** A run was made of it. */
  used = false
  /** How often it has run. */
  runs = 0
  /** Its programs are freed. */
  closed = false
  /** Lines of its calls, as they were looked up last. */
  lines: readonly string[] | undefined

  constructor(
    /** One for each thread of the lane. */
    readonly programs: readonly Handle[],
    /** The calls whose random numbers are drawn, in the order in which the program draws them. */
    readonly draws: readonly number[],
    readonly family: Family,
    /** Names of its fused operators and of its calls, for traces. */
    readonly names: Named,
  ) {}

  /** Frees its programs where no run uses it: it was made for a run that was taken back. */
  discardUnused(): void {
    if (this.used) return
    const { templates } = this.family
    for (const [key, template] of templates) if (template === this) templates.delete(key)
    this.close()
  }

  close(): void {
    this.closed = true
    for (const program of this.programs) native().close(program)
  }
}
