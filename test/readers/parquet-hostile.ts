// Writes Parquet files that lie: each part of a file says what it is told to say.

import { list, long, number, struct, text, type Value } from './parquet.js'
import { varint } from './protobuf.js'

export type Field = readonly [id: number, value: Value]
/** Fields of a struct in the order in which they are given, which may be any. */
export const fields = (...given: readonly Field[]): Value => {
  const parts = given.map(([id, [type, bytes]]) => Buffer.concat([Buffer.of(type), varint(2 * id), bytes]))
  return [12, Buffer.concat([...parts, Buffer.of(0)])]
}

/** A list that may be empty. */
export const listOf = (values: readonly Value[]): Value => (values.length > 0 ? list(values) : [9, Buffer.of(12)])

interface Element {
  type?: number
  length?: number
  repetition?: number
  children?: number
}
export const element = (name: string | Buffer, { type, length, repetition = 0, children }: Element): Value =>
  struct({
    ...(type !== undefined && { 1: number(type) }),
    ...(length !== undefined && { 2: number(length) }),
    3: number(repetition),
    4: [8, Buffer.concat([varint(name.length), Buffer.from(name)])],
    ...(children !== undefined && { 5: number(children) }),
  })

export interface Chunk {
  type: number
  values: number
  size: number
  at: number
  dictionary?: number
  codec?: number
  encodings?: readonly number[]
  unpacked?: number
}
export const chunk = (c: Chunk): Value =>
  struct({
    2: long(0),
    3: struct({
      1: number(c.type),
      2: list((c.encodings ?? [0]).map(number)),
      3: list([text('a')]),
      4: number(c.codec ?? 0),
      5: long(c.values),
      6: long(c.unpacked ?? c.size),
      7: long(c.size),
      9: long(c.at),
      ...(c.dictionary !== undefined && { 11: long(c.dictionary) }),
    }),
  })

export const group = (rows: number, ...chunks: Value[]): Value =>
  struct({ 1: listOf(chunks), 2: long(0), 3: long(rows) })

interface Page {
  encoding?: number
  unpacked?: number
  /** 0 for data, 2 for a dictionary. */
  kind?: number
  levels?: number
}
export function page(
  values: number,
  body: Buffer,
  { encoding = 0, unpacked, kind = 0, levels = 3 }: Page = {},
): Buffer {
  const own = { 1: number(values), 2: number(encoding) }
  const head = struct({
    1: number(kind),
    2: number(unpacked ?? body.length),
    3: number(body.length),
    ...(kind === 0 && { 5: struct({ ...own, 3: number(levels), 4: number(levels) }) }),
    ...(kind === 2 && { 7: struct(own) }),
  })
  return Buffer.concat([head[1], body])
}

/** Runs of equal levels, with their length in front. */
export function levels(...runs: readonly (readonly [level: number, times: number])[]): Buffer {
  const bytes = Buffer.concat(runs.map(([level, times]) => Buffer.concat([varint(2 * times), Buffer.of(level)])))
  return Buffer.concat([word(bytes.length), bytes])
}

export const word = (...values: number[]): Buffer => Buffer.from(Int32Array.from(values).buffer)

/** A file of these pages, with metadata of these fields. */
export function file(pages: readonly Buffer[], ...metadata: readonly Field[]): Buffer {
  const [, bytes] = fields([1, number(1)], ...metadata)
  return Buffer.concat([Buffer.from('PAR1'), ...pages, bytes, word(bytes.length), Buffer.from('PAR1')])
}

/** A schema of one column `a`: of numbers, or of lists of numbers. */
export const schema = (type = 1, repetition = 0, length?: number): Value =>
  list([element('schema', { children: 1 }), element('a', { type, repetition, ...(length && { length }) })])
