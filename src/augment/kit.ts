// What policies, mixing and geometry are written with, so that they stand once for both ways of using penstock: a Kit
// calls operators in the definition that is running (definition-kit.ts) or on data (src/dynamic/augment).

import type { DataNode } from '../definition/node.js'

/** A value as operators take it: a node of the graph. In imperative mode a Batch stands in its place. */
export type Value = DataNode

declare const drawn: unique symbol
/** Whole numbers or fractions, one per sample, that choose what happens to it. */
export interface Draw {
  readonly [drawn]: true
}

/** A parameter of an augmentation: the same for all samples, or one per sample. */
export type Parameter = number | readonly number[] | Value

/** What goes through a policy together: the images, and what else moves with their pixels. */
export type Fields = Readonly<Record<string, Value>>

/** Calls of one function of the user's, such as `autoAug.randAugment`. */
export interface Kit {
  /** What the user called, for errors. */
  readonly at: { readonly op: string; readonly callSite: string }
  /** The option that says what draws follow from. */
  readonly drawOption: 'seed' | 'rng'
  /** Calls an operator with one output. */
  op(name: string, ...given: unknown[]): Value
  /** Calls an operator with several outputs. */
  ops(name: string, ...given: unknown[]): Value[]
  /** Calls an operation of math. */
  math(operation: string, ...operands: unknown[]): Value
  /** Calls a random operator, which draws what no other `place` of the call draws. */
  random(name: string, args: Readonly<Record<string, unknown>>, place: number): Value
  /** Seed or generator of a random operator whose arguments the user gave. */
  readonly drawOptions: Readonly<Record<string, unknown>>
  /** A number of dtype float64 as an operand of math. */
  double(value: number): unknown
  /** Draws a whole number from 0 to `count` - 1. Draws of different `place` are independent. */
  whole(count: number, place: number): Draw
  /** Draws a number from 0 to 1, 1 excluded. */
  fraction(place: number): Draw
  /** The entry of a table of numbers that a draw names. */
  lookUp(table: readonly number[], index: Draw): Draw
  /** 1 where a < b, else 0. */
  less(a: Draw, b: Draw): Draw
  /** a * b, or a + b, of numbers that are drawn. */
  times(a: Draw, b: Draw | number): Draw
  plus(a: Draw, b: Draw): Draw
  /** The row of a table that a draw names, as operators take it. Rows are numbers, or lists of one length. */
  row(table: readonly (number | readonly number[])[], index: Draw): Parameter
  /** Runs branch `selector` for each sample; `index` is handed on to it for these samples. */
  choose<F extends Fields>(fields: F, selector: Draw, index: Draw, branches: readonly Branch<F>[]): F
  /** Whether `x` is a value of this kit: a DataNode, a Batch or a Tensor. */
  isValue(x: unknown): x is Value
}

export type Branch<F extends Fields> = (fields: F, index: Draw) => F

/** Whether all rows of a table are equal, so that the parameter is a constant. */
export const isConstant = (table: readonly (number | readonly number[])[]): boolean =>
  table.every((row) => String(row) === String(table[0]))

/** A permutation of the batch that is drawn. */
export const partners = (kit: Kit, args: Readonly<Record<string, unknown>>, place: number): Value =>
  kit.random('batchPermutation', args, place)

/** The samples of `x` in the order that `indices` gives: a list, or a value. */
export const permuted = (kit: Kit, x: Value, indices: unknown): Value => kit.op('permuteBatch', x, { indices })
