// How iterate() counts an epoch: how many batches it has and how many samples of each count, by the numbers of DALI's
// generic iterator. Pure arithmetic; the batches themselves come from the pipelines, which never stop at an epoch's end.
import type { ShardMeta } from '../readers/sampler.js'

/** What to do with a last batch that the epoch does not fill. */
export type LastBatchPolicy = 'fill' | 'drop' | 'partial'

export interface EpochCounter {
  /** Samples that end the epoch, as DALI counts them; -1 when only the data knows. */
  readonly size: number
  /** Batches of this epoch, as its start sees it; -1 when only the data knows. */
  readonly length: number
  /** The epoch is over: restart() begins the next. */
  readonly over: boolean
  /** No item of this epoch is to come: it is over, or what is left of it is dropped. */
  readonly complete: boolean
  /** Counts one more batch of every pipeline. How many samples of each belong to the epoch; undefined: drop them all. */
  take(): number[] | undefined
  /** Counts `batches` at once, or as many as the epoch has left. */
  count(batches?: number): void
  /** Begins the next epoch; how many batches must be thrown away first, or undefined when this one is not over. */
  restart(): number | undefined
}

/** Counts by what the readers say. One shard per pipeline; shards of other processes count too. */
export class ReaderCounter implements EpochCounter {
  size: number
  /** Samples of every rank's shard in this epoch. */
  private lengths: number[]
  /** Samples of this epoch that every rank already gave in the one before. */
  private ahead: number[]
  /** Samples that the rank which is least ahead has given. */
  private given = 0
  /** The shard that each pipeline reads. */
  private shards: number[]
  private readonly shardLengths: readonly number[]
  private readonly padded: boolean
  private readonly stick: boolean

  constructor(
    private readonly policy: LastBatchPolicy,
    private readonly batchSize: number,
    metas: readonly ShardMeta[],
  ) {
    const { epochSize, epochSizePadded, numberOfShards, padLastBatch, stickToShard } = metas[0]!
    this.padded = padLastBatch
    this.stick = stickToShard
    this.shards = metas.map((meta) => meta.shardId)
    const begin = (shard: number) => Math.floor((shard * epochSize) / numberOfShards)
    this.shardLengths = Array.from({ length: numberOfShards }, (_, i) => begin(i + 1) - begin(i))
    this.lengths = [...this.shardLengths]
    this.ahead = this.lengths.map(() => 0)
    if (policy === 'drop') this.size = Math.floor(epochSize / numberOfShards)
    else if (padLastBatch) this.size = epochSizePadded / numberOfShards
    else this.size = roundUp(Math.ceil(epochSize / numberOfShards), batchSize)
  }

  get length(): number {
    // What was given ahead is less than a batch, and the size counts whole ones.
    return this.policy === 'drop' ? Math.floor(this.size / this.batchSize) : Math.ceil(this.size / this.batchSize)
  }

  get over(): boolean {
    return this.given >= this.size
  }

  get complete(): boolean {
    // The length does not count the batch that is dropped, so the user may stop before it.
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

  /** Batches ran over the end of the epoch: what they took of the next is not to be read again. */
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
    // All of the epoch is read already: on to the one after.
    this.ahead = this.ahead.map(() => 0)
    this.given = 0
    move()
    this.size = roundUp(Math.max(...this.lengths), this.batchSize)
  }
}

/** Counts to a given number of samples, over all pipelines together. */
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
    // The first pipelines give all they have; those without a sample are left out.
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

/** Neither a reader nor a size: the epoch ends where the data does. */
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

/** Steps that it takes to go through `samples`. */
const left = (samples: number, step: number) => Math.max(0, Math.ceil(samples / step))
// `|| 0`: no negative zero.
const roundUp = (n: number, unit: number) => Math.ceil(n / unit) * unit || 0
