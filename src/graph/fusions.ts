// The table of fusions: which neighbours become which operator, and under what condition the result is the same. A new
// fusion is a new row, plus the operator that it names.
import type { GraphNode } from './types.js'

export interface Fusion {
  first: string | readonly string[]
  second: string
  /** Takes the arguments of both; see native/ops/<symbol>/op.json. */
  into: string
  /** Arguments of `first` that say nothing new where `when` holds, and would be taken for those of `second`. */
  omit?: readonly string[]
  /**
   * Makes constants and inputs of the fused node, where they are not just those of both; `second` may then have other
   * inputs besides number `at`, which is `first`. An error of `into` says which of the calls has failed.
   */
  join?(first: GraphNode, second: GraphNode, at: number): Pick<GraphNode, 'args' | 'inputs'>
  /** Besides: `second` is the only reader of `first`, and `into` knows every argument that was given. */
  when(first: GraphNode, second: GraphNode, nodes: ReadonlyMap<number, GraphNode>): boolean
}

const given = (node: GraphNode, name: string) => node.args[name] !== undefined || node.argInputs[name] !== undefined

// A decoder's window has no padding and no conversion, and none but height and width.
const plainWindow = (window: GraphNode) =>
  !['dtype', 'fillValues', 'cropD', 'cropPosZ'].some((name) => given(window, name)) &&
  (window.args.outOfBoundsPolicy ?? 'error') === 'error'

// Names win over numbers, as in slice itself.
function flatAxes({ args, argInputs }: GraphNode): boolean {
  if (args.axisNames) return /^[HW]+$/.test(args.axisNames as string)
  const axes = args.axes as number[] | undefined
  return !argInputs.axes && (!axes || axes.every((axis) => axis === 0 || axis === 1))
}

const decoders = new Set(['image', 'imageCrop', 'imageSlice', 'imageRandomCrop'].map((name) => `decoders.${name}`))
const keepsDtype = new Set(['crop', 'slice', 'flip'])

/** Is output 0 of this node known to be 8-bit before anything has run? */
function isUint8(node: GraphNode | undefined, nodes: ReadonlyMap<number, GraphNode>): boolean {
  if (!node || given(node, 'dtype')) return node?.args.dtype === 'uint8'
  if (decoders.has(node.op)) return true
  return keepsDtype.has(node.op) && isUint8(nodes.get(node.inputs[0]?.node ?? -1), nodes)
}

/** math or mathChain, and math on what that gives: mathChain. See native/ops/math_chain/op.json. */
function chained(first: GraphNode, second: GraphNode, at: number): Pick<GraphNode, 'args' | 'inputs'> {
  const { operation, operations = [operation], constants } = first.args
  let input = 0
  const added = (second.args.constants as string[]).map((text) => text || (input++ === at ? 'previous' : ''))
  return {
    args: {
      operations: [...(operations as string[]), second.args.operation!],
      constants: [...(constants as string[]), ...added],
    },
    inputs: [...first.inputs, ...second.inputs.filter((_, i) => i !== at)],
  }
}

export const fusions: readonly Fusion[] = [
  { first: 'decoders.image', second: 'crop', into: 'decoders.imageCrop', when: (_, crop) => plainWindow(crop) },
  {
    first: 'decoders.image',
    second: 'slice',
    into: 'decoders.imageSlice',
    when: (_, slice) => plainWindow(slice) && flatAxes(slice),
  },
  {
    // The resized 8-bit rows are normalised while they are in cache.
    first: 'resize',
    second: 'cropMirrorNormalize',
    into: 'fusedResizeCropMirrorNormalize',
    omit: ['dtype'],
    when(resize, _normalize, nodes) {
      const source = nodes.get(resize.inputs[0]?.node ?? -1)
      const keeps = !given(resize, 'dtype') || resize.args.dtype === 'uint8'
      return keeps && resize.args.saveAttrs !== true && isUint8(source, nodes)
    },
  },
  {
    // A chain of any length becomes one node: each operation joins what those before it have become.
    first: ['math', 'mathChain'],
    second: 'math',
    into: 'mathChain',
    join: chained,
    when: () => true,
  },
]
