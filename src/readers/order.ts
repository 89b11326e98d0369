// The order in which one epoch visits the samples of one shard. An order depends only on its constructor's arguments.
// next() returns its values one by one; seek() jumps to any position. The order of shuffleBlocks is in block-order.ts.

import type { Permutation } from './permutation.js'
import { Draws } from './philox.js'

export interface EpochOrder {
  seek(position: number): void
  next(): number
}

/** The samples begin, begin + 1, ... of the data set; with a permutation, its values at these positions. */
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
 * A shuffle buffer: `fill` samples wait, a random one leaves, and the next one in reading order takes its place; at the
 * end of the shard the buffer drains. The sample at position r of the reading order therefore leaves at position r -
 * fill + 1 at the earliest.
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
   * Rebuilds the buffer as it is at `position`. Each slot holds the sample that its last draw put there, so the draws
   * are repeated backwards until every slot is known: O(fill log fill) expected steps at any position.
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
