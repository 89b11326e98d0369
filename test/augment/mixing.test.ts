// Compares mixUp and cutMix with torchvision's, given the same draws (test/golden/make_mixing.py), in a pipeline and in
// imperative mode; and tests what is drawn.
import { readFileSync } from 'node:fs'
import { augment, type DataNode, fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { failure } from '../util/collect.js'

interface Stored {
  at: number
  shape: [number, number, number, number]
}

const folder = new URL('../golden/', import.meta.url)
const golden = JSON.parse(readFileSync(new URL('mixing.json', folder), 'utf8')) as {
  classes: number
  inputs: Stored
  labels: number[]
  cases: { kind: 'mixUp' | 'cutMix'; lambda: number; center: [number, number]; images: Stored; labels: Stored }[]
}
const blob = new Uint8Array(readFileSync(new URL('mixing.bin', folder)))
const stored = ({ at, shape }: Stored) =>
  new Float32Array(blob.slice(at, at + 4 * shape.reduce((a, b) => a * b, 1)).buffer)

const [count, ...shape] = golden.inputs.shape
const samples = Array.from({ length: count }, (_, i) => {
  const size = shape.reduce((a, b) => a * b, 1)
  return { data: stored(golden.inputs).slice(i * size, (i + 1) * size), shape, layout: 'CHW' }
})
// What roll(1) does.
const permutation = samples.map((_, i) => (i + count - 1) % count)

type Options = Parameters<typeof augment.cutMix>[2]
const optionsOf = ({ kind, lambda, center }: (typeof golden.cases)[number]): Options => ({
  ...{ numClasses: golden.classes, lambda, permutation },
  ...(kind === 'cutMix' && { center }),
})

const close = (got: ArrayLike<number>, want: ArrayLike<number>) => {
  expect(got.length).toBe(want.length)
  const most = Math.max(...Array.from(want, (x, i) => Math.abs(x - got[i]!)))
  expect(most).toBeLessThan(1e-6)
}

const feed = (): [DataNode, DataNode] => [
  fn.externalSource({ source: () => samples, dtype: 'float32', layout: 'CHW' }),
  fn.externalSource({ source: () => Int32Array.from(golden.labels), dtype: 'int32' }),
]

test('mixUp and cutMix give what torchvision gives', async () => {
  const define = pipelineDef({ batchSize: count }, () => {
    const [images, labels] = feed()
    return golden.cases.filter((_, i) => i % 2 === 0).flatMap((c) => augment[c.kind](images, labels, optionsOf(c)))
  })
  await using pipe = define()
  const outputs = await pipe.run()
  for (const [i, c] of golden.cases.filter((_, k) => k % 2 === 0).entries()) {
    close(outputs[2 * i]!.dataSync() as Float32Array, stored(c.images))
    close(outputs[2 * i + 1]!.dataSync() as Float32Array, stored(c.labels))
    expect(outputs[2 * i + 1]!.shape(0)).toEqual([golden.classes])
  }
})

test('and so they do in imperative mode', () => {
  const images = nd.batch(samples)
  const labels = nd.batch(golden.labels.map((x) => ({ data: Int32Array.of(x), shape: [1] })))
  for (const c of golden.cases) {
    const [mixed, soft] = nd.augment[c.kind](images, labels, optionsOf(c) as object)
    close(mixed.dataSync() as Float32Array, stored(c.images))
    close(soft.dataSync() as Float32Array, stored(c.labels))
  }
})

test('shares follow the Beta distribution, and labels sum to 1', async () => {
  const batchSize = 500
  await using pipe = pipelineDef({ batchSize, seed: 3 }, () => {
    const white = fn.reinterpret(fn.random.choice(2, { shape: [4, 4, 1] }), { layout: 'HWC' })
    const labels = fn.random.choice(3)
    return [
      ...augment.mixUp(white, labels, { numClasses: 3, alpha: 0.4 }),
      ...augment.cutMix(white, labels, { numClasses: 3, alpha: 0.4, seed: 5 }),
    ]
  })()
  const [, soft, , windows] = await pipe.run()
  for (const list of [soft, windows]) {
    const rows = Array.from({ length: batchSize }, (_, i) => Array.from(list!.at(i).dataSync() as Float32Array))
    for (const row of rows) expect(Math.abs(row.reduce((a, b) => a + b) - 1)).toBeLessThan(1e-5)
    // Pairs of different classes show the share.
    const shares = rows.filter((row) => row.filter((x) => x > 0).length === 2).map((row) => row.find((x) => x > 0)!)
    expect(shares.length).toBeGreaterThan(100)
  }
  const mixedRows = Array.from({ length: batchSize }, (_, i) => Array.from(soft!.at(i).dataSync() as Float32Array))
  const shares = mixedRows.flatMap((row) => row.filter((x) => x > 0 && x < 1))
  // E[(x - 1/2)^2] of Beta(a, a) is 1 / (4 (2a + 1)).
  const spread = shares.reduce((sum, x) => sum + (x - 0.5) ** 2, 0) / shares.length
  expect(Math.abs(spread - 1 / (4 * 1.8))).toBeLessThan(0.02)
})

test('uint8 images stay uint8', () => {
  const images = nd.batch(
    [0, 255].map((v) => ({ data: new Uint8Array(48).fill(v), shape: [4, 4, 3] })),
    { layout: 'HWC' },
  )
  const labels = nd.batch([Int32Array.of(0), Int32Array.of(1)])
  const [mixed] = nd.augment.mixUp(images, labels, { numClasses: 2, lambda: 0.25, permutation: [1, 0] })
  expect([mixed.dtype, ...mixed.tensors.map((x) => (x.dataSync() as Uint8Array)[0])]).toEqual(['uint8', 191, 64])
})

test.each([
  [{ lambda: 2 }, 'Expected a number from 0 to 1 or a value for lambda but received 2'],
  [{ alpha: 0 }, 'Expected a number > 0 for alpha but received 0'],
  [{ numClasses: 0 }, 'Expected an integer >= 1 for numClasses but received 0'],
  [{ classes: 3 }, 'Expected a known option but received "classes"'],
])('%o is refused', async (options, message) => {
  const error = await failure(() => pipelineDef({ batchSize: 2 }, () => augment.mixUp(...feed(), options as Options))())
  expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', op: 'augment.mixUp' })
  expect(error.message).toContain(message)
})
