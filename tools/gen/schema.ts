// Reads and checks native/ops/<op>/op.json: the one source for an operator. `include` pulls in argument groups that
// several operators share (native/ops/_args/<name>.json).
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ArgType } from '../../src/graph/schema.js'
import { loadCodecs, withFormats } from './codecs.js'
import { type Known, validate } from './validate.js'

/** The types of arguments, except those of externalSource and jsFunction, whose functions are written by hand. */
export type ArgTypeName = Exclude<ArgType, 'layout[]' | 'outputs'>

export interface ArgSchema {
  type: ArgTypeName
  doc: string
  default?: unknown
  required?: boolean
  perSample?: boolean
  values?: string[] // for 'enum'
  min?: number
  max?: number
  boolean?: boolean // of type int: a switch, for which users may write true or false
  ignored?: string // accepted for compatibility with DALI, without effect; the text is the reason
  deviceDefaults?: Partial<Record<'cpu' | 'gpu' | 'mixed', unknown>> // defaults of devices that differ from `default`
  fields?: Record<string, ArgSchema> // what an argument of type 'settings' has, or each entry of one of type 'record'
  // Readers only: the code that uses the argument. 'sampler': it chooses the samples; 'index': it defines the data set.
  // By default both index() and the kernel use it.
  for?: 'sampler' | 'index'
}

/** A rule about several arguments, which their types cannot express; see graph/schema-types.ts. */
export interface ArgRule {
  atMostOne?: string[]
  atLeastOne?: string[]
  needs?: [string, string]
  sameLength?: [string, string]
  expected?: string
  hint?: string
}

export interface PortSchema {
  name: string
  doc: string
  optional?: boolean
  many?: boolean // inputs: the last input, which may be given any number of times
  constant?: { number: string; list: string } // inputs: names of the arguments that are set when a number, or a list of numbers, is given in its place
  when?: string // outputs: the boolean argument that adds this output
  with?: string // outputs: the optional input that adds this output
  unless?: Record<string, string | number | boolean> // outputs: an argument (an enum, a bool or an int), and its value without which there is this output
  repeat?: string // outputs: the int argument that says how many such outputs there are
  count?: string // outputs: the list argument of which each entry gives one such output; a single value gives one
  dtype?: string | Record<string, string> // outputs: the dtype unless the argument dtype gives it; 'input': that of the first input; 'input 1': of the second; an object: by the dtype of the first input
  dtypeList?: string // outputs with `count`: the argument of type dtype[] that gives the dtype of each, where it is given
  named?: string // outputs: the argument of type record of which each entry gives one output, under its name; a call returns an object
  namedDtypes?: Record<string, string> // outputs with `named`: the output's dtype, by the field dtype of the entry
  sizeHint?: { extents: string[]; channels: number } // outputs: int arguments whose product, times channels, is the expected number of elements
  host?: boolean // inputs: setup() reads its bytes, so they must be in host memory
  shrinks?: boolean // inputs: the first one, if a decoder may make it smaller: native/core/shrink.h
  dtypes?: string[]
  layouts?: string[]
}

export interface OpSchema {
  name: string // 'decoders.imageCrop'
  symbol: string // 'decoders_image_crop', also the folder's name
  doc: string
  kind: 'op' | 'source' | 'js' // 'source' and 'js' have no native argument struct
  native: boolean // has <symbol>_cpu.cc
  reader: boolean // has <symbol>_index.cc, which builds its data set
  rules: ArgRule[]
  merges: boolean // has no kernel: native/program/aliases.h
  view: boolean // its outputs are parts of its first input: it has a setup() alone
  frames: boolean // per-sample arguments may differ by frame: native/program/frames.h
  wholeBatch: boolean | string // it looks at all samples of the batch; a text: where this bool argument is true
  devices: ('cpu' | 'gpu' | 'mixed')[]
  inputs: PortSchema[]
  outputs: PortSchema[]
  random: boolean
  onError: boolean // has the argument onError: 'throw' | 'skip' | 'placeholder'
  internal?: boolean // made by passes only; in neither fn nor the docs
  imperative?: boolean // internal, but a function of imperative mode
  source?: string // the source of the formula
  noFormula?: boolean // there is no formula: the operator moves elements or reads bytes
  noParity?: string // why there is no parity.ts, which compares the operator with DALI
  errors?: Record<string, string> // the cases in which it throws its error codes
  example?: Example | string // shown on the operator's page; a text says why there is none
  args: Record<string, ArgSchema>
}

