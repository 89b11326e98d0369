// Sampler: chooses the samples of the data set that a reader takes, batch by batch: sharding, padding, shuffling, and
// batches that run over the end of an epoch. It is pure arithmetic without I/O: the next sample depends only on the
// options, the epoch and the position in the epoch.

import { checkBoolean, checkInteger, fail, forReader } from './args.js'
import { BufferOrder, DirectOrder, type EpochOrder } from './order.js'
import { Permutation } from './permutation.js'

export interface SamplerOptions {
  /** Samples in the data set. */
  size: number
  batchSize: number
  shardId?: number | undefined
  numShards?: number | undefined
  stickToShard?: boolean | undefined
  padLastBatch?: boolean | undefined
  randomShuffle?: boolean | undefined
  initialFill?: number | undefined
  shuffleAfterEpoch?: boolean | undefined
  /** Readers of different shards must have the same one. Default: a fixed number. */
  shuffleAfterEpochSeed?: number | undefined
  /** Seeds the shuffle buffer only, so readers of different shards may differ. */
  seed?: number | undefined
}

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

const INT_MAX = 2 ** 31 - 1
const STREAM_BUFFER = 1
const STREAM_READ = 2
const STREAM_EPOCH = 3
// All readers use this seed: shards are disjoint only if all readers shuffle the data set in the same way.
const FIXED_SEED = 0x70656e73

export class Sampler {
  readonly #options: Required<{ [K in keyof SamplerOptions]: NonNullable<SamplerOptions[K]> }>
  readonly #readOrder: Permutation | undefined
  #epoch = 0
  #position = 0
  #length = 0
  #padding = 0
  #last = 0
  #order!: EpochOrder

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

  /** Returns the next batch, in new arrays or in the given ones, which must have batchSize entries. */
  next(mode: BatchMode, into?: Pick<SampleOrder, 'indices' | 'epochs'>): SampleOrder {
    const { batchSize } = this.#options
    const indices = into?.indices ?? new Int32Array(batchSize)
    const epochs = into?.epochs ?? new Int32Array(batchSize)
    let startOfEpoch = false
    let endOfEpoch = false
    let padded = 0
    let count = 0
    while (count < batchSize && !(mode === 'epoch' && endOfEpoch)) {
      startOfEpoch ||= this.#position === 0
      if (this.#position < this.#length) this.#last = this.#order.next()
      else padded++
      indices[count] = this.#last
      epochs[count++] = this.#epoch
      if (++this.#position === this.epochLength) {
        endOfEpoch = true
        this.#begin(this.#epoch + 1)
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
    // The sample before the position is taken again, because padding may repeat it.
    this.#order.seek(Math.min(position, this.#length) - 1)
    this.#last = this.#order.next()
    this.#position = position
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
    const parts = [`${size} samples`, `shard ${shardId}/${numShards}${stickToShard ? ' stick' : ''}`]
    if (padLastBatch) parts.push(`pad ${batchSize}`)
    if (randomShuffle) parts.push(`buffer ${initialFill} seed ${seed}`)
    if (shuffleAfterEpoch) parts.push(`shuffle seed ${shuffleAfterEpochSeed}`)
    return { order: parts.join(', '), epoch: this.#epoch, position: this.#position }
  }

  readerMeta(): ShardMeta {
    const { size, numShards, shardId, padLastBatch, stickToShard } = this.#options
    const epochSizePadded = padLastBatch ? Math.ceil(size / numShards) * numShards : size
    return { epochSize: size, epochSizePadded, numberOfShards: numShards, shardId, padLastBatch, stickToShard }
  }

  /** Sets up an epoch: its shard, its length, its order. */
  #begin(epoch: number): void {
    const { size, shuffleAfterEpoch, shuffleAfterEpochSeed, randomShuffle, initialFill, seed } = this.#options
    const { shard, begin, length, padding } = this.#extent(epoch)
    this.#epoch = epoch
    this.#position = 0
    this.#length = length
    this.#padding = padding
    const permutation = shuffleAfterEpoch
      ? new Permutation(size, shuffleAfterEpochSeed, epoch, STREAM_EPOCH)
      : this.#readOrder
    const direct = new DirectOrder(begin, permutation)
    this.#order = randomShuffle
      ? new BufferOrder(direct, this.#length, initialFill, seed, [epoch, shard, STREAM_BUFFER])
      : direct
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

function checkOptions(options: SamplerOptions) {
  const size = checkInteger('size', options.size, 1, INT_MAX)
  const batchSize = checkInteger('batchSize', options.batchSize, 1, INT_MAX)
  const numShards = checkInteger(
    'numShards',
    options.numShards ?? 1,
    1,
    size,
    `The data set has ${size} samples, and every shard needs at least one: lower numShards`,
  )
  const shardId = checkInteger(
    'shardId',
    options.shardId ?? 0,
    0,
    numShards - 1,
    'Shards count from 0 to numShards - 1',
  )
  const randomShuffle = checkBoolean('randomShuffle', options.randomShuffle ?? false)
  const shuffleAfterEpoch = checkBoolean('shuffleAfterEpoch', options.shuffleAfterEpoch ?? false)
  const stickToShard = checkBoolean('stickToShard', options.stickToShard ?? false)
  const padLastBatch = checkBoolean('padLastBatch', options.padLastBatch ?? false)
  // Without a shuffle buffer its size is not used and not checked.
  const initialFill = randomShuffle ? checkInteger('initialFill', options.initialFill ?? 1024, 1, INT_MAX) : 0
  const seed = checkSeed('seed', options.seed ?? 0)
  const shuffleAfterEpochSeed = checkSeed('shuffleAfterEpochSeed', options.shuffleAfterEpochSeed ?? FIXED_SEED)
  for (const [name, set] of Object.entries({ randomShuffle, stickToShard })) {
    if (!shuffleAfterEpoch || !set) continue
    const message = `Expected shuffleAfterEpoch or ${name} but received both`
    fail('INVALID_ARGUMENT', message, `Leave ${name} out: shuffleAfterEpoch shuffles the whole data set each epoch`)
  }
  return {
    ...{ size, batchSize, shardId, numShards, padLastBatch, randomShuffle, initialFill, seed },
    ...{ shuffleAfterEpoch, shuffleAfterEpochSeed },
    // shuffleAfterEpoch mixes all samples each epoch, so each reader keeps its part of the shuffled order.
    stickToShard: stickToShard || shuffleAfterEpoch,
  }
}

function checkSeed(name: string, value: unknown): number {
  return checkInteger(name, value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
}
