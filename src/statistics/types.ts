// Defines the types of statistics() and of its verdict.
import type { CopyCounter } from '../data/lease.js'
import type { BadSample, DecodeCounters } from '../native.js'

export interface OpStatistics {
  /** Operator, e.g. `decoders.image`. */
  op: string
  /** Name of this operator in the graph, e.g. `decoders.image`; fused operators are joined with `+`. */
  name: string
  /** Seconds in this operator, summed over threads. */
  time: number
  /** Share of the stage's operator time, 0..1. */
  share: number
  samples: number
  /** Good samples whose data was odd, e.g. a JPEG that decodes to its end with warnings. */
  warned: number
  /** Bytes of all outputs in the largest batch so far; null where they are not counted. */
  bytes: number | null
  /** Bytes of the largest tensor of each output, summed over the outputs; null where they are not counted. */
  maxBytes: number | null
  /** Only for decoders with device 'mixed': how many images or videos were decoded in which way. */
  decode?: DecodeCounters
  /**
   * Only for decoders with shrink: 'fast': the number of images by the factor at which they were decoded, such as
   * `{ '1': 12, '1/2': 40, '1/8': 3 }`; `'1'` is whole. Sizes in between count as the next larger of these.
   */
  decodedAt?: Record<string, number>
}

export interface StageStatistics {
  name: string
  /** 'reader', 'source', 'cpu', 'mixed', 'gpu', 'js' or 'sink'. */
  kind: string
  /** Actors that share the stage's work. The other numbers cover all of them: shares are means, counts are sums. */
  actors: number
  /** Wall time in seconds since the stage started. */
  seconds: number
  /** Share of wall time in which the stage worked, 0..1. busy + starved + blocked is 1 once the stage has started. */
  busy: number
  /** Share of wall time in which the stage waited for input, 0..1. */
  starved: number
  /** Share of wall time in which the stage waited for room in its output mailboxes, or for memory, 0..1. */
  blocked: number
  /** The part of `blocked` in which only the memory budget was in the way. */
  memory: number
  /** starved + blocked. */
  bubble: number
  samplesPerSecond: number
  bytesPerSecond: number
  /** Samples in all batches that the stage has sent; for the sink, in all batches that it has delivered. */
  samples: number
  batches: number
  /** Bytes of all batches that the stage has sent; for the sink, that it has delivered. */
  bytes: number
  ops: OpStatistics[]
}

export interface MailboxStatistics {
  /** Name of the producing stage. */
  from: string
  /** Name of the consuming stage. */
  to: string
  /** Batches that may wait in it; the depth now, which can change during a run. */
  capacity: number
  /** Mean share of the slots that were full when the consumer asked for a batch, 0..1. */
  occupancy: number
  /** histogram[k]: how often the consumer found k full slots. */
  histogram: number[]
}

export interface StatisticsData {
  stages: StageStatistics[]
  mailboxes: MailboxStatistics[]
  /**
   * How long the code that takes the batches waited for the pipeline: seconds in all, share of wall time (0..1), and
   * mean seconds per batch.
   */
  consumer: { seconds: number; share: number; perBatch: number }
  /** Threads of the pipeline's pool, and cores that the process may use. */
  threads: { pool: number; cores: number }
  badSamples: (BadSample & { stage: string })[]
  /** Number of all bad samples. `badSamples` may list fewer, because its memory is limited. */
  badTotal: number
  /**
   * Bytes in use. `host`: all host memory that memoryBudget.host counts; `slots` (batches) and `scratch` are parts of
   * it, the rest are tables. `device`: GPU memory. `pinned`: host memory that is page-locked for the GPU.
   */
  memory: { host: number; slots: number; scratch: number; device: number; pinned: number }
  /** Copies of outputs and their bytes: by copy(), as() and toCpu(), of small batches, and of those that the user holds beyond 512. */
  copies: CopyCounter
  /** Equal to `copies.bytes`; 0 where all outputs were used in place. See docs/guides/memory.md. */
  copiedBytes: number
  verdict: Verdict
}

/** Plain data with a print() method. The method is not enumerable, so JSON.stringify() gives the data alone. */
export interface Statistics extends StatisticsData {
  /** Writes the tables and the verdict to a stream; default process.stdout. */
  print(stream?: { write(text: string): unknown }): void
}

/**
 * What limits the run:
 * - `none`: nothing has run yet.
 * - `first`: a stage that has not finished its first batch, on which it has worked most of the time.
 * - `consumer`: the code that takes the batches.
 * - `memory`: the memory budget.
 * - `overlap`: no stage is busy all the time; the stages take turns.
 * - `source`: an external source.
 * - `reader`: reading files.
 * - `workers`: a jsFunction; more workers would help.
 * - `gpu`: operators on the GPU.
 * - `threads`: a cpu or mixed stage; more threads would help.
 * - `batch`: a cpu or mixed stage; its batches have too few samples to share among the threads.
 * - `cores`: a cpu or mixed stage, or a jsFunction; the machine has no more cores.
 * - `balanced`: a stage while another one is nearly as busy, or whose work cannot be shared: more threads alone give
 *   little.
 */
export type VerdictKind =
  | 'none'
  | 'first'
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

/** The verdict as plain data. Programs should use the other fields and not the words of `text`, which may change. */
export interface Verdict {
  kind: VerdictKind
  /** Name of the stage that limits the run; '' when no batch was made yet. */
  stage: string
  /** Name of that stage's slowest operator; null for a stage without operators. */
  op: string | null
  /** That operator's share of the stage's operator time, 0..1; null for a stage without operators. */
  opShare: number | null
  /** Share of wall time in which the stage worked, 0..1. */
  busy: number
  /**
   * Estimated gain in throughput of the change that `text` names: 0.9 means +90 %. With kinds `source`, `reader`,
   * `gpu` and `consumer` it is an upper bound: the gain at which `next` limits the run. null: not known.
   */
  gain: number | null
  /**
   * With kind `threads`, how many more threads to use; with `workers`, how many more workers. null with other kinds.
   */
  add: number | null
  /** The stage that would limit the run next; null if there is none. */
  next: string | null
  text: string
}
