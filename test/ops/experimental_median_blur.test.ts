// experimental.medianBlur against reference outputs (see test/golden/make_experimental_median_blur.py), and what is refused.
import { fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'

goldenTest('experimental_median_blur')

test.each([
  ['an even window', { windowSize: [3, 4] }, /odd numbers for windowSize but received 4/],
  ['three sizes', { windowSize: [3, 3, 3] }, /1 or 2 values .* for windowSize/],
])('%s is refused', async (_, args, message) => {
  const image = { data: new Uint8Array(60), shape: [4, 5, 3], layout: 'HWC' }
  const define = pipelineDef({ batchSize: 1, numThreads: 1, prefetchQueueDepth: 1 }, () =>
    fn.experimental.medianBlur(fn.externalSource({ source: () => [image] as never }), args),
  )
  const run = async () => {
    await using pipe = define()
    await pipe.run()
  }
  await expect(run()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(message) })
})
