// Cases of flip for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { each, maybe, numbers, planar } from '../../../test/gpu/lib/draws.mjs'

export default {
  dtypes: [...numbers, 'bool'],
  layouts: planar.filter((l) => l !== 'CFHW'),
  exact: true,
  args: (r, b) => ({
    horizontal: each(r, b, () => r.int(0, 1), 'int32'),
    vertical: each(r, b, () => r.int(0, 1), 'int32'),
    ...maybe(r, { depthwise: r.int(0, 1) }),
  }),
}
