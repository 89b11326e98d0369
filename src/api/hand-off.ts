// Outputs on their way to another thread: plain data that postMessage takes, and tensors made of it again.
import { PipelineError } from '../errors.js'
import { type DType, dtypeBytes } from '../generated/abi.js'
import { Tensor } from './tensor.js'

/** 'shared': the same memory. 'copy': a copy. 'transfer': a copy that is moved, and the batch is released. */
export type HandOffMode = 'shared' | 'copy' | 'transfer'

export interface HandOff {
  mode: HandOffMode
  dtype: DType
  layout: string
  /** Per sample. */
  shapes: number[][]
  buffer: SharedArrayBuffer | ArrayBuffer
  /** Byte offset of each sample in `buffer`. */
  offsets: number[]
}

/** The tensors of what `TensorList.as()` gave, on its memory: one per sample. */
export function receive({ dtype, layout, shapes, buffer, offsets }: HandOff): Tensor[] {
  if (!dtypeBytes[dtype] || shapes?.length !== offsets?.length) {
    throw new PipelineError({
      code: 'INVALID_ARGUMENT',
      message: 'Expected what TensorList.as() gave but received something else',
    })
  }
  return shapes.map((shape, i) => new Tensor(dtype, shape, layout, buffer, offsets[i]!))
}
