// Makes the verdict: which stage limits the run, the operator that takes most of its time, and what a change would
// give. It is a pure function of the numbers in statistics(). `decisions` is the whole table; the first entry that
// applies decides.
import { internal } from '../errors/factories.js'
import { opTitle } from '../graph/print.js'
import { coresUsed, moreThreads, onPool, poolUse, type Threads, workOf } from './scaling.js'
import type { MailboxStatistics, OpStatistics, StageStatistics, Verdict, VerdictKind } from './types.js'

export interface VerdictInput {
  stages: readonly StageStatistics[]
  mailboxes: readonly MailboxStatistics[]
  threads: Threads
}

/** Stages whose work differs by less count as equally busy; the mailboxes around them decide which one limits. */
const tie = 0.05
/** The tie for stages that share the pool. It is larger because a stage's wait for the pool counts as work. */
const sharedTie = 0.15
/** A stage that is busy a smaller share of the time does not limit the run alone. */
const paceSetting = 0.75
/** A change that gives a smaller gain is not worth naming. */
const worthIt = 0.05
/** From this share of use on, the pool is saturated: its stages wait for it. */
const saturation = 0.8
/** Until this many batches were made, the start-up distorts the numbers. */
const settled = 8

/** The facts that the decisions are based on. */
interface Facts extends VerdictInput {
  stage: StageStatistics
  /** The limiting stage's share of wall time in which it does not wait for other stages. */
  work: number
  op: OpStatistics | undefined
  next: StageStatistics | undefined
  /** The factor by which throughput can grow until `next` limits. */
  room: number
  /** Cores that the pipeline keeps busy, 0..cores. */
  used: number
  batchSeconds: number
  samplesPerBatch: number
  /** The stage that waits the longest for memory. */
  hungry: StageStatistics
}

interface Decision {
  kind: VerdictKind
  /** The condition in words, for docs/guides/statistics.md. */
  when: string
  advice: string
  decide: (facts: Facts) => (Partial<Verdict> & { text: string }) | undefined
}

