// Random operators: 1e5 draws of each against the distribution that it documents, by the tests of Kolmogorov and Smirnov and of
// chi-square, at p > 0.001; and against one that is slightly wrong, which the same test must refuse. Seeds are fixed.
// @module-tag long
import { readFileSync } from 'node:fs'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { schemas } from '../../src/graph/schema.js'
import { betaCdf, chiSquared, kolmogorov, normalCdf } from '../util/ks.js'
import { i32 } from '../util/refused.js'

const least = 0.001
const rng = (seed: number) => new nd.random.RNG(seed)
const numbers = (made: unknown): number[] =>
  [made as nd.Batch].flat().flatMap((one) => Array.from(one.dataSync() as ArrayLike<number | bigint>, Number))

/** 1000 samples of 100 numbers, so that both draws of a sample and those of different samples are looked at. */
const many = { shape: [100], batchSize: 1000 }

interface Continuous {
  op: string
  what: string
  draw(): number[]
  cdf(x: number): number
  wrong(x: number): number
}

/** Pixels of one channel, all of one value. */
const alike = (value: number) => ({ data: new Float32Array(100_000).fill(value), shape: [100_000, 1] })

const between = (low: number, high: number) => (x: number) => Math.min(1, Math.max(0, (x - low) / (high - low)))

/** Windows of an image so large that rounding to pixels moves nothing. */
const extent = 30_000
const windows = () => {
  const options = { randomArea: [0.1, 0.3], randomAspectRatio: [0.75, 1.5], batchSize: 100_000, rng: rng(11) }
  const [anchor, shape] = nd.randomCropGenerator(i32([extent, extent]), options as never).map(numbers) as [
    number[],
    number[],
  ]
  return Array.from({ length: 100_000 }, (_, i) => ({
    top: anchor[2 * i]!,
    left: anchor[2 * i + 1]!,
    height: shape[2 * i]!,
    width: shape[2 * i + 1]!,
  }))
}

const continuous: Continuous[] = [
  ...(['float32', 'float64'] as const).map((dtype) => ({
    op: 'random.uniform',
    what: dtype,
    draw: () => numbers(nd.random.uniform({ ...many, range: [-3, 5], dtype, rng: rng(1) })),
    cdf: between(-3, 5),
    wrong: between(-3, 5.1),
  })),
  ...(['float32', 'float64'] as const).map((dtype) => ({
    op: 'random.normal',
    what: dtype,
    draw: () => numbers(nd.random.normal({ ...many, mean: 7, stddev: 2, dtype, rng: rng(2) })),
    cdf: (x: number) => normalCdf((x - 7) / 2),
    wrong: (x: number) => normalCdf((x - 7.05) / 2),
  })),
  {
    op: 'noise.gaussian',
    what: 'what is added',
    draw: () => numbers(nd.noise.gaussian(alike(3), { mean: 4, stddev: 2, rng: rng(17) } as never)),
    cdf: (x) => normalCdf((x - 7) / 2),
    wrong: (x) => normalCdf((x - 7.05) / 2),
  },
  {
    op: 'random.beta',
    what: 'alpha 2, beta 5',
    draw: () => numbers(nd.random.beta({ ...many, alpha: 2, beta: 5, dtype: 'float64', rng: rng(3) })),
    cdf: (x) => betaCdf(x, 2, 5),
    wrong: (x) => betaCdf(x, 2, 5.1),
  },
  {
    op: 'randomCropGenerator',
    what: 'area',
    draw: () => windows().map(({ height, width }) => (height / extent) * (width / extent)),
    cdf: between(0.1, 0.3),
    wrong: between(0.1, 0.303),
  },
  {
    op: 'randomCropGenerator',
    what: 'logarithm of the aspect ratio',
    draw: () => windows().map(({ height, width }) => Math.log(width / height)),
    cdf: between(Math.log(0.75), Math.log(1.5)),
    wrong: (x) => between(0.75, 1.5)(Math.exp(x)),
  },
  {
    op: 'randomCropGenerator',
    what: 'place',
    draw: () => windows().map(({ top, height }) => top / (extent - height)),
    cdf: between(0, 1),
    wrong: between(0, 1.01),
  },
  {
    op: 'randomCropGenerator',
    what: 'place across',
    draw: () => windows().map(({ left, width }) => left / (extent - width)),
    cdf: between(0, 1),
    wrong: between(0, 1.01),
  },
  {
    op: 'randomBBoxCrop',
    what: 'extent',
    draw: () => {
      const box = { data: Float32Array.of(0, 0, 1, 1), shape: [1, 4] }
      const [, shape] = nd.randomBBoxCrop(box, {
        ...{ scaling: [0.3, 1], aspectRatio: [0, 1e9], allowNoCrop: false, bboxPruneThreshold: 0 },
        ...{ batchSize: 50_000, rng: rng(4) },
      } as never) as unknown as nd.Batch[]
      return numbers(shape)
    },
    cdf: between(0.3, 1),
    wrong: between(0.3, 1.01),
  },
]

