// Computes the numbers of the last seconds as differences of counters, because statistics() counts from the start of
// the run.
import type { StatisticsData, Update } from '../messages.js'

export interface StageShares {
  busy: number
  starved: number
  blocked: number
  samplesPerSecond: number
}

export interface Shares {
  stages: StageShares[]
  /** Mean share of full slots when the consumer of a mailbox came. */
  mailboxes: number[]
  /** Share of time in which the consumer waited. */
  consumer: number
  /** Samples per second that were delivered. */
  rate: number
}

interface Moment {
  at: number
  statistics: StatisticsData
}

const share = (part: number, whole: number) => (whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0)

/** The shares since the start of the run, as statistics() has them. */
export function wholeRun(statistics: StatisticsData): Shares {
  const sink = statistics.stages.find(({ kind }) => kind === 'sink')
  return {
    stages: statistics.stages,
    mailboxes: statistics.mailboxes.map(({ occupancy }) => occupancy),
    consumer: statistics.consumer.share,
    rate: sink?.samplesPerSecond ?? 0,
  }
}

/** The shares between two moments. */
export function between(from: StatisticsData, to: StatisticsData): Shares {
  const stages = to.stages.map((now, i): StageShares => {
    const then = from.stages[i]!
    const elapsed = now.seconds - then.seconds
    const part = (of: 'busy' | 'starved' | 'blocked') => share(now[of] * now.seconds - then[of] * then.seconds, elapsed)
    const samples = now.samples - then.samples
    return {
      busy: part('busy'),
      starved: part('starved'),
      blocked: part('blocked'),
      samplesPerSecond: elapsed > 0 ? samples / elapsed : 0,
    }
  })
  const mailboxes = to.mailboxes.map(({ histogram, capacity, occupancy }, i) => {
    const before = from.mailboxes[i]?.histogram ?? []
    const found = histogram.map((n, k) => n - (before[k] ?? 0))
    const times = found.reduce((sum, n) => sum + n, 0)
    const full = found.reduce((sum, n, k) => sum + n * k, 0)
    return times > 0 ? share(full, times * capacity) : occupancy
  })
  const sink = to.stages.findIndex(({ kind }) => kind === 'sink')
  return { stages, mailboxes, consumer: stages[sink]?.starved ?? 0, rate: stages[sink]?.samplesPerSecond ?? 0 }
}

/** Remembers the last updates, and tells the shares of the last seconds. */
export class Recent {
  private moments: Moment[] = []

  constructor(private readonly keptMs: number) {}

  add({ at, statistics }: Update): void {
    if (!statistics) return
    this.moments.push({ at, statistics })
    while (this.moments.length > 2 && this.moments[1]!.at < at - this.keptMs) this.moments.shift()
  }

  clear(): void {
    this.moments = []
  }

  /** The shares of the last `ms` milliseconds; of the whole run if nothing is known before. */
  shares(ms: number): Shares | undefined {
    const last = this.moments.at(-1)
    if (!last) return undefined
    const first = this.moments.findLast(({ at }) => at <= last.at - ms) ?? this.moments[0]!
    return first === last ? wholeRun(last.statistics) : between(first.statistics, last.statistics)
  }
}
