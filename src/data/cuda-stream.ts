// Reads CUDA streams as callers name them: as a cudaStream_t, or as an object of any library that follows the
// `__cuda_stream__` protocol. Every call that takes a stream reads it here.
import { invalidArgument } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import type { PipelineError } from '../errors.js'

/**
 * A CUDA stream: a cudaStream_t as a bigint or a number (0 is the default stream), or an object of any library whose
 * `cudaStream()` returns the pair [0, cudaStream_t], as the `__cuda_stream__` protocol has it. `nd.stream()` and outputs
 * on a GPU are such objects. `deviceId`, if the object has it, is the number of the stream's GPU. A stream of
 * penstock's that has ended is refused with STREAM_ENDED. A stream of another library must be open: this cannot be
 * checked.
 */
export type DeviceStream =
  | bigint
  | number
  | {
      cudaStream(): readonly [version: number, handle: bigint | number]
      readonly deviceId?: number | null | undefined
    }

/** A stream that was read: its cudaStream_t, and its GPU if the object that named it says so. */
export interface NamedStream {
  handle: bigint
  gpu: number | undefined
}

/**
 * Reads a stream. `option` names it in messages. Throws INVALID_ARGUMENT for anything that is no stream, and for a
 * stream that says that it belongs to another GPU than `gpu`.
 */
export function readStream(value: unknown, option: string, gpu?: number): NamedStream {
  if (typeof value !== 'object' || value === null) {
    const handle = handleOf(value)
    if (handle === undefined) throw noStream(value, option)
    return { handle, gpu: undefined }
  }
  const { cudaStream, deviceId } = value as { cudaStream?: unknown; deviceId?: unknown }
  if (typeof cudaStream !== 'function') throw noStream(value, option)
  const own = typeof deviceId === 'number' ? deviceId : undefined
  if (own !== undefined && gpu !== undefined && own !== gpu) {
    throw invalidArgument(`Expected a stream of GPU ${gpu} but received one of GPU ${shown(own)}`)
  }
  return { handle: handleOfPair(cudaStream.call(value), option), gpu: own }
}

/**
 * Takes the stream out of the options of `call`. Throws INVALID_ARGUMENT where a stream was given in place of options,
 * because it would be ignored.
 */
export function streamOption(options: { stream?: DeviceStream }, call: string): DeviceStream | undefined {
  const given: unknown = options
  const isObject = typeof given === 'object' && given !== null
  if (isObject && typeof (given as { cudaStream?: unknown }).cudaStream !== 'function') return options.stream
  throw invalidArgument(
    `Expected an object of options for ${call}() but received ${shown(given)}`,
    `A stream is given as ${call}({ stream })`,
  )
}

function handleOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return BigInt.asUintN(64, value) === value ? value : undefined
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
}

/** The cudaStream_t of what `cudaStream()` returned. */
function handleOfPair(pair: unknown, option: string): bigint {
  if (Array.isArray(pair) && pair.length === 2 && pair[0] === 0) {
    const handle = handleOf(pair[1])
    if (handle !== undefined) return handle
  }
  const alone = handleOf(pair) !== undefined
  throw invalidArgument(
    `Expected cudaStream() of ${option} to return [0, cudaStream_t] but received ${shown(pair)}`,
    alone
      ? 'Return [0, handle], the pair of the __cuda_stream__ protocol, or give the handle itself as the stream'
      : 'The pair is that of version 0 of the __cuda_stream__ protocol; the handle is a bigint, or an integer >= 0',
  )
}

function noStream(value: unknown, option: string): PipelineError {
  return invalidArgument(
    `Expected a cudaStream_t or an object with cudaStream() for ${option} but received ${shown(value)}`,
    'Give nd.stream(), the cudaStream_t as a bigint, or an object whose cudaStream() returns [0, handle]',
  )
}
