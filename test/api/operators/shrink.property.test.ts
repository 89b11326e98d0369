// shrink: 'fast' with random photos, windows and resizes of them: each photo is decoded at the smallest size that leaves
// every resize at least as many pixels as it makes, and whole where one of them needs that. Without the option the bytes
// are those of decoding, slicing and resizing one after the other.
// @module-tag shared
// @module-tag property
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { check } from '../../util/soak.js'

const folder = new URL('../../../data/photos/', import.meta.url)

/** Height and width of a JPEG, as stored. */
function extentOf(file: Uint8Array): [number, number] {
  const view = new DataView(file.buffer, file.byteOffset)
  for (let i = 2; ; i += 2 + view.getUint16(i + 2)) {
    // A frame header; none of these photos stores colours in a way that asks for more than their lightness does.
    if ([0xc0, 0xc1, 0xc2].includes(file[i + 1]!)) return [view.getUint16(i + 5), view.getUint16(i + 7)]
  }
}

const photos = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.jpg'))
  .sort()
  .map((name) => {
    const file = new Uint8Array(readFileSync(new URL(name, folder)))
    return { file, extent: extentOf(file) }
  })

/** One resize of the window: its region as shares of the window, and its size in pixels. */
interface Resize {
  from: [number, number]
  to: [number, number]
  size: [number, number]
  filter: 'linear' | 'cubic' | 'nn'
}

interface Case {
  photo: number
  /** The window, as shares of what is left of the photo. */
  window: [number, number, number, number]
  resizes: Resize[]
}

/** What the pipelines read in their next batch. */
let now: { file: Uint8Array; start: number[]; shape: number[]; resizes: Resize[] }

const source = (read: () => number[] | Uint8Array, dtype: 'uint8' | 'int32' | 'float32') =>
  fn.externalSource({
    source: () => {
      const data = read()
      return [dtype === 'uint8' ? data : dtype === 'int32' ? Int32Array.from(data) : Float32Array.from(data)]
    },
    dtype,
    ndim: 1,
  })

const filters = { nn: 0, linear: 1, cubic: 2 }

/** One batch at a time, on request, so that statistics count the batches that were asked for. */
function make(count: number, decode: (file: DataNode, start: DataNode, shape: DataNode) => DataNode) {
  return pipelineDef({ batchSize: 1, numThreads: 1, execPipelined: false }, () => {
    const image = decode(
      source(() => now.file, 'uint8'),
      source(() => now.start, 'int32'),
      source(() => now.shape, 'int32'),
    )
    return Array.from({ length: count }, (_, i) => {
      const values = source(() => {
        const { from, to, size } = now.resizes[i]!
        return [...from, ...to, ...size]
      }, 'float32')
      const [roiStart, roiEnd, size] = [0, 2, 4].map((at) => fn.slice(values, { start: [at], shape: [2], axes: [0] }))
      const interpType = source(() => [filters[now.resizes[i]!.filter]], 'int32')
      return fn.resize(image, { roiStart: roiStart!, roiEnd: roiEnd!, roiRelative: true, size: size!, interpType })
    })
  })()
}

const slice = (shrink: 'fast' | 'off') => (file: DataNode, start: DataNode, shape: DataNode) =>
  fn.decoders.imageSlice(file, { start, shape, axisNames: 'HW', adjustOrientation: false, shrink })
const steps = (file: DataNode, start: DataNode, shape: DataNode) =>
  fn.slice(fn.decoders.image(file, { adjustOrientation: false }), { start, shape, axisNames: 'HW' })

const most = 4
const pipes = Array.from({ length: most }, (_, i) =>
  [slice('fast'), slice('off'), steps].map((decode) => make(i + 1, decode)),
)
beforeAll(() => Promise.all(pipes.flat().map((pipe) => pipe.build())))
afterAll(() => Promise.all(pipes.flat().map((pipe) => pipe.close())))

