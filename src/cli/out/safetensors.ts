// Writes the safetensors format: the length of the header in 8 bytes, a header in JSON, and the elements of all
// tensors without gaps.
import { invalidArgument } from '../../errors/factories.js'
import { type DType, dtypeBytes } from '../../generated/abi.js'
import type { Tensor } from '../../index.js'
import { bytesOf } from './bytes.js'

const dtypes: Readonly<Record<DType, string>> = {
  ...{ uint8: 'U8', uint16: 'U16', uint32: 'U32', uint64: 'U64' },
  ...{ int8: 'I8', int16: 'I16', int32: 'I32', int64: 'I64' },
  ...{ float16: 'F16', float32: 'F32', float64: 'F64', bool: 'BOOL' },
}

/** The name that the format itself uses. */
const reserved = '__metadata__'
const alignment = 8

/**
 * The file of these tensors, as parts: a header, and views on the tensors' memory. Tensors with large elements come
 * first, so that each one is aligned to its elements, as in files of the format's own library.
 */
export function safetensors(
  tensors: ReadonlyMap<string, Tensor>,
  metadata: Readonly<Record<string, string>>,
): Uint8Array[] {
  if (tensors.has(reserved)) {
    throw invalidArgument(
      `Expected an output of another name for --out but received '${reserved}'`,
      'A .safetensors file keeps its metadata under this name: rename the output, or write .npy files',
    )
  }
  const sorted = [...tensors].sort(([, a], [, b]) => dtypeBytes[b.dtype] - dtypeBytes[a.dtype])
  let end = 0
  const entries = sorted.map(([name, { dtype, shape, bytes }]) => {
    const begin = end
    end += bytes
    return [name, { dtype: dtypes[dtype], shape, data_offsets: [begin, end] }] as const
  })
  const json = Buffer.from(JSON.stringify(Object.fromEntries([[reserved, metadata], ...entries])))
  const header = Buffer.alloc(alignment + Math.ceil(json.length / alignment) * alignment, ' ')
  header.writeBigUInt64LE(BigInt(header.length - alignment))
  header.set(json, alignment)
  return [header, ...sorted.map(([, tensor]) => bytesOf(tensor))]
}
