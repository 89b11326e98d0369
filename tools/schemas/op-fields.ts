// Checks the fields of an op.json and of what it includes. A field that is not in these tables, or that has a
// wrong type, is refused by name, because no code would read a misspelt field.
import type { ArgInfo } from '../../src/graph/schema-types.js'
import { typeRow } from './arg-types.js'
import { groups } from './groups.js'
import { drawings, type OpSchema, type PortSchema } from './op-schema.js'

/** Checks the value of a field; returns what was expected where the value does not fit. */
type Kind = (value: unknown) => string | undefined

const text: Kind = (v) => (typeof v === 'string' && v.trim() ? undefined : 'a text')
const flag: Kind = (v) => (typeof v === 'boolean' ? undefined : 'true or false')
const number: Kind = (v) => (typeof v === 'number' && Number.isFinite(v) ? undefined : 'a number')
const texts: Kind = (v) => (Array.isArray(v) && v.length && v.every((x) => !text(x)) ? undefined : 'a list of texts')
const any: Kind = () => undefined
const list: Kind = (v) => (Array.isArray(v) ? undefined : 'a list')
const record: Kind = (v) => (isRecord(v) ? undefined : 'an object')
const oneOf =
  (...names: readonly string[]): Kind =>
  (v) =>
    names.includes(v as string) ? undefined : `one of ${names.join(', ')}`
const someOf =
  (...names: readonly string[]): Kind =>
  (v) =>
    Array.isArray(v) && v.length && v.every((x) => names.includes(x)) ? undefined : `a list of ${names.join(', ')}`

const isRecord = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)

const deviceNames = ['cpu', 'gpu', 'mixed'] as const
const scalarTypes = ['bool', 'int', 'float', 'string', 'dtype', 'imageType', 'interp', 'layout', 'enum'] as const
const listTypes = ['int[]', 'float[]', 'string[]', 'dtype[]'] as const
/** Types of arguments that only operators without a native argument struct have. */
const sourceTypes = ['layout[]', 'outputs', 'record', 'settings'] as const

const opFields: Readonly<Record<string, Kind>> = {
  name: text,
  group: oneOf(...Object.keys(groups)),
  doc: text,
  kind: oneOf('op', 'source', 'js'),
  devices: someOf(...deviceNames),
  inputs: list,
  outputs: list,
  args: record,
  first: texts,
  include: texts,
  random: flag,
  onError: flag,
  internal: flag,
  fed: flag,
  view: flag,
  copied: flag,
  handedTo: texts,
  wholeBatch: (v) => (flag(v) && text(v) ? 'true, or the name of a bool argument' : undefined),
  frames: (v) => (v === true || v === 'repeat' ? undefined : "true or 'repeat'"),
  source: (v) => (v === null || !text(v) ? undefined : 'a text, or null where nothing is computed'),
  noParity: text,
  errors: record,
  rules: list,
  preview: record,
  example: (v) => (isRecord(v) || !text(v) ? undefined : 'an object, or a text that says why there is none'),
}
const previewFields: Readonly<Record<string, Kind>> = {
  ...{ places: oneOf('kept', 'scaled'), movedBy: texts, normalizes: flag, corners: texts },
  fractions: (v) => (v === true || !text(v) ? undefined : 'true, or the name of a bool argument'),
}
const exampleFields: Readonly<Record<string, Kind>> = {
  ...{ photo: text, sound: text, given: texts, inputs: texts, args: record, shown: text },
  draw: oneOf(...drawings),
}
const ruleFields: Readonly<Record<string, Kind>> = {
  ...{ notBoth: texts, atLeastOne: texts, needs: texts, sameLength: texts, below: texts, expected: text, hint: text },
}
const portFields = { name: text, doc: text }
const inputFields: Readonly<Record<string, Kind>> = {
  ...portFields,
  ...{ optional: flag, many: flag, constant: record, host: flag, shrinks: flag, dtypes: texts, layouts: texts },
}
const outputFields: Readonly<Record<string, Kind>> = {
  ...portFields,
  each: text,
  parsed: text,
  when: (v) => (isRecord(v) || !text(v) || !texts(v) ? undefined : 'a text, a list of texts or an object'),
  dtype: (v) => (isRecord(v) || !text(v) ? undefined : 'a text or an object'),
}
const argFields: Readonly<Record<string, Kind>> = {
  ...{
    type: oneOf(...scalarTypes, ...listTypes, ...sourceTypes, 'value', 'values'),
    doc: text,
    default: any,
    required: flag,
  },
  ...{
    perSample: flag,
    ofBatch: flag,
    values: texts,
    min: number,
    max: number,
    boolean: flag,
    ignored: text,
    deviceDefaults: record,
  },
  exclusiveMin: number,
  nonFinite: flag,
  lengths: (v) =>
    Array.isArray(v) && v.length && v.every((x) => Number.isInteger(x) && x >= 0) ? undefined : 'a list of lengths',
  notEmpty: flag,
  distinct: flag,
  ascending: (v) => (v === true || v === 'strictly' ? undefined : "true or 'strictly'"),
  fields: record,
  for: oneOf('sampler', 'index'),
}

