// penstock/dynamic
export { Batch } from './api/dynamic/batch.js'
export { EvalContext } from './api/dynamic/context.js'
export {
  asBatch,
  asTensor,
  type BatchLike,
  batch,
  type DataOptions,
  type TensorLike,
  tensor,
} from './api/dynamic/data.js'
export { type BatchReport, inspect, type Summary, type TensorReport } from './api/dynamic/inspect.js'
export { invoke } from './api/dynamic/invoke.js'
export { math } from './api/dynamic/math.js'
export type { Operand } from './api/dynamic/math-methods.js'
export { currentMode, evalMode, withEvalMode } from './api/dynamic/mode.js'
export { RNG } from './api/dynamic/random.js'
export type { Range } from './api/dynamic/shape-views.js'
export { Tensor } from './api/dynamic/tensor.js'
export { MathConstant } from './api/math-table.js'
