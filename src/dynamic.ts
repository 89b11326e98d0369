// The public surface of penstock-data/dynamic: imperative mode. Operators come generated; what is written by hand replaces or adds
// to them here, by name.
import { RNG as Generator, getDefaultRng, setSeed } from './api/dynamic/random.js'
import { readers } from './api/dynamic/readers.js'
import { answering } from './api/missing.js'
import * as ops from './generated/dynamic.js'

answering(readers, 'nd', 'readers.')

export type { Position } from './api/checkpoint.js'
export { Batch } from './api/dynamic/batch.js'
export { type CapturedLoop, type CaptureOptions, capture } from './api/dynamic/capture.js'
export type { Explanation } from './api/dynamic/capture-plan.js'
export { Checkpoint, checkpoint, type Stateful } from './api/dynamic/checkpoint.js'
export { EvalContext, type EvalContextOptions } from './api/dynamic/context.js'
export {
  asBatch,
  asTensor,
  type BatchLike,
  batch,
  type DataOptions,
  type TensorLike,
  tensor,
} from './api/dynamic/data.js'
export { Device, type DeviceLike, device } from './api/dynamic/device.js'
export {
  type DynamicSource,
  type DynamicSourceOptions,
  type ExternalSource,
  externalSource,
} from './api/dynamic/external.js'
export { type BatchReport, inspect, type Summary, type TensorReport } from './api/dynamic/inspect.js'
export { math } from './api/dynamic/math.js'
export type { Operand } from './api/dynamic/math-methods.js'
export { type ActualMode, currentMode, EvalMode, evalMode, withEvalMode } from './api/dynamic/mode.js'
export type * from './api/dynamic/ops-types.js'
export {
  type Epoch,
  type EpochOptions,
  type FilePair,
  FileReader,
  type FileReaderOptions,
  readers,
} from './api/dynamic/readers.js'
export type { Range } from './api/dynamic/shape-views.js'
export {
  getCurrentStream,
  getDefaultStream,
  Stream,
  type StreamLike,
  setCurrentStream,
  setDefaultStream,
  stream,
} from './api/dynamic/stream.js'
export { Tensor } from './api/dynamic/tensor.js'
export { getNumThreads, setNumThreads } from './api/dynamic/threads.js'
export { type CallTrace, type CallTraceEvent, type RunDetails, trace } from './api/dynamic/trace.js'
export { MathConstant } from './api/math-table.js'
export { type ErrorCode, PipelineError, type PipelineErrorInfo } from './errors.js'
export type { DType } from './generated/abi.js'
export * from './generated/dynamic.js'

/** Random operators, what they draw from, and this thread's default generator. */
export const random = answering({ ...ops.random, RNG: Generator, getDefaultRng, setSeed }, 'nd', 'random.')
export declare namespace random {
  export type RNG = Generator
}
