// Checks what users give to policies, mixing and geometry.

import { isPlain } from '../definition/context.js'
import { shown, unknownOption } from '../errors/words.js'
import { argError } from '../graph/schema.js'
import type { Kit, Value } from './kit.js'

/** Throws INVALID_ARGUMENT unless `options` is an object of known names. */
export function checkNames(kit: Kit, options: unknown, known: readonly string[]): void {
  if (!isPlain(options)) throw argError(kit.at, `Expected an object for options but received ${shown(options)}`)
  const wrong = Object.keys(options).find((name) => !known.includes(name))
  if (wrong === undefined) return
  throw argError(kit.at, ...unknownOption(wrong, known))
}

/** Throws INVALID_ARGUMENT unless the value is an integer of the range. */
export function checkWhole(kit: Kit, name: string, value: unknown, min: number, max = Number.POSITIVE_INFINITY): void {
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return
  const range = max === Number.POSITIVE_INFINITY ? `>= ${min}` : `from ${min} to ${max}`
  throw argError(kit.at, `Expected an integer ${range} for ${name} but received ${shown(value)}`)
}

/** Throws INVALID_ARGUMENT unless `x` is a value. */
export function checkValue(kit: Kit, name: string, x: unknown): asserts x is Value {
  if (!kit.isValue(x)) throw argError(kit.at, `Expected a value for ${name} but received ${shown(x)}`)
}
