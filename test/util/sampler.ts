// The samples of a reader without a reader: the native source over a data set of which only the size is known.

import { sampleFlags } from '../../src/generated/abi.js'
import type { ReaderPlace, ReaderPosition, ShardMeta } from '../../src/native/dataset.js'
import { native } from '../../src/native.js'
import { forReader } from '../../src/readers/args.js'
import { ReaderOrder } from '../../src/readers/reader-order.js'

export type BatchMode = 'continuous' | 'epoch'

export interface SamplerOptions {
  size: number
  batchSize: number
  shardId?: number
  numShards?: number
  stickToShard?: boolean
  padLastBatch?: boolean
  elastic?: boolean
  randomShuffle?: boolean
  initialFill?: number
  shuffleAfterEpoch?: boolean
  shuffleAfterEpochSeed?: number
  shuffleBlocks?: boolean
  blockBytes?: number
  blockWindow?: number
  seed?: number
  /** The first samples of the blocks, and the number of all samples. */
  edges?: () => Int32Array
  /** A mixture of readers; `size` is then without meaning. */
  mixture?: MixtureOrder
}

export interface MixtureOrder {
  weights: readonly number[]
  /** Where `weights` has several rows: the samples from which on they hold. */
  weightsFrom?: readonly number[]
  choice?: 'even' | 'random'
  choiceSeed?: number
  onEnd: 'repeat' | 'stop' | 'drop'
  sources: readonly SourceOrder[]
}

export type SourceOrder = Pick<
  SamplerOptions,
  'size' | 'randomShuffle' | 'initialFill' | 'shuffleAfterEpoch' | 'shuffleBlocks' | 'blockWindow' | 'edges'
>

export interface SampleOrder {
  indices: Int32Array
  epochs: Int32Array
  padded: number
  endOfEpoch: boolean
}

const reader = 'readers.file'

const mixtureArgs = ({ sources, ...order }: MixtureOrder) => ({
  weightsFrom: [0],
  choice: 'even',
  ...order,
  sizes: sources.map(({ size }) => size),
  sources: sources.map(({ size: _, edges: __, ...args }) => ({ op: reader, callSite: '', args })),
})

export class Sampler implements ReaderPosition {
  /** The last place that was sought, and the samples that were given since. */
  private origin: ReaderPosition = { epoch: 0, position: 0 }
  private given = 0
  private epochs = false
  private readonly order: ReaderOrder
  private readonly source: number
  private readonly batchSize: number

  constructor({ edges, mixture, ...options }: SamplerOptions) {
    const { batchSize, seed = 0, size, ...args } = options
    const mixed = mixture && mixtureArgs(mixture)
    this.order = new ReaderOrder(
      mixed ? 'readers.mixture' : reader,
      { ...args, ...(mixed ?? { size }) },
      batchSize,
      seed,
    )
    const sources = mixture?.sources.map(({ edges, ...order }) => ({ ...order, ...(edges && { edges: [...edges()] }) }))
    const given = {
      ...options,
      ...(edges && { edges: [...edges()] }),
      ...(mixture && {
        size: this.order.meta.epochSize,
        mixture: { weightsFrom: [0], choice: 'even', ...mixture, sources },
      }),
    }
    this.source = native().readerOpen(JSON.stringify(given), null)
    this.batchSize = batchSize
  }

  /** From arguments of readers.file and `size`. A seed among them overrides `seed`, the pipeline's. */
  static fromArgs(_: string, args: Readonly<Record<string, unknown>>, batchSize: number, seed: number): Sampler {
    return forReader(reader, () => new Sampler({ seed, ...args, batchSize } as SamplerOptions))
  }

  /** Goes on where `state` was taken. */
  static restore(options: SamplerOptions, state: ReaderPosition): Sampler {
    const sampler = new Sampler(options)
    sampler.seek(state.epoch, state.position)
    return sampler
  }

  next(mode: BatchMode): SampleOrder {
    const { ids, count, endOfEpoch } = this.draw(mode)
    const field = (at: number) => Int32Array.from({ length: count }, (_, i) => ids[4 * i + at]!)
    const padded = field(2).filter((flags) => flags === sampleFlags.padded).length
    return { indices: field(0), epochs: field(1), padded, endOfEpoch }
  }

  /** As native code gives them. */
  draw(mode: BatchMode): { ids: Float64Array; count: number; endOfEpoch: boolean } {
    const ids = new Float64Array(4 * this.batchSize)
    const drawn = native().readerNext(this.source, ids, mode === 'epoch')
    const count = drawn < 0 ? -1 - drawn : drawn
    this.given += count
    this.epochs = mode === 'epoch'
    return { ids, count, endOfEpoch: drawn < 0 }
  }

  seek(epoch: number, position: number): void {
    native().readerSeek(this.source, epoch, position)
    this.origin = { epoch, position }
    this.given = 0
  }

  get epoch(): number {
    return this.place.epoch
  }
  get position(): number {
    return this.place.position
  }

  advance(from: ReaderPosition, count: number): ReaderPosition {
    const { epoch, position } = this.order.at(from, count)
    return { epoch, position }
  }

  lengthOf(epoch: number): number {
    return this.order.at({ epoch, position: 0 }).length
  }

  state(): ReaderPosition & { order: string } {
    const { order, epoch, position } = this.place
    return { order, epoch, position }
  }

  readerMeta(): ShardMeta {
    return this.order.meta
  }

  private get place(): ReaderPlace {
    return this.order.at(this.origin, this.given, this.epochs)
  }
}
