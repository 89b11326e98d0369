// Argument checks of the file reader. Every failure is a PipelineError that names the argument, what came, and the cure.

import { type ErrorCode, PipelineError } from '../errors.js'

const OP = 'readers.file'

export function fail(code: ErrorCode, message: string, hint: string, cause?: unknown): never {
  throw new PipelineError({ code, op: OP, message, hint, cause })
}

/** Fails with "Expected `what` for `name` but received `value`". */
export function unexpected(what: string, name: string, value: unknown, hint: string): never {
  fail('INVALID_ARGUMENT', `Expected ${what} for ${name} but received ${show(value)}`, hint)
}

export function show(value: unknown): string {
  if (typeof value === 'string') return value.length > 120 ? `'${value.slice(0, 120)}...'` : `'${value}'`
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return `an array of ${(value as ArrayLike<unknown>).length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'function' ? 'a function' : String(value)
}

export function checkInteger(name: string, value: unknown, min: number, max: number, hint?: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max) return value
  const range =
    max < Number.MAX_SAFE_INTEGER ? ` in ${min}..${max}` : min > Number.MIN_SAFE_INTEGER ? ` of at least ${min}` : ''
  unexpected(`an integer${range}`, name, value, hint ?? `Give ${name} as an integer${range}`)
}

export function checkBoolean(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  unexpected('a boolean', name, value, `Give ${name} as true or false`)
}

export function checkString(name: string, value: unknown): string {
  if (typeof value !== 'string') unexpected('a string', name, value, `Give ${name} as a string`)
  if (value.includes('\0')) unexpected('a string without NUL characters', name, value, `Remove the NUL from ${name}`)
  return value
}

/** One string or a list of them, never empty. */
export function checkStrings(name: string, value: unknown): readonly string[] {
  if (typeof value === 'string') return [checkString(name, value)]
  if (!Array.isArray(value)) unexpected('a string or an array of strings', name, value, `Give ${name} as strings`)
  if (value.length === 0) unexpected('at least one string', name, value, `Leave ${name} out, or put a string in it`)
  for (let i = 0; i < value.length; i++) checkString(`${name}[${i}]`, value[i])
  return value
}
