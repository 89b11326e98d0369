// Draws the parts of a case from a seed: numbers, choices, shapes, tensors. It draws through fast-check, so that a case that
// fails can be made smaller; elements of tensors come of one drawn seed, and are not made smaller.
import fc from 'fast-check'
import { isFloat, typedArrays } from '../../src/data/elements.js'
import type { DType } from '../../src/generated/abi.js'
import type { Samples, TypedData } from './samples.js'

/** The dtypes whose elements are numbers. */
export const numberDtypes = [
  ...(['uint8', 'uint16', 'uint32', 'uint64', 'int8', 'int16', 'int32', 'int64'] as const),
  ...(['float16', 'float32', 'float64'] as const),
] satisfies readonly DType[]

export const dtypes: readonly DType[] = [...numberDtypes, 'bool']

export interface TensorOptions {
  dtype: DType
  layout?: string
  /** The shape of all samples, or a function that draws one for each. */
  shape: readonly number[] | (() => readonly number[])
  /** The range of the elements. Default: all values of an integer dtype, -100 to 100 of a floating one. */
  values?: readonly [number, number]
  /** Neighbours are alike, as in a photo, in place of noise. */
  smooth?: boolean
  /** The number of samples. Default: the batch's. */
  samples?: number
}

const integerRanges: Partial<Record<DType, readonly [number, number]>> = {
  ...{ uint8: [0, 255], uint16: [0, 65535], uint32: [0, 2 ** 32 - 1], uint64: [0, 2 ** 53] },
  ...{ int8: [-128, 127], int16: [-32768, 32767], int32: [-(2 ** 31), 2 ** 31 - 1], int64: [-(2 ** 53), 2 ** 53] },
  bool: [0, 1],
}

/** Mulberry32: numbers of at least 0 and less than 1, for the elements of tensors. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The bits of the float16 that is nearest to a number (of ties: the even one). */
export function halfBits(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0
  const size = Math.abs(value)
  if (Number.isNaN(value)) return 0x7e00
  if (size >= 65520) return sign | 0x7c00
  const exponent = Math.max(-14, Math.floor(Math.log2(size || 2 ** -30)))
  const scaled = (size / 2 ** exponent) * 1024
  const down = Math.floor(scaled)
  const half = scaled - down
  const rounded = half > 0.5 || (half === 0.5 && down % 2) ? down + 1 : down
  // A number that rounds up to the next power of two carries into the exponent by itself.
  return sign | (size < 2 ** -14 ? rounded : (exponent + 14) * 1024 + rounded)
}

/** Elements of one sample: waves that differ per channel, or noise in which the ends of the range are frequent. */
function elements(options: TensorOptions, shape: readonly number[], seed: number): TypedData {
  const { dtype, smooth } = options
  const random = randomNumbers(seed)
  const [low, high] = options.values ?? integerRanges[dtype] ?? [-100, 100]
  const count = shape.reduce((a, b) => a * b, 1)
  const data = new typedArrays[dtype](count)
  const [fast, slow, phase] = [0.05 + random(), 0.01 + random() / 9, 6 * random()]
  const inner = Math.max(1, (shape.at(-1) ?? 1) * (shape.at(-2) ?? 1))
  const unit = (i: number): number => {
    if (smooth) return 0.5 + 0.25 * Math.sin(slow * (i % inner) + phase) + 0.25 * Math.sin((fast * i) / inner)
    const draw = random()
    return draw < 0.02 ? 0 : draw < 0.04 ? 1 : random()
  }
  for (let i = 0; i < count; i++) {
    const at = unit(i)
    const value = low + at * (high - low)
    if (dtype === 'float16') data[i] = halfBits(value)
    else if (dtype === 'int64' || dtype === 'uint64') data[i] = BigInt(Math.floor(value))
    else data[i] = isFloat(dtype) ? value : Math.min(high, Math.floor(low + at * (high - low + 1)))
  }
  return data as TypedData
}

/** Numbers as the elements of a dtype. */
export function dataOf(dtype: DType, values: readonly number[]): TypedData {
  const data = new typedArrays[dtype](values.length)
  for (const [i, value] of values.entries()) {
    data[i] = dtype === 'float16' ? halfBits(value) : dtype === 'int64' || dtype === 'uint64' ? BigInt(value) : value
  }
  return data
}

export class Draw {
  /** The number of samples of the case. */
  readonly batch: number

  constructor(
    private readonly gen: fc.GeneratorValue,
    batch?: number,
  ) {
    this.batch = batch ?? this.int(1, 3)
  }

