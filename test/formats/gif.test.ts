// GIF: a frame whose data stands for fewer pixels than it has is a bad sample, however its blocks end.
// @module-tag shared
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'

const decode = async (file: Uint8Array, options: { outputType?: 'index' } = {}) =>
  Array.from(await nd.decoders.image(file, options).data(), Number)

const width = 9
const height = 7
const pixels = Array.from({ length: width * height }, (_, i) => (i * i) % 4)

/** Codes of 3 bits: a clear code before each pair of pixels, so that codes never become longer. */
function codesOf(values: readonly number[], end: readonly number[]): number[] {
  return [...values.flatMap((v, i) => (i % 2 ? [v] : [4, v])), ...end]
}

function packed(codes: readonly number[]): number[] {
  const bits = codes.flatMap((code) => [code & 1, (code >> 1) & 1, code >> 2])
  return Array.from({ length: Math.ceil(bits.length / 8) }, (_, i) =>
    bits.slice(8 * i, 8 * i + 8).reduce((byte, bit, k) => byte | (bit << k), 0),
  )
}

/** A GIF of one frame; `data` is the LZW stream, in blocks of up to 20 bytes. */
function gif(data: readonly number[], tail: readonly number[] = [0, 0x3b]): Uint8Array {
  const blocks = Array.from({ length: Math.ceil(data.length / 20) }, (_, i) => data.slice(20 * i, 20 * i + 20))
  return Uint8Array.from([
    ...[...'GIF89a'].map((c) => c.charCodeAt(0)),
    ...[width, 0, height, 0, 0x81, 0, 0],
    ...[0, 0, 0, 80, 80, 80, 160, 160, 160, 240, 240, 240],
    ...[0x2c, 0, 0, 0, 0, width, 0, height, 0, 0, 2],
    ...blocks.flatMap((block) => [block.length, ...block]),
    ...tail,
  ])
}

const whole = packed(codesOf(pixels, [5]))

describe('a frame', () => {
  test('with all its pixels is read, with the code of its end or without, and with more data', async () => {
    const colors = pixels.flatMap((v) => [80 * v, 80 * v, 80 * v])
    for (const data of [whole, packed(codesOf(pixels, [])), [...whole, 0, 0, 0]]) {
      expect(await decode(gif(data))).toEqual(colors)
      expect(await decode(gif(data), { outputType: 'index' })).toEqual(pixels)
    }
  })

  const short = (n: number, end: number[]) => packed(codesOf(pixels.slice(0, n), end))
  const cases: [string, Uint8Array, number][] = [
    ['whose blocks end after half', gif(short(32, [])), 32],
    ['whose codes end after half', gif(short(31, [5])), 31],
    ['that lacks its last pixel', gif(short(62, [5])), 62],
    ['without data', gif([]), 0],
    ['whose file ends within its data', gif(short(16, []), []), 16],
    ['with a code that is unknown', gif(packed(codesOf(pixels.slice(0, 10), [4, 7]))), 10],
  ]
  test.each(cases)('%s is a bad sample', async (_, file, count) => {
    for (const options of [{}, { outputType: 'index' as const }]) {
      await expect(decode(file, options)).rejects.toMatchObject({
        code: 'BAD_SAMPLE',
        message: expect.stringContaining(
          `Expected 63 pixels in the first frame of a GIF but received data that ends after ${count}`,
        ),
      })
    }
  })
})
