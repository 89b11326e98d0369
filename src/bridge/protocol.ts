// The messages between a server and its consumers, which are programs in other processes: Python's side is
// python/penstock/_connection.py. Each message is JSON and comes after its length in bytes (uint32, little-endian), over a
// Unix stream socket. Batches lie in shared memory; a message names their segments and carries their descriptors.
import type { PipelineErrorInfo } from '../errors.js'

/** Changes with every message that an older peer would misunderstand. */
export const protocolVersion = 6

/** Bytes of a message from a consumer. A longer one is refused. */
export const mostMessageBytes = 2 ** 16
/** Bytes of a message from a server, which Python refuses likewise. */
export const mostAnswerBytes = 2 ** 24

/** What a consumer sends. */
export type Request =
  /** Leaves the epoch that it is in, and takes part in the next one. `iteration` comes back with each batch. */
  | { t: 'begin'; iteration: number }
  /** The user has got batch `b`: one more can be handed over. */
  | { t: 'take'; b: number }
  /**
   * The consumer uses the batches no more. `e`: those of them in GPU memory for which it has recorded the events of
   * their parts; their memory is used again when these are reached.
   */
  | { t: 'free'; b: readonly number[]; e?: readonly number[] }
  /** The consumer has closed what `drop` has named. */
  | { t: 'closed'; x: readonly number[] }
  /** Leaves the epoch. */
  | { t: 'leave' }
  /** `b`: the batch that is asked about. */
  | { t: 'call'; id: number; name: CallName; b?: number }

/** What a consumer can ask for; a `reply` with the same id answers. */
export const callNames = ['statistics', 'checkpoint', 'facts', 'picture'] as const
export type CallName = (typeof callNames)[number]

/** The answer to `picture`: a batch drawn for a notebook; null where nothing in it looks like pictures. */
export interface BatchPicture {
  /** The file in base64. */
  data: string
  width: number
  height: number
  /** Samples that are drawn, and what is written below each. */
  shown: number
  labels: readonly string[]
}

/** One of the segments that hold a batch: its number, and the bytes to map. */
export type PartOfBatch = readonly [segment: number, mapped: number]

/**
 * A part of a batch with outputs in GPU memory: its number in the batch, the event to record behind the last use of it, and
 * the memory, with the address that it has for the server. Offsets of tensors are such addresses.
 */
export type GpuPart = readonly [
  part: number,
  event: number,
  memory: readonly (readonly [id: number, address: number, bytes: number])[],
]

/**
 * Memory of a GPU, or with 0 bytes an event. `bus`: where the GPU is, by which the consumer finds the same one. `ipc`:
 * the bytes of cudaIpcMemHandle_t or cudaIpcEventHandle_t in hexadecimal digits.
 */
export interface ExportMessage {
  id: number
  bytes: number
  bus: string
  ipc: string
}

/** What a server sends. */
export type Message =
  | ({ t: 'hello'; version: number; abi: string; pid: number } & Facts)
  /**
   * Batch `b`: `n` samples, the first of epoch `e`; `v` of them belong to the consumer's epoch, where that is counted (-1: the item has no batch
   * of this pipeline). The message carries the descriptors of those parts in `p` whose segment is new to
   * the consumer, or larger than what it was told to map. `g`: the parts in GPU memory, whose work there is over; `x`: what of
   * them is new to the consumer.
   */
  | {
      t: 'batch'
      iteration: number
      b: number
      n: number
      e: number
      v?: number
      p: readonly PartOfBatch[]
      g?: readonly GpuPart[]
      x?: readonly ExportMessage[]
    }
  /** The server uses these exports no more. The consumer closes them when it uses none, and says so. */
  | { t: 'drop'; x: readonly number[] }
  /** The epoch has begun, where epochs are counted. */
  | ({ t: 'epoch'; iteration: number } & EpochCounts)
  /** The epoch has no further batch. */
  | { t: 'end'; iteration: number }
  | { t: 'reply'; id: number; value: unknown }
  | { t: 'refusal'; id: number; error: PipelineErrorInfo }
  /** The pipeline has failed or was closed; nothing more comes. */
  | { t: 'error'; error: PipelineErrorInfo }

/** What is known of the pipeline. */
export interface Facts {
  batchSize: number
  /** The outputs in order: where each lies in a batch, and its name if outputs have names. */
  outputs: readonly OutputPlace[]
  /** Epoch of the next batch, and number of whole batches of it that were delivered. */
  position: { epoch: number; batch: number }
  /** Batches of the epoch that comes next, or of the rest of it after a restart; null where it is not known. */
  length: number | null
  readers: Readonly<Record<string, object>>
  /** Of the epoch that comes next or is under way, where epochs are counted. */
  counts?: EpochCounts
}

/** What iterate() counts: samples and items of the epoch, -1 where its end alone tells them, and items of it that were taken. */
export interface EpochCounts {
  size: number
  length: number
  taken: number
}

export interface OutputPlace {
  part: number
  output: number
  name?: string
}

/** The bytes of a message as they go over the socket. */
export function framed(message: object): Uint8Array {
  const text = JSON.stringify(message)
  const size = Buffer.byteLength(text)
  const bytes = Buffer.allocUnsafe(4 + size)
  bytes.writeUInt32LE(size, 0)
  bytes.write(text, 4)
  return bytes
}
