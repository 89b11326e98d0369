// contrast against reference outputs, and what it refuses; see test/golden/make_brightness_contrast.py.
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { refusedTest } from '../util/refused.js'

goldenTest('contrast')

const image = nd.tensor({ data: new Uint8Array(2 * 5 * 3), shape: [2, 5, 3], layout: 'HWC' })
refusedTest([
  [
    'a factor that is no number',
    () => nd.contrast(image, { contrast: Number.NaN }),
    'INVALID_ARGUMENT',
    /finite number for contrast but received NaN/,
  ],
  [
    'no values',
    () => nd.contrast(image, { contrast: [] as never }),
    'INVALID_ARGUMENT',
    /a number for contrast but received \[\]/,
  ],
  [
    'a centre beside aroundMean',
    () => nd.contrast(image, { aroundMean: true, contrastCenter: 3 }),
    'INVALID_ARGUMENT',
    /no contrastCenter beside aroundMean/,
  ],
  [
    'aroundMean of two channels',
    () => nd.contrast(nd.tensor({ data: new Uint8Array(4), shape: [1, 2, 2], layout: 'HWC' }), { aroundMean: true }),
    'INVALID_INPUT',
    /uint8 in HWC or FHWC with 1 or 3 channels beside aroundMean but received uint8 in 'HWC' with 2 channels/,
  ],
  [
    'aroundMean of floats',
    () => nd.contrast(nd.tensor({ data: new Float32Array(3), shape: [1, 1, 3], layout: 'HWC' }), { aroundMean: true }),
    'INVALID_INPUT',
    /but received float32/,
  ],
])

test('aroundMean keeps the mean brightness of each frame, by the weights of BT.601', () => {
  const frames = [
    [10, 20, 30, 50, 60, 70],
    [0, 255, 0, 200, 1, 9],
  ]
  const data = Uint8Array.from(frames.flat())
  const video = nd.tensor({ data, shape: [2, 1, 2, 3], layout: 'FHWC' })
  const out = nd.contrast(video, { contrast: 0.5, aroundMean: true })
  const want = frames.flatMap((frame) => {
    const [r, g, b] = [0, 1, 2].map((c) => (frame[c]! + frame[c + 3]!) / 2) as [number, number, number]
    const mean = 0.299 * r + 0.587 * g + 0.114 * b
    return frame.map((v) => Math.round(mean + 0.5 * (v - mean)))
  })
  expect([...(out.dataSync() as Uint8Array)]).toEqual(want)
  // A frame of more pixels than a sum of 32 bits takes at once, with a rest.
  const [height, width] = [1031, 1024]
  const large = Uint8Array.from({ length: height * width }, (_, i) => (i < 1024 ? 7 : 255))
  const grey = nd.tensor({ data: large, shape: [height, width, 1], layout: 'HWC' })
  const flat = nd.contrast(grey, { contrast: 0, aroundMean: true }).dataSync() as Uint8Array
  expect(new Set(flat)).toEqual(new Set([Math.round((7 + 255 * 1030) / 1031)]))
})
