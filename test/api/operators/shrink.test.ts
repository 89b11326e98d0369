// shrink: 'fast' of the decoders: which plans decode smaller images, that nothing else changes a pixel, and that threads and
// executors do not. Sizes and pixels by the eighths are native tests (native/test/shrink_test.cc).
// @module-tag shared
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type DataNode, fn, type PipelineOptions, pipelineDef } from '../../../src/index.js'

const folder = new URL('../../../data/photos/', import.meta.url)
const photos = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.jpg'))
  .sort()
  .map((name) => new Uint8Array(readFileSync(new URL(name, folder))))

interface Output {
  shapes: readonly (readonly number[])[]
  data: Uint8Array[]
  /** A digest of each sample's bytes. */
  bytes: string[]
  text: string
  badSamples: number
  /** The numbers of images by the factors at which decoders with the option have made them. */
  decodedAt: Record<string, number>
}

/** The outputs of one batch of the files, and the plan as text. */
async function run(
  make: (files: DataNode) => DataNode | DataNode[],
  options: PipelineOptions = {},
  files: readonly Uint8Array[] = photos,
): Promise<Output[]> {
  const define = pipelineDef({ batchSize: files.length, numThreads: 2, seed: 3, ...options }, () => {
    // One batch: with more, those that are made ahead would count as bad samples too.
    const made = make(fn.externalSource({ source: [files], dtype: 'uint8', ndim: 1 }))
    return Array.isArray(made) ? made : [made]
  })
  await using pipe = define()
  const outputs = await pipe.run()
  const ops = pipe.statistics().stages.flatMap((stage) => stage.ops)
  const decodedAt = ops.find((op) => op.decodedAt)?.decodedAt ?? {}
  return outputs.map((output) => {
    const data = Array.from(output, (sample) => (sample.dataSync() as unknown as Uint8Array).slice())
    return {
      data,
      bytes: data.map((pixels) => createHash('sha256').update(pixels).digest('hex')),
      shapes: Array.from(output, (sample) => [...sample.shape]),
      text: pipe.toString(),
      badSamples: pipe.statistics().badSamples.length,
      decodedAt,
    }
  })
}

const small = (files: DataNode, shrink: 'fast' | 'off') =>
  fn.resize(fn.decoders.image(files, { shrink }), { size: [40, 40] })

/** Root of the mean squared difference over all samples. */
function rms(a: Output, b: Output): number {
  let sum = 0
  let count = 0
  for (const [i, pixels] of a.data.entries()) {
    for (let k = 0; k < pixels.length; k++) sum += (pixels[k]! - b.data[i]![k]!) ** 2
    count += pixels.length
  }
  return Math.sqrt(sum / count)
}

const normalized = { dtype: 'uint8', outputLayout: 'HWC', crop: [30, 30] } as const

