// Operators in a row that a program does in one go: the bytes are those of the graph, and a value inside the row that is read
// afterwards, or was read before, is what it would be alone.
// @module-tag shared
import { type DataNode, fn, math, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { loadGolden } from '../util/golden.js'
import { type Given, type Made, made, samplesOf, ways } from './ways.js'

const { golden, stored } = loadGolden('decoders_image_crop')
const inputs = golden.cases.filter((c) => c.outputs.length).map((c) => c.inputs[0]!)
const files = [0, 5, 9].map((i) => stored(inputs[i]!) as Uint8Array)
const photos = [0, 1, 2].map((i) => ({
  data: Uint8Array.from({ length: (30 + i) * 40 * 3 }, (_, k) => (k * 37 + ((k * i) >> 4)) & 255),
  shape: [30 + i, 40, 3],
  layout: 'HWC',
}))

/** Functions of fn or of nd: the chains need no more than that they can be called. */
// biome-ignore lint/suspicious/noExplicitAny: the same text for both
type Functions = any
const normal = { crop: [16, 16], mean: [120, 110, 100], std: [60, 61, 62] }

/** Each step makes a value of the one before. */
const chains: Record<string, [unknown[], ...((f: Functions, x: unknown) => unknown)[]]> = {
  'decode, crop': [files, (f, x) => f.decoders.image(x), (f, x) => f.crop(x, { crop: [10, 12] })],
  'decode, slice': [
    files,
    (f, x) => f.decoders.image(x),
    (f, x) => f.slice(x, { start: [3, 4], shape: [11, 13], axes: [0, 1] }),
  ],
  'resize, normalize': [
    photos,
    (f, x) => f.resize(x, { size: [20, 22] }),
    (f, x) => f.cropMirrorNormalize(x, { ...normal, mirror: 1 }),
  ],
  'decode, resize, normalize': [
    files,
    (f, x) => f.decoders.image(x),
    (f, x) => f.resize(x, { resizeShorter: 24 }),
    (f, x) => f.cropMirrorNormalize(x, normal),
  ],
  arithmetic: [
    photos,
    (f, x) => f.math.mul(x, 1.5),
    (f, x) => f.math.add(x, 3),
    (f, x) => f.math.min(x, 200),
    (f, x) => f.math.sub(x, 7),
  ],
  'decode, crop, resize, normalize, cast': [
    files,
    (f, x) => f.decoders.image(x),
    (f, x) => f.crop(x, { crop: [18, 18], cropPosX: 0.1 }),
    (f, x) => f.resize(x, { size: [17, 19] }),
    (f, x) => f.cropMirrorNormalize(x, normal),
    (f, x) => f.cast(x, { dtype: 'float16' }),
  ],
}

/** Operators of arithmetic are in an object of their own, beside fn. */
const graph: Functions = { ...fn, math }

/** What a pipeline gives whose only output is that of the first `count` steps: it may fuse all of them. */
async function reference(name: string, count: number): Promise<Made[]> {
  const [data, ...steps] = chains[name]!
  const define = pipelineDef({ batchSize: data.length, numThreads: 2, seed: 1 }, () => {
    let x: unknown = fn.externalSource({ source: () => data as Uint8Array[] })
    for (const step of steps.slice(0, count)) x = step(graph, x)
    return x as DataNode
  })
  await using pipe = define()
  const [list] = await pipe.run()
  return [...list!].map((t) => made(t))
}

describe.each(Object.keys(chains))('%s', (name) => {
  const [data, ...steps] = chains[name]!
  const input = nd.batch(data as Uint8Array[])
  const play = (x: Given) => {
    const all: Given[] = []
    for (const step of steps) all.push(step(nd, all.at(-1) ?? x) as Given)
    return all
  }

  test.each(Object.entries(ways))('gives what its calls give alone, in the way: %s', async (_, way) => {
    const want = await Promise.all(steps.map((_, i) => reference(name, i + 1)))
    // The last value alone; then what was left inside, from the end and from the beginning; twice, as a program remembers.
    for (let round = 0; round < 3; round++) {
      const all = way(() => play(input))
      expect(samplesOf(all.at(-1)!)).toEqual(want.at(-1))
      for (const i of round % 2 ? steps.keys() : [...steps.keys()].reverse()) {
        expect(samplesOf(all[i]!), `step ${i}, round ${round}`).toEqual(want[i])
      }
    }
    const early = way(() => play(input))
    expect(samplesOf(early[0]!)).toEqual(want[0])
    expect(samplesOf(early.at(-1)!)).toEqual(want.at(-1))
    // Of one sample.
    const single = way(() => play(input.tensors[1]!))
    single.forEach((x, i) => {
      expect(samplesOf(x)).toEqual([want[i]![1]])
    })
    // Input and values inside may go at once.
    const gone = nd.batch(data as Uint8Array[])
    const rest = way(() => play(gone))
    for (const x of [gone, ...rest.slice(0, -1)]) x.dispose()
    expect(samplesOf(rest.at(-1)!)).toEqual(want.at(-1))
  })
})
