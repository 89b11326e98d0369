// How far two tensors are apart: integers by their difference, float32 by steps between neighbouring numbers.
import type { Raw } from './reference.js'

export interface Difference {
  /** The largest; 0: equal in every bit. Infinity: another dtype or shape. */
  readonly most: number
  readonly unit: 'ulp' | 'steps' | 'shape'
  /** The largest as numbers. */
  readonly absolute: number
  /** How many values differ. */
  readonly count: number
  readonly text: string
}

const aligned = <T>(bytes: Uint8Array, make: (buffer: ArrayBuffer) => T): T =>
  make(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer)

const views: Readonly<Record<string, (bytes: Uint8Array) => ArrayLike<number | bigint>>> = {
  uint8: (bytes) => bytes,
  bool: (bytes) => bytes,
  int32: (bytes) => aligned(bytes, (b) => new Int32Array(b)),
  int64: (bytes) => aligned(bytes, (b) => new BigInt64Array(b)),
  float32: (bytes) => aligned(bytes, (b) => new Float32Array(b)),
}

/** The bits of float32 in the order of the numbers. */
const ordered = (bits: number) => (bits < 0 ? -(bits & 0x7fffffff) : bits)

const words = ({ dtype, shape }: Raw) => `${dtype} [${shape.join(', ')}]`

function place(index: number, shape: readonly number[]): string {
  let rest = index
  const at: number[] = []
  for (const n of [...shape].reverse()) {
    at.unshift(rest % n)
    rest = Math.floor(rest / n)
  }
  return `[${at.join(', ')}]`
}

const equal: Difference = { most: 0, unit: 'steps', absolute: 0, count: 0, text: 'equal' }

export function difference(ours: Raw, theirs: Raw): Difference {
  if (ours.dtype !== theirs.dtype || ours.shape.join() !== theirs.shape.join()) {
    const text = `${words(ours)}, not ${words(theirs)}`
    return { most: Number.POSITIVE_INFINITY, unit: 'shape', absolute: Number.POSITIVE_INFINITY, count: 1, text }
  }
  if (Buffer.compare(ours.bytes, theirs.bytes) === 0) return equal
  const view = views[ours.dtype]
  if (!view) return { ...equal, most: 1, count: 1, text: `bytes of ${ours.dtype} differ` }
  const [a, b] = [view(ours.bytes), view(theirs.bytes)]
  const bits =
    ours.dtype === 'float32' ? [ours, theirs].map(({ bytes }) => aligned(bytes, (x) => new Int32Array(x))) : undefined
  let [most, absolute, count, first] = [0, 0, 0, -1]
  for (let i = 0; i < a.length; i++) {
    const far = Number(a[i]) - Number(b[i])
    const steps = bits ? Math.abs(ordered(bits[0]![i]!) - ordered(bits[1]![i]!)) : Math.abs(far)
    if (!steps) continue
    count++
    if (first < 0) first = i
    if (steps > most) most = steps
    if (Math.abs(far) > absolute) absolute = Math.abs(far)
  }
  // Zeros of both signs are equal.
  if (!count) return equal
  const unit = bits ? 'ulp' : 'steps'
  const text = `at ${place(first, ours.shape)}: ${a[first]}, not ${b[first]}; ${count} of ${a.length} differ, by ${most} ${unit} at most`
  return { most, unit, absolute, count, text }
}
