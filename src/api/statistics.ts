// Counters > what a person wants to know: shares of time per stage, the mailboxes' fill, times per operator, and a
// verdict that names the stage which limits the run.
import type { Supervisor } from '../actors/supervisor.js'
import type { BadSample } from '../native.js'

export interface OpStatistics {
  op: string
  name: string
  /** CPU seconds in this operator, summed over threads. */
  time: number
  /** Share of the stage's operator time. */
  share: number
  samples: number
  /** Good samples whose data was odd, e.g. a JPEG that decodes to its end with warnings. */
  warned: number
}

export interface StageStatistics {
  name: string
  kind: string
  /** Shares of wall time; they sum to 1. */
  busy: number
  /** Waiting for input. */
  starved: number
  /** Waiting for room. */
  blocked: number
  /** starved + blocked */
  bubble: number
  samplesPerSecond: number
  samples: number
  batches: number
  bytes: number
  ops: OpStatistics[]
}

export interface MailboxStatistics {
  from: string
  to: string
  capacity: number
  /** Mean share of the slots that were full when the consumer came. */
  occupancy: number
  /** histogram[k]: how often the consumer found k full slots. */
  histogram: number[]
}

export interface Verdict {
  stage: string
  op: string | null
  text: string
}

export interface Statistics {
  stages: StageStatistics[]
  mailboxes: MailboxStatistics[]
  badSamples: (BadSample & { stage: string })[]
  badTotal: number
  memory: { slots: number; scratch: number }
  verdict: Verdict
}

const ratio = (a: number, b: number) => (b > 0 ? Math.min(1, a / b) : 0)

/** `epochs`: bad samples of later epochs, which prefetching has met already, are not reported yet. */
export function statistics(supervisor: Supervisor, feederBad: Map<number, BadSample[]>, epochs: number): Statistics {
  const { plan } = supervisor
  const counters = plan.stages.map((_, i) => supervisor.counters().find((c) => c.stage === i)!.counters)
  const reports = supervisor.reports()
  const stages = plan.stages.map((stage, i): StageStatistics => {
    const c = counters[i]!
    const starved = ratio(c.starved, c.elapsed)
    const blocked = Math.min(1 - starved, ratio(c.blocked, c.elapsed))
    const ops = reports.get(i)?.ops ?? []
    const total = ops.reduce((sum, op) => sum + op.seconds, 0)
    return {
      name: stage.name,
      kind: stage.kind,
      busy: c.elapsed ? 1 - starved - blocked : 0,
      starved,
      blocked,
      bubble: starved + blocked,
      samplesPerSecond: c.elapsed ? c.samples / c.elapsed : 0,
      samples: c.samples,
      batches: c.batches,
      bytes: c.bytes,
      ops: ops.map((op) => ({
        op: op.op,
        name: op.name,
        time: op.seconds,
        share: ratio(op.seconds, total),
        samples: op.samples,
        warned: op.warned,
      })),
    }
  })
  const mailboxes = supervisor.edges().map((m): MailboxStatistics => {
    const seen = m.histogram.reduce((a, b) => a + b, 0)
    const full = m.histogram.reduce((sum, n, k) => sum + n * k, 0)
    return {
      from: plan.stages[m.from]!.name,
      to: plan.stages[m.to]!.name,
      capacity: m.capacity,
      occupancy: ratio(full, seen * m.capacity),
      histogram: m.histogram,
    }
  })
  let badTotal = 0
  const badSamples: Statistics['badSamples'] = []
  for (const [i, report] of reports) {
    const ahead = report.bad.filter((b) => b.epoch >= epochs).length
    badTotal += report.badTotal - ahead
    badSamples.push(...report.bad.filter((b) => b.epoch < epochs).map((b) => ({ ...b, stage: plan.stages[i]!.name })))
  }
  for (const [i, bad] of feederBad) {
    const seen = bad.filter((b) => b.epoch < epochs)
    badTotal += seen.length
    badSamples.push(...seen.map((b) => ({ ...b, stage: plan.stages[i]!.name })))
  }
  const scratch = [...reports.values()].reduce((sum, r) => sum + r.scratchBytes, 0)
  return {
    stages,
    mailboxes,
    badSamples,
    badTotal,
    memory: { slots: supervisor.slotBytes().reduce((a, b) => a + b, 0), scratch },
    verdict: verdict(stages),
  }
}

const percent = (x: number) => `${Math.round(100 * x)} %`

/** The stage that is busiest sets the pace: all others wait for it. */
export function verdict(stages: StageStatistics[]): Verdict {
  const working = stages.filter((s) => s.batches > 0)
  const busiest = working.reduce<StageStatistics | undefined>((a, b) => (!a || b.busy > a.busy ? b : a), undefined)
  if (!busiest) return { stage: '', op: null, text: 'nothing has run yet' }
  if (busiest.kind === 'sink') {
    return {
      stage: busiest.name,
      op: null,
      text: `the consumer limits the run: it is busy ${percent(busiest.busy)} of the time, the pipeline waits for it`,
    }
  }
  const op = busiest.ops.reduce<OpStatistics | undefined>((a, b) => (!a || b.time > a.time ? b : a), undefined)
  const opName = op && (op.name === busiest.name ? op.op : op.name)
  const cure = busiest.kind === 'cpu' ? '; more threads would help' : ''
  return {
    stage: busiest.name,
    op: op?.name ?? null,
    text: `stage ${busiest.name} limits the run: busy ${percent(busiest.busy)} of the time${opName ? `, ${opName} takes ${percent(op!.share)} of its work` : ''}${cure}`,
  }
}
