// Compares moved boxes with a brute-force raster: each box is drawn as a mask, which is transformed too, and must be found
// where the mask's pixels are. Points are the centres of boxes.
import {
  autoAug,
  type BoxOptions,
  fn,
  type GeometryOperator,
  geometry,
  pipelineDef,
  type TensorList,
} from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { failure } from '../util/collect.js'

const [height, width] = [96, 128]
const batchSize = 12

/** Boxes in pixels, with whole corners, and images of which each box is white. */
const boxes = Array.from({ length: batchSize }, (_, i) => {
  const [x, y] = [(i * 37) % 90, (i * 23) % 60]
  return [x, y, x + 8 + ((i * 7) % 30), y + 6 + ((i * 11) % 30)] as [number, number, number, number]
})
const masks = boxes.map(([x1, y1, x2, y2]) => {
  const data = new Uint8Array(height * width)
  for (let y = y1; y < y2; y++) data.fill(255, y * width + x1, y * width + x2)
  return { data, shape: [height, width, 1], layout: 'HWC' }
})

const images = masks.map(({ data }) => ({
  data: Uint8Array.from({ length: 3 * data.length }, (_, k) => data[Math.floor(k / 3)]!),
  shape: [height, width, 3],
  layout: 'HWC',
}))

type Form = Required<Pick<BoxOptions, 'bboxLayout' | 'bboxNormalized'>>

const written = ([x1, y1, x2, y2]: readonly number[], { bboxLayout, bboxNormalized }: Form) => {
  const [w, h] = bboxNormalized ? [width, height] : [1, 1]
  const [right, bottom] = bboxLayout === 'xyWH' ? [x2! - x1!, y2! - y1!] : [x2!, y2!]
  return Float32Array.of(x1! / w, y1! / h, right / w, bottom / h)
}

function fields(form: Form) {
  const source = (samples: () => object[], dtype: 'uint8' | 'float32' | 'int32') =>
    fn.externalSource({ source: samples as () => typeof images, dtype })
  const [w, h] = form.bboxNormalized ? [width, height] : [1, 1]
  const center = ([x1, y1, x2, y2]: readonly number[]) => [(x1! + x2!) / 2 / w, (y1! + y2!) / 2 / h]
  const image = fn.externalSource({ source: () => images, dtype: 'uint8', layout: 'HWC' })
  return {
    images: image,
    boxes: source(() => boxes.map((box) => ({ data: written(box, form), shape: [1, 4] })), 'float32'),
    labels: source(() => boxes.map((_, i) => ({ data: Int32Array.of(i), shape: [1] })), 'int32'),
    masks: fn.externalSource({ source: () => masks, dtype: 'uint8', layout: 'HWC' }),
    points: source(() => boxes.map((box) => ({ data: Float32Array.from(center(box)), shape: [1, 2] })), 'float32'),
  }
}

interface Outputs {
  images: TensorList
  boxes: TensorList
  labels: TensorList
  masks: TensorList
  points: TensorList
}

/** The box around the white pixels of a mask, and their centre, in pixels; undefined if there are none. */
function found(masks: TensorList, i: number) {
  const [h, w] = masks.shape(i) as [number, number]
  const data = masks.at(i).dataSync() as Uint8Array
  const rows: number[] = []
  const columns: number[] = []
  for (let k = 0; k < data.length; k++) {
    if (!data[k]) continue
    rows.push(Math.floor(k / w))
    columns.push(k % w)
  }
  if (!rows.length) return undefined
  const mean = (list: number[]) => list.reduce((a, b) => a + b, 0) / list.length + 0.5
  const most = (list: number[]) => list.reduce((a, b) => Math.max(a, b)) + 1
  const least = (list: number[]) => list.reduce((a, b) => Math.min(a, b))
  return {
    box: [least(columns), least(rows), most(columns), most(rows)],
    center: [mean(columns), mean(rows)],
    inside: least(columns) > 0 && least(rows) > 0 && most(columns) < w && most(rows) < h,
  }
}

