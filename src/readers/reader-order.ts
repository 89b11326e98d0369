// The order of a reader as other threads than its actor need it: its name, and where the reader is after some samples.
// Native code owns it (native/dataset/order/sampler.h); the samples come from the source that the actor opens.
import { schemas } from '../graph/schema.js'
import type { ReaderPlace, ReaderPosition, ShardMeta } from '../native/dataset.js'
import { native } from '../native.js'
import { forReader } from './args.js'

type Args = Readonly<Record<string, unknown>>

/** What the native sampler takes, as JSON: the arguments that choose samples, among them `size`. A seed among them overrides `seed`. */
export function samplerArgs(op: string, args: Args, batchSize: number, seed: number): string {
  const known = schemas[op]!.args
  const own = Object.entries(args).filter(([name]) => known[name]?.for === 'sampler')
  return JSON.stringify({
    seed,
    ...Object.fromEntries(own),
    ...('seed' in args && { seed: args.seed }),
    size: args.size,
    batchSize,
  })
}

export class ReaderOrder {
  /** The options that define the order. A position only fits a reader with an equal text. */
  readonly text: string
  readonly meta: ShardMeta
  private readonly args: string

  /** `args`: the reader's, with the `size` of its data set. Throws INVALID_ARGUMENT. */
  constructor(op: string, args: Args, batchSize: number, seed: number) {
    this.args = samplerArgs(op, args, batchSize, seed)
    const { order, meta } = forReader(op, () => this.at({ epoch: 0, position: 0 }))
    this.text = order
    this.meta = meta
  }

  /**
   * The place `after` samples after another one. The end of an epoch is the start of the next one. Throws
   * INVALID_ARGUMENT for a place outside of its epoch.
   */
  at({ epoch, position }: ReaderPosition, after = 0): ReaderPlace {
    return JSON.parse(native().readerAt(this.args, epoch, position, after)) as ReaderPlace
  }
}