type Fault = (message: string) => never

function checkFields(value: unknown, fields: Readonly<Record<string, Kind>>, what: string, fault: Fault): void {
  if (!isRecord(value)) fault(`expected an object for ${what} but found ${JSON.stringify(value)}`)
  for (const [name, given] of Object.entries(value as object)) {
    const kind = fields[name]
    if (!kind) fault(`unknown field ${name} of ${what}; there are: ${Object.keys(fields).join(', ')}`)
    const expected = kind!(given)
    if (expected) fault(`expected ${expected} for ${name} of ${what} but found ${JSON.stringify(given)}`)
  }
}

/** Facts of the project that an op.json refers to. */
export interface Known {
  dtypes: readonly string[]
  errorCodes: readonly string[]
  /** The values of the enums of abi.json, by type of argument. */
  choices: Readonly<Record<string, readonly string[]>>
  /** The files of data/photos, by their paths in that folder. */
  photos: readonly string[]
  /** The files of data/sounds. */
  sounds: readonly string[]
}

/** Whether the argument may have this value. */
function fits(value: unknown, arg: Pick<ArgInfo, 'type' | 'values' | 'min' | 'max'>, known: Known): boolean {
  const { type, min = -Infinity, max = Infinity, exclusiveMin = -Infinity } = arg as ArgInfo
  if (type === 'outputs' || type === 'record' || type === 'settings') return false
  if (type.endsWith('[]')) {
    const element = { ...arg, type: type.slice(0, -2) as ArgInfo['type'] }
    return Array.isArray(value) && value.every((x) => fits(x, element, known))
  }
  const choices = arg.values ?? (type === 'dtype' ? known.dtypes : known.choices[type])
  if (choices) return choices.includes(value as string)
  if (typeof value !== typeRow('enum', arg)?.ts) return false
  if (type === 'int' && !Number.isInteger(value)) return false
  return typeof value !== 'number' || (value >= min && value <= max && value > exclusiveMin)
}

/** Checks the fields of an argument of type record: each is an argument without a doc of its own. */
function checkRecordFields(name: string, { type, fields, for: reads }: ArgInfo, fault: Fault) {
  if ((type === 'record' || type === 'settings') !== (fields !== undefined))
    fault(`argument ${name}: fields belong to a record or settings, and these have them`)
  if (type === 'settings' && reads !== 'sampler') fault(`argument ${name}: settings stay in JavaScript`)
  for (const [key, field] of Object.entries(fields ?? {})) {
    checkFields(field, argFields, `field ${key} of argument ${name}`, fault)
    if (!['bool', 'enum', 'float', 'float[]', 'int', 'int[]', 'string', 'value', 'values'].includes(field.type))
      fault(`field ${key} of argument ${name} has type ${field.type}`)
  }
}

