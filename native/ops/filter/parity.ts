// Cases of filter for `npm run parity`.
import { type Difference, parity } from '../../../tools/parity/cases.js'
import { isFloating } from '../../../tools/parity/families.js'

// From this many weights on, or 130 of bytes, OpenCV, which DALI calls, multiplies spectra in place of summing products.
const large = 50

const moreThanTheirs: Difference = {
  when: ({ inputs }, found) => /^(int8|float16)$/.test(inputs[0]!.dtype) && 'error' in found.dali,
  reason:
    "DALI's CPU operator takes neither int8 nor float16, which its GPU operator takes; penstock takes them on both.",
}

const volumes: Difference = {
  when: ({ inputs }, found) => inputs[0]!.layout.includes('D') && 'error' in found.dali,
  reason: "DALI's CPU operator takes no volumes, which its GPU operator takes; penstock takes them on both.",
}

const fourth: Difference = {
  when: ({ inputs, args = {} }) =>
    args.border === 'constant' &&
    inputs.length > 2 &&
    inputs[0]!.layout.endsWith('C') &&
    inputs[0]!.samples[0]!.shape.at(-1)! > 3,
  reason:
    'With channels last DALI fills the fourth channel with 0 in place of the fill value; penstock fills all alike.',
}

export default parity({
  tolerance: (c) => {
    const weights = Math.max(...c.inputs[1]!.samples.map(({ data }) => data.length))
    const { dtype } = c.inputs[0]!
    if (dtype === 'float32') return { abs: 1e-3, rel: 1e-6 }
    if (weights < large) return dtype === 'uint8' ? 0 : { abs: 1 }
    const range = dtype.endsWith('16') ? 65536 : 256
    return isFloating(c) ? { abs: range * 1e-4, rel: 1e-5 } : { abs: 0, share: 0.05, most: 1 }
  },
  toleranceText:
    'exact for uint8; 1 for other integers and 0.001 for float32, whose products and sums OpenCV fuses; from 50 weights on, which it sums by a Fourier transform, integers 1 on 5 %, floats 1e-4 of the range',
  differs: [moreThanTheirs, volumes, fourth],
  case: (d) => {
    const layout = d.pick(['HWC', 'HWC', 'CHW', 'FHWC', 'FCHW', 'HW', 'DHWC'])
    const dtype = d.pick(['uint8', 'uint8', 'uint16', 'int16', 'float32', 'int8', 'float16'] as const)
    const axes = layout.includes('D') ? 3 : 2
    const size = () => (d.chance(8) ? d.int(9, 14) : d.int(1, 6))
    const smallest = d.list(axes, size)
    const kernels = d.tensor({ dtype: 'float32', shape: smallest, values: [-1, 1] })
    const anchor = () => smallest.map((n) => d.int(-1, n - 1))
    const border = d.maybe(() => d.pick(['reflect_101', 'reflect_1001', 'wrap', 'clamp', 'constant']))
    const fill = d.bool() ? [d.tensor({ dtype, shape: [], values: [0, 100] })] : []
    const per = d.pick(['none', 'constant', 'sample'])
    return {
      inputs: [d.images({ dtype, layout, most: 24 }), kernels, ...fill],
      args: {
        border,
        mode: d.maybe(() => d.pick(['same', 'valid'])),
        anchor: per === 'constant' ? anchor() : undefined,
        dtype: d.chance(3) ? 'float32' : undefined,
      },
      argInputs: per === 'sample' ? { anchor: d.given(d.list(d.batch, anchor), undefined, 'int32') } : {},
    }
  },
  speed: (d) => ({
    inputs: [
      d.tensor({ dtype: 'uint8', layout: 'HWC', shape: [480, 640, 3], samples: 32, smooth: true }),
      d.tensor({ dtype: 'float32', shape: [5, 5], samples: 32, values: [-0.1, 0.14] }),
    ],
    args: {},
  }),
})
