// Checks one constant argument against its schema (type, range, choice) and returns the value in its canonical form.

import { types } from 'node:util'
import { isLayout } from '../data/extents.js'
import { shown, suggestion } from '../errors/words.js'
import { arena, dtypeIds, imageTypeIds, interpIds } from '../generated/abi.js'
import { maxOutputs } from '../generated/limits.js'
import type { ArgInfo } from './schema.js'
import type { Json } from './types.js'

export type Checked = { value: Json } | { expected: string; received?: string; hint?: string | undefined }

const enums: Record<string, readonly string[]> = {
  dtype: Object.keys(dtypeIds),
  imageType: Object.keys(imageTypeIds),
  interp: Object.keys(interpIds),
}
const scalarNames: Record<string, string> = {
  bool: 'true or false',
  int: 'an integer',
  float: 'a number',
  string: 'a string',
  layout: 'a layout',
}
const int32 = 2 ** 31
/** Numbers that JSON does not have, as the graph has them: docs/design/graph-format.md. */
const nonFinite = ['NaN', 'Infinity', '-Infinity']
export const jsonNumber = (x: number): number | string => (Number.isFinite(x) ? x : `${x}`)
const outputFields: Readonly<Record<string, ArgInfo>> = {
  dtype: { type: 'dtype' },
  ndim: { type: 'int', min: 0, max: arena.maxDims },
  layout: { type: 'layout' },
}

