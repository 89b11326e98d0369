// Prints arrays for console.log of tensors and batches: nested brackets, and only the first and last values of long
// axes.
import type { DType } from '../generated/abi.js'
import { elementOf, isFloat } from './elements.js'
import type { TypedArray } from './types.js'

/** A sample of more elements than this is abbreviated. */
const maxElements = 64
/**
 * Number of places that are shown at either end of an abbreviated axis: innermost axis first, 1 for all further ones.
 */
const edges = [3, 2, 1]
/** Number of samples of a batch that are shown. */
export const maxSamples = 3

/** The array as nested brackets with its numbers in columns. */
export function printArray(data: TypedArray, dtype: DType, shape: readonly number[]): string {
  const strides: number[] = []
  shape.reduceRight((stride, extent, d) => {
    strides[d] = stride
    return stride * extent
  }, 1)
  if (shape.some((extent) => extent === 0)) return '  []'
  const placesOf = (d: number): (number | null)[] => {
    const extent = shape[d]!
    const edge = edges[shape.length - 1 - d] ?? 1
    if (data.length <= maxElements || extent <= 2 * edge + 1) return Array.from({ length: extent }, (_, i) => i)
    const ends = Array.from({ length: edge }, (_, i) => i)
    return [...ends, null, ...ends.map((i) => extent - edge + i)]
  }
  const axes = shape.map((_, d) => placesOf(d))
  const offsets: number[] = []
  const collect = (d: number, offset: number): void => {
    if (d === shape.length) offsets.push(offset)
    else for (const i of axes[d]!) if (i !== null) collect(d + 1, offset + i * strides[d]!)
  }
  collect(0, 0)
  const texts = columns(
    offsets.map((offset) => elementOf(dtype, data, offset)),
    dtype,
  )
  let next = 0
  const print = (d: number, indent: string): string => {
    if (d === shape.length) return texts[next++]!
    const parts = axes[d]!.map((i) => (i === null ? '...' : print(d + 1, `${indent} `)))
    const last = d === shape.length - 1
    // An empty line separates the blocks of axes outside of the last two.
    const joint = last ? ' ' : `\n${d < shape.length - 2 ? '\n' : ''}${indent} `
    return `[${parts.join(joint)}]`
  }
  return `  ${print(0, '  ')}`
}

/** Numbers as texts of equal width. Floats have equally many decimals, at most four. */
function columns(elements: readonly (number | bigint | boolean)[], dtype: DType): string[] {
  const texts = isFloat(dtype) ? floats(elements as number[]) : elements.map(String)
  const width = Math.max(...texts.map((text) => text.length))
  return texts.map((text) => text.padStart(width))
}

function floats(numbers: readonly number[]): string[] {
  const finite = numbers.filter(Number.isFinite).map(Math.abs)
  const most = Math.max(0, ...finite)
  const least = Math.min(...finite.filter((x) => x > 0))
  const special = (x: number) => (Number.isNaN(x) ? 'nan' : x > 0 ? 'inf' : '-inf')
  const wide = most >= 1e8 || (most > 0 && least < 1e-4 && most / least > 1e3) || (most > 0 && most < 1e-3)
  if (wide) return numbers.map((x) => (Number.isFinite(x) ? x.toExponential(4) : special(x)))
  const decimals = Math.max(0, ...finite.map((x) => (/\.(\d*?)0*$/.exec(x.toFixed(4))?.[1] ?? '').length))
  // Floats without decimals end in a point, so that they do not look like integers.
  return numbers.map((x) => (Number.isFinite(x) ? `${x.toFixed(decimals)}${decimals ? '' : '.'}` : special(x)))
}
