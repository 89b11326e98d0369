// The `math` object: arithmetic, comparisons and functions on the values of a graph, element by element. Each call
// records one `math` node. Dtypes are promoted and shapes broadcast when the pipeline runs, because they are only known
// then.

import { types } from 'node:util'
import { call, currentContext } from '../definition/context.js'
import { recordMath } from '../definition/math-call.js'
import {
  type At,
  bounds,
  checkConstantDtype,
  constantText,
  MathConstant,
  type MathOperations,
  mathOperations,
} from '../definition/math-table.js'
import type { DataNode } from '../definition/node.js'
import { callSite } from '../errors/call-site.js'
import { shown } from '../errors/words.js'
import type { DType } from '../generated/abi.js'
import { argError } from '../graph/schema.js'
import type { Known, NamesOfAll } from './typed.js'

export { MathConstant }

/**
 * An operand of `math.*`: a value of the graph or a scalar constant. `true` and `false` have the dtype bool, a whole
 * number has int32 and any other number float32; `math.constant` makes a scalar of another dtype.
 */
export type MathOperand = DataNode | MathConstant | number | boolean

/** The result of a computation; its dtype is only known when the pipeline runs. */
type Computed<Operands> = Known<DType, NamesOfAll<Operands>>

/** An operation on one value of the graph. */
export type Unary = <A extends DataNode>(a: A) => Computed<[A]>
/** An operation on two operands, at least one of which is a value of the graph. */
export interface Binary {
  <A extends DataNode, B extends MathOperand>(a: A, b: B): Computed<[A, B]>
  <A extends MathOperand, B extends DataNode>(a: A, b: B): Computed<[A, B]>
}
/** An operation on a value and its two bounds, at least one of which is a value of the graph. */
export interface Clamp {
  <A extends DataNode, B extends MathOperand, C extends MathOperand>(value: A, lo: B, hi: C): Computed<[A, B, C]>
  <A extends MathOperand, B extends DataNode, C extends MathOperand>(value: A, lo: B, hi: C): Computed<[A, B, C]>
  <A extends MathOperand, B extends MathOperand, C extends DataNode>(value: A, lo: B, hi: C): Computed<[A, B, C]>
}

function operation(name: string, operands: readonly string[]): (...given: unknown[]) => DataNode {
  const entry = (...given: unknown[]): DataNode => recordMath(name, operands, given, callSite(entry))
  return entry
}

/** Numbers of a tensor: flat, or nested by dimension. */
type Values = readonly (number | boolean | Values)[]

/** The shape and the elements, row by row; undefined if rows differ in length. */
function flatten(values: Values): { shape: number[]; items: (number | boolean)[] } | undefined {
  if (!values.some(Array.isArray)) return { shape: [values.length], items: values as (number | boolean)[] }
  const rows = values.map((row) => (Array.isArray(row) ? flatten(row) : undefined))
  if (rows.some((row) => row?.shape.join() !== rows[0]?.shape.join() || !row)) return undefined
  return { shape: [values.length, ...rows[0]!.shape], items: rows.flatMap((row) => row!.items) }
}

/** Makes a `constant` node of a tensor, as DALI does; scalars become arguments of the operation. */
function tensor(at: At, values: Values, dtype: DType): DataNode {
  const flat = flatten(values)
  if (!flat?.items.length) throw argError(at, 'Expected rows of one length for value but received others or none')
  const { shape, items } = flat
  for (const [i, item] of items.entries()) {
    if (typeof item !== 'number' && typeof item !== 'boolean') {
      throw argError(at, `Expected numbers or booleans for value but received ${shown(item)} as element ${i}`)
    }
    constantText(at, item, dtype, `element ${i} of value`)
  }
  currentContext(at.op, at.callSite)
  const data = items.map(Number)
  return call(
    'constant',
    [{ [bounds(dtype) || dtype === 'bool' ? 'idata' : 'fdata']: data, shape, dtype }],
    at.callSite,
  )[0]!
}

function constant(value: number | bigint | boolean, dtype: DType): MathConstant
function constant(value: Values | ArrayBufferView, dtype: DType): DataNode
function constant(value: number | bigint | boolean | Values | ArrayBufferView, dtype: DType): MathConstant | DataNode {
  const at: At = { op: 'math.constant', callSite: callSite(constant) }
  checkConstantDtype(at, dtype)
  if (types.isTypedArray(value)) {
    return tensor(at, Array.from(value as unknown as ArrayLike<number>), dtype)
  }
  if (Array.isArray(value)) return tensor(at, value, dtype)
  if (!['number', 'bigint', 'boolean'].includes(typeof value)) {
    throw argError(at, `Expected a number or a boolean for value but received ${shown(value)}`)
  }
  constantText(at, value, dtype, 'value')
  return new MathConstant(value as number | bigint | boolean, dtype)
}

/**
 * Arithmetic, comparisons and functions on values of the graph, element by element, for use in a pipeline's definition.
 *
 * Operands are DataNodes and scalar constants; at least one must be a DataNode. Operands are promoted to a common dtype
 * by DALI's rules (docs/reference/math.md): a float and an integer give the float, otherwise the wider dtype wins; a signed and
 * an unsigned integer of the same or a greater width give the next wider signed dtype. Shapes are broadcast from the
 * right: two extents must be equal, or one of them is 1 or missing. "In floats" below means float64 if an operand is
 * float64, else float32. float16 operands are refused.
 *
 * Errors: INVALID_ARGUMENT at the call, for a wrong operand; INVALID_INPUT when the pipeline runs, for dtypes, shapes
 * or layouts that do not go together, and for division of integers by 0.
 */
export const math: {
  /**
   * A constant with a dtype. A scalar is used as an operand: `math.add(x, math.constant(1, 'uint8'))` leaves a uint8
   * tensor uint8. A tensor becomes a DataNode with that value for every sample: `math.mul(hwc, math.constant([1.25,
   * 0.75, 0.75], 'float32'))`.
   *
   * Errors: INVALID_ARGUMENT, for a value that does not fit the dtype and for rows of different lengths.
   *
   * @param value A number, a boolean or a bigint for a scalar; an array of numbers (flat, or nested by dimension) or a
   *   typed array for a tensor. It must fit the dtype, and the integers of a tensor must also fit int32. Floating-point
   *   numbers are rounded to float32, as in DALI.
   * @param dtype Any dtype but float16.
   */
  readonly constant: typeof constant
} & MathOperations<Unary, Binary, Clamp> = {
  constant,
  ...mathOperations<Unary, Binary, Clamp>(operation),
}
