// CUDA streams, on which the work of GPU calls is queued. The stream of a call is settled when the call is made. CUDA
// events order a result of one stream before its use on another, so changing the stream does not wait for anything.

import { type DeviceStream, readStream } from '../../data/cuda-stream.js'
import type { PipelineError } from '../../errors.js'
import { type Handle, native } from '../../native.js'
import { flush } from '../scheduling/evaluate.js'
import type { ExecutionQueue } from '../scheduling/execution-queue.js'
import { currentGpu, existingGpu } from './device.js'

/** A way to name a CUDA stream; a Stream is one. Pipelines take the same ways. */
export type StreamLike = DeviceStream

const forgotten = new FinalizationRegistry<Handle>((handle) => native().close(handle))

/** The execution queues that put work on a stream. */
const users = new Map<string, Set<ExecutionQueue>>()
const keyOf = ({ deviceId, handle }: Stream) => `${deviceId}:${handle}`

export function usesStream(stream: Stream, queue: ExecutionQueue): void {
  const key = keyOf(stream)
  const queues = users.get(key) ?? new Set()
  users.set(key, queues.add(queue))
}

export function leavesStream(stream: Stream, queue: ExecutionQueue): void {
  const key = keyOf(stream)
  const queues = users.get(key)
  queues?.delete(queue)
  if (queues?.size === 0) users.delete(key)
}

/** A CUDA stream. stream() makes one. */
export class Stream {
  /** Number of the stream's GPU. */
  readonly deviceId: number

  /** @internal Use stream(). */
  constructor(
    readonly native: Handle,
    /** The cudaStream_t. */
    readonly handle: bigint,
    gpu: number,
    /** The user's object, which must live as long as this one. */
    readonly wrapped: unknown,
  ) {
    this.deviceId = gpu
    forgotten.register(this, native)
  }

  /**
   * The pair [0, cudaStream_t] of the `__cuda_stream__` protocol: with this method pipelines, and other libraries that
   * follow the protocol, take a Stream. `handle` is the cudaStream_t alone.
   */
  cudaStream(): readonly [version: 0, handle: bigint] {
    return [0, this.handle]
  }

  /**
   * Blocks until all calls that this thread has made on the stream are done, and everything else that is queued on it
   * now.
   */
  synchronize(): void {
    flush()
    for (const queue of users.get(keyOf(this)) ?? []) queue.finish()
    native().gpuSync(this.native)
  }

  /**
   * Whether `other` is the same CUDA stream on the same GPU; a cudaStream_t alone is taken for one of this GPU. Throws
   * INVALID_ARGUMENT for anything that is no stream.
   */
  equals(other: StreamLike): boolean {
    const { handle, gpu = this.deviceId } = readStream(other, 'other')
    return handle === this.handle && gpu === this.deviceId
  }

  toString(): string {
    return `Stream(0x${this.handle.toString(16)}, deviceId=${this.deviceId})`
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString()
  }
}

/** The Stream of what names one. Throws INVALID_ARGUMENT, CUDA_UNAVAILABLE, STREAM_ENDED. */
function wrapped(value: StreamLike, deviceId: number | undefined): Stream {
  const { handle, gpu = deviceId ?? currentGpu() } = readStream(value, 'stream', deviceId)
  if (value instanceof Stream) return value
  existingGpu(gpu)
  return new Stream(...native().streamOpen(gpu, handle), gpu, value)
}

/**
 * A stream on GPU `deviceId` (default: the current GPU). Without `raw` it is a new stream, which ends when nothing uses
 * it any more; its cudaStream_t is then refused with STREAM_ENDED until CUDA gives it to another new stream. With `raw`
 * it stands for a stream of another library, which must stay open until everything that uses it is closed. Throws
 * INVALID_ARGUMENT, CUDA_UNAVAILABLE, STREAM_ENDED.
 */
export function stream(raw?: StreamLike, { deviceId }: { deviceId?: number | undefined } = {}): Stream {
  if (raw !== undefined) return wrapped(raw, deviceId)
  const gpu = deviceId === undefined ? currentGpu() : existingGpu(deviceId)
  return new Stream(...native().streamOpen(gpu, null), gpu, undefined)
}

/** Streams by GPU that setCurrentStream() has set on this thread. */
const currents = new Map<number, Stream>()
/** Streams by GPU that were made for this thread because none was set. */
const own = new Map<number, Stream>()
/** This thread's objects for the streams of setDefaultStream(), by GPU. */
const defaults = new Map<number, Stream>()

/** The stream that setCurrentStream() has set for this GPU. */
export const chosenStream = (gpu: number): Stream | undefined => currents.get(gpu)

/** The stream of this thread's default context on a GPU. */
export function usualStream(gpu: number): Stream {
  const found = currents.get(gpu) ?? getDefaultStream(gpu)
  if (found) return found
  const made = own.get(gpu) ?? stream(undefined, { deviceId: gpu })
  own.set(gpu, made)
  return made
}

/**
 * Sets the stream on the current GPU for this thread's default context, and for contexts that are made from now on
 * without a stream. Null goes back to the default stream, or to a stream of the context's own. This does not wait:
 * calls that were made before stay on their stream, and events order their results before later use on another. Throws
 * INVALID_ARGUMENT for a stream of another GPU, CUDA_UNAVAILABLE, STREAM_ENDED.
 */
export function setCurrentStream(value: StreamLike | null): void {
  const gpu = currentGpu()
  if (value === null) currents.delete(gpu)
  else currents.set(gpu, wrapped(value, gpu))
}

/** The stream of this thread's default context on the current GPU. Throws CUDA_UNAVAILABLE. */
export function getCurrentStream(): Stream {
  return usualStream(currentGpu())
}

/**
 * Sets the stream of the default contexts on one GPU, in all threads of the process; setCurrentStream() of a thread
 * comes first. Null sets none. `deviceId` is the number of the GPU (default: the GPU of the stream if it is known, else
 * the current one). Throws INVALID_ARGUMENT, CUDA_UNAVAILABLE, STREAM_ENDED.
 */
export function setDefaultStream(value: StreamLike | null, { deviceId }: { deviceId?: number | undefined } = {}): void {
  if (value === null) {
    const gpu = deviceId === undefined ? currentGpu() : existingGpu(deviceId)
    native().streamDefault(gpu, 0)
    defaults.delete(gpu)
    return
  }
  const made = wrapped(value, deviceId)
  native().streamDefault(made.deviceId, made.native)
  defaults.set(made.deviceId, made)
}

/**
 * The stream that setDefaultStream() has set for GPU `deviceId` (default: the current GPU), or null. Throws
 * CUDA_UNAVAILABLE.
 */
export function getDefaultStream(deviceId?: number): Stream | null {
  const gpu = deviceId === undefined ? currentGpu() : existingGpu(deviceId)
  for (;;) {
    const raw = native().streamDefault(gpu, null)
    if (raw === null) return null
    const known = defaults.get(gpu)
    if (known?.handle === raw) return known
    try {
      // Another thread has set this stream.
      const found = wrapped(raw, gpu)
      defaults.set(gpu, found)
      return found
    } catch (error) {
      // Since then that thread has set another stream.
      if ((error as PipelineError).code !== 'STREAM_ENDED') throw error
    }
  }
}
