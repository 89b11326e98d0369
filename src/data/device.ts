// Outputs in GPU memory: reads them, orders CUDA streams before and after their use, and lends them to other libraries.
// The main thread never waits for a GPU, except in the functions whose comments say so.
import { internal, invalidArgument } from '../errors/factories.js'
import type { PipelineError } from '../errors.js'
import { type Handle, native } from '../native.js'
import type { Lease } from './lease.js'

/**
 * A CUDA stream: a cudaStream_t as a number, or an object whose `cudaStream()` returns it, alone or as the pair [0,
 * handle] of the `__cuda_stream__` protocol. 0 is the default stream. A stream of penstock's that has ended is refused
 * with STREAM_ENDED. A stream of another library must be open: this cannot be checked.
 */
export type DeviceStream =
  | bigint
  | number
  | { cudaStream(): readonly [version: number, handle: bigint | number] | bigint | number }

/** Options of dlpack(). */
export interface DlpackOptions {
  /**
   * The stream on which the consumer will use the tensor. Work that is queued on it later runs after the batch is made,
   * and the batch's memory is used again only after all work that was queued on it before the DLPack deleter ran.
   * Without a stream the call blocks until the batch is made. No effect for tensors on the CPU.
   */
  stream?: DeviceStream
}

/** A part of device memory, and its byte offset (`to`) in the host copy. */
export interface DevicePart {
  address: number
  bytes: number
  to: number
}

const copied = 0
const failed = -1

/** Copies that have not ended. One listener serves all of them, as long as there are any. */
const pending = new Set<{ parts: Float64Array; done: (ok: boolean) => void }>()
let listener: { handle: Handle; alive: NodeJS.Timeout } | undefined

function settle(): void {
  for (const read of pending) {
    const state = read.parts[0]!
    if (state !== copied && state !== failed) continue
    pending.delete(read)
    read.done(state !== failed)
  }
  if (pending.size || !listener) return
  clearInterval(listener.alive)
  native().close(listener.handle)
  listener = undefined
}

function readFailed(): PipelineError {
  return internal(
    `A copy from the GPU failed: ${native().deviceReadError()}`,
    'The GPU may have met an error before; see `dmesg` and `nvidia-smi`',
  )
}

/** The device memory of a batch's slot, as the batch's outputs use it. */
export class DeviceMemory {
  constructor(
    readonly gpu: number,
    readonly slot: Handle,
    private readonly lease: Pick<Lease, 'check' | 'retain' | 'checkOpen'>,
  ) {}

  /** Copies parts to host memory. Blocks the thread until the batch is made and copied. */
  readSync(parts: readonly DevicePart[], to: Uint8Array): void {
    this.lease.check()
    native().deviceRead(this.slot, packed(parts), to, 0)
  }

  /**
   * As readSync(), without blocking. The memory stays until the copy is done, also if the batch is released meanwhile.
   */
  async read(parts: readonly DevicePart[], to: Uint8Array): Promise<void> {
    this.lease.check()
    if (!parts.length) return
    const unpin = this.lease.retain()
    try {
      listener ??= { handle: native().listen(settle), alive: setInterval(() => {}, 2 ** 30) }
      const { handle } = listener
      const list = packed(parts)
      const ok = await new Promise<boolean>((done, reject) => {
        const read = { parts: list, to, done }
        pending.add(read)
        try {
          native().deviceRead(this.slot, list, to, handle)
        } catch (error) {
          pending.delete(read)
          reject(error)
        }
      })
      if (!ok) throw readFailed()
    } finally {
      unpin()
    }
  }

  /** Makes work that is queued on the stream from now on run after the batch is made. */
  order(stream: DeviceStream): void {
    this.lease.check()
    native().deviceOrder(this.slot, rawStream(stream), false)
  }
  /** Makes the batch's memory be written again only after the work that is queued on the stream by now. */
  used(stream: DeviceStream): void {
    native().deviceOrder(this.slot, rawStream(stream), true)
  }

  /**
   * Lends the batch to a consumer, which calls the returned function when it is done. Work on `stream` runs after the
   * batch is made; if the stream is one of penstock's, it stays open until the consumer is done. Without a stream the
   * call blocks until the batch is made.
   */
  lend(stream: DeviceStream | undefined): () => void {
    if (stream === undefined) {
      this.readSync([], new Uint8Array(0))
      return () => {}
    }
    this.lease.check()
    const held = native().streamOpen(this.gpu, rawStream(stream))
    try {
      native().deviceOrder(this.slot, held, false)
    } catch (error) {
      native().close(held)
      throw error
    }
    return () => {
      try {
        native().deviceOrder(this.slot, held, true)
      } finally {
        native().close(held)
      }
    }
  }

  get event(): bigint {
    this.lease.check()
    return native().deviceEvent(this.slot, false)
  }
  get stream(): bigint {
    this.lease.check()
    // The stream ends with the stage that made the batch.
    this.lease.checkOpen()
    return native().deviceEvent(this.slot, true)
  }
}

/** The parts in the form that native code takes: three numbers per part (address, bytes, offset in the target). */
function packed(parts: readonly DevicePart[]): Float64Array {
  return Float64Array.from(parts.flatMap(({ address, bytes, to }) => [address, bytes, to]))
}

/** The cudaStream_t that a value stands for; undefined if it stands for none. */
export function streamNumber(value: unknown): bigint | undefined {
  const given =
    typeof value === 'object' && value !== null ? (value as { cudaStream?(): unknown }).cudaStream?.() : value
  const [version, handle] = Array.isArray(given) ? given : [0, given]
  const ok =
    typeof handle === 'bigint' ? BigInt.asUintN(64, handle) === handle : Number.isSafeInteger(handle) && handle >= 0
  return version === 0 && ok ? BigInt(handle) : undefined
}

export function rawStream(stream: DeviceStream): bigint {
  const raw = streamNumber(stream)
  if (raw !== undefined) return raw
  throw invalidArgument(
    `Expected a CUDA stream but received ${typeof stream === 'object' ? 'an object whose cudaStream() is not [0, handle]' : String(stream)}`,
    'Give a cudaStream_t as a bigint, or an object with cudaStream() { return [0, handle] }',
  )
}
