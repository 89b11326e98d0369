// gaussianBlur against reference outputs (see test/golden/make_gaussian_blur.py), windows of random operators, and what
// is refused.
import { fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'

goldenTest('gaussian_blur')

type Args = Parameters<typeof fn.gaussianBlur>[1]

async function blur(data: unknown, args: Args) {
  const define = pipelineDef({ batchSize: 1, numThreads: 1, prefetchQueueDepth: 1 }, () =>
    fn.gaussianBlur(fn.externalSource({ source: () => [data] as never }), args),
  )
  await using pipe = define()
  const [list] = await pipe.run()
  return [...(list!.at(0).copy().dataSync() as Float32Array)]
}

test('each sample has its own window, as a node and as constants', async () => {
  const row = (n: number) => ({
    data: Float32Array.from({ length: 16 }, (_, i) => ((i * 37 + n) % 11) * 5),
    shape: [4, 4],
  })
  const define = pipelineDef({ batchSize: 3, numThreads: 2, seed: 5 }, () => {
    const x = fn.externalSource({ source: () => [row(0), row(1), row(2)] })
    const sigma = fn.random.uniform({ range: [0.5, 2], shape: [2] })
    return [x, sigma, fn.gaussianBlur(x, { sigma })]
  })
  await using pipe = define()
  const [, sigmas, blurred] = await pipe.run()
  const all: number[][] = []
  for (let i = 0; i < 3; i++) {
    const sigma = [...(sigmas!.at(i).copy().dataSync() as Float32Array)]
    all.push(sigma)
    expect([...(blurred!.at(i).copy().dataSync() as Float32Array)]).toEqual(await blur(row(i), { sigma }))
  }
  expect(new Set(all.map(String)).size).toBe(3)
})

test('an empty image stays empty', async () => {
  expect(await blur({ data: new Uint8Array(0), shape: [0, 5, 3], layout: 'HWC' }, { sigma: 1 })).toEqual([])
})

const image = { data: new Uint8Array(60), shape: [4, 5, 3], layout: 'HWC' }
const shaped = (shape: number[], layout?: string) => ({
  data: new Uint8Array(shape.reduce((a, b) => a * b)),
  shape,
  ...(layout && { layout }),
})

test.each<[string, unknown, Args, string, RegExp]>([
  ['no window', image, {}, 'INVALID_ARGUMENT', /sigma or windowSize but received none/],
  ['no window for one axis', image, { sigma: [0, 1] }, 'INVALID_ARGUMENT', /every spatial axis/],
  ['an even window', image, { windowSize: 4 }, 'INVALID_ARGUMENT', /an odd number .* for windowSize but received 4/],
  ['a negative window', image, { windowSize: -3 }, 'INVALID_ARGUMENT', /received -3/],
  ['a window beyond the limit', image, { windowSize: 65537 }, 'INVALID_ARGUMENT', /up to 65535/],
  ['a negative sigma', image, { sigma: -1 }, 'INVALID_ARGUMENT', /a list of numbers >= 0 for sigma but received -1/],
  ['a sigma beyond the limit', image, { sigma: 1e6 }, 'INVALID_ARGUMENT', /sigma up to 10922/],
  ['too many values', image, { sigma: [1, 1, 1] }, 'INVALID_ARGUMENT', /1 or 2 values .* for sigma but received 3/],
  ['another dtype', image, { sigma: 1, dtype: 'int16' }, 'INVALID_ARGUMENT', /float32 or the input's uint8 for dtype/],
  ['channels in the middle', shaped([3, 4, 3], 'HCW'), { sigma: 1 }, 'INVALID_INPUT', /'HCW'/],
  ['frames behind', shaped([3, 4, 3], 'HWF'), { sigma: 1 }, 'INVALID_INPUT', /'HWF'/],
  ['frames twice', shaped([2, 2, 3], 'FFH'), { sigma: 1 }, 'INVALID_INPUT', /'FFH'/],
  ['no spatial axis', shaped([3, 2], 'FC'), { sigma: 1 }, 'INVALID_INPUT', /1 to 3 spatial axes .* received 0/],
  ['four spatial axes', shaped([2, 2, 2, 2]), { sigma: 1 }, 'INVALID_INPUT', /received 4/],
])('%s is refused', async (_, data, args, code, message) => {
  await expect(blur(data, args)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
})
