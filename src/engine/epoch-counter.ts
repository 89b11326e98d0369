// Counts the epochs of iterate(): how many batches an epoch has, and how many samples of each belong to it, with the
// numbers of DALI's generic iterator. Pure arithmetic; the pipelines that give the batches never stop at an epoch's
// end.
import { unsupported } from '../errors/factories.js'
import type { ShardMeta } from '../native/dataset.js'

/** The policy for a last batch that the epoch does not fill: given whole ('fill'), dropped, or cut ('partial'). */
export type LastBatchPolicy = 'fill' | 'drop' | 'partial'

export interface EpochCounter {
  /** Number of samples at which the epoch ends, as DALI counts them; -1 when it is not known before the data ends. */
  readonly size: number
  /** Number of batches of this epoch, known at its start; -1 when it is not known before the data ends. */
  readonly length: number
  /** True when the epoch has ended: restart() begins the next one. */
  readonly over: boolean
  /** True when no further batch of this epoch will be given: it has ended, or the rest of it is dropped. */
  readonly complete: boolean
  /**
   * Counts one more batch of every pipeline. Returns how many samples of each belong to the epoch; undefined if all of
   * them are to be dropped.
   */
  take(): number[] | undefined
  /** Counts `batches` at once; by default as many as the epoch has left. */
  count(batches?: number): void
  /**
   * Begins the next epoch. Returns how many batches must be thrown away first; undefined when the epoch is not
   * complete.
   */
  restart(): number | undefined
}

/** Counts by the readers' data sets. Each pipeline reads one shard; shards that other processes read count too. */
export class ReaderCounter implements EpochCounter {
  size: number
  /** Number of samples of each rank's shard in this epoch. */
  private lengths: number[]
  /** Number of samples of this epoch that each rank already gave in the epoch before. */
  private ahead: number[]
  /** Number of samples given by the rank that is least ahead. */
  private given = 0
  /** The shard that each pipeline reads now. */
  private shards: number[]
  private readonly shardLengths: readonly number[]
  private readonly padded: boolean
  private readonly stick: boolean

  constructor(
    private readonly policy: LastBatchPolicy,
    private readonly batchSize: number,
    metas: readonly ShardMeta[],
  ) {
    const { epochSize, epochSizePadded, numberOfShards, padLastBatch, stickToShard, elastic } = metas[0]!
    if (elastic && !padLastBatch) {
      throw unsupported('Expected padLastBatch: true of an elastic reader under iterate() but received false', {
        hint: 'Its epochs end for all shards together only where they are padded, or in a for await loop of the pipeline',
      })
    }
    this.padded = padLastBatch
    this.stick = stickToShard || elastic === true
    this.shards = metas.map((meta) => meta.shardId)
    const begin = (shard: number) => Math.floor((shard * epochSize) / numberOfShards)
    this.shardLengths = Array.from({ length: numberOfShards }, (_, i) =>
      elastic ? Math.ceil((epochSize - i) / numberOfShards) : begin(i + 1) - begin(i),
    )
    this.lengths = [...this.shardLengths]
    this.ahead = this.lengths.map(() => 0)
    if (policy === 'drop') this.size = Math.floor(epochSize / numberOfShards)
    else if (padLastBatch) this.size = epochSizePadded / numberOfShards
    else this.size = roundUp(Math.ceil(epochSize / numberOfShards), batchSize)
  }

  get length(): number {
    // Less than one batch was given ahead, and the size counts whole batches.
    return this.policy === 'drop' ? Math.floor(this.size / this.batchSize) : Math.ceil(this.size / this.batchSize)
  }

  get over(): boolean {
    return this.given >= this.size
  }

  get complete(): boolean {
    // The dropped batch is not in `length`, so the user may stop before taking it.
    return this.over || (this.policy === 'drop' && this.given + this.batchSize > this.size)
  }

