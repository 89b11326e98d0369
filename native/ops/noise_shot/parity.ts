// Cases of noise.shot for `npm run parity`: each element of a case is the same number, so that all results have one distribution.
import { moreDtypes, parity } from '../../../tools/parity/cases.js'
import { drawnValues } from '../../../tools/parity/distribution.js'
import { numberDtypes } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 0,
  differs: [
    moreDtypes,
    {
      when: ({ args = {} }) => args.factor === undefined,
      reason: 'Without a factor DALI takes 12 and not 20, its documented default.',
    },
    {
      when: ({ args = {} }) => args.factor === 0,
      reason: 'A factor of 0 leaves the input as it is, as DALI documents; DALI gives zeros.',
    },
  ],
  distribution: drawnValues,
  case: (d) => {
    const dtype = d.pick(numberDtypes)
    const value = d.int(dtype.startsWith('u') ? 0 : -3, 120)
    return {
      inputs: [d.tensor({ dtype, layout: 'HWC', shape: () => [d.int(20, 50), 30, 2], values: [value, value] })],
      // One factor for all samples.
      args: { factor: d.chance(8) ? d.pick([undefined, 0]) : d.float(0.05, 30) },
    }
  },
  // DALI takes a fifth of a second for such an image.
  speed: (d) => ({
    inputs: [d.tensor({ dtype: 'uint8', layout: 'HWC', shape: [480, 640, 3], samples: 4, smooth: true })],
    args: { factor: 20 },
  }),
})
