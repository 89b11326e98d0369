// What every operator is called with in every-op.test.ts: argument sets with inputs of several dtypes, shapes that differ within
// a batch, and arguments per sample. An operator that has none is missed by the test.
import type { DType } from 'penstock-data'
import { loadGolden } from '../util/golden.js'
import { audioCases } from './audio-cases.js'
import { boxCases } from './box-cases.js'

export interface Sample {
  data: Uint8Array | Uint16Array | Int8Array | Int16Array | Int32Array | BigInt64Array | Float32Array | Float64Array
  shape: number[]
  layout?: string
}

/** The samples of one input or argument. */
export interface Samples {
  dtype: DType
  samples: Sample[]
}

export interface Case {
  inputs?: Samples[]
  args?: Record<string, unknown>
  perSample?: Record<string, Samples>
  /** In place of the first input. */
  constant?: number | number[]
}

export const batchSize = 3

const types = {
  ...{ uint8: Uint8Array, uint16: Uint16Array, int8: Int8Array, int16: Int16Array, int32: Int32Array },
  ...{ int64: BigInt64Array, float16: Uint16Array, float32: Float32Array, float64: Float64Array, bool: Uint8Array },
} as const
type Named = keyof typeof types

/** Numbers that look random and are the same every time. */
function* noise(seed: number): Generator<number, never> {
  let x = seed * 2654435761 + 1
  for (;;) {
    x = (Math.imul(x ^ (x >>> 15), 2246822519) + 3266489917) | 0
    yield (x >>> 0) / 2 ** 32
  }
}

function element(dtype: Named, r: number): number {
  if (dtype === 'bool') return Math.round(r)
  if (dtype === 'float16') return Math.floor(r * 0x4800) // bits of 0 to 8
  if (dtype.startsWith('float')) return r * 255
  return Math.floor(r * 256) - (dtype.startsWith('u') ? 0 : 128)
}

let seeds = 0
function sample(dtype: Named, shape: number[], layout = ''): Sample {
  const next = noise(++seeds)
  const count = shape.reduce((a, b) => a * b, 1)
  const data = new types[dtype](count)
  for (let i = 0; i < count; i++) {
    const value = element(dtype, next.next().value)
    data[i] = (dtype === 'int64' ? BigInt(Math.trunc(value)) : value) as never
  }
  return { data, shape, ...(layout && { layout }) }
}

const batch = (dtype: Named, shapes: number[][], layout = ''): Samples => ({
  dtype,
  samples: shapes.map((shape) => sample(dtype, shape, layout)),
})
const images = (dtype: Named = 'uint8', channels = 3) =>
  batch(
    dtype,
    [
      [12, 17, channels],
      [20, 9, channels],
      [15, 15, channels],
    ],
    'HWC',
  )
const floats = (...values: (number | number[])[]): Samples => ({
  dtype: 'float32',
  samples: values.map((v) => ({ data: Float32Array.from([v].flat()), shape: Array.isArray(v) ? [v.length] : [] })),
})
const ints = (...values: (number | number[])[]): Samples => ({
  dtype: 'int32',
  samples: values.map((v) => ({ data: Int32Array.from([v].flat()), shape: Array.isArray(v) ? [v.length] : [] })),
})

/** One case per dtype, with every set of arguments. */
const each = (inputs: Samples[], ...sets: Omit<Case, 'inputs'>[]): Case[] =>
  inputs.flatMap((input) => sets.map((set) => ({ inputs: [input], ...set })))
const colours = ['uint8', 'int16', 'float32'] as const
const coloured = (...sets: Omit<Case, 'inputs'>[]): Case[] => [
  ...each([images()], ...sets),
  ...each(
    colours.slice(1).map((dtype) => images(dtype)),
    sets[0]!,
  ),
]

/** Files of images: as many per batch. */
function encoded(symbol: string, batches: number): Samples[] {
  const { golden, stored } = loadGolden(symbol)
  const files = golden.cases.filter((c) => c.outputs.length && c.inputs.length).map((c) => c.inputs[0]!)
  return Array.from({ length: batches }, (_, b) => ({
    dtype: 'uint8' as const,
    samples: Array.from({ length: batchSize }, (_, i) => {
      const at = files[Math.floor(((b * batchSize + i) * files.length) / (batches * batchSize))]!
      return { data: stored(at) as Uint8Array, shape: at.shape }
    }),
  }))
}

