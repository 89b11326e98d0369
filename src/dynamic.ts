// The public surface of penstock/dynamic: imperative mode. Operators come generated; what is written by hand replaces or adds
// to them here, by name.
import { RNG as Generator } from './api/dynamic/random.js'
import * as ops from './generated/dynamic.js'

export { Batch, Tensor } from './api/dynamic/batch.js'
export { EvalContext } from './api/dynamic/context.js'
export { batchOf, tensorOf } from './api/dynamic/data.js'
export { invoke } from './api/dynamic/invoke.js'
export { currentMode, type EvalMode, evalMode, withEvalMode } from './api/dynamic/mode.js'
export type * from './api/dynamic/ops-types.js'
export { type ErrorCode, PipelineError, type PipelineErrorInfo } from './errors.js'
export type { DType } from './generated/abi.js'
export * from './generated/dynamic.js'

/** Random operators, and what they draw from. */
export const random = { ...ops.random, RNG: Generator }
export declare namespace random {
  export type RNG = Generator
}
