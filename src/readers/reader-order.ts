// The order of a reader as other threads than its actor need it: its name, and where the reader is after some samples.
// Native code owns it (native/dataset/order/sampler.h); the samples come from the source that the actor opens.
import { schemas } from '../graph/schema.js'
import type { ReaderStage } from '../graph/types.js'
import type { ReaderPlace, ReaderPosition, ShardMeta } from '../native/dataset.js'
import { native } from '../native.js'
import { forReader } from './args.js'

type Args = Readonly<Record<string, unknown>>

/** The call of a reader, or a mixture of readers, that made a stage. */
export const callOf = ({ call, program }: ReaderStage): { op: string; callSite: string } => call ?? program.ops[0]!

/** A reader of a mixture, among the arguments of that. */
export interface SourceArgs {
  op: string
  callSite: string
  args: Args
}

/** What the native sampler takes, as JSON: the arguments that choose samples, among them `size`, or of a mixture the `sizes` of its sources. A seed among them overrides `seed`. */
export function samplerArgs(op: string, args: Args, batchSize: number, seed: number): string {
  return JSON.stringify({
    seed,
    ...chosen(op, args),
    ...('seed' in args && { seed: args.seed }),
    size: args.size,
    batchSize,
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

function mixtureArgs({ weights, weightsFrom, choice, choiceSeed, onEnd, sources, sizes }: Args) {
  const size = (i: number) => (sizes as readonly number[])[i]
  const orders = (sources as readonly SourceArgs[]).map(({ op, args }, i) => ({ ...chosen(op, args), size: size(i) }))
  return { weights, weightsFrom, choice, choiceSeed, onEnd, sources: orders }
}

export class ReaderOrder {
  /** The options that define the order from the start. */
  readonly text: string
  readonly meta: ShardMeta
  /** By how much a position grows with each sample of this reader. */
  readonly step: number
  private readonly args: string
  private readonly changes: boolean

  /** `args`: the reader's, with the `size` of its data set, or of a mixture the `sizes` of its sources. Throws INVALID_ARGUMENT. */
  constructor(op: string, args: Args, batchSize: number, seed: number) {
    this.args = samplerArgs(op, args, batchSize, seed)
    const { order, meta, step } = forReader(op, () => this.at({ epoch: 0, position: 0 }))
    this.text = order
    this.changes = ((args.weightsFrom as readonly number[] | undefined)?.length ?? 1) > 1
    this.meta = meta
    this.step = step
  }

  /**
   * The options that define the order up to a place. A position only fits a reader with an equal text there: weights of a
   * mixture that hold later may be others.
   */
  textAt(place: ReaderPosition): string {
    return this.changes ? this.at(place).order : this.text
  }

  /**
   * The place `after` samples after another one. The end of an epoch is the start of the next one. `epochs`: batches end
   * where epochs end, which counts for elastic readers. Throws INVALID_ARGUMENT for a place outside of its epoch.
   */
  at({ epoch, position }: ReaderPosition, after = 0, epochs = true): ReaderPlace {
    return JSON.parse(native().readerAt(this.args, epoch, position, after, epochs)) as ReaderPlace
  }
}
