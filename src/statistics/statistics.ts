// Converts counters to statistics: shares of time per stage, the mailboxes' occupancy, times per operator, and a
// verdict that names the stage which limits the run. `statisticsOf` is pure; `statistics` collects its input from a
// running pipeline.
import type { StageCounters } from '../actors/stats.js'
import type { Supervisor } from '../actors/supervisor.js'
import type { CopyCounter } from '../data/lease.js'
import type { StagePlan } from '../graph/types.js'
import { native, type OutputMemory, type ProgramReport, type SystemInfo } from '../native.js'
import type { BadSamples } from '../sources/bad-samples.js'
import { printStatistics } from './text.js'
import type { MailboxStatistics, StageStatistics, Statistics, StatisticsData } from './types.js'
import { verdict } from './verdict.js'

type OpReport = Omit<ProgramReport['ops'][number], 'outputs'> & {
  outputs?: readonly Pick<OutputMemory, 'real' | 'maxReal'>[]
}

export interface StatisticsInput {
  stages: readonly Pick<StagePlan, 'name' | 'kind'>[]
  /** A stage may have several actors; their order does not matter. */
  actors: readonly { stage: number; counters: StageCounters }[]
  mailboxes: readonly { from: number; to: number; capacity: number; histogram: readonly number[] }[]
  /** Operators by stage index. */
  ops: ReadonlyMap<number, readonly OpReport[]>
  badSamples: StatisticsData['badSamples']
  badTotal: number
  memory: StatisticsData['memory']
  threads: StatisticsData['threads']
  copies?: CopyCounter | undefined
}

const ratio = (a: number, b: number) => (b > 0 ? Math.min(1, a / b) : 0)
const total = <T>(list: readonly T[], of: (item: T) => number) => list.reduce((sum, item) => sum + of(item), 0)

export function statisticsOf(input: StatisticsInput): Statistics {
  const stages = input.stages.map((stage, i) => {
    const counters = input.actors.flatMap((a) => (a.stage === i ? [a.counters] : []))
    return stageStatistics(stage, counters, input.ops.get(i) ?? [])
  })
  const mailboxes = input.mailboxes.map((m): MailboxStatistics => {
    const seen = total(m.histogram, (n) => n)
    const full = m.histogram.reduce((sum, n, k) => sum + n * k, 0)
    return {
      from: stages[m.from]!.name,
      to: stages[m.to]!.name,
      capacity: m.capacity,
      occupancy: ratio(full, seen * m.capacity),
      histogram: [...m.histogram],
    }
  })
  const sink = stages.find((s) => s.kind === 'sink')
  const waited = sink ? sink.starved * sink.seconds : 0
  const { badSamples, badTotal, memory, threads } = input
  const data: StatisticsData = {
    stages,
    mailboxes,
    consumer: { seconds: waited, share: sink?.starved ?? 0, perBatch: sink?.batches ? waited / sink.batches : 0 },
    threads,
    badSamples,
    badTotal,
    memory,
    copies: { count: 0, bytes: 0, ...input.copies },
    copiedBytes: input.copies?.bytes ?? 0,
    verdict: verdict({ stages, mailboxes, threads }),
  }
  return printable(data)
}

/** Adds a print() method to the data. It is not enumerable, so JSON.stringify() gives the data alone. */
export function printable(data: StatisticsData): Statistics {
  const print: Statistics['print'] = (stream = process.stdout) => printStatistics(data, stream)
  return Object.defineProperty(data, 'print', { value: print }) as Statistics
}

/** The reports of the stage's operators, with sizes of images only for decoders that were asked to choose them. */
function withSizes(stage: StagePlan, ops: readonly OpReport[]): readonly OpReport[] {
  const planned = 'program' in stage ? stage.program.ops : []
  return ops.map(({ halved, ...op }, i) => (halved && planned[i]?.args.shrink === 'fast' ? { ...op, halved } : op))
}

