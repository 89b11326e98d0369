// The weights of a mixture that a running pipeline has changed: a list of stretches of its stream. Where it stands in the
// stream, a few numbers say what the stretches before have given, so a checkpoint holds them in place of those.
import { internal } from '../errors/factories.js'

/** The weights of a mixture among the arguments of its reader. `weights` has a row for each stretch. */
export interface WeightsArgs {
  weights: readonly number[]
  /** The first samples of the stretches. */
  weightsFrom: readonly number[]
  /** How many samples each source has given before the first stretch, where that does not begin at sample 0. */
  countsBefore?: readonly number[]
  /** Number of stretches before the first one. */
  stretchesBefore?: number
}

interface Stretch {
  from: number
  weights: readonly number[]
  /** How many samples each source has given before it, if that is known. */
  counts?: readonly number[] | undefined
}

/** What native code says of weights and a sample: their shares, and the counts before the stretch of the sample. */
export type Counted = { shares: readonly (readonly number[])[]; counts: readonly number[] }

/** So many stretches are kept for checkpoints of places that were passed, such as those under which iterate() is ahead. */
const maxKept = 256

export class MixtureWeights {
  private constructor(
    private readonly stretches: readonly Stretch[],
    /** Number of stretches before these. */
    private readonly before: number,
  ) {}

  static of({ weights, weightsFrom, countsBefore, stretchesBefore = 0 }: WeightsArgs): MixtureWeights {
    const each = weights.length / weightsFrom.length
    const stretches = weightsFrom.map(
      (from, i): Stretch => ({ from, weights: weights.slice(i * each, (i + 1) * each) }),
    )
    stretches[0]!.counts = countsBefore
    return new MixtureWeights(stretches, stretchesBefore)
  }

  /** The first sample that they hold for. */
  get first(): number {
    return this.stretches[0]!.from
  }

  /**
   * These weights with others from sample `from` on. `at`: a sample up to that one, of which `count` is asked. As in the list of a
   * definition, later stretches are not kept.
   */
  with(from: number, weights: readonly number[], at: number, count: (args: WeightsArgs) => Counted): MixtureWeights {
    const kept = this.stretches.filter((stretch) => stretch.from < from)
    const { counts } = this.stretches.find((stretch) => stretch.from === from) ?? {}
    const all = new MixtureWeights([...kept, { from, weights, counts }], this.before)
    const here = all.indexOf(at)
    const known = all.stretches.findLastIndex((stretch, i) => i === 0 || (i <= here && stretch.counts))
    const found = count(all.args(known))
    const stretches = all.stretches.map((stretch, i) => ({
      ...stretch,
      ...(i >= known && { weights: found.shares[i - known]! }),
      ...(i === here && { counts: found.counts }),
    }))
    const cut = stretches.findLastIndex(({ counts }, i) => counts && i <= stretches.length - maxKept)
    return new MixtureWeights(stretches.slice(Math.max(0, cut)), this.before + Math.max(0, cut))
  }

  /** The arguments of a reader for the samples from this one on, in few numbers. */
  since(sample: number): WeightsArgs {
    const here = this.indexOf(sample)
    if (here < 0) throw internal('a place is before the weights that are kept')
    return this.args(this.stretches.findLastIndex(({ counts }, i) => i === 0 || (i <= here && counts)))
  }

  /** The stretch that a sample is in. */
  private indexOf(sample: number): number {
    return this.stretches.findLastIndex(({ from }) => from <= sample)
  }

  private args(first: number): WeightsArgs {
    const rest = this.stretches.slice(first)
    const { counts } = rest[0]!
    return {
      weights: rest.flatMap(({ weights }) => weights),
      weightsFrom: rest.map(({ from }) => from),
      ...(counts && { countsBefore: counts, stretchesBefore: this.before + first }),
    }
  }
}

const whole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0)

/** Whether a value that was read from a text is what since() gives. */
export function isWeightsArgs(value: unknown): value is WeightsArgs {
  const { weights, weightsFrom, countsBefore = [], stretchesBefore = 0 } = value as Partial<WeightsArgs>
  if (![weights, weightsFrom, countsBefore].every(Array.isArray) || !whole(stretchesBefore)) return false
  const each = weights!.length / weightsFrom!.length
  if (!weights!.every(whole) || !Number.isInteger(each) || each < 1) return false
  const row = (i: number) => weights!.slice(i * each, (i + 1) * each)
  return (
    weightsFrom!.every((from, i) => whole(from) && sum(row(i)) > 0 && (i === 0 || from > weightsFrom![i - 1]!)) &&
    countsBefore.every(whole) &&
    sum(countsBefore) === weightsFrom![0] &&
    (countsBefore.length === each || (!countsBefore.length && !stretchesBefore))
  )
}
