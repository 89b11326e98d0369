// Writes the fields of protobuf messages.

/** A number in as few bytes as hold it; a negative one takes ten. */
export function varint(value: number | bigint): Buffer {
  const out: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  do {
    const more = rest > 127n
    out.push(Number(rest & 127n) | (more ? 128 : 0))
    rest >>= 7n
  } while (rest)
  return Buffer.from(out)
}

/** What a field begins with. `wire`: 0 for a number, 2 for bytes, 5 for a float. */
export const field = (number: number, wire: number): Buffer => varint((number << 3) | wire)

/** A field of bytes: a text, a message, or packed numbers. */
export function bytes(number: number, ...parts: Uint8Array[]): Buffer {
  const data = Buffer.concat(parts)
  return Buffer.concat([field(number, 2), varint(data.length), data])
}
