// Draws the parts that the cases of transforms.* share, for `npm run parity`.
import type { Case, Parity, Samples } from '../../../tools/parity/cases.js'
import type { Draw } from '../../../tools/parity/draw.js'

/** A batch of transforms of n dimensions. */
export const matrices = (d: Draw, n: number): Samples =>
  d.tensor({ dtype: 'float32', shape: [n, n + 1], values: [-3, 3] })

/** Cases of an operator whose arguments describe a transform of n dimensions; half of them have an input. */
export const transform = (
  most: number,
  makers: (d: Draw, n: number) => Record<string, () => number | readonly number[]>,
  more: (d: Draw, n: number) => Record<string, unknown> = () => ({}),
  required?: string,
  least = 1,
): Parity => ({
  // Products of elements up to 3 in single precision; the offset of a centre cancels.
  tolerance: { abs: 4e-5, rel: 1e-6 },
  case: (d): Case => {
    const n = d.int(least, most)
    const { args, argInputs } = d.arguments(makers(d, n))
    if (required && !argInputs[required]) args[required] = makers(d, n)[required]!()
    const inputs = d.bool() ? [matrices(d, d.chance(15) ? d.int(1, 6) : n)] : []
    return {
      inputs,
      batchSize: d.batch,
      argInputs,
      args: { ...args, ...more(d, n), reverseOrder: d.maybe(() => d.bool()) },
    }
  },
  speed: (d) => {
    const n = Math.min(2, most)
    const args = Object.fromEntries(Object.entries(makers(d, n)).map(([name, make]) => [name, make()]))
    return {
      inputs: [d.tensor({ dtype: 'float32', shape: [n, n + 1], samples: 256 })],
      args: { ...args, ...more(d, n) },
    }
  },
})
