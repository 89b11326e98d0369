// The numbers that statistics() gives, and the verdict on them.
import type { CopyCounter } from '../data/lease.js'
import type { BadSample, DecodeCounters } from '../native.js'

export interface OpStatistics {
  op: string
  name: string
  /** Seconds in this operator, summed over threads. */
  time: number
  /** Share of the stage's operator time. */
  share: number
  samples: number
  /** Good samples whose data was odd, e.g. a JPEG that decodes to its end with warnings. */
  warned: number
  /** Bytes of all outputs in the largest batch so far; null where they are not counted. */
  bytes: number | null
  /** The same of the largest sample. */
  maxBytes: number | null
  /** Of decoders with device 'mixed': images by the way that they were decoded. */
  decode?: DecodeCounters
}

export interface StageStatistics {
  name: string
  kind: string
  /** Actors that share the stage's work; all figures are of all of them, shares are their mean. */
  actors: number
  /** Wall time since the stage started. */
  seconds: number
  /** Shares of wall time; the three sum to 1 once the stage has started. */
  busy: number
  /** Waiting for input. */
  starved: number
  /** Waiting for room. */
  blocked: number
  /** The part of `blocked` in which only the memory budget was in the way. */
  memory: number
  /** starved + blocked */
  bubble: number
  samplesPerSecond: number
  bytesPerSecond: number
  samples: number
  batches: number
  bytes: number
  ops: OpStatistics[]
}

export interface MailboxStatistics {
  from: string
  to: string
  capacity: number
  /** Mean share of the slots that were full when the consumer came, 0..1. */
  occupancy: number
  /** histogram[k]: how often the consumer found k full slots. */
  histogram: number[]
}

export interface StatisticsData {
  stages: StageStatistics[]
  mailboxes: MailboxStatistics[]
  /** How long the code that takes the batches waited for the pipeline: seconds, share of its time, seconds per batch. */
  consumer: { seconds: number; share: number; perBatch: number }
  /** Threads of the pipeline's pool, and cores that the process may use. */
  threads: { pool: number; cores: number }
  badSamples: (BadSample & { stage: string })[]
  badTotal: number
  /**
   * Bytes: in host memory all that memoryBudget.host counts, and of it batches and scratch (the rest are tables); of GPU memory;
   * and of host memory that is page-locked for it.
   */
  memory: { host: number; slots: number; scratch: number; device: number; pinned: number }
  /** Copies of outputs, and their bytes: those of copy(), as() and toCpu(), and of batches beyond 512 that are held. */
  copies: CopyCounter
  /** The same bytes: 0 where all outputs were used where they lay. */
  copiedBytes: number
  verdict: Verdict
}

/** Plain data; print() is not enumerable, so JSON.stringify() gives the data alone. */
export interface Statistics extends StatisticsData {
  /** Writes the tables and the verdict to a stream; default process.stdout. */
  print(stream?: { write(text: string): unknown }): void
}

/**
 * What limits the run:
 * - `none`: nothing has run yet.
 * - `consumer`: your code, which takes the batches.
 * - `memory`: the memory budget.
 * - `overlap`: no stage is busy all the time, the stages take turns.
 * - `source`: your external source.
 * - `reader`: reading files.
 * - `workers`: your function in the graph.
 * - `gpu`: operators on the GPU.
 * - `threads`: a cpu or mixed stage; more threads would help.
 * - `batch`: a cpu or mixed stage; its batches have too few samples to share among the threads.
 * - `cores`: a cpu or mixed stage, or your function; the machine has no more cores.
 * - `balanced`: a stage whose successor is as busy, or whose work cannot be shared: more threads alone give little.
 */
export type VerdictKind =
  | 'none'
  | 'consumer'
  | 'memory'
  | 'overlap'
  | 'source'
  | 'reader'
  | 'workers'
  | 'gpu'
  | 'threads'
  | 'batch'
  | 'cores'
  | 'balanced'

/** Plain data. `text` says it in a sentence; program against the other fields, not against the words. */
export interface Verdict {
  kind: VerdictKind
  /** Name of the stage that limits the run; '' when nothing has run. */
  stage: string
  /** Name of its operator that takes most of the stage's time. */
  op: string | null
  /** That operator's share of the stage's operator time, 0..1. */
  opShare: number | null
  /** Share of wall time in which the stage worked, 0..1. */
  busy: number
  /**
   * About how much more throughput the change that `text` names would give: 0.9 is +90 %. With kinds `source`, `reader`
   * and `consumer`: what is to be had at most, until `next` limits. null: not known.
   */
  gain: number | null
  /** `threads`: how many more. `workers`: likewise. */
  add: number | null
  /** The stage that would limit the run next. */
  next: string | null
  text: string
}