test.each(continuous)('$op: $what', ({ draw, cdf, wrong }) => {
  const values = draw()
  expect(values).toHaveLength(100_000)
  expect(kolmogorov(values, cdf)).toBeGreaterThan(least)
  expect(kolmogorov(values, wrong)).toBeLessThan(1e-6)
})

interface Discrete {
  op: string
  what: string
  draw(): unknown[]
  chances: Readonly<Record<string, number>>
}

const equal = (keys: readonly unknown[]) => Object.fromEntries(keys.map((key) => [`${key}`, 1 / keys.length]))
/** The same chances, but for the first two: a share of one goes to the other. */
function moved(chances: Readonly<Record<string, number>>, share = 0.1): Record<string, number> {
  const [one, other] = Object.keys(chances)
  const some = share * chances[one!]!
  return { ...chances, [one!]: chances[one!]! - some, [other!]: chances[other!]! + some }
}
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)
const orders = (left: number[]): number[][] =>
  left.length
    ? left.flatMap((one) => orders(left.filter((other) => other !== one)).map((rest) => [one, ...rest]))
    : [[]]
const grouped = (list: number[], size: number) =>
  upTo(list.length / size).map((i) => list.slice(size * i, size * (i + 1)))

const permutations = (options: object) =>
  upTo(100_000 / 4).flatMap(() => {
    const made = nd.batchPermutation({ batchSize: 4, ...options } as never)
    return [numbers(made).join(' ')]
  })

/** How often 0 to 8 events come where 3 are expected, and 9 or more. */
const poisson = upTo(9).map((n) => Math.exp(-3) * upTo(n).reduce((p, i) => (p * 3) / (i + 1), 1))

