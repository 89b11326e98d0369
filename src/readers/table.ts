// The compact form of a data set: one shared buffer with every path and label, which native code (ops/readers_file) and
// workers read as it is. TableBuilder grows it, FileDataset reads it; no entry is ever a JavaScript object.
//
// Layout, little-endian: u64 count, (count + 1) u64 offsets into the text, count i32 labels, the paths with a NUL each.

import { fail } from './args.js'
import type { Ignored } from './ignored.js'

const MAX_BYTES = 2 ** 32 - 1

export class FileDataset {
  readonly count: number
  readonly labels: Int32Array
  readonly #offsets: Uint32Array
  readonly #text: Buffer

  /** `classes` names the folder of each label; empty when labels do not come from folders. */
  constructor(
    readonly table: Uint8Array<SharedArrayBuffer>,
    readonly classes: readonly string[] = [],
    /** Files of the folder that are no samples. */
    readonly ignored: readonly Ignored[] = [],
  ) {
    const { buffer } = table
    this.count = new Uint32Array(buffer, 0, 1)[0]!
    this.#offsets = new Uint32Array(buffer, 8, 2 * (this.count + 1))
    const labelsAt = 8 + this.#offsets.byteLength
    this.labels = new Int32Array(buffer, labelsAt, this.count)
    this.#text = Buffer.from(buffer, labelsAt + this.labels.byteLength)
  }

  /** The path to open. */
  path(i: number): string {
    this.#check(i)
    return this.#text.toString('utf8', this.#offsets[2 * i]!, this.#offsets[2 * i + 2]! - 1)
  }

  label(i: number): number {
    this.#check(i)
    return this.labels[i]!
  }

  #check(i: number): void {
    if (Number.isInteger(i) && i >= 0 && i < this.count) return
    fail('INVALID_ARGUMENT', `Expected a sample index in 0..${this.count - 1} but received ${i}`, 'Stay below count')
  }
}

/** Collects paths as byte strings: one character per byte, so file names that are not UTF-8 keep their bytes. */
export class TableBuilder {
  readonly #root: string
  #text = Buffer.allocUnsafe(1 << 16)
  #ends = new Uint32Array(1 << 10)
  #labels = new Int32Array(1 << 10)
  #used = 0
  #count = 0

  /** Relative paths are taken relative to `root`; '' leaves them as they are. */
  constructor(root: string) {
    this.#root = byteString(root === '' || root.endsWith('/') ? root : `${root}/`)
  }

  get count(): number {
    return this.#count
  }

  add(path: string, label: number): void {
    const full = path.startsWith('/') ? path : this.#root + path
    this.#reserve(full.length + 1)
    this.#used += this.#text.write(full, this.#used, 'latin1')
    this.#text[this.#used++] = 0
    this.#labels[this.#count] = label
    this.#ends[this.#count++] = this.#used
  }

  finish(classes: readonly string[] = [], ignored: readonly Ignored[] = []): FileDataset {
    const count = this.#count
    const textAt = 8 + 8 * (count + 1) + 4 * count
    const size = textAt + this.#used
    if (size > MAX_BYTES) tooLarge()
    const buffer = new SharedArrayBuffer(size)
    new Uint32Array(buffer, 0, 1)[0] = count
    const offsets = new Uint32Array(buffer, 8, 2 * (count + 1))
    for (let i = 0; i < count; i++) offsets[2 * i + 2] = this.#ends[i]!
    new Int32Array(buffer, 8 + offsets.byteLength, count).set(this.#labels.subarray(0, count))
    new Uint8Array(buffer, textAt).set(this.#text.subarray(0, this.#used))
    return new FileDataset(new Uint8Array(buffer), classes, ignored)
  }

  #reserve(bytes: number): void {
    const needed = this.#used + bytes
    if (needed > MAX_BYTES) tooLarge()
    if (needed > this.#text.length) {
      const grown = Buffer.allocUnsafe(Math.min(MAX_BYTES, Math.max(needed, this.#text.length * 2)))
      this.#text.copy(grown, 0, 0, this.#used)
      this.#text = grown
    }
    if (this.#count < this.#ends.length) return
    const ends = new Uint32Array(this.#ends.length * 2)
    ends.set(this.#ends)
    this.#ends = ends
    const labels = new Int32Array(ends.length)
    labels.set(this.#labels)
    this.#labels = labels
  }
}

function tooLarge(): never {
  const message = 'Expected a data set whose paths take less than 4 GiB but received a larger one'
  fail('INVALID_ARGUMENT', message, 'Split it over several readers')
}

export function byteString(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

export function textOf(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