describe('resizes that have their images decoded smaller', () => {
  it.each<[string, (files: DataNode, shrink: 'fast' | 'off') => DataNode]>([
    ['resize', small],
    ['resize, by the shorter side', (f, shrink) => fn.resize(fn.decoders.image(f, { shrink }), { resizeShorter: 40 })],
    ['resize, fused', (f, shrink) => fn.cropMirrorNormalize(small(f, shrink), normalized)],
    [
      'resizeCropMirror',
      (f, shrink) =>
        fn.resizeCropMirror(fn.decoders.image(f, { shrink }), { resizeShorter: 40, crop: [32, 32], mirror: 1 }),
    ],
    [
      'randomResizedCrop',
      (f, shrink) => fn.randomResizedCrop(fn.decoders.image(f, { shrink }), { size: 24, randomArea: [0.5, 1] }),
    ],
    [
      'resize of a crop',
      (f, shrink) => fn.resize(fn.decoders.imageCrop(f, { shrink, crop: [150, 170] }), { size: [30, 30] }),
    ],
    [
      'resize of a crop that fusion makes',
      (f, shrink) => fn.resize(fn.crop(fn.decoders.image(f, { shrink }), { crop: [150, 170] }), { size: [30, 30] }),
    ],
    [
      'resize of a slice',
      (f, shrink) => {
        const window = { relStart: [0.11, 0.13], relShape: [0.7, 0.8], axisNames: 'HW' }
        return fn.resize(fn.decoders.imageSlice(f, { shrink, ...window }), { size: [30, 30] })
      },
    ],
    [
      'resize of a random crop',
      (f, shrink) => fn.resize(fn.decoders.imageRandomCrop(f, { shrink, randomArea: [0.5, 1] }), { size: [24, 24] }),
    ],
  ])('%s', async (_, make) => {
    const [whole] = await run((files) => make(files, 'off'))
    const [fast] = await run((files) => make(files, 'fast'))
    expect(fast!.text).toContain('decodes no more pixels than the resize needs')
    expect(fast!.shapes).toEqual(whole!.shapes)
    expect(fast!.bytes).not.toEqual(whole!.bytes)
    expect(rms(fast!, whole!)).toBeLessThan(4)
  })

  it('several of one decoder: crops of different sizes', async () => {
    const crops = (f: DataNode, shrink: 'fast' | 'off') => {
      const image = fn.decoders.image(f, { shrink })
      const large = [0, 1].map((seed) => fn.randomResizedCrop(image, { size: 40, randomArea: [0.4, 1], seed }))
      const small = [2, 3, 4, 5, 6, 7].map((seed) =>
        fn.randomResizedCrop(image, { size: 16, randomArea: [0.05, 0.4], seed }),
      )
      return [...large.map((crop) => fn.cropMirrorNormalize(crop, { ...normalized, mirror: 1 })), ...small]
    }
    const whole = await run((files) => crops(files, 'off'))
    const fast = await run((files) => crops(files, 'fast'))
    expect(fast[0]!.text).toContain('decodes no more pixels than each of the resizes needs')
    expect(Object.keys(fast[0]!.decodedAt).length).toBeGreaterThan(1)
    expect(Object.values(fast[0]!.decodedAt).reduce((a, b) => a + b)).toBe(photos.length)
    for (const [i, output] of fast.entries()) {
      expect(output.shapes).toEqual(whole[i]!.shapes)
      expect(output.bytes).not.toEqual(whole[i]!.bytes)
      expect(rms(output, whole[i]!)).toBeLessThan(4)
    }
    const [first] = await run((files) => crops(files, 'fast'), { numThreads: 1 })
    for (const executor of [{}, { execDynamic: false }, { execPipelined: false }]) {
      const [again] = await run((files) => crops(files, 'fast'), { numThreads: 8, ...executor })
      expect(again!.bytes).toEqual(first!.bytes)
    }
  })

  it('are counted by the factor at which their images were decoded', async () => {
    const at = async (make: (image: DataNode) => DataNode | DataNode[]) => {
      const [output] = await run((f) => make(fn.decoders.image(f, { shrink: 'fast' })), { execPipelined: false })
      return output!.decodedAt
    }
    const n = photos.length
    const size = (side: number) => (image: DataNode) => fn.resize(image, { size: [side, side] })
    expect(await at(size(20))).toEqual({ '1/8': n })
    expect(await at((image) => [size(20)(image), size(900)(image)])).toEqual({ '1': n })
    expect(await at((image) => fn.flip(image))).toEqual({ '1': n })
    const mixed = await at(size(60))
    expect(Object.keys(mixed).sort()).toEqual(['1/2', '1/4', '1/8'])
    const [off] = await run((f) => small(f, 'off'))
    expect(off!.decodedAt).toEqual({})
  })

  it('gives the same bytes with 1 and 8 threads, in every executor', async () => {
    const make = (f: DataNode) =>
      fn.resize(fn.decoders.imageRandomCrop(f, { shrink: 'fast', randomArea: [0.3, 1] }), { size: [24, 24] })
    const [first] = await run(make, { numThreads: 1 })
    for (const executor of [{}, { execDynamic: false }, { execPipelined: false }]) {
      const [again] = await run(make, { numThreads: 8, ...executor })
      expect(again!.bytes).toEqual(first!.bytes)
    }
  })
})

