// The order in which one epoch visits one shard. Each order is a pure function of its constructor's arguments, gives its
// values one by one with `next`, and jumps to any position with `seek`.

import type { Permutation } from './permutation.js'
import { Draws } from './philox.js'

export interface EpochOrder {
  seek(position: number): void
  next(): number
}

/** Positions begin, begin + 1, ... of the data set, through a permutation if there is one. */
export class DirectOrder implements EpochOrder {
  #position = 0

  constructor(
    readonly begin: number,
    readonly permutation?: Permutation | undefined,
  ) {}

  seek(position: number): void {
    this.#position = position
  }

  next(): number {
    const at = this.begin + this.#position++
    return this.permutation ? this.permutation.at(at) : at
  }
}

/**
 * A shuffle buffer: `fill` samples wait, a random one leaves, the next one in reading order takes its place; at the end the
 * buffer drains. The sample of rank r can therefore leave at position r - fill + 1 at the earliest.
 */
export class BufferOrder implements EpochOrder {
  readonly #source: DirectOrder
  readonly #slots: Int32Array
  readonly #draws: Draws
  readonly #size: number
  #position = 0

  constructor(
    source: DirectOrder,
    size: number,
    fill: number,
    seed: number,
    stream: readonly [number, number, number],
  ) {
    this.#source = source
    this.#size = size
    this.#slots = new Int32Array(Math.min(fill, size))
    this.#draws = new Draws(seed, stream)
    this.seek(0)
  }

  /**
   * A slot holds what its last draw put there, so walking back through the draws until every slot is known rebuilds the
   * buffer in O(fill log fill) expected steps wherever the position is.
   */
  seek(position: number): void {
    const slots = this.#slots
    const fill = slots.length
    const start = Math.min(position, this.#size - fill)
    slots.fill(-1)
    let unknown = fill
    for (let t = start - 1; t >= 0 && unknown > 0; t--) {
      const slot = this.#draws.below(t, fill)
      if (slots[slot] === -1) {
        slots[slot] = fill + t
        unknown--
      }
    }
    for (let slot = 0; slot < fill; slot++) if (slots[slot] === -1) slots[slot] = slot
    this.#position = start
    while (this.#position < position) this.#take()
  }

  next(): number {
    this.#source.seek(this.#take())
    return this.#source.next()
  }

  /** Takes one rank out of the buffer and refills or shrinks it. */
  #take(): number {
    const slots = this.#slots
    const t = this.#position++
    const waiting = Math.min(slots.length, this.#size - t)
    const incoming = slots.length + t
    const slot = this.#draws.below(t, waiting)
    const rank = slots[slot]!
    slots[slot] = incoming < this.#size ? incoming : slots[waiting - 1]!
    return rank
  }
}
