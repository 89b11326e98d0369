// Reads the bytes of values that are computed: finds where samples lie in host memory, and copies what lies on a GPU.

import type { OutputInfo } from '../../data/arena-tables.js'
import { DeviceMemory } from '../../data/device.js'
import type { DevicePart } from '../../data/device-wait.js'
import { elementOf, volumeOf } from '../../data/elements.js'
import { typedArray } from '../../data/tensor.js'
import type { TypedArray } from '../../data/types.js'
import { internal, invalidInput } from '../../errors/factories.js'
import { settle, settled } from '../scheduling/evaluate.js'
import { dtypeOf, shapeOf } from './shape.js'
import type { Storage } from './storage.js'
import { countOf, rowOf, type Value, type View } from './value.js'

/** One sample's bytes in host memory. */
export interface HostPlace {
  buffer: ArrayBufferLike
  offset: number
  bytes: number
}

export function placeOf({ storage, place }: Value, row: number): HostPlace {
  const { slot, views } = storage!
  const view = views && storage!.viewOf(place, row)
  if (view) return { buffer: view.buffer, offset: view.byteOffset, bytes: view.byteLength }
  const { offset, bytes } = slot.tensor(place, row)
  return { buffer: slot.buffer, offset, bytes }
}

/**
 * The elements of the samples, one sample after the other: on their own memory where they lie so, else a copy. The
 * value must be there.
 */
export function readSync(view: View): TypedArray {
  const { storage, place } = view.value
  const output = storage!.slot.output(place)
  const { dtype, gpu } = output
  if (gpu < 0) return onHost(view, output)
  const { parts, copy } = target(view)
  memoryOf(view.value.storage!, gpu).readSync(parts, copy)
  return typedArray(dtype, copy.buffer, 0, copy.byteLength)
}

/** readSync() for a value that may not be there yet: blocks until it is. Throws INVALID_INPUT where shapes differ. */
export function elementsSync(view: View): TypedArray {
  settle(view.value)
  if (typeof view.rows !== 'number') checkEqual(view)
  return readSync(view)
}

/**
 * As elementsSync(), without blocking. The value stays in memory until the read is done, even if it is disposed
 * meanwhile.
 */
export async function elements(view: View): Promise<TypedArray> {
  const { value } = view
  value.own()
  try {
    await settled(value)
    checkEqual(view)
    const output = value.storage!.slot.output(value.place)
    const { dtype, gpu } = output
    if (gpu < 0) return onHost(view, output)
    const { parts, copy } = target(view)
    await memoryOf(value.storage!, gpu).read(parts, copy)
    return typedArray(dtype, copy.buffer, 0, copy.byteLength)
  } finally {
    value.endRead()
  }
}

/** The only element: a boolean for bool, a bigint for int64 and uint64, else a number. Blocks until it is there. */
export function itemOf(view: View): number | bigint | boolean {
  const { value, rows } = view
  const shape = shapeOf(value, rowOf(rows, 0))
  const size = volumeOf(shape)
  if (size !== 1) {
    throw invalidInput(
      `Expected one element for item() but received ${size}, of shape [${shape}]`,
      'Take one with slice(), or read all with dataSync()',
    )
  }
  settle(value)
  return elementOf(dtypeOf(value), readSync(view), 0)
}

/** A copy of the elements, which the user may write to. Blocks until they are there. */
export function elementsCopy(view: View): TypedArray {
  const data = elementsSync(view)
  return view.value.gpu < 0 ? data.slice() : data
}

/** Throws INVALID_INPUT unless all samples have one shape. The value must be there. */
export function checkEqual(view: View): void {
  const { value, rows } = view
  const { storage, place } = value
  const count = countOf(view)
  if (count < 2 || (rows === null && storage!.slot.output(place).dense)) return
  const first = storage!.slot.tensor(place, rowOf(rows, 0)).shape.join()
  for (let i = 1; i < count; i++) {
    if (storage!.slot.tensor(place, rowOf(rows, i)).shape.join() === first) continue
    throw invalidInput(
      'The samples of this batch have different shapes',
      'Use tensors, or make the shapes equal with a resize or crop',
    )
  }
}

function onHost(view: View, output: OutputInfo): TypedArray {
  const { value, rows } = view
  if (typeof rows === 'number') {
    const { buffer, offset, bytes } = placeOf(value, rows)
    return typedArray(output.dtype, buffer, offset, bytes)
  }
  const count = countOf(view)
  const { slot, views } = value.storage!
  const { dtype, dense, dataOffset, dataBytes } = output
  if (rows === null && dense && !views && slot.batchSize === count) {
    return typedArray(dtype, slot.buffer, dataOffset, dataBytes)
  }
  if (!count) return typedArray(dtype, new ArrayBuffer(0), 0, 0)
  const places = Array.from({ length: count }, (_, i) => placeOf(value, rowOf(rows, i)))
  const [first] = places as [HostPlace]
  const bytes = places.reduce((sum, place) => sum + place.bytes, 0)
  let end = first.offset
  const joined = places.every(({ buffer, offset, bytes }) => {
    const ok = buffer === first.buffer && offset === end
    end += bytes
    return ok
  })
  if (joined) return typedArray(dtype, first.buffer, first.offset, bytes)
  const copy = new Uint8Array(bytes)
  let to = 0
  for (const { buffer, offset, bytes } of places) {
    copy.set(new Uint8Array(buffer as ArrayBuffer, offset, bytes), to)
    to += bytes
  }
  return typedArray(dtype, copy.buffer, 0, bytes)
}

/**
 * The pieces of device memory that hold the samples, as few as possible, and a buffer to copy them to one behind the
 * other.
 */
function target(view: View): { parts: DevicePart[]; copy: Uint8Array<ArrayBuffer> } {
  const { value, rows } = view
  const count = countOf(view)
  const parts: DevicePart[] = []
  let to = 0
  for (let i = 0; i < count; i++) {
    const { offset: address, bytes } = value.storage!.slot.tensor(value.place, rowOf(rows, i))
    const last = parts.at(-1)
    if (last && last.address + last.bytes === address) last.bytes += bytes
    else parts.push({ address, bytes, to })
    to += bytes
  }
  return { parts, copy: new Uint8Array(to) }
}

export function memoryOf(storage: Storage, gpu: number): DeviceMemory {
  const { source } = storage
  if (typeof source !== 'number') {
    throw internal('A value on a GPU without its tables')
  }
  return new DeviceMemory(gpu, source, {
    check: () => void storage.source,
    checkOpen: () => {},
    retain: () => pin(storage),
  })
}

/** Keeps a storage until the returned function is called. */
export function pin(storage: Storage): () => void {
  let held = true
  storage.use()
  return () => {
    if (held) storage.leave()
    held = false
  }
}
