// Compares augment.mosaic with a model that copies pixel by pixel: images, masks, and boxes against what the model makes of a mask
// of each box. Tests also what is drawn.
import { augment, type DataNode, fn, type MosaicOptions, pipelineDef, type TensorList } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { failure } from '../util/collect.js'

const sizes: [height: number, width: number][] = [
  [20, 28],
  [33, 17],
  [24, 24],
  [9, 40],
  [31, 31],
]
const permutation = [2, 4, 3, 1, 0]

interface Picture {
  data: Uint8Array
  shape: [number, number, number]
  layout: 'HWC'
}
const picture = (
  [height, width]: [number, number],
  channels: number,
  value: (y: number, x: number, c: number) => number,
): Picture => ({
  data: Uint8Array.from({ length: height * width * channels }, (_, k) =>
    value(Math.floor(k / channels / width), Math.floor(k / channels) % width, k % channels),
  ),
  shape: [height, width, channels],
  layout: 'HWC',
})
const images = sizes.map((size, i) => picture(size, 3, (y, x, c) => (y * 31 + x * 7 + c * 50 + i * 90) % 256))
const masks = sizes.map((size, i) => picture(size, 1, (y, x) => 1 + ((y + 2 * x + i) % 9)))
/** Two boxes of each image, with whole corners. */
const boxes = sizes.map(([h, w]) => [
  [0, 0, w >> 1, h >> 1],
  [w >> 2, h >> 1, w - 1, h],
])

/** The samples in the four cells of a result. */
const inCells = (i: number) => {
  const [a, b, c] = [permutation[i]!, permutation[permutation[i]!]!, permutation[permutation[permutation[i]!]!]!]
  return [i, a, b, c]
}

/** Puts four pictures together, pixel by pixel. */
function model(
  four: readonly Picture[],
  [height, width]: readonly number[],
  [x, y]: readonly number[],
  fill: number,
): Picture {
  const channels = four[0]!.shape[2]
  return picture([height!, width!], channels, (row, col, c) => {
    const [right, below] = [col >= x!, row >= y!]
    const { data, shape } = four[Number(right) + 2 * Number(below)]!
    const [h, w] = shape
    const at = [row - y! + (below ? 0 : h), col - x! + (right ? 0 : w)]
    const outside = at[0]! < 0 || at[1]! < 0 || at[0]! >= h || at[1]! >= w
    return outside ? fill : data[(at[0]! * w + at[1]!) * channels + c]!
  })
}

/** The box around the pixels above 0, and their number. */
function found({ data, shape: [height, width] }: Picture): { box: number[]; area: number } | undefined {
  const [rows, columns]: [number[], number[]] = [[], []]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (data[y * width + x]) {
        rows.push(y)
        columns.push(x)
      }
  if (!rows.length) return undefined
  return {
    box: [Math.min(...columns), Math.min(...rows), Math.max(...columns) + 1, Math.max(...rows) + 1],
    area: rows.length,
  }
}

type Form = Required<Pick<MosaicOptions<DataNode>, 'bboxLayout' | 'bboxNormalized' | 'minArea'>>

/** The boxes and labels of a result, by masks that are put together too. */
function boxesOf(i: number, canvas: readonly number[], center: readonly number[], minArea: number) {
  const four = inCells(i)
  return four.flatMap((k, cell) =>
    boxes[k]!.flatMap(([left, top, right, bottom], which) => {
      const marked = four.map((j, at) =>
        picture(sizes[j]!, 1, (y, x) => Number(at === cell && x >= left! && x < right! && y >= top! && y < bottom!)),
      )
      const seen = found(model(marked, canvas, center, 0))
      if (!seen || seen.area < minArea * (right! - left!) * (bottom! - top!)) return []
      return [{ box: seen.box, label: 10 * k + which }]
    }),
  )
}

const written = ([x1, y1, x2, y2]: readonly number[], [height, width]: readonly number[], form: Form) => {
  const [w, h] = form.bboxNormalized ? [width!, height!] : [1, 1]
  const [right, bottom] = form.bboxLayout === 'xyWH' ? [x2! - x1!, y2! - y1!] : [x2!, y2!]
  return [x1! / w, y1! / h, right / w, bottom / h]
}
const boxSamples = (form: Form) =>
  boxes.map((two, i) => ({
    data: Float32Array.from(two.flatMap((box) => written(box, sizes[i]!, form))),
    shape: [2, 4],
  }))
