// Validates an op.json and the argument groups in native/ops/_args. A field that is not in these tables, or that has a
// wrong type, is refused by name, because no code would read a misspelt field.

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
  doc: text,
  kind: oneOf('op', 'source', 'js'),
  devices: someOf(...deviceNames),
  inputs: list,
  outputs: list,
  args: record,
  include: texts,
  random: flag,
  onError: flag,
  internal: flag,
  imperative: flag,
  merges: flag,
  view: flag,
  wholeBatch: (v) => (flag(v) && text(v) ? 'true, or the name of a bool argument' : undefined),
  frames: flag,
  source: text,
  noFormula: flag,
  noParity: text,
  errors: record,
  rules: list,
  example: (v) => (isRecord(v) || !text(v) ? undefined : 'an object, or a text that says why there is none'),
}
const exampleFields: Readonly<Record<string, Kind>> = { photo: text, args: record, draws: number }
const portFields = { name: text, doc: text }
const inputFields: Readonly<Record<string, Kind>> = {
  ...portFields,
  ...{ optional: flag, many: flag, constant: record, host: flag, shrinks: flag, dtypes: texts, layouts: texts },
}
const outputFields: Readonly<Record<string, Kind>> = {
  ...portFields,
  ...{
    when: text,
    with: text,
    unless: record,
    count: text,
    repeat: text,
    dtypeList: text,
    named: text,
    namedDtypes: record,
    dtype: (v) => (isRecord(v) || !text(v) ? undefined : 'a text or an object'),
    sizeHint: record,
  },
}
const argFields: Readonly<Record<string, Kind>> = {
  ...{ type: oneOf(...scalarTypes, ...listTypes, ...sourceTypes, 'value'), doc: text, default: any, required: flag },
  ...{ perSample: flag, values: texts, min: number, max: number, boolean: flag, ignored: text, deviceDefaults: record },
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
}

const jsTypes: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int: 'number',
  float: 'number',
  string: 'string',
  layout: 'string',
}

/** Whether the argument may have this value. */
function fits(value: unknown, arg: Record<string, unknown>, known: Known): boolean {
  const type = arg.type as string
  if (type === 'outputs' || type === 'record' || type === 'settings') return false
  if (type.endsWith('[]')) {
    const element = { ...arg, type: type.slice(0, -2) }
    return Array.isArray(value) && value.every((x) => fits(x, element, known))
  }
  const choices = type === 'enum' ? (arg.values as string[]) : type === 'dtype' ? known.dtypes : known.choices[type]
  if (choices) return choices.includes(value as string)
  if (typeof value !== jsTypes[type]) return false
  if (type === 'int' && !Number.isInteger(value)) return false
  if (typeof value !== 'number') return true
  return value >= ((arg.min as number) ?? -Infinity) && value <= ((arg.max as number) ?? Infinity)
}

/** Checks the fields of an argument of type record: each is an argument without a doc of its own. */
function checkRecordFields(name: string, arg: Record<string, unknown>, fault: Fault) {
  if ((arg.type === 'record' || arg.type === 'settings') !== (arg.fields !== undefined))
    fault(`argument ${name}: fields belong to a record or settings, and these have them`)
  if (arg.type === 'settings' && arg.for !== 'sampler') fault(`argument ${name}: settings stay in JavaScript`)
  for (const [key, field] of Object.entries(
    (arg.fields as Record<string, Record<string, unknown>> | undefined) ?? {},
  )) {
    checkFields(field, argFields, `field ${key} of argument ${name}`, fault)
    if (!['enum', 'int', 'int[]', 'string', 'value'].includes(field.type as string))
      fault(`field ${key} of argument ${name} has type ${field.type}`)
  }
}