/** A call on a bundled photo. The documentation shows the call, and makes a picture of what comes of it. */
export interface Example {
  photo: string // a file of data/photos
  args?: Record<string, unknown>
  draws?: number // of a random operator: how many results are shown
}

/** A name in snake_case, as C++ has it: cropPosX is crop_pos_x, and the matrix MT is mt. */
export const snake = (name: string): string =>
  /^[A-Z]+$/.test(name) ? name.toLowerCase() : name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)

export function symbolOf(name: string): string {
  return snake(name.replace(/\./g, '_'))
}

/** The facts of abi.json that an op.json refers to. */
function knownFacts(abiFile: string, photosDir: string): Known {
  const abi = JSON.parse(readFileSync(abiFile, 'utf8')) as {
    dtypes: { name: string }[]
    errorCodes: { name: string }[]
    enums: Record<string, { values: Record<string, number> }>
  }
  const names = (list: { name: string }[]) => list.map(({ name }) => name)
  const choices = Object.entries(abi.enums).map(([name, { values }]) => [
    name[0]!.toLowerCase() + name.slice(1),
    Object.keys(values),
  ])
  const photos = existsSync(photosDir) ? readdirSync(photosDir, { recursive: true, encoding: 'utf8' }) : []
  return { dtypes: names(abi.dtypes), errorCodes: names(abi.errorCodes), choices: Object.fromEntries(choices), photos }
}

/**
 * Loads all schemas. `opsDir`: native/ops; abi.json is in the folder above it. Throws an Error that names the file and
 * the field.
 */
export function loadSchemas(opsDir: string, abiFile = join(opsDir, '../abi.json')): OpSchema[] {
  const known = knownFacts(abiFile, join(opsDir, '../../data/photos'))
  const out: OpSchema[] = []
  const codecs = loadCodecs(join(opsDir, '../codecs'))
  for (const folder of readdirSync(opsDir).sort()) {
    const file = join(opsDir, folder, 'op.json')
    if (!existsSync(file)) continue
    const raw = JSON.parse(readFileSync(file, 'utf8'))
    const fault = (text: string): never => {
      throw new Error(`${file}: ${text}`)
    }
    const args: Record<string, ArgSchema> = {}
    for (const name of raw.include ?? []) {
      const group = join(opsDir, '_args', `${name}.json`)
      if (!existsSync(group)) fault(`include names ${name}, but there is no ${group}`)
      Object.assign(args, JSON.parse(readFileSync(group, 'utf8')).args)
    }
    // An argument with the value null removes an included one.
    for (const [name, arg] of Object.entries({ ...args, ...raw.args })) {
      if (arg === null) delete args[name]
      else args[name] = { ...args[name], ...(arg as ArgSchema) }
    }
    if (symbolOf(raw.name) !== folder) fault(`name "${raw.name}" belongs in a folder ${symbolOf(raw.name)}`)
    for (const arg of Object.values(args)) {
      if (Array.isArray(arg.default)) arg.default = withFormats(arg.default, codecs)
    }
    validate({ ...raw, args }, known, fault)
    out.push({
      kind: 'op',
      random: false,
      onError: false,
      merges: false,
      view: false,
      frames: false,
      wholeBatch: false,
      rules: [],
      ...raw,
      symbol: folder,
      native: existsSync(join(opsDir, folder, `${folder}_cpu.cc`)),
      reader: existsSync(join(opsDir, folder, `${folder}_index.cc`)),
      inputs: raw.inputs ?? [],
      outputs: raw.outputs ?? [{ name: 'output', doc: '' }],
      args: Object.fromEntries(Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1))),
    })
  }
  return out
}
