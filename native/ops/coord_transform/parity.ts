// Cases of coordTransform for `npm run parity`.

import type { DType } from '../../../src/generated/abi.js'
import { parity } from '../../../tools/parity/cases.js'
import { dataOf } from '../../../tools/parity/draw.js'

export default parity({
  // Sums of up to six products in single precision; integers may be rounded the other way at a half.
  tolerance: ({ args }) => (String(args?.dtype ?? 'float32') === 'float32' ? { abs: 2e-4, rel: 1e-6 } : 1),
  toleranceText: '0.0002, integers 1',
  differs: [
    {
      when: (c) => c.inputs[0]!.samples.some(({ shape }) => shape[0] === 0),
      reason:
        'Where there are no points DALI gives the shape (0, 0); penstock gives as many columns as the matrix has rows.',
    },
  ],
  case: (d) => {
    const columns = d.int(1, 6)
    const rows = d.int(1, 6)
    const dtype = d.pick<DType>(['uint8', 'uint16', 'int16', 'int32', 'float32', 'float32'])
    const number = () => d.float(-2, 2)
    const matrix = d.pick(['none', 'M', 'MT', 'number', 'per sample'] as const)
    const square = matrix === 'none' || matrix === 'number'
    const width = matrix === 'MT' ? columns + 1 : columns
    return {
      inputs: [d.tensor({ dtype, shape: () => [d.int(d.chance(9) ? 0 : 1, 9), columns], values: [0, 100] })],
      args: {
        ...((matrix === 'M' || matrix === 'MT') && { [matrix]: d.list(rows * width, number) }),
        ...(matrix === 'number' && { M: number() }),
        ...(matrix !== 'MT' && { T: d.maybe(() => (d.bool() ? number() : d.list(square ? columns : rows, number))) }),
        dtype: d.maybe(() => d.pick<DType>([dtype, dtype, dtype, 'float32', 'float64'])),
      },
      argInputs: {
        ...(matrix === 'per sample' && {
          M: {
            ...{ dtype: 'float32' as const, layout: '' },
            samples: d.list(d.batch, () => ({
              shape: [rows, columns],
              data: dataOf('float32', d.list(rows * columns, number)),
            })),
          },
        }),
      },
    }
  },
  speed: (d) => ({
    inputs: [d.tensor({ dtype: 'float32', shape: [1000, 2], samples: 256 })],
    args: { MT: [1, 2, 3, 4, 5, 6] },
  }),
})
