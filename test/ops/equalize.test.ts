// equalize against OpenCV's results through DALI (see test/golden/make_equalize.py), missing layouts, errors.
import { fn } from 'penstock-data'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { runOn } from '../util/run-on.js'

goldenTest('equalize')

const run = (input: object) => runOn([input], (x) => fn.equalize(x!))

test('a missing layout is HW, HWC or FHWC', async () => {
  const layouts = [
    [2, 2],
    [2, 2, 1],
    [1, 2, 2, 1],
  ].map(async (shape) => {
    const out = await run({ data: Uint8Array.of(4, 5, 6, 7), shape })
    expect([...out.data]).toEqual([0, 85, 170, 255])
    return out.layout
  })
  expect(await Promise.all(layouts)).toEqual(['HW', 'HWC', 'FHWC'])
})

test('empty images pass', async () => {
  expect((await run({ data: new Uint8Array(0), shape: [0, 3, 3], layout: 'HWC' })).shape).toEqual([0, 3, 3])
})

test('refuses other dtypes and layouts', async () => {
  await expect(run({ data: new Float32Array(4), shape: [2, 2] })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringMatching(/uint8/),
  })
  await expect(run({ data: new Uint8Array(4), shape: [1, 2, 2, 1], layout: 'DHWC' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringMatching(/layout HW, HWC, CHW/),
  })
})
