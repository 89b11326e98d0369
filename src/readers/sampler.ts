// Sampler: which samples of the data set a reader takes, batch by batch: sharding, padding, shuffling, wrapping over
// epochs. Pure arithmetic, no I/O: what comes next depends only on the options, the epoch and the position in it.

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
  /** Readers of different shards must share it; the default is fixed. */
  shuffleAfterEpochSeed?: number | undefined
  /** Seeds the shuffle buffer only, so readers of different shards may differ. */
  seed?: number | undefined
}

/** continuous: batches are always full and run over the epoch's end. epoch: a batch ends where the epoch does. */
export type BatchMode = 'continuous' | 'epoch'

export interface SampleOrder {
  /** Data set index of each sample; its length is the batch's. */
  indices: Int32Array
  /** Epoch of each sample. */
  epochs: Int32Array
  /** How many samples at the batch's end repeat the epoch's last one. */
  padded: number
  /** Some sample of the batch is the first one of its epoch. */
  startOfEpoch: boolean
  /** Some sample of the batch is the last one of its epoch, padding included. */
  endOfEpoch: boolean
}

export interface ReaderPosition {
  epoch: number
  /** Samples of the epoch already given, padding included. */
  position: number
}

export interface SamplerState extends ReaderPosition {
  /** The options that define the order, as text; a state only fits a sampler with the same. */
  order: string
}

/** What DALI's reader_meta tells. */
export interface ShardMeta {
  epochSize: number
  epochSizePadded: number
  numberOfShards: number
  shardId: number
  padLastBatch: boolean
  stickToShard: boolean
}

const INT_MAX = 2 ** 31 - 1
const STREAM_BUFFER = 1
const STREAM_READ = 2
const STREAM_EPOCH = 3
// The same for every reader: shards stay disjoint only if all readers shuffle the data set alike.
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

  /** From the arguments of the reader `op`, among which `size` stands; a seed of its own goes before the pipeline's. */
  static fromArgs(op: string, args: Readonly<Record<string, unknown>>, batchSize: number, seed: number): Sampler {
    return forReader(op, () => new Sampler({ seed, ...args, batchSize } as SamplerOptions))
  }

  /** A sampler that goes on exactly where `state` was taken. */
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

  /** Samples given in this epoch, padding included. */
  get position(): number {
    return this.#position
  }

  /** Samples of this epoch for this reader, padding included: what ends it. */
  get epochLength(): number {
    return this.#length + this.#padding
  }

  /** The next batch, in new arrays or in the given ones, which must hold batchSize entries. */
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

  /** Drops the rest of a begun epoch; at the start of a fresh one it does nothing. */
  nextEpoch(): void {
    if (this.#position > 0) this.#begin(this.#epoch + 1)
  }

  /** Jumps to a position of an epoch; the epoch's end is the start of the next. */
  seek(epoch: number, position: number): void {
    this.#begin(checkInteger('epoch', epoch, 0, INT_MAX))
    checkInteger('position', position, 0, this.epochLength)
    if (position === 0) return
    if (position === this.epochLength) {
      this.#begin(epoch + 1)
      return
    }
    // The sample before the position is what padding repeats.
    this.#order.seek(Math.min(position, this.#length) - 1)
    this.#last = this.#order.next()
    this.#position = position
  }

  /** What comes `count` samples behind a place; an epoch's end is the start of the next. Takes no longer for more samples. */
  advance({ epoch, position }: ReaderPosition, count: number): ReaderPosition {
    // A reader has gone through all shards after numShards epochs, and begins again.
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
    // Full batches for the largest shard, so that every shard takes the same number of steps.
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
  // Without a buffer its size is ignored, whatever it is.
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
    // A new shuffle each epoch moves the samples already; each reader keeps its part of the order.
    stickToShard: stickToShard || shuffleAfterEpoch,
  }
}

function checkSeed(name: string, value: unknown): number {
  return checkInteger(name, value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
}
