// The messages between a server and its consumers, which are programs in other processes: Python's side is
// python/penstock/_connection.py. Each message comes behind its length in bytes (uint32, little-endian), over a Unix stream
// socket. It is JSON, but for those of each hand-over, which have fixed places, so that Python makes and reads them in less time.
// Batches lie in shared memory; a message names their segments and carries their descriptors.
import type { PipelineErrorInfo } from '../errors.js'

/** Changes with every message that an older peer would misunderstand. */
export const protocolVersion = 4

/** Bytes of a message from a consumer. A longer one is refused. */
export const mostMessageBytes = 2 ** 20

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
  /** Takes the message with descriptors that waits. */
  | { t: 'descriptors' }
  /** Leaves the epoch. */
  | { t: 'leave' }
  | { t: 'call'; id: number; name: CallName }

/** What a consumer can ask for; a `reply` with the same id answers. */
export const callNames = ['statistics', 'checkpoint', 'facts'] as const
export type CallName = (typeof callNames)[number]

/** One of the segments that hold a batch: its number, the bytes that are used, and the bytes to map. */
export type PartOfBatch = readonly [segment: number, used: number, mapped: number]

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
   * The next message carries descriptors, and comes when the consumer has answered with the same. So a consumer that expects none can
   * receive by a call that would lose them, and that takes it less time.
   */
  | { t: 'descriptors' }
  /**
   * Batch `b`: `n` samples of epoch `e`, whose tables are those of every batch of the same `form` in the same slots, where it is not 0. `f`: the
   * number of descriptors that come with the message, those of the first parts in `p` whose segment is new to the consumer, or
   * larger than what it was told to map. `g`: the parts in GPU memory, whose work there is over; `x`: what of them is new to the consumer.
   */
  | ({ t: 'batch'; iteration: number; b: number; n: number; e: number; form: number } & {
      p: readonly PartOfBatch[]
      f: number
      g?: readonly GpuPart[]
      x?: readonly ExportMessage[]
    })
  /** The server uses these exports no more. The consumer closes them when it uses none, and says so. */
  | { t: 'drop'; x: readonly number[] }
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
}

export interface OutputPlace {
  part: number
  output: number
  name?: string
}

/** What messages begin with that are not JSON: a batch in host memory, `take`, and `free` of one batch without an event. */
export const batchMark = 1
export const takeMark = 2
export const freeMark = 3
/** Bytes of the latter two: the mark (uint16), and the batch's number (uint64). */
export const numberBytes = 10
const batchBytes = 36
const partBytes = 16

/** The bytes of a message as they go over the socket. */
export function framed(message: Message | Request): Uint8Array {
  if (message.t === 'batch' && !message.g) return framedBatch(message)
  if (message.t === 'take') return framedNumber(takeMark, message.b)
  if (message.t === 'free' && message.b.length === 1 && !message.e) return framedNumber(freeMark, message.b[0]!)
  const text = JSON.stringify(message)
  const size = Buffer.byteLength(text)
  const bytes = Buffer.allocUnsafe(4 + size)
  bytes.writeUInt32LE(size, 0)
  bytes.write(text, 4)
  return bytes
}

/**
 * A batch whose parts all lie in host memory, little-endian: the mark (uint16), number of parts (uint16), iteration (uint64), b (uint64),
 * e (uint32), n (uint32), form (uint64); then for each part its segment and the bytes to map (uint64 each). What is equal in all
 * batches of an epoch comes first, and what is equal in batches that are alike comes last.
 */
function framedBatch({ p, n, e, iteration, b, form }: Extract<Message, { t: 'batch' }>): Uint8Array {
  const size = batchBytes + p.length * partBytes
  const bytes = Buffer.allocUnsafe(4 + size)
  bytes.writeUInt32LE(size, 0)
  bytes.writeUInt16LE(batchMark, 4)
  bytes.writeUInt16LE(p.length, 6)
  writeCount(bytes, iteration, 8)
  writeCount(bytes, b, 16)
  bytes.writeUInt32LE(e, 24)
  bytes.writeUInt32LE(n, 28)
  writeCount(bytes, form, 32)
  p.forEach(([segment, , mapped], i) => {
    writeCount(bytes, segment, 40 + i * partBytes)
    writeCount(bytes, mapped, 48 + i * partBytes)
  })
  return bytes
}

function framedNumber(mark: number, number: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(4 + numberBytes)
  bytes.writeUInt32LE(numberBytes, 0)
  bytes.writeUInt16LE(mark, 4)
  writeCount(bytes, number, 6)
  return bytes
}

const word = 2 ** 32

/** Writes a whole number as uint64. */
function writeCount(bytes: Buffer, count: number, at: number): void {
  bytes.writeUInt32LE(count % word, at)
  bytes.writeUInt32LE(Math.floor(count / word), at + 4)
}
