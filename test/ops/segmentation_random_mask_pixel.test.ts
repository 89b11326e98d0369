// segmentation.randomMaskPixel: which pixels it draws, each equally often, and what it refuses.
import fc from 'fast-check'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { chiSquare } from '../util/random.js'
import { f32, i32, refusedTest } from '../util/refused.js'
import { check } from '../util/soak.js'

const draw = (mask: object, options: object = {}, count = 3000) => {
  const made = nd.segmentation.randomMaskPixel(
    mask as never,
    {
      ...{ ...options, batchSize: count, rng: new nd.random.RNG(11) },
    } as never,
  ) as unknown as nd.Batch
  const all = [...made.dataSync()].map(Number)
  return Array.from({ length: count }, (_, i) => `${all.slice(2 * i, 2 * i + 2)}`)
}

const mask = i32([
  [0, 1, 2],
  [0, -1, 3],
])

test.each<[string, object, string[]]>([
  ['any pixel', {}, ['0,0', '0,1', '0,2', '1,0', '1,1', '1,2']],
  ['the foreground', { foreground: true }, ['0,1', '0,2', '1,2']],
  ['above a threshold', { foreground: 1, threshold: 1.5 }, ['0,2', '1,2']],
  ['of a value', { foreground: 1, value: -1 }, ['1,1']],
  ['any pixel without a foreground', { foreground: 1, value: 9 }, ['0,0', '0,1', '0,2', '1,0', '1,1', '1,2']],
])('it draws %s, each equally often', (_, options, expected) => {
  const drawn = draw(mask, options)
  expect([...new Set(drawn)].sort()).toEqual(expected)
  const places = drawn.map((text) => expected.indexOf(text))
  if (expected.length > 1) expect(Math.abs(chiSquare(places, expected.length))).toBeLessThan(4)
})

test('a drawn pixel is foreground where there is one, for masks of any rank', async () => {
  const extents = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 })
  await check(
    400,
    1,
    fc.asyncProperty(extents, fc.infiniteStream(fc.integer({ min: 0, max: 3 })), async (shape, values) => {
      const count = shape.reduce((a, b) => a * b, 1)
      const data = Uint8Array.from({ length: count }, () => values.next().value)
      const at = [...nd.segmentation.randomMaskPixel({ data, shape }, { foreground: 1, threshold: 2 }).dataSync()]
      expect(at.length).toBe(shape.length)
      const index = at.map(Number).reduce((sum, x, d) => sum * shape[d]! + x, 0)
      for (const [d, x] of at.map(Number).entries()) expect(x >= 0 && x < shape[d]!).toBe(true)
      if (data.some((v) => v > 2)) expect(data[index]).toBe(3)
    }),
    60,
  )
})

test('floats that are no numbers are no foreground', () => {
  expect(new Set(draw(f32([[Number.NaN, 1]]), { foreground: 1 }, 50))).toEqual(new Set(['0,1']))
})

const pixel = (from: object, options: object = {}) => nd.segmentation.randomMaskPixel(from as never, options)
refusedTest([
  [
    'a value and a threshold',
    () => pixel(mask, { value: 1, threshold: 0 }),
    'INVALID_ARGUMENT',
    /value or threshold but received both/,
  ],
  ['an empty mask', () => pixel(i32([], [0, 3])), 'INVALID_INPUT', /mask with pixels but received one of 0 x 3/],
  ['float64', () => pixel(new Float64Array(3)), 'INVALID_INPUT', /bool or float32 for the mask but received float64/],
])
