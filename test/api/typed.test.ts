// What the compiler knows of a pipeline: the dtypes of its outputs and the names of its inputs. The types are checked by
// `npm run typecheck`; what they claim is compared with a run.
// @module-tag shared
import {
  cond,
  type DataNode,
  type DType,
  fn,
  math,
  type Pipeline,
  pipelineDef,
  type TensorList,
  types,
} from 'penstock-data'
import { expect, expectTypeOf, test } from 'vitest'
import type { Recording } from '../../src/graph/build.js'
import { knownDtype } from '../../src/graph/dtypes.js'
import { schemas } from '../../src/graph/schema.js'
import { failure } from '../util/collect.js'
import { someFiles } from '../util/files.js'

const data = someFiles(4)
const options = { batchSize: 2, numThreads: 1, seed: 1 }
const image = () => fn.externalSource({ name: 'image', layout: 'HWC' })
const bytes = { data: new Uint8Array(2 * 4 * 4 * 3).fill(90), shape: [2, 4, 4, 3] }

/** The outputs' dtypes, and the names that can be fed. */
type Known<P> =
  P extends Pipeline<infer Out, infer Names>
    ? { dtypes: { [K in keyof Out]: Out[K] extends TensorList<infer D> ? D : never }; names: Names }
    : never

test('the example of the README compiles', () => {
  const train = pipelineDef({ ...options, onError: 'throw' }, (root: string) => {
    const [jpegs, labels] = fn.readers.file({ fileRoot: root, files: data.files, name: 'train' })
    const cropped = fn.decoders.imageRandomCrop(jpegs, { outputType: types.RGB, onError: 'skip' })
    const resized = fn.resize(cropped, { size: [224, 224] })
    const images = fn.cropMirrorNormalize(resized, { mirror: fn.random.coinFlip(), dtype: types.FLOAT })
    return [images, labels]
  })
  void (async () => {
    for await (const [images, labels] of train('/data')) {
      const x: Float32Array = images.dataSync()
      const y: Int32Array = labels.dataSync()
      const one: Int32Array = await labels.at(0).data()
      // @ts-expect-error labels are int32
      const wrong: Float32Array = labels.dataSync()
      void [x, y, one, wrong]
    }
  })
  expectTypeOf<Known<ReturnType<typeof train>>>().toEqualTypeOf<{ dtypes: ['float32', 'int32']; names: never }>()
})

test('names and dtypes are followed through operators, arguments and arithmetic', () => {
  const define = pipelineDef(options, () => {
    const angle = fn.externalSource({ name: 'angle', dtype: 'float32' })
    const turned = fn.rotate(image(), { angle, fillValue: 0 })
    const [resized, before] = fn.resize(turned, { size: [8, 8], dtype: types.FLOAT, saveAttrs: true })
    const [left, right] = fn.externalSource({ name: 'pair', numOutputs: 2 })
    return {
      resized,
      before,
      angle,
      both: math.add(left, math.mul(2, right)),
      flat: fn.cast(turned, { dtype: 'int16' }),
    }
  })
  expectTypeOf<Known<ReturnType<typeof define>>['names']>().toEqualTypeOf<'image' | 'angle' | 'pair'>()
  expectTypeOf<Known<ReturnType<typeof define>>['dtypes']>().toMatchObjectType<{
    resized: 'float32'
    before: 'int32'
    angle: 'float32'
    flat: 'int16'
  }>()
})

test('feeds that are known do not compile under another name, and are refused at run time', async () => {
  await using pipe = pipelineDef(options, () => [fn.flip(image()), fn.externalSource({ source: () => [1, 2] })])()
  void (() => {
    void pipe.run({ image: bytes })
    // @ts-expect-error no such input
    void pipe.run({ nope: bytes })
    // @ts-expect-error no such input
    pipe.scheduleRun({ image: bytes, nope: bytes })
    // @ts-expect-error no such input
    pipe.feedInput('nope', bytes)
  })
  // A pipeline goes wherever one of any outputs and inputs is taken.
  const one: Pipeline<[TensorList, TensorList]> = pipe
  const any: Pipeline<unknown> = one
  expect(any).toBe(pipe)
  const names: string = 'nope'
  expect(await failure(() => pipe.run({ [names]: bytes }))).toMatchObject({
    code: 'INPUT_UNKNOWN',
    hint: expect.stringContaining('image'),
  })
})

