// Random arguments of every operator: from its schema where its arguments are independent numbers, names and switches, else
// from a row of the table below. A row says which tensors the operator takes and makes arguments that go together.
import { fn } from 'penstock-data'
import { schemas } from '../../../dist/generated/schemas.js'
import { nodesOf, PerSample } from './run.mjs'
import { soundRows } from './sound-rows.mjs'

const images = ['HWC']
const frames = ['HWC', 'FHWC', 'DHWC', 'FDHWC']
const planar = ['HWC', 'CHW', 'FHWC', 'FCHW', 'CFHW', 'DHWC', 'CDHW']
const any = ['HWC', 'CHW', 'HW', 'FHWC', 'ABCD', 'X', 'ABCDEF']
const warped = ['uint8', 'int16', 'int32', 'float32']
const colour = ['uint8', 'int16', 'int32', 'float16', 'float32']
const resized = ['uint8', 'uint16', 'int16', 'float32']
const numbers = [
  'uint8',
  'int8',
  'uint16',
  'int16',
  'int32',
  'uint32',
  'float16',
  'float32',
  'float64',
  'int64',
  'uint64',
]
const filters = ['nn', 'linear', 'cubic', 'lanczos3', 'gaussian', 'triangular']

const extent = (sample, letter) => sample.shape[sample.layout.indexOf(letter)]
const spatial = (layout) => [...layout].filter((c) => 'DHW'.includes(c))
/** Values per sample, or, half of the time, one for all, made for the smallest extents. */
const each = (r, batch, make, dtype) =>
  r.coin() && dtype !== null ? new PerSample(batch.map(make), dtype) : make(smallest(batch))
const smallest = (batch) => ({
  ...batch[0],
  shape: batch[0].shape.map((_, axis) => Math.min(...batch.map((s) => s.shape[axis]))),
})
const maybe = (r, args) => (r.coin() ? args : {})

const window = (r, batch) => ({
  crop: each(r, batch, (s) => ['H', 'W'].map((c) => r.int(1, extent(s, c)))),
  ...maybe(r, { cropPosX: each(r, batch, () => r.float(0, 1)), cropPosY: each(r, batch, () => r.float(0, 1)) }),
})
const sizes = (r, batch, most = 70) => {
  const n = spatial(batch[0].layout).length
  const one = () => r.int(1, n > 2 ? 12 : most)
  return r.pick([
    () => ({ size: each(r, batch, () => r.list(n, one)) }),
    () => ({ size: r.list(n, () => (r.coin(0.3) ? -one() : one())) }),
    () => ({ resizeShorter: each(r, batch, () => one()), maxSize: 2 * most }),
    () => ({
      resizeX: one(),
      resizeY: r.coin() ? one() : 0,
      mode: r.pick(['default', 'stretch', 'not_larger', 'not_smaller']),
    }),
    () => ({
      size: r.list(n, one),
      roiStart: r.list(n, () => r.float(0, 0.4)),
      roiEnd: r.list(n, () => r.float(0.5, 1)),
      roiRelative: true,
    }),
  ])()
}
const quality = (r) => ({
  ...maybe(r, { interpType: r.pick(filters) }),
  ...maybe(r, { minFilter: r.pick(filters), magFilter: r.pick(filters) }),
  ...maybe(r, { antialias: r.coin() }),
  ...maybe(r, { dtype: 'float32' }),
})
const warp = (r, batch) => ({
  ...maybe(r, { interpType: r.pick(['nn', 'linear']) }),
  ...maybe(r, { fillValue: r.float(-50, 300) }),
  ...maybe(r, { dtype: 'float32' }),
  ...maybe(r, { size: r.list(spatial(batch[0].layout).length, () => r.int(1, 40)) }),
})
const channels = (s) => (s.layout.includes('C') ? extent(s, 'C') : 1)
const limited = (layout) => spatial(layout).length > 2

