// The public surface of penstock-data/dynamic, the imperative mode. The functions of operators and the classes of
// readers are generated. What is written by hand is exported here by name, which takes precedence over a generated
// export of that name.

import { answering } from './api/missing.js'
import { RNG as Generator, getDefaultRng, setSeed } from './dynamic/context/random.js'
import * as ops from './generated/dynamic.js'
import { readers } from './generated/readers.js'

answering(readers, 'nd', 'readers.')

export { MathConstant } from './definition/math-table.js'
export { augment, autoAug, type Drawing, geometry } from './dynamic/augment/augment.js'
export { type CapturedLoop, type CaptureOptions, capture } from './dynamic/capture/capture.js'
export type { Explanation } from './dynamic/capture/capture-plan.js'
export { EvalContext, type EvalContextOptions } from './dynamic/context/context.js'
export { Device, type DeviceLike, device } from './dynamic/context/device.js'
export { type ActualMode, currentMode, EvalMode, evalMode, withEvalMode } from './dynamic/context/mode.js'
export {
  getCurrentStream,
  getDefaultStream,
  Stream,
  type StreamLike,
  setCurrentStream,
  setDefaultStream,
  stream,
} from './dynamic/context/stream.js'
export { getNumThreads, setNumThreads } from './dynamic/context/threads.js'
export { math } from './dynamic/operators/math.js'
export type * from './dynamic/operators/ops-types.js'
export { Checkpoint, checkpoint, type Stateful } from './dynamic/readers/checkpoint.js'
export { type ExternalSource, externalSource } from './dynamic/readers/external.js'
export type { DynamicSource, DynamicSourceOptions } from './dynamic/readers/external-options.js'
export type { Epoch, EpochOptions, ReaderOptions } from './dynamic/readers/reader-options.js'
export { Reader } from './dynamic/readers/readers.js'
export { type CallTrace, type CallTraceEvent, type RunDetails, trace } from './dynamic/trace/trace.js'
export {
  asBatch,
  asTensor,
  type BatchLike,
  batch,
  type DataOptions,
  type TensorLike,
  tensor,
} from './dynamic/values/data.js'
export { type BatchReport, inspect, type Summary, type TensorReport } from './dynamic/values/inspect.js'
export { type Previewed, type PreviewOptions, preview } from './dynamic/values/preview.js'
export type { Range } from './dynamic/values/shape-views.js'
export { Batch, type Operand, Tensor } from './dynamic/values/tensor.js'
export type { Position } from './engine/checkpoint.js'
export { type ErrorCode, PipelineError, type PipelineErrorInfo } from './errors.js'
export type { DType } from './generated/abi.js'
export * from './generated/dynamic.js'
export * from './generated/readers.js'

/** Random operators, the generator class RNG, and this thread's default generator: getDefaultRng() and setSeed(). */
export const random = answering({ ...ops.random, RNG: Generator, getDefaultRng, setSeed }, 'nd', 'random.')
export declare namespace random {
  export type RNG = Generator
}
