// experimental.erode: its goldens are those of experimental.dilate (test/ops/experimental_dilate.test.ts). Here a mask per frame.
import { fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'

test('each frame has its own mask', async () => {
  const image = { data: Uint8Array.of(9, 1, 5, 7, 9, 1, 5, 7), shape: [2, 1, 4, 1], layout: 'FHWC' }
  const sizes = { data: Int32Array.of(1, 1, 3, 1), shape: [2, 2] }
  const define = pipelineDef({ batchSize: 1, numThreads: 1, prefetchQueueDepth: 1 }, () =>
    fn.experimental.erode(fn.externalSource({ source: () => [image] as never }), {
      maskSize: fn.perFrame(fn.externalSource({ source: () => [sizes] as never })),
    }),
  )
  await using pipe = define()
  const [list] = await pipe.run()
  expect([...(list!.at(0).copy().dataSync() as Uint8Array)]).toEqual([9, 1, 5, 7, 1, 1, 1, 5])
})
