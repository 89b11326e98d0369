// lookupTiles against a plain model: values by table, planes and tiles in every order, and what is refused.
// @module-tag property
import fc from 'fast-check'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { runs, seedOf } from '../util/soak.js'

interface Drawn {
  rows: number
  columns: number
  tile: [height: number, width: number] | undefined
  group: number
  frames: number
  channels: number
  channelsLast: boolean
  table: boolean
}

const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    rows: fc.integer({ min: 0, max: 3 }),
    columns: fc.integer({ min: 1, max: 3 }),
    tile: fc.option(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })), { nil: undefined }),
    group: fc.integer({ min: 1, max: 2 }),
    frames: fc.integer({ min: 1, max: 2 }),
    channels: fc.constantFrom(1, 3, 4),
    channelsLast: fc.boolean(),
    table: fc.boolean(),
  })
  .map((d) => ({ ...d, ...(d.tile ? {} : { group: 1, frames: 1 }), ...(d.channelsLast && { frames: 1 }) }))

/** Where each output element comes from: row, column and channel of the image, in the output's order. */
function* places({ tile, group, frames, channels, channelsLast }: Drawn, height: number, width: number) {
  const [h, w] = tile ?? [height, width]
  const range = (n: number) => Array.from({ length: n }, (_, i) => i)
  const tiles = range(h ? height / h / group : 0).flatMap((y) =>
    range(width / w / group).flatMap((x) =>
      range(group).flatMap((j) => range(group).map((i) => [(y * group + j) * h, (x * group + i) * w] as const)),
    ),
  )
  for (const [top, left] of tiles) {
    if (channelsLast) {
      for (const y of range(h)) for (const x of range(w)) for (const c of range(channels)) yield [top + y, left + x, c]
      continue
    }
    for (const c of range(channels)) {
      for (const _ of range(frames)) for (const y of range(h)) for (const x of range(w)) yield [top + y, left + x, c]
    }
  }
}

test('gives the values and the order of a plain model', async () => {
  const property = fc.asyncProperty(drawn, async (d) => {
    const { rows, columns, tile, group, frames, channels, channelsLast } = d
    const [h, w] = tile ?? [3, 5]
    const [height, width] = [rows * h * group, columns * w * group]
    fc.pre(tile !== undefined || height > 0)
    const data = Uint8Array.from({ length: height * width * channels }, (_, i) => (i * 37) % 256)
    const values = Array.from({ length: 256 * channels }, (_, i) => Math.fround(i / 7 - 20))
    const out = nd.lookupTiles(nd.tensor({ data, shape: [height, width, channels], layout: 'HWC' }), {
      ...(tile && { tile, group, frames }),
      ...(d.table && { values }),
      channelsLast,
    })
    const wanted = [...places(d, height, width)].map(([y, x, c]) => {
      const byte = data[(y! * width + x!) * channels + c!]!
      return d.table ? values[256 * c! + byte]! : byte
    })
    expect([...(await out.data())]).toEqual(wanted)
    expect(out.dtype).toBe(d.table ? 'float32' : 'uint8')
    const planes = channelsLast ? [h, w, channels] : [channels, ...(frames > 1 ? [frames] : []), h, w]
    const whole = channelsLast ? [height, width, channels] : [channels, height, width]
    expect(out.shape).toEqual(tile ? [rows * columns * group * group, ...planes] : whole)
  })
  await fc.assert(property, { numRuns: runs(500, 60), seed: seedOf(41) })
})

const image = () => nd.tensor({ data: new Uint8Array(4 * 6 * 3), shape: [4, 6, 3], layout: 'HWC' })

test.each([
  [{ values: [1, 2] }, 'INVALID_ARGUMENT', '256 for each of the 3 channels for values'],
  [{ tile: [2] }, 'INVALID_ARGUMENT', 'height and the width of a tile'],
  [{ group: 2 }, 'INVALID_ARGUMENT', 'tile together with group and frames'],
  [{ tile: [2, 2], frames: 2, channelsLast: true }, 'INVALID_ARGUMENT', 'channelsLast or frames'],
  [{ tile: [3, 2] }, 'INVALID_INPUT', "multiple of 3 for the image's height but received 4"],
  [{ tile: [2, 2], group: 2 }, 'INVALID_INPUT', "multiple of 4 for the image's width but received 6"],
])('refuses %j', async (options, code, words) => {
  await expect(nd.lookupTiles(image(), options as object).data()).rejects.toMatchObject({
    code,
    message: expect.stringContaining(words),
  })
})

test('refuses values for anything but bytes, and images of other layouts', async () => {
  const float = nd.tensor({ data: new Float32Array(12), shape: [2, 2, 3], layout: 'HWC' })
  await expect(nd.lookupTiles(float, { values: Array(768).fill(0) }).data()).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  const planes = nd.tensor({ data: new Uint8Array(12), shape: [3, 2, 2], layout: 'CHW' })
  await expect(nd.lookupTiles(planes).data()).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})
