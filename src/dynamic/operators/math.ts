// nd.math: the operations of fn.math on tensors and batches, as calls of the same operator.

import type { NestedNumbers, TypedArray } from '../../data/types.js'
import {
  checkConstantDtype,
  constantText,
  MathConstant,
  type MathOperations,
  mathOperations,
} from '../../definition/math-table.js'
import { shown } from '../../errors/words.js'
import type { DType } from '../../generated/abi.js'
import { argError } from '../../graph/schema.js'
import { tensorOf } from '../values/data.js'
import { type Batch, type Operand, type Result, show, type Tensor } from '../values/tensor.js'
import { calculate, calledAt, isData } from './arithmetic.js'

/** A function of one value. */
export type Unary = <A extends Tensor | Batch>(a: A) => A
/** A function of two operands, of which at least one is a value. */
export type Binary = <A extends Operand, B extends Operand>(a: A, b: B) => Result<A | B>
/** A function of a value and its lower and upper bound. */
export type Clamp = <A extends Operand, L extends Operand, H extends Operand>(
  value: A,
  lo: L,
  hi: H,
) => Result<A | L | H>

function constant(value: number | bigint | boolean, dtype: DType): MathConstant
function constant(value: NestedNumbers | TypedArray, dtype: DType): Tensor
function constant(value: unknown, dtype: DType): MathConstant | Tensor {
  const at = calledAt('math.constant', constant)
  checkConstantDtype(at, dtype)
  if (isData(value)) {
    // An integer that does not fit into the dtype is an error here; it does not wrap around.
    const items = Array.isArray(value) ? value.flat(Number.POSITIVE_INFINITY) : Array.from(value as Uint8Array)
    for (const [i, item] of items.entries()) constantText(at, item, dtype, `element ${i} of value`)
    const numbers = Array.isArray(value) ? value : items
    return tensorOf(numbers, { dtype }, 'copy', 'math.constant')
  }
  if (!['number', 'bigint', 'boolean'].includes(typeof value)) {
    throw argError(at, `Expected a number or a boolean for value but received ${shown(value)}`)
  }
  constantText(at, value, dtype, 'value')
  return new MathConstant(value as number | bigint | boolean, dtype)
}

function operation(name: string): (...given: unknown[]) => Tensor | Batch {
  const entry = (...given: unknown[]): Tensor | Batch => calculate(name, given, entry, show)
  return entry
}

/**
 * Element-wise arithmetic, comparisons and functions on tensors and batches. Type promotion, broadcasting and errors
 * are those of `math` in a pipeline's definition (docs/reference/math.md). A Tensor together with a Batch stands for as many
 * equal samples as the Batch has. Results are lazy. Throws INVALID_ARGUMENT for operands that do not fit; an error that
 * depends on the data is thrown when the result is read.
 */
export const math: {
  /**
   * A constant with a dtype: of a scalar a MathConstant, of an array a Tensor. With `math.add(x, math.constant(1,
   * 'uint8'))` the result for a uint8 `x` stays uint8. Throws INVALID_ARGUMENT.
   * @param value A number, a boolean or a bigint; or an array of numbers, flat or nested by dimension, or a typed
   * array. Its elements must fit the dtype.
   * @param dtype Any dtype but float16.
   */
  readonly constant: typeof constant
} & MathOperations<Unary, Binary, Clamp> = {
  constant,
  ...mathOperations<Unary, Binary, Clamp>(operation),
}