const percent = (x: number) => `${Math.round(100 * x)} %`
const plus = (gain: number) => `+${gain >= 0.1 ? 5 * Math.round(20 * gain) : Math.round(100 * gain)} %`
/** A number of so many digits, without an exponent. */
const digits = (n: number, count: number) => String(Number(n.toPrecision(count)))
const time = (seconds: number) => (seconds >= 1 ? `${seconds.toFixed(1)} s` : `${digits(1e3 * seconds, 2)} ms`)
const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`

/** For example "decoders.image takes 81 %". */
function opText({ stage, op }: Facts): string {
  if (!op) return `busy ${percent(stage.busy)} of the time`
  return `${op.name === stage.name ? op.op : opTitle(op)} takes ${percent(op.share)}`
}
function upTo({ room, next }: Facts): string {
  // A bound of more than tenfold is as good as none.
  return next && room - 1 >= worthIt && room < 10 ? `; up to ${plus(room - 1)}, then ${next.name} limits` : ''
}
const most = ({ room, next }: Facts) => (next ? room - 1 : null)

export const decisions: readonly Decision[] = [
  {
    kind: 'first',
    when: 'a stage, but for the sink, works on its first batch, and has done so for more than 75 % of the time',
    advice:
      'wait; if it goes on, look at what it does there: a function that does not return, a disk that does not answer',
    decide: (f) => {
      if (f.stage.batches > 0) return undefined
      const text = `${f.stage.name} has not finished its first batch, on which it has worked for ${time(f.work * f.stage.seconds)}`
      return { text }
    },
  },
  {
    kind: 'consumer',
    when: 'the sink is the busiest stage',
    advice: 'nothing to do in the pipeline: the code between two batches takes the time',
    decide: (f) => {
      if (f.stage.kind !== 'sink' || (f.work < paceSetting && f.stage.batches >= settled)) return undefined
      const text = `the consumer limits the run: it is busy ${percent(f.work)} of the time, there is nothing to do in the pipeline`
      return { gain: most(f), text }
    },
  },
  {
    kind: 'memory',
    when: 'no stage is busy 75 % of the time, and one waits more than 25 % for memory',
    advice: 'raise memoryBudget, release outputs earlier, or lower batchSize',
    decide: (f) => {
      if (f.work >= paceSetting || f.hungry.memory <= 0.25) return undefined
      const text = `the memory budget limits the run: ${f.hungry.name} waits ${percent(f.hungry.memory)} of the time for memory; raise memoryBudget, release outputs earlier, or lower batchSize`
      const of = { stage: f.hungry.name, op: null, opShare: null, busy: workOf(f.hungry), next: f.stage.name }
      return { ...of, gain: 1 / f.work - 1, text }
    },
  },
  {
    kind: 'overlap',
    when: 'no stage is busy 75 % of the time, over at least 8 batches',
    advice: 'a larger prefetchQueueDepth lets the stages work at the same time',
    decide: (f) => {
      if (f.work >= paceSetting || f.stage.batches < settled) return undefined
      const gain = 1 / f.work - 1
      const most = Number.isFinite(gain) ? `, up to ${plus(gain)}` : ''
      const text = `the stages wait for one another: ${f.stage.name} is the busiest with ${percent(f.work)} of the time; a larger prefetchQueueDepth lets them overlap${most}`
      return { gain, text }
    },
  },
  {
    kind: 'source',
    when: 'an external source is the busiest stage (waiting for its own data counts as work)',
    advice: 'make the source faster, or give it parallel requests of its own; feed earlier',
    decide: (f) => {
      if (f.stage.kind !== 'source') return undefined
      const text = `your source ${f.stage.name} limits the run: it takes ${time(f.batchSeconds)} per batch${upTo(f)}`
      return { gain: most(f), text }
    },
  },
  {
    kind: 'reader',
    when: 'a reader is the busiest stage',
    advice: 'faster storage, or fewer and larger reads',
    decide: (f) => {
      if (f.stage.kind !== 'reader') return undefined
      const rate = `${time(f.batchSeconds)} per batch (${digits(f.stage.bytesPerSecond / 1e6, 3)} MB/s)`
      const text = `the reader limits the run: ${f.stage.name} takes ${rate}; faster storage, or fewer and larger reads${upTo(f)}`
      return { gain: most(f), text }
    },
  },
  {
    kind: 'workers',
    when: 'a jsFunction stage is the busiest, and there are cores for more workers',
    advice: 'more workers',
    decide: (f) => {
      if (f.stage.kind !== 'js') return undefined
      const { actors } = f.stage
      const cores = Math.max(0, Math.floor(f.threads.cores - f.used + 0.5))
      const add = Math.min(cores, Math.max(1, Math.ceil(actors * Math.min(f.room, 2)) - actors))
      const gain = Math.min(f.room, (actors + add) / actors) - 1
      if (gain < worthIt) return undefined
      return { add, gain, text: `${jsText(f)}; ${count(add, 'more worker')} would give about ${plus(gain)}` }
    },
  },
  {
    kind: 'gpu',
    when: 'a gpu stage is the busiest',
    advice: 'smaller images, fewer operators there, or another GPU with a pipeline of its own',
    decide: (f) => {
      if (f.stage.kind !== 'gpu') return undefined
      const text = `${cpuText(f)}; its operators are on the GPU, so threads do not matter${upTo(f)}`
      return { gain: most(f), text }
    },
  },
  {
    kind: 'threads',
    when: 'a cpu or mixed stage is the busiest, and more threads make it faster',
    advice: '`add` more threads (numThreads)',
    decide: (f) => {
      if (f.stage.kind === 'js') return undefined
      const { gain, ...more } = moreThreads(f.stage, f.stages, f.threads)
      if (gain < worthIt) return undefined
      return { gain, ...more, text: `${cpuText(f)}; ${count(more.add, 'more thread')} would give about ${plus(gain)}` }
    },
  },
  {
    kind: 'batch',
    when: 'a cpu or mixed stage is the busiest, and a batch has no more samples than there are threads, but cores are free',
    advice: 'a larger batchSize',
    decide: (f) => {
      const { pool, cores } = f.threads
      if (f.stage.kind === 'js' || f.samplesPerBatch > pool || f.samplesPerBatch + 0.5 > cores) return undefined
      if (f.used + 0.5 > cores) return undefined
      const n = Math.max(1, Math.round(f.samplesPerBatch))
      const text = `${cpuText(f)}; a batch of ${count(n, 'sample')} keeps no more than ${count(n, 'thread')} busy, a larger batchSize would use more`
      return { text }
    },
  },
  {
    kind: 'cores',
    when: 'a cpu, mixed or jsFunction stage is the busiest, and the threads use all cores of the machine',
    advice: 'more cores, smaller images, or a GPU',
    decide: (f) => {
      const { pool, cores } = f.threads
      if (f.used * (1 + worthIt) < cores && (f.stage.kind === 'js' || pool < cores)) return undefined
      return { gain: 0, text: `${f.stage.kind === 'js' ? jsText(f) : cpuText(f)}; ${noCores(f)}` }
    },
  },
  {
    kind: 'balanced',
    when: 'anything else: another stage is nearly as busy, or the work of the stage cannot be shared',
    advice: 'look at `next` as well: more threads or workers for one stage alone give little',
    decide: (f) => {
      const why =
        f.next && f.room - 1 < worthIt ? `${f.next.name} is nearly as busy` : 'its work is not shared by threads'
      return {
        gain: 0,
        text: `${f.stage.kind === 'js' ? jsText(f) : cpuText(f)}; more threads would give little: ${why}`,
      }
    },
  },
]

const cpuText = (f: Facts) => `${f.stage.name} stage limits the run: ${opText(f)}`
const jsText = (f: Facts) =>
  `${f.stage.name} stage limits the run: your function takes ${time(f.batchSeconds * f.stage.actors)} per batch with ${count(f.stage.actors, 'worker')}`

function noCores({ threads, used, stage }: Facts): string {
  if (stage.kind !== 'js' && threads.pool >= threads.cores) {
    return `no more cores here: ${count(threads.pool, 'thread')} on ${count(threads.cores, 'core')}`
  }
  return `no more cores here: ${used.toFixed(1)} of ${threads.cores} are busy`
}

export function verdict(input: VerdictInput): Verdict {
  const working = input.stages.filter((s) => s.batches > 0)
  const stage = limiting(input)
  if (!stage) {
    const nothing = { op: null, opShare: null, busy: 0, gain: null, add: null, next: null }
    return { kind: 'none', stage: '', ...nothing, text: 'nothing has run yet' }
  }
  const work = workOf(stage)
  const next = busiest(working.filter((s) => s !== stage))
  const op = stage.ops.reduce<OpStatistics | undefined>((a, b) => (!a || b.time > a.time ? b : a), undefined)
  const facts: Facts = {
    ...input,
    ...{ stage, work, op, next },
    room: next && workOf(next) > 0 ? Math.max(1, work / workOf(next)) : Number.POSITIVE_INFINITY,
    used: coresUsed(input.stages, input.threads.cores),
    batchSeconds: stage.batches ? (work * stage.seconds) / stage.batches : 0,
    samplesPerBatch: stage.samples / stage.batches,
    hungry: input.stages.reduce((a, b) => (b.memory > a.memory ? b : a)),
  }
  const made = { op: op?.name ?? null, opShare: op?.share ?? null, gain: null, add: null, next: next?.name ?? null }
  // The last decision always answers.
  for (const { kind, decide } of decisions) {
    const found = decide(facts)
    if (found) return finite({ kind, stage: stage.name, busy: work, ...made, ...found })
  }
  throw internal('No decision fits')
}

/** Replaces an infinite gain by null, because JSON has no infinity. */
function finite(v: Verdict): Verdict {
  return { ...v, gain: v.gain !== null && Number.isFinite(v.gain) ? v.gain : null }
}

function busiest(stages: readonly StageStatistics[]): StageStatistics | undefined {
  return stages.reduce<StageStatistics | undefined>((a, b) => (!a || workOf(b) > workOf(a) ? b : a), undefined)
}

/**
 * Returns the stage that limits the run: one that works on its first batch most of the time, else the busiest one. Among
 * stages that are nearly as busy, it is the one with full mailboxes before it and empty ones after it. A stage on the pool
 * also counts as busy while the pool works for other stages; among stages on the pool, the one with the most work apart
 * from that is returned.
 */
function limiting({ stages, mailboxes, threads: { pool } }: VerdictInput): StageStatistics | undefined {
  // While it works on its first batch, the others wait for it.
  const first = busiest(stages.filter((s) => s.batches === 0 && s.kind !== 'sink'))
  if (first && workOf(first) >= paceSetting) return first
  const working = stages.filter((s) => s.batches > 0)
  const top = busiest(working)
  if (!top) return undefined
  const occupancy = (of: readonly MailboxStatistics[], otherwise: number) =>
    of.length ? of.reduce((sum, m) => sum + m.occupancy, 0) / of.length : otherwise
  const before = (s: StageStatistics) => mailboxes.filter((m) => m.to === s.name)
  const behind = (s: StageStatistics) => mailboxes.filter((m) => m.from === s.name)
  // A clear difference in work outweighs a small one in the mailboxes.
  const score = (s: StageStatistics) => workOf(s) / tie + occupancy(before(s), 1) - occupancy(behind(s), 0)
  const near = (s: StageStatistics) => workOf(s) > workOf(top) - tie
  const best = working.filter(near).reduce((a, b) => (score(b) > score(a) ? b : a))
  if (!onPool(best)) return best
  const used = working.reduce((sum, s) => sum + poolUse(s, pool), 0)
  const sharing = working.filter((s) => onPool(s) && (used >= saturation || workOf(s) > workOf(top) - sharedTie))
  const own = (s: StageStatistics) => workOf(s) * (1 - Math.min(1, used - poolUse(s, pool)))
  return sharing.reduce((a, b) => (own(b) > own(a) ? b : a), best)
}
