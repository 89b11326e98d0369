// The public surface of the package.

export type { Position } from './api/checkpoint.js'
export type { Trace, TraceEvent } from './api/chrome-trace.js'
export { type BranchResult, cond, type OneOfOptions, oneOf } from './api/cond.js'
export { type DefinitionResult, type PipelineFactory, pipelineDef } from './api/define.js'
export type { DeviceStream, DlpackOptions } from './api/device.js'
export type { BatchData, ExternalSourceOptions, SampleData, SampleInfo, Source } from './api/external-source.js'
export { fn } from './api/fn.js'
export { type HandOff, type HandOffMode, receive } from './api/hand-off.js'
export { type BatchIterator, type ItemOf, type IterateOptions, iterate, type LastBatchPolicy } from './api/iterate.js'
export type { JsFunction, JsFunctionOptions, JsOutputSpec, JsSample, JsSampleInfo } from './api/js-function.js'
export { type Binary, type Clamp, MathConstant, type MathOperand, math, type Unary } from './api/math.js'
export { DataNode } from './api/node.js'
export type { PipelineOptions, QueueDepth } from './api/options.js'
export { type CallOptions, type Feeds, type Outputs, Pipeline } from './api/pipeline.js'
export type { Shapes } from './api/shapes.js'
export type {
  MailboxStatistics,
  OpStatistics,
  StageStatistics,
  Statistics,
  StatisticsData,
} from './api/statistics.js'
export { PipelineAPIType } from './api/style.js'
export { type ElementsOf, Tensor } from './api/tensor.js'
export { type SourceInfo, TensorList } from './api/tensor-list.js'
export type { Verdict, VerdictKind } from './api/verdict.js'
export { type ErrorCode, PipelineError, type PipelineErrorInfo } from './errors.js'
export type { DType } from './generated/abi.js'
export type { ReaderMeta } from './readers/meta.js'
export { types } from './types.js'
