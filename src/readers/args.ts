// Checks the options of a sampler. Every failure is a PipelineError that names the argument, the value and the cure.
// forReader() adds the name of the reader.

import { errorOf, withDetails } from '../errors/factories.js'
import { type ErrorCode, PipelineError } from '../errors.js'

export function fail(code: ErrorCode, message: string, hint: string, cause?: unknown): never {
  throw errorOf(code, message, { hint, cause })
}

/** Runs `body` and adds the reader's name to a PipelineError of it that does not name an operator. */
export function forReader<T>(op: string, body: () => T): T {
  try {
    return body()
  } catch (error) {
    if (!(error instanceof PipelineError) || error.op) throw error
    throw withDetails(error, { op })
  }
}

/** Throws INVALID_ARGUMENT: "Expected `what` for `name` but received `value`". */
function unexpected(what: string, name: string, value: unknown, hint: string): never {
  fail('INVALID_ARGUMENT', `Expected ${what} for ${name} but received ${show(value)}`, hint)
}

function show(value: unknown): string {
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
