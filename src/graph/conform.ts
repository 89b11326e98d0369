// Says where a value does not have a format: see format.ts. native/api/conform.cc and python/penstock/dali/_conform.py do the
// same, and a test compares the three.

import { shown } from '../errors/words.js'
import { type Format, graphFormat, type JsonType, maxNesting } from './format.js'

/** What is wrong with a value, at `path` in it. */
export interface Misfit {
  readonly path: readonly (string | number)[]
  readonly expected: string
  /** Absent: nothing is there. */
  readonly received?: unknown
  /** The names that an object may have, if it has `received`, which is another one. */
  readonly known?: readonly string[]
}

const own = (value: object, name: string): unknown =>
  Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined

const kinds: Readonly<Record<JsonType, (value: unknown) => boolean>> = {
  null: (v) => v === null,
  boolean: (v) => typeof v === 'boolean',
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  string: (v) => typeof v === 'string',
  array: Array.isArray,
  object: (v) => typeof v === 'object' && v !== null && !Array.isArray(v),
}

const target = (format: Format): Format =>
  format.$ref === undefined ? format : graphFormat.$defs[format.$ref.slice(8) as keyof typeof graphFormat.$defs]

/** Whether a value is of the kind that a format is for, so that the format can say what is wrong with it. */
function isFor({ type }: Format, value: unknown): boolean {
  if (typeof value === 'number') return type === 'integer' || type === 'number'
  return kinds[type as JsonType](value)
}

/** The first place at which `value` does not have the format; undefined where it has. Fields that are undefined are not there. */
export function misfit(given: Format, value: unknown): Misfit | undefined {
  const format = target(given)
  if (format.anyOf) {
    const near = format.anyOf.find((one) => isFor(one, value))
    return near ? misfit(near, value) : wrong(format, value)
  }
  if (!isPlain(format, value)) return wrong(format, value)
  if (Array.isArray(value)) return ofItems(format, value)
  return typeof value === 'object' && value !== null ? ofFields(format, value) : undefined
}

const wrong = (format: Format, received?: unknown): Misfit => ({
  path: [],
  expected: format.title!,
  ...(received !== undefined && { received }),
})

/** What is wrong with what stands at `step`. */
const below = (step: string | number, found: Misfit | undefined) => found && { ...found, path: [step, ...found.path] }

/** Whether the value itself is right; what it holds is another question. */
function isPlain(format: Format, value: unknown): boolean {
  const { type, minimum = -Infinity, maximum = Infinity, minItems = 0, maxItems = Infinity } = format
  if (format.const !== undefined) return value === format.const
  if (format.enum) return typeof value === 'string' && format.enum.includes(value)
  if (![type].flat().some((one) => kinds[one as JsonType](value))) return false
  if (typeof value === 'number') return value >= minimum && value <= maximum
  if (typeof value === 'string') return format.pattern === undefined || new RegExp(format.pattern).test(value)
  return !Array.isArray(value) || (value.length >= minItems && value.length <= maxItems)
}

function ofItems({ items }: Format, list: readonly unknown[]): Misfit | undefined {
  if (!items) return undefined
  for (const [i, item] of list.entries()) {
    const found = below(i, misfit(items, item))
    if (found) return found
  }
  return undefined
}

function ofFields(format: Format, value: object): Misfit | undefined {
  const { properties = {}, required = [], additionalProperties: rest } = format
  for (const [name, field] of Object.entries(properties)) {
    const given = own(value, name)
    const found = given === undefined ? undefined : below(name, misfit(field, given))
    if (found) return found
  }
  const missing = required.find((name) => own(value, name) === undefined)
  if (missing !== undefined) return below(missing, wrong(target(properties[missing]!)))
  if (rest === undefined) return undefined
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(properties, name)) continue
    if (rest === false) return { path: [], expected: 'a known field', received: name, known: Object.keys(properties) }
    const found = below(name, misfit(rest, own(value, name)))
    if (found) return found
  }
  return undefined
}

/** A path as errors write it: inputs[0].node. */
export const pathText = (path: readonly (string | number)[]): string =>
  path
    .map((step) => (typeof step === 'string' && /^\w+$/.test(step) ? `.${step}` : `[${shown(step)}]`))
    .join('')
    .replace(/^\./, '')

/** What is wrong, in words. */
export function misfitText({ path, expected, received }: Misfit): string {
  const place = path.length ? ` for ${pathText(path)}` : ''
  return `Expected ${expected}${place} but received ${received === undefined ? 'none' : shown(received)}`
}

/** Whether lists and objects of a value are nested deeper than a text may have it. */
export function isTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= maxNesting; depth++) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
    if (!level.length) return false
  }
  return true
}
