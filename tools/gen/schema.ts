// Reads and checks native/ops/<op>/op.json: the one source for an operator. `include` pulls in argument groups that
// several operators share (native/ops/_args/<name>.json).
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ArgType } from '../../src/graph/schema.js'

/** These are for externalSource and jsFunction alone, whose functions are written by hand. */
export type ArgTypeName = Exclude<ArgType, 'dtype[]' | 'layout[]' | 'outputs'>

export interface ArgSchema {
  type: ArgTypeName
  doc: string
  default?: unknown
  required?: boolean
  perSample?: boolean
  values?: string[] // for 'enum'
  min?: number
  max?: number
}

export interface PortSchema {
  name: string
  doc: string
  optional?: boolean
  many?: boolean // inputs: the last one, any number of times
  constant?: { number: string; list: string } // inputs: arguments for a number, for a list of numbers in its place
  when?: string // outputs: the boolean argument that adds this output
  dtype?: string // outputs: the dtype where the argument dtype does not say it; 'input': that of the first input
  host?: boolean // inputs: setup() reads its bytes, so they must be in host memory
  dtypes?: string[]
  layouts?: string[]
}

export interface OpSchema {
  name: string // 'decoders.imageCrop'
  symbol: string // 'decoders_image_crop', also the folder's name
  doc: string
  kind: 'op' | 'source' | 'js' // the latter two have no native argument struct of its own
  native: boolean // has <symbol>_cpu.cc
  merges: boolean // has no kernel: native/program/branches.h
  devices: ('cpu' | 'gpu' | 'mixed')[]
  inputs: PortSchema[]
  outputs: PortSchema[]
  random: boolean
  onError: boolean // takes onError: 'throw' | 'skip' | 'placeholder'
  internal?: boolean // made by a pass only: not in fn, nor in the docs
  source?: string // where the formula comes from
  args: Record<string, ArgSchema>
}

const types = new Set(['bool', 'int', 'float', 'string', 'dtype', 'imageType', 'interp', 'layout', 'enum', 'outputs'])

export function symbolOf(name: string): string {
  return name.replace(/\./g, '_').replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
}

export function loadSchemas(opsDir: string): OpSchema[] {
  const out: OpSchema[] = []
  for (const folder of readdirSync(opsDir).sort()) {
    const file = join(opsDir, folder, 'op.json')
    if (!existsSync(file)) continue
    const raw = JSON.parse(readFileSync(file, 'utf8'))
    const args: Record<string, ArgSchema> = {}
    for (const name of raw.include ?? []) {
      Object.assign(args, JSON.parse(readFileSync(join(opsDir, '_args', `${name}.json`), 'utf8')).args)
    }
    // An argument of null takes an included one away.
    for (const [name, arg] of Object.entries({ ...args, ...raw.args })) {
      if (arg === null) delete args[name]
      else args[name] = { ...args[name], ...(arg as ArgSchema) }
    }
    const fault = (text: string) => {
      throw new Error(`${file}: ${text}`)
    }
    if (symbolOf(raw.name) !== folder) fault(`name "${raw.name}" belongs in a folder ${symbolOf(raw.name)}`)
    if (!raw.doc) fault('doc is missing')
    for (const [name, arg] of Object.entries(args)) {
      if (!types.has(arg.type.replace('[]', ''))) fault(`argument ${name} has unknown type ${arg.type}`)
      if (arg.type === 'enum' && !arg.values) fault(`argument ${name} is an enum without values`)
      if (!arg.doc) fault(`argument ${name} has no doc`)
    }
    if (Object.keys(args).length > 64) fault('more than 64 arguments')
    out.push({
      kind: 'op',
      random: false,
      onError: false,
      merges: false,
      ...raw,
      symbol: folder,
      native: existsSync(join(opsDir, folder, `${folder}_cpu.cc`)),
      inputs: raw.inputs ?? [],
      outputs: raw.outputs ?? [{ name: 'output', doc: '' }],
      args: Object.fromEntries(Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1))),
    })
  }
  return out
}
