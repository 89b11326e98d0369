// The orientation of EXIF in every container that is read for it: which block counts, and which numbers do, as Pillow has it.
// @module-tag shared
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { containers, exif } from './exif-files.js'
import { long, short, tiff } from './tiff-files.js'

/** Whether the header and the decoded image are turned by a quarter. */
async function isTurned(file: Uint8Array): Promise<boolean> {
  const turned = async (shape: ArrayLike<number | bigint>) => Number(shape[0]) > Number(shape[1])
  const header = await turned(await nd.peekImageShape(file).data())
  const image = await turned((await nd.decoders.image(file).evaluate()).shape)
  expect(image).toBe(header)
  return image
}

const numbers: [string, Buffer, boolean][] = [
  ['a SHORT', exif('short', [6]), true],
  ['a SHORT, big-endian', exif('short', [6], { le: false }), true],
  ['a LONG', exif('long', [6]), true],
  ['a signed SHORT', exif('signedShort', [6]), true],
  ['a signed SHORT, big-endian', exif('signedShort', [6], { le: false }), true],
  ['a signed LONG', exif('signedLong', [6]), true],
  ['a signed BYTE', exif('signedByte', [6]), true],
  ['a FLOAT', exif('float', [6]), true],
  ['two SHORTs, of which the first counts', exif('short', [6, 1]), true],
  ['two SHORTs, of which the second is 6', exif('short', [1, 6]), false],
  ['three SHORTs, which do not fit into the entry', exif('short', [6, 1, 1]), true],
  ['three signed SHORTs, big-endian', exif('signedShort', [6, 1, 1], { le: false }), true],
  ['more SHORTs than there are', exif('short', [6], { count: 9 }), false],
  ['no number at all', exif('short', [6], { count: 0 }), false],
  ['a text', exif('ascii', [6]), false],
  ['bytes without a type', exif('undefined', [6]), false],
  ['a negative number', exif('signedShort', [-6]), false],
  ['no whole number', exif('float', [6.5]), false],
  ['a number beyond 16 bits', exif('long', [0x10006]), false],
]
const six = exif('short', [6])
const one = exif('short', [1])

describe.each(Object.keys(containers))('EXIF in a %s', (name) => {
  const file = (...blocks: Buffer[]) => containers[name]!(blocks)

  test.each(numbers)('%s', async (_, block, turned) => {
    expect(await isTurned(file(block))).toBe(turned)
  })
  test('the first of two blocks counts, whatever it says', async () => {
    expect(await isTurned(file(six, one))).toBe(true)
    expect(await isTurned(file(one, six))).toBe(false)
    expect(await isTurned(file(exif('short', [5], { tag: 0x10f }), six))).toBe(false)
    expect(await isTurned(file(Buffer.from('no structure'), six))).toBe(false)
  })
  test('the structure may have the prefix that a JPEG gives it, and once more', async () => {
    expect(await isTurned(file(Buffer.concat([Buffer.from('Exif\0\0'), six])))).toBe(true)
  })
})

test('a JPEG whose first block is empty has that of the second', async () => {
  expect(await isTurned(containers.JPEG!([Buffer.alloc(0), six]))).toBe(true)
})

test("TIFF's own tag is read in the same way", async () => {
  const file = (type: 'short' | 'long' | 'signedShort' | 'float', ...values: number[]) =>
    tiff(
      {
        ...{ 256: long(8), 257: long(4), 258: short(8), 259: short(1), 262: short(1), 277: short(1), 278: long(4) },
        274: { type, values },
      },
      [new Uint8Array(32)],
    )
  expect(await isTurned(file('short', 6))).toBe(true)
  expect(await isTurned(file('signedShort', 6))).toBe(true)
  expect(await isTurned(file('long', 6))).toBe(true)
  expect(await isTurned(file('short', 6, 1, 1))).toBe(true)
  expect(await isTurned(file('short', 1, 6))).toBe(false)
  expect(await isTurned(file('float', 6.5))).toBe(false)
})