/** Compares boxes and points with the mask, within so many pixels. */
function check(out: Outputs, form: Form, tolerance: number): void {
  let dropped = 0
  for (let i = 0; i < batchSize; i++) {
    const raster = found(out.masks, i)
    const [n] = out.boxes.shape(i)
    expect(out.labels.at(i).dataSync().length).toBe(n)
    if (!n) {
      dropped++
      continue
    }
    expect(raster, `sample ${i}`).toBeDefined()
    const [h, w] = out.masks.shape(i) as [number, number]
    const scale = form.bboxNormalized ? [w, h, w, h] : [1, 1, 1, 1]
    const box = Array.from(out.boxes.at(i).dataSync() as Float32Array, (x, k) => x * scale[k]!)
    if (form.bboxLayout === 'xyWH') {
      box[2]! += box[0]!
      box[3]! += box[1]!
    }
    for (const [k, x] of raster!.box.entries()) {
      // Around corners outside of the image a box is larger than what is seen of it.
      const beyond = k < 2 ? x - box[k]! : box[k]! - x
      const most = raster!.inside || beyond < 0 ? tolerance : Number.POSITIVE_INFINITY
      expect(Math.abs(beyond), `sample ${i}: ${box}`).toBeLessThanOrEqual(most)
    }
    if (!raster!.inside) continue
    const point = Array.from(out.points.at(i).dataSync() as Float32Array, (x, k) => x * scale[k]!)
    for (const [k, x] of raster!.center.entries()) expect(Math.abs(x - point[k]!)).toBeLessThanOrEqual(1)
  }
  expect(dropped).toBeLessThan(batchSize)
}

const cases: [GeometryOperator, Record<string, unknown>, number][] = [
  ['flip', { horizontal: 1 }, 1e-4],
  ['flip', { horizontal: 0, vertical: 1 }, 1e-4],
  ['resize', { size: [48, 256] }, 1],
  ['rotate', { angle: 20, keepSize: true, fillValue: 0 }, 1.6],
  ['rotate', { angle: -73 }, 1.6],
  ['warpAffine', { matrix: [1, 0.3, -10, 0.1, 1.2, 4], fillValue: 0 }, 1.6],
  ['warpAffine', { matrix: [0.8, -0.2, 20, 0, 1, 6], inverseMap: false, fillValue: 0 }, 1.6],
  ['crop', { crop: [70, 61], cropPosX: 0.3, cropPosY: 1 }, 1e-4],
  ['crop', { crop: [110, 61], cropPosX: 0.9, cropPosY: 0.2, padding: [30, 10, 5, 40] }, 1e-4],
  ['randomResizedCrop', { size: [64, 64], randomArea: [0.5, 0.9] }, 1.6],
]
const forms: Form[] = [
  { bboxLayout: 'xyXY', bboxNormalized: true },
  { bboxLayout: 'xyWH', bboxNormalized: false },
]

test.each(cases)('%s %o moves boxes, points and masks', async (operator, args, tolerance) => {
  const define = pipelineDef({ batchSize, seed: 4 }, () => {
    const [a, b] = forms.map((form) => geometry.apply(fields(form), operator, args, { ...form, seed: 9 }))
    return { ...a!, ...Object.fromEntries(Object.entries(b!).map(([name, x]) => [`${name}2`, x])) }
  })
  await using pipe = define()
  const out = (await pipe.run()) as unknown as Record<string, TensorList>
  check(out as unknown as Outputs, forms[0]!, tolerance)
  const second = Object.fromEntries(Object.entries(out).map(([name, list]) => [name.replace('2', ''), list]))
  check(second as unknown as Outputs, forms[1]!, tolerance)
})

