// TIFFs made by hand: any tags, blocks of pixels as strips or tiles, both byte orders.

const codes = { short: 3, long: 4, rational: 5, float: 11, undefined: 7, signedShort: 8 } as const
const sizes = { short: 2, long: 4, rational: 8, float: 4, undefined: 1, signedShort: 2 } as const

export interface Tag {
  readonly type: keyof typeof codes
  /** A number of `rational` is written over 1. */
  readonly values: readonly number[]
}

export type Tags = Record<number, Tag>

export const short = (...values: number[]): Tag => ({ type: 'short', values })
export const long = (...values: number[]): Tag => ({ type: 'long', values })

/** A file whose blocks are found by the tags 273 and 279 of strips, or 324 and 325 of tiles. */
export function tiff(tags: Tags, blocks: readonly Uint8Array[], bigEndian = false): Uint8Array {
  const little = !bigEndian
  const parts: Uint8Array[] = []
  let size = 8
  const add = (bytes: Uint8Array): number => {
    const at = size
    parts.push(bytes, new Uint8Array(bytes.length & 1))
    size += bytes.length + (bytes.length & 1)
    return at
  }
  const offsets = blocks.map(add)
  const tiles = 322 in tags
  const all: Tags = {
    ...{ [tiles ? 324 : 273]: long(...offsets), [tiles ? 325 : 279]: long(...blocks.map((b) => b.length)) },
    ...tags,
  }
  const numbers = Object.keys(all).map(Number)
  const directory = new DataView(new ArrayBuffer(6 + 12 * numbers.length))
  directory.setUint16(0, numbers.length, little)
  for (const [i, number] of numbers.sort((a, b) => a - b).entries()) {
    const { type, values } = all[number]!
    const bytes = encode(type, values, little)
    const at = 2 + 12 * i
    directory.setUint16(at, number, little)
    directory.setUint16(at + 2, codes[type], little)
    directory.setUint32(at + 4, values.length, little)
    if (bytes.length > 4) directory.setUint32(at + 8, add(bytes), little)
    else new Uint8Array(directory.buffer).set(bytes, at + 8)
  }
  const head = new DataView(new ArrayBuffer(8))
  head.setUint16(0, little ? 0x4949 : 0x4d4d)
  head.setUint16(2, 42, little)
  head.setUint32(4, add(new Uint8Array(directory.buffer)), little)
  return new Uint8Array(Buffer.concat([new Uint8Array(head.buffer), ...parts]))
}

function encode(type: Tag['type'], values: readonly number[], little: boolean): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(values.length * sizes[type]))
  for (const [i, value] of values.entries()) {
    const at = i * sizes[type]
    if (type === 'short') bytes.setUint16(at, value, little)
    else if (type === 'signedShort') bytes.setInt16(at, value, little)
    else if (type === 'float') bytes.setFloat32(at, value, little)
    else if (type === 'undefined') bytes.setUint8(at, value)
    else bytes.setUint32(at, value, little)
    if (type === 'rational') bytes.setUint32(at + 4, 1, little)
  }
  return new Uint8Array(bytes.buffer)
}
