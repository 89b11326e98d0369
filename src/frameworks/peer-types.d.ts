// The parts of the optional packages' types that entry points name. In a user's project the packages' own types stand in
// their place; test/peers compiles against them.

declare module '@tensorflow/tfjs-core' {
  export type DataType = 'float32' | 'int32' | 'bool' | 'complex64' | 'string'
  export class Tensor {
    readonly shape: number[]
    readonly dtype: DataType
    dataSync(): Float32Array | Int32Array | Uint8Array
    dispose(): void
  }
  export function tensor(values: Float32Array | Int32Array, shape?: number[], dtype?: DataType): Tensor
}

declare module '@huggingface/transformers' {
  export class Tensor {
    constructor(type: string, data: ArrayBufferView, dims: readonly number[])
    readonly type: string
    readonly dims: number[]
    readonly data: ArrayBufferView
  }
}
