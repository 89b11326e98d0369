// Finds the dtype of a value before a run, if the graph determines it.
import { type DType, dtypeIds } from '../generated/abi.js'
import { dtypeArg, eachType, entryDtype, namesOf, outputPorts, type Schemas } from './schema.js'
import type { GraphNode, Json, ValueRef } from './types.js'

const asDtype = (value: Json | undefined): DType | undefined =>
  typeof value === 'string' && Object.hasOwn(dtypeIds, value) ? (value as DType) : undefined

/** The dtype of a value; undefined if it depends on the data. `nodeOf` returns the node with an id. */
export function knownDtype(
  { node: id, output }: ValueRef,
  nodeOf: (id: number) => GraphNode | undefined,
  schemas: Schemas,
): DType | undefined {
  const node = nodeOf(id)
  const info = node && schemas[node.op]
  if (!info) return undefined
  const { op, args, inputs } = node
  if (op === 'merge') {
    const branches = inputs.slice(1).map((value) => knownDtype(value, nodeOf, schemas))
    return branches.find((dtype) => dtype !== undefined)
  }
  const by = dtypeArg(info)
  const given = by && (args[by] ?? info.args[by]!.default)
  const asked = Array.isArray(given) ? given[output] : output === 0 ? given : undefined
  if (asked !== undefined) return asDtype(asked)
  const port = outputPorts(info, args, inputs.length)[output]
  if (port && eachType(info, port) === 'record') {
    const record = args[port.each!] as Readonly<Record<string, { dtype?: string }>>
    const { dtype } = record[namesOf(record)[output]!]!
    return dtype === undefined ? undefined : entryDtype(dtype)
  }
  const parse = port?.parsed === undefined ? undefined : args[port.parsed]
  if (parse !== undefined && [parse].flat()[output] !== 'bytes') return 'int64'
  const dtype = port?.dtype
  if (dtype === undefined || (typeof dtype === 'string' && dtype !== 'input' && dtype !== 'input 1')) return dtype
  const from = inputs[dtype === 'input 1' ? 1 : 0]
  const found = from && knownDtype(from, nodeOf, schemas)
  return found && typeof dtype === 'object' ? dtype[found] : found
}