/** Checks the fields that say which values, and how many, an argument may have. */
function checkLimits(what: string, arg: ArgInfo, known: Known, fault: Fault) {
  const { type, values, min, max, exclusiveMin, nonFinite, lengths, notEmpty, ascending, distinct } = arg
  const choices = type === 'dtype' ? known.dtypes : known.choices[type]
  if (type === 'enum' ? !values : values && !choices && type !== 'layout')
    fault(`${what}: values belong to an enum or another choice, and an enum has them`)
  const unknown = choices && values?.find((value) => !choices.includes(value))
  if (unknown) fault(`${what} has the value ${unknown}, which is no ${type}`)
  if (!/^(int|float)/.test(type) && (min ?? max ?? exclusiveMin) !== undefined)
    fault(`${what} has bounds, but type ${type}`)
  if (min! > max!) fault(`${what} has min above max`)
  const bounded = (min ?? max ?? exclusiveMin) !== undefined || ascending
  if (nonFinite && (!/^float/.test(type) || bounded))
    fault(`${what} takes NaN and infinities, and is no float without bounds`)
  const counted = type.endsWith('[]') || type === 'string' || type === 'layout'
  if (lengths && !counted) fault(`${what} has lengths, but type ${type}`)
  if (ascending && !lengths) fault(`${what} is ascending, and has no lengths`)
  if ((notEmpty || ascending || distinct) && !/^(int|float)\[\]$/.test(type))
    fault(`${what} has rules of a list of numbers, but is of type ${type}`)
}

function checkArg(name: string, arg: ArgInfo & { doc?: string }, op: OpSchema, known: Known, fault: Fault) {
  const what = `argument ${name}`
  checkFields(arg, argFields, what, fault)
  checkRecordFields(name, arg, fault)
  const { type } = arg
  if (!type) fault(`${what} has no type`)
  if (!arg.doc) fault(`${what} has no doc`)
  if ((sourceTypes as readonly string[]).includes(type) && op.kind === 'op')
    fault(`${what} has type ${type}, which only operators of another kind may have`)
  checkLimits(what, arg, known, fault)
  if (arg.boolean && type !== 'int') fault(`${what} is boolean, but of type ${type}: only an int stands for a switch`)
  if (arg.required && (arg.default !== undefined || arg.ignored))
    fault(`${what} is required: it has no default or effect to lose`)
  if (arg.default !== undefined && !fits(arg.default, arg, known))
    fault(`${what} has a default that it would refuse: ${JSON.stringify(arg.default)}`)
  for (const [device, value] of Object.entries(arg.deviceDefaults ?? {})) {
    if (!(op.devices as readonly string[]).includes(device))
      fault(`${what} has a default for ${device}, which is no device of the operator`)
    if (!fits(value, arg, known))
      fault(`${what} has a default for ${device} that it would refuse: ${JSON.stringify(value)}`)
  }
}

/** Checks the dtype of an output: a dtype, that of an input, or a dtype for each dtype of the first input. */
function checkDtype({ name, dtype }: PortSchema, inputs: number, known: Known, fault: Fault) {
  if (typeof dtype === 'object') {
    const missing = known.dtypes.find((d) => !known.dtypes.includes((dtype as Record<string, string>)[d]!))
    if (missing || !inputs) fault(`output ${name} has no dtype for an input of ${missing}`)
  } else if (dtype !== undefined) {
    const right = dtype === 'input' ? inputs > 0 : dtype === 'input 1' ? inputs > 1 : known.dtypes.includes(dtype)
    if (!right) fault(`output ${name} has dtype ${dtype}: expected a dtype, or 'input' where there is one`)
  }
}

