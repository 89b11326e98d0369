// segmentation.randomObjectBBox: the boxes that it draws with their chances, as DALI documents them; random masks against a
// flood fill; and what it refuses.
import fc from 'fast-check'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { i32, refusedTest } from '../util/refused.js'
import { check } from '../util/soak.js'

const mask = i32([
  [0, 1, 1, 0, 0],
  [0, 1, 0, 0, 2],
  [0, 0, 1, 0, 2],
  [3, 0, 0, 0, 0],
])
const [one, other, two, three, whole] = ['0,1,2,3 of 1', '2,2,3,3 of 1', '1,4,3,5 of 2', '3,0,4,1 of 3', '0,0,4,5']

const boxes = (options: object, count = 3000) => {
  const made = nd.segmentation.randomObjectBBox(mask, {
    ...{ format: 'box', outputClass: true, batchSize: count, rng: new nd.random.RNG(21) },
    ...options,
  } as never) as unknown as nd.Batch | nd.Batch[]
  const [all, labels] = [made].flat().map((batch) => [...batch.dataSync()])
  return Array.from({ length: count }, (_, i) => `${all!.slice(4 * i, 4 * i + 4)}${labels ? ` of ${labels[i]}` : ''}`)
}

test.each<[string, object, Record<string, number>]>([
  ['classes alike', {}, { [one]: 1 / 6, [other]: 1 / 6, [two]: 1 / 3, [three]: 1 / 3 }],
  ['some classes', { classes: [1, 3] }, { [one]: 1 / 4, [other]: 1 / 4, [three]: 1 / 2 }],
  ['classes of which one is not there', { classes: [1, 7] }, { [one]: 1 / 2, [other]: 1 / 2 }],
  ['weights of 1, 2', { classWeights: [1, 2] }, { [one]: 1 / 6, [other]: 1 / 6, [two]: 2 / 3 }],
  ['weights of classes', { classes: [3, 2], classWeights: [1, 3] }, { [three]: 1 / 4, [two]: 3 / 4 }],
  ['the largest of a class', { kLargest: 1 }, { [one]: 1 / 3, [two]: 1 / 3, [three]: 1 / 3 }],
  ['large ones', { threshold: [2, 2] }, { [one]: 1 }],
  ['ones larger than there are', { threshold: 9 }, { [`${whole} of 0`]: 1 }],
  [
    'the background half of the time',
    { foregroundProb: 0.5, classes: [2] },
    { [two]: 1 / 2, [`${whole} of 0`]: 1 / 2 },
  ],
  ['another background', { background: 1 }, { [`${whole} of 0`]: 1 / 3, [two]: 1 / 3, [three]: 1 / 3 }],
  [
    'labels from 0 by their weights, without the background',
    { background: 2, classWeights: [0, 1, 3] },
    { [one]: 1 / 8, [other]: 1 / 8, [three]: 3 / 4 },
  ],
  ['the label below the classes as background', { classes: [0, 5], foregroundProb: 0 }, { [`${whole} of -1`]: 1 }],
  ['weights of 0', { classWeights: [0, 0] }, { [`${whole} of 0`]: 1 }],
  [
    'objects alike',
    { ignoreClass: true, outputClass: false },
    { '0,1,2,3': 1 / 4, '2,2,3,3': 1 / 4, '1,4,3,5': 1 / 4, '3,0,4,1': 1 / 4 },
  ],
  [
    'the two largest of all',
    { ignoreClass: true, outputClass: false, kLargest: 2 },
    { '0,1,2,3': 1 / 2, '1,4,3,5': 1 / 2 },
  ],
])('it draws %s', (_, options, chances) => {
  const drawn = boxes(options)
  expect([...new Set(drawn)].sort()).toEqual(Object.keys(chances).sort())
  for (const [box, chance] of Object.entries(chances)) {
    const share = drawn.filter((text) => text === box).length / drawn.length
    expect(Math.abs(share - chance)).toBeLessThan(4 * Math.sqrt((chance * (1 - chance)) / drawn.length) + 1e-9)
  }
})

test('of equally large objects of a class the first in the mask counts as the largest', () => {
  const [start] = nd.segmentation.randomObjectBBox(i32([1, 2, 0, 1, 2, 0, 1]), {
    ...{ kLargest: 1, batchSize: 50, rng: new nd.random.RNG(5) },
  } as never) as unknown as nd.Batch[]
  expect(new Set([...start!.dataSync()])).toEqual(new Set([0, 1]))
})

test('formats say the same box', () => {
  const options = { classes: [2] }
  const flat = (made: nd.Tensor | readonly nd.Tensor[]) => [made].flat().map((t) => [...(t as nd.Tensor).dataSync()])
  expect(flat(nd.segmentation.randomObjectBBox(mask, options))).toEqual([
    [1, 4],
    [2, 1],
  ])
  expect(flat(nd.segmentation.randomObjectBBox(mask, { ...options, format: 'start_end' }))).toEqual([
    [1, 4],
    [3, 5],
  ])
  expect(flat(nd.segmentation.randomObjectBBox(mask, { ...options, format: 'box' }))).toEqual([[1, 4, 3, 5]])
  const [anchor, shape, label] = nd.segmentation.randomObjectBBox(mask, { ...options, outputClass: true })
  expect([anchor.shape, shape.shape, label.shape, label.dataSync()[0]]).toEqual([[2], [2], [], 2])
})

