// randomCropGenerator: the windows of decoders.imageRandomCrop and randomResizedCrop's kind, drawn alone.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { i32, refusedTest } from '../util/refused.js'
import { check } from '../util/soak.js'

const file = new Uint8Array(readFileSync(new URL('../../data/formats/s420.jpg', import.meta.url)))

test('a slice of its window is what decoders.imageRandomCrop of equal seed decodes', async () => {
  const define = pipelineDef({ batchSize: 6, numThreads: 2 }, () => {
    const encoded = fn.externalSource({ source: () => Array(6).fill(file) })
    const [start, shape] = fn.randomCropGenerator(fn.peekImageShape(encoded), { seed: 9 })
    return [
      fn.decoders.imageRandomCrop(encoded, { seed: 9 }),
      fn.slice(fn.decoders.image(encoded), { start, shape, axes: [0, 1] }),
      fn.decoders.imageSlice(encoded, { start, shape, axes: [0, 1] }),
    ]
  })
  await using pipe = define()
  const [whole, sliced, window] = await pipe.run()
  for (let i = 0; i < 6; i++) {
    expect(sliced!.at(i).copy().dataSync()).toEqual(whole!.at(i).copy().dataSync())
    expect(window!.at(i).copy().dataSync()).toEqual(whole!.at(i).copy().dataSync())
  }
})

test('windows lie in the image, and have an allowed area and ratio where one fits', async () => {
  const extent = fc.integer({ min: 1, max: 900 })
  const share = fc.double({ min: 0.05, max: 1, noNaN: true })
  await check(
    400,
    1,
    fc.asyncProperty(extent, extent, share, share, fc.integer({ min: 0 }), async (height, width, a, b, seed) => {
      const randomArea = [Math.min(a, b), Math.max(a, b)]
      const rng = new nd.random.RNG(seed)
      const [anchor, shape] = nd.randomCropGenerator(i32([height, width]), { randomArea, rng })
      const [[top, left] = [], [high, wide] = []] = [anchor.dataSync(), shape.dataSync()] as unknown as number[][]
      expect(top! >= 0 && left! >= 0 && high! >= 1 && wide! >= 1).toBe(true)
      expect(top! + high! <= height && left! + wide! <= width).toBe(true)
    }),
    60,
  )
})

test('an image without pixels has an empty window', () => {
  const [anchor, shape] = nd.randomCropGenerator(i32([0, 5, 3]))
  expect([...anchor.dataSync(), ...shape.dataSync()]).toEqual([0, 0, 0, 0])
})

const generate = (shape: object, options: object = {}) => nd.randomCropGenerator(shape as never, options)
refusedTest([
  ['one extent', () => generate(i32([5])), 'INVALID_INPUT', /\[height, width\] .* a tensor of 1/],
  ['four extents', () => generate(i32([1, 2, 3, 4])), 'INVALID_INPUT', /\[height, width\]/],
  ['two dimensions', () => generate(i32([[5, 5]])), 'INVALID_INPUT', /\[height, width\]/],
  ['float32', () => generate(Float32Array.of(5, 5)), 'INVALID_INPUT', /Expected integers .* float32/],
  ['a negative extent', () => generate(i32([-5, 5])), 'INVALID_INPUT', /extents of 0 to .* received -5/],
  [
    'an empty range',
    () => generate(i32([5, 5]), { randomArea: [0.5, 0.2] }),
    'INVALID_ARGUMENT',
    /\[lowest, highest\] for randomArea but received \[0\.5, 0\.2\]/,
  ],
])
