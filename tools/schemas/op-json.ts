// Reads the op.json files, the one source for operators: `include` pulls in fields that several operators share
// (native/ops/_args/<name>.json), op-fields.ts checks them, and what follows from them is filled in. What the fields of outputs
// mean for a call is in src/graph/schema.ts, since passes ask too.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ArgInfo, OpInfo } from '../../src/graph/schema-types.js'
import { loadCodecs, withFormats } from './codec-json.js'
import { symbolOf } from './names.js'
import { type Known, validate } from './op-fields.js'
import type { OpSchema, PortSchema } from './op-schema.js'

export type { ArgSchema, Example, OpSchema, PortSchema } from './op-schema.js'

const argFields = [
  ...[
    'type',
    'default',
    'required',
    'perSample',
    'ofBatch',
    'values',
    'min',
    'max',
    'exclusiveMin',
    'nonFinite',
    'lengths',
    'notEmpty',
  ],
  ...['ascending', 'distinct', 'boolean', 'ignored', 'deviceDefaults', 'fields', 'for'],
]
const portFields = ['name', 'optional', 'many', 'constant', 'when', 'each', 'dtype', 'parsed', 'host', 'shrinks']
const opFields = [
  ...[
    'kind',
    'devices',
    'inputs',
    'outputs',
    'random',
    'onError',
    'internal',
    'fed',
    'view',
    'copied',
    'handedTo',
    'frames',
  ],
  ...['wholeBatch', 'reader', 'rules', 'preview'],
]

/** Those of the fields that say something, in this order. */
const picked = (from: object, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const given: unknown = from[field as keyof object]
      const value = field === 'fields' && given ? mapped(given as Record<string, ArgInfo>, argFields) : given
      return value === undefined || value === null || (value === false && field !== 'default') ? [] : [[field, value]]
    }),
  )
const mapped = (from: Readonly<Record<string, ArgInfo>>, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(from).map(([name, one]) => [name, picked(one, fields)]))

/** The part of a schema that passes, and the C++ API, check calls against; `args` comes last. */
export function infoOf(op: OpSchema): OpInfo {
  const ports = (list: readonly PortSchema[]) => list.map((port) => picked(port, portFields))
  const info = picked({ ...op, inputs: ports(op.inputs), outputs: ports(op.outputs) }, opFields)
  return { ...info, args: mapped(op.args, argFields) } as unknown as OpInfo
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

/** The facts of the project that an op.json refers to. */
function knownFacts(abiFile: string, dataDir: string): Known {
  const { dtypes, errorCodes, enums } = read(abiFile) as {
    dtypes: { name: string }[]
    errorCodes: { name: string }[]
    enums: Record<string, { values: Record<string, number> }>
  }
  const names = (list: { name: string }[]) => list.map(({ name }) => name)
  const choices = Object.entries(enums).map(([name, { values }]) => [
    name[0]!.toLowerCase() + name.slice(1),
    Object.keys(values),
  ])
  const filesOf = (folder: string) =>
    existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const files = { photos: filesOf(join(dataDir, 'photos')), sounds: filesOf(join(dataDir, 'sounds')) }
  return { dtypes: names(dtypes), errorCodes: names(errorCodes), choices: Object.fromEntries(choices), ...files }
}

type Raw = Record<string, unknown> & { args?: Record<string, object | null>; first?: string[] }

/** The fields of an op.json and of the files that it includes. Its own replace theirs; an argument that is null goes. */
function merged(own: Raw, opsDir: string, fault: (text: string) => never): Raw {
  const parts = ((own.include as string[] | undefined) ?? []).map((name): Raw => {
    const file = join(opsDir, '_args', `${name}.json`)
    return existsSync(file) ? read(file) : fault(`include names ${name}, but there is no ${file}`)
  })
  const args: Record<string, object> = {}
  for (const part of [...parts, own]) {
    for (const [name, arg] of Object.entries(part.args ?? {})) {
      if (arg === null) delete args[name]
      else args[name] = { ...args[name], ...arg }
    }
  }
  const sorted = Object.fromEntries(Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1)))
  // The rules of what is more special come first, and so do their errors.
  const rules = [own, ...parts.toReversed()].flatMap((part) => part.rules ?? [])
  // An operator may leave out an argument that it includes, so those of its own alone must be there.
  const included = parts.flatMap((part) => part.first ?? []).filter((name) => args[name])
  const first = [...(own.first ?? []), ...included]
  const written = [own, ...parts].flatMap((part) => Object.keys(part.args ?? {})).filter((name) => args[name])
  return Object.assign({}, ...parts, own, { args: sorted }, rules.length && { rules }, { first, written })
}

/**
 * The arguments as the documentation shows them: those that must be given, those of `first`, those of the example, the
 * operator's own, those that it shares with others, and last those without effect.
 */
function orderOf({ args, first, example, written }: OpSchema & { written: string[] }): string[] {
  const all = Object.keys(args)
  const used = typeof example === 'object' ? Object.keys(example.args ?? {}) : []
  const ignored = all.filter((name) => args[name]!.ignored)
  const early = [...all.filter((name) => args[name]!.required), ...first!, ...used, ...written]
  return [...new Set([...early.filter((name) => args[name] && !ignored.includes(name)), ...ignored])]
}

/** Loads all schemas. `opsDir`: native/ops. Throws an Error that names the file and the field. */
export function loadSchemas(opsDir: string): OpSchema[] {
  const known = knownFacts(join(opsDir, '../abi.json'), join(opsDir, '../../data'))
  const codecs = loadCodecs(join(opsDir, '../codecs'))
  return readdirSync(opsDir)
    .sort()
    .filter((folder) => existsSync(join(opsDir, folder, 'op.json')))
    .map((folder) => {
      const file = join(opsDir, folder, 'op.json')
      const fault = (text: string): never => {
        throw new Error(`${file}: ${text}`)
      }
      const raw = merged(read(file), opsDir, fault)
      const has = (ending: string) => existsSync(join(opsDir, folder, folder + ending))
      const reader = has('_index.cc')
      const op = { kind: reader ? 'source' : 'op', reader, inputs: [], ...raw, symbol: folder } as unknown as OpSchema
      if (symbolOf(op.name) !== folder) fault(`name "${op.name}" belongs in a folder ${symbolOf(op.name)}`)
      for (const arg of Object.values(op.args))
        if (Array.isArray(arg.default)) arg.default = withFormats(arg.default, codecs)
      const { written, first, ...fields } = raw
      validate({ ...fields, ...((first as string[]).length && { first }) }, op, known, fault)
      const order = orderOf(op as OpSchema & { written: string[] })
      // A view is a part of an input, and merge gives one of its inputs.
      const gpuKernel = op.devices.includes('gpu') && !op.view && !op.copied && !op.handedTo && op.name !== 'merge'
      return { ...op, order, native: has('_cpu.cc'), gpuKernel }
    })
}
