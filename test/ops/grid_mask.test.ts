// gridMask against reference outputs (see test/golden/make_grid_mask.py), other layouts and dtypes, and what it refuses.
import { fn } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { refusedTest } from '../util/refused.js'
import { runOn } from '../util/run-on.js'

goldenTest('grid_mask')

const ones = (shape: number[], layout: string) => ({
  ...{ data: new Uint8Array(shape.reduce((a, b) => a * b, 1)).fill(1), shape },
  ...(layout && { layout }),
})
const masked = async (input: object, options: object) =>
  Array.from((await runOn([input], (x) => fn.gridMask(x!, options))).data as Uint8Array)

test('planes and frames have the grid of an image', async () => {
  const options = { tile: 4, angle: 0.7, shiftX: 1 }
  const image = await masked(ones([7, 9], 'HW'), options)
  expect(new Set(image)).toEqual(new Set([0, 1]))
  expect(await masked(ones([2, 7, 9], 'CHW'), options)).toEqual([...image, ...image])
  expect(await masked(ones([2, 7, 9, 1], 'FHWC'), options)).toEqual([...image, ...image])
  expect(await masked(ones([2, 7, 9, 1], ''), options)).toEqual([...image, ...image])
  expect(await masked(ones([7, 9], ''), options)).toEqual(image)
})

test('an image of one pixel, and one without pixels', async () => {
  expect(await masked(ones([1, 1, 3], 'HWC'), {})).toEqual([0, 0, 0])
  expect(await masked(ones([0, 5, 3], 'HWC'), {})).toEqual([])
})

const image = nd.tensor({ data: new Uint8Array(12), shape: [2, 2, 3], layout: 'HWC' })
refusedTest([
  ['a tile of nothing', () => nd.gridMask(image, { tile: 0 }), 'INVALID_ARGUMENT', /tile but received 0/],
  [
    'no rows',
    () => nd.gridMask(nd.tensor({ data: new Uint8Array(4), shape: [4], layout: 'X' })),
    'INVALID_INPUT',
    /'X'/,
  ],
])
