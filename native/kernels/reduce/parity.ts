// Cases of all reductions for `npm run parity`: what their parity.ts files share.
import { type Case, type Difference, daliRefuses, type Parity } from '../../../tools/parity/cases.js'
import { type Draw, dtypes } from '../../../tools/parity/draw.js'

type Name = 'sum' | 'mean' | 'meanSquare' | 'rms' | 'min' | 'max' | 'stdDev' | 'variance'

/** What may be asked for as dtype. */
const asked: Partial<Record<Name, readonly string[]>> = {
  sum: ['uint64', 'int64', 'float32', 'uint8', 'int32'],
  mean: ['float32', 'int32', 'uint8'],
  meanSquare: ['float32', 'uint64', 'int64'],
  rms: ['float32', 'int32', 'uint8'],
}

/** Values whose squares add up to less than 2^31, so that DALI's int does not overflow; see `overflows`. */
const small = (dtype: string): readonly [number, number] =>
  dtype.startsWith('float') ? [-100, 100] : dtype === 'bool' ? [0, 1] : dtype.startsWith('u') ? [0, 200] : [-100, 100]

const isFloat = (dtype: string) => dtype.startsWith('float')
const dtypeOf = (c: Case) => c.inputs[0]!.dtype
const shapes = (c: Case) => c.inputs[0]!.samples.map(({ shape }) => shape)
const axesOf = (c: Case): number[] => {
  const { axes, axisNames } = c.args ?? {}
  const { layout, samples } = c.inputs[0]!
  const ndim = samples[0]!.shape.length
  if (axisNames !== undefined) return [...(axisNames as string)].map((name) => layout.indexOf(name))
  return ((axes as number[] | undefined) ?? [...samples[0]!.shape.keys()]).map((axis) => (axis + ndim) % ndim)
}

const refusedDtypes = daliRefuses(
  /[Uu]nsupported|[Nn]ot supported|Unexpected/,
  'DALI refuses float16, float64, bool and most dtypes of results; penstock takes all.',
)

const limits: Difference = {
  when: (c) => shapes(c).some((shape) => shape.includes(0)) && isFloat(dtypeOf(c)),
  reason:
    'The least and the largest of no elements are the largest and the least float32 in DALI; in penstock they are infinite, which is the identity of the two.',
}
const deviations: Difference[] = [
  {
    when: (c) => !axesOf(c).length,
    reason: 'Where no axis is reduced DALI gives 0, whatever the mean; penstock gives the distance from the mean.',
  },
]
const narrow: Difference = {
  when: (c) => /int/.test(String(c.args?.dtype)),
  reason:
    'A mean that is asked for in the dtype of the input is added up in that dtype by DALI, where it overflows; penstock adds in 64 bits.',
}
const differs: Partial<Record<Name, Difference[]>> = {
  min: [limits],
  max: [limits],
  mean: [narrow],
  meanSquare: [narrow],
  rms: [narrow],
  stdDev: deviations,
  variance: deviations,
}

function draw(d: Draw, name: Name): Case {
  // Mostly what DALI takes too.
  const dtype = d.chance(8) ? d.pick(dtypes) : d.pick(dtypes.filter((name) => !/^float(16|64)|^bool/.test(name)))
  const layout = d.pick(['HWC', 'CHW', 'HW', 'W', 'FHWC', 'DHWC', ''])
  const ndim = layout ? layout.length : d.int(0, 4)
  const most = d.pick([5, 40, 200])
  const kept = d.list(ndim, () => d.int(1, ndim > 2 ? Math.min(most, 40) : most))
  const deviation = name === 'stdDev' || name === 'variance'
  const wide = name === 'min' || name === 'max' || (name === 'sum' && !isFloat(dtype))
  const input = d.tensor({
    dtype,
    layout,
    ...(!wide && { values: small(dtype) }),
    shape: () => kept.map((extent) => (deviation ? extent : d.chance(12) ? 0 : d.int(1, extent))),
  })
  const axes = d.some([...kept.keys()], d.int(0, ndim)).map((axis) => (d.bool() ? axis : axis - ndim))
  const named = layout && d.bool() ? { axisNames: d.some([...layout], d.int(1, ndim)).join('') } : undefined
  const args: Record<string, unknown> = {
    ...(named ?? (d.bool() ? { axes } : {})),
    keepDims: d.maybe(() => d.bool()),
    ...(asked[name] && d.chance(4) && { dtype: d.pick(asked[name]!) }),
    ...(d.chance(20) && { axes: [d.pick([ndim, -ndim - 1, 9])] }),
  }
  if (!deviation) return { inputs: [input], args }
  const c: Case = { inputs: [input], args: { ...args, ddof: d.maybe(() => d.int(-1, 2)) } }
  const reduced = axesOf(c)
  if (reduced.some((axis) => !(axis >= 0 && axis < ndim)))
    return { ...c, inputs: [input, d.tensor({ dtype: 'float32', shape: [] })] }
  const keep = d.bool()
  const shape = kept.flatMap((extent, axis) => (reduced.includes(axis) ? (keep ? [1] : []) : [extent]))
  return { ...c, inputs: [input, d.tensor({ dtype: 'float32', shape, values: [-10, 90] })] }
}

/** The parity of one reduction. */
export const reduction = (name: Name): Parity => ({
  tolerance: (c) =>
    name === 'min' || name === 'max' || (name === 'sum' && !isFloat(dtypeOf(c)) && c.args?.dtype !== 'float32')
      ? 0
      : // Sums of float32 cancel out: what is allowed goes by the size of what is added.
        { rel: 1e-6, abs: isFloat(dtypeOf(c)) || c.args?.dtype === 'float32' ? 1e-6 * spread(c, name) : 0 },
  toleranceText:
    '0 for integers, least and largest; else 1e-6 of the result, of floating point also of what is added up',
  differs: [refusedDtypes, ...(differs[name] ?? [])],
  case: (d) => draw(d, name),
  speed: (d) => ({
    inputs: [
      d.tensor({ dtype: 'uint8', layout: 'HWC', shape: [480, 640, 3], samples: 32 }),
      ...(name === 'stdDev' || name === 'variance'
        ? [d.tensor({ dtype: 'float32', shape: [], values: [127, 128], samples: 32 })]
        : []),
    ],
  }),
})

/** The largest size of what is added up, over the number of elements for a mean. */
function spread(c: Case, name: Name): number {
  const count = Math.max(...shapes(c).map((shape) => axesOf(c).reduce((n, axis) => n * (shape[axis] ?? 1), 1)))
  return name === 'sum' ? 100 * count : name === 'mean' ? 100 : 0
}
