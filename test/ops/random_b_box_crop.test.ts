// randomBBoxCrop: windows and boxes by their properties, extents and places against the distributions that they have, which
// outputs there are, searches that find nothing, and what it refuses.
import fc from 'fast-check'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { kolmogorov } from '../util/ks.js'
import { f32, i32, refusedTest } from '../util/refused.js'
import { check } from '../util/soak.js'

const boxes = f32([
  [0.1, 0.2, 0.4, 0.6],
  [0.5, 0.5, 0.9, 0.8],
])
const labels = i32([7, 8])
const crop = (options: object, from: object = boxes, of?: object) =>
  nd.randomBBoxCrop(...([from, ...(of ? [of] : []), options] as unknown as [typeof boxes])) as unknown as nd.Tensor[]
const numbers = (made: nd.Tensor) => [...made.dataSync()].map(Number)

test('labels come with labels, indices with outputBboxIndices, in this order', () => {
  const shapes = (made: nd.Tensor[]) => made.map((t) => `${t.dtype} ${t.shape}`)
  const three = ['float32 2', 'float32 2', 'float32 2,4']
  expect(shapes(crop({}))).toEqual(three)
  expect(shapes(crop({}, boxes, labels))).toEqual([...three, 'int32 2'])
  expect(shapes(crop({ outputBboxIndices: true }))).toEqual([...three, 'int32 2'])
  expect(shapes(crop({ outputBboxIndices: true }, boxes, i32([[7], [8]])))).toEqual([...three, 'int32 2,1', 'int32 2'])
})

test('the defaults leave image and boxes as they are', () => {
  const [anchor, shape, kept, of, at] = crop({ outputBboxIndices: true }, boxes, labels)
  expect([anchor, shape, of, at].map((t) => numbers(t!))).toEqual([
    [0, 0],
    [1, 1],
    [7, 8],
    [0, 1],
  ])
  expect([...kept!.dataSync()]).toEqual([...boxes.data])
})

const unit = fc.double({ min: 0, max: 1, noNaN: true })
const box = fc
  .tuple(unit, unit, unit, unit)
  .map(([a, b, c, d]) => [Math.min(a, b), Math.min(c, d), Math.max(a, b), Math.max(c, d)].map(Math.fround))
const iou = (a: readonly number[], b: readonly number[]) => {
  const side = (at: number) => Math.max(0, Math.min(a[at + 2]!, b[at + 2]!) - Math.max(a[at]!, b[at]!))
  const area = (c: readonly number[]) => (c[2]! - c[0]!) * (c[3]! - c[1]!)
  const both = side(0) * side(1)
  return { iou: both / (area(a) + area(b) - both), share: both / area(a) }
}

test('a window keeps to its ranges, and the boxes that remain are those whose centres it holds', async () => {
  await check(
    400,
    1,
    fc.asyncProperty(fc.array(box, { minLength: 0, maxLength: 6 }), unit, fc.nat(), async (list, least, seed) => {
      const scaling = [0.2 + 0.7 * least, 1]
      const made = crop(
        {
          ...{ scaling, aspectRatio: [0.5, 2], totalNumAttempts: 40, allowNoCrop: false, outputBboxIndices: true },
          rng: new nd.random.RNG(seed),
        },
        f32(list, [list.length, 4]),
      )
      const [anchor, shape, kept, at] = made.map(numbers) as [number[], number[], number[], number[]]
      const window = [anchor[0]!, anchor[1]!, anchor[0]! + shape[0]!, anchor[1]! + shape[1]!]
      const near = 1e-6
      for (let d = 0; d < 2; d++) {
        expect(shape[d]).toBeGreaterThanOrEqual(scaling[0]! - near)
        expect(window[d + 2]).toBeLessThanOrEqual(1 + near)
        expect(window[d]).toBeGreaterThanOrEqual(0)
      }
      expect(shape[0]! / shape[1]!).toBeGreaterThanOrEqual(0.5 - near)
      expect(shape[0]! / shape[1]!).toBeLessThanOrEqual(2 + near)
      expect(kept.length).toBe(4 * at.length)
      for (const [i, b] of list.entries()) {
        const inside = [0, 1].map((d) => {
          const center = (b[d]! + b[d + 2]!) / 2
          return Math.min(center - window[d]!, window[d + 2]! - center)
        })
        if (Math.min(...inside) > near) expect(at).toContain(i)
        if (Math.min(...inside) < -near) expect(at).not.toContain(i)
      }
      for (const [k, i] of at.entries()) {
        for (let c = 0; c < 4; c++) {
          const own = (list[i]![c]! - anchor[c % 2]!) / shape[c % 2]!
          expect(Math.abs(kept[4 * k + c]! - Math.min(1, Math.max(0, own)))).toBeLessThan(1e-4)
        }
      }
    }),
    60,
  )
})

