// jitter: pixels come from near, as often from each place, whole and within their frame; seeds and the mask.
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { chiSquare } from '../util/random.js'
import { refusedTest } from '../util/refused.js'

type Input = { data: object; shape: number[]; layout?: string }

async function jittered(input: Input, options: object, seed = 42, numThreads = 2): Promise<number[]> {
  const define = pipelineDef({ batchSize: 1, numThreads, seed }, () =>
    fn.jitter(fn.externalSource({ source: () => [input] as never }), options),
  )
  await using pipe = define()
  const [out] = await pipe.run()
  return Array.from(out!.at(0).dataSync(), Number)
}

/** An image whose pixels are their row and column. */
const [height, width] = [150, 170]
const places = {
  ...{ shape: [height, width, 2], layout: 'HWC' },
  data: Uint8Array.from({ length: height * width * 2 }, (_, i) => (i % 2 ? (i >> 1) % width : (i >> 1) / width)),
}

test.each([1, 2, 5])('with %i places along an axis, each is as likely', async (nDegree) => {
  const out = await jittered(places, { nDegree })
  const bins: number[] = []
  const half = Math.floor(nDegree / 2)
  for (let y = nDegree; y < height - nDegree; y++) {
    for (let x = nDegree; x < width - nDegree; x++) {
      const at = (y * width + x) * 2
      const [dy, dx] = [out[at]! - y + half, out[at + 1]! - x + half]
      expect(dy >= 0 && dy < nDegree && dx >= 0 && dx < nDegree).toBe(true)
      bins.push(dy * nDegree + dx)
    }
  }
  if (nDegree > 1) expect(Math.abs(chiSquare(bins, nDegree * nDegree))).toBeLessThan(5)
  else expect(out).toEqual([...places.data])
})

test('frames keep to themselves, and move differently; pixels of any size are moved whole', async () => {
  const frame = (f: number) => Array.from({ length: 12 * 8 }, (_, i) => f * 100 + i)
  const data = Float64Array.from([0, 1, 2].flatMap(frame))
  const out = await jittered({ data, shape: [3, 12, 8, 1], layout: 'FHWC' }, { nDegree: 9 })
  const moved = [0, 1, 2].map((f) => out.slice(f * 96, f * 96 + 96).map((v) => v - f * 100))
  expect(moved.flat().every((v) => v >= 0 && v < 96)).toBe(true)
  expect(new Set(moved.map(String)).size).toBe(3)
  const rgb = { data: Uint8Array.from({ length: 300 }, (_, i) => i / 3), shape: [10, 10, 3], layout: 'HWC' }
  const colours = await jittered(rgb, {})
  expect(colours.every((v, i) => v === colours[i - (i % 3)])).toBe(true)
})

test('mask 0 copies, a seed gives the same bytes for any number of threads, and one pixel stays', async () => {
  expect(await jittered(places, { mask: 0 })).toEqual([...places.data])
  const [a, b, c] = [await jittered(places, {}, 7, 1), await jittered(places, {}, 7, 3), await jittered(places, {}, 8)]
  expect(b).toEqual(a)
  expect(c).not.toEqual(a)
  expect(await jittered({ data: Uint8Array.of(5), shape: [1, 1, 1] }, { nDegree: 99 })).toEqual([5])
  expect(await jittered({ data: new Uint8Array(0), shape: [0, 4, 3] }, {})).toEqual([])
})

const image = nd.tensor({ data: new Uint8Array(12), shape: [2, 2, 3], layout: 'HWC' })
refusedTest([
  ['no place', () => nd.jitter(image, { nDegree: 0 }), 'INVALID_ARGUMENT', /nDegree but received 0/],
  [
    'planes',
    () => nd.jitter(nd.tensor({ data: new Uint8Array(8), shape: [2, 2, 2], layout: 'CHW' })),
    'INVALID_INPUT',
    /CHW/,
  ],
])
