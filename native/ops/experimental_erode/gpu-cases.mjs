// Cases of experimental.erode for the tests that compare its CPU side with its GPU side: see test/gpu/lib/operators.mjs.
export { morphology as default } from '../../../test/gpu/lib/draws.mjs'
