// Cases of noise.gaussian for `npm run parity`: each element of a case is the same number, so that all results have one distribution.
import { moreDtypes, parity } from '../../../tools/parity/cases.js'
import { drawnValues } from '../../../tools/parity/distribution.js'
import { numberDtypes } from '../../../tools/parity/draw.js'
import { vga } from '../../../tools/parity/families.js'

export default parity({
  tolerance: 0,
  differs: [moreDtypes],
  distribution: drawnValues,
  case: (d) => {
    const value = d.int(0, 120)
    const dtype = d.pick(numberDtypes)
    return {
      inputs: [d.tensor({ dtype, layout: 'HWC', shape: () => [d.int(20, 50), 30, 2], values: [value, value] })],
      // One mean and one deviation for all samples.
      args: { mean: d.maybe(() => d.float(-20, 100)), stddev: d.maybe(() => d.float(0, 60)) },
    }
  },
  ...vga({ stddev: 10 }),
})
