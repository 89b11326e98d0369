// Where a source stood before and behind each batch that it gave and that is not delivered yet: a checkpoint is of the
// batch that the consumer has seen last, while the source is ahead by as much as was prefetched. One per source.

/** Where a source goes on. */
export interface SourceState {
  epoch: number
  /** Batches and samples that it was asked for in this epoch. */
  iteration: number
  position: number
  /** Samples of the next batch that were delivered already, and the sample of the epoch behind them. */
  drop?: number
  next?: number
  /** What the source's own checkpoint() gave, as JSON. */
  token?: string
  /** Why the source cannot be brought there. */
  lost?: Lost
}

/** It has no checkpoint() and restore(); or the epoch before this one was left early, so its token is of another place. */
export type Lost = 'opaque' | 'left'

/** What the consumer has got since it last began anew. */
export interface Delivered {
  batches: number
  /** Samples that the first source had given when it gave the last one that was delivered. */
  ordinal: number
  /** The last batch ended an epoch or the stream. */
  ended: boolean
}

interface Entry {
  before: SourceState
  after: SourceState
  /** Samples given before it, and with it. */
  begin: number
  end: number
  /** It ended an epoch or the stream. */
  last: boolean
  /** Per sample, the position in the epoch behind it; empty where batches stay what they are. */
  positions: number[]
}

export class SourceLog {
  private entries: Entry[] = []
  /** Samples given before the first entry. */
  private baseEnd = 0
  /** Entries that were forgotten. */
  private gone = 0
  generation = 0

  constructor(
    private base: SourceState,
    /** Samples may be skipped: what was delivered does not stand in the batches of the sources. */
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

  /** Nobody will ask for what lies before. */
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

  /** Where the source must go on after what was delivered, and how many samples its next batch has left, if not all. */
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
