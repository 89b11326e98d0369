// decoders.imageRandomCrop: its windows are windows of the decoded image, obey their ranges, and depend on the seed alone.
import { fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'
import { loadGolden } from '../util/golden.js'

const { golden, stored } = loadGolden('decoders_image')
const { inputs, outputs } = golden.cases.find((c) => c.name === '420')!
const file = stored(inputs[0]!) as Uint8Array
const whole = stored(outputs[0]!) as Uint8Array
const [height, width] = outputs[0]!.shape as [number, number]

interface Crop {
  h: number
  w: number
  data: Uint8Array
}

async function crops(count: number, seed: number, options: object = {}): Promise<Crop[]> {
  const define = pipelineDef({ batchSize: count, numThreads: 2, seed }, () =>
    fn.decoders.imageRandomCrop(fn.externalSource({ source: () => Array(count).fill(file) }), options),
  )
  await using pipe = define()
  const [images] = await pipe.run()
  return Array.from({ length: count }, (_, i) => {
    const [h, w] = images!.shape(i) as [number, number]
    return { h, w, data: images!.at(i).copy().dataSync() as Uint8Array }
  })
}

function isWindow({ h, w, data }: Crop): boolean {
  const at = (y: number, x: number) =>
    Array.from({ length: h }, (_, j) => j).every((j) => {
      const from = ((y + j) * width + x) * 3
      return Buffer.compare(whole.subarray(from, from + w * 3), data.subarray(j * w * 3, (j + 1) * w * 3)) === 0
    })
  for (let y = 0; y + h <= height; y++) for (let x = 0; x + w <= width; x++) if (at(y, x)) return true
  return false
}

test('each output is a window of the image', async () => {
  const all = await crops(64, 3)
  expect(all.filter((c) => !isWindow(c))).toEqual([])
  expect(new Set(all.map((c) => `${c.h}x${c.w}`)).size).toBeGreaterThan(20)
})

test('area and aspect ratio stay in their ranges', async () => {
  for (const { h, w } of await crops(200, 5, { randomArea: [0.2, 0.4], randomAspectRatio: [0.9, 1.2] })) {
    // Sides are rounded to whole pixels, ratios after that are not.
    expect(w / h).toBeGreaterThanOrEqual(0.9 - 1e-6)
    expect(w / h).toBeLessThanOrEqual(1.2 + 1e-6)
    expect((h * w) / (height * width)).toBeGreaterThan(0.2 - 0.03)
    expect((h * w) / (height * width)).toBeLessThan(0.4 + 0.03)
  }
})

test('one seed gives one result', async () => {
  const [a, b, c] = await Promise.all([crops(16, 7), crops(16, 7), crops(16, 8)])
  expect(b).toEqual(a)
  expect(c).not.toEqual(a)
})

test('a range the wrong way round is refused', async () => {
  await expect(crops(1, 1, { randomArea: [0.9, 0.1] })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
})
