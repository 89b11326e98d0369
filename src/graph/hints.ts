// The expected size of one sample of a value, before a run. The memory of the first batches is sized by it
// (src/actors/stock.ts).
import { dtypeBytes } from '../generated/abi.js'
import { knownDtype } from './dtypes.js'
import { outputPorts, type Schemas } from './schema.js'
import type { GraphNode } from './types.js'

/**
 * Bytes per sample of output `o`: the node's bytesPerSampleHint, else computed from arguments that give the output's
 * extents (`sizeHint` in op.json); undefined if there is neither.
 */
export function hintedBytes(node: GraphNode, o: number, schemas: Schemas): number | undefined {
  const { bytesPerSampleHint: given } = node
  const own = Array.isArray(given) ? given[o] : given
  if (own !== undefined) return own
  const info = schemas[node.op]
  const hint = info && outputPorts(info, node.args, node.inputs.length)[o]?.sizeHint
  if (!hint) return undefined
  const elements = hint.extents.reduce((product, name) => product * extentOf(node, name), hint.channels)
  const dtype = knownDtype({ node: node.id, output: o }, (id) => (id === node.id ? node : undefined), schemas)
  return elements > 0 && dtype ? elements * dtypeBytes[dtype] : undefined
}

/** The extent that an argument gives; 0 if it was not given. */
function extentOf({ args }: GraphNode, name: string): number {
  const value = args[name]
  return typeof value === 'number' ? Math.max(0, value) : 0
}
