// Sampler: chooses the samples of the data set that a reader takes, batch by batch: sharding, padding, shuffling, and
// batches that run over the end of an epoch. It is pure arithmetic without I/O: the next sample depends only on the
// options, the epoch and the position in the epoch.

import { internal } from '../errors/factories.js'
import { checkInteger, fail, forReader } from './args.js'
import { BlockOrder, type ComingBlock, dealtPieces, ownPieces } from './block-order.js'
import { BufferOrder, DirectOrder, type EpochOrder } from './order.js'
import { Permutation } from './permutation.js'
import { checkOptions, FIXED_SEED, INT_MAX, type SamplerOptions } from './sampler-options.js'

export type { SamplerOptions } from './sampler-options.js'

/**
 * 'continuous': batches are always full and run over the end of an epoch. 'epoch': a batch ends where the epoch ends.
 */
export type BatchMode = 'continuous' | 'epoch'

export interface SampleOrder {
  /** Data set index of each sample; its length is the batch's. */
  indices: Int32Array
  /** Epoch of each sample. */
  epochs: Int32Array
  /** Number of samples at the end of the batch that repeat the last one of the epoch. */
  padded: number
  /** The batch contains the first sample of an epoch. */
  startOfEpoch: boolean
  /** The batch contains the last sample of an epoch, padding included. */
  endOfEpoch: boolean
}

export interface ReaderPosition {
  epoch: number
  /** Number of samples of the epoch that were given, padding included. */
  position: number
}

export interface SamplerState extends ReaderPosition {
  /** The options that define the order, as text. A state only fits a sampler with an equal text. */
  order: string
}

/** The fields of DALI's reader_meta. */
export interface ShardMeta {
  /** Number of samples in the data set, over all shards. */
  epochSize: number
  /** With padLastBatch, epochSize rounded up to a multiple of numberOfShards; epochSize otherwise. */
  epochSizePadded: number
  numberOfShards: number
  /** Shard of this reader in the first epoch, from 0. */
  shardId: number
  padLastBatch: boolean
  /** The reader keeps to its shard; otherwise it takes the next shard in each epoch. */
  stickToShard: boolean
}

const STREAM_BUFFER = 1
const STREAM_READ = 2
const STREAM_EPOCH = 3

export class Sampler {
  readonly #options: ReturnType<typeof checkOptions>
  readonly #readOrder: Permutation | undefined
  #edges: Int32Array | undefined
  #epoch = 0
  #position = 0
  #length = 0
  #padding = 0
  #last = 0
  /** Made when a sample is asked for. */
  #order: EpochOrder | undefined

  constructor(options: SamplerOptions) {
    this.#options = checkOptions(options)
    const { size, randomShuffle } = this.#options
    this.#readOrder = randomShuffle ? new Permutation(size, FIXED_SEED, 0, STREAM_READ) : undefined
    this.#begin(0)
  }

  /**
   * Makes a sampler from the arguments of the reader `op` and `size`. A seed among them overrides `seed`, the
   * pipeline's.
   */
  static fromArgs(op: string, args: Readonly<Record<string, unknown>>, batchSize: number, seed: number): Sampler {
    return forReader(op, () => new Sampler({ seed, ...args, batchSize } as SamplerOptions))
  }

  /** Makes a sampler that continues where `state` was taken. Throws INVALID_ARGUMENT for a state of other options. */
  static restore(options: SamplerOptions, state: SamplerState): Sampler {
    const sampler = new Sampler(options)
    const order = sampler.state().order
    if (state.order !== order) {
      const message = `Expected a sampler state of "${order}" but received one of "${state.order}"`
      fail('INVALID_ARGUMENT', message, 'Use the data set and the reader options that the state was saved with')
    }
    sampler.seek(state.epoch, state.position)
    return sampler
  }

  get epoch(): number {
    return this.#epoch
  }

  /** Number of samples that were given in this epoch, padding included. */
  get position(): number {
    return this.#position
  }

