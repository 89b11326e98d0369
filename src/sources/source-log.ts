// Remembers a source's state before and after each batch that it has given and that is not delivered yet. A checkpoint
// belongs to the batch that the consumer saw last, and prefetching has taken the source further. Each source has one
// log.

/** The position at which a source continues. */
export interface SourceState {
  epoch: number
  /** Number of batches (`iteration`) and samples (`position`) that were asked of the source in this epoch. */
  iteration: number
  position: number
  /**
   * `drop`: how many samples of the next batch were delivered already. `next`: index in the epoch of the first one
   * after them.
   */
  drop?: number
  next?: number
  /** The result of the source's own checkpoint(), as JSON. */
  token?: string
  /** Why the source cannot return to this state; undefined if it can. */
  lost?: Lost
}

/**
 * 'opaque': the source has no checkpoint() and restore(), and its position is not enough. 'left': the epoch before was
 * left early, so the token belongs to another position.
 */
export type Lost = 'opaque' | 'left'

/** The samples that the consumer has received since the sources last restarted. */
export interface Delivered {
  batches: number
  /** Number of samples that the first source had given by the time it gave the last delivered one. */
  ordinal: number
  /** The last batch ended an epoch or the stream. */
  ended: boolean
}

interface Entry {
  before: SourceState
  after: SourceState
  /** Number of samples given before this batch (`begin`), and including it (`end`). */
  begin: number
  end: number
  /** This batch ended an epoch or the stream. */
  last: boolean
  /** Per sample, the position in the epoch after it; empty where no stage can skip samples. */
  positions: number[]
}

export class SourceLog {
  private entries: Entry[] = []
  /** Number of samples given before the first entry. */
  private baseEnd = 0
  /** Number of entries that were forgotten. */
  private gone = 0
  generation = 0

  constructor(
    private base: SourceState,
    /** Later stages may skip samples, so delivered batches differ from the batches of the sources. */
    private readonly regrouped: boolean,
  ) {}

  restart(generation: number, base: SourceState): void {
    this.generation = generation
    this.base = base
    this.baseEnd = 0
    this.entries = []
    this.gone = 0
  }

  add(before: SourceState, after: SourceState, positions: number[], last: boolean): void {
    const begin = this.entries.at(-1)?.end ?? this.baseEnd
    this.entries.push({ before, after, begin, end: begin + positions.length, last, positions })
  }

  /** Removes the entries that no checkpoint can need after this delivery. */
  forget(delivered: Delivered): void {
    const keep = this.regrouped
      ? this.entries.findIndex((e) => e.end >= delivered.ordinal)
      : delivered.batches - this.gone - 1
    if (keep <= 0) return
    this.base = this.entries[keep - 1]!.after
    this.baseEnd = this.entries[keep - 1]!.end
    this.entries.splice(0, keep)
    this.gone += keep
  }

  /**
   * Returns where the source must continue after the delivered batches. `left`: how many samples its next batch still
   * has, if not all.
   */
  at(delivered: Delivered): { state: SourceState; left?: number } {
    const { batches, ordinal, ended } = delivered
    if (batches === 0) return { state: this.base }
    if (!this.regrouped) return { state: this.entries[batches - 1 - this.gone]?.after ?? this.base }
    const entry = this.entries.find((e) => e.end >= ordinal && (e.last || !ended))
    if (!entry) return { state: this.base }
    if (ended || entry.end === ordinal) return { state: entry.after }
    if (ordinal === entry.begin) return { state: entry.before }
    const drop = (entry.before.drop ?? 0) + ordinal - entry.begin
    const next = entry.positions[ordinal - entry.begin - 1]!
    return { state: { ...entry.before, drop, next }, left: entry.end - ordinal }
  }
}
