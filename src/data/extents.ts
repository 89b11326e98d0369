// Checks shapes and layouts that come from user code against what a slot's tables and native code can hold. Each
// function returns the text of an error, or undefined; the caller adds the operator or option that the value was given
// to.

import { types } from 'node:util'
import { shown } from '../errors/words.js'
import { arena, type DType, dtypeBytes } from '../generated/abi.js'

const isList = (v: unknown): v is ArrayLike<unknown> => Array.isArray(v) || types.isTypedArray(v)

/** Checks each extent of a shape, and the bytes that they make together, where an extent of 0 counts as 1. */
export function wrongShape(shape: unknown, dtype: DType): string | undefined {
  const { maxDims, maxExtent, maxTensorBytes } = arena
  if (!isList(shape)) return `Expected a list of whole numbers for shape but received ${shown(shape)}`
  if (shape.length > maxDims) return `Expected at most ${maxDims} dimensions for shape but received ${shape.length}`
  const extents = Array.from(shape)
  if (!extents.every((n) => Number.isInteger(n) && (n as number) >= 0 && (n as number) <= maxExtent)) {
    return `Expected whole numbers from 0 to ${maxExtent} for shape but received ${shown(extents)}`
  }
  const bytes = (extents as number[]).reduce((product, n) => product * Math.max(1, n), dtypeBytes[dtype])
  if (bytes <= maxTensorBytes) return undefined
  return `Expected extents that make at most ${maxTensorBytes} bytes of ${dtype} for shape but received ${shown(extents)}`
}

/** Whether a value is a layout: a letter for each axis, or * for one without a name, as DALI has it. */
export const isLayout = (layout: unknown): layout is string =>
  typeof layout === 'string' && /^[A-Za-z*]{0,7}$/.test(layout)

export function wrongLayout(layout: unknown): string | undefined {
  if (isLayout(layout)) return undefined
  return `Expected axis names (up to 7 letters, such as 'HWC') for layout but received ${shown(layout)}`
}
