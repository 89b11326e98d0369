// Cases of preemphasisFilter for `npm run parity`.
import { type Case, moreDtypes, parity } from '../../../tools/parity/cases.js'
import { numberDtypes } from '../../../tools/parity/draw.js'

const single = (c: Case) => c.inputs[0]!.samples.some(({ data }) => data.length === 1)

export default parity({
  tolerance: (c) =>
    c.args?.dtype === undefined || String(c.args.dtype).startsWith('float')
      ? { rel: 1e-5, abs: 1e-4 }
      : { abs: 1, rel: 1e-6 },
  toleranceText: 'integers 1, floats 1e-5 relative',
  differs: [
    moreDtypes,
    {
      when: (c) => c.args?.border === 'reflect' && single(c),
      reason: 'DALI reflects a signal of one element into memory behind it; penstock takes the element itself.',
    },
  ],
  case: (d) => {
    const dtype = d.pick(numberDtypes)
    const small = dtype.startsWith('uint64') || dtype === 'int64' ? { values: [-1000, 1000] as const } : {}
    const values = dtype === 'uint64' ? { values: [0, 1000] as const } : small
    const ndim = d.int(1, 2)
    const { args, argInputs } = d.arguments({ preemphCoeff: () => d.float(-1, 1.5) })
    return {
      inputs: [d.tensor({ dtype, ...values, shape: () => (ndim === 1 ? [d.int(1, 60)] : [d.int(1, 9), d.int(1, 3)]) })],
      args: {
        ...args,
        border: d.maybe(() => d.pick(['clamp', 'zero', 'reflect'])),
        dtype: d.maybe(() => d.pick(numberDtypes)),
      },
      argInputs,
    }
  },
  speed: (d) => ({ inputs: [d.tensor({ dtype: 'float32', shape: [160_000], samples: 32 })] }),
})
