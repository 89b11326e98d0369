// Estimates the size of one sample of a value before a run. The memory of the first batches is sized by it
// (src/actors/stock.ts).
import { dtypeBytes } from '../generated/abi.js'
import { knownDtype } from './dtypes.js'
import type { Schemas } from './schema.js'
import type { GraphNode } from './types.js'

/** Arguments of decoders: the extents of images, of three channels, for which memory is ready if both are given. */
export const extentHints = ['preallocateHeightHint', 'preallocateWidthHint']

/** Bytes per sample of output `o`: the node's bytesPerSampleHint, else by extentHints; undefined if there is neither. */
export function hintedBytes(node: GraphNode, o: number, schemas: Schemas): number | undefined {
  const { bytesPerSampleHint: given } = node
  const own = Array.isArray(given) ? given[given.length === 1 ? 0 : o] : given
  if (own !== undefined) return own
  const args = schemas[node.op]?.args
  const extents = extentHints.map((name) => (args?.[name]?.ignored ? 0 : node.args[name]))
  const elements = extents.reduce<number>(
    (product, value) => product * (typeof value === 'number' ? Math.max(0, value) : 0),
    3,
  )
  if (!elements) return undefined
  const dtype = knownDtype({ node: node.id, output: o }, (id) => (id === node.id ? node : undefined), schemas)
  return dtype && elements * dtypeBytes[dtype]
}
