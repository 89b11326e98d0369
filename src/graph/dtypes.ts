// What can be told of a value's dtype before anything has run.
import { type DType, dtypeIds } from '../generated/abi.js'
import type { Schemas } from './schema.js'
import type { GraphNode, Json, ValueRef } from './types.js'

const asDtype = (value: Json | undefined): DType | undefined =>
  typeof value === 'string' && Object.hasOwn(dtypeIds, value) ? (value as DType) : undefined

/** undefined: it depends on the data. `nodes` holds every node by its id. */
export function knownDtype(
  { node: id, output }: ValueRef,
  nodes: readonly GraphNode[],
  schemas: Schemas,
): DType | undefined {
  const node = nodes[id]
  if (!node) return undefined
  const { op, args, inputs } = node
  if (op === 'externalSource') return asDtype((args.dtype as Json[] | undefined)?.[output])
  if (op === 'merge') {
    const branches = inputs.slice(1).map((value) => knownDtype(value, nodes, schemas))
    return branches.find((dtype) => dtype !== undefined)
  }
  const asked = output === 0 ? (args.dtype ?? schemas[op]?.args.dtype?.default) : undefined
  if (asked !== undefined) return asDtype(asked)
  const dtype = schemas[op]?.outputs.filter((port) => !port.when || args[port.when] === true)[output]?.dtype
  if (dtype !== 'input') return dtype
  return inputs[0] && knownDtype(inputs[0], nodes, schemas)
}
