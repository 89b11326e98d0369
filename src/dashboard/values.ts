// Formats elements of a tensor as text.
import { elementOf, isFloat } from '../data/elements.js'
import type { Tensor } from '../data/tensor.js'

/** The first `most` elements. The tensor lies in host memory. */
export function asText(tensor: Tensor, most: number): string[] {
  const data = tensor.dataSync()
  return Array.from({ length: Math.min(most, data.length) }, (_, i) => {
    const value = elementOf(tensor.dtype, data, i)
    return isFloat(tensor.dtype) ? String(Number((value as number).toPrecision(6))) : String(value)
  })
}