const sequences = batch(
  'uint8',
  [
    [2, 5, 4, 3],
    [3, 2, 6, 3],
    [2, 7, 7, 3],
  ],
  'FHWC',
)
const joined = (): Case[] => [
  { inputs: [sequences, sequences] },
  {
    inputs: [floats([1, 2], [3], [4, 5]), floats([7, 8], [9], [0, 1]), floats([1, 2], [3], [4, 5])],
    args: { axis: -1 },
  },
]

const windows = [
  { args: { crop: [7, 8] } },
  { args: { cropH: 9, cropW: 5, cropPosX: 0.2, cropPosY: 0.9 } },
  { args: { crop: [6, 6], rounding: 'truncate' }, perSample: { cropPosX: floats(0, 0.5, 1) } },
]
const slices = [
  { args: { start: [2, 1], shape: [4, 5] } },
  { args: { relStart: [0.1, 0.2], relEnd: [0.8, 0.7] } },
  { args: { shape: [3, 3] }, perSample: { start: ints([0, 1], [1, 0], [2, 2]) } },
]
const sizes = [
  { args: { size: [10, 13] } },
  { args: { resizeX: 8, interpType: 'nn' } },
  { args: { resizeShorter: 7, interpType: 'cubic', antialias: false } },
  { args: { dtype: 'float32' }, perSample: { size: floats([5, 6], [7, 8], [9, 4]) } },
]
const [a, b, c] = [batch('uint8', [[4], [5], [6]]), batch('int32', [[4], [5], [6]]), batch('float32', [[4], [5], [6]])]

