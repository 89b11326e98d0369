// Everything that `import ... from 'penstock-data'` offers. Imperative mode is in dynamic.ts.

export type { BatchServer, Model, RequestData, SampleOf, ServerStatistics } from './api/batch-server.js'
export { type BranchResult, cond, type OneOfOptions, oneOf } from './api/cond.js'
export { type DefinitionResult, type PipelineFactory, pipelineDef } from './api/define.js'
export type { ExternalSourceOptions } from './api/external-source.js'
export { fn } from './api/fn.js'
export { type BatchIterator, type ItemOf, type IterateOptions, iterate, type LastBatchPolicy } from './api/iterate.js'
export type { JsFunction, JsFunctionOptions, JsOutputSpec, JsSample } from './api/js-function.js'
export { type Binary, type Clamp, MathConstant, type MathOperand, math, type Unary } from './api/math.js'
export type { MixtureOptions, MixtureOutputs, MixtureWeights } from './api/mixture.js'
export {
  type BuildOptions,
  type CallOptions,
  type DeserializeOptions,
  type Feeds,
  type Outputs,
  Pipeline,
  type SetWeightsOptions,
} from './api/pipeline.js'
export { type ServeOptions, serve } from './api/serve.js'
export { PipelineAPIType } from './api/style.js'
export { types } from './api/types.js'
export type { VideoInputOptions } from './api/video-input.js'
export type { Augmentation, AugmentationName, AugmentationOptions } from './augment/augmentations.js'
export type { AutoAugmentOptions, AutoAugOptions, RandAugmentOptions, SuiteOptions } from './augment/auto-aug.js'
export type { BoxOptions } from './augment/boxes.js'
export type { CopyPasteOptions, GivenObjects } from './augment/copy-paste.js'
export { augment, autoAug, geometry, type Seeded } from './augment/definition.js'
export type { FieldOptions, Given, Moved } from './augment/fields.js'
export type { GeometryOperator } from './augment/geometry.js'
export type { CutMixOptions, MixOptions } from './augment/mixing.js'
export type { MosaicOptions } from './augment/mosaic.js'
export type { Policy, PolicyName, PolicyStep } from './augment/policies.js'
export type { PipelineServerOptions } from './bridge/limits.js'
export type { PipelineServer } from './bridge/listening.js'
export type { Dashboard } from './dashboard/dashboard.js'
export type { DashboardOptions } from './dashboard/options.js'
export type { DeviceStream } from './data/cuda-stream.js'
export type { DlpackOptions } from './data/device.js'
export { receive } from './data/handoff/shared.js'
export type { SourceInfo } from './data/rows.js'
export type { Shapes } from './data/shapes.js'
export { type ElementsOf, Tensor } from './data/tensor.js'
export { TensorList } from './data/tensor-list.js'
export type { BatchData, HandOff, HandOffMode, JsSampleInfo, SampleData, SampleInfo, Source } from './data/types.js'
export { DataNode } from './definition/node.js'
export type { PipelineOptions, QueueDepth } from './definition/options.js'
export type { Position } from './engine/checkpoint.js'
export { type ErrorCode, PipelineError, type PipelineErrorInfo } from './errors.js'
export type { DType } from './generated/abi.js'
export type { IndexProgress } from './readers/indexing.js'
export type { ReaderMeta } from './readers/meta.js'
export type { Trace, TraceEvent } from './statistics/chrome-trace.js'
export type {
  MailboxStatistics,
  OpStatistics,
  StageStatistics,
  Statistics,
  StatisticsData,
  Verdict,
  VerdictKind,
} from './statistics/types.js'
