// Gives the elements of a tensor in host memory as bytes.
import type { Tensor } from '../../index.js'

/** A view on the tensor's memory, valid as long as the tensor. */
export function bytesOf(tensor: Tensor): Uint8Array {
  const { buffer, byteOffset, byteLength } = tensor.dataSync()
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength)
}
