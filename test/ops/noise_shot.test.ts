// noise.shot: counts that fit the Poisson distribution for every mean, tables of bytes against the plain way, seeds.
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { moments } from '../util/random.js'
import { refusedTest } from '../util/refused.js'

type Input = { data: object; shape: number[]; layout?: string }

async function shot(input: Input, options: { factor?: number }, seed = 42, numThreads = 2): Promise<number[]> {
  const define = pipelineDef({ batchSize: 1, numThreads, seed }, () =>
    fn.noise.shot(fn.externalSource({ source: () => [input] as never }), options),
  )
  await using pipe = define()
  const [out] = await pipe.run()
  return Array.from(out!.at(0).dataSync(), Number)
}

/** The largest distance of the counts' shares from the cumulative probabilities of a Poisson distribution. */
function distance(counts: number[], mean: number): number {
  const seen: number[] = []
  for (const k of counts) seen[k] = (seen[k] ?? 0) + 1
  let [log, cumulative, share, worst] = [-mean, 0, 0, 0]
  for (let k = 0; k < seen.length; k++) {
    if (k) log += Math.log(mean / k)
    cumulative += Math.exp(log)
    share += (seen[k] ?? 0) / counts.length
    worst = Math.max(worst, Math.abs(cumulative - share))
  }
  return worst
}

test.each([0.01, 0.7, 4, 15.99, 16, 40, 1000])('counts of mean %d are Poisson numbers', async (mean) => {
  const n = 100_000
  const counts = await shot({ data: new Float32Array(n).fill(mean), shape: [n] }, { factor: 1 })
  expect(distance(counts, mean)).toBeLessThan(2 / Math.sqrt(n))
  const found = moments(counts)
  expect(Math.abs(found.mean - mean)).toBeLessThan(4 * Math.sqrt(mean / n))
  expect(Math.abs(found.variance / mean - 1)).toBeLessThan(4 * Math.sqrt((2 + 1 / mean) / n))
})

test('large images of bytes, whose counts come from tables, equal small ones', async () => {
  const n = 20_000
  const data = Uint8Array.from({ length: n }, (_, i) => (i * 7) % 256)
  const small = 4096
  for (const factor of [20, 3.3, 200]) {
    const whole = await shot({ data, shape: [n] }, { factor })
    const part = await shot({ data: data.slice(0, small), shape: [small] }, { factor })
    expect(whole.slice(0, small)).toEqual(part)
    // float32 counts alike, before it is rounded.
    const floats = await shot({ data: Float32Array.from(data), shape: [n] }, { factor })
    expect(floats.map((v) => Math.min(255, Math.floor(v + 0.5)))).toEqual(whole)
  }
})

test('the factor is the size of an event; 0 changes nothing; elements below 0 give 0', async () => {
  const data = Float32Array.of(-5, 0, 3, 1e9, Number.POSITIVE_INFINITY, Number.NaN)
  const input = { data, shape: [6] }
  expect(await shot(input, { factor: 0 })).toEqual([...data])
  const [below, zero, three, large, infinite, nan] = await shot(input, { factor: 0.5 })
  expect([below, zero, (three! * 2) % 1, infinite, nan]).toEqual([0, 0, 0, Number.POSITIVE_INFINITY, 0])
  expect(Math.abs(large! - 1e9)).toBeLessThan(6.5 * Math.sqrt(0.5e9))
  const bytes = await shot({ data: new Uint8Array(3000).fill(100), shape: [3000] }, {})
  expect(bytes.every((v) => v % 20 === 0 || v === 255)).toBe(true)
  expect(moments(bytes).mean).toBeCloseTo(100, -1)
  const wide = await shot({ data: Int32Array.of(2147483647, -7), shape: [2] }, { factor: 1e6 })
  expect(wide[1]).toBe(0)
  expect(Math.abs(wide[0]! - 2147483647)).toBeLessThan(3e8)
})

test('a seed gives the same bytes for any number of threads', async () => {
  const image = { data: new Uint8Array(7 * 5 * 3).fill(99), shape: [7, 5, 3], layout: 'HWC' }
  const [a, b, c] = [await shot(image, {}, 7, 1), await shot(image, {}, 7, 3), await shot(image, {}, 8, 1)]
  expect(b).toEqual(a)
  expect(c).not.toEqual(a)
})

const byte = nd.tensor({ data: Uint8Array.of(1), shape: [1] })
refusedTest([
  ['bool', () => nd.noise.shot(nd.cast(byte, { dtype: 'bool' })), 'INVALID_INPUT', /received bool/],
  ['a factor below 0', () => nd.noise.shot(byte, { factor: -1 }), 'INVALID_ARGUMENT', /factor but received -1/],
])
