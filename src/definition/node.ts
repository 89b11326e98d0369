// Defines DataNode, the value that fn.* functions return.

import { callSite } from '../errors/call-site.js'
import { invalidArgument } from '../errors/factories.js'
import type { DType } from '../generated/abi.js'
import { copyOp, onGpu } from '../graph/devices.js'
import type { GraphNode, ValueRef } from '../graph/types.js'
import type { MathConstant } from './math-table.js'

/**
 * What slice() takes of one axis: all of it (undefined), one index, which removes the axis (a number, or for the first
 * axis a DataNode with an index per sample), or a range [start, end].
 */
export type NodeRange = undefined | number | DataNode | readonly [start?: number | undefined, end?: number | undefined]

/** An operand of a node's arithmetic: a node or a scalar constant. */
export type NodeOperand = DataNode | MathConstant | number | boolean

/** The functions that methods of nodes record with. */
export interface Recorders {
  call(op: string, given: readonly unknown[], site: string): DataNode[]
  compute(operation: string, names: readonly string[], given: unknown[], site: string): DataNode
  takePart(node: DataNode, ranges: readonly NodeRange[], method: string, site: string): DataNode
}

/** The definition that a node belongs to, as the node sees it. */
export interface Definition {
  readonly nodes: readonly GraphNode[]
  readonly recorders: Recorders
}

/** `method`: the one that the user called. */
const binary = (operation: string, a: DataNode, b: NodeOperand, method: (b: NodeOperand) => DataNode) =>
  a.context.recorders.compute(operation, ['a', 'b'], [a, b], callSite(method))

declare const known: unique symbol

/**
 * A value of the graph: one output of one operator call in a definition. It stands for data that exists only when the
 * pipeline runs. `D` is the dtype of the data and `Names` the names of the inputs that must be fed for it, if the
 * compiler knows them.
 */
export class DataNode<out D extends DType = DType, out Names extends string = string> {
  declare readonly [known]: { dtype: D; names: Names }

  /** Id of the operator call. */
  readonly node: number
  /** Index of the output of that call. */
  readonly output: number
  /**
   * The definition that the node belongs to.
   * @internal
   */
  readonly context: Definition

  /** @internal */
  constructor(node: number, output: number, context: Definition) {
    this.node = node
    this.output = output
    this.context = context
  }

  /** The node's place in the graph, as the graph's JSON holds it. */
  get ref(): ValueRef {
    return { node: this.node, output: this.output }
  }

  /** The memory that the value will lie in: outputs of 'mixed' and 'gpu' operators are on the GPU. */
  get device(): 'cpu' | 'gpu' {
    return onGpu(this.context.nodes[this.node]!) ? 'gpu' : 'cpu'
  }

  /**
   * The value in GPU memory; this node itself if it is there already. It is only needed for outputs of the pipeline,
   * because operators on the GPU also take values on the CPU. It has no effect in a pipeline with deviceId: null.
   * Errors: INVALID_ARGUMENT outside of the definition.
   */
  gpu(): this {
    return this.on('gpu', callSite(this.gpu))
  }

  /**
   * The value in host memory; this node itself if it is there already. A value on the GPU needs it before an operator
   * on the CPU, before it is given as an argument, and as an output of the pipeline that is wanted in host memory.
   * Errors: INVALID_ARGUMENT outside of the definition.
   */
  cpu(): this {
    return this.on('cpu', callSite(this.cpu))
  }

  /**
   * The part of each sample at one place of the first axis, which is removed: a number, where a negative one counts from
   * the end, or a DataNode with one whole number per sample. No bytes are copied. Errors: INVALID_ARGUMENT;
   * INVALID_INPUT when the pipeline runs, for a place that a sample does not have.
   */
  at(index: number | DataNode): DataNode<D> {
    return this.context.recorders.takePart(this, [index], 'at', callSite(this.at)) as DataNode<D>
  }