test('crop with padding is the crop of the operator, and masks are 0 beyond the image', async () => {
  const [form] = forms as [Form]
  const args = { crop: [100, 90], cropPosX: 0.7, cropPosY: 0.4, padding: [7, 20] }
  const define = pipelineDef({ batchSize, seed: 4 }, () => {
    const given = fields(form)
    const moved = geometry.apply(given, 'crop', { ...args, fillValues: 9 })
    return [moved.images, fn.crop(given.images, { ...args, fillValues: 9 }), moved.masks, fn.crop(given.masks, args)]
  })
  await using pipe = define()
  const [images, want, masks, wantMasks] = (await pipe.run()) as unknown as TensorList[]
  expect(images!.dataSync()).toEqual(want!.dataSync())
  expect(masks!.dataSync()).toEqual(wantMasks!.dataSync())
  const wrong = (more: object) =>
    failure(() => pipelineDef({ batchSize }, () => geometry.apply(fields(form), 'crop', { crop: [9, 9], ...more }))())
  expect((await wrong({ padding: [1, 2, 3] })).message).toContain('for padding but received [1, 2, 3]')
  expect((await wrong({ fillValues: 9 })).message).toContain('but received "fillValues"')
})

test('flips by a value per sample', async () => {
  const [form] = forms as [Form]
  const define = pipelineDef({ batchSize, seed: 4 }, () =>
    geometry.apply(fields(form), 'flip', { horizontal: fn.random.coinFlip(), vertical: fn.random.coinFlip() }),
  )
  await using pipe = define()
  check((await pipe.run()) as unknown as Outputs, form, 1e-4)
})

test('a policy moves boxes, points and masks, and augmentations of colour leave them', async () => {
  const [form] = forms as [Form]
  const excluded = 'equalize' in fn ? [] : ['equalize']
  const define = pipelineDef({ batchSize, seed: 8 }, () =>
    autoAug.randAugment(fields(form), { n: 1, m: 20, excluded, fillValue: 0, maxTranslateAbs: 40 }),
  )
  await using pipe = define()
  for (let i = 0; i < 4; i++) check((await pipe.run()) as unknown as Outputs, form, 1.6)
})

test('imperative mode moves them too', () => {
  const image = nd.batch(images)
  const form = { bboxLayout: 'xyXY', bboxNormalized: false } as const
  const given = { images: image, boxes: nd.batch(boxes.map((box) => ({ data: written(box, form), shape: [1, 4] }))) }
  const moved = nd.geometry.apply(given, 'flip', { horizontal: 1 }, form)
  expect(Array.from(moved.boxes.at(1).dataSync() as Float32Array)).toEqual([
    128 - boxes[1]![2],
    boxes[1]![1],
    128 - boxes[1]![0],
    boxes[1]![3],
  ])
  const policy = nd.autoAug.trivialAugmentWide(given, {
    ...form,
    excluded: 'equalize' in fn ? [] : ['equalize'],
    rng: new nd.random.RNG(3),
  })
  expect(policy.boxes.length).toBe(batchSize)
})

test('boxes of which little remains are dropped with their labels', () => {
  const given = {
    images: nd.batch([{ data: new Uint8Array(300), shape: [10, 10, 3] }], { layout: 'HWC' }),
    boxes: nd.batch([{ data: Float32Array.of(0, 0, 0.2, 1, 0.4, 0, 1, 1), shape: [2, 4] }]),
    labels: nd.batch([Int32Array.of(5, 6)]),
  }
  const args = { crop: [10, 5], cropPosX: 1 }
  const { boxes: left, labels } = nd.geometry.apply(given, 'crop', args)
  expect(Array.from(labels.at(0).dataSync() as Int32Array)).toEqual([6])
  expect(Array.from(left.at(0).dataSync() as Float32Array)).toEqual([0, 0, 1, 1])
  const strict = nd.geometry.apply(given, 'crop', args, { minArea: 0.9 })
  expect(strict.boxes.at(0).shape).toEqual([0, 4])
  expect(nd.geometry.apply({ ...given, boxes: strict.boxes, labels: strict.labels }, 'flip').boxes.at(0).shape).toEqual(
    [0, 4],
  )
})

test.each([
  [{ minArea: 1 }, 'for minArea but received 1'],
  [{ bboxLayout: 'XYWH' }, 'for bboxLayout but received "XYWH"'],
])('%o is refused', async (options, message) => {
  const error = await failure(() =>
    pipelineDef({ batchSize }, () => geometry.apply(fields(forms[0]!), 'flip', {}, options as BoxOptions))(),
  )
  expect(error.message).toContain(message)
})
