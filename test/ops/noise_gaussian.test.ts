// noise.gaussian: draws that fit the normal distribution far into its tails, rounding, seeds, and frames of a sequence.
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { moments } from '../util/random.js'
import { refusedTest } from '../util/refused.js'

type Options = NonNullable<Parameters<typeof fn.noise.gaussian>[1]>
type Input = { data: object; shape: number[]; layout?: string }

async function noisy(input: Input, options: Options, seed = 42, numThreads = 2): Promise<number[][]> {
  const define = pipelineDef({ batchSize: 3, numThreads, seed }, () =>
    fn.noise.gaussian(fn.externalSource({ source: () => Array(3).fill(input) as never }), options),
  )
  await using pipe = define()
  const [out] = await pipe.run()
  return [0, 1, 2].map((i) => Array.from(out!.at(i).dataSync(), Number))
}
const zeros = (n: number) => ({ data: new Float32Array(n), shape: [n] })

/** The distance of a sample from the standard normal distribution, by an expansion of its CDF (Marsaglia, 2004). */
function distance(values: number[]): number {
  const cdf = (x: number) => {
    let [sum, term] = [x, x]
    for (let k = 1; k < 150; k++) sum += term *= (x * x) / (2 * k + 1)
    return 0.5 + sum * Math.exp(-x * x * 0.5 - 0.9189385332046727)
  }
  const sorted = Float64Array.from(values).sort()
  return sorted.reduce((worst, x, i) => Math.max(worst, Math.abs(cdf(x) - (i + 0.5) / sorted.length)), 0)
}

test('the noise is normal: moments, tails, and the test of Kolmogorov and Smirnov', async () => {
  const values = (await noisy(zeros(100_003), {})).flat()
  const n = values.length
  const { mean, variance, kurtosis } = moments(values)
  expect(Math.abs(mean)).toBeLessThan(4 / Math.sqrt(n))
  expect(Math.abs(variance - 1)).toBeLessThan(4 * Math.sqrt(2 / n))
  expect(Math.abs(kurtosis - 3)).toBeLessThan(4 * Math.sqrt(24 / n))
  expect(distance(values)).toBeLessThan(2 / Math.sqrt(n))
  for (const [at, share] of [
    [3, 0.0026998],
    [4, 6.334e-5],
  ] as const) {
    const beyond = values.filter((v) => Math.abs(v) > at).length
    expect(Math.abs(beyond - share * n)).toBeLessThan(5 * Math.sqrt(share * n))
  }
  // Neighbours, and the samples of a batch, have nothing in common.
  const product = values.reduce((sum, v, i) => sum + v * (values[i + 1] ?? 0), 0) / n
  expect(Math.abs(product)).toBeLessThan(4 / Math.sqrt(n))
})

test('mean and stddev move and scale the noise, and integers round and saturate', async () => {
  const ten = { data: new Uint8Array(3000).fill(10), shape: [10, 100, 3], layout: 'HWC' }
  const [bytes] = await noisy(ten, { mean: 0.5, stddev: 0 })
  expect(new Set(bytes)).toEqual(new Set([11]))
  const wide = (await noisy(ten, { mean: 200, stddev: 100 })).flat()
  expect([Math.min(...wide), Math.max(...wide)]).toEqual([0, 255])
  expect(wide.filter((v) => v === 255).length / wide.length).toBeCloseTo(0.328, 1)
  const large = { data: Int32Array.of(2147483647, -2147483648, 16777217, 7), shape: [4] }
  expect((await noisy(large, { mean: 1, stddev: 0 }))[0]).toEqual([2147483647, -2147483647, 16777218, 8])
})

test('a seed gives the same bytes for any number of threads, and other bytes for another sample', async () => {
  const image = { data: new Uint8Array(7 * 5 * 3).fill(99), shape: [7, 5, 3], layout: 'HWC' }
  const [a, b, c] = [await noisy(image, {}, 7, 1), await noisy(image, {}, 7, 3), await noisy(image, {}, 8, 1)]
  expect(b).toEqual(a)
  expect(c).not.toEqual(a)
  expect(a[1]).not.toEqual(a[0])
})

test('frames have noise of their own, also where arguments differ by frame', async () => {
  const video = { data: new Float32Array(3 * 40), shape: [3, 5, 8, 1], layout: 'FHWC' }
  const frames = (flat: number[]) => [0, 1, 2].map((f) => flat.slice(f * 40, f * 40 + 40))
  const [whole] = await noisy(video, {})
  expect(new Set(frames(whole!).map(String)).size).toBe(3)
  const perFrame = (x: DataNode) => {
    const stddev = fn.perFrame(fn.constant({ fdata: [0, 1, 1], shape: [3] }))
    return fn.noise.gaussian(x, { stddev: stddev as never })
  }
  const define = pipelineDef({ batchSize: 1, seed: 3 }, () =>
    perFrame(fn.externalSource({ source: () => [video] as never })),
  )
  await using pipe = define()
  const [out] = await pipe.run()
  const [first, second, third] = frames(Array.from(out!.at(0).dataSync(), Number))
  expect(first!.every((v) => v === 0)).toBe(true)
  expect(second).not.toEqual(third)
})

test('empty tensors and single numbers pass', async () => {
  expect(await noisy(zeros(0), {})).toEqual([[], [], []])
  expect((await noisy({ data: Float32Array.of(4), shape: [] }, { stddev: 0 }))[0]).toEqual([4])
})

const bools = nd.cast(nd.tensor({ data: Uint8Array.of(0, 1), shape: [2] }), { dtype: 'bool' })
refusedTest([
  ['bool', () => nd.noise.gaussian(bools), 'INVALID_INPUT', /received bool/],
  [
    'a deviation that is no number',
    () => nd.noise.gaussian(nd.tensor({ data: Uint8Array.of(1), shape: [1] }), { stddev: Number.NaN }),
    'INVALID_ARGUMENT',
    /finite number for stddev but received NaN/,
  ],
])
