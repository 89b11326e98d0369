// Prints the results of an occupancy run, and whether they meet the targets.
import type { ExecutorName } from '../../src/graph/policy.js'
import { median, spread } from '../contest.mjs'
import type { Run } from './chain.js'
import type { HandOffCost } from './hand-off.js'
import type { Rates } from './rate.js'

/** One chain, executor and depth. */
export interface Setting {
  chain: string
  executor: ExecutorName
  depth: number
  /** Milliseconds per batch: of the slowest stage, and of the model (null where the costs are not set). */
  rounds: { bound: number; model: number | null; run: Run }[]
}

export interface Summary {
  chain: string
  executor: ExecutorName
  depth: number
  /** Throughput of each round, in units of the bound. */
  throughputs: number[]
  throughput: number
  /** The bound that the costs alone give, in the same units. */
  model: number | null
  /** Share of time in which the slowest stage waited; where several are the slowest, the most of them. */
  bubble: number
  busy: Record<string, number>
  /** Share of the machine that other programs took. */
  others: number
  /** Mean share of each mailbox that was full, by consumer. */
  mailboxes: Record<string, number>
}

export interface Report {
  date: string
  machine: { cpu: string; cores: number; node: string }
  /** The machine's load average before and after. */
  load: number[]
  settings: Summary[]
  verdicts: { throttled: string; executor: ExecutorName; depth: number; stage: string; kind: string }[]
  handOff: HandOffCost[]
  rates: Rates[]
}

export function summary({ rounds, ...at }: Setting): Summary {
  const throughputs = rounds.map(({ bound, run }) => bound / run.perBatch)
  const over = (of: (run: Run) => number) => median(rounds.map(({ run }) => of(run)))
  const { stages, mailboxes } = rounds[0]!.run
  // In a short window the slowest stage's batches are not quite those that the consumer sees.
  const models = rounds.flatMap(({ bound, model }) => (model === null ? [] : [bound / model]))
  return {
    ...at,
    throughputs,
    throughput: median(throughputs),
    model: models.length ? median(models) : null,
    bubble: over(slowestBubble),
    others: over((run) => run.others),
    busy: Object.fromEntries(stages.map(({ name }, i) => [name, over((run) => run.stages[i]!.busy)])),
    mailboxes: Object.fromEntries(mailboxes.map(({ to }, i) => [to, over((run) => run.mailboxes[i]!.occupancy)])),
  }
}

/** Stages within a tenth of the slowest count as slowest, too. */
function slowestBubble({ stages }: Run): number {
  const most = Math.max(...stages.map((s) => s.cost))
  return Math.max(...stages.filter((s) => s.cost > 0.9 * most).map((s) => 1 - s.busy))
}

export interface Target {
  name: string
  wanted: string
  measured: string
  met: boolean
}

/** Two runs of one chain differ by so much. */
const noise = 0.03

/** The targets that the report has numbers for. */
export function targets({ settings, verdicts, handOff, rates }: Report): Target[] {
  const found: Target[] = []
  const add = (name: string, wanted: string, measured: string, met: boolean) =>
    found.push({ name, wanted, measured, met })
  const at = (chain: string, executor: ExecutorName, depth: number) =>
    settings.find((s) => s.chain === chain && s.executor === executor && s.depth === depth)!
  const chains = [...new Set(settings.map((s) => s.chain))]
  for (const [better, worse] of [
    ['dynamic', 'pipelined'],
    ['pipelined', 'simple'],
  ] as const) {
    const ratio = (s: Summary) => s.throughput / at(s.chain, worse, s.depth).throughput
    const mine = settings.filter((s) => s.executor === better)
    if (!mine.length) continue
    // One setting was measured once; over the depths of a chain the disturbances even out.
    const perChain = chains.map((chain) => median(mine.filter((s) => s.chain === chain).map(ratio)))
    add(
      `${better} / ${worse}, all chains and depths`,
      '>= 1 within noise',
      spread(mine.map(ratio)),
      Math.min(...perChain) >= 1 - noise,
    )
  }
  const [equal] = chains.filter((c) => c.includes('equal'))
  if (equal) {
    const { bubble } = at(equal, 'pipelined', 2)
    add('bubble of two equal stages, pipelined, depth 2', '< 5 %', `${(100 * bubble).toFixed(1)} %`, bubble < 0.05)
  }
  for (const chain of chains) {
    // The bound that is out of reach at this depth, as costs vary, is taken from the model.
    for (const executor of ['dynamic', 'pipelined'] as const) {
      const { throughputs, model } = at(chain, executor, 4)
      const reachable = model !== null && model < 0.999
      const values = throughputs.map((t) => (reachable ? t / model : t))
      add(
        `throughput / ${reachable ? 'model' : 'bound'}, ${executor}, depth 4: ${chain}`,
        '>= 0.97',
        spread(values),
        median(values) >= 0.97,
      )
    }
  }
  if (handOff.length) {
    const cost = handOff.map((h) => h.perBatch)
    add('hand-off per batch and stage', '< 100 us', `${spread(cost)} us`, median(cost) < 100)
  }
  for (const { executor, depth, mailbox, comlink } of rates) {
    const times = mailbox.map((m, i) => m / comlink[i]!)
    add(`batches per second, mailbox / comlink, ${executor}, depth ${depth}`, '>= 5', spread(times), median(times) >= 5)
  }
  if (verdicts.length) {
    const right = verdicts.filter((v) => v.stage === v.throttled).length
    add('verdict names the throttled stage', 'all', `${right} of ${verdicts.length}`, right === verdicts.length)
  }
  return found
}