function checkArg(name: string, arg: Record<string, unknown>, op: Record<string, unknown>, known: Known, fault: Fault) {
  checkRecordFields(name, arg, fault)
  const what = `argument ${name}`
  checkFields(arg, argFields, what, fault)
  const type = arg.type as string | undefined
  if (!type) fault(`${what} has no type`)
  if (!arg.doc) fault(`${what} has no doc`)
  if ((sourceTypes as readonly string[]).includes(type!) && (op.kind ?? 'op') === 'op')
    fault(`${what} has type ${type}, which only operators of another kind may have`)
  if ((type === 'enum') !== (arg.values !== undefined)) fault(`${what}: values belong to an enum, and an enum has them`)
  if (arg.boolean && type !== 'int') fault(`${what} is boolean, but of type ${type}: only an int stands for a switch`)
  if (arg.required && (arg.default !== undefined || arg.ignored))
    fault(`${what} is required: it has no default or effect to lose`)
  if (!/^(int|float)/.test(type!) && (arg.min !== undefined || arg.max !== undefined))
    fault(`${what} has bounds, but type ${type}`)
  if ((arg.min as number) > (arg.max as number)) fault(`${what} has min above max`)
  if (arg.default !== undefined && !fits(arg.default, arg, known))
    fault(`${what} has a default that it would refuse: ${JSON.stringify(arg.default)}`)
  for (const [device, value] of Object.entries((arg.deviceDefaults as object | undefined) ?? {})) {
    if (!(op.devices as string[]).includes(device))
      fault(`${what} has a default for ${device}, which is no device of the operator`)
    if (!fits(value, arg, known))
      fault(`${what} has a default for ${device} that it would refuse: ${JSON.stringify(value)}`)
  }
}

/** The number of the input whose dtype an output has. */
const inputOf = (dtype: string | undefined): number | undefined =>
  dtype === 'input' ? 0 : dtype === 'input 1' ? 1 : undefined

/** Checks the dtype of an output: a dtype, 'input', or a dtype for each dtype of the first input. */
function checkDtype(
  name: unknown,
  dtype: string | Record<string, string> | undefined,
  inputs: number,
  known: Known,
  fault: Fault,
) {
  if (typeof dtype === 'object') {
    const missing = known.dtypes.find((d) => !known.dtypes.includes(dtype[d]!))
    if (missing || !inputs) fault(`output ${name} has no dtype for an input of ${missing}`)
  } else if (
    inputOf(dtype) !== undefined ? inputOf(dtype)! >= inputs : dtype !== undefined && !known.dtypes.includes(dtype)
  ) {
    fault(`output ${name} has dtype ${dtype}: expected a dtype, or 'input' where there is one`)
  }
}

function checkPorts(op: Record<string, unknown>, known: Known, fault: Fault): void {
  const args = op.args as Record<string, Record<string, unknown>>
  const inputs = (op.inputs ?? []) as Record<string, unknown>[]
  const outputs = (op.outputs ?? []) as Record<string, unknown>[]
  for (const [i, port] of inputs.entries()) {
    checkFields(port, inputFields, `input ${i}`, fault)
    if (!port.name) fault(`input ${i} has no name`)
    for (const dtype of (port.dtypes as string[] | undefined) ?? [])
      if (!known.dtypes.includes(dtype)) fault(`input ${port.name} takes ${dtype}, which is no dtype`)
  }
  for (const [i, port] of outputs.entries()) {
    checkFields(port, outputFields, `output ${i}`, fault)
    if (!port.name) fault(`output ${i} has no name`)
    const { dtype, when, count, sizeHint } = port as {
      dtype?: string | Record<string, string>
      when?: string
      count?: string
      sizeHint?: Record<string, unknown>
    }
    checkDtype(port.name, dtype, inputs.length, known, fault)
    if (when !== undefined && args[when]?.type !== 'bool')
      fault(`output ${port.name} comes with ${when}, which is no bool argument`)
    const { with: input, unless } = port as { with?: string; unless?: Record<string, unknown> }
    if (input !== undefined && !inputs.some(({ name, optional }) => name === input && optional))
      fault(`output ${port.name} comes with ${input}, which is no optional input`)
    for (const [name, value] of Object.entries(unless ?? {})) {
      const { type, values } = (args[name] ?? {}) as { type?: string; values?: unknown[] }
      const fits =
        type === 'bool'
          ? typeof value === 'boolean'
          : type === 'int'
            ? Number.isInteger(value)
            : values?.includes(value)
      if (!fits) fault(`output ${port.name} is missing for ${name} ${JSON.stringify(value)}, which is no value of it`)
    }
    if (count !== undefined && (outputs.length > 1 || !args[count] || !/\[\]$/.test(args[count]!.type as string)))
      fault(`output ${port.name} is counted by ${count}: it must be the only output, and ${count} a list`)
    const { named, namedDtypes } = port as { named?: string; namedDtypes?: Record<string, string> }
    const fields = named === undefined ? undefined : (args[named]?.fields as Record<string, Record<string, unknown>>)
    const dtypes = fields?.dtype?.values as string[] | undefined
    if (
      named !== undefined &&
      (outputs.length > 1 || !dtypes?.every((d) => known.dtypes.includes(namedDtypes?.[d] ?? '')))
    )
      fault(
        `output ${port.name} is named by ${named}: it must be the only output, and namedDtypes have a dtype for each of the field dtype`,
      )
    const { repeat } = port as { repeat?: string }
    if (repeat !== undefined && (args[repeat]?.type !== 'int' || args[repeat]?.max === undefined))
      fault(`output ${port.name} is there as often as ${repeat} says, which is no int with a max`)
    const { dtypeList } = port as { dtypeList?: string }
    if (dtypeList !== undefined && (count === undefined || args[dtypeList]?.type !== 'dtype[]'))
      fault(
        `output ${port.name} has its dtypes from ${dtypeList}: it must be counted, and ${dtypeList} a list of dtypes`,
      )
    if (!sizeHint) continue
    checkFields(sizeHint, { extents: texts, channels: number }, `sizeHint of output ${port.name}`, fault)
    for (const name of sizeHint.extents as string[])
      if (args[name]?.type !== 'int') fault(`output ${port.name} is sized by ${name}, which is no int argument`)
  }
}