test.each([
  ['iou', true],
  ['iou', false],
  ['overlap', true],
  ['overlap', false],
] as const)('boxes reach a threshold of %s, all of them: %s', (thresholdType, all) => {
  const threshold = all ? 0.1 : 0.3
  for (let seed = 0; seed < 40; seed++) {
    const [anchor, shape] = crop({
      ...{ thresholds: [threshold], thresholdType, allBoxesAboveThreshold: all, allowNoCrop: false },
      ...{ scaling: [0.3, 1], aspectRatio: [0.5, 2], rng: new nd.random.RNG(seed) },
    }).map(numbers) as [number[], number[]]
    const window = [anchor[0]!, anchor[1]!, anchor[0]! + shape[0]!, anchor[1]! + shape[1]!]
    const reached = [0, 4].map((i) => {
      const own = iou([...boxes.data.slice(i, i + 4)], window)
      return (thresholdType === 'iou' ? own.iou : own.share) >= threshold - 1e-5
    })
    expect(all ? reached.every(Boolean) : reached.some(Boolean)).toBe(true)
  }
})

test('a share of the area decides which boxes remain with bboxPruneThreshold', () => {
  const options = { scaling: [0.5, 0.5], allowNoCrop: false, totalNumAttempts: 1, outputBboxIndices: true }
  for (let seed = 0; seed < 60; seed++) {
    const made = crop({ ...options, bboxPruneThreshold: 0.6, rng: new nd.random.RNG(seed) }).map(numbers)
    const [anchor, shape, , at] = made as [number[], number[], number[], number[]]
    const window = [anchor[0]!, anchor[1]!, anchor[0]! + shape[0]!, anchor[1]! + shape[1]!]
    const expected = [0, 1].filter((i) => iou([...boxes.data.slice(4 * i, 4 * i + 4)], window).share >= 0.6)
    expect(at).toEqual(expected)
  }
})

const large = f32([[0, 0, 1, 1]])
const drawn = (options: object, count: number) => {
  const all = { bboxPruneThreshold: 0, allowNoCrop: false, batchSize: count, rng: new nd.random.RNG(2), ...options }
  const [anchor, shape] = crop(all, large) as unknown as nd.Batch[]
  return { anchor: [...anchor!.dataSync()].map(Number), shape: [...shape!.dataSync()].map(Number) }
}

test('extents are uniform where every ratio is allowed, and so are places', { tags: 'long' }, () => {
  const { anchor, shape } = drawn({ scaling: [0.3, 1], aspectRatio: [0, 1e9] }, 50_000)
  expect(kolmogorov([...shape], (x) => (x - 0.3) / 0.7)).toBeGreaterThan(0.001)
  const places = anchor.map((at, i) => at / (1 - shape[i]!))
  expect(kolmogorov(places, (x) => Math.min(1, Math.max(0, x)))).toBeGreaterThan(0.001)
})

test('with one ratio the longer side is the longer one of two uniform ones', { tags: 'long' }, () => {
  const { shape } = drawn({ scaling: [0.3, 1], aspectRatio: [2, 2] }, 100_000)
  const wide = shape.filter((_, i) => i % 2 === 0)
  for (const [i, w] of wide.entries()) expect(Math.abs(shape[2 * i + 1]! - w / 2)).toBeLessThan(1e-6)
  expect(kolmogorov(wide, (x) => ((x - 0.3) / 0.7) ** 2)).toBeGreaterThan(0.001)
})

test('ratios are those of pixels with inputShape', () => {
  const { shape } = drawn({ scaling: [0.3, 1], aspectRatio: [1, 1], inputShape: [200, 100] }, 20)
  for (let i = 0; i < 20; i++) expect(shape[2 * i]! * 200).toBeCloseTo(shape[2 * i + 1]! * 100, 3)
})