const labelSamples = boxes.map((_, i) => Int32Array.of(10 * i, 10 * i + 1))
const pointSamples = (form: Form) =>
  boxes.map((two, i) => ({ data: Float32Array.from(written(two[0]!, sizes[i]!, form).slice(0, 2)), shape: [1, 2] }))

const feed = (samples: readonly object[], dtype: 'uint8' | 'float32' | 'int32', layout?: 'HWC') =>
  fn.externalSource({ source: () => samples as Picture[], dtype, ...(layout && { layout }) })
const fieldsOf = (form: Form) => ({
  images: feed(images, 'uint8', 'HWC'),
  boxes: feed(boxSamples(form), 'float32'),
  labels: feed(labelSamples, 'int32'),
  masks: feed(masks, 'uint8', 'HWC'),
  points: feed(pointSamples(form), 'float32'),
})
type Outputs = Record<keyof ReturnType<typeof fieldsOf>, TensorList | nd.Batch>

function check(out: Outputs, form: Form, outputSize: readonly number[] | undefined, center: readonly number[]): void {
  const numbers = (list: TensorList | nd.Batch, i: number) => Array.from(list.at(i).dataSync() as Float32Array)
  for (let i = 0; i < sizes.length; i++) {
    const canvas = outputSize ?? sizes[i]!
    const at = [Math.floor(canvas[1]! * center[0]!), Math.floor(canvas[0]! * center[1]!)]
    const four = inCells(i)
    for (const [list, from, fill] of [[out.images, images, 114] as const, [out.masks, masks, 0] as const]) {
      const want = model(
        four.map((k) => from[k]!),
        canvas,
        at,
        fill,
      )
      expect(list.at(i).shape).toEqual(want.shape)
      expect(list.at(i).dataSync()).toEqual(want.data)
    }
    const want = boxesOf(i, canvas, at, form.minArea)
    expect(numbers(out.labels, i), `sample ${i}`).toEqual(want.map(({ label }) => label))
    const flat = want.flatMap(({ box }) => written(box, canvas, form))
    expect(out.boxes.at(i).shape).toEqual([want.length, 4])
    for (const [k, x] of numbers(out.boxes, i).entries()) expect(x).toBeCloseTo(flat[k]!, 4)
    const points = numbers(out.points, i)
    expect(points.length).toBe(8)
    for (const [cell, k] of four.entries()) {
      const [x, y] = [at[0]! - (cell % 2 ? 0 : sizes[k]![1]), at[1]! - (cell > 1 ? 0 : sizes[k]![0])]
      const moved = written([boxes[k]![0]![0]! + x, boxes[k]![0]![1]! + y, 0, 0], canvas, form)
      expect(points[2 * cell]).toBeCloseTo(moved[0]!, 4)
      expect(points[2 * cell + 1]).toBeCloseTo(moved[1]!, 4)
    }
  }
}

const forms: Form[] = [
  { bboxLayout: 'xyXY', bboxNormalized: true, minArea: 0.1 },
  { bboxLayout: 'xyWH', bboxNormalized: false, minArea: 0.57 },
]
const cases: [outputSize: [number, number] | undefined, center: [number, number]][] = [
  [undefined, [0.5, 0.5]],
  [
    [48, 64],
    [0.3, 0.71],
  ],
  [
    [30, 20],
    [0, 1],
  ],
  [
    [16, 16],
    [1, 0.5],
  ],
]

test.each(cases)('puts four images together: outputSize %o, center %o', async (outputSize, center) => {
  const options = { center, permutation, ...(outputSize && { outputSize }) }
  const define = pipelineDef({ batchSize: sizes.length, seed: 4 }, () => {
    const [a, b] = forms.map((form) => augment.mosaic(fieldsOf(form), { ...options, ...form }))
    return { ...a!, ...Object.fromEntries(Object.entries(b!).map(([name, x]) => [`${name}2`, x])) }
  })
  await using pipe = define()
  const out = (await pipe.run()) as unknown as Record<string, TensorList>
  check(out as Outputs, forms[0]!, outputSize, center)
  check(
    Object.fromEntries(Object.entries(out).map(([name, x]) => [name.replace('2', ''), x])) as Outputs,
    forms[1]!,
    outputSize,
    center,
  )
  const form = forms[1]!
  const fields = {
    images: nd.batch(images),
    boxes: nd.batch(boxSamples(form)),
    labels: nd.batch(labelSamples),
    masks: nd.batch(masks),
    points: nd.batch(pointSamples(form)),
  }
  check(nd.augment.mosaic(fields, { ...options, ...form }), form, outputSize, center)
})

