// Tests slice against reference outputs (see test/golden/make_slice.py), and after operators whose shape is not known
// early.
import { readFileSync } from 'node:fs'
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { refusedTest } from '../util/refused.js'

goldenTest('slice')

const file = new Uint8Array(readFileSync(new URL('../../data/formats/s420.jpg', import.meta.url)))

test('windows of a resized image come from random operators, as inputs and as arguments', async () => {
  const define = pipelineDef({ batchSize: 4, numThreads: 2, seed: 3 }, () => {
    const x = fn.decoders.image(fn.externalSource({ source: () => Array(4).fill(file) }))
    const y = fn.resize(x, { size: [40, 50] })
    const anchor = fn.random.uniform({ range: [0, 0.4], shape: [2] })
    const shape = fn.random.uniform({ range: [0.3, 0.6], shape: [2] })
    return [fn.slice(y, anchor, shape), fn.slice(y, { relStart: anchor, relShape: shape })]
  })
  await using pipe = define()
  const [inputs, args] = await pipe.run()
  for (let i = 0; i < 4; i++) {
    expect(inputs!.shape(i)).toEqual(args!.shape(i))
    expect(inputs!.at(i).copy().dataSync()).toEqual(args!.at(i).copy().dataSync())
  }
  expect(new Set([0, 1, 2, 3].map((i) => `${inputs!.shape(i)}`)).size).toBeGreaterThan(1)
})

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
refusedTest([
  [
    'a window that is too large',
    () => nd.slice(image, { start: [0], shape: [99], axes: [0] }),
    'INVALID_INPUT',
    /a window inside the input/,
  ],
  [
    'a negative size',
    () => nd.slice(image, { start: [0], shape: [-1], axes: [0] }),
    'INVALID_ARGUMENT',
    /received start 0, end -1/,
  ],
  [
    'an axis that is too large',
    () => nd.slice(image, { start: [0], shape: [1], axes: [5] }),
    'INVALID_ARGUMENT',
    /-3 to 2 for axes but received 5/,
  ],
  [
    'a start that is no number',
    () => nd.slice(image, { relStart: [Number.NaN], axes: [0] }),
    'INVALID_ARGUMENT',
    /for relStart but received NaN at \[0\]/,
  ],
  [
    'two starts',
    () => nd.slice(image, { start: [0], relStart: [0], axes: [0] }),
    'INVALID_ARGUMENT',
    /start or relStart but received both/,
  ],
])
