// Cases of invert for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { any, colour } from '../../../test/gpu/lib/draws.mjs'

export default { dtypes: colour, layouts: any, exact: true, args: () => ({}) }
