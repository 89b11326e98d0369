// experimental.dilate and experimental.erode against reference outputs (see test/golden/make_experimental_dilate.py), both
// modes, and what is refused.
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { goldenTest } from '../util/golden.js'

goldenTest('experimental_dilate')

type Args = NonNullable<Parameters<typeof fn.experimental.dilate>[1]>

const row = { data: Uint8Array.of(9, 1, 5, 7), shape: [1, 4, 1], layout: 'HWC' }

async function dilate(data: unknown, args: Args) {
  const define = pipelineDef({ batchSize: 1, numThreads: 1, prefetchQueueDepth: 1 }, () =>
    fn.experimental.dilate(fn.externalSource({ source: () => [data] as never }), args),
  )
  await using pipe = define()
  const [list] = await pipe.run()
  return [...(list!.at(0).copy().dataSync() as Uint8Array)]
}

test('the namespace of imperative mode has readers and operators', async () => {
  expect(Object.keys(nd.experimental)).toEqual(expect.arrayContaining(['dilate', 'erode', 'medianBlur', 'readers']))
  expect(await dilate(row, {})).toEqual([9, 9, 7, 7])
})

test('an empty image stays empty', async () => {
  expect(await dilate({ data: new Uint8Array(0), shape: [0, 5, 3], layout: 'HWC' }, {})).toEqual([])
})

test.each<[string, Args, RegExp]>([
  ['an anchor outside', { anchor: [3, 0] }, /anchor within the mask's 3/],
  ['three sizes', { maskSize: [3, 3, 3] }, /1 or 2 values .* for maskSize/],
  ['no iteration', { iterations: 0 }, /iterations/],
  ['a mask beyond the limit', { maskSize: [9, 9], iterations: 100000 }, /at most 65535/],
])('%s is refused', async (_, args, message) => {
  await expect(dilate(row, args)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringMatching(message),
  })
})
