// .npy files for tests: writes any header, and arrays in either order, and reads what readers.numpy gives for them.
import { fn, pipelineDef } from 'penstock-data'

export interface Npy {
  descr?: string
  fortran?: boolean
  shape: readonly number[]
  data: Uint8Array
}

/** A file with this text as its header, which is padded as numpy pads it. */
export function npyOf(text: string, data: Uint8Array, version = 1): Buffer {
  const width = version === 1 ? 2 : 4
  const header = Buffer.from(`${text}${' '.repeat((64 - ((text.length + 9 + width) % 64)) % 64)}\n`, 'latin1')
  const length = Buffer.alloc(width)
  length.writeUIntLE(header.length, 0, width)
  return Buffer.concat([Buffer.from('\x93NUMPY', 'latin1'), Buffer.from([version, 0]), length, header, data])
}

export function npy({ descr = '<f4', fortran = false, shape, data }: Npy): Buffer {
  const tuple = `(${shape.map((n) => `${n},`).join(' ')})`
  return npyOf(`{'descr': '${descr}', 'fortran_order': ${fortran ? 'True' : 'False'}, 'shape': ${tuple}, }`, data)
}

/** The bytes of a dense array in C order as they lie in Fortran order. */
export function toFortran(data: Uint8Array, shape: readonly number[], size: number): Buffer {
  const out = Buffer.alloc(data.length)
  const strides = shape.map((_, d) => shape.slice(0, d).reduce((a, b) => a * b, size))
  for (let i = 0; i < data.length / size; i++) {
    let rest = i
    let to = 0
    for (let d = shape.length - 1; d >= 0; d--) {
      to += (rest % shape[d]!) * strides[d]!
      rest = Math.floor(rest / shape[d]!)
    }
    out.set(data.subarray(i * size, (i + 1) * size), to)
  }
  return out
}

export type Output = [dtype: string, shape: number[], base64: string]
export type Args = Parameters<typeof fn.readers.numpy>[0]

/** All samples of an epoch, and their sources. */
export async function readAll(args: Args, onError: 'throw' | 'skip' = 'throw') {
  await using pipe = pipelineDef({ batchSize: 1, onError }, () => fn.readers.numpy(args))()
  const samples: Output[] = []
  const sources: string[] = []
  for await (const [list] of pipe) {
    for (let i = 0; i < list!.length; i++) {
      const { dtype, shape } = list!.at(i)
      const data = list!.at(i).dataSync()
      sources.push(list!.sourceInfo(i).source)
      samples.push([dtype, [...shape], Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64')])
    }
  }
  return { samples, sources }
}
/** All samples of an epoch. */
export const read = async (args: Args, onError: 'throw' | 'skip' = 'throw') => (await readAll(args, onError)).samples