/** By operator, as in the registry; math by operation: mathCases(). */
export const cases: Record<string, Case[]> = {
  ...audioCases,
  ...boxCases,
  brightness: coloured(
    { args: {} },
    { args: { brightness: 1.5, dtype: 'float32' } },
    { args: { brightnessShift: 0.1 }, perSample: { brightness: floats(0.5, 1, 2) } },
  ),
  brightnessContrast: coloured(
    { args: { brightness: 0.7, contrast: 1.4 } },
    { args: { contrastCenter: 100 }, perSample: { contrast: floats(0, 1, 1.5), brightness: floats(1, 2, 3) } },
  ),
  cast: [
    ...each([images(), images('float32'), batch('int64', [[3], [4], [5]])], { args: { dtype: 'int16' } }),
    ...each(
      [
        batch('bool', [
          [2, 2],
          [1, 5],
          [0, 3],
        ]),
        batch('float16', [[7], [1], [2]]),
      ],
      { args: { dtype: 'float32' } },
    ),
  ],
  colorSpaceConversion: each(
    [images()],
    { args: { imageType: 'rgb', outputType: 'ycbcr' } },
    { args: { imageType: 'rgb', outputType: 'gray' } },
  ),
  colorTwist: coloured(
    { args: { hue: 40, saturation: 0.6 } },
    { args: { brightness: 1.2 }, perSample: { hue: floats(0, 90, -30), contrast: floats(1, 0.5, 2) } },
  ),
  constant: [
    { args: { fdata: [1.5, 2, 3] } },
    { args: { idata: [1, 2, 3, 4, 5, 6], shape: [2, 3], layout: 'HW', dtype: 'uint8' } },
  ],
  contrast: coloured({ args: { contrast: 1.7 } }, { perSample: { contrast: floats(0.1, 1, 3) } }),
  copy: each([images(), batch('float64', [[3], [0], [9]])], {}),
  crop: [
    ...coloured(...windows),
    ...each([images()], { args: { crop: [30, 30], outOfBoundsPolicy: 'reflect', dtype: 'float32' } }),
  ],
  cropMirrorNormalize: [
    ...coloured(...windows),
    ...each(
      [images()],
      {
        args: {
          crop: [8, 8],
          mean: [110, 120, 130],
          std: [50, 60, 70],
          dtype: 'float16',
          outputLayout: 'HWC',
          padOutput: true,
        },
        perSample: { mirror: ints(0, 1, 1) },
      },
      { args: { crop: [4, 4] }, perSample: { mean: floats([1, 2, 3], [4, 5, 6], [7, 8, 9]) } },
    ),
  ],
  'decoders.image': [
    ...each(encoded('decoders_image', 6), {}),
    ...each(
      encoded('decoders_image', 1),
      { args: { outputType: 'gray' } },
      { args: { dtype: 'float32', jpegFancyUpsampling: false } },
    ),
  ],
  'decoders.imageCrop': each(encoded('decoders_image_crop', 2), ...windows),
  'decoders.imageRandomCrop': each(
    encoded('decoders_image_crop', 2),
    {},
    { args: { randomArea: [0.2, 0.5], numAttempts: 3 } },
  ),
  'decoders.imageSlice': [
    ...each(encoded('decoders_image_slice', 1), ...slices),
    {
      inputs: [
        encoded('decoders_image_slice', 1)[0]!,
        floats([0, 0.1], [0.2, 0.3], [0.1, 0]),
        floats([0.5, 0.5], [0.2, 0.3], [0.9, 1]),
      ],
    },
  ],
  erase: coloured(
    { args: { anchor: [2, 3], shape: [4, 5], axisNames: 'HW' } },
    {
      args: { shape: [3, 3], fillValue: [9, 8, 7], axisNames: 'HW' },
      perSample: { anchor: floats([0, 0], [5, 2], [3, 9]) },
    },
  ),
  flip: [
    ...coloured(
      {},
      { args: { vertical: 1, horizontal: 0 } },
      { perSample: { horizontal: ints(0, 1, 0), vertical: ints(1, 1, 0) } },
    ),
    ...each(
      [
        batch(
          'uint8',
          [
            [2, 3, 4, 1],
            [1, 2, 2, 1],
            [3, 3, 3, 1],
          ],
          'DHWC',
        ),
      ],
      { args: { depthwise: 1 } },
    ),
  ],
  gaussianBlur: coloured(
    { args: { sigma: 1.2 } },
    { args: { windowSize: 5, dtype: 'float32' } },
    { perSample: { sigma: floats(0.5, 1, 2) } },
  ),
  hsv: coloured(
    { args: { hue: 30, saturation: 1.4, value: 0.8 } },
    { perSample: { hue: floats(10, 20, 300), value: floats(1, 0.5, 2) } },
  ),
  hue: coloured({ args: { hue: 77 } }, { perSample: { hue: floats(1, 90, 180) } }),
  normalize: coloured(
    {},
    { args: { axes: [0, 1], epsilon: 1e-5 } },
    { args: { shift: 3, scale: 2, dtype: 'int16', axes: [0, 1, 2] }, perSample: { mean: cube(floats(1, 5, 9)) } },
  ),
  paste: each(
    [images()],
    { args: { ratio: 1.5, fillValue: [1, 2, 3] } },
    { args: { fillValue: [7], minCanvasSize: 30 }, perSample: { ratio: floats(1, 2, 1.3), pasteX: floats(0, 0.5, 1) } },
  ),
  peekImageShape: each(encoded('peek_image_shape', 2), {}, { args: { dtype: 'int32', adjustOrientation: false } }),
  'random.choice': [
    { constant: 10 },
    { constant: [1.5, 2.5, 4], args: { shape: [5], p: [0.2, 0.2, 0.6] } },
    { inputs: [batch('int32', [[4], [5], [6]])], args: { shape: [3] } },
    {
      inputs: [
        batch('uint8', [
          [4, 2],
          [5, 3],
          [6, 1],
        ]),
        batch('uint8', [[2], [3], [4]]),
      ],
    },
    { constant: 3, perSample: { p: floats([1, 0, 0], [0, 0.5, 0.5], [0, 0, 1]) } },
  ],
  'random.coinFlip': [
    {},
    { args: { shape: [9], dtype: 'bool' } },
    { perSample: { probability: floats(0, 0.5, 1) }, args: { shape: [4] } },
    { inputs: [a] },
  ],
  'random.normal': [
    {},
    { args: { mean: 3, stddev: 0.1, shape: [2, 3] } },
    { perSample: { mean: floats(-9, 0, 9), shape: ints([1], [2], [3]) }, args: { dtype: 'int32', stddev: 4 } },
    { inputs: [b] },
  ],
  'random.uniform': [
    {},
    { args: { range: [5, 6], shape: [3] } },
    { args: { values: [1, 4, 9], dtype: 'uint8' }, perSample: { shape: ints([1], [2], [3]) } },
    { perSample: { range: floats([0, 1], [2, 3], [10, 20]) } },
    { inputs: [c] },
  ],
  randomResizedCrop: coloured(
    { args: { size: [8, 9] } },
    { args: { size: 6, randomArea: [0.3, 0.9], interpType: 'cubic' } },
  ),
  resize: [
    ...coloured(...sizes),
    ...each([images()], { args: { size: [4, 4], saveAttrs: true } }),
    ...each(
      [
        batch(
          'uint8',
          [
            [3, 9, 8],
            [1, 7, 7],
            [4, 5, 6],
          ],
          'CHW',
        ),
      ],
      sizes[0]!,
    ),
  ],
  resizeCropMirror: coloured(
    { args: { resizeX: 20, resizeY: 18, crop: [9, 9] } },
    { args: { resizeShorter: 14, crop: [10, 10], mirror: 1 }, perSample: { cropPosY: floats(0, 0.5, 1) } },
    { args: { size: [12, 12] }, perSample: { mirror: ints(1, 0, 1) } },
  ),
  rotate: coloured(
    { args: { angle: 30 } },
    { args: { keepSize: true, fillValue: 9, interpType: 'nn' }, perSample: { angle: floats(0, 45, -100) } },
  ),
  saturation: coloured({ args: { saturation: 0.3 } }, { perSample: { saturation: floats(0, 1, 2.5) } }),
  slice: [
    ...coloured(...slices.map((x) => ({ ...x, args: { ...x.args, axes: [0, 1] } }))),
    { inputs: [images(), floats([0, 0.1], [0.2, 0.3], [0.1, 0]), floats([0.5, 0.5], [0.2, 0.3], [0.9, 1])] },
    { inputs: [batch('float64', [[9], [8], [7]]), ints([1], [2], [3]), ints([2], [3], [4])], args: { axes: [0] } },
  ],
  cat: joined(),
  elementExtract: each([sequences], { args: { elementMap: [1, 0] } }, { args: { elementMap: 1 } }),
  expandDims: each([images(), c], { args: { axes: [1] } }),
  getProperty: each([images()], { args: { key: 'layout' } }),
  perFrame: each([sequences], {}),
  reinterpret: each([images('float32')], { args: { dtype: 'uint8' } }),
  reshape: each(
    [images(), images('float32')],
    { args: { shape: [-1, 3] } },
    { args: { relShape: [1, -1] } },
    { perSample: { shape: ints([12 * 17, 3], [3, 180], [-1, 5]) } },
  ),
  sequenceRearrange: each(
    [sequences],
    { args: { newOrder: [1, 1, 0] } },
    { perSample: { newOrder: ints([0], [1, 1], [0]) } },
  ),
  squeeze: each(
    [
      batch('int16', [
        [1, 3],
        [1, 4],
        [1, 1],
      ]),
    ],
    { args: { axes: 0 } },
  ),
  stack: joined(),
  transpose: each(
    [
      images(),
      images('float32'),
      batch('bool', [
        [1, 2, 3],
        [3, 2, 1],
        [2, 2, 2],
      ]),
    ],
    { args: { perm: [2, 0, 1] } },
    {},
  ),
  warpAffine: [
    ...coloured(
      { args: { matrix: [0.9, 0.1, 2, -0.2, 1.1, 1] } },
      { args: { size: [10, 11], fillValue: 50, interpType: 'nn', matrix: [1, 0.2, 0, 0, 1, 3], inverseMap: false } },
    ),
    {
      inputs: [
        images(),
        {
          dtype: 'float32',
          samples: [1, 0.5, 1.5].map((s) => ({ data: Float32Array.of(s, 0, 1, 0, s, 2), shape: [2, 3] })),
        },
      ],
    },
  ],
}

