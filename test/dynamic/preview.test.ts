// nd.preview(): which pictures, boxes, masks and labels it takes, that it draws them as the contact sheet does, and what it refuses.
// @module-tag shared
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fn, pipelineDef } from 'penstock-data'
import { preview as built } from 'penstock-data/dynamic'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { asBatch, type Previewed, type PreviewOptions, preview, tensor } from '../../src/dynamic.js'
import { colourOf } from '../../src/preview/palette.js'
import { failure } from '../util/collect.js'
import { tempFolder } from '../util/files.js'

const side = 100
const photo = (value = 90) => ({
  data: new Uint8Array(3 * side * side).fill(value),
  shape: [side, side, 3],
  layout: 'HWC',
})

async function drawn(batch: Previewed, options: PreviewOptions = {}) {
  const { width, height, data } = PNG.sync.read(Buffer.from(await preview(batch, options)))
  return {
    width,
    height,
    data,
    pixel: (x: number, y: number) => [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)],
  }
}

describe('pictures', () => {
  it('are a batch, data that makes one, or a single tensor', async () => {
    const ways: Previewed[] = [
      asBatch([photo()]),
      [photo()],
      tensor(photo()),
      { data: photo().data, shape: [1, side, side, 3] },
    ]
    const pictures = await Promise.all(ways.map((way) => drawn(way)))
    for (const picture of pictures) expect(picture.data.equals(pictures[0]!.data)).toBe(true)
    expect([pictures[0]!.width, pictures[0]!.height, pictures[0]!.pixel(50, 50)]).toEqual([108, 108, [90, 90, 90]])
  })

  it('lie in as many columns, of such a size and number, as is asked for', async () => {
    const batch = Array.from({ length: 6 }, () => photo())
    expect(await drawn(batch, { columns: 6 })).toMatchObject({ width: 6 * 104 + 4, height: 108 })
    expect(await drawn(batch, { size: 50, max: 2 })).toMatchObject({ width: 2 * 54 + 4, height: 58 })
    expect(await drawn([photo()], { size: 250 })).toMatchObject({ width: 208 })
  })

  it('have their normalisation undone', async () => {
    const [mean, std] = [[0.5, 0.4, 0.3], 0.25]
    const data = Float32Array.from({ length: 3 * side * side }, (_, i) => Math.floor(i / (side * side)) - 1)
    const { pixel } = await drawn([{ data, shape: [3, side, side] }], { mean, std })
    expect(pixel(50, 50)).toEqual([64, 102, 140])
  })
})

