// Cases of segmentation.randomMaskPixel for `npm run parity`: many samples with one mask, so that they have one distribution.
import { moreDtypes, parity, type Samples } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'

const samples = 1000
const repeated = ({ samples: [one], ...rest }: Samples): Samples => ({ ...rest, samples: Array(samples).fill(one) })

export default parity({
  tolerance: 0,
  differs: [moreDtypes],
  // Each coordinate, and the pixel by its number.
  distribution: ({ data }, _, { inputs }) => {
    const at = Array.from(data as BigInt64Array, Number)
    const { shape } = inputs[0]!.samples[0]!
    const number = at.reduce((sum, index, axis) => sum * shape[axis]! + index, 0)
    return { pixel: [number], ...Object.fromEntries(at.map((index, axis) => [`axis ${axis}`, [index]])) }
  },
  case: (d) => {
    const dtype = d.pick(dtypes)
    const shape = d.list(d.int(1, 4), () => d.int(d.chance(60) ? 0 : 1, 9))
    const high = d.pick([0, 1, 4])
    const mask = d.tensor({ dtype, shape, samples: 1, values: [0, high] })
    const value = () => d.int(0, high + 1)
    const way = d.pick(['none', 'threshold', 'value', 'both'])
    return {
      inputs: [repeated(mask)],
      args: {
        foreground: d.chance(5) ? undefined : d.int(0, 1),
        threshold: way === 'threshold' || (way === 'both' && d.chance(4)) ? value() - 0.5 * d.int(0, 1) : undefined,
        value: way === 'value' || way === 'both' ? value() : undefined,
      },
    }
  },
  speed: (d) => ({
    inputs: [d.tensor({ dtype: 'uint8', shape: [480, 640, 1], samples: 32, values: [0, 1] })],
    args: { foreground: 1 },
  }),
})