/** Checks the argument that gives any number of an output. */
function checkEach({ name, each }: PortSchema, { args, outputs }: OpSchema, known: Known, fault: Fault) {
  if (each === undefined) return
  const { type, max, fields } = (args[each] ?? {}) as Partial<ArgInfo>
  const dtypes = fields?.dtype?.values
  const right =
    type === 'int'
      ? max !== undefined
      : type === 'record'
        ? dtypes?.every((dtype) => dtype === 'string' || known.dtypes.includes(dtype))
        : type === 'outputs' || type?.endsWith('[]')
  if (!right)
    fault(
      `output ${name} is there for each of ${each}, which is no int with a max, no list, and no record whose field dtype has dtypes`,
    )
  if (type !== 'int' && outputs.length > 1)
    fault(`output ${name} is there for each of ${each}: it must be the only one`)
}

/** Checks the argument that says which outputs are parsed. */
function checkParsed({ name, parsed, each }: PortSchema, { args }: OpSchema, fault: Fault) {
  if (parsed !== undefined && (!each || args[parsed]?.type !== 'string[]'))
    fault(`output ${name} is parsed by ${parsed}: expected an argument of type string[], and an output with each`)
}

/** Checks what a call must have for an output to be there. */
function checkWhen({ name, when }: PortSchema, { args, inputs }: OpSchema, known: Known, fault: Fault) {
  if (typeof when === 'string') {
    const optional = inputs.some((port) => port.name === when && port.optional)
    if (args[when]?.type !== 'bool' && !optional)
      fault(`output ${name} comes with ${when}, which is no bool argument and no optional input`)
    return
  }
  if (Array.isArray(when)) {
    const unknown = (when as readonly string[]).find((arg) => args[arg]?.default !== undefined || !args[arg])
    if (unknown) fault(`output ${name} comes with ${unknown}, which is no argument without a default`)
    return
  }
  for (const [arg, values] of Object.entries((when ?? {}) as Readonly<Record<string, readonly unknown[]>>)) {
    const { type, min, max } = args[arg] ?? {}
    const listed = type === 'enum' || (type === 'int' && min !== undefined && max !== undefined)
    const wrong = !listed || list(values) || values.some((value) => !fits(value, args[arg]!, known))
    if (wrong || Object.keys(when!).length > 1)
      fault(
        `output ${name} comes with ${JSON.stringify(when)}: expected values of one enum, or of an int with min and max`,
      )
  }
}

function checkPorts(op: OpSchema, known: Known, fault: Fault): void {
  for (const [what, ports, fields] of [
    ['input', op.inputs, inputFields],
    ['output', op.outputs, outputFields],
  ] as const) {
    for (const [i, port] of ports.entries()) {
      checkFields(port, fields, `${what} ${i}`, fault)
      if (!port.name) fault(`${what} ${i} has no name`)
    }
  }
  for (const { name, dtypes = [] } of op.inputs)
    for (const dtype of dtypes)
      if (!known.dtypes.includes(dtype)) fault(`input ${name} takes ${dtype}, which is no dtype`)
  for (const port of op.outputs) {
    checkDtype(port, op.inputs.length, known, fault)
    checkParsed(port, op, fault)
    checkEach(port, op, known, fault)
    checkWhen(port, op, known, fault)
  }
  const asked = Object.keys(op.args).filter((name) => /^dtype(\[\])?$/.test(op.args[name]!.type))
  if (asked.length > 1) fault(`${asked.join(' and ')} are both of type dtype: one argument gives the dtypes of outputs`)
}

/** Checks the arguments that an example gives. */
function checkExampleArgs(args: Readonly<Record<string, unknown>>, all: OpSchema['args'], known: Known, fault: Fault) {
  for (const [name, value] of Object.entries(args)) {
    const arg = all[name] ?? fault(`example gives ${name}, which is no argument`)
    // A record has checks of its own; null is a node of the argument's name.
    if (arg.fields || (value === null && arg.perSample)) continue
    // One value may be given in place of a list.
    const given = arg.type.endsWith('[]') && !Array.isArray(value) ? [value] : value
    if (!fits(given, arg, known)) fault(`example gives ${name} a value that it would refuse: ${JSON.stringify(value)}`)
  }
  const missing = Object.keys(all).find((name) => all[name]!.required && !(name in args))
  if (missing) fault(`example lacks ${missing}, which is required`)
}