describe('what belongs to pictures', () => {
  const box = { ltrb: [[10, 20, 60, 80]], xywh: [[10, 20, 50, 60]] }
  const fractions = (rows: number[][]) => rows.map((row) => row.map((x) => x / side))
  const ways: [string, number[][], PreviewOptions][] = [
    ['corners in pixels', box.ltrb, {}],
    ['corners in fractions', fractions(box.ltrb), {}],
    ['sides in pixels', box.xywh, { ltrb: false }],
    ['sides in fractions', fractions(box.xywh), { ltrb: false, ratio: true }],
    [
      'sides that cannot be corners',
      [
        [10, 20, 50, 60],
        [80, 80, 10, 10],
      ],
      {},
    ],
  ]
  it.each(ways)('boxes are %s', async (_, rows, options) => {
    const { pixel } = await drawn([photo()], { boxes: [rows], ...options })
    const line = [pixel(4 + 10, 4 + 40), pixel(4 + 59, 4 + 40), pixel(4 + 30, 4 + 20), pixel(4 + 30, 4 + 79)]
    for (const colour of line) expect(colour).toEqual(colourOf(0))
    expect([pixel(4 + 30, 4 + 40), pixel(4 + 63, 4 + 40)]).toEqual([
      [90, 90, 90],
      [90, 90, 90],
    ])
  })

  it('labels are of boxes where there are as many, else of pictures', async () => {
    const own = { classNames: { 3: 'cat', 4: 'dog' } }
    const boxes = [
      [[10, 40, 60, 80]],
      [
        [10, 40, 60, 80],
        [5, 5, 30, 30],
      ],
    ]
    const perBox = await drawn([photo(), photo()], { ...own, boxes, labels: [[3], [4, 3]] })
    expect(perBox.height).toBe(108)
    expect(perBox.pixel(4 + 10, 4 + 60)).toEqual(colourOf(3))
    const perPicture = await drawn([photo(), photo()], { ...own, labels: [3, 4] })
    expect(perPicture.height).toBe(108 + 18)
    expect([perPicture.pixel(8, 112), perPicture.pixel(112, 112)]).toEqual([colourOf(3), colourOf(4)])
  })

  it('masks have classes, whose names stand below', async () => {
    const mask = { data: Int32Array.from({ length: 50 * 50 }, (_, i) => (i % 50 < 25 ? 2 : 0)), shape: [50, 50] }
    const { pixel, height } = await drawn([photo(0)], { masks: [mask], classNames: ['', '', 'left'] })
    expect(pixel(4 + 20, 54)).toEqual(colourOf(2).map((x) => Math.round(x * 0.7 * 0.5)))
    expect([pixel(4 + 75, 54), height]).toEqual([[0, 0, 0], 108 + 18])
    expect(pixel(8, 112)).toEqual(colourOf(2))
  })

  it('the outputs of a pipeline are known by their names and shapes, and equal what is given', async () => {
    const data = { boxes: [[0.1, 0.2, 0.6, 0.8]], labels: [5] }
    await using pipe = pipelineDef({ batchSize: 2, numThreads: 1 }, () => ({
      labels: fn.externalSource({ source: () => [Int32Array.of(5), Int32Array.of(5)], dtype: 'int32' }),
      pixels: fn.externalSource({ source: () => [photo(), photo()], dtype: 'uint8', layout: 'HWC' }),
      bboxes: fn.externalSource({
        source: () => [0, 1].map(() => ({ data: Float32Array.of(...data.boxes[0]!), shape: [1, 4] })),
        dtype: 'float32',
      }),
    }))()
    const batch = await pipe.run()
    const path = join(tempFolder(), 'sheet.png')
    const file = await built(batch, { path })
    expect(Buffer.from(file).equals(readFileSync(path))).toBe(true)
    const given = await preview([photo(), photo()], { boxes: [data.boxes, data.boxes], labels: [[5], [5]] })
    expect(Buffer.from(file).equals(given)).toBe(true)
    batch.pixels.release()
    await expect(built(batch)).rejects.toMatchObject({ code: 'OUTPUT_RELEASED' })
  })
})

const bad: [string, unknown, PreviewOptions, string | RegExp][] = [
  ['what is no picture', [[1, 2, 3]], {}, 'Expected pictures but received batch [3]'],
  ['no data', undefined, {}, /Expected data that makes a batch for batch/],
  ['an unknown option', [photo()], { colums: 3 } as never, 'Expected a known option but received "colums"'],
  ['no whole number', [photo()], { columns: 0 }, 'Expected an integer from 1 to 1024 for columns'],
  ['too large a size', [photo()], { size: 1e9 }, 'Expected an integer from 1 to 8192 for size'],
  [
    'boxes of another number',
    [photo(), photo()],
    { boxes: [[[0, 0, 1, 1]]] },
    'Expected 2 entries for boxes, one for each picture, but received 1',
  ],
  ['captions of another number', [photo()], { captions: [] }, 'Expected 1 entries for captions'],
  ['boxes of three numbers', [photo()], { boxes: [[[0, 0, 1]]] }, 'Expected four numbers a box for boxes[0]'],
  [
    'a mask of floats',
    [photo()],
    { masks: [{ data: new Float32Array(100), shape: [10, 10] }] },
    'Expected integers of shape HW or HW1 for masks[0]',
  ],
  ['texts for labels', [photo()], { labels: ['cat'] as never }, 'Expected data that makes a batch for labels'],
  ['a mean of texts', [photo()], { mean: ['x'] as never }, 'for mean but received'],
  ['a file that cannot be written', [photo()], { path: '/no/where/a.png' }, "for path but received '/no/where/a.png'"],
]

it.each(bad)('refuses %s', async (_, batch, options, message) => {
  expect(await failure(() => preview(batch as never, options))).toMatchObject({
    ...{ code: 'INVALID_ARGUMENT', op: 'preview' },
    message: typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
  })
})
