// Random operators draw the same bytes on one thread and on eight.
// @module-tag shared
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'

const count = 24
const mask = { data: Uint8Array.from({ length: 400 }, (_, i) => (i * 7919) % 5), shape: [20, 20] }
const boxes = { data: Float32Array.of(0.1, 0.2, 0.4, 0.6, 0.5, 0.5, 0.9, 0.8), shape: [2, 4] }

async function bytes(numThreads: number) {
  const repeated = (sample: object): DataNode => fn.externalSource({ source: () => Array(count).fill(sample) })
  const define = pipelineDef({ batchSize: count, numThreads, seed: 17 }, () => {
    const m = repeated(mask)
    return [
      fn.random.beta({ alpha: 0.5, beta: 2, shape: [9] }),
      ...fn.randomCropGenerator(repeated(Int32Array.of(300, 200))),
      fn.roiRandomCrop({ cropShape: [5, 9], roiStart: [1, 2], roiShape: [9, 4] }),
      ...fn.randomBBoxCrop(repeated(boxes), { scaling: [0.3, 1], aspectRatio: [0.5, 2] }),
      fn.segmentation.randomMaskPixel(m, { foreground: 1 }),
      fn.segmentation.randomObjectBBox(m)[0],
    ]
  })
  await using pipe = define()
  const made = []
  for (let i = 0; i < 3; i++) {
    for (const list of await pipe.run()) made.push([...list].map((t) => [...t.shape, ...t.dataSync()].join()))
  }
  return made
}

test('one thread and eight draw the same', async () => {
  const one = await bytes(1)
  expect(await bytes(8)).toEqual(one)
  expect(new Set(one.map(String)).size).toBe(one.length)
})