test('with inputShape and one ratio the side that is longer in pixels is as drawn, as with DALI', () => {
  const { shape } = drawn({ inputShape: [90, 28], aspectRatio: [2, 2], scaling: [0.5, 0.9] }, 200)
  for (let i = 0; i < 200; i++) {
    const [wide, high] = [shape[2 * i]!, shape[2 * i + 1]!]
    expect(wide >= 0.5 && wide <= 0.9).toBe(true)
    expect((wide * 90) / (high * 28)).toBeCloseTo(2, 4)
  }
})

test('in space some of the ratios may be fixed', () => {
  const cube = f32([[0.3, 0.3, 0.3, 0.6, 0.6, 0.6]])
  const options = { scaling: [0.5, 0.9], allowNoCrop: false, rng: new nd.random.RNG(4), batchSize: 300 }
  const [, shape] = crop({ ...options, aspectRatio: [2, 2, 0.5, 4, 0.5, 4] }, cube) as unknown as nd.Batch[]
  const extents = [...shape!.dataSync()] as number[]
  expect(extents.length).toBe(900)
  const across = extents.filter((_, i) => i % 3 === 0)
  for (const [i, x] of across.entries()) expect(x / extents[3 * i + 1]!).toBeCloseTo(2, 4)
  // The third extent is one that was drawn, unless another one is the longest.
  expect(new Set(across.map((x, i) => Math.round((10 * x) / extents[3 * i + 2]!))).size).toBeGreaterThan(10)
})

test('cropShape gives whole pixels, and decides on the shape', () => {
  const options = { cropShape: [50, 40], inputShape: [100, 200] }
  const { anchor, shape } = drawn(options, 2000)
  const across = anchor.filter((_, i) => i % 2 === 0)
  const down = anchor.filter((_, i) => i % 2 === 1)
  expect(new Set(shape)).toEqual(new Set([50, 40]))
  expect(anchor.every(Number.isInteger)).toBe(true)
  expect([Math.min(...across), Math.max(...across)]).toEqual([0, 50])
  expect(Math.min(...down) >= 0 && Math.max(...down) <= 160 && Math.max(...down) > 150).toBe(true)
  const [, turned] = crop({ ...options, shapeLayout: 'HW', allowNoCrop: false }).map(numbers)
  expect(turned).toEqual([40, 50])
})

test('with cropShape there is always a crop, without allowNoCrop too', () => {
  const options = { cropShape: [50, 40], inputShape: [100, 200], batchSize: 200 }
  const all = crop({ ...options, rng: new nd.random.RNG(1) }).map(numbers)
  expect(new Set(all[1])).toEqual(new Set([50, 40]))
  expect(all).toEqual(crop({ ...options, allowNoCrop: false, rng: new nd.random.RNG(1) }).map(numbers))
})

test('layouts of boxes are permutations, in the plane and in space', () => {
  const options = { scaling: [1, 1], allowNoCrop: false }
  const kept = (from: object, more: object) => numbers(crop({ ...options, ...more }, from)[2]!)
  const close = (got: number[], want: number[]) => got.map((v, i) => expect(v).toBeCloseTo(want[i]!, 5))
  close(kept(f32([[0.1, 0.2, 0.3, 0.4]]), { bboxLayout: 'xyWH' }), [0.1, 0.2, 0.3, 0.4])
  close(kept(f32([[0.1, 0.2, 0.3, 0.4]]), { ltrb: false }), [0.1, 0.2, 0.3, 0.4])
  close(kept(f32([[0.1, 0.4, 0.2, 0.6]]), { bboxLayout: 'xXyY' }), [0.1, 0.4, 0.2, 0.6])
  close(kept(f32([[0.1, 0.2, 0.3, 0.5, 0.6, 0.7]]), {}), [0.1, 0.2, 0.3, 0.5, 0.6, 0.7])
  close(kept(f32([[0.1, 0.2, 0.3, 0.5, 0.6, 0.7]]), { bboxLayout: 'xyzWHD' }), [0.1, 0.2, 0.3, 0.5, 0.6, 0.7])
})

test('a search without an end is an error, and with a limit gives the nearest window', () => {
  const impossible = { scaling: [0.1, 0.1], thresholds: [1], allowNoCrop: false }
  expect(() => numbers(crop(impossible)[0]!)).toThrow(/found none in 10000 attempts: widen scaling/)
  const [anchor, shape, kept] = crop({ ...impossible, totalNumAttempts: 20, numAttempts: 2 }).map(numbers)
  expect(anchor!.every((x) => x >= 0 && x <= 0.9001)).toBe(true)
  for (const x of shape!) expect(x).toBeCloseTo(0.1, 6)
  expect(kept!.length % 4).toBe(0)
})

