// The public surface of the package.

export { type DefinitionResult, type PipelineFactory, pipelineDef } from './api/define.js'
export type { BatchData, ExternalSourceOptions, SampleData, SampleInfo, Source } from './api/external-source.js'
export { fn } from './api/fn.js'
export { MathConstant, type MathOperand, math } from './api/math.js'
export { DataNode } from './api/node.js'
export type { PipelineOptions } from './api/options.js'
export { type Feeds, type Outputs, Pipeline } from './api/pipeline.js'
export type { Statistics } from './api/statistics.js'
export { type SourceInfo, Tensor, TensorList } from './api/tensor.js'
export { type ErrorCode, PipelineError, type PipelineErrorInfo } from './errors.js'
export type { DType } from './generated/abi.js'
export { types } from './types.js'
