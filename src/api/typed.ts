// Types that follow a node through a definition: the dtype of its data, and the names of the inputs that must be fed
// for it. A dtype or name that the compiler does not know is DType or string, which allows every one.

import type { DataNode } from '../definition/node.js'
import type { DType } from '../generated/abi.js'

/**
 * A node with a known dtype and known names. The union with a plain DataNode lets `let x` be assigned another node
 * later: the compiler then uses the types of the new node.
 */
export type Known<D extends DType, Names extends string> = DataNode<D, Names> | DataNode

/** The names, in a tuple of one element, so that "no names" and "names not known" are different types. */
// biome-ignore lint/suspicious/noExplicitAny: of any dtype.
type NamesIn<N> = N extends DataNode<any, infer Names> ? (string extends Names ? never : [Names]) : never
// biome-ignore lint/suspicious/noExplicitAny: with any names.
type DtypeIn<N> = N extends DataNode<infer D, any> ? (DType extends D ? never : D) : never

/** The dtype of a node; DType if it is not known. */
export type DtypeOf<N> = [DtypeIn<N>] extends [never] ? DType : DtypeIn<N>

/** The dtype that a table gives for the dtype of a node; DType if the node's is not known. */
export type DtypeBy<N, Table extends Record<DType, DType>> = [DtypeIn<N>] extends [never] ? DType : Table[DtypeIn<N>]

/**
 * The names that a value needs to be fed: string if they are not known; never if there are none, or it is not a node.
 */
export type NamesOf<T> = [Extract<T, DataNode>] extends [never]
  ? never
  : [NamesIn<T>] extends [never]
    ? string
    : NamesIn<T>[0]

/** The names that all entries of a list, or all fields of an object, need to be fed. */
export type NamesOfAll<T> = T extends readonly unknown[]
  ? { [Key in keyof T]: NamesOf<T[Key]> }[number]
  : { [Key in keyof T]-?: NamesOf<T[Key]> }[keyof T]

/** The node that an operator returns: dtype D, and the names that its inputs and arguments (O) need to be fed. */
export type Made<D extends DType, Inputs extends readonly unknown[], O> = Known<D, NamesOfAll<Inputs> | NamesOfAll<O>>

/** The dtype that the argument `dtype` of O asks for, else the default. */
export type Asked<O, Default extends DType> = 'dtype' extends keyof O
  ? Extract<O['dtype'], DType> | (undefined extends O['dtype'] ? Default : never)
  : Default

/** DType where O has one of the lists with these names, which say dtypes, else the default. */
export type AskedOfList<O, List extends string, Default extends DType> = [Extract<keyof O, List>] extends [never]
  ? Default
  : DType

/**
 * One node per entry of a list (a tuple for a list of known length), or a single one where a value is given in place of
 * a list.
 */
export type Counted<List, Node> = List extends readonly unknown[] ? { -readonly [I in keyof List]: Node } : Node

/** As many nodes as the argument of O with this name says; none where it is not given. */
export type Repeated<O, Arg extends string, Node> = Arg extends keyof O ? Times<Extract<O[Arg], number>, Node> : []

/** The only element of a list, or the list if it has another number of them. */
export type OneOrAll<List extends readonly unknown[]> = List extends readonly [infer Only] ? Only : List

/** An object with a node for each entry of a record, whose dtype the table gives by the entry's field `dtype`. */
export type Named<Entries, Table extends Record<string, DType>> = {
  -readonly [Name in keyof Entries]: Made<
    Entries[Name] extends { dtype: infer D extends keyof Table } ? Table[D] : DType,
    [],
    None
  >
}

/** A tuple of N values; an array if N is not known. */
export type Times<N extends number, One, R extends One[] = []> = number extends N
  ? One[]
  : R['length'] extends N
    ? R
    : Times<N, One, [...R, One]>

/** A tuple of N nodes; an array if N is not known. */
export type Tuple<N extends number, Node extends DataNode> = Times<N, Node>

/** No options. */
export type None = Record<never, never>

/** Options of type O that may only have the keys of Allowed. */
export type Given<O, Allowed> = O & Record<Exclude<keyof O, keyof Allowed>, never>
