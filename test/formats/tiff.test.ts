// Kinds of TIFF: each is read rightly or refused as UNSUPPORTED, never read wrongly and never called damaged; YCbCr is
// converted as libtiff does; tags that do not decide about pixels cost nothing.
// @module-tag shared
import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { long, short, type Tags, tiff } from './tiff-files.js'

/** Imperative calls, because a pipeline for each of hundreds of files would take a minute. */
const decode = async (file: Uint8Array, options: { outputType?: 'any'; dtype?: 'uint8' | 'uint16' } = {}) =>
  Array.from(await nd.decoders.image(file, options).data(), Number)

interface Kind {
  photometric: number
  samples: number
  bits: number
  deflate: boolean
  planes: boolean
  tiles: boolean
  bigEndian: boolean
}

const width = 21
const height = 18
/** The value of one sample, below 2 to the power of `bits`. */
const sampleOf = (x: number, y: number, c: number, bits: number) => (x * 7 + y * 13 + c * 101 + x * y * 31) % 2 ** bits

/** Packs samples into bytes, each row on its own. */
function packed(rows: readonly (readonly number[])[], bits: number, bigEndian: boolean): Uint8Array {
  if (bits === 16)
    return new Uint8Array(rows.flat().flatMap((v) => (bigEndian ? [v >> 8, v & 255] : [v & 255, v >> 8])))
  const per = 8 / bits
  return new Uint8Array(
    rows.flatMap((row) =>
      Array.from({ length: Math.ceil(row.length / per) }, (_, i) =>
        Array.from({ length: per }, (_, k) => row[i * per + k] ?? 0).reduce((byte, v) => (byte << bits) | v, 0),
      ),
    ),
  )
}

function file(kind: Kind): Uint8Array {
  const { samples, bits, planes, tiles, bigEndian } = kind
  const inBlock = planes ? 1 : samples
  const rows = (x0: number, y0: number, w: number, h: number, plane: number) =>
    Array.from({ length: h }, (_, y) =>
      Array.from({ length: w * inBlock }, (_, i) =>
        sampleOf(x0 + Math.floor(i / inBlock), y0 + y, plane + (i % inBlock), bits),
      ),
    )
  const blocks: Uint8Array[] = []
  for (let plane = 0; plane < (planes ? samples : 1); plane++) {
    const [w, h] = tiles ? [16, 16] : [width, 7]
    for (let y = 0; y < height; y += h) {
      for (let x = 0; x < width; x += w) {
        const bytes = packed(rows(x, y, w, tiles ? h : Math.min(h, height - y), plane), bits, bigEndian)
        blocks.push(kind.deflate ? deflateSync(bytes) : bytes)
      }
    }
  }
  const extra = samples - (kind.photometric < 2 || kind.photometric === 3 ? 1 : kind.photometric === 5 ? 4 : 3)
  const colors = Array.from({ length: 3 << bits }, (_, i) => ((i * 37) % 256) * 257)
  const tags: Tags = {
    ...{
      256: long(width),
      257: long(height),
      258: short(...Array(samples).fill(bits)),
      259: short(kind.deflate ? 8 : 1),
    },
    ...{ 262: short(kind.photometric), 277: short(samples), 284: short(planes ? 2 : 1) },
    ...(tiles ? { 322: short(16), 323: short(16) } : { 278: long(7) }),
    ...(extra > 0 && { 338: short(...Array(extra).fill(2)) }),
    ...(kind.photometric === 3 && { 320: short(...colors) }),
    ...(kind.photometric === 6 && { 530: short(1, 1) }),
  }
  return tiff(tags, blocks, bigEndian)
}

/** The pixels that `any` gives; null where another test compares them. */
function wanted({ photometric, samples, bits }: Kind): number[] | null {
  const most = 2 ** bits - 1
  if (photometric > 3) return null
  const channels = Array.from({ length: width * height }, (_, i) => {
    const at = (c: number) => sampleOf(i % width, Math.floor(i / width), c, bits)
    if (photometric === 3) return [0, 1, 2].map((c) => ((c * 2 ** bits + at(0)) * 37) % 256)
    return Array.from({ length: samples }, (_, c) => {
      const v = photometric === 0 && c === 0 ? most - at(c) : at(c)
      return bits < 8 ? Math.round((v * 255) / most) : v
    })
  })
  return channels.flat()
}

const kinds: Kind[] = []
const photometrics = [
  [0, 1],
  [0, 2],
  [1, 1],
  [1, 2],
  [1, 3],
  [2, 3],
  [2, 4],
  [2, 5],
  [3, 1],
  [5, 4],
  [6, 3],
  [8, 3],
] as const
for (const [photometric, samples] of photometrics) {
  for (const bits of [1, 2, 4, 8, 16]) {
    for (let k = 0; k < 8; k++) {
      if (photometric === 3 && bits === 16) continue
      const more = {
        deflate: (k & 1) > 0,
        planes: (k & 2) > 0,
        tiles: (k & 4) > 0,
        bigEndian: (k ^ bits ^ samples) % 3 === 0,
      }
      kinds.push({ photometric, samples, bits, ...more })
    }
  }
}

