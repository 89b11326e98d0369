// batchPermutation is tested beside permuteBatch, in permute_batch.test.ts; here are its schema, and what it refuses.
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { schemas } from '../../src/graph/schema.js'
import { i32, refusedTest } from '../util/refused.js'

test('it needs the whole batch and draws random numbers', () => {
  expect(schemas.batchPermutation).toMatchObject({ wholeBatch: true, random: true })
})

const two = nd.batch([i32([1, 2]), i32([3, 4])])
refusedTest([
  ['an input', () => nd.batchPermutation(two as never), 'INVALID_ARGUMENT', /Expected no inputs but received 1/],
  [
    'a switch that is no bool',
    () => nd.batchPermutation({ batchSize: 2, noFixedPoints: Number.NaN as never }),
    'INVALID_ARGUMENT',
    /true or false for noFixedPoints but received NaN/,
  ],
  [
    'a switch per sample',
    () => nd.batchPermutation({ allowRepetitions: two as never }),
    'INVALID_ARGUMENT',
    /a constant for allowRepetitions but received a Batch/,
  ],
  [
    'no samples',
    () => nd.batchPermutation({ batchSize: 0 }),
    'INVALID_ARGUMENT',
    /an integer from 1 to 2147483647 for batchSize but received 0/,
  ],
  [
    'a negative number of samples',
    () => nd.batchPermutation({ batchSize: -1 }),
    'INVALID_ARGUMENT',
    /an integer from 1 .* for batchSize but received -1/,
  ],
  [
    'a number of samples that is none',
    () => nd.batchPermutation({ batchSize: Number.NaN }),
    'INVALID_ARGUMENT',
    /an integer from 1 .* for batchSize but received NaN/,
  ],
  [
    'a number of samples that is too large',
    () => nd.batchPermutation({ batchSize: 2 ** 40 }),
    'INVALID_ARGUMENT',
    /an integer from 1 .* for batchSize but received 1099511627776/,
  ],
])
