// Cases of reductions.variance for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { deviation } from '../../../test/gpu/lib/draws.mjs'

export default deviation
