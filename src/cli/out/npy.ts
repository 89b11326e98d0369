// Writes the .npy format, version 1.0 (numpy.lib.format): a header that is a Python literal, and the elements in
// row-major order.

import type { DType } from '../../generated/abi.js'
import type { Tensor } from '../../index.js'
import { bytesOf } from './bytes.js'

const descriptions: Readonly<Record<DType, string>> = {
  ...{ uint8: '|u1', uint16: '<u2', uint32: '<u4', uint64: '<u8' },
  ...{ int8: '|i1', int16: '<i2', int32: '<i4', int64: '<i8' },
  ...{ float16: '<f2', float32: '<f4', float64: '<f8', bool: '|b1' },
}

const magic = Buffer.from('\x93NUMPY\x01\x00', 'latin1')
/** Data begins at a multiple of this many bytes. */
const alignment = 64

/** The file of one array, as parts. The second part is a view on the tensor's memory. */
export function npy(tensor: Tensor): Uint8Array[] {
  const { dtype, shape } = tensor
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`
  const literal = `{'descr': '${descriptions[dtype]}', 'fortran_order': False, 'shape': ${tuple}, }`
  const before = magic.length + 2
  const length = Math.ceil((before + literal.length + 1) / alignment) * alignment - before
  const size = Buffer.alloc(2)
  size.writeUInt16LE(length)
  return [magic, size, Buffer.from(`${literal.padEnd(length - 1)}\n`, 'latin1'), bytesOf(tensor)]
}