/** Checks `example`, which the operator's page and its picture are made from. */
function checkExample({ example, internal, devices, inputs, args: all }: OpSchema, known: Known, fault: Fault): void {
  if (internal) return
  if (example === undefined) fault('example is missing: a call over a photo, or a text that says why there is none')
  if (typeof example !== 'object') {
    // The machines on which the examples run need no GPU.
    const pixels = devices.includes('cpu') && inputs.find((port) => port.layouts?.some((layout) => /H/.test(layout)))
    if (pixels) fault(`example is a text, but input ${pixels.name} has pixels: give a photo and arguments`)
    return
  }
  checkFields(example, exampleFields, 'example', fault)
  const { photo, sound, args = {} } = example
  if (photo && !known.photos.includes(photo)) fault(`example has photo ${photo}, which is no file of data/photos`)
  if (sound && !known.sounds.includes(sound)) fault(`example has sound ${sound}, which is no file of data/sounds`)
  checkExampleArgs(args, all, known, fault)
}

/** Checks `preview`, which says what pictures of the outputs show. */
function checkPreview({ preview, args }: OpSchema, fault: Fault): void {
  if (!preview) return
  checkFields(preview, previewFields, 'preview', fault)
  const { movedBy = [], corners = [], fractions, normalizes } = preview
  const named = [...movedBy, ...corners, ...(typeof fractions === 'string' ? [fractions] : [])]
  const wanted = [...named, ...(normalizes ? ['mean', 'std', 'scale', 'shift'] : [])]
  const missing = wanted.find((name) => !args[name])
  if (missing) fault(`preview names ${missing}, which is no argument`)
  if (typeof fractions === 'string' && args[fractions]!.type !== 'bool')
    fault(`preview names ${fractions}, which is no bool argument`)
}

/** Throws for the first fault of an operator: of `raw`, its fields as they are written, or of what they mean. */
export function validate(raw: object, op: OpSchema, known: Known, fault: Fault): void {
  checkFields(raw, opFields, 'op.json', fault)
  for (const name of ['name', 'doc', 'devices', 'outputs'] as const) if (!op[name]) fault(`${name} is missing`)
  for (const [name, arg] of Object.entries(op.args)) checkArg(name, arg, op, known, fault)
  // The mask of those that were given has 64 bits; those of the sampler are not among them.
  if (Object.values(op.args).filter((arg) => arg.for !== 'sampler').length > 64) fault('more than 64 arguments')
  checkPorts(op, known, fault)
  for (const [i, rule] of (op.rules ?? []).entries()) {
    checkFields(rule, ruleFields, `rule ${i}`, fault)
    const { expected, hint, ...named } = rule
    const missing = Object.values(named)
      .flat()
      .find((name) => !op.args[name] && !op.inputs.some((port) => port.optional && name === `input ${port.name}`))
    if (missing) fault(`rule ${i} names ${missing}, which is no argument and no optional input`)
  }
  if (!op.internal && !op.group) fault(`group is missing: one of ${Object.keys(groups).join(', ')}`)
  const stray = op.first?.find((name) => !op.args[name])
  if (stray) fault(`first names ${stray}, which is no argument`)
  checkExample(op, known, fault)
  checkPreview(op, fault)
  for (const [code, when] of Object.entries(op.errors ?? {})) {
    if (!known.errorCodes.includes(code)) fault(`errors names ${code}, which is no code of native/abi.json`)
    if (text(when)) fault(`errors says nothing of when ${code} comes`)
  }
  for (const name of ['copied', 'handedTo'] as const) {
    if (op[name] && op.devices.join() === 'cpu') fault(`${name} is for an operator that takes a GPU as its device`)
  }
  if (typeof op.wholeBatch === 'string') {
    const asked = op.args[op.wholeBatch]
    if (asked?.type !== 'bool' || asked.perSample)
      fault(`wholeBatch names ${op.wholeBatch}, which is no bool argument that is equal for all samples`)
  }
}
