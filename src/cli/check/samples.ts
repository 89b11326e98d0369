// What is kept of each sample of a data set, in columns: at most 64 bytes a sample, so that a data set of ten million fits.
import { HashTable } from './hashes.js'
import type { Kind } from './types.js'

/** Bits of `flags`. */
export const flags = { bad: 1, oneColour: 2, ending: 4, turned: 8, cmyk: 16, silent: 32 } as const

export class Samples {
  /** By the bytes of samples, or of pieces of them. */
  readonly keys: HashTable
  /** By sample: the first one with the same key, and after compare() with the same bytes; -1 where the bytes are not known. */
  readonly first: Int32Array
  readonly labels: Int32Array
  readonly flags: Uint8Array
  readonly channels: Uint8Array
  readonly width: Uint32Array
  readonly height: Uint32Array
  /** Of sounds. */
  readonly seconds: Float32Array
  /** As they are stored. */
  readonly bytes: Uint32Array
  /** Samples that were read; their numbers are below it. */
  read = 0

  constructor(
    readonly count: number,
    kind: Kind,
  ) {
    const pictures = kind === 'image' || kind === 'clip' ? count : 0
    this.keys = new HashTable(count)
    this.first = new Int32Array(count).fill(-1)
    this.labels = new Int32Array(count)
    this.flags = new Uint8Array(count)
    this.channels = new Uint8Array(count)
    this.width = new Uint32Array(pictures)
    this.height = new Uint32Array(pictures)
    this.seconds = new Float32Array(kind === 'sound' ? count : 0)
    this.bytes = new Uint32Array(count)
  }

  /** Memory of all columns, in bytes. */
  get memory(): number {
    const { keys, first, labels, flags, channels, width, height, seconds, bytes } = this
    const columns = [first, labels, flags, channels, width, height, seconds, bytes]
    return columns.reduce((sum, column) => sum + column.byteLength, keys.bytes)
  }

  has(sample: number, flag: number): boolean {
    return (this.flags[sample]! & flag) !== 0
  }

  /** Whether a sample before it has the same bytes. */
  isAgain(sample: number): boolean {
    const first = this.first[sample]!
    return first >= 0 && first !== sample
  }

  /** The good samples for which `is` holds, in their order. */
  where(is: (sample: number) => boolean): number[] {
    const found: number[] = []
    for (let i = 0; i < this.read; i++) if (!this.has(i, flags.bad) && is(i)) found.push(i)
    return found
  }

  /** The numbers of all good samples. */
  numbers(of: (sample: number) => number): Float64Array {
    const all = new Float64Array(this.read)
    let n = 0
    for (let i = 0; i < this.read; i++) if (!this.has(i, flags.bad)) all[n++] = of(i)
    return all.subarray(0, n)
  }
}