async function pixelsOf(pipe: (typeof pipes)[number][number]): Promise<{ shape: number[]; data: Uint8Array }[]> {
  const outputs = await pipe.run()
  return outputs.map((output) => ({
    shape: output.at(0).shape.slice(),
    data: output.at(0).dataSync().slice() as Uint8Array,
  }))
}

/** The factors at which the pipeline has decoded images, with their numbers. */
const factorsOf = (pipe: (typeof pipes)[number][number]): Record<string, number> => {
  const ops = pipe.statistics().stages.flatMap((stage) => stage.ops)
  return ops.find(({ decodedAt }) => decodedAt)?.decodedAt ?? {}
}

/** Shares that are as likely everywhere; doubles of fast-check are mostly tiny. */
const share = (most: number, least = 0) =>
  fc.integer({ min: 1000 * least, max: 1000 * most }).map((thousandths) => thousandths / 1000)
const resize: fc.Arbitrary<Resize> = fc.record({
  from: fc.oneof(fc.constant<[number, number]>([0, 0]), fc.tuple(share(0.5), share(0.5))),
  to: fc.oneof(
    fc.constant<[number, number]>([1, 1]),
    fc.tuple(share(0.5), share(0.5)).map(([y, x]): [number, number] => [1 - y / 2, 1 - x / 2]),
  ),
  size: fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 90 })),
  filter: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('linear' as const, 'cubic' as const) },
    fc.constant('nn' as const),
  ),
})
const cases: fc.Arbitrary<Case> = fc.record({
  photo: fc.nat(photos.length - 1),
  window: fc.tuple(share(0.6), share(0.6), share(1, 0.3), share(1, 0.3)),
  resizes: fc.array(resize, { minLength: 1, maxLength: most }),
})

test('every resize gets at least the pixels that it makes, and no decoder makes more than that takes', async () => {
  const met = new Set<string>()
  await check(
    400,
    11,
    fc.asyncProperty(cases, async ({ photo, window, resizes }) => {
      const { file, extent } = photos[photo]!
      const start = extent.map((n, d) => Math.floor(n * window[d]!))
      const shape = extent.map((n, d) => Math.max(1, Math.floor((n - start[d]!) * window[2 + d]!)))
      now = { file, start, shape, resizes }
      const [fast, off, apart] = pipes[resizes.length - 1]!
      const before = factorsOf(fast!)
      const [smaller, whole, plain] = [await pixelsOf(fast!), await pixelsOf(off!), await pixelsOf(apart!)]
      expect(whole).toEqual(plain)
      expect(smaller.map(({ shape }) => shape)).toEqual(whole.map(({ shape }) => shape))
      const after = factorsOf(fast!)
      const made = Object.keys(after).filter((factor) => after[factor] !== (before[factor] ?? 0))
      expect(made).toHaveLength(1)
      const [factor] = made as [string]
      met.add(factor)
      // Pixels that the resizes make per pixel of the window, along the axis that needs most.
      const needs = resizes.flatMap(({ from, to, size }) =>
        size.map((pixels, d) => pixels / Math.abs((Math.fround(to[d]!) - Math.fround(from[d]!)) * shape[d]!)),
      )
      const most = Math.max(...needs)
      const scale = factor === '1' ? 1 : 1 / Number(factor.slice(2))
      // Positions are float32: a need that is a factor itself may fall on either side of it.
      const noise = 1e-4
      if (scale < 1) {
        expect(scale).toBeGreaterThanOrEqual(most * (1 - noise))
        expect(resizes.every(({ filter }) => filter !== 'nn')).toBe(true)
      } else expect(smaller).toEqual(whole)
      const single = resizes.some(({ filter }) => filter === 'nn')
      if (!single && scale > 1 / 8) expect(scale / 2).toBeLessThan(most * (1 + noise))
    }),
    24,
  )
  expect([...met].sort()).toEqual(['1', '1/2', '1/4', '1/8'])
})
