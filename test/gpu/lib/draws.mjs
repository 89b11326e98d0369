// Draws dtypes, layouts, arguments and tensors for the gpu-cases.mjs of the operators' folders. Such a file says which
// tensors its operator takes, and makes arguments that go together; operators.mjs says what it may hold.
import { PerSample } from './run.mjs'

export const images = ['HWC']
export const frames = ['HWC', 'FHWC', 'DHWC', 'FDHWC']
export const planar = ['HWC', 'CHW', 'FHWC', 'FCHW', 'CFHW', 'DHWC', 'CDHW']
export const any = ['HWC', 'CHW', 'HW', 'FHWC', 'ABCD', 'X', 'ABCDEF']
export const warped = ['uint8', 'int16', 'int32', 'float32']
export const colour = ['uint8', 'int16', 'int32', 'float16', 'float32']
export const resized = ['uint8', 'uint16', 'int16', 'float32']
export const numbers = [
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
export const filters = ['nn', 'linear', 'cubic', 'lanczos3', 'gaussian', 'triangular']

export const extent = (sample, letter) => sample.shape[sample.layout.indexOf(letter)]
export const spatial = (layout) => [...layout].filter((c) => 'DHW'.includes(c))
/** Values per sample, or, half of the time, one for all, made for the smallest extents. */
export const each = (r, batch, make, dtype) =>
  r.coin() && dtype !== null ? new PerSample(batch.map(make), dtype) : make(smallest(batch))
const smallest = (batch) => ({
  ...batch[0],
  shape: batch[0].shape.map((_, axis) => Math.min(...batch.map((s) => s.shape[axis]))),
})
export const maybe = (r, args) => (r.coin() ? args : {})

export const window = (r, batch) => ({
  crop: each(r, batch, (s) => ['H', 'W'].map((c) => r.int(1, extent(s, c)))),
  ...maybe(r, { cropPosX: each(r, batch, () => r.float(0, 1)), cropPosY: each(r, batch, () => r.float(0, 1)) }),
})
export const sizes = (r, batch, most = 70) => {
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
export const quality = (r) => ({
  ...maybe(r, { interpType: r.pick(filters) }),
  ...maybe(r, { minFilter: r.pick(filters), magFilter: r.pick(filters) }),
  ...maybe(r, { antialias: r.coin() }),
  ...maybe(r, { dtype: 'float32' }),
})
export const warp = (r, batch) => ({
  ...maybe(r, { interpType: r.pick(['nn', 'linear']) }),
  ...maybe(r, { fillValue: r.float(-50, 300) }),
  ...maybe(r, { dtype: 'float32' }),
  ...maybe(r, { size: r.list(spatial(batch[0].layout).length, () => r.int(1, 40)) }),
})
export const channels = (s) => (s.layout.includes('C') ? extent(s, 'C') : 1)
export const limited = (layout) => spatial(layout).length > 2

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
export const reduction = (args = () => ({})) => ({
  dtypes: [...numbers, 'bool'],
  layouts: any,
  args: (r, b) => ({ ...reduced(r, b), ...args(r) }),
})
export const averages = (r) => maybe(r, { dtype: r.pick(['float32', 'int32', 'float64']) })
/** A mean is a number for all samples here; test/ops has means of every shape. */
export const deviation = {
  ...reduction((r) => maybe(r, { ddof: r.int(-1, 2) })),
  inputs: (r, b) => [b.map(() => r.tensor('float32', [], ''))],
}

/** The numbers of colour operators, per sample or not. */
export const factor = (r, batch, low, high) => each(r, batch, () => r.float(low, high))

/** A batch of matrices of these columns, each of any number of rows; none is one of them. */
export const matrices = (r, batch, columns, make) => batch.map(() => matrix(r, r.int(0, 300), columns, make))
const matrix = (r, rows, columns, make) => ({
  ...{ dtype: 'float32', layout: '', shape: [rows, columns] },
  data: Float32Array.from(r.list(rows * columns, make)),
})

/** Boxes with sides of 0.05 to 0.5. */
export function boxes(r, count) {
  const data = r.list(count, () => {
    const [x, y] = [r.float(0, 0.6), r.float(0, 0.6)]
    return [x, y, x + r.float(0.05, 0.5), y + r.float(0.05, 0.5)]
  })
  return { dtype: 'float32', layout: '', shape: [count, 4], data: Float32Array.from(data.flat()) }
}

/** Masks of dilation and erosion. */
export const morphology = {
  dtypes: ['uint8', 'uint16', 'int16', 'float32'],
  layouts: ['HWC', 'CHW', 'HW', 'FHWC', 'FCHW'],
  args: (r, b) => ({
    ...maybe(r, { maskSize: each(r, b, () => r.list(2, () => r.int(1, 6)), 'int32') }),
    ...maybe(r, { anchor: 0 }),
    ...maybe(r, { iterations: r.int(1, 3) }),
    ...maybe(r, { borderMode: r.pick(['constant', 'replicate', 'reflect', 'reflect_101', 'wrap']) }),
  }),
}

/** Operators with the arguments of native/ops/_args/displace.json, and those that `more` draws. */
export const displaced = (more) => ({
  dtypes: ['uint8', 'float32'],
  layouts: ['HWC', 'FHWC'],
  args: (r, b) => ({
    ...more(r),
    ...maybe(r, { interpType: r.pick(['nn', 'linear']) }),
    ...maybe(r, { fillValue: r.float(-50, 300) }),
    ...maybe(r, { mask: each(r, b, () => r.int(0, 1), 'int32') }),
  }),
})