/** Which axes a reduction takes. */
const reduced = (r, b) => ({
  ...r.pick([
    () => ({}),
    () => ({ axes: r.shuffled(b[0].shape.map((_, i) => i)).slice(0, r.int(0, b[0].shape.length)) }),
    () => ({
      axisNames: r
        .shuffled([...b[0].layout])
        .slice(0, r.int(1, 2))
        .join(''),
    }),
  ])(),
  ...maybe(r, { keepDims: true }),
})
const reduction = (args = () => ({})) => ({
  dtypes: [...numbers, 'bool'],
  layouts: any,
  args: (r, b) => ({ ...reduced(r, b), ...args(r) }),
})
const averages = (r) => maybe(r, { dtype: r.pick(['float32', 'int32', 'float64']) })
/** A mean is a number for all samples here; test/ops has means of every shape. */
const deviation = {
  ...reduction((r) => maybe(r, { ddof: r.int(-1, 2) })),
  inputs: (r, b) => [b.map(() => r.tensor('float32', [], ''))],
}

/** The numbers of colour operators, per sample or not. */
const factor = (r, batch, low, high) => each(r, batch, () => r.float(low, high))

/**
 * dtypes, layouts: what it takes, one of each per case. channels: how many (default: 1 to 4). exact: bytes must be equal,
 * because nothing is computed. unit: floats from 0 to 1. args(r, batch): the arguments. samples(r, batch): the first input,
 * for an operator that takes no images. inputs(r, batch, samples): the samples of further inputs, a list for each.
 * outputs: how many there are (default: 1).
 */