describe('images that are decoded whole', () => {
  const whole = (f: DataNode) => fn.decoders.image(f, { shrink: 'fast' })
  it.each<[string, string, (image: DataNode) => DataNode[]]>([
    ['an output', 'they leave the stage', (image) => [image]],
    ['an output beside a resize', 'they leave the stage', (image) => [fn.resize(image, { size: [40, 40] }), image]],
    [
      'a flip beside a resize',
      'flip, which reads them, is no resize',
      (image) => [fn.resize(image, { size: [40, 40] }), fn.flip(image, { vertical: 1 })],
    ],
    [
      'nearest neighbours beside a resize',
      'resize takes single pixels',
      (image) => [fn.resize(image, { size: [40, 40] }), fn.resize(image, { size: [40, 40], interpType: 'nn' })],
    ],
    [
      'a resize of a flip',
      'flip, which reads them, is no resize',
      (image) => [fn.resize(fn.flip(image, { vertical: 1 }), { size: [40, 40] })],
    ],
    ['nearest neighbours', 'resize takes single pixels', (i) => [fn.resize(i, { size: [40, 40], interpType: 'nn' })]],
    ['no antialiasing', 'resize takes single pixels', (i) => [fn.resize(i, { size: [40, 40], antialias: false })]],
  ])('%s', async (_, why, make) => {
    const fast = await run((f) => make(whole(f)))
    const off = await run((f) => make(fn.decoders.image(f)))
    expect(fast[0]!.text).toContain(`decodes whole images: ${why}`)
    expect(fast.map(({ bytes }) => bytes)).toEqual(off.map(({ bytes }) => bytes))
  })

  it('where the resize enlarges, sample by sample', async () => {
    const size = fn.resize
    const [fast] = await run((f) => size(whole(f), { size: [700, 40] }))
    const [off] = await run((f) => size(fn.decoders.image(f), { size: [700, 40] }))
    expect(fast!.bytes).toEqual(off!.bytes)
  })

  it('without the option: neither plan nor bytes know of it', async () => {
    const [off] = await run((f) => small(f, 'off'))
    const [none] = await run((f) => fn.resize(fn.decoders.image(f), { size: [40, 40] }))
    expect(none!.bytes).toEqual(off!.bytes)
    expect(none!.text).not.toMatch(/shrink|decodes/)
  })
})

it('the attributes of a resize are those of the whole image', async () => {
  const make = (shrink: 'fast' | 'off') => (f: DataNode) =>
    fn.resize(fn.decoders.image(f, { shrink }), { size: [20, 20], saveAttrs: true }) as unknown as DataNode[]
  const [, fast] = await run(make('fast'))
  const [, off] = await run(make('off'))
  expect(fast!.bytes).toEqual(off!.bytes)
})

it('broken files fail as without the option, and have the same placeholders', async () => {
  const cut = photos[0]!.subarray(0, photos[0]!.length >> 1)
  const noise = photos[1]!.map((byte, i) => (i > 4000 && i % 97 === 0 ? byte ^ 0x55 : byte))
  const files = [photos[2]!, cut, photos[3]!, new Uint8Array([1, 2, 3]), noise]
  const error = (shrink: 'fast' | 'off', file: Uint8Array) =>
    run((f) => small(f, shrink), {}, [file]).then(
      () => 'no error',
      (e) => `${e.code} ${e.op} ${e.message}`.replace(/:\d+:\d+/g, ''),
    )
  for (const file of [cut, files[3]!]) expect(await error('fast', file)).toBe(await error('off', file))
  const [fast] = await run((f) => small(f, 'fast'), { onError: 'placeholder' }, files)
  const [off] = await run((f) => small(f, 'off'), { onError: 'placeholder' }, files)
  expect(fast!.badSamples).toBe(off!.badSamples)
  expect(fast!.shapes).toEqual(off!.shapes)
  expect(fast!.bytes[1]).toEqual(off!.bytes[1])
  expect(fast!.bytes[3]).toEqual(off!.bytes[3])
})
