// What a hand-off to another thread or library knows of a tensor. Each kind of hand-off is one file of this folder and
// one export.
import type { DType } from '../../generated/abi.js'
import type { Handle } from '../../native.js'

/** A tensor in host memory, row by row. */
export interface HostView {
  readonly dtype: DType
  readonly shape: readonly number[]
  /** Axis names such as 'HWC'; '' when unknown. */
  readonly layout: string
  readonly buffer: ArrayBufferLike
  /** Byte offset of the first element in `buffer`. */
  readonly offset: number
}

/** A tensor in GPU memory, row by row. */
export interface DeviceView {
  readonly dtype: DType
  readonly shape: readonly number[]
  readonly gpu: number
  /** Address of the first element. */
  readonly address: number
  /** The native memory that it lies in. */
  readonly arena: Handle
}