const discrete: Discrete[] = [
  {
    op: 'noise.shot',
    what: 'events',
    draw: () => numbers(nd.noise.shot(alike(6), { factor: 2, rng: rng(18) } as never)).map((x) => Math.min(9, x / 2)),
    chances: Object.fromEntries([...poisson, 1 - poisson.reduce((a, b) => a + b)].map((p, n) => [n, p])),
  },
  {
    op: 'noise.saltAndPepper',
    what: 'salt, pepper and pixels that stay',
    draw: () => {
      const options = { prob: 0.4, saltVsPepper: 0.25, saltVal: 9, pepperVal: -9, rng: rng(19) }
      return numbers(nd.noise.saltAndPepper(alike(3), options as never))
    },
    chances: { 9: 0.1, '-9': 0.3, 3: 0.6 },
  },
  {
    op: 'jitter',
    what: 'places that pixels come from',
    draw: () => {
      // Elements are their own row and column. A pixel of the first row or column may come from outside.
      const [height, width] = [251, 401]
      const at = (i: number) => (i % 2 ? (i >> 1) % width : Math.floor(i / 2 / width))
      const data = Uint16Array.from({ length: 2 * height * width }, (_, i) => at(i))
      const image = { data, shape: [height, width, 2], layout: 'HWC' }
      const made = numbers(nd.jitter(image as never, { nDegree: 2, rng: rng(20) } as never))
      const moved = grouped(
        made.map((v, i) => v - at(i)),
        2,
      )
      return moved.filter((_, i) => i >= width && i % width).map((by) => by.join(' '))
    },
    chances: equal(['0 0', '0 -1', '-1 0', '-1 -1']),
  },
  {
    op: 'random.coinFlip',
    what: 'probability 0.3',
    draw: () => numbers(nd.random.coinFlip({ ...many, probability: 0.3, rng: rng(5) })),
    chances: { 1: 0.3, 0: 0.7 },
  },
  {
    op: 'random.choice',
    what: 'equal chances',
    draw: () => numbers(nd.random.choice(7, { ...many, rng: rng(6) })),
    chances: equal(upTo(7)),
  },
  {
    op: 'random.choice',
    what: 'chances of their own',
    draw: () => numbers(nd.random.choice([4, -1, 9], { ...many, p: [0.5, 0.2, 0.3], rng: rng(7) })),
    chances: { 4: 0.5, '-1': 0.2, 9: 0.3 },
  },
  {
    op: 'random.uniform',
    what: 'values',
    draw: () => numbers(nd.random.uniform({ ...many, values: [1, 2, 5, 9, 11], rng: rng(8) })),
    chances: equal([1, 2, 5, 9, 11]),
  },
  {
    op: 'random.uniform',
    what: 'integers, of which the ends come half as often',
    draw: () => numbers(nd.random.uniform({ ...many, range: [0, 8], dtype: 'int32', rng: rng(9) })),
    chances: Object.fromEntries(upTo(9).map((i) => [i, i % 8 ? 1 / 8 : 1 / 16])),
  },
  {
    op: 'random.normal',
    what: 'integers',
    draw: () =>
      numbers(nd.random.normal({ ...many, mean: 0.25, stddev: 1.5, dtype: 'int8', rng: rng(10) })).map((v) =>
        Math.max(-4, Math.min(4, v)),
      ),
    chances: Object.fromEntries(
      upTo(9).map((i) => {
        const below = (x: number) => normalCdf((x - 0.25) / 1.5)
        return [i - 4, (i === 8 ? 1 : below(i - 3.5)) - (i === 0 ? 0 : below(i - 4.5))]
      }),
    ),
  },
  {
    op: 'roiRandomCrop',
    what: 'places',
    draw: () =>
      grouped(
        numbers(
          nd.roiRandomCrop({
            ...{ cropShape: [10, 4], roiStart: [5, 3], roiEnd: [10, 9], inShape: [13, 30] },
            ...{ batchSize: 100_000, rng: rng(12) },
          }),
        ),
        2,
      ).map((place) => place.join(' ')),
    chances: equal(upTo(4).flatMap((y) => upTo(3).map((x) => `${y} ${x + 3}`))),
  },
  {
    op: 'segmentation.randomMaskPixel',
    what: 'foreground',
    draw: () =>
      grouped(
        numbers(
          nd.segmentation.randomMaskPixel(
            i32([
              [0, 1, 1, 0],
              [2, 0, 0, 3],
              [1, 0, 0, 9],
            ]),
            { foreground: 1, batchSize: 100_000, rng: rng(13) } as never,
          ),
        ),
        2,
      ).map((place) => place.join(' ')),
    chances: equal(['0 1', '0 2', '1 0', '1 3', '2 0', '2 3']),
  },
  {
    op: 'segmentation.randomObjectBBox',
    what: 'objects of classes with weights',
    draw: () => {
      const [start] = nd.segmentation.randomObjectBBox(i32([1, 0, 1, 2, 0, 2, 0, 2, 3]), {
        ...{ classWeights: [1, 2, 1], foregroundProb: 0.8, outputClass: true, batchSize: 100_000, rng: rng(14) },
      } as never) as unknown as nd.Batch[]
      return numbers(start)
    },
    // The first object starts where the whole mask does.
    chances: { 0: 0.2 + 0.1, 2: 0.1, 3: 0.4 / 3, 5: 0.4 / 3, 7: 0.4 / 3, 8: 0.2 },
  },
  {
    op: 'randomBBoxCrop',
    what: 'no window beside thresholds',
    draw: () => {
      const box = { data: Float32Array.of(0, 0, 1, 1), shape: [1, 4] }
      const [, shape] = nd.randomBBoxCrop(box, {
        ...{ scaling: [0.5, 0.9], thresholds: [0, 0.01], bboxPruneThreshold: 0, batchSize: 100_000, rng: rng(15) },
      } as never) as unknown as nd.Batch[]
      return grouped(numbers(shape), 2).map(([width]) => (width === 1 ? 'whole' : 'window'))
    },
    chances: { whole: 1 / 3, window: 2 / 3 },
  },
]