test('where they are not known, everything compiles', () => {
  const helper = (x: DataNode): DataNode => fn.flip(x)
  const name: string = 'image'
  const make = [
    pipelineDef(options, () => helper(image())),
    pipelineDef(options, () => fn.flip(fn.externalSource({ name }))),
    pipelineDef({ ...options, enableConditionals: true }, () =>
      cond(
        fn.random.coinFlip(),
        () => image(),
        () => image(),
      ),
    ),
    pipelineDef(options, () => {
      // As one writes it in Python.
      let x = image()
      x = fn.rotate(x, { angle: fn.externalSource({ name: 'angle' }), fillValue: 0 })
      x = helper(x)
      x = math.add(x, 1)
      return x
    }),
    pipelineDef(options, () => {
      let x = fn.cast(image(), { dtype: 'float32' })
      x = fn.cast(x, { dtype: 'uint8' })
      expectTypeOf<TensorList>().toEqualTypeOf<ReturnType<typeof list>>()
      return x
    }),
  ]
  for (const define of make) void (() => define().run({ image: bytes, other: bytes }))
  // The declared type does not say more than is so.
  const list = () => undefined as unknown as Awaited<ReturnType<ReturnType<(typeof make)[4]>['run']>>[0]
})

test('sources with data of their own have dtypes and take no feeds', () => {
  const sources = pipelineDef(options, () => {
    const [a, b] = fn.externalSource(() => [[1], [2]], { numOutputs: 2 })
    const [c] = fn.externalSource({ source: () => [[1]], numOutputs: 1, dtype: 'int64' })
    const d = fn.externalSource(() => [1, 2], { dtype: 'int64' })
    return [a, b, c, d, fn.externalSource({ name: 'not fed', source: () => [1, 2], dtype: 'bool' })]
  })
  type Found = Known<ReturnType<typeof sources>>
  expectTypeOf<Found['names']>().toEqualTypeOf<never>()
  expectTypeOf<[Found['dtypes'][3], Found['dtypes'][4]]>().toEqualTypeOf<['int64', 'bool']>()
})

test('misspelt arguments do not compile', () => {
  void (() => {
    // @ts-expect-error no such argument
    fn.resize(image(), { sise: [1, 1] })
    // @ts-expect-error no such dtype
    fn.cast(image(), { dtype: 'float' })
    // @ts-expect-error dtype is required
    fn.cast(image())
    // @ts-expect-error no such argument
    fn.externalSource({ name: 'x', dtyp: 'uint8' })
  })
})

function reductions(x: DataNode): Record<string, DataNode> {
  const { sum, mean, meanSquare, rms, min, max, stdDev, variance } = fn.reductions
  const around = mean(x)
  return {
    ...{ sum: sum(x), mean: around, meanSquare: meanSquare(x), rms: rms(x), min: min(x), max: max(x) },
    ...{ stdDev: stdDev(x, around), variance: variance(x, around) },
  }
}

function filled(x: DataNode): Record<string, DataNode> {
  const [ones, zeros] = [fn.ones(), fn.zeros({ dtype: 'uint8' })]
  return {
    ...{ ones, zeros, onesLike: fn.onesLike(x), zerosLike: fn.zerosLike(x, { dtype: 'int8' }) },
    ...{ fullLike: fn.fullLike(x, ones), castLike: fn.castLike(x, zeros), lookupTable: fn.lookupTable(ones) },
    ...{ pad: fn.pad(x), oneHot: fn.oneHot(x, { numClasses: 3 }) },
  }
}

