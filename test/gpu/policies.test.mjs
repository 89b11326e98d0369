// The policies of autoAug on a GPU: the bytes of the CPU, for images and for sequences, whose frames are augmented alike.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { autoAug, fn, pipelineDef } from 'penstock-data'
import { compare } from './lib/compare.mjs'
import { skip } from './lib/gpu.mjs'
import { read } from './lib/run.mjs'

const batchSize = 24
const pixels = (length, s) => Uint8Array.from({ length }, (_, i) => (i * (7 + s) + s * 31 + (i >> 5)) % 251)
const kinds = {
  images: { shape: [17, 22, 3], layout: 'HWC' },
  sequences: { shape: [3, 9, 12, 3], layout: 'FHWC' },
}
const policies = {
  randAugment: (x, seed) => autoAug.randAugment(x, { n: 3, m: 21, seed }),
  'randAugment, ranges of AutoAugment': (x, seed) => autoAug.randAugment(x, { n: 2, monotonicMag: false, seed }),
  trivialAugmentWide: (x, seed) => autoAug.trivialAugmentWide(x, { seed }),
  ...Object.fromEntries(
    ['imageNet', 'reducedImageNet', 'cifar10', 'svhn'].map((policy) => [
      policy,
      (x, seed) => autoAug.autoAugment(x, { policy, seed }),
    ]),
  ),
}

async function made({ shape, layout }, policy, deviceId) {
  const length = shape.reduce((a, b) => a * b)
  const source = () => Array.from({ length: batchSize }, (_, s) => ({ data: pixels(length, s), shape }))
  const images = () => fn.externalSource({ source, dtype: 'uint8', layout }).gpu()
  // A seed of their own: .gpu() is a node of the graph, from whose place seeds are derived.
  const pipe = pipelineDef({ batchSize, numThreads: 2, deviceId }, () => [1, 2].map((seed) => policy(images(), seed)))()
  const outputs = await pipe.run()
  const lists = []
  for (const list of outputs) lists.push({ device: list.device, ...read(await list.toCpu()) })
  await pipe.close()
  return lists
}

for (const [kind, about] of Object.entries(kinds)) {
  for (const [name, policy] of Object.entries(policies)) {
    test(`${name} of ${kind} gives the bytes of the CPU`, { skip }, async () => {
      const [expected, got] = [await made(about, policy, null), await made(about, policy, 0)]
      for (const [i, list] of got.entries()) {
        assert.equal(list.device, 'gpu')
        compare(expected[i], list, { exact: true, what: `${name}, seed ${i + 1}` })
      }
    })
  }
}
