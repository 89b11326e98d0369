// Atomic access to the words of a control block. Every offset is in bytes from the block's start.

export class Words {
  private readonly small: Int32Array
  private readonly large: BigInt64Array

  constructor(readonly buffer: SharedArrayBuffer) {
    this.small = new Int32Array(buffer)
    this.large = new BigInt64Array(buffer)
  }

  // ---- 32 bits ----

  load(at: number): number {
    return Atomics.load(this.small, at >> 2)
  }
  store(at: number, value: number): void {
    Atomics.store(this.small, at >> 2, value)
  }
  /** Adds to a word; returns its old value. */
  add(at: number, value: number): number {
    return Atomics.add(this.small, at >> 2, value)
  }
  /** Clears all bits that are not in `mask`; returns the old value. */
  and(at: number, mask: number): number {
    return Atomics.and(this.small, at >> 2, mask)
  }
  /** Stores a value; returns the old one. */
  exchange(at: number, value: number): number {
    return Atomics.exchange(this.small, at >> 2, value)
  }
  /** Stores `value` if the word is `expected`; returns whether it was. */
  swap(at: number, expected: number, value: number): boolean {
    return Atomics.compareExchange(this.small, at >> 2, expected, value) === expected
  }

  // ---- 64 bits ----

  load64(at: number): bigint {
    return Atomics.load(this.large, at >> 3)
  }
  store64(at: number, value: bigint): void {
    Atomics.store(this.large, at >> 3, value)
  }
  add64(at: number, value: bigint): void {
    Atomics.add(this.large, at >> 3, value)
  }
  /** Stores `value` if the word is `expected`; returns the old value. */
  swap64(at: number, expected: bigint, value: bigint): bigint {
    return Atomics.compareExchange(this.large, at >> 3, expected, value)
  }
}
