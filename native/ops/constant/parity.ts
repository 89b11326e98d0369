// Cases of constant for `npm run parity`.
import { moreDtypes, parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  differs: [moreDtypes],
  case: (d) => {
    const shape = d.maybe(() => d.list(d.int(0, 3), () => d.int(1, 4)))
    const count = d.chance(4) ? d.int(1, 5) : d.bool() ? 1 : (shape ?? [5]).reduce((a, b) => a * b, 1)
    const values = d.bool()
      ? { fdata: d.list(count, () => d.float(-300, 300)) }
      : { idata: d.list(count, () => d.int(-300, 300)) }
    return {
      inputs: [],
      batchSize: d.batch,
      args: {
        ...values,
        shape,
        dtype: d.maybe(() => d.pick(dtypes)),
        layout: shape?.length ? d.maybe(() => 'DHW'.slice(-shape.length)) : undefined,
      },
    }
  },
})