test.each(discrete)('$op: $what', ({ draw, chances }) => {
  const values = draw()
  expect(values).toHaveLength(100_000)
  expect(chiSquared(values, chances)).toBeGreaterThan(least)
  expect(chiSquared(values, moved(chances))).toBeLessThan(1e-6)
})

describe('batchPermutation', () => {
  const all = orders(upTo(4))
  /** Whether the order leads from place 0 through all others, as DALI's permutations without fixed points do. */
  const isCycle = (order: number[]) => order[0] !== 0 && order[order[0]!] !== 0 && order[order[order[0]!]!] !== 0
  const generator = rng(16)
  test.each([
    ['every order', {}, all],
    ['cycles, without fixed points', { noFixedPoints: true }, all.filter(isCycle)],
    ['places', { allowRepetitions: true }, upTo(256).map((i) => [i >> 6, (i >> 4) & 3, (i >> 2) & 3, i & 3])],
  ])('%s', (_, options, keys) => {
    const values = permutations({ ...options, rng: generator })
    const chances = equal(keys.map((key) => key.join(' ')))
    expect(chiSquared(values, chances)).toBeGreaterThan(least)
    expect(chiSquared(values, moved(chances, 0.9))).toBeLessThan(1e-6)
  })
})

describe('windows are those of randomCropGenerator, draw by draw', () => {
  const [height, width, count] = [36, 50, 100_000]
  const options = { randomArea: [0.1, 0.9], randomAspectRatio: [0.5, 2], batchSize: count }
  const generated = () =>
    (nd.randomCropGenerator(i32([height, width]), { ...options, rng: rng(21) } as never) as unknown as nd.Batch[]).map(
      (made) => grouped(numbers(made), 2),
    )

  test('randomResizedCrop', () => {
    // Elements are their own row and column, and neighbours are taken, so that the corners of the window can be read.
    const places = Uint8Array.from({ length: 2 * height * width }, (_, i) =>
      i % 2 ? (i >> 1) % width : Math.floor(i / 2 / width),
    )
    const image = { data: places, shape: [height, width, 2], layout: 'HWC' }
    const made = numbers(
      nd.randomResizedCrop(
        image as never,
        {
          ...{ ...options, size: [1, 1], interpType: 'nn', antialias: false, rng: rng(21) },
        } as never,
      ),
    )
    const [anchor, shape] = generated()
    const middles = anchor!.flatMap((from, i) => from.map((at, axis) => at + Math.floor(shape![i]![axis]! / 2)))
    expect(made).toHaveLength(2 * count)
    expect(made.filter((at, i) => at !== middles[i])).toEqual([])
  })

  test('decoders.imageRandomCrop', () => {
    const file = new Uint8Array(readFileSync(new URL('../../data/formats/s420.jpg', import.meta.url)))
    const [high, wide] = numbers(nd.peekImageShape(file))
    const some = { ...options, batchSize: 10_000 }
    const made = nd.decoders.imageRandomCrop(file, { ...some, rng: rng(21) } as never) as unknown as nd.Batch
    const [, shape] = nd.randomCropGenerator(i32([high!, wide!]), {
      ...some,
      rng: rng(21),
    } as never) as unknown as nd.Batch[]
    expect(made.tensors.map((one) => one.shape.slice(0, 2))).toEqual(grouped(numbers(shape), 2))
  })
})

test('every random operator is here', () => {
  const here = new Set([...continuous, ...discrete].map(({ op }) => op))
  const random = Object.entries(schemas).filter(([, { random, kind, reader }]) => random && kind === 'op' && !reader)
  const others = ['batchPermutation', 'decoders.imageRandomCrop', 'randomResizedCrop']
  expect([...here, ...others].sort()).toEqual(random.map(([name]) => name).sort())
})
