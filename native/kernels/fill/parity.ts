// Cases of ones, zeros and their Like forms for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

export const filledCases = parity({
  tolerance: 0,
  case: (d) => {
    const ndim = d.int(0, 6)
    const shape = () => d.int(d.chance(10) ? 0 : 1, 6)
    const perSample = d.bool() && ndim > 0
    return {
      inputs: [],
      batchSize: d.batch,
      args: {
        dtype: d.maybe(() => d.pick(dtypes)),
        ...(d.bool() && { layout: 'FDHWCX'.slice(0, ndim + (d.chance(6) ? 1 : 0)) }),
        ...(!perSample && { shape: d.list(ndim, shape) }),
      },
      argInputs: { ...(perSample && { shape: d.perSample(shape, { dtype: 'int32', length: ndim }) }) },
    }
  },
  speed: () => ({ inputs: [], batchSize: 32, args: { shape: [480, 640, 3] } }),
})

export const filledLikeCases = parity({
  tolerance: 0,
  case: (d) => {
    const layout = d.pick(['', 'HWC', 'X', 'FDHWC'])
    const shape = () => d.list(layout.length || 2, () => d.int(d.chance(10) ? 0 : 1, 9))
    return {
      inputs: [d.tensor({ dtype: d.pick(dtypes), layout, shape })],
      args: { dtype: d.maybe(() => d.pick(dtypes)) },
    }
  },
  speed: (d) => ({ inputs: [d.tensor({ dtype: 'float32', layout: 'HWC', shape: [480, 640, 3], samples: 32 })] }),
})
