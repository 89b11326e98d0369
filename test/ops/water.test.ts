// water against reference outputs (see test/golden/make_water.py), its formula at single pixels, frames, and what it refuses.
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { refusedTest } from '../util/refused.js'
import { runOn } from '../util/run-on.js'

goldenTest('water')

/** One channel whose pixel (x, y) is 10 y + x. */
const grid = (height: number, width: number, layout = 'HWC') => ({
  data: Uint8Array.from({ length: height * width }, (_, i) => 10 * Math.floor(i / width) + (i % width)),
  shape: layout === 'FHWC' ? [1, height, width, 1] : [height, width, 1],
  layout,
})

test('a row moves by the sine, a column by the cosine', async () => {
  // The sine of a row is about 0.1, 1, -0.1, -1; a column moves by cos(pi) = -1.
  const args = { amplX: 2.25, freqX: Math.PI / 2, phaseX: 0.1, amplY: 1.25, freqY: 0, phaseY: Math.PI, fillValue: 99 }
  const out = await runOn([grid(4, 5)], (x) => fn.water(x!, args))
  expect([...out.data]).toEqual([
    ...[99, 99, 99, 99, 99],
    ...[99, 99, 99, 99, 99],
    ...[99, 0, 1, 2, 3],
    ...[99, 99, 99, 10, 11],
  ])
})

test('fillValue of uint8 is rounded and saturated', async () => {
  for (const [fillValue, pixel] of [
    [300, 255],
    [-3, 0],
    [7.5, 8],
  ] as const) {
    const out = await runOn([grid(1, 1)], (x) => fn.water(x!, { amplX: 0, amplY: 9, fillValue }))
    expect([...out.data]).toEqual([pixel])
  }
})

test('a mask of 0 leaves the sample as it is, whether constant, per sample or per frame', async () => {
  const args = { amplX: 9, amplY: 9, fillValue: 99 }
  const still = await runOn([grid(3, 4)], (x) => fn.water(x!, { ...args, mask: 0 }))
  expect([...still.data]).toEqual([...grid(3, 4).data])
  const moved = await runOn([grid(3, 4)], (x) => fn.water(x!, args))
  expect([...moved.data]).toEqual(Array(12).fill(99))
  const frames = { data: Uint8Array.of(...grid(3, 4).data, ...grid(3, 4).data), shape: [2, 3, 4, 1], layout: 'FHWC' }
  const mask = { data: Int32Array.of(0, 1), shape: [2], layout: 'F' }
  const both = await runOn([frames, mask], (x, m) => fn.water(x!, { ...args, mask: fn.perFrame(m!) }))
  expect([...both.data]).toEqual([...grid(3, 4).data, ...Array(12).fill(99)])
})

test('the frames of a sequence are moved alike', async () => {
  const args = { amplX: 1.5, amplY: -1.5, interpType: 'linear' } as const
  const image = await runOn([grid(6, 7)], (x) => fn.water(x!, args))
  const frame = await runOn([grid(6, 7, 'FHWC')], (x) => fn.water(x!, args))
  expect(frame.layout).toBe('FHWC')
  expect([...frame.data]).toEqual([...image.data])
})

test('samples of a batch have waves of their own extents', async () => {
  const samples = [grid(3, 4), grid(7, 2), { ...grid(1, 1), data: new Uint8Array(0), shape: [0, 5, 1] }]
  const define = pipelineDef({ batchSize: 3, numThreads: 2 }, () =>
    fn.water(fn.externalSource({ source: () => samples }), { amplX: 1, amplY: 1 }),
  )
  await using pipe = define()
  const [list] = await pipe.run()
  for (const [i, sample] of samples.entries()) {
    const alone = await runOn([sample], (x) => fn.water(x!, { amplX: 1, amplY: 1 }))
    expect([...(list!.at(i).dataSync() as Uint8Array)]).toEqual([...alone.data])
  }
})

const image = nd.tensor({ data: new Uint8Array(12), shape: [2, 2, 3], layout: 'HWC' })
refusedTest([
  [
    'planes',
    () => nd.water(nd.tensor({ data: new Uint8Array(12), shape: [3, 2, 2], layout: 'CHW' })),
    'INVALID_INPUT',
    /one of the layouts HWC, FHWC for the input but received 'CHW'/,
  ],
  [
    'int16',
    () => nd.water(nd.tensor({ data: new Int16Array(4), shape: [2, 2, 1], layout: 'HWC' })),
    'INVALID_INPUT',
    /uint8 or float32 for the input but received int16/,
  ],
  [
    'cubic',
    () => nd.water(image, { interpType: 'cubic' as 'nn' }),
    'INVALID_ARGUMENT',
    /'nn', 'linear' for interpType/,
  ],
])
