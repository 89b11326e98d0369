// Random decisions that follow from a seed: sfc32. Every case of a fuzz run has its own.
export class Random {
  #a
  #b
  #c
  #counter = 1
  /** A target's own switch: odd values are drawn more often than sound ones. */
  wild = false

  constructor(seed, n = 0) {
    this.#a = Math.trunc(seed / 2 ** 32) | 0
    this.#b = seed | 0
    this.#c = n | 0
    for (let i = 0; i < 12; i++) this.bits()
  }

  /** 32 bits. */
  bits() {
    const sum = (((this.#a + this.#b) | 0) + this.#counter++) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** A whole number in [0, n). */
  below(n) {
    return this.bits() % n
  }

  oneIn(n) {
    return this.below(n) === 0
  }

  pick(list) {
    return list[this.below(list.length)]
  }

  /** A list of `length` values. */
  many(length, draw) {
    return Array.from({ length }, () => draw())
  }
}
