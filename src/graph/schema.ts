// The table of all operators of this build, and functions to look things up in it.

import { invalidArgument } from '../errors/factories.js'
import { suggestion } from '../errors/words.js'
import type { PipelineError } from '../errors.js'
import { schemas as generated } from '../generated/schemas.js'
import type { OpInfo, PortInfo, Schemas } from './schema-types.js'
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

/** The outputs that an operator has with these arguments and as many inputs. */
export function outputPorts(
  info: OpInfo,
  args: Readonly<Record<string, unknown>>,
  numInputs: number,
): readonly PortInfo[] {
  return info.outputs.flatMap((port) => {
    if (port.count) return Array.from({ length: listed(args[port.count])?.length ?? 1 }, () => port)
    if (port.named) return namesOf(args[port.named]).map(() => port)
    if (port.repeat) return Array.from({ length: timesOf(info, port.repeat, args) }, () => port)
    if (port.when && args[port.when] !== true) return []
    if (port.with && info.inputs.findIndex(({ name }) => name === port.with) >= numInputs) return []
    return Object.entries(port.unless ?? {}).some(([name, value]) => args[name] === value) ? [] : [port]
  })
}

/** An argument that says how many outputs there are; none for a value that its check refuses. */
function timesOf(info: OpInfo, name: string, args: Readonly<Record<string, unknown>>): number {
  const times = args[name]
  return Number.isInteger(times) && Number(times) <= info.args[name]!.max! ? Math.max(0, Number(times)) : 0
}

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
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))
    ? (value as unknown as ArrayLike<unknown>)
    : undefined

/**
 * What a call returns: its output, or an array of them if there are several, or if their number is that of a list which
 * the user gave; or an object of them if the user has named them.
 */
export function results<T>(
  info: OpInfo,
  given: readonly unknown[],
  outputs: readonly T[],
): T | readonly T[] | Readonly<Record<string, T>> {
  const { count, named } = info.outputs[0] ?? {}
  const options = given.at(-1) as Readonly<Record<string, unknown>> | undefined
  if (named) return underNames(options?.[named], outputs)
  const asList = count !== undefined && listed(options?.[count]) !== undefined
  return outputs.length === 1 && !asList ? outputs[0]! : outputs
}

/** Number of outputs of a node with these arguments. For externalSource and jsFunction an argument gives it. */
export function countOutputs(info: OpInfo, args: Record<string, unknown>, numInputs: number): number {
  if (typeof args.numOutputs === 'number') return args.numOutputs
  if (typeof args.outputs === 'number') return args.outputs
  if (Array.isArray(args.outputs)) return args.outputs.length
  return outputPorts(info, args, numInputs).length
}
