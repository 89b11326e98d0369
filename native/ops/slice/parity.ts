// Cases of slice for `npm run parity`.
import { halfTies, moreDtypes, parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'
import { vga } from '../../../tools/parity/families.js'

const policies = ['error', 'pad', 'trim_to_shape', 'edge', 'reflect_1001', 'reflect_101', 'wrap'] as const

export default parity({
  tolerance: 0,
  differs: [moreDtypes, halfTies],
  case: (d) => {
    const layout = d.pick(['HWC', 'CHW', 'HW', 'DHWC'])
    const axes = d.some(
      [...layout].map((_, i) => i),
      d.int(1, layout.length),
    )
    const policy = d.maybe(() => d.pick(policies))
    const beyond = policy && policy !== 'error' ? 6 : 0
    const ints = (low: number, high: number) => () => d.list(axes.length, () => d.int(low, high))
    const floats = (low: number, high: number) => () => d.list(axes.length, () => d.float(low, high))
    const args: Record<string, unknown> = {
      ...(d.bool() ? { axisNames: axes.map((i) => layout[i]).join('') } : { axes }),
      outOfBoundsPolicy: policy,
      fillValues: d.chance(4) ? [d.float(-10, 300)] : undefined,
      dtype: d.chance(5) ? d.pick(dtypes) : undefined,
    }
    const data = d.images({ dtype: d.pick(dtypes), layout, least: 3, most: 16, channels: [3] })
    if (d.chance(3)) {
      const normalized = [d.maybe(() => d.bool()), d.maybe(() => d.bool())]
      const dtype = d.pick(['float32', 'int32', 'int64'] as const)
      const values = (low: number, high: number, relative: boolean) => () =>
        dtype !== 'float32' || !relative ? d.int(low, high) : d.float(low / 10, high / 10)
      const length = axes.length
      return {
        inputs: [
          data,
          d.perSample(values(-beyond, 3, normalized[0] !== false), { dtype, length }),
          d.perSample(values(0, 4 + beyond, normalized[1] !== false), { dtype, length }),
        ],
        args: { ...args, normalizedAnchor: normalized[0], normalizedShape: normalized[1] },
      }
    }
    const makers: Record<string, () => number[]> = {}
    const start = d.pick(['', 'start', 'relStart'])
    const end = d.pick(['', 'end', 'relEnd', 'shape', 'relShape'])
    if (start) makers[start] = start === 'start' ? ints(-beyond, 3) : floats(-beyond / 10, 0.5)
    if (end) makers[end] = /rel/.test(end) ? floats(0.3, 0.5 + beyond / 10) : ints(1, 4 + beyond)
    const drawn = d.arguments(makers, ['start', 'end', 'shape'])
    return { inputs: [data], args: { ...args, ...drawn.args }, argInputs: drawn.argInputs }
  },
  ...vga({ relStart: [0.2, 0.2], relShape: [0.5, 0.5] }),
})
