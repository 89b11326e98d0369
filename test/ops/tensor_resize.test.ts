// tensorResize against reference outputs (see test/golden/make_tensor_resize.py), against resize, axes that are kept, and what
// it refuses.
import { fn } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { refusedTest } from '../util/refused.js'
import { runOn } from '../util/run-on.js'

goldenTest('tensor_resize')

const values = Uint8Array.from({ length: 7 * 9 * 3 }, (_, i) => (i * 37) % 256)
const image = { data: values, shape: [7, 9, 3], layout: 'HWC' }

test('the axes of an image are resized as by resize', async () => {
  const options = { interpType: 'cubic', antialias: false } as const
  const ours = await runOn([image], (x) => fn.tensorResize(x!, { axes: [0, 1], sizes: [4, 15], ...options }))
  const theirs = await runOn([image], (x) => fn.resize(x!, { size: [4, 15], ...options }))
  expect(ours).toEqual(theirs)
})

test.each([
  ['the first', [8, 5], [0], [4, 5]],
  ['the last', [5, 8], [1], [5, 4]],
  ['one of few elements behind', [5, 8, 3], [1], [5, 4, 3]],
  ['one of many elements behind', [3, 8, 40], [1], [3, 4, 40]],
  ['two with one between', [8, 5, 6], [0, 2], [4, 5, 3]],
])('%s axis is halved, the others are kept, whatever the filter', async (_, shape, axes, wanted) => {
  // Equal pairs, so that the mean of two neighbours is either of them.
  const at = (i: number) => {
    const index = [...shape].reverse().map((n) => {
      const k = i % n
      i = (i - k) / n
      return k
    })
    return index.reverse().reduce((sum, k, d) => sum * 10 + (axes.includes(d) ? Math.floor(k / 2) : k), 0)
  }
  const count = (extents: readonly number[]) => extents.reduce((a, b) => a * b, 1)
  const data = Float32Array.from({ length: count(shape) }, (_, i) => at(i))
  const sizes = axes.map((axis) => wanted[axis]!)
  for (const antialias of [true, false]) {
    const options = { axes, sizes, antialias, interpType: 'nn', magFilter: 'gaussian' } as const
    const made = await runOn([{ data, shape }], (x) => fn.tensorResize(x!, options))
    expect(made.shape).toEqual(wanted)
    const picked = data.filter((_, i) => {
      let rest = i
      return [...shape.keys()].reverse().every((d) => {
        const k = rest % shape[d]!
        rest = (rest - k) / shape[d]!
        return !axes.includes(d) || k % 2 === 1
      })
    })
    expect([...made.data]).toEqual([...picked])
  }
})

test('a tensor without elements', async () => {
  const empty = { data: new Float32Array(0), shape: [0, 4, 3] }
  expect((await runOn([empty], (x) => fn.tensorResize(x!, { sizes: [8, 10, 3] }))).shape).toEqual([0, 10, 3])
})

const tensor = nd.tensor(image)
const four = nd.tensor({ data: new Uint8Array(16), shape: [2, 2, 2, 2] })
refusedTest([
  ['no sizes', () => nd.tensorResize(tensor, {}), 'INVALID_ARGUMENT', /sizes or scales/],
  ['sizes and scales', () => nd.tensorResize(tensor, { sizes: [2], scales: [2] }), 'INVALID_ARGUMENT', /scales/],
  ['an axis that is not there', () => nd.tensorResize(tensor, { axes: [3], sizes: [2] }), 'INVALID_ARGUMENT', /axes/],
  ['an axis twice', () => nd.tensorResize(tensor, { axes: [1, -2], sizes: [2] }), 'INVALID_ARGUMENT', /axes.* twice/],
  [
    'a letter that is not there',
    () => nd.tensorResize(tensor, { axisNames: 'D', sizes: [2] }),
    'INVALID_INPUT',
    /'HWC'/,
  ],
  [
    'too many sizes',
    () => nd.tensorResize(tensor, { axes: [0], sizes: [2, 3] }),
    'INVALID_ARGUMENT',
    /1 .*for sizes but received 2/,
  ],
  [
    'four axes',
    () => nd.tensorResize(four, { sizes: [3] }),
    'INVALID_ARGUMENT',
    /3 neighbouring ones .* axis 0 to axis 3/,
  ],
  [
    'scales that keep the aspect ratio',
    () => nd.tensorResize(tensor, { scales: [2], mode: 'not_larger' }),
    'INVALID_ARGUMENT',
    /sizes for mode not_larger or not_smaller but received scales/,
  ],
  ['another dtype', () => nd.tensorResize(tensor, { sizes: [2], dtype: 'int16' }), 'INVALID_ARGUMENT', /dtype/],
  [
    'a size beyond the limit',
    () => nd.tensorResize(tensor, { axes: [0], sizes: [1e9] }),
    'INVALID_ARGUMENT',
    /output size/,
  ],
  [
    'int32',
    () => nd.tensorResize(nd.tensor({ data: new Int32Array(4), shape: [4] }), { sizes: [2] }),
    'INVALID_INPUT',
    /int32/,
  ],
])
