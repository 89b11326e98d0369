// Compares augment.copyPaste with a model that goes over pixels and objects as torchvision's reference script does, but for masks
// that number objects; and tests what is drawn.
import { augment, type CopyPasteOptions, type DataNode, fn, pipelineDef, type TensorList } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { failure } from '../util/collect.js'

interface Picture {
  data: Uint8Array
  shape: [number, number, number]
  layout: 'HWC'
}
const sizes: [height: number, width: number][] = [
  [20, 28],
  [20, 28],
  [33, 17],
  [24, 24],
  [11, 40],
]
/** Objects of each image: the second one has none. */
const counts = [3, 0, 2, 5, 1]
const permutation = [2, 3, 0, 4, 1]
/** The partners' objects that are put over each image. */
const objects = [[2], [5, 1, 1, 3], [1, 3], [], [2, 1]]

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
/** Objects are ellipses, later ones before earlier ones; one pixel has a number that is no object's. */
const masks = sizes.map(([height, width], i) =>
  picture([height, width], 1, (y, x) => {
    if (y === 0 && x === 0) return counts[i]! + 1
    for (let k = counts[i]!; k > 0; k--) {
      const [cx, cy] = [((k * 37 + i * 11) % 100) / 100, ((k * 53 + i * 29) % 100) / 100]
      if (((x + 0.5) / width - cx) ** 2 / 0.09 + ((y + 0.5) / height - cy) ** 2 / 0.06 < 1) return k
    }
    return 0
  }),
)
const labels = counts.map((count, i) => Int32Array.from({ length: count }, (_, k) => 100 * i + k))

const area = (mask: Picture, object: number) => mask.data.filter((x) => x === object).length

interface Result {
  image: number[]
  mask: number[]
  boxes: number[][]
  labels: number[]
}

function model(i: number, minArea: number): Result {
  const [height, width] = sizes[i]!
  const partner = permutation[i]!
  const [image, mask] = [Array.from(images[i]!.data), Array<string>(height * width).fill('')]
  for (const [k, object] of masks[i]!.data.entries()) if (object && object <= counts[i]!) mask[k] = `own ${object}`
  const [h, w] = sizes[partner]!
  for (let y = 0; y < Math.min(h, height); y++) {
    for (let x = 0; x < Math.min(w, width); x++) {
      const object = masks[partner]!.data[y * w + x]!
      if (!object || object > counts[partner]! || !objects[i]!.includes(object)) continue
      mask[y * width + x] = `pasted ${object}`
      for (let c = 0; c < 3; c++) image[(y * width + x) * 3 + c] = images[partner]!.data[(y * w + x) * 3 + c]!
    }
  }
  const result: Result = { image, mask: Array(mask.length).fill(0), boxes: [], labels: [] }
  for (const [kind, from] of [
    ['own', i],
    ['pasted', partner],
  ] as const) {
    for (let object = 1; object <= counts[from]!; object++) {
      const pixels = [...mask.keys()].filter((k) => mask[k] === `${kind} ${object}`)
      if (!pixels.length || pixels.length < minArea * area(masks[from]!, object)) continue
      const [xs, ys] = [pixels.map((k) => k % width), pixels.map((k) => Math.floor(k / width))]
      result.boxes.push([Math.min(...xs), Math.min(...ys), Math.max(...xs) + 1, Math.max(...ys) + 1])
      result.labels.push(labels[from]![object - 1]!)
      for (const k of pixels) result.mask[k] = result.boxes.length
    }
  }
  return result
}

type Options = CopyPasteOptions<DataNode>
const boxesOf = counts.map((count) => ({ data: new Float32Array(4 * count), shape: [count, 4] }))
const feed = (samples: readonly object[], dtype: 'uint8' | 'float32' | 'int32', layout?: 'HWC') =>
  fn.externalSource({ source: () => samples as Picture[], dtype, ...(layout && { layout }) })
const fields = () => ({
  images: feed(images, 'uint8', 'HWC'),
  boxes: feed(boxesOf, 'float32'),
  labels: feed(labels, 'int32'),
  masks: feed(masks, 'uint8', 'HWC'),
})
type Outputs = Record<keyof ReturnType<typeof fields>, TensorList | nd.Batch>

function check(out: Outputs, { bboxLayout, bboxNormalized = true, minArea = 0.1 }: Options): void {
  for (let i = 0; i < sizes.length; i++) {
    const [height, width] = sizes[i]!
    const want = model(i, minArea)
    const numbers = (list: TensorList | nd.Batch) => Array.from(list.at(i).dataSync() as Float32Array)
    expect(numbers(out.images), `image ${i}`).toEqual(want.image)
    expect(out.masks.at(i).shape).toEqual([height, width, 1])
    expect(out.masks.at(i).dtype).toBe('uint8')
    expect(numbers(out.masks), `mask ${i}`).toEqual(want.mask)
    expect(numbers(out.labels), `labels ${i}`).toEqual(want.labels)
    expect(out.boxes.at(i).shape).toEqual([want.boxes.length, 4])
    const [w, h] = bboxNormalized ? [width, height] : [1, 1]
    const flat = want.boxes.flatMap(([x1, y1, x2, y2]) => {
      const [right, bottom] = bboxLayout === 'xyWH' ? [x2! - x1!, y2! - y1!] : [x2!, y2!]
      return [x1! / w, y1! / h, right / w, bottom / h]
    })
    for (const [k, x] of numbers(out.boxes).entries()) expect(x).toBeCloseTo(flat[k]!, 5)
  }
}

