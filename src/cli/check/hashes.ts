// Finds equal samples by hashes of their bytes. A key is made of at most 16 KB of each file, so that it takes little time beside
// decoding; samples with equal keys are read once more and compared by all of their bytes (compare.ts).
import { createHash } from 'node:crypto'
import type { TensorList } from '../../index.js'
import { bytesOf } from '../out/bytes.js'

/** Words of a hash: the first 128 bits of SHA-256. */
const hashWords = 4
/** The pieces of a large file that its key is made of: their number, and bytes of each. */
const pieces = { count: 4, bytes: 4096 }

/** Whether the key of a file of this many bytes leaves some of them out. */
export const isSampled = (bytes: number) => bytes > pieces.count * pieces.bytes

/** The outputs that a sample is compared by. */
export interface Raw {
  readonly parts: readonly Uint8Array[]
  readonly bytes: number
  /** Several outputs, and their shapes, count as one. */
  readonly heads: readonly string[]
}

export function rawOf(lists: readonly TensorList[], i: number): Raw {
  const tensors = lists.map((list) => list.at(i))
  const parts = tensors.map(bytesOf)
  return {
    parts,
    bytes: parts.reduce((sum, part) => sum + part.byteLength, 0),
    heads: tensors.length > 1 ? tensors.map(({ dtype, shape }) => `${dtype}[${shape.join()}]`) : [],
  }
}

/** Equal for equal samples, and hardly ever for others. */
export const keyOf = (raw: Raw): Uint32Array => hashed(raw, piecesOf)
/** Equal for equal samples alone. */
export const hashOf = (raw: Raw): Uint32Array => hashed(raw, (part) => [part])

function hashed({ parts, heads }: Raw, read: (part: Uint8Array) => readonly Uint8Array[]): Uint32Array {
  const hash = createHash('sha256')
  for (const [k, part] of parts.entries()) {
    hash.update(`${heads[k] ?? ''}${part.byteLength}:`)
    for (const piece of read(part)) hash.update(piece)
  }
  const digest = hash.digest()
  return Uint32Array.of(digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8), digest.readUInt32LE(12))
}

/** The beginning, the end and what lies evenly in between. */
function piecesOf(part: Uint8Array): readonly Uint8Array[] {
  if (!isSampled(part.byteLength)) return [part]
  const { count, bytes } = pieces
  const last = part.byteLength - bytes
  return Array.from({ length: count }, (_, k) => {
    const from = Math.floor((k * last) / (count - 1))
    return part.subarray(from, from + bytes)
  })
}

/** Hashes of numbered samples, in 22 to 28 bytes of memory each. */
export class HashTable {
  private readonly hashes: Uint32Array
  /** 1 + the number of a sample, at the first free place from that of its hash on; 0 is free. */
  private readonly table: Int32Array

  /** Numbers are below `count`. */
  constructor(count: number) {
    this.hashes = new Uint32Array(hashWords * count)
    // A third of the places stays free at least.
    this.table = new Int32Array(2 ** Math.ceil(Math.log2(1.5 * count + 1)))
  }

  get bytes(): number {
    return this.hashes.byteLength + this.table.byteLength
  }

  /** Adds a sample; returns the first one with the same hash, which may be itself. */
  add(sample: number, hash: Uint32Array): number {
    const place = this.placeOf(hash)
    const found = this.table[place]!
    if (found) return found - 1
    this.table[place] = sample + 1
    this.hashes.set(hash, hashWords * sample)
    return sample
  }

  /** The first sample with this hash, or -1. */
  find(hash: Uint32Array): number {
    return this.table[this.placeOf(hash)]! - 1
  }

  private placeOf(hash: Uint32Array): number {
    const mask = this.table.length - 1
    for (let place = hash[0]! & mask; ; place = (place + 1) & mask) {
      const found = this.table[place]!
      if (!found || this.isHashOf(found - 1, hash)) return place
    }
  }

  private isHashOf(sample: number, hash: Uint32Array): boolean {
    const at = hashWords * sample
    const { hashes } = this
    for (let i = 0; i < hashWords; i++) if (hashes[at + i] !== hash[i]) return false
    return true
  }
}