/** The boxes of all objects of a mask of two dimensions, by a flood fill. */
function floodBoxes(data: Uint8Array, [height, width]: readonly [number, number]): Set<string> {
  const seen = new Set<number>()
  const found = new Set<string>()
  for (const [first, label] of data.entries()) {
    if (!label || seen.has(first)) continue
    const todo = [first]
    seen.add(first)
    let [top, left, bottom, right] = [height, width, 0, 0]
    for (const at of todo) {
      const [y, x] = [Math.floor(at / width), at % width]
      top = Math.min(top, y)
      left = Math.min(left, x)
      bottom = Math.max(bottom, y + 1)
      right = Math.max(right, x + 1)
      const beside = [y > 0 && at - width, y < height - 1 && at + width, x > 0 && at - 1, x < width - 1 && at + 1]
      for (const next of beside) {
        if (next === false || data[next] !== label || seen.has(next)) continue
        seen.add(next)
        todo.push(next)
      }
    }
    found.add(`${[top, left, bottom, right]}`)
  }
  return found
}

test('the boxes are those of a flood fill', async () => {
  const side = fc.integer({ min: 1, max: 9 })
  await check(
    400,
    1,
    fc.asyncProperty(side, side, fc.infiniteStream(fc.integer({ min: 0, max: 2 })), async (height, width, values) => {
      const data = Uint8Array.from({ length: height * width }, () => values.next().value)
      const made = nd.segmentation.randomObjectBBox({ data, shape: [height, width] }, {
        ...{ format: 'box', ignoreClass: true, batchSize: 200 },
      } as never) as unknown as nd.Batch
      const expected = floodBoxes(data, [height, width])
      const all = [...made.dataSync()]
      const drawn = new Set(Array.from({ length: 200 }, (_, i) => `${all.slice(4 * i, 4 * i + 4)}`))
      if (!expected.size) expected.add(`0,0,${height},${width}`)
      for (const box of drawn) expect(expected).toContain(box)
      // Each of a few is drawn at least once in 200 draws.
      if (expected.size < 8) expect([...drawn].sort()).toEqual([...expected].sort())
    }),
    40,
  )
})

test('masks have one to six dimensions, and may be empty', () => {
  const box = (shape: number[], data: number[]) => [
    ...nd.segmentation
      .randomObjectBBox({ data: Uint8Array.from(data), shape }, { format: 'box', kLargest: 1 })
      .dataSync(),
  ]
  expect(box([5], [0, 1, 1, 0, 1])).toEqual([1, 3])
  expect(box([2, 2, 2], [0, 1, 0, 1, 0, 0, 0, 1])).toEqual([0, 0, 1, 2, 2, 2])
  expect(box([1, 1, 1, 1, 2, 2], [0, 0, 1, 0])).toEqual([0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 2, 1])
  expect(box([0, 4], [])).toEqual([0, 0, 0, 4])
})

const draw = (options: object, from: object = mask) => nd.segmentation.randomObjectBBox(from as never, options as never)
refusedTest([
  [
    'a background among the classes',
    () => draw({ background: 1, classes: [1, 2] }),
    'INVALID_ARGUMENT',
    /background other/,
  ],
  [
    'classes beside ignoreClass',
    () => draw({ ignoreClass: true, classes: [1] }),
    'INVALID_ARGUMENT',
    /ignoreClass or classes but received both/,
  ],
  [
    'outputClass beside ignoreClass',
    () => draw({ ignoreClass: true, outputClass: true }),
    'INVALID_ARGUMENT',
    /ignoreClass/,
  ],
  [
    'one weight for two classes',
    () => draw({ classes: [1, 2], classWeights: [1] }),
    'INVALID_ARGUMENT',
    /2 values.* 1/,
  ],
  [
    'a negative weight',
    () => draw({ classWeights: [-1, 2] }),
    'INVALID_ARGUMENT',
    /a list of numbers >= 0 for classWeights but received -1 at \[0\]/,
  ],
  ['kLargest of 0', () => draw({ kLargest: 0 }), 'INVALID_ARGUMENT', /kLargest/],
  ['three thresholds', () => draw({ threshold: [1, 2, 3] }), 'INVALID_ARGUMENT', /1 or 2 values for threshold/],
  ['float32', () => draw({}, new Float32Array(4)), 'INVALID_INPUT', /int32 or bool for the mask but received float32/],
  ['no dimensions', () => draw({}, { data: new Uint8Array(1), shape: [] }), 'INVALID_INPUT', /1 to 6 dimensions/],
])