/** The range of an argument in words, for messages and docs: ' >= 0', ' from 1 to 64'. */
export function rangeText({ min, max, exclusiveMin }: Pick<ArgInfo, 'min' | 'max' | 'exclusiveMin'>): string {
  if (exclusiveMin !== undefined) return ` > ${exclusiveMin}${max === undefined ? '' : ` and <= ${max}`}`
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`
  if (min !== undefined) return ` >= ${min}`
  return max === undefined ? '' : ` <= ${max}`
}

const within = (v: number, { min = -Infinity, max = Infinity, exclusiveMin = -Infinity }: ArgInfo) =>
  v >= min && v <= max && v > exclusiveMin

/** Some numbers in words: '2', '2 or 6', '1 to 3'. */
export function lengthsText(lengths: readonly number[]): string {
  const [first, last] = [lengths[0]!, lengths.at(-1)!]
  return lengths.length > 2 && last - first === lengths.length - 1 ? `${first} to ${last}` : lengths.join(' or ')
}

/** Says in words what a list lacks: a number of values, or their order. */
function wrongList(list: readonly Json[], { lengths, notEmpty, ascending, distinct }: ArgInfo): Checked | undefined {
  const [low, high] = [list[0] as number, list.at(-1) as number]
  if (lengths && !lengths.includes(list.length)) {
    const expected = `${lengthsText(lengths)} value${lengths.at(-1) === 1 ? '' : 's'}`
    return { expected, received: list.length ? `${list.length}` : 'none' }
  }
  if (notEmpty && !list.length) return { expected: 'one value or more', received: 'none' }
  if (ascending === 'strictly' ? !(low < high) : ascending && !(low <= high)) {
    const expected = ascending === 'strictly' ? '[lowest, highest], the second above the first,' : '[lowest, highest]'
    return { expected, received: shown(list) }
  }
  const twice = distinct && list.find((value, i) => list.indexOf(value) < i)
  if (twice !== undefined && twice !== false) return { expected: 'different values', received: `${shown(twice)} twice` }
  return undefined
}

function checkChoice(value: unknown, choices: readonly string[]): Checked {
  if (typeof value === 'string' && choices.includes(value)) return { value }
  return {
    expected: `one of ${choices.map((c) => `'${c}'`).join(', ')}`,
    hint: typeof value === 'string' ? suggestion(value, choices) : undefined,
  }
}

function checkScalar(type: string, value: unknown, arg: ArgInfo, wide: boolean): Checked {
  const choices = arg.values ?? enums[type]
  if (choices) return checkChoice(value, choices)
  if (arg.lengths && typeof value === 'string' && !arg.lengths.includes(value.length)) {
    return { expected: `${lengthsText(arg.lengths)} letter${arg.lengths.at(-1) === 1 ? '' : 's'}` }
  }
  const expected = scalarNames[type]!
  switch (type) {
    case 'bool':
      return typeof value === 'boolean' ? { value } : { expected }
    case 'int': {
      // DALI's Python API takes a bool where it wants an int (mirror=True).
      const v = typeof value === 'boolean' ? Number(value) : value
      const fits = Number.isSafeInteger(v) && (wide || ((v as number) >= -int32 && (v as number) < int32))
      if (fits && within(v as number, arg)) return { value: v as number }
      return { expected: Number.isSafeInteger(v) && !fits ? 'a 32-bit integer' : expected + rangeText(arg) }
    }
    case 'float': {
      const special = nonFinite.find((text) => text === value || Object.is(Number(text), value))
      if (special) return arg.nonFinite ? { value: special } : { expected: `a finite number${rangeText(arg)}` }
      // Operators have it as float32, in which a larger number is infinite.
      const finite = typeof value === 'number' && Number.isFinite(Math.fround(value))
      if (finite && within(value, arg)) return { value }
      return { expected: (typeof value === 'number' && !finite ? 'a float32 number' : expected) + rangeText(arg) }
    }
    case 'layout':
      if (isLayout(value)) return { value }
      return { expected: `${expected} (up to 7 letters, such as 'HWC')` }
    default:
      // Native code reads UTF-8, which half of a pair of surrogates has no form in.
      if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) return { expected: 'a string of whole characters' }
      return typeof value === 'string' ? { value } : { expected }
  }
}

/**
 * Checks the argument `outputs` of jsFunction: a number, a declaration or a list of them. The result is always a list.
 */
function checkOutputs(value: unknown): Checked {
  const expected = `a number of outputs from 1 to ${maxOutputs}, or { dtype?, ndim?, layout? } or a list of these`
  if (Number.isSafeInteger(value)) {
    const n = value as number
    return n >= 1 && n <= maxOutputs ? { value: Array.from({ length: n }, () => ({})) } : { expected }
  }
  const list: unknown[] = Array.isArray(value) ? value : [value]
  if (!list.length || list.length > maxOutputs) return { expected, received: `${list.length} outputs` }
  const out: Json[] = []
  for (const [i, item] of list.entries()) {
    const at = Array.isArray(value) ? ` at [${i}]` : ''
    if (typeof item !== 'object' || item === null || Array.isArray(item))
      return { expected, received: shown(item) + at }
    const own: { [key: string]: Json } = {}
    for (const [key, given] of Object.entries(item)) {
      const arg = Object.hasOwn(outputFields, key) ? outputFields[key] : undefined
      if (!arg) return { expected, received: `${shown(key)}${at}`, hint: suggestion(key, Object.keys(outputFields)) }
      if (given === undefined || given === null) continue
      const checked = checkScalar(arg.type, given, arg, false)
      if (!('value' in checked)) {
        return { expected: `${checked.expected} as ${key}`, received: shown(given) + at, hint: checked.hint }
      }
      own[key] = checked.value
    }
    const { layout, ndim } = own as { layout?: string; ndim?: number }
    if (layout && ndim !== undefined && layout.length !== ndim) {
      return { expected: `a layout of ${ndim} letters (ndim)`, received: `${shown(layout)}${at}` }
    }
    out.push(own)
  }
  return { value: out }
}

/** Checks an argument of type record: an object of named entries, which have the fields of the schema. */
function checkRecord(value: unknown, fields: Readonly<Record<string, ArgInfo>>): Checked {
  const expected = `an object of entries { ${Object.keys(fields).join(', ')} } by name, at least one`
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.keys(value).length)
    return { expected }
  const out: [name: string, entry: Json][] = []
  for (const [name, entry] of Object.entries(value)) {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
      return { expected, received: `${shown(entry)} for '${name}'` }
    const own = checkFields(entry as Record<string, unknown>, fields, expected, ` in '${name}'`, ` of '${name}'`, false)
    if (!('value' in own)) return own
    out.push([name, own.value])
  }
  // Any name is one of its own here, also __proto__.
  return { value: Object.fromEntries(out) }
}

/** Checks an argument of type settings: an object that has the fields of the schema. */
function checkSettings(value: unknown, fields: Readonly<Record<string, ArgInfo>>): Checked {
  const expected = `an object { ${Object.keys(fields).join(', ')} }`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { expected }
  return checkFields(value as Record<string, unknown>, fields, expected, '', '', true)
}

function checkFields(
  entry: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, ArgInfo>>,
  expected: string,
  within: string,
  of: string,
  wide: boolean,
): Checked {
  const own: { [key: string]: Json } = {}
  for (const key of Object.keys(entry)) {
    if (!Object.hasOwn(fields, key))
      return { expected, received: `${shown(key)}${within}`, hint: suggestion(key, Object.keys(fields)) }
  }
  for (const [key, arg] of Object.entries(fields)) {
    const given = entry[key]
    if ((given === undefined || given === null) && !arg.required) continue
    const checked = checkValue(given, arg, wide)
    if (!('value' in checked)) {
      const received = checked.received ?? shown(given)
      return { ...checked, expected: `${checked.expected} as ${key}${of}`, received }
    }
    own[key] = checked.value
  }
  return { value: own }
}

/** Checks a field of type value: a finite number, a list of them, or a text. */
function checkAny(value: unknown): Checked {
  const expected = 'a number, a list of numbers or a string'
  const list = Array.isArray(value) ? value : [value]
  if (typeof value === 'string') return checkScalar('string', value, { type: 'string' }, false)
  return list.every((one) => typeof one === 'number' && Number.isFinite(one)) ? { value: value as Json } : { expected }
}

/** Checks a field of type values: a list of finite numbers, or of texts. */
function checkMany(value: unknown): Checked {
  const expected = 'a list of numbers or of strings'
  if (!Array.isArray(value) || !value.length) return { expected }
  const checked = value.map(checkAny)
  const type = typeof value[0]
  const fits = checked.every((one, i) => 'value' in one && !Array.isArray(value[i]) && typeof value[i] === type)
  return fits ? { value: value as Json } : { expected }
}

/** Checks one argument. `wide`: integers may have 53 bits (arguments of sources, which stay in JavaScript). */
export function checkValue(value: unknown, arg: ArgInfo, wide: boolean): Checked {
  if (arg.type === 'outputs') return checkOutputs(value)
  if (arg.type === 'record') return checkRecord(value, arg.fields!)
  if (arg.type === 'settings') return checkSettings(value, arg.fields!)
  if (arg.type === 'value') return checkAny(value)
  if (arg.type === 'values') return checkMany(value)
  if (!arg.type.endsWith('[]')) return checkScalar(arg.type, value, arg, wide)
  const type = arg.type.slice(0, -2)
  // A scalar stands for a list of one, as in DALI.
  const list = types.isTypedArray(value) ? Array.from(value as unknown as ArrayLike<unknown>) : value
  const items = Array.isArray(list) ? list : [list]
  const { lengths, ...each } = arg
  const out: Json[] = []
  for (const [i, item] of items.entries()) {
    const checked = checkScalar(type, item, each, wide)
    if ('value' in checked) {
      out.push(checked.value)
      continue
    }
    const plural = checked.expected.replace(/^an? (32-bit |finite )?(\w+)/, '$1$2s')
    const expected = plural === checked.expected ? `a list, each ${plural}` : `a list of ${plural}`
    return { expected, received: Array.isArray(list) ? `${shown(item)} at [${i}]` : shown(item), hint: checked.hint }
  }
  return wrongList(out, arg) ?? { value: out }
}
