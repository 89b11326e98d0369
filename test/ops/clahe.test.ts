// clahe against OpenCV's results through DALI (see test/golden/make_clahe.py), missing layouts, empty images, errors.
import { fn } from 'penstock-data'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { runOn } from '../util/run-on.js'

goldenTest('clahe')

const options = { tilesX: 2, tilesY: 2, clipLimit: 2 }
const run = (input: object, more: object = {}) => runOn([input], (x) => fn.clahe(x!, { ...options, ...more }))

test('a missing layout is HWC', async () => {
  const out = await run({ data: Uint8Array.of(4, 5, 6, 7), shape: [2, 2, 1] })
  expect([out.layout, out.shape]).toEqual(['HWC', [2, 2, 1]])
})

test('empty images pass', async () => {
  expect((await run({ data: new Uint8Array(0), shape: [0, 3, 3], layout: 'HWC' })).shape).toEqual([0, 3, 3])
})

test.each([
  ['other dtypes', { data: new Float32Array(4), shape: [2, 2, 1] }, /uint8/],
  ['other layouts', { data: new Uint8Array(12), shape: [3, 2, 2], layout: 'CHW' }, /layout HWC/],
  ['other dimensions', { data: new Uint8Array(4), shape: [2, 2] }, /HWC/],
  ['two channels', { data: new Uint8Array(8), shape: [2, 2, 2], layout: 'HWC' }, /1 or 3 channels .* received 2/],
])('refuses %s', async (_, input, message) => {
  await expect(run(input)).rejects.toMatchObject({ code: 'INVALID_INPUT', message: expect.stringMatching(message) })
})

test.each([{ tilesX: 0 }, { tilesY: -1 }])('refuses %o', async (more) => {
  const image = { data: new Uint8Array(4), shape: [2, 2, 1] }
  await expect(run(image, more)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
})
