// Philox 4x32-10, a counter-based random number generator: its four words depend only on key and counter, so any draw
// can be repeated without those before it. J. Salmon, M. Moraes, R. Dror, D. Shaw, "Parallel Random Numbers: As Easy as
// 1, 2, 3", SC'11.

const M0 = 0xd2511f53
const M1 = 0xcd9e8d57
const W0 = 0x9e3779b9
const W1 = 0xbb67ae85

/** High 32 bits of the 64-bit product of two 32-bit words. */
function mulHigh(a: number, b: number): number {
  const al = a & 0xffff
  const ah = a >>> 16
  const bl = b & 0xffff
  const bh = b >>> 16
  const middle = ah * bl + ((al * bl) >>> 16)
  const carry = al * bh + (middle & 0xffff)
  return (ah * bh + (middle >>> 16) + (carry >>> 16)) >>> 0
}

/** Writes the four words for the counter (c0..c3) under the key (k0, k1) to `out`. */
export function philox4x32(
  out: Uint32Array,
  k0: number,
  k1: number,
  c0: number,
  c1: number,
  c2: number,
  c3: number,
): void {
  for (let round = 0; round < 10; round++) {
    const high0 = mulHigh(M0, c0 >>> 0)
    const high1 = mulHigh(M1, c2 >>> 0)
    const low0 = Math.imul(M0, c0)
    const low1 = Math.imul(M1, c2)
    c0 = high1 ^ c1 ^ k0
    c1 = low1
    c2 = high0 ^ c3 ^ k1
    c3 = low0
    k0 = (k0 + W0) | 0
    k1 = (k1 + W1) | 0
  }
  out[0] = c0
  out[1] = c1
  out[2] = c2
  out[3] = c3
}

/** The key of a seed: the low and the high 32-bit word of a safe integer. */
export function seedWords(seed: number): [number, number] {
  return [seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0]
}

/** Uniform draws that are addressed by their number: `below(t, n)` is draw t and does not depend on other draws. */
export class Draws {
  readonly #words = new Uint32Array(4)
  readonly #k0: number
  readonly #k1: number
  #block = -1

  /** `stream`: three words of the counter. Two generators with different streams never use the same counter. */
  constructor(
    seed: number,
    readonly stream: readonly [number, number, number],
  ) {
    ;[this.#k0, this.#k1] = seedWords(seed)
  }

  /** Draw t as an integer in [0, n): 53 random bits, so the bias is below n / 2^53. */
  below(t: number, n: number): number {
    const block = Math.floor(t / 2)
    if (block !== this.#block) {
      philox4x32(this.#words, this.#k0, this.#k1, block, this.stream[0], this.stream[1], this.stream[2])
      this.#block = block
    }
    const lane = (t & 1) * 2
    const fraction = (this.#words[lane]! * 2 ** 21 + (this.#words[lane + 1]! >>> 11)) / 2 ** 53
    return Math.floor(fraction * n)
  }
}
