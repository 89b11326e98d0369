// A keyed permutation of 0..size-1 with O(1) memory and O(1) access to any position: an alternating Feistel network
// over the next power of two, applied again until the value is below the size (cycle walking).

import { philox4x32, seedWords } from './philox.js'

// Four rounds fail tests of evenness, six pass all of them; eight leave a margin.
const ROUNDS = 8
// A tiny network reaches few permutations, and those unevenly. For small sizes the extra steps of a larger network
// cost little.
const MIN_BITS = 8

export class Permutation {
  readonly #size: number
  readonly #keys = new Uint32Array(ROUNDS)
  readonly #lowBits: number
  readonly #lowMask: number
  readonly #highMask: number

  constructor(size: number, seed: number, epoch: number, domain: number) {
    this.#size = size
    const bits = Math.max(MIN_BITS, 32 - Math.clz32(size - 1))
    this.#lowBits = bits >>> 1
    this.#lowMask = 2 ** this.#lowBits - 1
    this.#highMask = 2 ** (bits - this.#lowBits) - 1
    const [k0, k1] = seedWords(seed)
    for (let i = 0; i < ROUNDS; i += 4) philox4x32(this.#keys.subarray(i, i + 4), k0, k1, i / 4, epoch, size, domain)
  }

  /** The value at `position`. */
  at(position: number): number {
    let value = position
    do value = this.#network(value)
    while (value >= this.#size)
    return value
  }

  #network(value: number): number {
    let low = value & this.#lowMask
    let high = value >>> this.#lowBits
    for (let round = 0; round < ROUNDS; round += 2) {
      high ^= mix(low ^ this.#keys[round]!) & this.#highMask
      low ^= mix(high ^ this.#keys[round + 1]!) & this.#lowMask
    }
    return ((high << this.#lowBits) | low) >>> 0
  }
}

/** MurmurHash3's 32-bit finaliser. */
function mix(h: number): number {
  h ^= h >>> 16
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  return h ^ (h >>> 16)
}