export const table = {
  brightness: {
    dtypes: colour,
    layouts: any,
    args: (r, b) => ({
      brightness: factor(r, b, 0, 2),
      brightnessShift: r.float(-0.5, 0.5),
      ...maybe(r, { dtype: r.pick(colour) }),
    }),
  },
  brightnessContrast: {
    dtypes: colour,
    layouts: any,
    args: (r, b) => ({
      brightness: factor(r, b, 0, 2),
      contrast: factor(r, b, 0, 2),
      ...maybe(r, { contrastCenter: r.float(0, 200) }),
      ...maybe(r, { dtype: r.pick(colour) }),
    }),
  },
  contrast: {
    dtypes: colour,
    layouts: any,
    args: (r, b) => ({ contrast: factor(r, b, 0, 2), ...maybe(r, { dtype: r.pick(colour) }) }),
  },
  hsv: {
    dtypes: colour,
    layouts: frames,
    channels: 3,
    args: (r, b) => ({
      hue: factor(r, b, -180, 180),
      saturation: factor(r, b, 0, 2),
      value: factor(r, b, 0, 2),
      dtype: r.pick(colour),
    }),
  },
  hue: {
    dtypes: colour,
    layouts: frames,
    channels: 3,
    args: (r, b) => ({ hue: factor(r, b, -360, 360), ...maybe(r, { dtype: r.pick(colour) }) }),
  },
  saturation: { dtypes: colour, layouts: frames, channels: 3, args: (r, b) => ({ saturation: factor(r, b, 0, 3) }) },
  colorTwist: {
    dtypes: colour,
    layouts: frames,
    channels: 3,
    args: (r, b) => ({
      hue: factor(r, b, -180, 180),
      saturation: factor(r, b, 0, 2),
      brightness: factor(r, b, 0, 2),
      contrast: factor(r, b, 0, 2),
    }),
  },
  colorSpaceConversion: {
    dtypes: ['uint8'],
    layouts: frames,
    channels: (args) => (args.imageType === 'gray' ? 1 : 3),
    args: (r) => ({
      imageType: r.pick(['rgb', 'bgr', 'gray', 'ycbcr']),
      outputType: r.pick(['rgb', 'bgr', 'gray', 'ycbcr']),
    }),
  },
  cast: { dtypes: [...numbers, 'bool'], layouts: any, args: (r) => ({ dtype: r.pick([...numbers, 'bool']) }) },
  pad: {
    dtypes: [...numbers, 'bool'],
    layouts: any,
    exact: true,
    args: (r, b) => ({
      ...maybe(r, { align: r.int(1, 5) }),
      ...maybe(r, { shape: b[0].shape.map(() => r.pick([-1, 1, r.int(2, 80)])) }),
      ...maybe(r, { fillValue: each(r, b, () => r.float(0, 100)) }),
    }),
  },
  oneHot: {
    dtypes: [...numbers, 'bool'],
    layouts: any.filter((layout) => layout.length < 6), // one dimension is added
    exact: true,
    args: (r, b) => ({
      numClasses: r.int(1, 5),
      ...maybe(r, { axis: r.int(-1, b[0].shape.length) }),
      ...maybe(r, { onValue: r.float(-9, 300), dtype: r.pick([...numbers, 'bool']) }),
    }),
  },
  castLike: {
    dtypes: [...numbers, 'bool'],
    layouts: any,
    args: () => ({}),
    inputs: (r, b) => {
      const dtype = r.pick([...numbers, 'bool'])
      return [b.map(() => r.tensor(dtype, [2], ''))]
    },
  },
  lookupTable: {
    dtypes: numbers.filter((d) => !d.startsWith('float')),
    layouts: any,
    exact: true,
    args: (r) => {
      const keys = r.list(r.int(0, 40), () => r.int(0, r.coin() ? 255 : 65535))
      const dtype = r.pick([...numbers, 'bool'])
      return { keys, values: keys.map(() => r.float(-300, 300)), defaultValue: r.float(-9, 9), dtype }
    },
  },
  copy: { dtypes: [...numbers, 'bool'], layouts: any, exact: true, args: () => ({}) },
  transpose: {
    dtypes: [...numbers, 'bool'],
    layouts: any,
    exact: true,
    args: (r, b) =>
      r.pick([
        () => ({}),
        () => ({ perm: r.shuffled(b[0].shape.map((_, i) => i)) }),
        () => ({ outputLayout: r.shuffled([...b[0].layout]).join('') }),
      ])(),
  },
  sequenceRearrange: {
    dtypes: [...numbers, 'bool'],
    layouts: ['FHWC', 'FCHW', 'FX'],
    exact: true,
    args: (r, b) => {
      const frames = Math.min(...b.map(({ shape }) => shape[0]))
      return { newOrder: r.list(r.int(1, 5), () => r.int(0, frames - 1)) }
    },
  },
  flip: {
    dtypes: [...numbers, 'bool'],
    layouts: planar.filter((l) => l !== 'CFHW'),
    exact: true,
    args: (r, b) => ({
      horizontal: each(r, b, () => r.int(0, 1), 'int32'),
      vertical: each(r, b, () => r.int(0, 1), 'int32'),
      ...maybe(r, { depthwise: r.int(0, 1) }),
    }),
  },
  crop: {
    dtypes: numbers,
    layouts: ['HWC', 'CHW', 'FHWC', 'FCHW', 'CFHW'],
    args: (r, b) => ({ ...window(r, b), ...maybe(r, { dtype: r.pick(numbers) }) }),
  },
  slice: {
    dtypes: [...numbers, 'bool'],
    layouts: planar,
    exact: true,
    args: (r, b) => {
      const w = () => [r.float(0, 0.5), r.float(0, 0.5)]
      return r.pick([
        () => ({ relStart: each(r, b, w), relShape: [0.5, 0.5] }),
        () => ({ start: each(r, b, (s) => ['W', 'H'].map((c) => r.int(0, extent(s, c) - 1)), 'int32') }),
        () => ({
          start: [-2, -3],
          shape: [9, 11],
          outOfBoundsPolicy: r.pick(['pad', 'trim_to_shape', 'edge', 'reflect_1001', 'reflect_101', 'wrap']),
        }),
      ])()
    },
  },
  cropMirrorNormalize: {
    dtypes: ['uint8', 'int16', 'float32'],
    layouts: ['HWC', 'CHW', 'FHWC', 'FCHW'],
    channels: 3,
    args: (r, b) => ({
      ...window(r, b),
      mirror: each(r, b, () => r.int(0, 1), 'int32'),
      mean: r.list(3, () => r.float(0, 255)),
      std: r.list(3, () => r.float(0.5, 100)),
      dtype: r.pick(['float32', 'float16', 'uint8', 'int8']),
      outputLayout: r.pick(b[0].layout.includes('F') ? ['FHWC', 'FCHW'] : ['HWC', 'CHW']),
      ...maybe(r, { padOutput: true }),
      ...maybe(r, { scale: 0.5, shift: 3 }),
    }),
  },
  resize: {
    dtypes: resized,
    layouts: ['HWC', 'CHW', 'HW', 'FHWC', 'FCHW', 'DHWC', 'CDHW'],
    args: (r, b) => ({ ...sizes(r, b), ...quality(r) }),
  },
  resizeCropMirror: {
    dtypes: resized,
    layouts: ['HWC', 'CHW', 'FHWC', 'FCHW'],
    args: (r, b) => ({
      size: [r.int(20, 60), r.int(20, 60)],
      crop: [r.int(1, 20), r.int(1, 20)],
      mirror: each(r, b, () => r.int(0, 3), 'int32'),
      ...quality(r),
    }),
  },
  randomResizedCrop: {
    dtypes: resized,
    layouts: ['HWC', 'CHW', 'FHWC'],
    args: (r) => ({ size: [r.int(1, 40), r.int(1, 40)], ...quality(r) }),
  },
  normalize: {
    dtypes: numbers,
    layouts: any,
    args: (r, b) => ({
      ...r.pick([
        () => ({}),
        () => ({ axes: r.shuffled(b[0].shape.map((_, i) => i)).slice(0, r.int(1, b[0].shape.length)) }),
        // Over the whole batch: samples may differ along the reduced axes alone.
        () => ({ batch: true }),
        () => {
          const differs = (_, i) => b.some((s) => s.shape[i] !== b[0].shape[i])
          const axes = b[0].shape.map((_, i) => i).filter((_, i) => differs(_, i) || r.coin())
          return { batch: true, ...(axes.length && { axes }) }
        },
      ])(),
      ...maybe(r, { epsilon: 0.01 }),
      ...maybe(r, { scale: 40, shift: 100, dtype: r.pick(['uint8', 'float32', 'int16']) }),
      ...maybe(r, { mean: r.float(0, 100) }),
    }),
  },
  'reductions.sum': reduction((r) => maybe(r, { dtype: r.pick(['float32', 'uint64', 'int32']) })),
  'reductions.mean': reduction(averages),
  'reductions.meanSquare': reduction(averages),
  'reductions.rms': reduction(averages),
  'reductions.min': { ...reduction(), exact: true },
  'reductions.max': { ...reduction(), exact: true },
  'reductions.stdDev': deviation,
  'reductions.variance': deviation,
  rotate: {
    dtypes: warped,
    layouts: frames,
    args: (r, b) => ({
      angle: factor(r, b, -400, 400),
      ...(limited(b[0].layout) && { axis: [1, r.float(-1, 1), r.float(-1, 1)] }),
      ...maybe(r, { keepSize: true }),
      ...warp(r, b),
    }),
  },
  warpAffine: {
    dtypes: warped,
    layouts: frames,
    args: (r, b) => {
      const n = spatial(b[0].layout).length
      const matrix = () =>
        r.list(n * (n + 1), (i) =>
          i % (n + 1) === n ? r.float(-9, 9) : r.float(-0.5, 0.5) + (i % (n + 2) === 0 ? 1 : 0),
        )
      return { matrix: each(r, b, matrix), ...maybe(r, { inverseMap: r.coin() }), ...warp(r, b) }
    },
  },
  gaussianBlur: {
    dtypes: numbers,
    layouts: ['HWC', 'CHW', 'HW', 'FHWC', 'FCHW', 'DHWC'],
    args: (r, b) => ({
      ...r.pick([() => ({ sigma: each(r, b, () => r.float(0.3, 4)) }), () => ({ windowSize: r.int(0, 6) * 2 + 1 })])(),
      ...maybe(r, { dtype: 'float32' }),
    }),
  },
  erase: {
    dtypes: [...numbers, 'bool'],
    layouts: planar,
    exact: true,
    args: (r, b) => {
      const n = r.int(1, 3)
      return r.pick([
        () => ({
          anchor: each(r, b, () => r.list(2 * n, () => r.float(-3, 40))),
          shape: r.list(2 * n, () => r.float(0, 20)),
          axisNames: 'HW',
        }),
        () => ({
          anchor: r.list(2 * n, () => r.float(0, 1)),
          shape: r.list(2 * n, () => r.float(0, 0.5)),
          axisNames: 'WH',
          normalized: true,
          centeredAnchor: r.coin(),
          fillValue: r.list(b.every((s) => channels(s) === channels(b[0])) ? channels(b[0]) : 1, () => r.int(0, 100)),
        }),
      ])()
    },
  },
  paste: {
    dtypes: ['uint8'],
    layouts: images,
    exact: true,
    channels: 3,
    args: (r, b) => ({
      fillValue: r.coin() ? [r.int(0, 255)] : r.list(3, () => r.int(0, 255)),
      ratio: each(r, b, () => r.float(1, 4)),
      pasteX: each(r, b, () => r.float(0, 1)),
      pasteY: each(r, b, () => r.float(0, 1)),
      ...maybe(r, { minCanvasSize: r.int(1, 90) }),
    }),
  },
}

