// Cases of sequenceRearrange for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { numbers } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: [...numbers, 'bool'],
  layouts: ['FHWC', 'FCHW', 'FX'],
  exact: true,
  args: (r, b) => {
    const frames = Math.min(...b.map(({ shape }) => shape[0]))
    return { newOrder: r.list(r.int(1, 5), () => r.int(0, frames - 1)) }
  },
}