/** What only looks at its input in another way, joins it, or orders it. */
function views(x: DataNode): Record<string, DataNode> {
  const frames = fn.perFrame(x, { replace: true })
  const places = fn.batchPermutation()
  const [ahead] = fn.elementExtract(frames, { elementMap: [0] })
  return {
    ...{ frames, places, ahead, copied: fn.copy(x), cat: fn.cat(x, x), stack: fn.stack(x, x) },
    ...{ wider: fn.expandDims(x, { axes: [0] }), flat: fn.squeeze(fn.expandDims(x, { axes: [0] }), { axes: 0 }) },
    ...{ property: fn.getProperty(x, { key: 'layout' }), reshaped: fn.reshape(x, { shape: [-1] }) },
    ...{ bytes: fn.reinterpret(x, { dtype: 'uint8' }), permuted: fn.permuteBatch(x, { indices: places }) },
    ordered: fn.sequenceRearrange(frames, { newOrder: [0] }),
  }
}

/** What works with sounds and their spectra. */
function sounds(): Record<string, DataNode> {
  const sound = fn.constant({ fdata: [0, 0.5, -0.5, 0.25], shape: [4] })
  const spectrum = fn.spectrogram(sound, { windowLength: 4, windowStep: 2 })
  const [begin, length] = fn.nonsilentRegion(sound)
  return {
    ...{ spectrum, mel: fn.melFilterBank(spectrum, { nfilter: 2 }), coefficients: fn.mfcc(spectrum, { nMfcc: 2 }) },
    ...{ begin, length, decibels: fn.toDecibels(spectrum), emphasised: fn.preemphasisFilter(sound) },
    ...{ powers: fn.powerSpectrum(sound) },
  }
}

/** What works with boxes, points and matrices. */
function geometry(x: DataNode): Record<string, DataNode> {
  const boxes = fn.constant({ fdata: [0.1, 0.1, 0.6, 0.7], shape: [1, 4] })
  const corners = fn.constant({ fdata: [0.1, 0.1, 0.6, 0.7], shape: [2, 2] })
  const labels = fn.constant({ idata: [1], shape: [1] })
  const anchors = [0, 0, 0.5, 0.5, 0.2, 0.2, 0.9, 0.9]
  const [encoded, encodedLabels] = fn.boxEncoder(boxes, labels, { anchors })
  const [anchor, shape, cropped] = fn.randomBBoxCrop(boxes, { ltrb: true })
  const [place, extent] = fn.randomCropGenerator(fn.constant({ idata: [20, 30], shape: [2] }))
  const mask = fn.cast(fn.slice(x, { start: [0], shape: [1], axes: [2] }), { dtype: 'int32' })
  const [object, objectEnd] = fn.segmentation.randomObjectBBox(mask)
  const [polygons] = fn.segmentation.selectMasks(
    fn.constant({ idata: [1], shape: [1] }),
    fn.constant({ idata: [1, 0, 2], shape: [1, 3] }),
    corners,
  )
  const moved = fn.transforms.translation({ offset: [1, 2] })
  return {
    ...{ encoded, encodedLabels, anchor, shape, cropped, place, extent, moved },
    ...{ pasted: fn.bBoxPaste(boxes, { ratio: 2 }), mirrored: fn.bbFlip(boxes, { ltrb: true }) },
    turned: fn.bBoxRotate(boxes, { angle: 9, inputShape: [20, 30] }),
    ...{ points: fn.coordFlip(corners), transformed: fn.coordTransform(corners) },
    ...{
      beta: fn.random.beta(),
      window: fn.roiRandomCrop({ cropShape: [2, 2], roiStart: [0, 0], roiEnd: [4, 4], inShape: [9, 9] }),
    },
    pixel: fn.segmentation.randomMaskPixel(mask),
    ...{ object, objectEnd, polygons },
    ...{ rotation: fn.transforms.rotation({ angle: 9 }), scale: fn.transforms.scale({ scale: [2, 2] }) },
    ...{ shear: fn.transforms.shear({ shear: [1, 2] }), joined: fn.transforms.combine(moved, moved) },
    window2: fn.transforms.crop({ fromStart: [0, 0], fromEnd: [1, 1], toStart: [0, 0], toEnd: [1, 1] }),
  }
}

