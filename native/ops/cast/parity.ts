// Cases of cast for `npm run parity`.
import { halfTies, parity } from '../../../tools/parity/cases.js'
import { dtypes } from '../../../tools/parity/draw.js'
import { vga } from '../../../tools/parity/families.js'

export default parity({
  tolerance: 0,
  differs: [halfTies],
  case: (d) => ({
    inputs: [
      d.tensor({
        dtype: d.pick(dtypes),
        layout: d.pick(['HW', '']),
        shape: () => [d.int(0, 9), d.int(1, 40)],
        ...(d.bool() && { values: [0, 1] as const }),
      }),
    ],
    args: { dtype: d.pick(dtypes) },
  }),
  ...vga({ dtype: 'float32' }),
})
