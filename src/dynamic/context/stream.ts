// CUDA streams: where the work of calls on a GPU is queued. Which stream a call uses is settled when it is made; results cross
// from one stream to another by events, so that changing the stream waits for nothing.

import { streamNumber } from '../../data/device.js'
import { invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import type { PipelineError } from '../../errors.js'
import { type Handle, native } from '../../native.js'
import { flush } from '../scheduling/evaluate.js'
import type { ExecutionQueue } from '../scheduling/execution-queue.js'
import { currentGpu, existingGpu } from './device.js'

/**
 * What stands for a stream: a Stream, a cudaStream_t as a number or bigint, or an object of another library whose
 * `cudaStream()` returns one, alone or as the pair [0, handle] (and whose `deviceId`, if it has one, tells its GPU). A stream
 * of penstock's that has ended is refused with STREAM_ENDED.
 */
export type StreamLike =
  | Stream
  | bigint
  | number
  | {
      cudaStream(): readonly [version: number, handle: bigint | number] | bigint | number
      readonly deviceId?: number | null
    }

const forgotten = new FinalizationRegistry<Handle>((handle) => native().close(handle))

/** The queues that queue work on a stream. */
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

export class Stream {
  /** The cudaStream_t. */
  readonly handle: bigint
  /** Number of its GPU. */
  readonly deviceId: number

  /** @internal Use stream(). */
  constructor(
    readonly native: Handle,
    gpu: number,
    /** The user's object, which must live as long. */
    readonly wrapped: unknown,
  ) {
    this.deviceId = gpu
    this.handle = rawHandle(native)
    forgotten.register(this, native)
  }

  cudaStream(): bigint {
    return this.handle
  }

  /** Blocks until all calls made so far, of this thread, that run on the stream are done, and whatever else is queued on it. */
  synchronize(): void {
    flush()
    for (const queue of users.get(keyOf(this)) ?? []) queue.finish()
    native().streamSync(this.native)
  }

  /** The same stream of the same GPU. */
  equals(other: StreamLike): boolean {
    const { handle, gpu } = rawOf(other, this.deviceId)
    return handle === this.handle && gpu === this.deviceId
  }

  toString(): string {
    return `Stream(0x${this.handle.toString(16)}, deviceId=${this.deviceId})`
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString()
  }
}

const rawHandle = (stream: Handle): bigint => native().streamRaw(stream)

function rawOf(value: StreamLike, deviceId: number | undefined): { handle: bigint; gpu: number } {
  const handle = streamNumber(value)
  const own = typeof value === 'object' && value !== null ? value.deviceId : undefined
  if (handle === undefined) {
    throw invalidArgument(
      `Expected a cudaStream_t or an object with cudaStream() for stream but received ${shown(value)}`,
      'Without an argument, stream() makes one',
    )
  }
  if (typeof own === 'number' && deviceId !== undefined && own !== deviceId) {
    throw invalidArgument(`Expected a stream of GPU ${deviceId} but received one of GPU ${shown(own)}`)
  }
  return { handle, gpu: own ?? deviceId ?? currentGpu() }
}

/**
 * A stream of GPU `deviceId` (default: the current one): a new one, or `raw`, another library's, which must stay open until
 * what uses it is closed. A new one ends when nothing uses it any more; its number is refused from then on, until it is used for
 * another new one. Throws INVALID_ARGUMENT, CUDA_UNAVAILABLE, STREAM_ENDED.
 */
export function stream(raw?: StreamLike, { deviceId }: { deviceId?: number | undefined } = {}): Stream {
  if (raw === undefined) {
    const gpu = deviceId === undefined ? currentGpu() : existingGpu(deviceId)
    return new Stream(native().streamOpen(gpu, null), gpu, undefined)
  }
  const { handle, gpu } = rawOf(raw, deviceId)
  if (raw instanceof Stream) return raw
  existingGpu(gpu)
  return new Stream(native().streamOpen(gpu, handle), gpu, raw)
}

/** This thread's: what was set, and what was made because nothing was. */
const currents = new Map<number, Stream>()
const own = new Map<number, Stream>()
const defaults = new Map<number, Stream>()

/** What setCurrentStream() has said of this GPU. */
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
 * The stream of this thread's default context on the current GPU, and of contexts made from now on without one. Null goes back
 * to the default stream, or to one of the context's own. Nothing is waited for: calls made before go on on their stream, and
 * what they made is ordered before its use on another by events. Throws INVALID_ARGUMENT for a stream of another GPU,
 * CUDA_UNAVAILABLE.
 */
export function setCurrentStream(value: StreamLike | null): void {
  const gpu = currentGpu()
  if (value === null) currents.delete(gpu)
  else currents.set(gpu, stream(value, { deviceId: gpu }))
}

/** The stream of this thread's default context on the current GPU. Throws CUDA_UNAVAILABLE. */
export function getCurrentStream(): Stream {
  return usualStream(currentGpu())
}

/**
 * The stream of default contexts on a GPU, in all threads of the process, unless a thread has set one of its own with
 * setCurrentStream(). Null: none. `deviceId` is the stream's GPU, else the current one. Throws INVALID_ARGUMENT,
 * CUDA_UNAVAILABLE.
 */
export function setDefaultStream(value: StreamLike | null, { deviceId }: { deviceId?: number | undefined } = {}): void {
  if (value === null) {
    const gpu = deviceId === undefined ? currentGpu() : existingGpu(deviceId)
    native().streamDefault(gpu, 0)
    defaults.delete(gpu)
    return
  }
  const made = stream(value, { deviceId })
  native().streamDefault(made.deviceId, made.native)
  defaults.set(made.deviceId, made)
}

/** What setDefaultStream() was given for a GPU (default: the current one), or null. */
export function getDefaultStream(deviceId?: number): Stream | null {
  const gpu = deviceId === undefined ? currentGpu() : existingGpu(deviceId)
  for (;;) {
    const raw = native().streamDefault(gpu, null)
    if (raw === null) return null
    const known = defaults.get(gpu)
    if (known?.handle === raw) return known
    try {
      // Another thread has set it.
      const found = stream(raw, { deviceId: gpu })
      defaults.set(gpu, found)
      return found
    } catch (error) {
      // That thread has set another one meanwhile.
      if ((error as PipelineError).code !== 'STREAM_ENDED') throw error
    }
  }
}
