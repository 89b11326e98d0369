// The table of fusions says which two operators become which one, and under which condition the result is equal. A new
// fusion is a new row, and the operator that it names.
import { knownDtype } from './dtypes.js'
import type { Schemas } from './schema.js'
import type { GraphNode, ValueRef } from './types.js'

export interface Fusion {
  first: string | readonly string[]
  second: string
  /** The fused operator, which takes the arguments of both; see native/ops/<symbol>/op.json. */
  into: string
  /**
   * Arguments of `first` to leave out: they are redundant when `when` holds, and would be taken for those of `second`.
   */
  omit?: readonly string[]
  /**
   * Makes the arguments and inputs of the fused node, for rules where these are not simply those of both nodes.
   * `second` may then have further inputs besides input `at`, which is `first`. An error of `into` names the call that
   * failed.
   */
  join?(first: GraphNode, second: GraphNode, at: number): Pick<GraphNode, 'args' | 'inputs'>
  /**
   * The condition of the rule. fuse() checks in addition that `second` is the only reader of `first` and that `into`
   * takes every argument that was given.
   */
  when(first: GraphNode, second: GraphNode, nodes: ReadonlyMap<number, GraphNode>, schemas: Schemas): boolean
}

const given = (node: GraphNode, name: string) => node.args[name] !== undefined || node.argInputs[name] !== undefined

// Whether a decoder can cut the window: it does not pad, does not convert, and cuts height and width only.
const plainWindow = (window: GraphNode) =>
  !['dtype', 'fillValues', 'cropD', 'cropPosZ'].some((name) => given(window, name)) &&
  (window.args.outOfBoundsPolicy ?? 'error') === 'error'

// Whether slice cuts height and width only. Axis names override axis numbers, as in slice itself.
function flatAxes({ args, argInputs }: GraphNode): boolean {
  if (args.axisNames) return /^[HW]+$/.test(args.axisNames as string)
  const axes = args.axes as number[] | undefined
  return !argInputs.axes && (!axes || axes.every((axis) => axis === 0 || axis === 1))
}

/** Joins math or mathChain with a math that reads its result, to a mathChain. See native/ops/math_chain/op.json. */
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
    // The fused operator normalises the resized 8-bit rows while they are in cache.
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
    // A chain of any length becomes one node: each operation is joined to the node that those before it have become.
    first: ['math', 'mathChain'],
    second: 'math',
    into: 'mathChain',
    join: chained,
    when: () => true,
  },
]