const reduced = (): Case[] =>
  each(
    [images(), images('float32')],
    { args: {} },
    { args: { axes: [0, 1] } },
    { args: { axisNames: 'C', keepDims: true } },
  )
for (const name of ['sum', 'mean', 'meanSquare', 'rms', 'min', 'max']) cases[`reductions.${name}`] = reduced()
for (const name of ['stdDev', 'variance']) {
  const mean = floats(90, 100, 110)
  cases[`reductions.${name}`] = reduced().map((one) => ({ ...one, inputs: [...one.inputs!, mean] }))
}

const shaped: Case[] = [
  { args: { shape: [2, 3], dtype: 'uint8' } },
  { perSample: { shape: ints([1, 2], [3, 1], [2, 2]) } },
]
cases.ones = shaped
cases.zeros = shaped.map((one) => ({ ...one }))
cases.full = [
  { args: { shape: [2, 3] }, constant: 2.5 },
  { inputs: [floats([1, 2], [3, 4], [5, 6])], args: { shape: [3, 2], layout: 'HW' } },
]
for (const name of ['onesLike', 'zerosLike'])
  cases[name] = each([images(), images('float32')], {}, { args: { dtype: 'int16' } })
cases.fullLike = [
  { inputs: [images(), floats(1.5, 2, 3)] },
  { inputs: [images('int16'), ints([1, 2, 3], [4, 5, 6], [7, 8, 9])] },
]
cases.castLike = [{ inputs: [images('float32'), ints(1, 2, 3)] }, { inputs: [images(), floats(1, 2, 3)] }]
const path = new TextEncoder().encode('package.json')
cases['io.file.read'] = [
  { inputs: [{ dtype: 'uint8', samples: [0, 1, 2].map(() => ({ data: path, shape: [path.length] })) }] },
]
// Of arguments with which a sample alone is treated as in its batch.
cases.pad = [
  { inputs: [images()], args: { axisNames: 'HW', shape: 1, align: 4 } },
  { inputs: [images('float32')], args: { fillValue: 7, shape: [30, 31, 5] } },
]
cases.oneHot = each(
  [ints(1, 2, 0), ints([1, 2], [0, 1], [2, 0])],
  { args: { numClasses: 3 } },
  { args: { numClasses: 2, axis: 0 } },
)
cases.lookupTable = each(
  [images(), images('int16')],
  { args: { keys: [1, 100, 255], values: [2.5, -3, 7] } },
  { args: { keys: [0], values: [9], defaultValue: 300, dtype: 'uint8' } },
)