/** A batch of matrices of these columns, each of any number of rows; none is one of them. */
const matrices = (r, batch, columns, make) => batch.map(() => matrix(r, r.int(0, 300), columns, make))
const matrix = (r, rows, columns, make) => ({
  ...{ dtype: 'float32', layout: '', shape: [rows, columns] },
  data: Float32Array.from(r.list(rows * columns, make)),
})

Object.assign(table, {
  bbFlip: {
    samples: (r, b) => matrices(r, b, 4, () => r.float(-0.5, 1.5)),
    exact: true,
    args: (r, b) => ({
      horizontal: each(r, b, () => r.int(0, 1), 'int32'),
      vertical: each(r, b, () => r.int(0, 1), 'int32'),
      ltrb: r.coin(),
    }),
  },
  coordFlip: {
    samples: (r, b) => matrices(r, b, 3, () => r.float(-2, 2)),
    exact: true,
    args: (r, b) => ({
      flipX: each(r, b, () => r.int(0, 1), 'int32'),
      flipZ: r.int(0, 1),
      centerX: each(r, b, () => r.float(-1, 1)),
      ...maybe(r, { layout: r.pick(['xyz', 'zyx', 'yzx']) }),
    }),
  },
  coordTransform: {
    samples: (r, b) => matrices(r, b, 3, () => r.float(-2, 2)),
    args: (r, b) =>
      r.pick([
        () => ({ M: r.list(3 * r.int(1, 6), () => r.float(-2, 2)), T: each(r, b, () => r.float(-9, 9)) }),
        () => ({ MT: r.list(4 * r.int(1, 6), () => r.float(-2, 2)) }),
        () => ({ M: each(r, b, () => r.float(-2, 2)) }),
      ])(),
  },
  boxEncoder: {
    samples: (r, b) => b.map(() => boxes(r, r.int(0, 40))),
    inputs: (r, _, samples) => [
      samples.map(({ shape: [count] }) => ({
        ...{ dtype: 'int32', layout: '', shape: [count] },
        data: Int32Array.from(r.list(count, () => r.int(1, 80))),
      })),
    ],
    outputs: 2,
    args: (r) => ({
      anchors: [...boxes(r, r.int(1, 500)).data],
      criteria: r.float(0, 0.7),
      ...maybe(r, { offset: true, scale: 300, stds: [0.1, 0.1, 0.2, 0.2] }),
    }),
  },
})

