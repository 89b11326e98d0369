// A tensor as a hand-off to another thread or library gets it. Each kind of hand-off is one file of this folder and one
// export.
import type { DType } from '../../generated/abi.js'
import type { Handle } from '../../native.js'

/** A dense tensor in host memory, in row-major order. */
export interface HostView {
  readonly dtype: DType
  readonly shape: readonly number[]
  /** Axis names such as 'HWC'; '' when unknown. */
  readonly layout: string
  readonly buffer: ArrayBufferLike
  /** Byte offset of the first element in `buffer`. */
  readonly offset: number
}

/** A dense tensor in GPU memory, in row-major order. */
export interface DeviceView {
  readonly dtype: DType
  readonly shape: readonly number[]
  /** Number of the GPU. */
  readonly gpu: number
  /** Address of the first element. */
  readonly address: number
  /** Handle of the slot whose device memory holds the tensor. */
  readonly arena: Handle
}
