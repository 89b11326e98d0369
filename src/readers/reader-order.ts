// The order of a reader as other threads than its actor need it: its name, and where the reader is after some samples.
// Native code owns it (native/dataset/order/sampler.h); the samples come from the source that the actor opens.
import { schemas } from '../graph/schema.js'
import type { ReaderStage } from '../graph/types.js'
import type { ReaderPlace, ReaderPosition, ShardMeta } from '../native/dataset.js'
import { native } from '../native.js'
import { forReader } from './args.js'
import { type Counted, MixtureWeights, type WeightsArgs } from './mixture-weights.js'

type Args = Readonly<Record<string, unknown>>

/** The call of a reader, or a mixture of readers, that made a stage. */
export const callOf = ({ call, program }: ReaderStage): { op: string; callSite: string } => call ?? program.ops[0]!

/** A reader of a mixture, among the arguments of that. */
export interface SourceArgs {
  op: string
  callSite: string
  args: Args
}

/**
 * What the native sampler takes, as JSON: the arguments that choose samples, among them `size`, or of a mixture the `sizes` of its
 * sources. A seed among them overrides `seed`. `counted`: native code counts what the sources of a mixture give.
 */
export function samplerArgs(op: string, args: Args, batchSize: number, seed: number, counted?: true): string {
  return JSON.stringify({
    seed,
    ...chosen(op, args),
    ...('seed' in args && { seed: args.seed }),
    size: args.size,
    batchSize,
    counted,
    ...('sources' in args && { mixture: mixtureArgs(args) }),
  })
}

/** The arguments that say which samples of the data there are, and how often. Native code reads them as it lists the data. */
const ofSelection = ['indices', 'skipList', 'split', 'where', 'weights']

const only = (args: Args, wanted: (name: string) => boolean): Args =>
  Object.fromEntries(Object.entries(args).filter(([name]) => wanted(name)))

export const selectionOf = (args: Args): Args => only(args, (name) => ofSelection.includes(name))

const chosen = (op: string, args: Args): Args =>
  only(args, (name) => schemas[op]!.args[name]?.for === 'sampler' && !ofSelection.includes(name))

function mixtureArgs({ onEnd, sources, sizes, ...args }: Args) {
  const size = (i: number) => (sizes as readonly number[])[i]
  const orders = (sources as readonly SourceArgs[]).map(({ op, args }, i) => ({ ...chosen(op, args), size: size(i) }))
  return { ...weightsArgs(args), onEnd, sources: orders }
}

/** What says which source gives a sample. */
const weightsArgs = ({ weights, weightsFrom, countsBefore, stretchesBefore, choice, choiceSeed }: Args) => ({
  ...{ weights, weightsFrom, countsBefore, stretchesBefore, choice, choiceSeed },
})

export class ReaderOrder {
  /** The options that define the order from the start. */
  readonly text: string
  readonly meta: ShardMeta
  /** By how much a position grows with each sample of this reader. */
  readonly step: number
  private readonly args: Args
  private readonly given: string
  private readonly changes: boolean

  /**
   * `args`: the reader's, with the `size` of its data set, or of a mixture the `sizes` of its sources. `weights`: those of a mixture
   * that were set on a running pipeline, in place of its own. Throws INVALID_ARGUMENT.
   */
  constructor(
    readonly op: string,
    args: Args,
    private readonly batchSize: number,
    private readonly seed: number,
    private readonly weights?: MixtureWeights,
  ) {
    const given = samplerArgs(op, args, batchSize, seed)
    const { order, meta, step } = forReader(op, () => this.ask(given, { epoch: 0, position: 0 }))
    // How long an epoch of a mixture is takes a while to find, so it is found once.
    const unsized = args.size === undefined
    this.args = unsized ? { ...args, size: meta.epochSize } : args
    this.given = unsized ? samplerArgs(op, this.args, batchSize, seed) : given
    this.text = order
    this.changes = weights !== undefined || ((args.weightsFrom as readonly number[] | undefined)?.length ?? 1) > 1
    this.meta = meta
    this.step = step
  }

  /**
   * The options that define the order up to a place. A position only fits a reader with an equal text there: weights of a
   * mixture that hold later may be others.
   */
  textAt(place: ReaderPosition): string {
    if (!this.changes) return this.text
    const weights = this.weightsAt(place)
    return this.ask(weights ? this.givenWith(weights) : this.given, place).order
  }

  /**
   * The place `after` samples after another one. The end of an epoch is the start of the next one. `epochs`: batches end
   * where epochs end, which counts for elastic readers. Throws INVALID_ARGUMENT for a place outside of its epoch.
   */
  at(place: ReaderPosition, after = 0, epochs = true): ReaderPlace {
    return this.ask(this.given, place, after, epochs)
  }

  /** The number of the sample at a place of a mixture, over all epochs and shards. */
  sampleAt({ epoch, position }: ReaderPosition): number {
    return epoch * this.meta.epochSize + position
  }

  /** The number of sources of a mixture. */
  get sources(): number | undefined {
    return (this.args.sources as readonly SourceArgs[] | undefined)?.length
  }

  get onEnd(): unknown {
    return this.args.onEnd
  }

  /** The order with other weights from sample `from` of a mixture on, which a reader goes on with at a place up to there. */
  withWeights(from: number, weights: readonly number[], place: ReaderPosition): ReaderOrder {
    const own = this.weights ?? MixtureWeights.of(this.args as unknown as WeightsArgs)
    const count = (args: WeightsArgs) => this.ask(this.givenWith(args, true), place) as ReaderPlace & Counted
    return this.of(own.with(from, weights, this.sampleAt(place), count))
  }

  /** The order with weights that weightsAt() gave, which hold for a place; undefined where they cannot be this reader's. */
  restored(weights: WeightsArgs, place: ReaderPosition): ReaderOrder | undefined {
    const fits = this.onEnd === 'repeat' && weights.weights.length === weights.weightsFrom.length * (this.sources ?? 0)
    return fits && weights.weightsFrom[0]! <= this.sampleAt(place) ? this.of(MixtureWeights.of(weights)) : undefined
  }

  /** The weights that were set, if any were, for the samples from a place on. */
  weightsAt(place: ReaderPosition): WeightsArgs | undefined {
    return this.weights?.since(this.sampleAt(place))
  }

  /** As weightsAt(), for the native source. */
  weightsText(place: ReaderPosition): string | undefined {
    const weights = this.weightsAt(place)
    return weights && JSON.stringify(weightsArgs({ ...this.args, ...weights }))
  }

  private of(weights: MixtureWeights): ReaderOrder {
    return new ReaderOrder(this.op, this.args, this.batchSize, this.seed, weights)
  }

  private givenWith(weights: WeightsArgs, counted?: true): string {
    return samplerArgs(this.op, { ...this.args, ...weights }, this.batchSize, this.seed, counted)
  }

  private ask(given: string, { epoch, position }: ReaderPosition, after = 0, epochs = true): ReaderPlace {
    return JSON.parse(native().readerAt(given, epoch, position, after, epochs)) as ReaderPlace
  }
}
