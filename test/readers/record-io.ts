// Writes RecordIO files of MXNet's image records, as im2rec writes them.

const magic = Buffer.from([0x0a, 0x23, 0xd7, 0xce])

function chunk(kind: number, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(((kind << 29) | data.length) >>> 0)
  return Buffer.concat([magic, length, data, Buffer.alloc(-data.length & 3)])
}

/** A record; it is cut where its data has the magic number at a multiple of 4. */
export function record(data: Buffer): Buffer {
  const pieces: Buffer[] = []
  let begin = 0
  for (let at = 0; at + 4 <= data.length; at += 4) {
    if (!data.subarray(at, at + 4).equals(magic)) continue
    pieces.push(data.subarray(begin, at))
    begin = at + 4
  }
  pieces.push(data.subarray(begin))
  if (pieces.length === 1) return chunk(0, data)
  const last = pieces.length - 1
  return Buffer.concat(pieces.map((piece, i) => chunk(i === 0 ? 1 : i === last ? 3 : 2, piece)))
}

/** The data of an image record: with one label in its header, or with labels of its own. */
export function image(labels: number | readonly number[], data: Uint8Array, id = 0): Buffer {
  const own = typeof labels === 'number' ? [] : labels
  const header = Buffer.alloc(24)
  header.writeUInt32LE(own.length, 0)
  header.writeFloatLE(typeof labels === 'number' ? labels : 0, 4)
  header.writeBigUInt64LE(BigInt(id), 8)
  return Buffer.concat([header, Buffer.from(Float32Array.from(own).buffer), data])
}
