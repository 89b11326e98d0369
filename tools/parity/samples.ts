// Defines the inputs and results of a case of parity, as plain data.
import type { DType } from '../../src/generated/abi.js'

/** A batch: samples of one dtype and layout. Elements are in row-major order; float16 comes as bits. */
export interface Samples {
  readonly dtype: DType
  /** One letter per dimension, or '' for none. */
  readonly layout: string
  readonly samples: readonly { readonly shape: readonly number[]; readonly data: TypedData }[]
}

export type TypedData =
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | BigUint64Array
  | Int8Array
  | Int16Array
  | Int32Array
  | BigInt64Array
  | Float32Array
  | Float64Array

/** The result of a case on one side: outputs, or the text of the error. */
export type Outcome = { readonly outputs: readonly Samples[] } | { readonly error: string }

/** RGB images of three sizes, of which one is a pixel: uint8, HWC. For operators whose calls are listed in calls.ts. */
export const smallImages = (): Samples => ({
  ...{ dtype: 'uint8', layout: 'HWC' },
  samples: [
    [5, 7, 3],
    [9, 4, 3],
    [1, 1, 3],
  ].map((shape, s) => ({
    shape,
    data: Uint8Array.from({ length: shape.reduce((a, b) => a * b) }, (_, i) => (i * 37 + s * 11) % 256),
  })),
})