test('there may be no boxes', () => {
  const [, , kept, of] = crop({ scaling: [0.5, 1], allowNoCrop: false }, f32([], [0, 4]), i32([], [0]))
  expect([kept!.shape, of!.shape]).toEqual([[0, 4], [0]])
})

const fixed = { cropShape: [5, 5], inputShape: [9, 9], allowNoCrop: false }
refusedTest([
  ['one box without a list', () => crop({}, f32([0, 0, 1, 1])), 'INVALID_INPUT', /\(n, 4\) or \(n, 6\) but received 4/],
  ['five numbers', () => crop({}, f32([[0, 0, 1, 1, 1]])), 'INVALID_INPUT', /\(n, 4\) or \(n, 6\)/],
  ['int32', () => crop({}, i32([[0, 0, 1, 1]])), 'INVALID_INPUT', /float32 for the boxes/],
  [
    'a box outside',
    () => crop({}, f32([[0, 0, 1.5, 1]])),
    'INVALID_INPUT',
    /within \[0, 1\] .* \[0, 1.5\] along x in box 0/,
  ],
  ['a box that is no number', () => crop({}, f32([[0, Number.NaN, 1, 1]])), 'INVALID_INPUT', /along y in box 0/],
  ['an end before the start', () => crop({}, f32([[0.5, 0, 0.2, 1]])), 'INVALID_INPUT', /starts before ends/],
  ['one label for two boxes', () => crop({}, boxes, i32([1])), 'INVALID_INPUT', /one label for each of 2 boxes/],
  ['float32 labels', () => crop({}, boxes, f32([1, 2])), 'INVALID_INPUT', /int32 for the labels/],
  ['another layout', () => crop({ bboxLayout: 'abcd' }), 'INVALID_ARGUMENT', /permutation of xyXY or xyWH .* 'abcd'/],
  ['a layout of space', () => crop({ bboxLayout: 'xyzXYZ' }), 'INVALID_ARGUMENT', /permutation of xyXY/],
  ['another shapeLayout', () => crop({ ...fixed, shapeLayout: 'HC' }), 'INVALID_ARGUMENT', /permutation of WH/],
  [
    'cropShape without inputShape',
    () => crop({ cropShape: [5, 5], allowNoCrop: false }),
    'INVALID_ARGUMENT',
    /inputShape/,
  ],
  [
    'cropShape and allowNoCrop',
    () => crop({ ...fixed, allowNoCrop: true }),
    'INVALID_ARGUMENT',
    /cropShape or allowNoCrop but received both/,
  ],
  [
    'cropShape and scaling',
    () => crop({ ...fixed, scaling: [0.5, 1] }),
    'INVALID_ARGUMENT',
    /cropShape or scaling but received both/,
  ],
  [
    'three extents',
    () => crop({ inputShape: [1, 2, 3] }),
    'INVALID_ARGUMENT',
    /2 values for inputShape but received 3/,
  ],
  [
    'no extent',
    () => crop({ inputShape: [0, 2] }),
    'INVALID_ARGUMENT',
    /a list of integers >= 1 for inputShape but received 0 at \[0\]/,
  ],
  [
    'an empty range',
    () => crop({ scaling: [1, 0.5] }),
    'INVALID_ARGUMENT',
    /\[lowest, highest\] for scaling but received \[1, 0\.5\]/,
  ],
  ['one value for scaling', () => crop({ scaling: [1] }), 'INVALID_ARGUMENT', /2 values.* for scaling but received 1/],
  ['a range of ratios', () => crop({ aspectRatio: [2, 1] }), 'INVALID_ARGUMENT', /for aspectRatio .* \[2, 1\]/],
  [
    'three ratios',
    () => crop({ aspectRatio: [1, 1, 1] }),
    'INVALID_ARGUMENT',
    /2 or 6 values for aspectRatio but received 3/,
  ],
  [
    'no thresholds',
    () => crop({ thresholds: [] }),
    'INVALID_ARGUMENT',
    /one value or more for thresholds but received none/,
  ],
  ['a threshold of 2', () => crop({ thresholds: [2] }), 'INVALID_ARGUMENT', /thresholds/],
  ['no attempts', () => crop({ totalNumAttempts: 0 }), 'INVALID_ARGUMENT', /at least 1, or -1, for totalNumAttempts/],
])
