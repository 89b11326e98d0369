// Tests how far stages run ahead where several actors share one: as far as with one actor.
// @module-tag shared
import '../util/gpu.js'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fn, type PipelineOptions, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'

const photo = new Uint8Array(readFileSync(new URL('../../data/photos/animals/cat.jpg', import.meta.url)))
const module = new URL('../util/functions/samples.mjs', import.meta.url)

type Ahead = 'cpu' | 'mixed' | 'function'

/** Expects that the source is asked for so many batches, and no more, when the first one was taken. */
async function expectAsked(what: Ahead, options: PipelineOptions, expected: number): Promise<void> {
  let asked = 0
  const source = () => {
    asked++
    return [photo]
  }
  await using pipe = pipelineDef({ batchSize: 1, numThreads: 1, deviceId: 0, ...options }, () => {
    const files = fn.externalSource({ source, dtype: 'uint8', ndim: 1 })
    if (what === 'function') return [fn.jsFunction(files, { module, workers: 3 })]
    return [fn.decoders.image(files, { device: what })]
  })()
  await pipe.run()
  await expect.poll(() => asked).toBeGreaterThanOrEqual(expected)
  await sleep(100)
  expect([what, asked]).toEqual([what, expected])
}

describe.each([1, 2, 4])('pipelined with depth %i', (depth) => {
  const options = { prefetchQueueDepth: { cpu: depth, gpu: depth } }

  test('asks a source for as many batches where the GPU decodes', async () => {
    for (const what of ['cpu', 'mixed'] as const) await expectAsked(what, options, 2 * depth)
  })

  test('has a slot for each worker of a function', () => expectAsked('function', options, 2 * Math.max(depth, 3)))
})
