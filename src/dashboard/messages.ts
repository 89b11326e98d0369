// Defines the messages from the server to the page, as JSON. Both sides import these types. Names and texts in them
// may come from hostile files, so the page writes them as text only.
import type { MailboxStatistics, StatisticsData } from '../statistics/types.js'

/** The first event of a stream: what does not change during a run. */
export interface Hello {
  stages: { name: string; kind: string; ops: { name: string; title: string; device: string }[] }[]
  /** Indices of stages. */
  mailboxes: { from: number; to: number }[]
  batchSize: number
  seed: number
  executor: string
  threads: number | null
  /** Limits in bytes; a kind without a limit is absent. */
  budget: { host?: number; pinned?: number; device?: number }
  pid: number
}

export type RunState = 'waiting' | 'running' | 'ended'

/** Comes twice a second. */
export interface Update {
  /** 'waiting': not built yet; 'ended': the pipeline is closed, and the numbers are final. */
  state: RunState
  /** Milliseconds since the dashboard was opened. */
  at: number
  /**
   * Absent before the pipeline is built. Its `badSamples` are the last ones; none if this page was told them already.
   */
  statistics?: StatisticsData
  /** Batches that wait in each mailbox at this moment. */
  waiting: number[]
  /** Resident memory of the process, in bytes. */
  resident: number
  /** No update follows: the server closes. */
  last: boolean
}

/** The part of a trace that the page reads. */
export interface TraceData {
  traceEvents: {
    ph: string
    tid: number
    name: string
    cat?: string
    ts?: number
    dur?: number
    args?: { name?: string; stage?: string; sample?: number }
  }[]
}

/** One sample of the contact sheet. */
export interface Thumb {
  index: number
  epoch: number
  source: string
  /** False for a placeholder. */
  valid: boolean
  /** Short outputs beside the image, such as labels, as text. */
  facts: { name: string; text: string }[]
}

/** The latest contact sheet: thumbnails in a row-wise grid of equal cells, whose pixels are at /sheet. */
export interface Sheet {
  number: number
  /** The output that is shown. */
  output: string
  batch: { length: number }
  columns: number
  cell: { width: number; height: number }
  thumbs: Thumb[]
}

/** A picture in the answer to a replay. The bytes are base64. */
export type PictureData =
  /** Red, green and blue of each pixel. */
  | { width: number; height: number; rgb: string }
  /** A file as it came from the source; perhaps in a format that the browser does not know. */
  | { file: string }

export interface OutputView {
  name: string
  dtype: string
  layout: string
  shape: number[]
  /** Its first values. */
  values: string[]
  /** Number of all values. */
  count: number
  /** The class's name, for a label of a reader that has names. */
  className?: string
  picture?: PictureData
  /** Rows of four numbers, where the output looks like boxes; `on`: the picture in whose pixels they are. */
  boxes?: { rows: number[][]; ltrb: boolean | null; ratio: boolean | null; on: 'before' | 'after' }
}

/** One sample, made again. */
export interface SampleView {
  index: number
  epoch: number
  source: string
  /** The sample as its source gave it; `reason` says why it cannot be shown. */
  before: { picture?: PictureData; text: string; reason?: string }
  /** Its outputs, or why they could not be made. */
  after: { outputs: OutputView[] } | { reason: string }
  /** Milliseconds that it took. */
  took: number
}

export type { MailboxStatistics, StatisticsData }
