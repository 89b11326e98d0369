// Cases of nonsilentRegion for `npm run parity`.
import { daliRefuses, moreDtypes, parity } from '../../../tools/parity/cases.js'
import { numberDtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  differs: [
    moreDtypes,
    daliRefuses(
      /reset_interval/,
      'DALI refuses a windowLength that does not divide resetInterval, whose default is 8192; penstock has no use for that argument.',
    ),
    daliRefuses(/reference_power/, 'DALI refuses its own default where it is given: 0 for referencePower.'),
  ],
  case: (d) => {
    const dtype = d.pick(numberDtypes)
    const windowLength = d.maybe(() => d.int(1, 40))
    return {
      inputs: [
        d.given(
          d.list(d.batch, () => {
            const silence = () => d.list(d.int(0, 60), () => 0)
            const sign = dtype.startsWith('u') ? [1] : [-1, 1]
            return [...silence(), ...d.list(d.int(1, 60), () => d.pick(sign) * d.int(1, 90)), ...silence()]
          }),
          undefined,
          dtype,
        ),
      ],
      args: {
        windowLength,
        resetInterval: d.maybe(() => (windowLength ?? 2048) * d.int(1, 4)),
        cutoffDb: d.maybe(() => d.float(-70, -5)),
        referencePower: d.maybe(() => d.pick([0, d.float(0.1, 2000)])),
      },
    }
  },
  speed: (d) => ({ inputs: [d.tensor({ dtype: 'float32', shape: [160_000], values: [-1, 1], samples: 32 })] }),
})