/** Checks `example`, which the operator's page and its picture are made from. */
function checkExample(op: Record<string, unknown>, known: Known, fault: Fault): void {
  const { example, internal, inputs = [] } = op as { example?: unknown; internal?: boolean; inputs?: PortWithLayouts[] }
  if (internal) return
  if (example === undefined) fault('example is missing: a photo and arguments, or a text that says why there is none')
  if (typeof example === 'string') {
    const pixels = inputs.find((port) => port.layouts?.some((layout) => /H/.test(layout)))
    if (pixels) fault(`example is a text, but input ${pixels.name} has pixels: give a photo and arguments`)
    return
  }
  checkFields(example, exampleFields, 'example', fault)
  const { photo, args = {}, draws } = example as { photo?: string; args?: Record<string, unknown>; draws?: number }
  if (!known.photos.includes(photo!)) fault(`example has photo ${photo}, which is no file of data/photos`)
  if (draws !== undefined && !(op.random && Number.isInteger(draws) && draws >= 2 && draws <= 4))
    fault(`example has draws ${draws}: from 2 to 4, of an operator that is random`)
  const all = op.args as Record<string, Record<string, unknown>>
  for (const [name, value] of Object.entries(args)) {
    if (!all[name]) fault(`example gives ${name}, which is no argument`)
    // One value may be given in place of a list.
    const given = /\[\]$/.test(all[name]!.type as string) && !Array.isArray(value) ? [value] : value
    if (!fits(given, all[name]!, known))
      fault(`example gives ${name} a value that it would refuse: ${JSON.stringify(value)}`)
  }
  const missing = Object.keys(all).find((name) => all[name]!.required && !(name in args))
  if (missing) fault(`example lacks ${missing}, which is required`)
}
interface PortWithLayouts {
  name: string
  layouts?: string[]
}

/** Throws for the first fault of an operator, whose argument groups are merged into `args`. */
export function validate(op: Record<string, unknown>, known: Known, fault: Fault): void {
  checkFields(op, opFields, 'op.json', fault)
  for (const name of ['name', 'doc', 'devices']) if (!op[name]) fault(`${name} is missing`)
  const args = op.args as Record<string, Record<string, unknown>>
  for (const [name, arg] of Object.entries(args)) checkArg(name, arg, op, known, fault)
  if (Object.keys(args).length > 64) fault('more than 64 arguments')
  checkPorts(op, known, fault)
  checkExample(op, known, fault)
  for (const [code, when] of Object.entries((op.errors as object | undefined) ?? {})) {
    if (!known.errorCodes.includes(code)) fault(`errors names ${code}, which is no code of native/abi.json`)
    if (text(when)) fault(`errors says nothing of when ${code} comes`)
  }
  if (typeof op.wholeBatch === 'string') {
    const asked = args[op.wholeBatch]
    if (asked?.type !== 'bool' || asked.perSample)
      fault(`wholeBatch names ${op.wholeBatch}, which is no bool argument that is equal for all samples`)
  }
  if (op.imperative && !op.internal) fault('imperative is for internal operators; the others are functions everywhere')
  if (op.source && op.noFormula) fault('source names where a formula comes from, but noFormula says that there is none')
}
