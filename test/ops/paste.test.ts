// paste against reference outputs (see test/golden/make_paste.py), per-sample arguments, errors.
import { fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'
import { runOn } from '../util/run-on.js'

goldenTest('paste')

const pixel = { data: Uint8Array.of(1, 2, 3), shape: [1, 1, 3], layout: 'HWC' }

test('each sample has its own canvas and place', async () => {
  const define = pipelineDef({ batchSize: 3, numThreads: 2 }, () => {
    const x = fn.externalSource({ source: () => [5, 6, 7].map((v) => ({ data: Uint8Array.of(v), shape: [1, 1, 1] })) })
    const per = (values: number[]) => fn.externalSource({ source: () => values.map((v) => Float32Array.of(v)) })
    return fn.paste(x, { ratio: per([1, 2, 3]), pasteX: per([0, 1, 0.5]), pasteY: 0, fillValue: 0, nChannels: 1 })
  })
  await using pipe = define()
  const [out] = await pipe.run()
  expect([0, 1, 2].map((i) => [...out!.at(i).dataSync()])).toEqual([[5], [0, 6, 0, 0], [0, 7, 0, 0, 0, 0, 0, 0, 0]])
})

test('an empty image gives an empty canvas', async () => {
  const out = await runOn([{ data: new Uint8Array(0), shape: [0, 4, 3] }], (x) =>
    fn.paste(x!, { ratio: 2, fillValue: 1 }),
  )
  expect(out.shape).toEqual([0, 8, 3])
})

test.each<[string, object, object, string, RegExp]>([
  ['no ratio', pixel, { fillValue: 0 }, 'INVALID_ARGUMENT', /ratio/],
  ['no colour', pixel, { ratio: 2 }, 'INVALID_ARGUMENT', /fillValue/],
  ['a smaller canvas', pixel, { ratio: 0.9, fillValue: 0 }, 'INVALID_ARGUMENT', /ratio but received 0.9/],
  ['a place outside', pixel, { ratio: 2, fillValue: 0, pasteX: 1.5 }, 'INVALID_ARGUMENT', /pasteX but received 1.5/],
  ['a colour outside', pixel, { ratio: 2, fillValue: [0, 0, 256] }, 'INVALID_ARGUMENT', /fillValue/],
  ['2 values', pixel, { ratio: 2, fillValue: [1, 2] }, 'INVALID_ARGUMENT', /1 or 3 values .* received 2/],
  ['other channels', pixel, { ratio: 2, fillValue: 1, nChannels: 1 }, 'INVALID_INPUT', /nChannels = 1 .* received 3/],
  ['float32', { data: new Float32Array(3), shape: [1, 1, 3] }, { ratio: 2, fillValue: 1 }, 'INVALID_INPUT', /uint8/],
  ['planes', { ...pixel, layout: 'CHW' }, { ratio: 2, fillValue: 1 }, 'INVALID_INPUT', /HWC for the input/],
  ['a huge canvas', pixel, { ratio: 1e9, fillValue: 1 }, 'INVALID_ARGUMENT', /canvas of up to/],
])('refuses %s', async (_, input, options, code, message) => {
  await expect(runOn([input], (x) => fn.paste(x!, options as never))).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  })
})