/** One number for each cell of an image of four plain ones, and the point where they meet. */
function cellsOf(data: Uint8Array, [height, width]: readonly number[]) {
  const at = (y: number, x: number) => data[y * width! + x]!
  const [first, last] = [at(0, 0), at(height! - 1, width! - 1)]
  let [x, y] = [0, 0]
  while (at(0, x) === first) x++
  while (at(y, 0) === first) y++
  return { x, y, four: [first, at(0, width! - 1), at(height! - 1, 0), last] }
}

test('draws a centre of the range and three other partners, by the seed', async () => {
  const size: [number, number] = [40, 60]
  const plain = Array.from({ length: 6 }, (_, i) => picture(size, 1, () => 1 + i))
  const run = async (seed: number) => {
    const define = pipelineDef({ batchSize: 6, seed }, () => augment.mosaic(feed(plain, 'uint8', 'HWC')))
    await using pipe = define()
    const all: ReturnType<typeof cellsOf>[] = []
    for (let batch = 0; batch < 8; batch++) {
      const [out] = (await pipe.run()) as unknown as [TensorList]
      for (let i = 0; i < 6; i++) {
        const cells = cellsOf(out.at(i).dataSync() as Uint8Array, size)
        expect(cells.four[0]).toBe(1 + i)
        all.push(cells)
      }
    }
    return all
  }
  const [one, again, other] = [await run(3), await run(3), await run(4)]
  expect(again).toEqual(one)
  expect(other).not.toEqual(one)
  for (const { four, x, y } of one) {
    expect(new Set(four).size).toBe(4)
    expect(x).toBeGreaterThanOrEqual(15)
    expect(x).toBeLessThan(45)
    expect(y).toBeGreaterThanOrEqual(10)
    expect(y).toBeLessThan(30)
  }
  const mean = (list: number[]) => list.reduce((a, b) => a + b, 0) / list.length
  // Uniform in [15, 45), rounded down: 29.5, with a deviation of 8.7 / sqrt(48).
  expect(Math.abs(mean(one.map(({ x }) => x)) - 29.5)).toBeLessThan(4)
  expect(new Set(one.map(({ four }) => four.join())).size).toBeGreaterThan(12)
  const images = nd.batch(plain)
  const drawn = (seed: number) =>
    nd.augment
      .mosaic(images, { rng: new nd.random.RNG(seed) })
      .at(2)
      .dataSync()
  expect(drawn(5)).toEqual(drawn(5))
  expect(drawn(5)).not.toEqual(drawn(6))
})

test('a batch of one image has itself for partners, and samples without boxes stay so', () => {
  const given = {
    images: nd.batch([images[0]!]),
    boxes: nd.batch([{ data: new Float32Array(0), shape: [0, 4] }]),
    labels: nd.batch([new Int32Array(0)]),
  }
  const out = nd.augment.mosaic(given, { center: [0.5, 0.5] })
  expect(out.images.at(0).dataSync()).toEqual(
    model(
      [0, 0, 0, 0].map((i) => images[i]!),
      sizes[0]!,
      [14, 10],
      114,
    ).data,
  )
  expect([out.boxes.at(0).shape, out.labels.at(0).shape]).toEqual([[0, 4], [0]])
})

test.each([
  [{ center: [0.5, 2] }, 'Expected [x, y] from 0 to 1 for center but received [0.5, 2]'],
  [{ centerRange: [0.5, 0.5] }, 'Expected [from, to] from 0 to 1 for centerRange but received [0.5, 0.5]'],
  [{ outputSize: 640 }, 'Expected [height, width] in pixels for outputSize but received 640'],
  [{ fillValue: [] }, 'Expected a number, or one for each channel, for fillValue but received []'],
  [{ centre: [0, 0] }, 'Expected a known option but received "centre"'],
  [{ minArea: 1 }, 'for minArea but received 1'],
])('%o is refused', async (options, message) => {
  const error = await failure(() =>
    pipelineDef({ batchSize: 5 }, () => augment.mosaic(fieldsOf(forms[0]!), options as object))(),
  )
  expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', op: 'augment.mosaic' })
  expect(error.message).toContain(message)
})
