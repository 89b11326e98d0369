// Writes Parquet files of required columns of bytes and of int64, without compression, with a given number of rows per
// page and of pages per row group. They have sizes, places and names that the stored files of pyarrow
// (golden/parquet.json) do not have.

import { varint } from './protobuf.js'

/** A value of Thrift's compact protocol: its type, and its bytes. */
export type Value = [type: number, bytes: Buffer]

export const number = (value: number): Value => [5, varint(2 * value)]
export const long = (value: number): Value => [6, varint(2 * value)]
export const text = (value: string): Value => [8, Buffer.concat([varint(Buffer.byteLength(value)), Buffer.from(value)])]
export const list = (values: readonly Value[]): Value => {
  const head = values.length < 15 ? Buffer.of((values.length << 4) | values[0]![0]) : undefined
  const long = Buffer.concat([Buffer.of(0xf0 | values[0]![0]), varint(values.length)])
  return [9, Buffer.concat([head ?? long, ...values.map(([, bytes]) => bytes)])]
}
/** Fields by their numbers, which ascend by less than 16. */
export const struct = (fields: Record<number, Value>): Value => {
  let last = 0
  const parts = Object.entries(fields).map(([id, [type, bytes]]) => {
    const delta = Number(id) - last
    last = Number(id)
    return Buffer.concat([Buffer.of((delta << 4) | type), bytes])
  })
  return [12, Buffer.concat([...parts, Buffer.of(0)])]
}

/** The values of a column: of one type. */
type Values = readonly (Buffer | bigint)[]

const typeOf = (values: Values): Value => number(typeof values[0] === 'bigint' ? 2 : 6)

/** A page of version 1 with these values. */
function page(values: Values): Buffer {
  const body = Buffer.concat(
    values.flatMap((value) => {
      if (typeof value === 'bigint') return [Buffer.from(BigInt64Array.of(value).buffer)]
      const size = Buffer.alloc(4)
      size.writeUInt32LE(value.length)
      return [size, value]
    }),
  )
  const head = struct({
    1: number(0),
    2: number(body.length),
    3: number(body.length),
    5: struct({ 1: number(values.length), 2: number(0), 3: number(3), 4: number(3) }),
  })
  return Buffer.concat([head[1], body])
}

const parts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))

/** A file with these columns, which have as many values each. The column of a struct is named `struct.field`. */
export function parquet(columns: Record<string, Values>, perPage: number, pagesPerGroup = 1): Buffer {
  const names = Object.keys(columns)
  const rows = columns[names[0]!]!.length
  const perGroup = perPage * pagesPerGroup
  const written: Buffer[] = [Buffer.from('PAR1')]
  let at = 4
  const groups = Array.from({ length: Math.ceil(rows / perGroup) }, (_, g) => {
    const chunks = names.map((name) => {
      const values = columns[name]!.slice(g * perGroup, (g + 1) * perGroup)
      const bytes = Buffer.concat(parts(values, perPage).map(page))
      const offset = at
      written.push(bytes)
      at += bytes.length
      const facts = struct({
        1: typeOf(values),
        2: list([number(0)]),
        3: list(name.split('.').map(text)),
        4: number(0),
        5: long(values.length),
        6: long(bytes.length),
        7: long(bytes.length),
        9: long(offset),
      })
      return struct({ 2: long(offset), 3: facts })
    })
    return struct({ 1: list(chunks), 2: long(0), 3: long(Math.min(perGroup, rows - g * perGroup)) })
  })
  const elements = names.flatMap((name) => {
    const [own, field] = name.split('.') as [string, string?]
    const leaf = struct({ 1: typeOf(columns[name]!), 3: number(0), 4: text(field ?? own) })
    return field ? [struct({ 3: number(0), 4: text(own), 5: number(1) }), leaf] : [leaf]
  })
  const root = struct({ 4: text('schema'), 5: number(names.length) })
  const [, metadata] = struct({ 1: number(1), 2: list([root, ...elements]), 3: long(rows), 4: list(groups) })
  const length = Buffer.alloc(4)
  length.writeUInt32LE(metadata.length)
  return Buffer.concat([...written, metadata, length, Buffer.from('PAR1')])
}
