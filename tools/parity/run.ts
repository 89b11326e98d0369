// Draws the cases of one operator, runs each on both sides, and reports the results.
import fc from 'fast-check'
import type { Case, Outcome, Parity, Samples } from './cases.js'
import type { Answerer } from './dali.js'
import { compareDrawn } from './distribution.js'
import { Draw } from './draw.js'
import { type Comparison, compare } from './tolerance.js'

export interface Options {
  cases: number
  seed: number
  /** Runs this case alone. */
  only?: number
  /** Cases that are run at the same time. */
  together?: number
  /** How many of the failing cases are made smaller, and the seconds that each may take. */
  shrinks?: number
  shrinkSeconds?: number
  /** Called after each case with their number so far. */
  onCase?: (done: number) => void
}

export interface Failure {
  number: number
  difference: string
  /** The smallest case that was found to fail. */
  smallest: Case
}

export interface Outcomes {
  op: string
  cases: number
  worst: number
  share: number
  /** Cases that both sides refused. */
  refused: number
  /** For each difference on purpose, the cases that it explained. */
  onPurpose: { reason: string; cases: number }[]
  failures: Failure[]
}

export type Ours = (op: string, c: Case) => Promise<Outcome>

/** The seed of one case, so that it can be drawn without those before it. */
export const seedOf = (seed: number, number: number): number =>
  (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) >>> 1

/** One drawn case, without running it. `batch`: the number of its samples; drawn too where it is not given. */
export function drawCase(parity: Pick<Parity, 'case'>, seed: number, number: number, batch?: number): Case {
  return fc.sample(
    fc.gen().map((gen) => parity.case(new Draw(gen, batch))),
    { numRuns: 1, seed: seedOf(seed, number) },
  )[0]!
}

/** A call that --speed times, of a batch whose size its parity.ts says. */
export function drawSpeedCase(make: (d: Draw) => Case, seed: number): Case {
  return fc.sample(
    fc.gen().map((gen) => make(new Draw(gen))),
    { numRuns: 1, seed },
  )[0]!
}

class Runner {
  readonly sum: Outcomes
  private shrunk = 0

  constructor(
    op: string,
    private readonly parity: Parity,
    private readonly dali: Answerer,
    private readonly ours: Ours,
    private readonly options: Options,
  ) {
    const onPurpose = (parity.differs ?? []).map(({ reason }) => ({ reason, cases: 0 }))
    this.sum = { op, cases: 0, worst: 0, share: 0, refused: 0, onPurpose, failures: [] }
  }

  /** Runs a case on both sides; `reason` is the number of the difference on purpose that explains what differs. */
  private async compared(c: Case): Promise<{ comparison: Comparison; reason?: number }> {
    const op = c.op ?? this.sum.op
    const { tolerance, distribution, drawnShapes, differs = [] } = this.parity
    const ours = this.parity.ours?.(c) ?? this.ours(op, c)
    const [dali, penstock] = await Promise.all([this.dali.answer(op, c), ours])
    const limits = typeof tolerance === 'function' ? tolerance(c) : tolerance
    const comparison = distribution
      ? compare(penstock, dali, limits, compareDrawn(distribution, c, drawnShapes))
      : compare(penstock, dali, limits)
    if (comparison.difference === undefined) return { comparison }
    const reason = differs.findIndex(({ when }) => when(c, { dali, penstock }))
    return reason < 0 ? { comparison } : { comparison, reason }
  }

  async case(number: number): Promise<void> {
    const { seed } = this.options
    const c = drawCase(this.parity, seed, number)
    const { comparison, reason } = await this.compared(c).catch((cause) => {
      throw new Error(`${this.sum.op}, case ${number}: ${cause.message}`, { cause })
    })
    const { sum } = this
    sum.cases++
    this.options.onCase?.(sum.cases)
    if (comparison.refused) sum.refused++
    if (reason !== undefined) sum.onPurpose[reason]!.cases++
    else if (comparison.difference !== undefined) await this.failed(number, c, comparison.difference)
    else {
      sum.worst = Math.max(sum.worst, comparison.worst)
      sum.share = Math.max(sum.share, comparison.share)
    }
  }

  private async failed(number: number, c: Case, difference: string): Promise<void> {
    const { shrinks = 2 } = this.options
    const failure = { number, difference, smallest: c }
    this.sum.failures.push(failure)
    if (this.shrunk++ < shrinks) Object.assign(failure, await this.smaller(number, failure))
  }

  /** Looks for a smaller case that fails too, for a few seconds. */
  private async smaller(number: number, failure: Failure): Promise<Pick<Failure, 'difference' | 'smallest'>> {
    let found: Pick<Failure, 'difference' | 'smallest'> = failure
    const property = fc.asyncProperty(fc.gen(), async (gen) => {
      const smallest = this.parity.case(new Draw(gen))
      const { comparison, reason } = await this.compared(smallest)
      if (comparison.difference === undefined || reason !== undefined) return true
      found = { difference: comparison.difference, smallest }
      return false
    })
    await fc.check(property, {
      numRuns: 1,
      seed: seedOf(this.options.seed, number),
      interruptAfterTimeLimit: 1000 * (this.options.shrinkSeconds ?? 5),
    })
    return found
  }
}

/** Runs all cases of an operator. */
export async function runOperator(
  op: string,
  parity: Parity,
  dali: Answerer,
  ours: Ours,
  options: Options,
): Promise<Outcomes> {
  const runner = new Runner(op, parity, dali, ours, options)
  const { only, cases, together = 4 } = options
  if (only !== undefined) {
    await runner.case(only)
    return runner.sum
  }
  let next = 0
  const worker = async () => {
    while (next < cases) await runner.case(next++)
  }
  await Promise.all(Array.from({ length: together }, worker))
  runner.sum.failures.sort((a, b) => a.number - b.number)
  return runner.sum
}

const shown = ({ dtype, layout, samples }: Samples): string => {
  const one = ({ shape, data }: Samples['samples'][number]) =>
    `[${shape}]${data.length <= 8 ? ` = ${data.join(' ')}` : ''}`
  // Random operators have one sample many times.
  const same = samples.length > 3 && samples.every((sample) => sample === samples[0])
  const all = same ? `${samples.length} times ${one(samples[0]!)}` : samples.map(one).join(', ')
  return `${dtype}${layout && ` ${layout}`} ${all}`
}

/** A case in words, with the elements of small tensors. */
export function caseText(c: Case): string {
  const args = Object.entries(c.args ?? {}).filter(([, value]) => value !== undefined)
  const perSample = Object.entries(c.argInputs ?? {}).flatMap(([name, t]) =>
    t ? [`${name} per sample: ${shown(t)}`] : [],
  )
  return [
    ...c.inputs.map((input, i) => `input ${i}: ${shown(input)}`),
    args.length ? `arguments: ${args.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(', ')}` : '',
    ...perSample,
  ]
    .filter(Boolean)
    .join('\n')
}
