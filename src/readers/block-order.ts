// The order of shuffleBlocks: a window of blocks moves over the permuted blocks of the data set, one block at a time, and
// the samples of the blocks in the window are mixed. What is read is whole blocks, one after the other; how it mixes is in
// docs/epochs.md. The order takes 8 bytes a block, and finds any position in time that does not depend on it.

import type { EpochOrder } from './order.js'
import { Permutation } from './permutation.js'

/** What permutes the blocks, the samples of a block, and those of a step; these differ in each. */
const STREAM_BLOCKS = 4
const STREAM_SHARD = 2 ** 30
const STREAM_STEP = 16
const STREAM_WITHIN = 2 ** 31

/** Blocks, or the parts of blocks that a shard has, in the order in which they enter the window. */
export interface Pieces {
  /** The first sample of each. */
  from: Int32Array
  /** The number of samples of those before each, and of all. */
  starts: Int32Array
}

/** A range of samples, and the positions of the order between which it is needed. */
export interface ComingBlock {
  begin: number
  end: number
  /** Its first sample comes here, or later. */
  first: number
  /** Its last sample comes before this one. */
  last: number
}

/**
 * The pieces at the positions [begin, begin + length) of the permuted blocks, one after the other. `edges` are the first
 * samples of the blocks, and the number of all samples.
 */
export function dealtPieces(edges: Int32Array, begin: number, length: number, seed: number, epoch: number): Pieces {
  const blocks = edges.length - 1
  return permuted(edges, 0, blocks, begin, length, new Permutation(blocks, seed, epoch, STREAM_BLOCKS))
}

/** The pieces of the samples [begin, begin + length), permuted: those that a shard has which keeps to its samples. */
export function ownPieces(
  edges: Int32Array,
  begin: number,
  length: number,
  seed: number,
  epoch: number,
  shard: number,
): Pieces {
  const first = blockOf(edges, begin)
  const blocks = blockOf(edges, begin + length - 1) + 1 - first
  const own = Int32Array.from({ length: blocks + 1 }, (_, k) =>
    Math.min(begin + length, Math.max(begin, edges[first + k]!)),
  )
  return permuted(own, 0, blocks, 0, length, new Permutation(blocks, seed, epoch, STREAM_SHARD + shard))
}

function permuted(
  edges: Int32Array,
  first: number,
  blocks: number,
  begin: number,
  length: number,
  permutation: Permutation,
): Pieces {
  const from = new Int32Array(blocks)
  const starts = new Int32Array(blocks + 1)
  let count = 0
  let at = 0
  for (let k = 0; k < blocks && at < begin + length; k++) {
    const block = first + permutation.at(k)
    const size = edges[block + 1]! - edges[block]!
    const cut = Math.max(0, begin - at)
    const end = Math.min(size, begin + length - at)
    at += size
    if (cut >= end) continue
    from[count] = edges[block]! + cut
    starts[count + 1] = starts[count]! + end - cut
    count++
  }
  return { from: from.slice(0, count), starts: starts.slice(0, count + 1) }
}

/** The block that has this sample. */
function blockOf(edges: Int32Array, sample: number): number {
  return lastBelow(edges.length - 1, (block) => edges[block]! <= sample)
}

/** The last of 0..count - 1 for which `holds` is true, which it is for the first ones; at least 0. */
function lastBelow(count: number, holds: (at: number) => boolean): number {
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * At step t the window has the pieces t to t + window - 1. A piece gives each step in which it is in the window an equal
 * part of its samples, drawn at random, and a step is a random order of what its pieces give.
 */
export class BlockOrder implements EpochOrder {
  readonly #pieces: Pieces
  readonly #window: number
  readonly #steps: number
  /** The orders of the samples of pieces in the window, and which pieces these are. */
  readonly #within: Permutation[] = []
  readonly #withinOf: Int32Array
  /** For each piece of the window, the number of samples of the step that those before it give; then that of all. */
  readonly #sums: Int32Array
  #step = -1
  #position = 0
  #start = 0
  #end = 0
  #mixed: Permutation | undefined

  /** `begin` is the first position of the shard. */
  constructor(
    pieces: Pieces,
    window: number,
    readonly seed: number,
    readonly epoch: number,
    readonly begin: number,
  ) {
    const { length } = pieces.from
    this.#pieces = pieces
    this.#window = Math.min(window, length)
    this.#steps = length - this.#window + 1
    this.#withinOf = new Int32Array(this.#window).fill(-1)
    this.#sums = new Int32Array(this.#window + 1)
    this.seek(0)
  }

  /** The number of pieces. */
  get count(): number {
    return this.#pieces.from.length
  }

  /** A piece, and the positions between which it is needed. Both grow with `k`. */
  piece(k: number): ComingBlock {
    const begin = this.#pieces.from[k]!
    const enters = this.#enters(k)
    return {
      begin,
      end: begin + this.#size(k),
      first: this.#startOf(enters),
      last: this.#startOf(enters + this.#turns(k)),
    }
  }

  seek(position: number): void {
    this.#position = position
    this.#enter(lastBelow(this.#steps, (step) => this.#startOf(step) <= position))
  }

  next(): number {
    while (this.#position >= this.#end) this.#enter(this.#step + 1)
    const value = this.#mixed!.at(this.#position++ - this.#start)
    const sums = this.#sums
    const slot = lastBelow(this.#window, (at) => sums[at]! <= value)
    const k = this.#step + slot
    const place = this.#given(k, this.#step) + value - sums[slot]!
    return this.#pieces.from[k]! + this.#permutation(k).at(place)
  }

  #enter(step: number): void {
    this.#step = step
    this.#start = this.#startOf(step)
    for (let slot = 0; slot < this.#window; slot++) {
      const k = step + slot
      this.#sums[slot + 1] = this.#sums[slot]! + this.#given(k, step + 1) - this.#given(k, step)
    }
    const size = this.#sums[this.#window]!
    this.#end = this.#start + size
    this.#mixed = size
      ? new Permutation(size, this.seed, this.epoch, STREAM_STEP + this.begin + this.#start)
      : undefined
  }

  /** The first step in which a piece is in the window. */
  #enters(k: number): number {
    return Math.max(0, k - this.#window + 1)
  }

  /** The number of steps in which it is. */
  #turns(k: number): number {
    return Math.min(k, this.#steps - 1) - this.#enters(k) + 1
  }

  #size(k: number): number {
    return this.#pieces.starts[k + 1]! - this.#pieces.starts[k]!
  }

  /** How many samples of a piece that is in the window the steps before `step` have. */
  #given(k: number, step: number): number {
    return Math.floor((this.#size(k) * (step - this.#enters(k))) / this.#turns(k))
  }

  /** The position at which a step begins: what the pieces before it have, and a part of those in the window. */
  #startOf(step: number): number {
    const { starts } = this.#pieces
    if (step >= this.#steps) return starts.at(-1)!
    let at = starts[step]!
    for (let k = step; k < step + this.#window - 1; k++) at += this.#given(k, step)
    return at
  }

  /** The order of a piece's own samples. */
  #permutation(k: number): Permutation {
    const slot = k % this.#window
    if (this.#withinOf[slot] !== k) {
      const { seed, epoch } = this
      this.#within[slot] = new Permutation(this.#size(k), seed, epoch, STREAM_WITHIN + this.#pieces.from[k]!)
      this.#withinOf[slot] = k
    }
    return this.#within[slot]!
  }
}
