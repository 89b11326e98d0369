// Cases of random.uniform for `npm run parity`.
import { type Case, moreDtypes, parity } from '../../../tools/parity/cases.js'
import { drawnValues } from '../../../tools/parity/distribution.js'
import { numberDtypes } from '../../../tools/parity/draw.js'

const rangeOf = ({ args = {} }: Case) => (args.range ?? []) as number[]
const isInteger = ({ args = {} }: Case) => /int/.test(String(args.dtype))

export default parity({
  tolerance: 0,
  differs: [
    moreDtypes,
    {
      when: (c) => isInteger(c) && String(c.args?.dtype).startsWith('u') && rangeOf(c).some((end) => end < 0),
      reason:
        'A range that reaches below 0 wraps around in an unsigned dtype of DALI; penstock clamps its draws to the dtype.',
    },
    {
      when: (c) => isInteger(c) && rangeOf(c).some((end) => !Number.isInteger(end)),
      reason:
        'For an integer dtype DALI drops the fractions of the ends of the range; penstock draws in the range that it is given and rounds.',
    },
  ],
  distribution: drawnValues,
  case: (d) => {
    const dtype = d.maybe(() => d.pick(numberDtypes))
    const end = (low: number, high: number) => (d.chance(4) ? d.float(low, high) : d.int(low, high))
    const low = end(d.bool() ? -50 : 0, 50)
    return {
      inputs: [],
      batchSize: d.batch,
      args: {
        shape: [d.int(1000, 3000)],
        dtype,
        ...(d.bool() ? { values: d.list(d.int(1, 6), () => d.int(-3, 100)) } : { range: [low, low + end(1, 77)] }),
      },
    }
  },
  speed: () => ({ inputs: [], batchSize: 32, args: { shape: [100_000] } }),
})