  /**
   * A part of each sample: for each axis from the first on, one index, which removes the axis, a range [start, end],
   * whose ends may be left out, or undefined for all of it. Negative places count from the end; ranges are cut off at
   * the ends of the axis. `images.slice([[0, 100], undefined, 0])` is one channel of the first 100 rows. Errors as for
   * at().
   */
  slice(ranges: readonly NodeRange[]): DataNode<D> {
    return this.context.recorders.takePart(this, ranges, 'slice', callSite(this.slice)) as DataNode<D>
  }

  /** this + b, as math.add(this, b) computes it; errors as there. */
  add(b: NodeOperand): DataNode {
    return binary('add', this, b, this.add)
  }

  /** this - b: math.sub(). */
  sub(b: NodeOperand): DataNode {
    return binary('sub', this, b, this.sub)
  }

  /** this * b: math.mul(). */
  mul(b: NodeOperand): DataNode {
    return binary('mul', this, b, this.mul)
  }

  /** this / b, in floats: math.div(). */
  div(b: NodeOperand): DataNode {
    return binary('div', this, b, this.div)
  }

  /** The quotient of integers rounded towards zero: math.floorDiv(). */
  floorDiv(b: NodeOperand): DataNode {
    return binary('floorDiv', this, b, this.floorDiv)
  }

  /** The remainder, with the sign of this: math.mod(). */
  mod(b: NodeOperand): DataNode {
    return binary('mod', this, b, this.mod)
  }

  /** This == b, as bool: math.eq(). */
  eq(b: NodeOperand): DataNode {
    return binary('eq', this, b, this.eq)
  }

  /** This != b, as bool: math.ne(). */
  ne(b: NodeOperand): DataNode {
    return binary('ne', this, b, this.ne)
  }

  /** This < b, as bool: math.lt(). */
  lt(b: NodeOperand): DataNode {
    return binary('lt', this, b, this.lt)
  }

  /** This <= b, as bool: math.le(). */
  le(b: NodeOperand): DataNode {
    return binary('le', this, b, this.le)
  }

  /** This > b, as bool: math.gt(). */
  gt(b: NodeOperand): DataNode {
    return binary('gt', this, b, this.gt)
  }

  /** This >= b, as bool: math.ge(). */
  ge(b: NodeOperand): DataNode {
    return binary('ge', this, b, this.ge)
  }

  /** The smaller of both: math.min(). */
  min(b: NodeOperand): DataNode {
    return binary('min', this, b, this.min)
  }

  /** The greater of both: math.max(). */
  max(b: NodeOperand): DataNode {
    return binary('max', this, b, this.max)
  }

  /** This to the power of the exponent: math.pow(). */
  pow(exponent: NodeOperand): DataNode {
    return this.context.recorders.compute('pow', ['base', 'exponent'], [this, exponent], callSite(this.pow))
  }

  /** Absolute value: math.abs(). */
  abs(): DataNode {
    return this.context.recorders.compute('abs', ['a'], [this], callSite(this.abs))
  }

  /** -this: math.neg(). */
  neg(): DataNode {
    return this.context.recorders.compute('neg', ['a'], [this], callSite(this.neg))
  }

  private on(device: 'cpu' | 'gpu', site: string): this {
    return this.device === device ? this : (this.context.recorders.call(copyOp, [this, { device }], site)[0] as this)
  }

  toString(): string {
    const { op, numOutputs } = this.context.nodes[this.node]!
    return `DataNode(${op}${numOutputs > 1 ? `[${this.output}]` : ''})`
  }

  /**
   * Throws INVALID_ARGUMENT where JavaScript wants a number or a text, as in `node > 1`, `table[node]` and `${node}`: it would
   * take the node and not its data. JavaScript asks for no value in `if (node)`, `!node` and `node === 1`.
   */
  [Symbol.toPrimitive](hint: string): string {
    const text = hint === 'string'
    throw invalidArgument(
      `Expected a ${text ? 'string' : 'number'} but received ${this.toString()}, which has no value while the pipeline is being defined`,
      {
        hint: text
          ? 'Look values up with fn.lookupTable, or compute a text in fn.jsFunction; toString() names the node'
          : 'Use math.* or fn.* to compute with it, and cond() to choose by it, sample by sample',
        callSite: callSite(),
      },
    )
  }
}
