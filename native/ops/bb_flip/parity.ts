// Cases of bbFlip for `npm run parity`.
import { parity } from '../../../tools/parity/cases.js'
import type { Draw } from '../../../tools/parity/draw.js'

export default parity({
  tolerance: 1e-6,
  case: (d) => ({
    inputs: [d.tensor({ dtype: 'float32', shape: d.chance(5) ? [4] : () => [d.int(0, 9), 4], values: [-0.5, 1.5] })],
    ...flags(d, ['horizontal', 'vertical']),
  }),
  speed: (d) => ({ inputs: [d.tensor({ dtype: 'float32', shape: [100, 4], samples: 256 })], args: { vertical: 1 } }),
})

function flags(d: Draw, names: readonly string[]) {
  const { args, argInputs } = d.arguments(Object.fromEntries(names.map((name) => [name, () => d.int(0, 1)])), names)
  return { argInputs, args: { ...args, ltrb: d.maybe(() => d.bool()) } }
}
