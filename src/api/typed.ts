// What the compiler knows of a node: the dtype of its data, and the names of the inputs that must be fed for it. Types
// only. What is not known is DType and string, which allow everything.

import type { DataNode } from '../definition/node.js'
import type { DType } from '../generated/abi.js'

/**
 * A node of which something is known. It is a union with a node of which nothing is, so that `let x` may be given other nodes
 * later: the compiler then goes on with what is known of those, and here forgets dtype and names.
 */
export type Known<D extends DType, Names extends string> = DataNode<D, Names> | DataNode

/** Names in a list of one, so that "none" and "not known" differ. */
// biome-ignore lint/suspicious/noExplicitAny: of any dtype.
type NamesIn<N> = N extends DataNode<any, infer Names> ? (string extends Names ? never : [Names]) : never
// biome-ignore lint/suspicious/noExplicitAny: with any names.
type DtypeIn<N> = N extends DataNode<infer D, any> ? (DType extends D ? never : D) : never

/** The dtype of a node; DType where it is not known. */
export type DtypeOf<N> = [DtypeIn<N>] extends [never] ? DType : DtypeIn<N>

/** The inputs that a value needs: string where they are not known, never where there are none, or it is no node. */
export type NamesOf<T> = [Extract<T, DataNode>] extends [never]
  ? never
  : [NamesIn<T>] extends [never]
    ? string
    : NamesIn<T>[0]

/** The same of all entries of a list, or fields of an object. */
export type NamesOfAll<T> = T extends readonly unknown[]
  ? { [Key in keyof T]: NamesOf<T[Key]> }[number]
  : { [Key in keyof T]-?: NamesOf<T[Key]> }[keyof T]

/** What an operator gives. */
export type Made<D extends DType, Inputs extends readonly unknown[], O> = Known<D, NamesOfAll<Inputs> | NamesOfAll<O>>

/** The dtype that the argument `dtype` asks for, else the default. */
export type Asked<O, Default extends DType> = 'dtype' extends keyof O
  ? Extract<O['dtype'], DType> | (undefined extends O['dtype'] ? Default : never)
  : Default

/** N nodes; a list where N is not known. */
export type Tuple<N extends number, Node extends DataNode, R extends DataNode[] = []> = number extends N
  ? Node[]
  : R['length'] extends N
    ? R
    : Tuple<N, Node, [...R, Node]>

/** No options. */
export type None = Record<never, never>

/** Options of type O, without any that Allowed does not have. */
export type Given<O, Allowed> = O & Record<Exclude<keyof O, keyof Allowed>, never>
