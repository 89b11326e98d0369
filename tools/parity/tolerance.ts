// Compares the outcomes of one case: dtype, layout, shapes, then elements within a tolerance.
import { halfToNumber, isFloat } from '../../src/data/elements.js'
import type { DType } from '../../src/generated/abi.js'
import type { Outcome, Samples, TypedData } from './samples.js'

/**
 * How far an element may be from DALI's. A number is `abs`. An element is close if one of abs + rel * |DALI's| and `ulp`
 * allows it. `share` of a sample's elements may be farther away, but not beyond `most`, where that is given.
 */
export type Tolerance =
  | number
  | {
      readonly abs?: number
      readonly rel?: number
      /** Units in the last place, of floating-point outputs. */
      readonly ulp?: number
      readonly share?: number
      readonly most?: number
    }

export interface Comparison {
  /** Why the two are not equal within the tolerance. */
  difference?: string
  /** The largest difference of an element. */
  worst: number
  /** The largest share of a sample's elements that were farther apart than abs, rel and ulp say. */
  share: number
  /** Both refused. */
  refused?: true
}

type Limits = Exclude<Tolerance, number>

/** The distance of two numbers in steps of the dtype: 1 where no other number of the dtype lies between them. */
function ulps(dtype: DType, a: number, b: number): number {
  const step = (value: number): number => {
    const exponent = Math.floor(Math.log2(Math.max(Math.abs(value), Number.MIN_VALUE)))
    if (dtype === 'float16') return 2 ** (Math.max(exponent, -14) - 10)
    return dtype === 'float32' ? 2 ** (Math.max(exponent, -126) - 23) : 2 ** (Math.max(exponent, -1022) - 52)
  }
  return Math.abs(a - b) / step(Math.max(Math.abs(a), Math.abs(b)))
}

const numberAt = (dtype: DType, data: TypedData, i: number): number =>
  dtype === 'float16' ? halfToNumber(Number(data[i])) : Number(data[i])

interface SampleComparison {
  worst: number
  far: number
  /** The element that is farthest apart of those that are not close. */
  at: number
}

function compareSample(dtype: DType, got: TypedData, want: TypedData, limits: Limits): SampleComparison {
  const out = { worst: 0, far: 0, at: -1 }
  const { abs = 0, rel = 0, ulp } = limits
  for (let i = 0; i < want.length; i++) {
    if (got[i] === want[i]) continue
    const [a, b] = [numberAt(dtype, got, i), numberAt(dtype, want, i)]
    if ((a === b && typeof got[i] === 'number') || (Number.isNaN(a) && Number.isNaN(b))) continue
    // 64-bit integers that differ can be equal as numbers.
    const exact = typeof got[i] === 'bigint' ? Number((got[i] as bigint) - (want[i] as bigint)) : a - b
    const distance = Number.isNaN(exact) ? Number.POSITIVE_INFINITY : Math.abs(exact)
    const close =
      distance <= abs + rel * Math.abs(b) || (ulp !== undefined && isFloat(dtype) && ulps(dtype, a, b) <= ulp)
    if (!close) {
      out.far++
      if (out.at < 0 || distance > out.worst) out.at = i
    }
    out.worst = Math.max(out.worst, distance)
  }
  return out
}

const shapeText = (shape: readonly number[]): string => `[${shape.join(', ')}]`

/** The differences of two outputs apart from their elements. */
export function otherwise(
  got: Samples,
  want: Samples,
  options: { drawnShapes?: boolean | undefined } = {},
): string | undefined {
  if (got.dtype !== want.dtype) return `dtype ${got.dtype}, DALI has ${want.dtype}`
  if (got.layout !== want.layout) return `layout '${got.layout}', DALI has '${want.layout}'`
  if (got.samples.length !== want.samples.length)
    return `${got.samples.length} samples, DALI has ${want.samples.length}`
  for (const [i, { shape }] of got.samples.entries()) {
    const theirs = want.samples[i]!.shape
    const equal = options.drawnShapes ? shape.length === theirs.length : shape.join() === theirs.join()
    if (!equal) return `sample ${i} has shape ${shapeText(shape)}, DALI has ${shapeText(theirs)}`
  }
  return undefined
}

/** The position of element `i` in a tensor of this shape. */
function position(shape: readonly number[], i: number): string {
  let rest = i
  const at = [...shape].reverse().map((extent) => {
    const index = rest % extent
    rest = Math.floor(rest / extent)
    return index
  })
  return shapeText(at.reverse())
}

function compareOutput(got: Samples, want: Samples, tolerance: Tolerance, sum: Comparison): string | undefined {
  const limits: Limits = typeof tolerance === 'number' ? { abs: tolerance } : tolerance
  const first = otherwise(got, want)
  if (first) return first
  for (const [i, { data, shape }] of got.samples.entries()) {
    const theirs = want.samples[i]!.data
    const { worst, far, at } = compareSample(got.dtype, data, theirs, limits)
    const share = far / Math.max(1, data.length)
    sum.worst = Math.max(sum.worst, worst)
    sum.share = Math.max(sum.share, share)
    if (share <= (limits.share ?? 0) && (limits.most === undefined || worst <= limits.most)) continue
    const where = at < 0 ? '' : ` ${position(shape, at)}`
    const values = at < 0 ? '' : `: ${numberAt(got.dtype, data, at)}, DALI has ${numberAt(got.dtype, theirs, at)}`
    return `sample ${i}, element${where}${values}; ${far} of ${data.length} elements differ by more, at most by ${worst}`
  }
  return undefined
}

/** Compares two outcomes. Where both refused they agree, whatever the words. */
export function compare(
  penstock: Outcome,
  dali: Outcome,
  tolerance: Tolerance,
  outputs: (got: Samples, want: Samples, sum: Comparison, output: number) => string | undefined = (got, want, sum) =>
    compareOutput(got, want, tolerance, sum),
): Comparison {
  const sum: Comparison = { worst: 0, share: 0 }
  if ('error' in penstock || 'error' in dali) {
    if ('error' in penstock && 'error' in dali) return { ...sum, refused: true }
    return {
      ...sum,
      difference:
        'error' in penstock
          ? `penstock refuses: ${penstock.error}`
          : `DALI refuses: ${(dali as { error: string }).error}`,
    }
  }
  if (penstock.outputs.length !== dali.outputs.length)
    return { ...sum, difference: `${penstock.outputs.length} outputs, DALI has ${dali.outputs.length}` }
  for (const [i, got] of penstock.outputs.entries()) {
    const difference = outputs(got, dali.outputs[i]!, sum, i)
    if (difference)
      return { ...sum, difference: penstock.outputs.length > 1 ? `output ${i}: ${difference}` : difference }
  }
  return sum
}

/** A tolerance as the table shows it. */
export function toleranceText(tolerance: Tolerance): string {
  if (typeof tolerance === 'number') return tolerance ? `${tolerance}` : 'exact'
  const { abs, rel, ulp, share, most } = tolerance
  const parts = [
    abs !== undefined && `${abs}`,
    rel !== undefined && `${rel} relative`,
    ulp !== undefined && `${ulp} ulp`,
  ]
  const text = parts.filter(Boolean).join(' or ') || 'exact'
  if (!share) return text
  return `${text} on ${+(100 * (1 - share)).toFixed(4)} %${most === undefined ? '' : `, else ${most}`}`
}