  /** A whole number; both ends are possible. */
  int(low: number, high: number): number {
    return this.gen(integers, low, high)
  }

  /** A number that float32 holds exactly. */
  float(low: number, high: number): number {
    return Math.fround(low + (this.int(0, 2 ** 24) / 2 ** 24) * (high - low))
  }

  bool(): boolean {
    return this.int(0, 1) === 1
  }

  /** One of several values. */
  pick<T>(values: readonly T[]): T {
    return values[this.int(0, values.length - 1)]!
  }

  /** Whether one of `of` chances has come. */
  chance(of: number): boolean {
    return this.int(0, of - 1) === of - 1
  }

  /** The function's draw or, equally often, undefined: for an argument that is left out. */
  maybe<T>(make: () => T): T | undefined {
    return this.bool() ? make() : undefined
  }

  /** `count` values. */
  list<T>(count: number, make: () => T): T[] {
    return Array.from({ length: count }, make)
  }

  /** Different values of a list, in a drawn order. */
  some<T>(values: readonly T[], count: number): T[] {
    const left = [...values]
    return this.list(Math.min(count, left.length), () => left.splice(this.int(0, left.length - 1), 1)[0]!)
  }

  /** A shape for a layout: H, W, D up to `most`, F up to 4, and C one of `channels`. */
  shape(layout: string, options: { most?: number; least?: number; channels?: readonly number[] } = {}): number[] {
    const { most = 32, least = 1, channels = [1, 3, 4] } = options
    return [...layout].map((axis) => {
      if (axis === 'C') return this.pick(channels)
      const top = axis === 'F' || axis === 'D' ? Math.min(4, most) : most
      return this.int(Math.min(least, top), top)
    })
  }

  /** A batch of tensors. */
  tensor(options: TensorOptions): Samples {
    const samples = this.list(options.samples ?? this.batch, () => {
      const shape = typeof options.shape === 'function' ? options.shape() : options.shape
      return { shape, data: elements(options, shape, this.gen(seeds)) }
    })
    return { dtype: options.dtype, layout: options.layout ?? '', samples }
  }

  /** A batch of images whose shapes may differ, as d.tensor() with a shape for its layout. */
  images(
    options: Omit<TensorOptions, 'shape'> & { most?: number; least?: number; channels?: readonly number[] },
  ): Samples {
    const layout = options.layout ?? 'HWC'
    // All samples of a batch have equally many channels, as images of one reader have.
    const channels = [this.pick(options.channels ?? [1, 3, 4])]
    return this.tensor({ ...options, layout, shape: () => this.shape(layout, { ...options, channels }) })
  }

  /** An argument with one value, or a list of `length`, per sample, which `make` draws. */
  perSample(make: () => number, options: { dtype?: DType; length?: number } = {}): Samples {
    const { dtype, length } = options
    const one = () => (length === undefined ? make() : this.list(length, make))
    return this.given(this.list(this.batch, one), undefined, dtype)
  }

  /** Values that were drawn before, one or a list for each sample, as an input or argument. */
  given(values: readonly (number | readonly number[])[], shape?: readonly number[], dtype: DType = 'float32'): Samples {
    const samples = values.map((value) => {
      const list = typeof value === 'number' ? [value] : value
      return { shape: shape ?? (typeof value === 'number' ? [] : [list.length]), data: dataOf(dtype, list) }
    })
    return { dtype, layout: '', samples }
  }

  /**
   * Arguments that may differ per sample: each is left out, a constant, or one value per sample. `make` draws a value; those of
   * `ints` are int32 per sample.
   */
  arguments(
    makers: Readonly<Record<string, () => number | readonly number[]>>,
    ints: readonly string[] = [],
  ): { args: Record<string, unknown>; argInputs: Record<string, Samples> } {
    const args: Record<string, unknown> = {}
    const argInputs: Record<string, Samples> = {}
    for (const [name, make] of Object.entries(makers)) {
      const way = this.pick(['none', 'constant', 'per sample'])
      if (way === 'constant') args[name] = make()
      if (way !== 'per sample') continue
      argInputs[name] = this.given(this.list(this.batch, make), undefined, ints.includes(name) ? 'int32' : 'float32')
    }
    return { args, argInputs }
  }
}

// Functions of one identity each, as fast-check asks for.
const integers = (min: number, max: number) => fc.noBias(fc.integer({ min, max }))
const seeds = () => fc.noShrink(fc.noBias(fc.integer({ min: 0, max: 2 ** 31 - 1 })))
