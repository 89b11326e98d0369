// batchPermutation is tested beside permuteBatch, in permute_batch.test.ts; here is its schema alone.
import { expect, test } from 'vitest'
import { schemas } from '../../src/graph/schema.js'

test('it needs the whole batch and draws random numbers', () => {
  expect(schemas.batchPermutation).toMatchObject({ wholeBatch: true, random: true })
})