/** A mean for all elements, with as many dimensions as an image. */
function cube({ dtype, samples }: Samples): Samples {
  return { dtype, samples: samples.map(({ data }) => ({ data, shape: [1, 1, 1] })) }
}

/** Operands of each operation of math. */
export function mathCases(operation: string): Case[] {
  if (operation === 'clamp')
    return [{ inputs: [a, b, c] }, { inputs: [c], args: { constants: ['', 'int32 20', 'float32 90.5'] } }]
  const whole = /^(bit|lshift|rshift)/.test(operation)
  const unary = /^(neg|abs|bitNot|lnot|fabs|sqrt|rsqrt|cbrt|exp|log|log2|log10|floor|ceil|a?(sin|cos|tan)h?)$/.test(
    operation,
  )
  if (unary)
    return [{ inputs: [b] }, ...(whole ? [] : [{ inputs: [c] }])].map((x) =>
      operation === 'lnot' ? { inputs: [batch('bool', [[2], [3], [1]])] } : x,
    )
  if (/^l(and|or)$/.test(operation))
    return [{ inputs: [batch('bool', [[2], [3], [1]]), batch('bool', [[2], [3], [1]])] }]
  return [
    { inputs: [a, b] },
    { inputs: [b], args: { constants: ['', 'int32 3'] } },
    ...(whole ? [] : [{ inputs: [a, c] }]),
  ]
}