test.each<Options>([{ minArea: 0 }, { minArea: 0.5 }, { minArea: 0.7, bboxLayout: 'xyWH', bboxNormalized: false }])(
  'puts objects over images: %o',
  async (options) => {
    const lists = objects.map((list) => Int32Array.from(list))
    const define = pipelineDef({ batchSize: sizes.length }, () =>
      augment.copyPaste(fields(), { permutation, objects: feed(lists, 'int32'), ...options }),
    )
    await using pipe = define()
    check((await pipe.run()) as unknown as Outputs, options)
    const given = {
      images: nd.batch(images),
      boxes: nd.batch(boxesOf),
      labels: nd.batch(labels),
      masks: nd.batch(masks),
    }
    check(nd.augment.copyPaste(given, { ...(options as object), permutation, objects: nd.batch(lists) }), options)
  },
)

test('the cases have objects of which more and less remains', () => {
  const left = [0, 0.5, 0.7].map((minArea) => sizes.map((_, i) => model(i, minArea).labels.length).join())
  expect(left).toEqual(['4,3,4,5,1', '3,3,4,5,1', '3,3,3,5,1'])
})

test('draws as many objects as the partner has, with repetitions, by the seed', async () => {
  // Stripes: object k is column k - 1. No object covers another one of its image, and own objects lie below.
  const [count, batchSize] = [4, 20]
  const stripes = picture([2, 8], 1, (y, x) => (y === 0 && x < count ? x + 1 : 0))
  const run = async (seed: number) => {
    const define = pipelineDef({ batchSize, seed }, () => {
      const images = feed(
        Array.from({ length: batchSize }, (_, i) => picture([2, 8], 3, () => i)),
        'uint8',
        'HWC',
      )
      const masks = feed(Array(batchSize).fill(stripes), 'uint8', 'HWC')
      const boxes = feed(Array(batchSize).fill({ data: new Float32Array(4 * count), shape: [count, 4] }), 'float32')
      return augment.copyPaste({ images, boxes, masks })
    })
    await using pipe = define()
    const chosen: number[][] = []
    for (let batch = 0; batch < 10; batch++) {
      const out = (await pipe.run()) as unknown as Outputs
      const partners = new Set<number>()
      for (let i = 0; i < batchSize; i++) {
        const data = out.images.at(i).dataSync() as Uint8Array
        const row = Array.from({ length: count }, (_, x) => data[3 * x]!)
        const other = row.find((x) => x !== i)
        if (other === undefined) continue
        expect(row.every((x) => x === i || x === other)).toBe(true)
        partners.add(other)
        chosen.push(row.map((x) => Number(x === other)))
      }
      // A permutation gives each partner once.
      expect(partners.size).toBeGreaterThan(batchSize / 2)
    }
    return chosen
  }
  const [one, again, other] = [await run(3), await run(3), await run(5)]
  expect(again).toEqual(one)
  expect(other).not.toEqual(one)
  const rates = [0, 1, 2, 3].map((k) => one.reduce((sum, row) => sum + row[k]!, 0) / one.length)
  // 1 - (3 / 4) ** 4 is 0.684; the deviation of one of about 190 samples is 0.034.
  for (const rate of rates) expect(Math.abs(rate - 0.684)).toBeLessThan(0.12)
})

test('images without objects stay as they are', () => {
  const none = { data: new Float32Array(0), shape: [0, 4] }
  const [first, second] = [images[0]!, images[1]!]
  const blank = picture(sizes[0]!, 1, () => 0)
  const out = nd.augment.copyPaste({
    images: nd.batch([first, second]),
    boxes: nd.batch([none, none]),
    labels: nd.batch([new Int32Array(0), new Int32Array(0)]),
    masks: nd.batch([blank, blank]),
  })
  expect(out.images.at(1).dataSync()).toEqual(second.data)
  expect([out.boxes.at(0).shape, out.labels.at(0).shape]).toEqual([[0, 4], [0]])
  expect(out.masks.at(0).dataSync()).toEqual(blank.data)
})

test('objects beyond 255 are numbered by masks of a wider dtype', () => {
  const [count, width] = [200, 200]
  const mask = {
    data: Int32Array.from({ length: 2 * width }, (_, k) => (k < width ? k + 1 : 0)),
    shape: [2, width, 1],
    layout: 'HWC',
  }
  const flipped = { ...mask, data: Int32Array.from({ length: 2 * width }, (_, k) => (k < width ? 0 : k - width + 1)) }
  const box = { data: new Float32Array(4 * count), shape: [count, 4] }
  const out = nd.augment.copyPaste(
    {
      images: nd.batch([0, 1].map((v) => picture([2, width], 3, () => v))),
      boxes: nd.batch([box, box]),
      masks: nd.batch([mask, flipped]),
    },
    { permutation: [1, 0], objects: nd.batch([0, 1].map(() => Int32Array.from({ length: count }, (_, k) => k + 1))) },
  )
  expect(out.masks.at(0).dataSync()).toEqual(Int32Array.from({ length: 400 }, (_, k) => k + 1))
  expect(out.boxes.at(0).shape).toEqual([400, 4])
})

test.each([
  [(x: object) => ({ ...x, masks: undefined }), {}, 'masks'],
  [({ images }: { images: DataNode }) => ({ images }), {}, 'Expected boxes beside images but received none'],
  [(x: { boxes: DataNode }) => ({ ...x, points: x.boxes }), {}, 'Expected no points but received some'],
  [(x: object) => x, { objects: [1] }, 'Expected a value for objects but received [1]'],
  [(x: object) => x, { object: 1 }, 'Expected a known option but received "object"'],
])('%o, %o are refused', async (change, options, message) => {
  const error = await failure(() =>
    pipelineDef({ batchSize: 5 }, () =>
      augment.copyPaste(change(fields()) as ReturnType<typeof fields>, options as object),
    )(),
  )
  expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', op: 'augment.copyPaste' })
  expect(error.message).toContain(message)
})
