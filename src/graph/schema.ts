// Holds the table of all operators of this build, and functions that tell what its fields mean for a call.
// tools/schemas/op-json.ts reads the table from the op.json files; generators ask the functions here too.

import { types } from 'node:util'
import { invalidArgument } from '../errors/factories.js'
import { suggestion } from '../errors/words.js'
import type { PipelineError } from '../errors.js'
import type { DType } from '../generated/abi.js'
import { maxOutputs } from '../generated/limits.js'
import { schemas as generated } from '../generated/schemas.js'
import type { ArgType, OpInfo, PortInfo, Schemas } from './schema-types.js'
import type { Device, GraphNode, Json } from './types.js'

export type { ArgInfo, ArgType, OpInfo, PortInfo, Schemas } from './schema-types.js'

/** All operators of this build. Passes take the table as a parameter, so that tests can give their own. */
export const schemas: Schemas = generated

/** The error INVALID_ARGUMENT for a call of an operator. */
export function argError(node: Pick<GraphNode, 'op' | 'callSite'>, message: string, hint?: string): PipelineError {
  return invalidArgument(message, { op: node.op, callSite: node.callSite, hint })
}

export function schemaOf(node: Pick<GraphNode, 'op' | 'callSite'>, table: Schemas): OpInfo {
  const info = Object.hasOwn(table, node.op) ? table[node.op] : undefined
  if (info) return info
  throw argError(node, 'Expected the name of an operator', suggestion(node.op, Object.keys(table)))
}

/** The defaults of those arguments of an operator that have one. */
export function argDefaults(info: OpInfo): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(info.args).flatMap(([name, arg]) => (arg.default === undefined ? [] : [[name, arg.default]])),
  )
}

/** `args` with the defaults that only hold on `device`; the operator's code fills in all other defaults. */
export function withDeviceDefaults(
  args: Readonly<Record<string, Json>>,
  device: Device,
  info: OpInfo | undefined,
): Record<string, Json> {
  const filled = Object.entries(info?.args ?? {}).flatMap(([name, { deviceDefaults }]) => {
    const value = deviceDefaults?.[device]
    return value === undefined || args[name] !== undefined ? [] : [[name, value] as const]
  })
  return { ...args, ...Object.fromEntries(filled) }
}

/** Whether a call of the operator with these arguments looks at all samples of the batch. */
export const needsWholeBatch = (info: OpInfo | undefined, args: Readonly<Record<string, Json>>): boolean =>
  typeof info?.wholeBatch === 'string' ? args[info.wholeBatch] === true : info?.wholeBatch === true

type Args = Readonly<Record<string, unknown>>
type Known = Pick<OpInfo, 'args' | 'inputs' | 'outputs'>

/** The arguments of which any must be given for an output to be there, where that decides. */
export const givenFor = ({ when }: PortInfo): readonly string[] | undefined =>
  Array.isArray(when) ? (when as readonly string[]) : undefined

/** The argument whose values say whether there is an output, and those for which there is; an input decides otherwise. */
export function valuesFor({ args }: Known, port: PortInfo): { arg: string; values: readonly Json[] } | undefined {
  const { when } = port
  if (givenFor(port)) return undefined
  if (typeof when === 'string') return args[when] && { arg: when, values: [true] }
  const [entry] = Object.entries(when ?? {})
  return entry && { arg: entry[0], values: entry[1] }
}

/** The type of the argument that gives any number of this output. */
export const eachType = ({ args }: Known, { each }: PortInfo): ArgType | undefined =>
  each === undefined ? undefined : args[each]!.type

function isThere(info: OpInfo, port: PortInfo, args: Args, numInputs: number): boolean {
  if (port.when === undefined) return true
  const any = givenFor(port)
  if (any) return any.some((name) => args[name] !== undefined)
  const found = valuesFor(info, port)
  if (!found) return info.inputs.findIndex(({ name }) => name === port.when) < numInputs
  return found.values.includes((args[found.arg] ?? info.args[found.arg]!.default) as Json)
}

/** How many outputs an argument gives; a value that stands for a list gives one, and one that its check refuses none. */
function timesOf({ args: known }: OpInfo, name: string, args: Args): number {
  const { type, default: fallback = 1, max = maxOutputs } = known[name]!
  const value = args[name] ?? fallback
  if (type === 'record') return namesOf(value).length
  if (type.endsWith('[]') || typeof value !== 'number') return listed(value)?.length ?? 1
  return Number.isInteger(value) && value <= max ? Math.max(0, value) : 0
}

/** The outputs that an operator has with these arguments and as many inputs. */
export const outputPorts = (info: OpInfo, args: Args, numInputs: number): readonly PortInfo[] =>
  info.outputs.flatMap((port) =>
    port.each === undefined
      ? isThere(info, port, args, numInputs)
        ? [port]
        : []
      : Array.from({ length: timesOf(info, port.each, args) }, () => port),
  )

/** Number of outputs of a node with these arguments. */
export const countOutputs = (info: OpInfo, args: Args, numInputs: number): number =>
  outputPorts(info, args, numInputs).length

/** The argument that gives the dtype of the first output (of type dtype), or of each (dtype[]). */
export const dtypeArg = ({ args }: Known): string | undefined =>
  Object.keys(args).find((name) => /^dtype(\[\])?$/.test(args[name]!.type))

/** The dtype of an output that an entry of a record gives, by the entry's field `dtype`: a text is its bytes. */
export const entryDtype = (dtype: string): DType => (dtype === 'string' ? 'uint8' : (dtype as DType))

/**
 * The names in an argument of type record, in the order of the outputs that they give: by their bytes, as native code
 * has them.
 */
export const namesOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.keys(value)
        .map((name) => ({ name, bytes: Buffer.from(name) }))
        .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
        .map(({ name }) => name)
    : []

/** Outputs as an object, with the names in the order in which the user has written them. */
export function underNames<T>(value: unknown, outputs: readonly T[]): Record<string, T> {
  const names = namesOf(value)
  const named = new Map(names.map((name, i) => [name, outputs[i]!]))
  return Object.fromEntries(Object.keys(value as object).map((name) => [name, named.get(name)!]))
}

/** The value of an argument if it is a list. */
const listed = (value: unknown): ArrayLike<unknown> | undefined =>
  Array.isArray(value) || types.isTypedArray(value) ? (value as unknown as ArrayLike<unknown>) : undefined

/**
 * What a call returns: its output, or an array of them if there are several, or if their number is that of a list which
 * the user gave; or an object of them if the user has named them.
 */
export function results<T>(
  info: OpInfo,
  given: readonly unknown[],
  outputs: readonly T[],
): T | readonly T[] | Readonly<Record<string, T>> {
  const [first] = info.outputs
  const value = first?.each && (given.at(-1) as Args | undefined)?.[first.each]
  if (first && eachType(info, first) === 'record') return underNames(value, outputs)
  return outputs.length === 1 && !listed(value) ? outputs[0]! : outputs
}