function stageStatistics(
  { name, kind }: Pick<StagePlan, 'name' | 'kind'>,
  all: readonly StageCounters[],
  ops: readonly OpReport[],
): StageStatistics {
  const started = all.filter((c) => c.elapsed > 0)
  const shares = started.map((c) => {
    const starved = ratio(c.starved, c.elapsed)
    const blocked = Math.min(1 - starved, ratio(c.blocked, c.elapsed))
    return { starved, blocked, memory: Math.min(blocked, ratio(c.memory, c.elapsed)) }
  })
  const mean = (of: (s: (typeof shares)[number]) => number) => (shares.length ? total(shares, of) / shares.length : 0)
  const [starved, blocked] = [mean((s) => s.starved), mean((s) => s.blocked)]
  const seconds = Math.max(0, ...started.map((c) => c.elapsed))
  const [samples, bytes] = [total(all, (c) => c.samples), total(all, (c) => c.bytes)]
  const opSeconds = total(ops, (op) => op.seconds)
  return {
    name,
    kind,
    actors: all.length,
    seconds,
    busy: shares.length ? Math.max(0, 1 - starved - blocked) : 0,
    starved,
    blocked,
    memory: mean((s) => s.memory),
    bubble: starved + blocked,
    samplesPerSecond: seconds ? samples / seconds : 0,
    bytesPerSecond: seconds ? bytes / seconds : 0,
    samples,
    batches: total(all, (c) => c.batches),
    bytes,
    ops: ops.map(({ op, name, seconds, samples, warned, outputs, decode, halved }) => ({
      op,
      name,
      time: seconds,
      share: ratio(seconds, opSeconds),
      samples,
      warned,
      bytes: outputs ? total(outputs, (o) => o.real) : null,
      maxBytes: outputs ? total(outputs, (o) => o.maxReal) : null,
      ...(decode && { decode }),
      ...(halved && { decodedAt: decodedAt(samples, halved) }),
    })),
  }
}

/** The images by the factor of their size: those that were halved `halved[0]` once, `halved[1]` twice, and the rest whole. */
function decodedAt(samples: number, halved: readonly number[]): Record<string, number> {
  const smaller = halved.map((count, i): [string, number] => [`1/${2 << i}`, count])
  const whole = samples - total(smaller, ([, count]) => count)
  return Object.fromEntries([['1', whole] as [string, number], ...smaller].filter(([, count]) => count))
}

/** `epochs`: only bad samples of epochs before this number are reported; prefetching has already met later ones. */
export function statistics(
  supervisor: Supervisor,
  feederBad: ReadonlyMap<number, BadSamples>,
  epochs: number,
  numThreads?: number,
  copies?: CopyCounter,
): Statistics {
  const { plan } = supervisor
  const reports = supervisor.programs.reports()
  const info = JSON.parse(native().info()) as SystemInfo
  let badTotal = 0
  const badSamples: StatisticsData['badSamples'] = []
  for (const [i, report] of reports) {
    const ahead = report.bad.filter((b) => b.epoch >= epochs).length
    badTotal += report.badTotal - ahead
    badSamples.push(...report.bad.filter((b) => b.epoch < epochs).map((b) => ({ ...b, stage: plan.stages[i]!.name })))
  }
  for (const [i, bad] of feederBad) {
    const seen = bad.list.filter((b) => b.epoch < epochs)
    badTotal += bad.total - (bad.list.length - seen.length)
    badSamples.push(...seen.map((b) => ({ ...b, stage: plan.stages[i]!.name })))
  }
  return statisticsOf({
    stages: plan.stages,
    actors: supervisor.wiring.counters(),
    mailboxes: supervisor.wiring.edges(),
    ops: new Map([...reports].map(([stage, report]) => [stage, withSizes(plan.stages[stage]!, report.ops)])),
    badSamples,
    badTotal,
    memory: {
      host: supervisor.words.memory.usedBytes,
      slots: supervisor.words.memory.slotBytes,
      scratch: total([...reports.values()], (r) => r.scratchBytes),
      device: supervisor.words.memory.usedGpu('device'),
      pinned: supervisor.words.memory.usedGpu('pinned'),
    },
    threads: { pool: numThreads ?? info.poolThreads, cores: info.cpu.usable },
    copies,
  })
}