  take(): number[] | undefined {
    const { batchSize } = this
    this.given += batchSize
    if (this.policy === 'drop' && this.given > this.size) return undefined
    if (this.policy !== 'partial') return this.shards.map(() => batchSize)
    return this.shards.map((shard) => {
      const beyond = this.given - this.shardLengths[shard]!
      return Math.max(0, batchSize - Math.max(0, beyond))
    })
  }

  count(batches = left(this.size - this.given, this.batchSize)): void {
    this.given += batches * this.batchSize
  }

  restart(): number | undefined {
    if (!this.complete) return undefined
    const skip = this.over ? 0 : 1
    if (this.policy === 'fill' && !this.padded) this.carryOver()
    else this.given = 0
    if (!this.stick) this.shards = this.shards.map((shard) => (shard + 1) % this.shardLengths.length)
    return skip
  }

  /** Carries over the samples of the next epoch that the last batches already contained: they are not given again. */
  private carryOver(): void {
    const taken = this.given - Math.min(...this.ahead)
    this.ahead = this.ahead.map((n, rank) => n + taken - this.lengths[rank]!)
    this.given = Math.min(...this.ahead)
    const move = () => {
      if (!this.stick) this.lengths = [...this.lengths.slice(-1), ...this.lengths.slice(0, -1)]
    }
    move()
    const longest = Math.max(...this.lengths.map((n, rank) => n - this.ahead[rank]!))
    this.size = roundUp(longest, this.batchSize)
    if (this.size > 0) return
    // The whole epoch was given already, so the one after it begins.
    this.ahead = this.ahead.map(() => 0)
    this.given = 0
    move()
    this.size = roundUp(Math.max(...this.lengths), this.batchSize)
  }
}

/** Counts to a given number of samples, which all pipelines together give. */
export class SizeCounter implements EpochCounter {
  private given = 0
  private start = 0

  constructor(
    private readonly policy: LastBatchPolicy,
    private readonly batchSize: number,
    private readonly pipelines: number,
    readonly size: number,
    private readonly padded: boolean,
  ) {}

  private get step(): number {
    return this.pipelines * this.batchSize
  }

  get length(): number {
    const steps = (this.size - this.start) / this.step
    return this.policy === 'drop' ? Math.floor(steps) : Math.ceil(steps)
  }

  get over(): boolean {
    return this.given >= this.size
  }

  get complete(): boolean {
    return this.over || (this.policy === 'drop' && this.given + this.step > this.size)
  }

  take(): number[] | undefined {
    const { size, batchSize } = this
    this.given += this.step
    if (this.policy === 'drop' && this.given > size) return undefined
    const left = this.policy === 'partial' ? this.step - Math.max(0, this.given - size) : this.step
    // The first pipelines give whole batches; a pipeline without a sample is left out.
    const used = Math.ceil(left / batchSize)
    return Array.from({ length: used }, (_, i) => Math.min(batchSize, left - i * batchSize))
  }

  count(batches = left(this.size - this.given, this.step)): void {
    this.given += batches * this.step
  }

  restart(): number | undefined {
    if (!this.complete) return undefined
    const skip = this.over ? 0 : 1
    this.given = this.policy === 'fill' && !this.padded ? this.given % this.size : 0
    this.start = this.given
    return skip
  }
}

/** For pipelines with neither a reader nor a size: the epoch ends where the data ends. */
export class OpenCounter implements EpochCounter {
  readonly size = -1
  readonly length = -1
  readonly over = false
  readonly complete = false

  constructor(private readonly batchSize: number) {}

  take(): number[] {
    return [this.batchSize]
  }

  count(): void {}

  restart(): number {
    return 0
  }
}

/** Returns how many steps it takes to go through `samples`. */
const left = (samples: number, step: number) => Math.max(0, Math.ceil(samples / step))
// `|| 0` avoids a negative zero.
const roundUp = (n: number, unit: number) => Math.ceil(n / unit) * unit || 0
