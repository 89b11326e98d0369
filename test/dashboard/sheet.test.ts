// The dashboard's thumbnails: how many samples a sheet takes of a batch, and what is drawn on them and told beside them.
// @module-tag shared
import { expect, test } from 'vitest'
import { Camera, type SheetFile } from '../../src/dashboard/sheet.js'
import { Tensor } from '../../src/data/tensor.js'

const small = new Tensor({
  ...{ dtype: 'uint8', shape: [8, 8, 3], layout: 'HWC', offset: 0 },
  buffer: Uint8Array.from({ length: 192 }, (_, i) => i).buffer,
})

/** A batch of images, as far as a sheet looks at it. `bytes`: what each would take. */
function batchOf(length: number, bytes: number, device: 'cpu' | 'gpu' = 'cpu') {
  const image = Object.create(small, { bytes: { value: bytes }, dataSync: { value: () => small.dataSync() } }) as Tensor
  const list = {
    ...{ device, length, layout: 'HWC', valid: new Uint8Array(length).fill(1) },
    shape: Array.from({ length }, () => [8, 8, 3]),
    at: () => image,
    sourceInfo: (index: number) => ({ index, epoch: 0, source: '' }),
    slice: (_: number, end: number) => ({ ...list, toCpu: async () => batchOf(end, bytes) }),
  }
  return list
}

test.each([
  ['small images', batchOf(64, 1e6), 24],
  ['large images', batchOf(64, 9 * 2 ** 20), 6],
  ['few images', batchOf(3, 9 * 2 ** 20), 3],
  ['large images on a GPU, of which 64 MiB are copied', batchOf(64, 30 * 2 ** 20, 'gpu'), 2],
  ['an image on a GPU that is larger', batchOf(64, 2 ** 30, 'gpu'), 1],
])('a sheet of %s', async (_, list, expected) => {
  const taken = new Promise<number>((resolve) => {
    new Camera(({ sheet }) => resolve(sheet.thumbs.length)).see([list] as never)
  })
  expect(await taken).toBe(expected)
})

/** An output in host memory, of which a sheet is taken. */
function listOf(
  samples: readonly { dtype: 'uint8' | 'int32' | 'float32'; shape: number[]; layout?: string; values: number[] }[],
) {
  const tensors = samples.map(({ dtype, shape, layout = '', values }) => {
    const Elements = { uint8: Uint8Array, int32: Int32Array, float32: Float32Array }[dtype]
    return new Tensor({ dtype, shape, layout, buffer: Elements.from(values).buffer, offset: 0 })
  })
  const list = {
    ...{ device: 'cpu', length: samples.length, valid: new Uint8Array(samples.length).fill(1) },
    shape: samples.map(({ shape }) => shape),
    at: (i: number) => tensors[i]!,
    sourceInfo: (index: number) => ({ index, epoch: 0, source: '' }),
    slice: () => list,
  }
  return list
}

test('boxes and masks are drawn, and labels have the names of their classes', () => {
  const grey = { dtype: 'uint8' as const, shape: [96, 96, 3], layout: 'HWC', values: Array(96 * 96 * 3).fill(100) }
  const batch = {
    images: listOf([grey, grey]),
    boxes: listOf([
      { dtype: 'float32', shape: [1, 4], values: [0.25, 0.25, 0.75, 0.75] },
      { dtype: 'float32', shape: [0, 4], values: [] },
    ]),
    labels: listOf([
      { dtype: 'int32', shape: [1], values: [1] },
      { dtype: 'int32', shape: [0], values: [] },
    ]),
    mask: listOf(
      [0, 2].map((label) => ({
        dtype: 'uint8',
        shape: [96, 96, 1],
        layout: 'HWC',
        values: Array(96 * 96).fill(label),
      })),
    ),
  }
  let file: SheetFile | undefined
  const facts = [{}, {}, { classes: ['none', 'cat'] }, {}]
  new Camera(
    (taken) => {
      file = taken
    },
    () => facts,
  ).see(batch as never)
  const { sheet, pixels } = file!
  const at = (x: number, y: number) => [...pixels.subarray(3 * (y * 6 * 96 + x), 3 * (y * 6 * 96 + x) + 3)]
  expect(pixels.length).toBe(3 * 6 * 96 * 96)
  // The line of a box of class 1, in its colour; inside of it the picture; a mask of class 2 over the next one.
  expect([at(24, 40), at(48, 48), at(10, 10)]).toEqual([
    [62, 166, 255],
    [100, 100, 100],
    [100, 100, 100],
  ])
  expect(at(96 + 48, 48)).toEqual([154, 71, 85])
  expect(sheet.thumbs.map(({ facts }) => facts)).toEqual([
    [
      { name: 'boxes', text: '0.25, 0.25, 0.75, 0.75' },
      { name: 'labels', text: 'cat' },
    ],
    [
      { name: 'boxes', text: '' },
      { name: 'labels', text: '' },
    ],
  ])
})
