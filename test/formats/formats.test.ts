// Tests the promises of docs/data/formats.md: one picture gives the same bytes in every format, and where penstock differs
// from DALI.
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { bmp, bundled, bytes, decode } from './decode.js'

describe('one picture, the same bytes', () => {
  const groups = {
    colour: ['rgb8.png', 'p3.ppm', 'p6.ppm', 'rgb24.bmp', 'rgb8.tiff', 'rgb8_lzw.tiff', 'lossless.webp'],
    'colour without its alpha': ['rgb8.png', 'rgba.png'],
    '16 bits': ['rgb16.png', 'rgb16.tiff'],
    grey: ['grey.png', 'grey8.tiff', 'grey_alpha.png', 'p2.pgm', 'p5.pgm'],
    palette: ['palette.png', 'palette.gif', 'palette8.bmp'],
    'black and white': ['p1.pbm', 'p4.pbm'],
    '1 bit': ['bits1.png', 'palette1.bmp'],
  }
  for (const [name, files] of Object.entries(groups)) {
    test.each(files.slice(1))(`${name}: %s`, async (file) => {
      expect(await decode(bundled(file))).toEqual(await decode(bundled(files[0]!)))
    })
  }
})

describe("outputType 'any' keeps the file's channels", () => {
  test.each([
    ['grey.png', 1],
    ['grey16.png', 1],
    ['grey_alpha.png', 2],
    ['rgb8.png', 3],
    ['rgba.png', 4],
    ['palette.png', 3],
    ['palette.gif', 3],
    ['alpha.webp', 4],
    ['lossy.webp', 3],
    ['grey8.tiff', 1],
    ['p4.pbm', 1],
    ['p6.ppm', 3],
    ['rgb24.bmp', 3],
    ['palette8.bmp', 3],
  ])('%s: %i', async (file, channels) => {
    expect((await decode(bundled(file), { outputType: 'any' })).shape[2]).toBe(channels)
  })
})

describe('dtypes take the full range', () => {
  const file = bytes('P5 3 1 255\n', [0, 128, 255])
  test('uint16', async () => {
    expect((await decode(file, { outputType: 'gray', dtype: 'uint16' })).data).toEqual([0, 128 * 257, 65535])
  })
  test('float32', async () => {
    const { data } = await decode(file, { outputType: 'gray', dtype: 'float32' })
    expect(data).toEqual([0, Math.fround(128 * Math.fround(1 / 255)), 1])
  })
  test('16 bits to 8 are rounded', async () => {
    const deep = bytes('P5 3 1 65535\n', [0, 128, 0, 129, 255, 255])
    expect((await decode(deep, { outputType: 'gray' })).data).toEqual([0, 1, 255])
  })
})

describe("differences from DALI's CPU decoder", () => {
  test('PNM values are scaled by their maximum', async () => {
    expect((await decode(bytes('P2 3 1 2 0 1 2'), { outputType: 'any' })).data).toEqual([0, 128, 255])
    expect((await decode(bytes('P5 1 1 1000\n', [1, 244]), { outputType: 'any', dtype: 'uint16' })).data).toEqual([
      32768,
    ])
  })
  test('5-bit channels of a BMP reach 255', async () => {
    expect((await decode(bmp(1, 1, 16, [0xff, 0x7f, 0, 0]))).data).toEqual([255, 255, 255])
  })
  test('a BMP of 32 bits has no alpha unless its header says so', async () => {
    expect(await decode(bmp(1, 1, 32, [3, 2, 1, 99]), { outputType: 'any' })).toEqual({
      shape: [1, 1, 3],
      data: [1, 2, 3],
    })
  })
})

describe('files that are refused', () => {
  const chunk = (name: string, data: number[]) => {
    const body = bytes(name, data)
    let crc = -1
    for (const b of body) {
      crc ^= b
      for (let k = 0; k < 8; k++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
    }
    return bytes(be32(data.length), body, be32(~crc))
  }
  const be32 = (v: number) => [(v >>> 24) & 255, (v >> 16) & 255, (v >> 8) & 255, v & 255]
  const png = (w: number, h: number, rows: number[]) =>
    bytes(
      [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
      chunk('IHDR', [...be32(w), ...be32(h), 8, 0, 0, 0, 0]),
      chunk('IDAT', [...deflateSync(Uint8Array.from(rows))]),
      chunk('IEND', []),
    )

  test('the PNG made here is sound', async () => {
    expect((await decode(png(2, 1, [0, 7, 9]), { outputType: 'gray' })).data).toEqual([7, 9])
  })
  test.each([
    ['a PNG that claims 60000x60000', png(60000, 60000, [0, 7])],
    ['a PNG that claims 20000x20000', png(20000, 20000, [0, 7])],
    ['a PNG with too few rows', png(2, 9, [0, 7, 9])],
    ['half a PNG', bundled('rgb8.png').slice(0, 3000)],
    ['half a WebP', bundled('lossy.webp').slice(0, 500)],
    ['half a TIFF', bundled('rgb8_lzw.tiff').slice(0, 5000)],
    ['half a GIF', bundled('palette.gif').slice(0, 1500)],
    ['half a BMP', bundled('rgb24.bmp').slice(0, 4000)],
    ['half a PGM', bundled('p5.pgm').slice(0, 2000)],
    ['half a text PGM', bundled('p2.pgm').slice(0, 5000)],
    ['a bitmap of -1 columns', bmp(-1, 1, 24, [0, 0, 0, 0])],
  ])('%s is a bad sample', async (_, file) => {
    await expect(decode(file)).rejects.toMatchObject({ code: 'BAD_SAMPLE' })
  })
})
