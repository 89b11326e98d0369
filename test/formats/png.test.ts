// PNG: chunks that do not decide about pixels cost no more than their bytes, and an error says which chunk is damaged.
import { crc32, deflateSync } from 'node:zlib'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { canMeasure, peakOf } from './peak.js'

const decode = async (file: Uint8Array) => Array.from(await nd.decoders.image(file).data(), Number)

function chunk(name: string, data: Uint8Array | string = ''): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), Buffer.from(data as string, 'latin1')])
  const ends = new DataView(new ArrayBuffer(8))
  ends.setUint32(0, body.length - 4)
  ends.setUint32(4, crc32(body))
  return Buffer.concat([new Uint8Array(ends.buffer, 0, 4), body, new Uint8Array(ends.buffer, 4)])
}

const width = 5
const height = 4
const rows = Buffer.from(Array.from({ length: height * (width + 1) }, (_, i) => (i % (width + 1) ? i * 3 : 0)))
const grey = [...rows].filter((_, i) => i % (width + 1)).flatMap((v) => [v, v, v])
const header = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 0, 0, 0, 0])
const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const png = (before: Buffer[], after: Buffer[] = []) =>
  Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...before,
    chunk('IDAT', deflateSync(rows)),
    ...after,
    chunk('IEND'),
  ])

describe('chunks that do not decide about pixels', () => {
  // 25 MB each, of which libpng and libvips would hold several copies.
  const unpacked = deflateSync(Buffer.alloc(25_000_000, 'x'), { level: 9 })
  const cases: Record<string, Buffer> = {
    zTXt: chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), unpacked])),
    iTXt: chunk('iTXt', Buffer.concat([Buffer.from('a\0\x01\0\0\0'), unpacked])),
    iCCP: chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), unpacked])),
  }
  test.runIf(canMeasure).each(Object.keys(cases))('%s is not unpacked', async (name) => {
    const file = png(Array(8).fill(cases[name]!))
    await decode(png([]))
    let data: number[] = []
    const peak = await peakOf(async () => {
      data = await decode(file)
    })
    expect(data).toEqual(grey)
    // 8 of them were 200 MB for one copy.
    expect(peak).toBeLessThan(100)
  })

  test('pixels are the same with all sorts of them', async () => {
    const before = [
      chunk('gAMA', '\0\0\xb1\x8f'),
      chunk('pHYs', '\0\0\x0b\x13\0\0\x0b\x13\x01'),
      chunk('tEXt', 'Title\0words'),
      chunk('bKGD', '\0\x01'),
      ...Array.from({ length: 500 }, (_, i) => chunk('prIv', String(i))),
    ]
    expect(await decode(png(before, [chunk('tEXt', 'a\0b')]))).toEqual(grey)
  })

  test('a transparent colour is kept, which pixels of any dtype and channel count show', async () => {
    const file = png([chunk('tRNS', '\0\x03'), chunk('tEXt', 'a\0b')])
    expect(await decode(file)).toEqual(grey)
  })
})

describe('an error says what is damaged', () => {
  const damaged = (file: Buffer, at: number) => {
    const copy = Buffer.from(file)
    copy[at]! ^= 1
    return copy
  }
  const text = png([chunk('tEXt', 'a\0b')])
  const pixels = Buffer.from(deflateSync(rows))
  const cases: [string, Buffer, RegExp][] = [
    ['a checksum of text', damaged(text, 43), /damaged one: its chunk tEXt at byte 33 has a wrong checksum/],
    ['a checksum of pixels', damaged(png([]), 45), /its chunk IDAT at byte 33 has a wrong checksum/],
    ['an end inside of a chunk', png([]).subarray(0, 48), /its chunk IDAT at byte 33 is cut off/],
    ['no pixels', Buffer.concat([signature, chunk('IHDR', header), chunk('IEND')]), /it has no chunk IDAT/],
    [
      'too few rows',
      Buffer.concat([
        signature,
        chunk('IHDR', header),
        chunk('IDAT', deflateSync(rows.subarray(0, 13))),
        chunk('IEND'),
      ]),
      /Not enough image data/,
    ],
    [
      'a wrong sum of the pixels',
      Buffer.concat([
        signature,
        chunk('IHDR', header),
        chunk('IDAT', damaged(pixels, pixels.length - 1)),
        chunk('IEND'),
      ]),
      /IDAT: incorrect data check/,
    ],
    [
      'no palette',
      Buffer.concat([
        ...[signature, chunk('IHDR', Buffer.from([...header.subarray(0, 9), 3, 0, 0, 0]))],
        ...[chunk('IDAT', deflateSync(rows)), chunk('IEND')],
      ]),
      /Missing PLTE/,
    ],
    ['a critical chunk that is unknown', png([chunk('ABCD')]), /ABCD: unhandled critical chunk/],
  ]
  test.each(cases)('%s', async (_, file, message) => {
    await expect(decode(file)).rejects.toMatchObject({ code: 'BAD_SAMPLE', message: expect.stringMatching(message) })
  })
})