/** What docs/data/formats.md says is read. */
function isRead({ photometric, samples, bits, planes, tiles }: Kind): boolean {
  if (photometric === 8 || (photometric === 1 && samples > 2) || samples > 4) return false
  if (samples > 1 && (bits < 8 || (planes && tiles))) return false
  if (photometric === 6 && bits !== 8) return false
  return !(photometric === 0 && samples === 2 && planes)
}

describe('kinds of TIFF', () => {
  test('each is read as it is stored, or UNSUPPORTED', async () => {
    const faults: string[] = []
    for (const kind of kinds) {
      const dtype = kind.bits === 16 ? 'uint16' : 'uint8'
      const got = await decode(file(kind), { outputType: 'any', dtype }).then(
        (data) => data,
        (error) => error as { code: string; hint?: string; message: string },
      )
      const name = JSON.stringify(kind)
      const want = wanted(kind)
      if (!isRead(kind)) {
        const refused = !Array.isArray(got) && got.code === 'UNSUPPORTED' && got.hint
        if (!refused) faults.push(`${name}: is not refused with a cure: ${Array.isArray(got) ? 'read' : got.message}`)
      } else if (!Array.isArray(got)) {
        faults.push(`${name}: ${got.message}`)
      } else if (want && got.join() !== want.join()) {
        faults.push(`${name}: other pixels`)
      }
    }
    expect(faults).toEqual([])
  })

  const plain = { photometric: 2, samples: 3, bits: 8, deflate: false, planes: false, tiles: false, bigEndian: false }
  /** The plain file with another number for its compression. */
  function compressed(number: number): Uint8Array {
    const bytes = file(plain)
    const view = new DataView(bytes.buffer)
    const directory = view.getUint32(4, true)
    for (let at = directory + 2; ; at += 12) {
      if (view.getUint16(at, true) !== 259) continue
      view.setUint16(at + 8, number, true)
      return bytes
    }
  }
  test.each([
    [34887, 'LERC compression (34887)'],
    [34925, 'LZMA compression (34925)'],
    [50000, 'ZSTD compression (50000)'],
    [50001, 'WebP compression (50001)'],
    [34712, 'JPEG 2000 compression (34712)'],
    [12345, 'the compression (12345)'],
  ])('compression %i is UNSUPPORTED, by its name and with a cure', async (number, words) => {
    await expect(decode(compressed(number))).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining(`but received ${words}`),
      hint: expect.stringContaining('tiffcp -c zip'),
    })
  })
})

interface Conversion {
  coefficients: number[] | null
  reference: number[] | null
  width: number
  height: number
  pixels: number[]
  rgb: number[]
}
const conversions: Conversion[] = JSON.parse(
  readFileSync(new URL('../golden/tiff_ycbcr.json', import.meta.url), 'utf8'),
)

describe('YCbCr without JPEG', () => {
  test.each(conversions)('coefficients $coefficients, reference $reference', async (c) => {
    const pixels = (from: number, step: number) => new Uint8Array(c.pixels.filter((_, i) => i % step === from))
    for (const planes of [false, true]) {
      const blocks = planes ? [pixels(0, 3), pixels(1, 3), pixels(2, 3)] : [new Uint8Array(c.pixels)]
      const bytes = tiff(
        {
          ...{ 256: long(c.width), 257: long(c.height), 258: short(8, 8, 8), 259: short(8), 262: short(6) },
          ...{ 277: short(3), 278: long(c.height), 284: short(planes ? 2 : 1), 530: short(1, 1) },
          ...(c.coefficients && { 529: { type: 'float' as const, values: c.coefficients } }),
          ...(c.reference && { 532: { type: 'float' as const, values: c.reference } }),
        },
        blocks.map((block) => deflateSync(block)),
        planes,
      )
      expect(await decode(bytes)).toEqual(c.rgb)
    }
  })
})

describe('tags that do not decide about pixels', () => {
  const pixels = new Uint8Array(16 * 16 * 3).fill(50)
  const tags = {
    ...{ 256: long(16), 257: long(16), 258: short(8, 8, 8), 259: short(1), 262: short(2) },
    ...{ 277: short(3), 278: long(16) },
  }

  test('may be thousands that share their bytes', async () => {
    const bytes = tiff(
      { ...tags, ...Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [40000 + i, short(1, 2, 3)])) },
      [pixels],
    )
    // Each becomes 300,000 bytes that lie after the file's end.
    const view = new DataView(bytes.buffer)
    const directory = view.getUint32(4, true)
    for (let i = 0; i < view.getUint16(directory, true); i++) {
      const at = directory + 2 + 12 * i
      if (view.getUint16(at, true) < 40000) continue
      view.setUint16(at + 2, 7, true)
      view.setUint32(at + 4, 300_000, true)
      view.setUint32(at + 8, bytes.length, true)
    }
    const whole = Buffer.concat([bytes, new Uint8Array(300_000)])
    expect(await decode(whole)).toEqual([...pixels])
  })

  test.each([0, 9, 300])('orientation %i is none', async (orientation) => {
    expect(await decode(tiff({ ...tags, 274: short(orientation) }, [pixels]))).toEqual([...pixels])
  })
})
