// copyPaste, which augment.copyPaste records: what it refuses, masks of every dtype, and pipelines as text. Its results are compared
// with a model in test/augment/copy-paste.test.ts.
import { augment, fn, Pipeline, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'

type Numbers = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array
const image = (height = 2, width = 3, channels = 3) => ({
  data: new Uint8Array(height * width * channels),
  shape: [height, width, channels],
  layout: 'HWC' as const,
})
const boxes = (count: number) => ({ data: new Float32Array(4 * count), shape: [count, 4] })
const mask = (data: Numbers | Float32Array, shape = [2, 3, 1]) => ({ data, shape })
const good = {
  images: [image(), image()],
  masks: [mask(Uint8Array.of(1, 1, 0, 0, 0, 0)), mask(Uint8Array.of(0, 0, 1, 1, 0, 0))],
  boxes: [boxes(1), boxes(1)],
}
type Fields = { [K in keyof typeof good]: readonly object[] } & { labels?: readonly object[] }

function pasted(change: Partial<Fields>) {
  const fields = { ...good, ...change }
  const given = Object.fromEntries(Object.entries(fields).map(([name, list]) => [name, nd.batch(list as never)]))
  return nd.augment.copyPaste(given as { images: nd.Batch; masks: nd.Batch; boxes: nd.Batch }, {
    permutation: [1, 0],
    objects: nd.batch([Int32Array.of(1), Int32Array.of(1)]),
  })
}

const dtypes = [Uint8Array, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array]
test.each(dtypes)('masks may be %o', (Kind) => {
  const masks = good.masks.map(({ data }) => mask(Kind.from(data as Uint8Array)))
  const out = pasted({ masks })
  expect(out.masks.dtype).toBe(nd.batch(masks as never).dtype)
  expect([...out.masks.at(0).dataSync()]).toEqual([1, 1, 2, 2, 0, 0])
  expect([...out.masks.at(1).dataSync()]).toEqual([2, 2, 1, 1, 0, 0])
})

test.each<[Partial<Fields>, RegExp]>([
  [
    { masks: [mask(new Uint8Array(4), [2, 2, 1]), good.masks[1]!] },
    /masks of the image's size \(2 x 3\) .* received 2 x 2 x 1/,
  ],
  [{ masks: [0, 1].map(() => mask(new Float32Array(6))) }, /masks of 8, 16 or 32 bits but received float32/],
  [{ images: [image(2, 3, 1), image()] }, /one dtype and number of channels .* uint8 with 1 and uint8 with 3/],
  [{ boxes: [{ data: new Float32Array(3), shape: [1, 3] } as never, boxes(1)] }, /boxes of shape \(n, 4\)/],
  [{ labels: [Int32Array.of(1, 2), Int32Array.of(1)] }, /a label for each of the 1 boxes but received 2/],
])('%o is refused', (change, message) => {
  expect(() => pasted(change).masks.dataSync()).toThrow(message)
})

test('more objects than a mask can number are refused', () => {
  const data = Int8Array.from({ length: 128 }, (_, i) => Math.min(i + 1, 127))
  const images = [image(1, 128), image(1, 128)]
  const masks = [
    mask(data, [1, 128, 1]),
    mask(
      Int8Array.from({ length: 128 }, (_, i) => Number(i === 127)),
      [1, 128, 1],
    ),
  ]
  const change = { images, masks, boxes: [boxes(127), boxes(1)] }
  expect(() => pasted(change).masks.dataSync()).toThrow(/at most 127 objects, which int8 can number, but received 128/)
})

test('a pipeline goes through text', async () => {
  const define = pipelineDef({ batchSize: 2, seed: 1 }, () => {
    const x = fn.constant({ idata: [...Array(18).keys()], shape: [2, 3, 3], dtype: 'uint8', layout: 'HWC' })
    const masks = fn.constant({ idata: [1, 1, 0, 0, 0, 0], shape: [2, 3, 1], dtype: 'uint8', layout: 'HWC' })
    return augment.copyPaste({ images: x, masks, boxes: fn.constant({ fdata: [0, 0, 1, 1], shape: [1, 4] }) })
  })
  await using pipe = define()
  await using again = Pipeline.deserialize(pipe.serialize())
  const bytes = (outputs: object) => Object.values(outputs).map((list) => [...list.at(0).dataSync()])
  expect(bytes(await again.run())).toEqual(bytes(await pipe.run()))
})