/** One node of each operator that says its dtype, but for those that need files of images: test/ops has them. */
const ops = (x: DataNode, input: DType): Record<string, DataNode> => {
  const size = { size: [2, 2] }
  const [resized, extents] = fn.resize(x, { ...size, saveAttrs: true })
  return {
    ...{ resized, extents, brightness: fn.brightness(x), brightnessContrast: fn.brightnessContrast(x) },
    ...{ contrast: fn.contrast(x), colorTwist: fn.colorTwist(x), hue: fn.hue(x), saturation: fn.saturation(x) },
    ...{
      hsv: fn.hsv(x),
      crop: fn.crop(x, { crop: [2, 2] }),
      erase: fn.erase(x, { anchor: [0], shape: [1], axes: [0] }),
    },
    ...{ flip: fn.flip(x), gaussianBlur: fn.gaussianBlur(x, { sigma: 1 }), normalize: fn.normalize(x) },
    ...{ randomResizedCrop: fn.randomResizedCrop(x, size), cmn: fn.cropMirrorNormalize(x) },
    ...{
      resizeCropMirror: fn.resizeCropMirror(x, { ...size, crop: [1, 1] }),
      slice: fn.slice(x, { start: 0, end: 2, axes: [0] }),
    },
    ...{ rotate: fn.rotate(x, { angle: 9, fillValue: 0 }), transpose: fn.transpose(x, { perm: [1, 0, 2] }) },
    ...{ warpAffine: fn.warpAffine(x, { matrix: [1, 0, 0, 0, 1, 0] }), cast: fn.cast(x, { dtype: 'int16' }) },
    ...reductions(x),
    ...filled(x),
    ...views(x),
    ...geometry(x),
    ...sounds(),
    ...{ normal: fn.random.normal(), uniform: fn.random.uniform(), coinFlip: fn.random.coinFlip() },
    ...(input === 'uint8' && {
      paste: fn.paste(x, { ratio: 2, fillValue: 0 }),
      colorSpaceConversion: fn.colorSpaceConversion(x, { imageType: 'rgb', outputType: 'bgr' }),
    }),
  }
}

test('dtypes are those of a run, of every operator that says one', async () => {
  const covered = new Set<string>()
  // A pipeline has room for 32 outputs.
  const parts = ['uint8', 'float32'].flatMap((input) => [0, 30, 60, 90].map((from) => [input as DType, from] as const))
  for (const [input, from] of parts) {
    const claims: Record<string, string | undefined> = {}
    await using pipe = pipelineDef(options, () => {
      const [contents, labels] = fn.readers.file({ fileRoot: data.root, files: data.files })
      const base = fn.cast(image(), { dtype: input })
      const all = Object.entries({ ...ops(base, input), contents, labels })
      const nodes = { base, ...Object.fromEntries(all.slice(from, from + 30)) }
      for (const [name, node] of Object.entries(nodes)) {
        // The context is not a part of the public type.
        const { context } = node as unknown as { context: Recording }
        covered.add(context.nodes[node.node]!.op)
        claims[name] = knownDtype(node.ref, (id) => context.nodes[id], schemas)
      }
      return nodes as Record<string, DataNode>
    })()
    const outputs = (await pipe.run({ image: bytes })) as Record<string, TensorList>
    expect(Object.fromEntries(Object.keys(claims).map((name) => [name, outputs[name]!.dtype]))).toEqual(claims)
  }
  const saying = Object.entries(schemas).filter(
    // Other readers are compared in test/readers: they need data of their own.
    ([name, info]) =>
      !info.internal &&
      (!info.reader || covered.has(name)) &&
      (info.args.dtype?.default || info.outputs.some((port) => port.dtype)),
  )
  const images = /^decoders\.|^(peekImageShape|io\.file\.read|dumpImage)$/
  expect(saying.map(([name]) => name).filter((name) => !images.test(name) && !covered.has(name))).toEqual([])
})
