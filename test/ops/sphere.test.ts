// sphere by its formula at single pixels, frames, and what it refuses. test/golden/make_water.py makes its goldens, which
// water.test.ts compares.
import { fn } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { refusedTest } from '../util/refused.js'
import { runOn } from '../util/run-on.js'

const row = (width: number) => ({
  data: Float32Array.from({ length: width }, (_, i) => i),
  shape: [1, width, 1],
  layout: 'HWC',
})

test('positions come nearer to the middle by their distance from it', async () => {
  const width = 9
  const out = await runOn([row(width)], (x) => fn.sphere(x!, { interpType: 'linear', fillValue: -1 }))
  const want = Array.from({ length: width }, (_, i) => {
    const t = i + 0.5 - width / 2
    const at = width / 2 + (t * Math.abs(t)) / 4 - 0.5
    return Math.max(0, Math.min(width - 1, at))
  })
  const got = [...out.data] as number[]
  for (const [i, value] of want.entries()) expect(got[i]).toBeCloseTo(value, 5)
})

test('an image of one pixel stays, and one without pixels', async () => {
  expect([...(await runOn([{ ...row(1), data: Float32Array.of(7) }], (x) => fn.sphere(x!))).data]).toEqual([7])
  const none = { data: new Uint8Array(0), shape: [0, 4, 3], layout: 'HWC' }
  expect((await runOn([none], (x) => fn.sphere(x!))).shape).toEqual([0, 4, 3])
})

test('a mask of 0 leaves the image as it is', async () => {
  const still = await runOn([row(9)], (x) => fn.sphere(x!, { mask: 0 }))
  expect([...still.data]).toEqual([...row(9).data])
})

test('the frames of a sequence are moved alike', async () => {
  const frames = { data: Float32Array.of(...row(9).data, ...row(9).data), shape: [2, 1, 9, 1], layout: 'FHWC' }
  const [one, two] = [await runOn([row(9)], (x) => fn.sphere(x!)), await runOn([frames], (x) => fn.sphere(x!))]
  expect([...two.data]).toEqual([...one.data, ...one.data])
})

refusedTest([
  [
    'two dimensions',
    () => nd.sphere(nd.tensor({ data: new Uint8Array(4), shape: [2, 2] })),
    'INVALID_INPUT',
    /HWC, FHWC for the input but received '' with 2 dimensions/,
  ],
])
