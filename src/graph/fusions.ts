// The table of fusions: which neighbours become which operator, and under what condition the result is the same. A new
// fusion is a new row, plus the operator that it names.
import { knownDtype } from './dtypes.js'
import type { Schemas } from './schema.js'
import type { GraphNode, ValueRef } from './types.js'

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
  when(first: GraphNode, second: GraphNode, nodes: ReadonlyMap<number, GraphNode>, schemas: Schemas): boolean
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
    when(resize, _normalize, nodes, schemas) {
      const [input] = resize.inputs
      if (!input || resize.args.saveAttrs === true) return false
      const is8Bit = (value: ValueRef) => knownDtype(value, (id) => nodes.get(id), schemas) === 'uint8'
      return is8Bit(input) && is8Bit({ node: resize.id, output: 0 })
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
