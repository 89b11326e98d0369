// Cases of lookupTable for `npm run parity`.
import { moreDtypes, parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  differs: [moreDtypes],
  case: (d) => {
    const top = d.pick([9, 255, 65535, 65537])
    // Without keys DALI crashes at times.
    const keys = d.list(d.int(1, 30), () => d.int(d.chance(40) ? -1 : 0, top))
    const layout = d.pick(['', 'HWC', 'FHWC'])
    const dtype = d.chance(10) ? d.pick(dtypes) : d.pick(dtypes.filter((name) => /int/.test(name)))
    return {
      inputs: [
        d.tensor({
          dtype,
          layout,
          shape: () => d.list(layout.length || 2, () => d.int(d.chance(10) ? 0 : 1, 12)),
          ...(d.bool() && { values: [0, 20] as const }),
        }),
      ],
      args: {
        keys,
        values: keys.map(() => d.float(-300, 300)).slice(0, d.chance(20) ? 1 : undefined),
        dtype: d.maybe(() => d.pick(dtypes)),
        defaultValue: d.maybe(() => d.float(-9, 300)),
      },
    }
  },
  speed: (d) => ({
    inputs: [d.tensor({ dtype: 'uint8', layout: 'HWC', shape: [480, 640, 3], samples: 32 })],
    args: { keys: [0, 100, 200], values: [1, 2, 3], dtype: 'uint8' },
  }),
})
