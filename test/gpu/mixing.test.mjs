// What mixes images, and what moves boxes, points and masks along, on a GPU: the bytes of the CPU. In imperative mode too.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { augment, autoAug, fn, geometry, math, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { compare } from './lib/compare.mjs'
import { skip } from './lib/gpu.mjs'
import { read } from './lib/run.mjs'

const batchSize = 6
const each = (make) => Array.from({ length: batchSize }, (_, s) => make(s))
/** Height and width of each image. */
const alike = () => [17, 22]
const unlike = (s) =>
  [
    [17, 22],
    [9, 30],
    [20, 5],
  ][s % 3]
const pixels = ([height, width], channels, value) => ({
  data: Uint8Array.from({ length: height * width * channels }, (_, i) => value(i)),
  shape: [height, width, channels],
  layout: 'HWC',
})
const data = (sizes) => ({
  images: each((s) => pixels(sizes(s), 3, (i) => (i * (7 + s) + s * 31 + (i >> 5)) % 251)),
  masks: each((s) => pixels(sizes(s), 1, (i) => ((i * (s + 3)) >> 4) % 3)),
  boxes: each((s) => ({ data: Float32Array.of(0.1, 0.2, 0.6, 0.7, 0.3, 0.3, 0.5 + s * 0.05, 0.9), shape: [2, 4] })),
  points: each((s) => ({ data: Float32Array.of(0.1, 0.2, 0.6, s / batchSize), shape: [2, 2] })),
  labels: each((s) => ({ data: Int32Array.of(s, s + 1), shape: [2] })),
  classes: each((s) => ({ data: Int32Array.of(s % 4), shape: [1] })),
})
const dtypes = { images: 'uint8', masks: 'uint8', labels: 'int32', classes: 'int32' }

const draws = { numClasses: 4, seed: 5 }
const moved = (name, args) => [alike, (x) => Object.values(geometry.apply(fields(x, 'masks', 'points'), name, args))]
const fields = (x, ...names) =>
  Object.fromEntries(['images', 'boxes', 'labels', ...names].map((name) => [name, x[name]]))
const cases = {
  mixUp: [alike, (x) => augment.mixUp(x.images, x.classes, draws)],
  cutMix: [alike, (x) => augment.cutMix(x.images, x.classes, draws)],
  mosaic: [unlike, (x) => Object.values(augment.mosaic(fields(x, 'masks', 'points'), { seed: 5 }))],
  copyPaste: [unlike, (x) => Object.values(augment.copyPaste(fields(x, 'masks'), { seed: 5 }))],
  flip: moved('flip'),
  rotate: moved('rotate', { angle: 20 }),
  warpAffine: moved('warpAffine', { matrix: [1, 0.1, -2, 0.1, 1, 0.5] }),
  crop: moved('crop', { crop: [10, 12], padding: 2 }),
  randAugment: [alike, (x) => Object.values(autoAug.randAugment(fields(x, 'masks'), { n: 2, m: 17, seed: 3 }))],
  'arithmetic with a value of the CPU': [
    unlike,
    (x) => [math.clamp(x.images.mul(fn.random.uniform({ range: [0.7, 1.3], seed: 2 })).add(3), 0, 255)],
  ],
}

/** The outputs of a case, with images and masks on the GPU; deviceId null: all on the CPU. */
async function made([sizes, build], deviceId) {
  const given = data(sizes)
  const feed = (name) => fn.externalSource({ source: () => given[name], ...(dtypes[name] && { dtype: dtypes[name] }) })
  const node = (name) => (name === 'images' || name === 'masks' ? feed(name).gpu() : feed(name))
  const define = () => build(Object.fromEntries(Object.keys(given).map((name) => [name, node(name)])))
  const pipe = pipelineDef({ batchSize, numThreads: 2, deviceId, seed: 1 }, define)()
  const lists = []
  for (const list of await pipe.run()) lists.push({ device: list.device, ...read(await list.toCpu()) })
  await pipe.close()
  return lists
}

for (const [name, about] of Object.entries(cases)) {
  test(`${name} gives the bytes of the CPU`, { skip }, async () => {
    const [expected, got] = [await made(about, null), await made(about, 0)]
    assert.equal(got[0].device, 'gpu')
    for (const [i, list] of got.entries()) compare(expected[i], list, { exact: true, what: `${name}, output ${i}` })
  })
}

test('imperative mode mixes images on a GPU', { skip }, () => {
  const { images, classes, masks, boxes } = data(alike)
  const permutation = each((s) => (s + 1) % batchSize)
  const objects = nd.batch(each(() => Int32Array.of(1)))
  const on = (device) => {
    const [pictures, numbers] = [nd.batch(images).toDevice(device), nd.batch(masks).toDevice(device)]
    const mix = { numClasses: 4, lambda: 0.3, permutation }
    const pasted = { images: pictures, masks: numbers, boxes: nd.batch(boxes) }
    return [
      nd.augment.mixUp(pictures, nd.batch(classes), mix)[0],
      nd.augment.cutMix(pictures, nd.batch(classes), { ...mix, center: [0.4, 0.6] })[0],
      nd.augment.copyPaste(pasted, { permutation, objects }).images,
      pictures.add(3),
    ]
  }
  const [cpu, gpu] = [on('cpu'), on('gpu')]
  for (const [i, batch] of gpu.entries()) {
    assert.equal(batch.device, 'gpu')
    const bytes = (x) => x.cpu().tensors.map((t) => [...t.dataSync()])
    assert.deepEqual(bytes(batch), bytes(cpu[i]))
  }
})

test('a value on a GPU is divided by 0 without a fault, and a constant of 0 is refused', { skip }, async () => {
  const numbers = () => fn.externalSource({ source: () => [Int32Array.of(7, -7)], dtype: 'int32' }).gpu()
  const zeros = () => fn.externalSource({ source: () => [Int32Array.of(0, 2)], dtype: 'int32' })
  const one = async (build) => {
    const pipe = pipelineDef({ batchSize: 1, numThreads: 1, deviceId: 0 }, build)()
    try {
      return [...(await (await pipe.run())[0].toCpu()).at(0).dataSync()]
    } finally {
      await pipe.close()
    }
  }
  assert.deepEqual(await one(() => [math.floorDiv(numbers(), zeros())]), [0, -3])
  assert.deepEqual(await one(() => [math.mod(numbers(), zeros())]), [0, -1])
  await assert.rejects(
    one(() => [math.mod(numbers(), 0)]),
    { code: 'INVALID_INPUT', message: /divisor of math.mod/ },
  )
})
