// Cases of reductions.rms for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
import { averages, reduction } from '../../../test/gpu/lib/draws.mjs'

export default reduction(averages)
