// Writes MDS shards as MosaicML's document "Dataset format: MDS" describes them: an index, and shards of samples, whose
// values come as their bytes.
import { gzipSync } from 'node:zlib'

export type MdsSample = Readonly<Record<string, Uint8Array>>

export interface MdsOptions {
  compression?: 'zstd' | 'zstd:7' | 'gz' | 'bz2'
  /** The folder of the shards, below the index's. */
  folder?: string
}

const widths: Readonly<Record<string, number>> = {
  ...{ int: 8, int8: 1, int16: 2, int32: 4, int64: 8, uint8: 1, uint16: 2, uint32: 4, uint64: 8 },
  ...{ float16: 2, float32: 4, float64: 8 },
}

/** The bytes of each value of an encoding; null where they differ. */
function sizeOf(encoding: string): number | null {
  const [name = '', dtype = '', shape] = encoding.split(':')
  if (name !== 'ndarray') return widths[name] ?? null
  return shape === undefined ? null : shape.split(',').reduce((size, extent) => size * Number(extent), widths[dtype]!)
}

const uint32s = (values: readonly number[]) => Buffer.from(Uint32Array.from(values).buffer)

/** A frame of Zstandard whose blocks are stored as they are. `says`: the size of its content. */
export function zstdFrame(data: Uint8Array, says = data.length): Buffer {
  const blocks: Buffer[] = []
  for (let at = 0; at === 0 || at < data.length; at += 2 ** 17) {
    const part = data.subarray(at, at + 2 ** 17)
    const head = Buffer.alloc(3)
    head.writeUIntLE((part.length << 3) | (at + 2 ** 17 >= data.length ? 1 : 0), 0, 3)
    blocks.push(head, Buffer.from(part))
  }
  const head = Buffer.alloc(13)
  head.writeUInt32LE(0xfd2fb528)
  // One segment, whose size has 8 bytes.
  head[4] = 0xe0
  head.writeBigUInt64LE(BigInt(says), 5)
  return Buffer.concat([head, ...blocks])
}

const packed: Readonly<Record<string, (data: Uint8Array) => Buffer>> = { zstd: zstdFrame, gz: (data) => gzipSync(data) }

function sampleOf(columns: Readonly<Record<string, string>>, sample: MdsSample): Buffer {
  const names = Object.keys(columns).sort()
  const own = names.filter((name) => sizeOf(columns[name]!) === null)
  return Buffer.concat([uint32s(own.map((name) => sample[name]!.length)), ...names.map((name) => sample[name]!)])
}

/** The text of a shard's own settings, which stands behind its offsets. */
const settings = '{"format": "mds"}'

export function mdsShard(columns: Readonly<Record<string, string>>, samples: readonly MdsSample[]): Buffer {
  const bytes = samples.map((sample) => sampleOf(columns, sample))
  let at = 4 + 4 * (samples.length + 1) + settings.length
  const offsets = [at, ...bytes.map(({ length }) => (at += length))]
  return Buffer.concat([uint32s([samples.length, ...offsets]), Buffer.from(settings), ...bytes])
}

const named = (basename: string, { length }: Uint8Array) => ({ basename, bytes: length, hashes: {} })

/** The files of a data set, by their paths: index.json and a shard for each list of samples. */
export function mds(
  columns: Readonly<Record<string, string>>,
  shards: readonly (readonly MdsSample[])[],
  { compression, folder = '' }: MdsOptions = {},
): Record<string, Buffer> {
  const files: Record<string, Buffer> = {}
  const names = Object.keys(columns).sort()
  const [codec] = compression?.split(':') ?? []
  const entries = shards.map((samples, i) => {
    const raw = mdsShard(columns, samples)
    const name = `${folder}shard.${String(i).padStart(5, '0')}.mds`
    const zip = codec === undefined ? undefined : (packed[codec] ?? Buffer.from)(raw)
    files[codec === undefined ? name : `${name}.${codec}`] = zip ?? raw
    return {
      column_encodings: names.map((each) => columns[each]),
      column_names: names,
      column_sizes: names.map((each) => sizeOf(columns[each]!)),
      ...{ compression: compression ?? null, format: 'mds', hashes: [], raw_data: named(name, raw) },
      ...{ samples: samples.length, size_limit: 2 ** 26, version: 2 },
      zip_data: zip === undefined ? null : named(`${name}.${codec}`, zip),
    }
  })
  return { 'index.json': Buffer.from(JSON.stringify({ shards: entries, version: 2 })), ...files }
}

/** The bytes of a number, or of several. */
export const bytesOf = (data: NodeJS.TypedArray): Buffer => Buffer.from(data.buffer, data.byteOffset, data.byteLength)