  /** Number of samples of this epoch for this reader, padding included. */
  get epochLength(): number {
    return this.#length + this.#padding
  }

  /** The number of blocks that shuffleBlocks mixes, and below it the bytes of one; 0 without it. */
  get blockWindow(): number {
    return this.#options.blockWindow
  }
  get blockBytes(): number {
    return this.#options.blockBytes
  }

  /** Returns the next batch, in new arrays or in the given ones, which must have batchSize entries. */
  next(mode: BatchMode, into?: Pick<SampleOrder, 'indices' | 'epochs'>): SampleOrder {
    const { batchSize } = this.#options
    const indices = into?.indices ?? new Int32Array(batchSize)
    const epochs = into?.epochs ?? new Int32Array(batchSize)
    let startOfEpoch = false
    let endOfEpoch = false
    let padded = 0
    let count = 0
    let order = this.#order ?? this.#arrive()
    while (count < batchSize && !(mode === 'epoch' && endOfEpoch)) {
      startOfEpoch ||= this.#position === 0
      if (this.#position < this.#length) this.#last = order.next()
      else padded++
      indices[count] = this.#last
      epochs[count++] = this.#epoch
      if (++this.#position === this.epochLength) {
        endOfEpoch = true
        this.#begin(this.#epoch + 1)
        if (count < batchSize && mode === 'continuous') order = this.#arrive()
      }
    }
    const full = count === batchSize
    return {
      indices: full ? indices : indices.subarray(0, count),
      epochs: full ? epochs : epochs.subarray(0, count),
      padded,
      startOfEpoch,
      endOfEpoch,
    }
  }

  /** Begins the next epoch and drops the rest of the present one; does nothing at the start of an epoch. */
  nextEpoch(): void {
    if (this.#position > 0) this.#begin(this.#epoch + 1)
  }

  /** Jumps to a position of an epoch. The end of an epoch is the start of the next one. */
  seek(epoch: number, position: number): void {
    this.#begin(checkInteger('epoch', epoch, 0, INT_MAX))
    checkInteger('position', position, 0, this.epochLength)
    if (position === 0) return
    if (position === this.epochLength) {
      this.#begin(epoch + 1)
      return
    }
    this.#position = position
  }

  /** The blocks that the samples from here on need, as they come, over ends of epochs. Positions count from here. */
  *comingBlocks(): Generator<ComingBlock, never> {
    let before = -this.#position
    for (let epoch = this.#epoch; ; epoch++) {
      const order = this.#blockOrder(epoch)
      const { length, padding } = this.#extent(epoch)
      for (let k = 0; k < order.count; k++) {
        const block = order.piece(k)
        // Padding repeats the last sample.
        const last = before + (block.last === length ? length + padding : block.last)
        if (last > 0) yield { ...block, first: Math.max(0, before + block.first), last }
      }
      before += length + padding
    }
  }

  /**
   * The position `count` samples behind another one. The end of an epoch is the start of the next one. The time does
   * not depend on `count`.
   */
  advance({ epoch, position }: ReaderPosition, count: number): ReaderPosition {
    // The lengths of epochs repeat after numShards epochs, when the reader has gone through all shards.
    const turns = Array.from({ length: this.#options.numShards }, (_, i) => this.#extent(epoch + i))
    const cycle = turns.reduce((sum, { length, padding }) => sum + length + padding, 0)
    const cycles = Math.floor((position + count) / cycle)
    let at = position + count - cycles * cycle
    let e = epoch + cycles * turns.length
    for (const { length, padding } of turns) {
      if (at < length + padding) break
      at -= length + padding
      e++
    }
    return { epoch: e, position: at }
  }

  /** Number of samples of epoch `epoch` for this reader, padding included. */
  lengthOf(epoch: number): number {
    const { length, padding } = this.#extent(epoch)
    return length + padding
  }

  state(): SamplerState {
    const { size, shardId, numShards, stickToShard, padLastBatch, batchSize } = this.#options
    const { randomShuffle, initialFill, seed, shuffleAfterEpoch, shuffleAfterEpochSeed } = this.#options
    const { shuffleBlocks, blockBytes, blockWindow } = this.#options
    const parts = [`${size} samples`, `shard ${shardId}/${numShards}${stickToShard ? ' stick' : ''}`]
    if (padLastBatch) parts.push(`pad ${batchSize}`)
    if (randomShuffle) parts.push(`buffer ${initialFill} seed ${seed}`)
    if (shuffleAfterEpoch) parts.push(`shuffle seed ${shuffleAfterEpochSeed}`)
    if (shuffleBlocks) parts.push(`blocks of ${blockBytes}, ${blockWindow} mixed, seed ${shuffleAfterEpochSeed}`)
    return { order: parts.join(', '), epoch: this.#epoch, position: this.#position }
  }

  readerMeta(): ShardMeta {
    const { size, numShards, shardId, padLastBatch, stickToShard } = this.#options
    const epochSizePadded = padLastBatch ? Math.ceil(size / numShards) * numShards : size
    return { epochSize: size, epochSizePadded, numberOfShards: numShards, shardId, padLastBatch, stickToShard }
  }

  /** Sets up an epoch: its shard and its length. */
  #begin(epoch: number): void {
    const { length, padding } = this.#extent(epoch)
    this.#epoch = epoch
    this.#position = 0
    this.#length = length
    this.#padding = padding
    this.#order = undefined
  }

  /** Makes the order of the epoch, and brings it to the position. */
  #arrive(): EpochOrder {
    const order = this.#orderOf(this.#epoch)
    this.#order = order
    if (this.#position > 0) {
      // The sample before the position is taken again, because padding may repeat it.
      order.seek(Math.min(this.#position, this.#length) - 1)
      this.#last = order.next()
    }
    return order
  }

  #orderOf(epoch: number): EpochOrder {
    const { size, shuffleAfterEpoch, shuffleAfterEpochSeed, shuffleBlocks } = this.#options
    const { randomShuffle, initialFill, seed } = this.#options
    if (shuffleBlocks) return this.#blockOrder(epoch)
    const { shard, begin, length } = this.#extent(epoch)
    const permutation = shuffleAfterEpoch
      ? new Permutation(size, shuffleAfterEpochSeed, epoch, STREAM_EPOCH)
      : this.#readOrder
    const direct = new DirectOrder(begin, permutation)
    return randomShuffle ? new BufferOrder(direct, length, initialFill, seed, [epoch, shard, STREAM_BUFFER]) : direct
  }

  /** A shard that keeps to its samples permutes its own blocks; others share the blocks of all. */
  #blockOrder(epoch: number): BlockOrder {
    const { size, stickToShard, blockWindow, shuffleAfterEpochSeed: seed } = this.#options
    this.#edges ??= this.#options.edges?.()
    const edges = this.#edges
    if (edges?.[0] !== 0 || edges.at(-1) !== size) throw internal('the blocks are not those of the data set')
    const { shard, begin, length } = this.#extent(epoch)
    const pieces = stickToShard
      ? ownPieces(edges, begin, length, seed, epoch, shard)
      : dealtPieces(edges, begin, length, seed, epoch)
    return new BlockOrder(pieces, blockWindow, seed, epoch, begin)
  }

  /** An epoch's part of the data set. */
  #extent(epoch: number): { shard: number; begin: number; length: number; padding: number } {
    const { size, batchSize, numShards, shardId, stickToShard, padLastBatch } = this.#options
    const shard = stickToShard ? shardId : (shardId + epoch) % numShards
    const begin = Math.floor((size * shard) / numShards)
    const length = Math.floor((size * (shard + 1)) / numShards) - begin
    // Every shard is padded to the number of full batches of the largest one, so that all take equally many steps.
    const steps = Math.ceil(Math.ceil(size / numShards) / batchSize)
    return { shard, begin, length, padding: padLastBatch ? steps * batchSize - length : 0 }
  }
}
