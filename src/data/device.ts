// Outputs in GPU memory: reading them, ordering streams around them, and handing them to other libraries. The main
// thread never waits for a GPU, except in the functions that say so.
import { internal, invalidArgument } from '../errors/factories.js'
import type { PipelineError } from '../errors.js'
import { type Handle, native } from '../native.js'
import type { Lease } from './lease.js'

/**
 * A CUDA stream: a cudaStream_t as a number, or an object whose `cudaStream()` gives it, alone or as the pair (0, handle) of
 * the `__cuda_stream__` protocol. A stream of penstock's that has ended is refused with STREAM_ENDED; another library's must
 * be open.
 */
export type DeviceStream =
  | bigint
  | number
  | { cudaStream(): readonly [version: number, handle: bigint | number] | bigint | number }

export interface DlpackOptions {
  /**
   * The consumer's stream: it is ordered behind the batch, and the memory is used again only behind what was queued on it
   * by the time the capsule's deleter runs. Without it the call waits until the batch is there.
   */
  stream?: DeviceStream
}

/** Part of device memory, and where it goes in a copy. */
export interface DevicePart {
  address: number
  bytes: number
  to: number
}

const copied = 0
const failed = -1

/** Copies on their way; one listener for all of them, while there are any. */
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

/** What a batch's outputs know of the slot in whose device memory they lie. */
export class DeviceMemory {
  constructor(
    readonly gpu: number,
    readonly slot: Handle,
    private readonly lease: Pick<Lease, 'check' | 'retain' | 'checkOpen'>,
  ) {}

  /** Blocks the thread until the batch is there and copied. */
  readSync(parts: readonly DevicePart[], to: Uint8Array): void {
    this.lease.check()
    native().deviceRead(this.slot, packed(parts), to, 0)
  }

  /** The same while the event loop goes on; the batch stays until it is done, also if it is released meanwhile. */
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

  /** What is queued on the stream from now on comes after the batch. */
  order(stream: DeviceStream): void {
    this.lease.check()
    native().deviceOrder(this.slot, rawStream(stream), false)
  }
  /** The batch's memory is written again only after what is queued on the stream by now. */
  used(stream: DeviceStream): void {
    native().deviceOrder(this.slot, rawStream(stream), true)
  }

  /**
   * The batch for a consumer that says later when it is done, by calling the returned function: the stream is ordered behind
   * the batch and stays open until then, if it is one of penstock's. Without a stream the call waits until the batch is there.
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
    // It ends with the stage that made the batch, and with the last batch made in it.
    this.lease.checkOpen()
    return native().deviceEvent(this.slot, true)
  }
}

/** The form that native code takes: address, bytes, offset in the target. */
function packed(parts: readonly DevicePart[]): Float64Array {
  return Float64Array.from(parts.flatMap(({ address, bytes, to }) => [address, bytes, to]))
}

/** The cudaStream_t that a value stands for; undefined where it is no stream. */
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
