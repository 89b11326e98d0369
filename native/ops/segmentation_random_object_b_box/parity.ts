// Cases of segmentation.randomObjectBBox for `npm run parity`: many samples with one mask, so that they have one distribution.
import { type Case, parity } from '../../../tools/parity/cases.js'
import { type Draw, dataOf, randomNumbers } from '../../../tools/parity/draw.js'

const dtypes = ['uint8', 'int8', 'uint16', 'int16', 'uint32', 'int32', 'bool'] as const

/** A mask of blocks of equal labels, so that objects have several pixels. */
function drawMask(d: Draw, labels: number): { shape: number[]; values: number[] } {
  const shape = d.list(d.int(1, 3), () => d.int(1, 8))
  const random = randomNumbers(d.int(0, 2 ** 30))
  const values: number[] = []
  const count = shape.reduce((a, b) => a * b, 1)
  for (let i = 0; i < count; i++)
    values.push(i && random() < 0.4 ? values[i - 1]! : Math.floor(random() * (labels + 1)))
  return { shape, values }
}

function drawCase(d: Draw): Case {
  const dtype = d.pick(dtypes)
  const labels = dtype === 'bool' ? 1 : d.int(1, 4)
  const { shape, values } = drawMask(d, labels)
  const mask = { shape, data: dataOf(dtype, values) }
  const classes = d.chance(3) ? d.list(d.int(1, 3), () => d.int(d.chance(8) ? 0 : 1, labels + 1)) : undefined
  const count = classes?.length ?? labels
  const extent = () => d.int(1, 4)
  return {
    inputs: [{ dtype, layout: '', samples: Array(500).fill(mask) }],
    args: {
      background: d.chance(4) ? d.int(0, labels) : undefined,
      classes,
      classWeights: d.chance(3)
        ? d.list(count + (d.chance(20) ? 1 : 0), () => d.int(d.chance(30) ? -1 : 0, 4))
        : undefined,
      foregroundProb: d.maybe(() => d.float(0, 1)),
      format: d.maybe(() => d.pick(['anchor_shape', 'start_end', 'box'])),
      ignoreClass: d.chance(4) || undefined,
      kLargest: d.chance(3) ? d.int(1, 3) : undefined,
      outputClass: d.maybe(() => d.bool()),
      threshold: d.chance(4) ? (d.bool() ? [extent()] : d.list(shape.length, extent)) : undefined,
      cacheObjects: d.maybe(() => d.bool()),
    },
  }
}

export default parity({
  tolerance: 0,
  differs: [
    {
      when: ({ inputs }) => inputs[0]!.samples[0]!.data.length === 1,
      reason: 'DALI gives an empty box for a mask of one element that is an object; penstock gives its box.',
    },
  ],
  // Each number of each output, and the box by one number.
  distribution: ({ data }, _, __, output) => {
    const numbers = Array.from(data as Int32Array)
    const box = numbers.reduce((sum, one) => sum * 9 + one, 0)
    return { [`output ${output}`]: [box], ...Object.fromEntries(numbers.map((one, i) => [`number ${i}`, [one]])) }
  },
  case: drawCase,
  speed: (d) => ({
    inputs: [d.tensor({ dtype: 'uint8', shape: [240, 320], samples: 32, values: [0, 1], smooth: true })],
    args: {},
  }),
})
