// Cases of reductions.sum for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { maybe, reduction } from '../../../test/gpu/lib/draws.mjs'

export default reduction((r) => maybe(r, { dtype: r.pick(['float32', 'uint64', 'int32']) }))
