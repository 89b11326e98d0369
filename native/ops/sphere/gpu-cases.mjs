// Cases of sphere for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { displaced } from '../../../test/gpu/lib/draws.mjs'

export default displaced(() => ({}))
