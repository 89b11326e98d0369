// Checks which samples of a batch the user chooses, by number or by a mask.

import { types } from 'node:util'
import { invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'

/** The numbers of the chosen samples, each from 0 to `length` - 1. Throws INVALID_ARGUMENT. */
export function chosen(
  which: readonly number[] | Int32Array | readonly boolean[] | Uint8Array,
  length: number,
): Int32Array {
  const mask = types.isUint8Array(which) || (Array.isArray(which) && typeof which[0] === 'boolean')
  if (!mask && !Array.isArray(which) && !types.isInt32Array(which)) {
    throw invalidArgument(`Expected a list of sample numbers or a mask for which but received ${shown(which)}`)
  }
  if (!mask) return Int32Array.from(which as readonly number[], (i) => numberOf(i, length))
  if (which.length !== length) {
    throw invalidArgument(`Expected a mask of ${length} values, one per sample, for which but received ${which.length}`)
  }
  const rows: number[] = []
  for (const [i, on] of (which as readonly unknown[]).entries()) {
    if (typeof on !== 'boolean' && typeof on !== 'number') {
      throw invalidArgument(`Expected a boolean for which[${i}] but received ${shown(on)}`)
    }
    if (on) rows.push(i)
  }
  return Int32Array.from(rows)
}

/** The number of sample `i` of `length`; a negative `i` counts from the end. Throws INVALID_ARGUMENT. */
export function numberOf(i: unknown, length: number): number {
  const at = typeof i === 'number' && i < 0 ? i + length : i
  if (Number.isInteger(at) && (at as number) >= 0 && (at as number) < length) return at as number
  throw invalidArgument(`Expected a sample from ${-length} to ${length - 1} but received ${shown(i)}`)
}
