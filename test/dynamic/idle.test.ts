// Memory that imperative mode keeps for the next calls of a loop goes back to the system when there are none for a while.
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { borrow } from '../../src/dynamic/values/pool.js'

const side = 16_384
const resultBytes = side * side
const pixel = nd.tensor({ data: new Uint8Array([7]), shape: [1, 1, 1], layout: 'HWC' })
const large = () => nd.resize(pixel, { size: [side, side], interpType: 'nn' })
const rss = () => process.memoryUsage.rss()

/** Reads the result of `call` and drops it, in a function of its own, so that no variable keeps it. */
async function readOnce(call: () => nd.Tensor): Promise<number> {
  const result = call()
  const { length } = await result.data()
  result.dispose()
  return length
}

test('a large result that was released does not stay in memory, nor does one that only a smaller result was made from', async () => {
  await readOnce(() => nd.resize(pixel, { size: [8, 8], interpType: 'nn' }))
  const before = rss()
  expect(await readOnce(large)).toBe(resultBytes)
  expect(await readOnce(large)).toBe(resultBytes)
  await expect.poll(() => rss() - before).toBeLessThan(resultBytes / 4)
  expect(await readOnce(() => nd.crop(large(), { crop: [10, 10] }))).toBe(100)
  await expect.poll(() => rss() - before).toBeLessThan(resultBytes / 4)
})

test('a result that no shared buffer can hold lies in memory of its own', () => {
  expect(borrow(2 ** 32)).toBeUndefined()
})