Object.assign(table, soundRows({ each, maybe, numbers, any }))

// The tensor gives the shape; the draws are those of the CPU.
Object.assign(table, {
  'random.uniform': {
    dtypes: numbers,
    layouts: any,
    exact: true,
    args: (r) => ({
      ...r.pick([
        () => ({}),
        () => ({ range: [r.float(-300, 0), r.float(1, 300)] }),
        () => ({ values: r.list(r.pick([1, 2, 7, 1000]), () => r.float(-200, 200)) }),
      ])(),
      ...maybe(r, { dtype: r.pick([...numbers, 'bool']) }),
    }),
  },
  'random.normal': {
    dtypes: numbers,
    layouts: any,
    args: (r, b) => ({
      ...maybe(r, { mean: each(r, b, () => r.float(-20, 100)), stddev: each(r, b, () => r.float(0, 30)) }),
      ...maybe(r, { dtype: r.pick([...numbers, 'bool']) }),
    }),
  },
  'random.coinFlip': {
    dtypes: numbers,
    layouts: any,
    exact: true,
    args: (r, b) => ({
      ...maybe(r, { probability: each(r, b, () => r.pick([0, 0.5, 1, r.float(0, 1)])) }),
      ...maybe(r, { dtype: r.pick([...numbers, 'bool']) }),
    }),
  },
})

