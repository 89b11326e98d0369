// What the user expects one sample of a value to take, before anything has run: the memory of the first batches is sized by
// it (src/actors/stock.ts).
import { dtypeBytes } from '../generated/abi.js'
import { knownDtype } from './dtypes.js'
import { outputPorts, type Schemas } from './schema.js'
import type { GraphNode } from './types.js'

/**
 * Bytes per sample of output `o`: the node's own bytesPerSampleHint, or what arguments say of the output's extents (`sizeHint`
 * in op.json); undefined where neither says anything.
 */
export function hintedBytes(node: GraphNode, o: number, schemas: Schemas): number | undefined {
  const { bytesPerSampleHint: given } = node
  const own = Array.isArray(given) ? given[o] : given
  if (own !== undefined) return own
  const info = schemas[node.op]
  const hint = info && outputPorts(info, node.args)[o]?.sizeHint
  if (!hint) return undefined
  const elements = hint.extents.reduce((product, name) => product * extentOf(node, name), hint.channels)
  const dtype = knownDtype({ node: node.id, output: o }, (id) => (id === node.id ? node : undefined), schemas)
  return elements > 0 && dtype ? elements * dtypeBytes[dtype] : undefined
}

/** 0: not said. */
function extentOf({ args }: GraphNode, name: string): number {
  const value = args[name]
  return typeof value === 'number' ? Math.max(0, value) : 0
}
