// Resizes with another library's numbers against that library's own; see test/golden/make_match.py.
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { type Case, goldenTest, loadGolden } from '../util/golden.js'
import { refusedTest } from '../util/refused.js'

goldenTest('match')

const { golden, stored } = loadGolden('match')
/** The tests of other operators take a few uint8 cases of each profile. */
const some = golden.cases.filter(({ name }) =>
  /^\S+ (nn|linear|lanczos\d|area) uint8, \(11, 14\) to \(6, 21\), 3$/.test(name),
)
const picture = (c: Case) => {
  const { shape, layout } = c.inputs[0]!
  const data = stored(c.inputs[0]!)
  return nd.tensor({ data, shape, layout: layout! })
}
const [height, width] = [6, 21]

/** The window of an HWC image of 3 channels, perhaps mirrored. */
function cut(data: Uint8Array, [y0, x0]: number[], [h, w]: number[], mirror = false): number[] {
  const out: number[] = []
  for (let y = y0!; y < y0! + h!; y++) {
    for (let x = 0; x < w!; x++) {
      const from = 3 * (y * width + x0! + (mirror ? w! - 1 - x : x))
      out.push(...data.subarray(from, from + 3))
    }
  }
  return out
}

describe.each(some.map((c) => [c.name.split(',')[0]!, c] as const))('%s', (_, c) => {
  const want = () => stored(c.outputs[0]!) as Uint8Array
  const all = c.args as { size: [number, number]; match: 'pillow' }
  const { size: _size, ...args } = all

  test('resizeCropMirror gives a part of the same bytes', () => {
    const made = nd.resizeCropMirror(picture(c), { ...all, crop: [3, 10], cropPosX: 0, cropPosY: 1, mirror: 1 })
    expect([...made.dataSync()]).toEqual(cut(want(), [3, 0], [3, 10], true))
  })
  test('randomResizedCrop of the whole image gives the same bytes', () => {
    const whole = { randomArea: [1, 1], randomAspectRatio: [14 / 11, 14 / 11] }
    const made = nd.randomResizedCrop(picture(c), { ...args, ...whole, size: [height, width] })
    expect(made.dataSync()).toEqual(want())
  })
  test('a negative size mirrors', () => {
    const made = nd.resize(picture(c), { ...args, size: [height, -width] })
    expect([...made.dataSync()]).toEqual(cut(want(), [0, 0], [height, width], true))
  })
  test('a region is cut out first', () => {
    const region = { roiStart: [2, 1], roiEnd: [9, 12] }
    const made = nd.resize(picture(c), { ...all, ...region })
    const first = nd.slice(picture(c), [2, 1], [7, 11], {
      axes: [0, 1],
      normalizedAnchor: false,
      normalizedShape: false,
    })
    expect(made.dataSync()).toEqual(nd.resize(first, all).dataSync())
  })
  test('planes and frames are images of their own', () => {
    const planes = nd.transpose(picture(c), { perm: [2, 0, 1] })
    const made = nd.transpose(nd.resize(planes, all), { perm: [1, 2, 0] })
    expect(made.dataSync()).toEqual(want())
  })
  test('resize and cropMirrorNormalize fused give the bytes of the two', async () => {
    const normal = { crop: [4, 15], mirror: 1, mean: [100, 110, 120], std: [50, 60, 70] }
    const data = stored(c.inputs[0]!) as Uint8Array
    const { shape, layout } = c.inputs[0]!
    const define = pipelineDef({ batchSize: 1, numThreads: 1 }, () => {
      const image = fn.externalSource({
        source: () => ({ data, shape, layout: layout! }),
        batch: false,
        dtype: 'uint8',
      })
      const resized = fn.resize(image, all)
      const kept = fn.resize(image, all)
      return [fn.cropMirrorNormalize(resized, normal), fn.cropMirrorNormalize(kept, normal), kept]
    })
    await using pipe = define()
    expect(String(pipe)).toMatch(/= resize \+ cropMirrorNormalize/)
    const [fused, apart] = await pipe.run()
    expect(fused!.at(0).dataSync()).toEqual(apart!.at(0).dataSync())
  })
})

const image = () => nd.tensor({ data: new Uint8Array(30), shape: [2, 5, 3], layout: 'HWC' })
const resized = (args: object, input = image()) => nd.resize(input, { size: [3, 3], match: 'pillow', ...args })

refusedTest([
  [
    'a filter without a library',
    () => resized({ match: 'dali', matchFilter: 'box' }),
    'INVALID_ARGUMENT',
    /matchFilter/,
  ],
  ['gaussian', () => resized({ interpType: 'gaussian' }), 'INVALID_ARGUMENT', /match 'pillow' but received gaussian/],
  ['a filter that Pillow lacks', () => resized({ matchFilter: 'area' }), 'INVALID_ARGUMENT', /box or hamming/],
  ['cubic of OpenCV', () => resized({ match: 'opencv', interpType: 'cubic' }), 'INVALID_ARGUMENT', /OpenCV's build/],
  ['widening in OpenCV', () => resized({ match: 'opencv', antialias: true }), 'INVALID_ARGUMENT', /no antialias/],
  [
    'box of torchvision',
    () => resized({ match: 'torchvision', matchFilter: 'box' }),
    'INVALID_ARGUMENT',
    /nearest_exact/,
  ],
  [
    'float32 of torchvision on AVX2 without antialias',
    () =>
      resized(
        { match: 'torchvision', antialias: false },
        nd.tensor({ data: new Float32Array(30), shape: [2, 5, 3], layout: 'HWC' }),
      ),
    'INVALID_INPUT',
    /uint8 \(or match 'torchvision-float', or another filter with antialias\)/,
  ],
  [
    'uint16 of torchvision',
    () => resized({ match: 'torchvision' }, nd.tensor({ data: new Uint16Array(30), shape: [2, 5, 3], layout: 'HWC' })),
    'INVALID_INPUT',
    /uint8 or float32 for match 'torchvision'/,
  ],
  ['two filters', () => resized({ minFilter: 'cubic' }), 'INVALID_ARGUMENT', /interpType for both directions/],
  ['filters that do not widen', () => resized({ antialias: false }), 'INVALID_ARGUMENT', /antialias: true/],
  ['a scale that is kept', () => resized({ subpixelScale: true }), 'INVALID_ARGUMENT', /subpixelScale/],
  ['another dtype', () => resized({ dtype: 'float32' }), 'INVALID_ARGUMENT', /cast before or after/],
  ['half pixels', () => resized({ roiStart: [0, 0.5], roiEnd: [2, 3] }), 'INVALID_ARGUMENT', /region of whole pixels/],
  ['pixels outside', () => resized({ roiStart: [-1, 0], roiEnd: [2, 3] }), 'INVALID_ARGUMENT', /inside the image/],
  [
    'int16',
    () => resized({}, nd.tensor({ data: new Int16Array(30), shape: [2, 5, 3], layout: 'HWC' })),
    'INVALID_INPUT',
    /uint8, uint16 or float32 for match 'pillow'/,
  ],
  [
    'volumes',
    () => resized({ size: [3, 3, 3] }, nd.tensor({ data: new Uint8Array(24), shape: [2, 2, 2, 3], layout: 'DHWC' })),
    'INVALID_INPUT',
    /received a volume/,
  ],
])
