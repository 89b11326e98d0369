// What the passes know of an operator: the shape of src/generated/schemas.ts, and how to look one up.
import { PipelineError } from '../errors.js'
import type { DType } from '../generated/abi.js'
import { schemas as generated } from '../generated/schemas.js'
import { suggestion } from './suggest.js'
import type { Device, GraphNode, Json } from './types.js'

export type ArgType =
  | 'bool'
  | 'int'
  | 'float'
  | 'string'
  | 'dtype'
  | 'imageType'
  | 'interp'
  | 'layout'
  | 'enum'
  | 'int[]'
  | 'float[]'
  | 'string[]'
  | 'dtype[]'
  | 'layout[]'
  | 'outputs'

export interface ArgInfo {
  type: ArgType
  default?: Json
  required?: true
  perSample?: true
  /** Allowed values of an enum. */
  values?: readonly string[]
  /** Inclusive bounds. */
  min?: number
  max?: number
}

export interface PortInfo {
  name: string
  optional?: true
  /** The last input: there may be any number of it, but at least one. */
  many?: true
  /** An input that may be given as a constant too: the arguments which then take its place. */
  constant?: { number: string; list: string }
  /** Outputs: present when this boolean argument is true. */
  when?: string
  /** Outputs: the dtype, where the argument dtype does not say it; 'input': that of the first input. */
  dtype?: DType | 'input'
  /** Inputs: shapes depend on its bytes, so they must be in host memory. */
  host?: true
}

export interface OpInfo {
  /** A source feeds the pipeline and runs in a stage of its own, as does a user's function; an op runs inside a program. */
  kind: 'op' | 'source' | 'js'
  devices: readonly Device[]
  inputs: readonly PortInfo[]
  outputs: readonly PortInfo[]
  args: Readonly<Record<string, ArgInfo>>
  random?: true
  onError?: true
  /** Made by a pass only: not in fn, not in the docs. */
  internal?: true
  /** Has no kernel: its output is one of its inputs itself, on whatever device that is. */
  merges?: true
}

export type Schemas = Readonly<Record<string, OpInfo>>

/** All operators of this build. Passes take the table as a parameter, so tests can bring their own. */
export const schemas: Schemas = generated

/** A wrong argument, with the place of the call. */
export function argError(node: Pick<GraphNode, 'op' | 'callSite'>, message: string, hint?: string): PipelineError {
  return new PipelineError({ code: 'INVALID_ARGUMENT', op: node.op, message, callSite: node.callSite, hint })
}

export function schemaOf(node: Pick<GraphNode, 'op' | 'callSite'>, table: Schemas): OpInfo {
  const info = Object.hasOwn(table, node.op) ? table[node.op] : undefined
  if (info) return info
  throw argError(node, 'Expected the name of an operator', suggestion(node.op, Object.keys(table)))
}

/** How many outputs a node with these arguments has. externalSource and jsFunction say it themselves. */
export function countOutputs(info: OpInfo, args: Record<string, unknown>): number {
  if (typeof args.numOutputs === 'number') return args.numOutputs
  if (typeof args.outputs === 'number') return args.outputs
  if (Array.isArray(args.outputs)) return args.outputs.length
  return info.outputs.filter((port) => !port.when || args[port.when] === true).length
}