/** Boxes with sides of 0.05 to 0.5. */
function boxes(r, count) {
  const data = r.list(count, () => {
    const [x, y] = [r.float(0, 0.6), r.float(0, 0.6)]
    return [x, y, x + r.float(0.05, 0.5), y + r.float(0.05, 0.5)]
  })
  return { dtype: 'float32', layout: '', shape: [count, 4], data: Float32Array.from(data.flat()) }
}

/** For an operator without a row: each argument by its type and range. */
function generic(r, schema, batch) {
  const args = {}
  for (const [name, info] of Object.entries(schema.args)) {
    if (!info.required && r.coin(0.6)) continue
    const base = typeof info.default === 'number' ? info.default : 0
    const low = info.min ?? base - 1
    const high = info.max ?? base + 1
    const value = {
      bool: () => r.coin(),
      int: () => each(r, batch, () => r.int(Math.ceil(low), Math.floor(high)), info.perSample ? 'int32' : null),
      float: () => each(r, batch, () => r.float(low, high), info.perSample ? 'float32' : null),
      enum: () => r.pick(info.values),
      dtype: () => 'float32',
      interp: () => r.pick(['nn', 'linear']),
    }[info.type]
    if (value) args[name] = value()
    else if (info.required)
      throw new Error(`write a row of test/gpu/lib/operators.mjs for it: ${name} is a ${info.type}`)
  }
  return args
}

/** The operators that have kernels on both sides and may stand in a definition. */
// Views have no kernels: native/test/gpu_tensors_test.cc compares what is bound to their outputs.
export const names = Object.entries(schemas)
  .filter(([, s]) => s.kind === 'op' && !s.merges && !s.view && ['cpu', 'gpu'].every((d) => s.devices.includes(d)))
  .map(([name]) => name)
  .filter((name) => name === 'copy' || !schemas[name].internal)
  // It writes files: test/ops has it.
  .filter((name) => name !== 'dumpImage')

function shapeOf(r, layout, count, small) {
  const long = layout.length > 3
  return [...layout].map((c) =>
    c === 'C' ? count : c === 'F' || (long && !'HW'.includes(c)) ? r.int(1, 4) : r.extent(small || long),
  )
}

/** A random case of one operator over a batch of `length`: { inputs, build(input), text, exact }. */
export function caseOf(name, r, length, small = false, device = 'gpu') {
  const schema = schemas[name]
  const row = { dtypes: ['uint8', 'float32'], layouts: images, ...table[name] }
  const dtype = r.pick(row.dtypes)
  const layout = r.pick(row.layouts)
  const wanted = typeof row.channels === 'function' ? undefined : row.channels
  const count = wanted ?? r.int(1, 4)
  let batch = r.list(length, () => ({ shape: shapeOf(r, layout, count, small), layout }))
  const args = row.args ? row.args(r, batch) : generic(r, schema, batch)
  if (typeof row.channels === 'function') {
    batch = batch.map((s) => ({ ...s, shape: s.shape.map((n, i) => (layout[i] === 'C' ? row.channels(args) : n)) }))
  }
  const samples = row.samples?.(r, batch) ?? batch.map(({ shape }) => r.tensor(dtype, shape, layout, row.unit))
  const build = name === 'copy' ? (x) => x.gpu() : (...nodes) => at(fn, name)(...nodes, { ...nodesOf(args), device })
  const shown = JSON.stringify(args, (_, v) => (v instanceof PerSample ? v.values : v))
  return {
    outputs: row.outputs ?? 1,
    inputs: [samples, ...(row.inputs?.(r, batch, samples) ?? [])],
    build,
    exact: row.exact ?? false,
    text: `${name}(${dtype} ${layout} ${samples.map((s) => `[${s.shape}]`).join(' ')}, ${shown})`,
  }
}

const at = (object, path) => path.split('.').reduce((o, key) => o[key], object)
