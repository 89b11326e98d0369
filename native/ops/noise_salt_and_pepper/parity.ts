// Cases of noise.saltAndPepper for `npm run parity`: each element of a case is the same number, so that all results have one
// distribution. Which channels change together is a number too: how many elements of a pixel differ from the first.
import { moreDtypes, moreLayouts, parity } from '../../../tools/parity/cases.js'
import { drawnValues } from '../../../tools/parity/distribution.js'
import { numberDtypes } from '../../../tools/parity/draw.js'
import { vga } from '../../../tools/parity/families.js'

export default parity({
  tolerance: 0,
  differs: [moreDtypes, moreLayouts],
  distribution: (sample, dtype, c, output) => {
    const { values } = drawnValues(sample, dtype, c, output)
    return { values: values!, apart: values!.flatMap((v, i) => (i % 3 ? [Number(v !== values![i - (i % 3)])] : [])) }
  },
  case: (d) => {
    const dtype = d.pick(numberDtypes)
    const value = d.int(0, 120)
    const signed = !dtype.startsWith('u')
    const layout = d.pick(['HWC', 'FHWC', 'CHW', 'HW', ''])
    const shape = { HWC: [40, 50, 3], FHWC: [2, 20, 50, 3], CHW: [3, 40, 50], HW: [40, 30], '': [500, 3] }[layout]!
    const given = () => d.maybe(() => (dtype.startsWith('float') ? d.float(-2, 2) : d.float(signed ? -100 : 0, 120)))
    return {
      inputs: [d.tensor({ dtype, layout, shape, values: [value, value] })],
      args: {
        prob: d.maybe(() => d.float(0, 1)),
        saltVsPepper: d.maybe(() => d.float(0, 1)),
        saltVal: given(),
        pepperVal: given(),
        perChannel: d.maybe(() => d.bool()),
      },
    }
  },
  ...vga({ prob: 0.05 }),
})
