// Cases of tensorResize for `npm run parity`.
import { type Difference, daliRefuses, parity } from '../../../tools/parity/cases.js'
import type { Draw } from '../../../tools/parity/draw.js'
import { filterArguments, mixesNearest, resizeTolerance } from '../../../tools/parity/families.js'

type Args = Readonly<Record<string, unknown>>
const bothRan = ({ dali, penstock }: Parameters<Difference['when']>[1]) => !('error' in dali || 'error' in penstock)
const filtersOf = ({ interpType = 'linear', minFilter = interpType, magFilter = interpType }: Args) => [
  minFilter,
  magFilter,
]

const nearest: Difference = {
  when: ({ args = {} }, found) =>
    (mixesNearest(args) || (filtersOf(args).includes('nn') && args.alignment !== undefined)) && bothRan(found),
  reason:
    'With nearest neighbours as the filter of one direction alone, or with mirrored axes that are not aligned at their middle, DALI reads wrong elements.',
}

const kept: Difference = {
  when: ({ inputs, args = {} }, { dali, penstock }) =>
    (args.subpixelScale !== false || filtersOf(args).includes('gaussian')) &&
    bothRan({ dali, penstock }) &&
    !('error' in penstock) &&
    inputs[0]!.samples.some(({ shape }, s) =>
      shape.some((extent, axis) => extent > 1 && penstock.outputs[0]!.samples[s]!.shape[axis] === extent),
    ),
  reason:
    'DALI leaves some axes that keep their extent out of the resize. Which ones depends on their place and on the other samples, and shows with the Gaussian filter and with fractional sizes. Penstock copies an axis whose own extent is asked for, and resamples it otherwise.',
}

const apart = daliRefuses(
  /3 consecutive spatial/,
  'DALI looks for 3 neighbouring axes that change in all samples of a batch together; penstock looks in each sample.',
)

/** The sizes or scales of some axes, with the regions, and the arguments that say how they are met. */
function extents(d: Draw, count: number) {
  const list = (make: () => number) => (d.chance(5) ? [make()] : d.list(count, make))
  const sign = () => (d.chance(8) ? -1 : 1)
  const size = () => (d.chance(8) ? 0 : (d.chance(3) ? d.float(0.6, 12) : d.int(1, 12)) * sign())
  const scale = () => (d.chance(8) ? 0 : d.float(0.1, 2.2) * sign())
  const [name, make] = d.bool() ? (['sizes', size] as const) : (['scales', scale] as const)
  const modes = ['default', 'stretch', ...(name === 'sizes' ? ['not_larger', 'not_smaller'] : [])]
  const perSample = d.bool()
  return {
    args: {
      ...(!perSample && { [name]: list(make) }),
      mode: d.maybe(() => d.pick(modes)),
      maxSize: d.chance(5) ? list(() => d.int(2, 14)) : undefined,
      sizeRounding: d.maybe(() => d.pick(['round', 'truncate', 'ceil'])),
      alignment: d.maybe(() => list(() => d.float(0, 1))),
      subpixelScale: d.maybe(() => d.bool()),
      ...(d.chance(4) && {
        roiRelative: true,
        roiStart: d.list(count, () => d.float(0, 0.45)),
        roiEnd: d.list(count, () => d.float(0.55, 1)),
      }),
    },
    argInputs: perSample ? { [name]: d.given(d.list(d.batch, () => d.list(count, make))) } : {},
  }
}

export default parity({
  ...resizeTolerance,
  differs: [nearest, kept, apart],
  case: (d) => {
    const ndim = d.int(1, 5)
    const count = d.int(1, Math.min(3, ndim))
    const first = d.int(0, ndim - count)
    const axes = d.some(
      Array.from({ length: count }, (_, i) => first + i),
      count,
    )
    const { args, argInputs } = extents(d, count)
    const dtype = d.pick(['uint8', 'uint16', 'int16', 'float32'] as const)
    const layout = 'ABCDE'.slice(0, ndim)
    const most = ndim > 3 ? 5 : 12
    const way = d.pick(count === ndim ? ['all', 'axes', 'names'] : ['axes', 'names'])
    return {
      inputs: [d.tensor({ dtype, layout, shape: () => d.list(ndim, () => d.int(1, most)) })],
      args: {
        ...args,
        ...filterArguments(d),
        axes: way === 'axes' ? axes.map((axis) => axis - (d.bool() ? ndim : 0)) : undefined,
        axisNames: way === 'names' ? axes.map((axis) => layout[axis]).join('') : undefined,
      },
      argInputs,
    }
  },
  speed: (d) => ({
    inputs: [d.tensor({ dtype: 'float32', layout: 'FHWC', shape: [8, 160, 120, 16], samples: 8, smooth: true })],
    args: { axes: [1, 2], sizes: [224, 168] },
  }),
})
