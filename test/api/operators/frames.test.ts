// Arguments that differ by frame: a sequence under a per-frame argument is each of its frames under the frame's value.
// @module-tag shared
import { type DataNode, fn, type PipelineOptions, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'

const frames = 3
const size = 5 * 4 * 3
const sample = (s: number) => ({
  data: Uint8Array.from({ length: frames * size }, (_, i) => (i * 7 + s * 31) % 251),
  shape: [frames, 5, 4, 3],
  layout: 'FHWC',
})
const values = (s: number) => Float32Array.of(0.5 + s, 1, 1.5 - s / 2)
const batchSize = 2
const options = { batchSize, numThreads: 2, deviceId: null, seed: 1 } as PipelineOptions

/** The bytes of each sample of each output. */
async function bytes(define: (images: DataNode, factors: DataNode) => DataNode[]): Promise<Uint8Array[][]> {
  const pipeline = pipelineDef(options, () => {
    const images = fn.externalSource({
      source: () => Array.from({ length: batchSize }, (_, s) => sample(s)),
      dtype: 'uint8',
    })
    const factors = fn.externalSource({
      source: () => Array.from({ length: batchSize }, (_, s) => ({ data: values(s), shape: [frames] })),
      dtype: 'float32',
    })
    return define(images, factors)
  })
  await using pipe = pipeline()
  return [...(await pipe.run())].map((list) =>
    Array.from({ length: batchSize }, (_, s) => list.at(s).copy().dataSync() as Uint8Array),
  )
}

const operators: [string, (x: DataNode, factor: DataNode) => DataNode][] = [
  ['brightness', (x, brightness) => fn.brightness(x, { brightness })],
  ['contrast', (x, contrast) => fn.contrast(x, { contrast })],
  ['hsv', (x, hue) => fn.hsv(x, { hue })],
  ['rotate', (x, angle) => fn.rotate(x, { angle, keepSize: true })],
  ['gaussianBlur', (x, sigma) => fn.gaussianBlur(x, { sigma, windowSize: 3 })],
]

describe.each(operators)('%s', (_, operator) => {
  test('of a sequence is that of each frame with the value of the frame', async () => {
    const [whole, ...parts] = await bytes((x, factors) => {
      const each = Array.from({ length: frames }, (_, i) =>
        operator(
          fn.elementExtract(x, { elementMap: i }),
          fn.elementExtract(fn.reshape(factors, { shape: [-1, 1] }), { elementMap: i }),
        ),
      )
      return [operator(x, fn.perFrame(factors)), ...each]
    })
    for (let s = 0; s < batchSize; s++) {
      expect([...whole![s]!]).toEqual(parts.flatMap((part) => [...part[s]!]))
    }
  })
})

test('transforms and points that are no sequences count for each frame', async () => {
  const [rotations, scaled, moved, sequence, ...parts] = await bytes((_, factors) => {
    const points = fn.constant({ fdata: [1, 2, 3, 4, 5, 6], shape: [3, 2] })
    const tripled = fn.transforms.scale({ scale: [3, 3] })
    const chain = (angle: DataNode) => {
      const rotation = fn.transforms.rotation({ angle })
      return [
        rotation,
        fn.transforms.rotation(tripled, { angle }),
        fn.coordTransform(points, { MT: rotation }),
      ] as const
    }
    const each = Array.from({ length: frames }, (_, i) =>
      chain(fn.elementExtract(fn.reshape(factors, { shape: [-1, 1] }), { elementMap: i })),
    )
    const [angles, combined, output] = chain(fn.perFrame(factors))
    // A sequence of points, under the matrices of its frames.
    const again = fn.coordTransform(output, { MT: angles })
    const expected = each.map(([rotation, , points]) => fn.coordTransform(points, { MT: rotation }))
    return [angles, combined, output, again, ...each.flat(), ...expected]
  })
  const [once, never, oneMatrix] = await bytes((_, factors) => {
    const points = fn.constant({ fdata: [1, 2, 3, 4, 5, 6], shape: [3, 1, 2] })
    const T = fn.constant({ fdata: [5, 7], shape: [1, 2] })
    const MT = fn.transforms.rotation({ angle: fn.perFrame(factors) })
    const M = fn.constant({ fdata: [2, 0, 0, 2], shape: [1, 2, 2] })
    return [
      fn.coordTransform(fn.perFrame(points), { M: fn.perFrame(M), T: fn.perFrame(T) }),
      fn.coordTransform(fn.perFrame(points), { M: [2, 0, 0, 2], T: [5, 7] }),
      fn.coordTransform(fn.perFrame(fn.constant({ fdata: [1, 2], shape: [1, 1, 2] })), { MT }),
    ]
  })
  for (let s = 0; s < batchSize; s++) {
    expect([...once![s]!]).toEqual([...never![s]!])
    expect(oneMatrix![s]!.length).toBe(2 * frames)
  }
  for (let s = 0; s < batchSize; s++) {
    const of = (k: number) => Array.from({ length: frames }, (_, i) => [...parts[3 * i + k]![s]!]).flat()
    expect([...rotations![s]!]).toEqual(of(0))
    expect([...scaled![s]!]).toEqual(of(1))
    expect([...moved![s]!]).toEqual(of(2))
    expect([...sequence![s]!]).toEqual(parts.slice(3 * frames).flatMap((part) => [...part[s]!]))
  }
})

test('the wrong number of frames, and an image, are refused', async () => {
  await expect(
    bytes((x) => [fn.brightness(x, { brightness: fn.perFrame(fn.constant({ fdata: [1, 2] })) })]),
  ).rejects.toThrow('Expected per-frame arguments for 3 frames but received 2')
  await expect(
    bytes((x, factors) => [
      fn.brightness(fn.elementExtract(x, { elementMap: 0 }), { brightness: fn.perFrame(factors) }),
    ]),
  ).rejects.toThrow("a layout that begins with F) beside per-frame arguments but received layout 'HWC'")
})
