// The contact sheet of `penstock-data run`: its arithmetic, its grid, and what it tells of each sample.
import { fn, pipelineDef, types } from 'penstock-data'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { factsOfPipe, sheetOf, sheetRoom } from '../../src/cli/contact-sheet.js'
import type { UserPipeline } from '../../src/cli/module.js'
import type { TensorList } from '../../src/index.js'
import { photos } from './cli.js'

const mean = [123.675, 116.28, 103.53]
const std = [58.395, 57.12, 57.375]

interface Sheet {
  width: number
  height: number
  pixel(x: number, y: number): number[]
  /** The bytes of the red, green and blue of an area. */
  area(x: number, y: number, width: number, height: number): string
}

function read(file: Uint8Array): Sheet {
  const { width, height, data } = PNG.sync.read(Buffer.from(file))
  const pixel = (x: number, y: number) => [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)]
  const area = (x: number, y: number, wide: number, high: number) =>
    Array.from({ length: wide * high }, (_, i) => pixel(x + (i % wide), y + Math.floor(i / wide))).join()
  return { width, height, pixel, area }
}

/** The sheet of a pipeline's first batch. */
async function sheet(pipe: unknown, size: number | null): Promise<Sheet> {
  await using own = pipe as UserPipeline
  const batch = await own.run()
  const outputs = new Map(Object.entries(batch) as [string, TensorList][])
  return read((await sheetOf(outputs, factsOfPipe(own), size))())
}

/** Images of the given bytes, HWC, and normalised as the main job does it. */
const normalised = (images: readonly { data: Uint8Array; shape: number[]; layout: string }[]) =>
  pipelineDef({ batchSize: images.length, numThreads: 1 }, () => ({
    images: fn.cropMirrorNormalize(fn.externalSource({ source: () => images, dtype: 'uint8', layout: 'HWC' }), {
      dtype: types.FLOAT,
      outputLayout: 'CHW',
      mean,
      std,
    }),
  }))()

const imageOf = (side: number, at: (i: number) => number) => ({
  ...{ data: Uint8Array.from({ length: 3 * side * side }, (_, i) => at(i)), shape: [side, side, 3], layout: 'HWC' },
})

describe('contact sheet', () => {
  it('gives back the very bytes that were normalised', async () => {
    const image = imageOf(16, (i) => Math.floor(i / 3) ^ (i % 3 === 1 ? 255 : 0))
    const { width, height, area } = await sheet(normalised([image]), 16)
    expect([width, height]).toEqual([16 + 8, 16 + 8])
    expect(area(4, 4, 16, 16)).toBe([...image.data].join())
  })

  it('stays within 64 images and 4096 pixels', () => {
    expect([32, 224, 500, 512, 1000, 8192].map(sheetRoom)).toEqual([64, 64, 64, 49, 16, 1])
  })

  it('enlarges small images of a module by a whole number', async () => {
    const { width, pixel } = await sheet(normalised([imageOf(8, (i) => (i < 3 ? 255 : 0))]), null)
    expect(width).toBe(8 * 12 + 8)
    expect([pixel(4 + 11, 4 + 11), pixel(4 + 12, 4 + 12)]).toEqual([
      [255, 255, 255],
      [0, 0, 0],
    ])
  })

  const labelled = (names: readonly string[], more = {}) =>
    pipelineDef({ batchSize: 4, numThreads: 1 }, () => {
      const [files, labels] = fn.readers.file({
        ...{ fileRoot: photos, dirFilters: names },
        ...more,
      } as never)
      const images = fn.resize(fn.decoders.image(files, { outputType: types.RGB }), { size: [80, 80] })
      return { images, labels: fn.cast(labels, { dtype: 'int64' }) }
    })()

  it("has the names of the reader's classes below the images, in the colours of the classes", async () => {
    const { width, height, pixel, area } = await sheet(labelled(['animals']), null)
    expect([width, height]).toEqual([3 * 84 + 4, 2 * (80 + 18 + 4) + 4])
    expect([pixel(6, 4 + 80 + 2 + 5), pixel(90, 4 + 80 + 2 + 5)]).toEqual([
      [255, 176, 0],
      [255, 176, 0],
    ])
    // Each is the same name.
    expect(area(4, 84, 80, 18)).toBe(area(88, 84, 80, 18))
    expect(new Set(area(4, 84, 80, 18).split(',')).size).toBeGreaterThan(10)
  })
})
