// random.beta: 1e5 draws against the exact distribution, shapes and dtypes, and what it refuses.
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { betaCdf, kolmogorov } from '../util/ks.js'
import { refusedTest } from '../util/refused.js'

const beta = (options: object = {}) => nd.random.beta({ ...options, rng: new nd.random.RNG(5) })

test.each([
  [1, 1],
  [0.5, 0.5],
  [2, 5],
  [0.1, 3],
  [7.5, 0.8],
  [200, 300],
])('beta(%s, %s) has its distribution', (a, b) => {
  const values = [...beta({ alpha: a, beta: b, shape: [100_000], dtype: 'float64' }).dataSync()] as number[]
  expect(kolmogorov(values, (x) => betaCdf(x, a, b))).toBeGreaterThan(0.001)
})

test('the test tells two distributions apart', () => {
  const values = [...beta({ alpha: 2, beta: 5, shape: [100_000], dtype: 'float64' }).dataSync()] as number[]
  expect(kolmogorov(values, (x) => betaCdf(x, 2, 5.1))).toBeLessThan(0.001)
  expect(betaCdf(0.3, 2, 3)).toBeCloseTo(0.3483, 12)
})

test('it draws one float32 per sample by default; a shape or an input say otherwise', () => {
  expect([beta().dtype, beta().shape]).toEqual(['float32', []])
  expect(beta({ shape: [2, 3], dtype: 'float64' }).shape).toEqual([2, 3])
  expect(nd.random.beta({ data: new Uint8Array(6), shape: [3, 2] }).shape).toEqual([3, 2])
})

test('small parameters give numbers near 0 and 1, and none that is no number', () => {
  const values = [...beta({ alpha: 1e-3, beta: 1e-3, shape: [2000] }).dataSync()] as number[]
  expect(values.every((v) => v >= 0 && v <= 1)).toBe(true)
  expect(values.filter((v) => v > 0.01 && v < 0.99).length).toBeLessThan(40)
  expect(values.filter((v) => v > 0.5).length / values.length).toBeCloseTo(0.5, 1)
})

refusedTest([
  ['an alpha of 0', () => beta({ alpha: 0 }), 'INVALID_ARGUMENT', /a number > 0 for alpha but received 0/],
  ['a negative beta', () => beta({ beta: -1 }), 'INVALID_ARGUMENT', /a number > 0 for beta but received -1/],
  [
    'int32',
    () => beta({ dtype: 'int32' }),
    'INVALID_ARGUMENT',
    /one of 'float32', 'float64' for dtype but received "int32"/,
  ],
  [
    'float16',
    () => beta({ dtype: 'float16' }),
    'INVALID_ARGUMENT',
    /one of 'float32', 'float64' for dtype but received "float16"/,
  ],
  [
    'a shape beside an input',
    () => nd.random.beta(new Uint8Array(6), { shape: [2] }),
    'INVALID_ARGUMENT',
    /the input shapeLike or shape but received both/,
  ],
])
