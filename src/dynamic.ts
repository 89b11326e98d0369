// The public surface of penstock-data/dynamic: imperative mode. Operators come generated; what is written by hand replaces or adds
// to them here, by name.

import { answering } from './api/missing.js'
import { RNG as Generator, getDefaultRng, setSeed } from './dynamic/random.js'
import { readers } from './dynamic/readers.js'
import * as ops from './generated/dynamic.js'

answering(readers, 'nd', 'readers.')

export { MathConstant } from './definition/math-table.js'
export { Batch } from './dynamic/batch.js'
export { type CapturedLoop, type CaptureOptions, capture } from './dynamic/capture.js'
export type { Explanation } from './dynamic/capture-plan.js'
export { Checkpoint, checkpoint, type Stateful } from './dynamic/checkpoint.js'
export { EvalContext, type EvalContextOptions } from './dynamic/context.js'
export {
  asBatch,
  asTensor,
  type BatchLike,
  batch,
  type DataOptions,
  type TensorLike,
  tensor,
} from './dynamic/data.js'
export { Device, type DeviceLike, device } from './dynamic/device.js'
export {
  type DynamicSource,
  type DynamicSourceOptions,
  type ExternalSource,
  externalSource,
} from './dynamic/external.js'
export { type BatchReport, inspect, type Summary, type TensorReport } from './dynamic/inspect.js'
export { math } from './dynamic/math.js'
export type { Operand } from './dynamic/math-methods.js'
export { type ActualMode, currentMode, EvalMode, evalMode, withEvalMode } from './dynamic/mode.js'
export type * from './dynamic/ops-types.js'
export {
  type Epoch,
  type EpochOptions,
  type FilePair,
  FileReader,
  type FileReaderOptions,
  readers,
} from './dynamic/readers.js'
export type { Range } from './dynamic/shape-views.js'
export {
  getCurrentStream,
  getDefaultStream,
  Stream,
  type StreamLike,
  setCurrentStream,
  setDefaultStream,
  stream,
} from './dynamic/stream.js'
export { Tensor } from './dynamic/tensor.js'
export { getNumThreads, setNumThreads } from './dynamic/threads.js'
export { type CallTrace, type CallTraceEvent, type RunDetails, trace } from './dynamic/trace.js'
export type { Position } from './engine/checkpoint.js'
export { type ErrorCode, PipelineError, type PipelineErrorInfo } from './errors.js'
export type { DType } from './generated/abi.js'
export * from './generated/dynamic.js'

/** Random operators, what they draw from, and this thread's default generator. */
export const random = answering({ ...ops.random, RNG: Generator, getDefaultRng, setSeed }, 'nd', 'random.')
export declare namespace random {
  export type RNG = Generator
}
