// Repeatable random numbers, tensors of any dtype, and shapes that kernels get wrong.
import { typedArrays } from '../../../dist/data/elements.js'

const edges = [1, 2, 3, 5, 7, 8, 13, 16, 17, 31, 33, 47, 64, 67]
const smallEdges = [1, 2, 5, 9, 17]

export const isFloat = (dtype) => dtype.startsWith('float')

/** The value of a float16's bits. */
export function half(bits) {
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  const size =
    exponent === 31
      ? fraction
        ? NaN
        : Infinity
      : exponent
        ? (1 + fraction / 1024) * 2 ** (exponent - 15)
        : fraction * 2 ** -24
  return bits & 0x8000 ? -size : size
}

export class Random {
  constructor(seed) {
    this.state = (seed * 2654435761) >>> 0
  }
  /** From 0 up to 1 (mulberry32). */
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  int(low, high) {
    return low + Math.floor(this.next() * (high - low + 1))
  }
  /** Exact in float32, so that both sides get the same number. */
  float(low, high) {
    return Math.fround(low + this.next() * (high - low))
  }
  coin(share = 0.5) {
    return this.next() < share
  }
  pick(list) {
    return list[this.int(0, list.length - 1)]
  }
  shuffled(list) {
    const out = [...list]
    for (let i = out.length - 1; i > 0; i--) {
      const k = this.int(0, i)
      ;[out[i], out[k]] = [out[k], out[i]]
    }
    return out
  }
  list(n, make) {
    return Array.from({ length: n }, (_, i) => make(i))
  }
  extent(small = false) {
    return this.pick(small ? smallEdges : edges)
  }

  /** A tensor of random values over the dtype's range; floats from -100 to 200, or 0 to 1 when `unit`. */
  tensor(dtype, shape, layout, unit = false) {
    const data = new typedArrays[dtype](shape.reduce((a, b) => a * b, 1))
    for (let i = 0; i < data.length; i++) data[i] = this.value(dtype, unit)
    return { data, shape, layout, dtype }
  }
  value(dtype, unit) {
    switch (dtype) {
      case 'bool':
        return this.int(0, 1)
      case 'float16':
        // Signs, exponents of 2^-14 to 2^6, any fraction.
        return (this.int(0, 1) << 15) | (this.int(1, unit ? 14 : 21) << 10) | this.int(0, 1023)
      case 'float32':
      case 'float64':
        return unit ? this.float(0, 1) : this.float(-100, 200)
      case 'uint64':
        return BigInt(this.int(0, 2 ** 40))
      case 'int64':
        return BigInt(this.int(-(2 ** 40), 2 ** 40))
      case 'uint32':
        return this.int(0, 2 ** 32 - 1)
      case 'int32':
        return this.int(-(2 ** 31), 2 ** 31 - 1)
      default:
        return Math.floor(this.next() * 2 ** 16)
    }
  }
}
