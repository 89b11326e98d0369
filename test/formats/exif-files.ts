// Files of each container of EXIF, with any blocks of it.
import { crc32 } from 'node:zlib'
import { bundled } from './decode.js'

/** [type, bytes of a number, how it is written] by the types' names in TIFF. */
const types = {
  ascii: [2, 1, (v: DataView, n: number) => v.setUint8(0, n)],
  short: [3, 2, (v: DataView, n: number, le: boolean) => v.setUint16(0, n, le)],
  long: [4, 4, (v: DataView, n: number, le: boolean) => v.setUint32(0, n, le)],
  signedByte: [6, 1, (v: DataView, n: number) => v.setInt8(0, n)],
  undefined: [7, 1, (v: DataView, n: number) => v.setUint8(0, n)],
  signedShort: [8, 2, (v: DataView, n: number, le: boolean) => v.setInt16(0, n, le)],
  signedLong: [9, 4, (v: DataView, n: number, le: boolean) => v.setInt32(0, n, le)],
  float: [11, 4, (v: DataView, n: number, le: boolean) => v.setFloat32(0, n, le)],
} as const
type Type = keyof typeof types

/** A structure of one tag; values that need more than 4 bytes follow the directory. */
export function exif(
  type: Type,
  values: readonly number[],
  { le = true, tag = 0x112, count = values.length } = {},
): Buffer {
  const [code, size, write] = types[type]
  const out = count * size > 4
  const v = new DataView(new ArrayBuffer(26 + (out ? values.length * size : 0)))
  v.setUint16(0, le ? 0x4949 : 0x4d4d)
  v.setUint16(2, 42, le)
  v.setUint32(4, 8, le)
  v.setUint16(8, 1, le)
  v.setUint16(10, tag, le)
  v.setUint16(12, code, le)
  v.setUint32(14, count, le)
  if (out) v.setUint32(18, 26, le)
  for (const [i, n] of values.entries()) write(new DataView(v.buffer, (out ? 26 : 18) + i * size), n, le)
  return Buffer.from(v.buffer)
}

const be = (n: number, bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, (_, i) => (n >>> (8 * (bytes - 1 - i))) & 255))

const segment = (body: Buffer) => {
  const data = Buffer.concat([Buffer.from('Exif\0\0'), body])
  return Buffer.concat([Buffer.from([0xff, 0xe1]), be(data.length + 2, 2), data])
}
const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name), data])
  return Buffer.concat([be(data.length, 4), body, be(crc32(body), 4)])
}

/** Files of each container with these blocks of EXIF, all wider than high. */
export const containers: Record<string, (blocks: readonly Buffer[]) => Buffer> = {
  JPEG: (blocks) => {
    const file = Buffer.from(bundled('s420.jpg'))
    return Buffer.concat([file.subarray(0, 2), ...blocks.map(segment), file.subarray(2)])
  },
  PNG: (blocks) => {
    const file = Buffer.from(bundled('rgb8.png'))
    return Buffer.concat([file.subarray(0, 33), ...blocks.map((b) => chunk('eXIf', b)), file.subarray(33)])
  },
  WebP: (blocks) => {
    const image = Buffer.from(bundled('lossless.webp')).subarray(12)
    const bits = image.readUInt32LE(9)
    const canvas = Buffer.alloc(18)
    canvas.write('VP8X')
    canvas[4] = 10
    canvas[8] = 8
    canvas.writeUIntLE(bits & 0x3fff, 12, 3)
    canvas.writeUIntLE((bits >> 14) & 0x3fff, 15, 3)
    const chunks = blocks.map((b) => {
      const head = Buffer.alloc(8)
      head.write('EXIF')
      head.writeUInt32LE(b.length, 4)
      return Buffer.concat([head, b, Buffer.alloc(b.length & 1)])
    })
    const body = Buffer.concat([Buffer.from('WEBP'), canvas, image, ...chunks])
    const size = Buffer.alloc(4)
    size.writeUInt32LE(body.length)
    return Buffer.concat([Buffer.from('RIFF'), size, body])
  },
}
