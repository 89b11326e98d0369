// Measures one run of a pipeline by the differences of its own statistics: chains of synthetic stages after a reader
// of tiny files, and the photo loader.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type DataNode,
  fn,
  type Pipeline,
  type PipelineOptions,
  pipelineDef,
  type Statistics,
  type TensorList,
} from 'penstock-data'
import type { ExecutorName } from '../../src/graph/policy.js'
import { type Cost, costOf, spend } from './synthetic.mjs'

export const executors: Record<ExecutorName, PipelineOptions> = {
  dynamic: {},
  pipelined: { execDynamic: false },
  simple: { execAsync: false },
}
export const executorNames = Object.keys(executors) as ExecutorName[]

export interface Chain {
  name: string
  /** The cost of each stage's function. */
  stages: Cost[]
  consumer: Cost
}

export interface Run {
  executor: ExecutorName
  depth: number
  batches: number
  /** Batches that were consumed before the measurement. */
  warm: number
  /** Milliseconds, as the consumer sees it. */
  perBatch: number
  /** Shares of time; `cost`: milliseconds per batch in which it was busy. */
  stages: { name: string; busy: number; starved: number; blocked: number; cost: number }[]
  /** Share of the machine that other programs took meanwhile. */
  others: number
  /** Mean share of the mailbox that was full when its consumer came. */
  mailboxes: { from: string; to: string; occupancy: number }[]
}

/** Folder of generated modules and data. */
const folder = mkdtempSync(join(tmpdir(), 'penstock-occupancy-'))
const written = new Map<string, string>()

export function scratch(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  if (!written.has(path)) writeFileSync(path, content)
  written.set(path, name)
  return path
}

/** A module with a stage of this cost: fn.jsFunction takes a file and nothing else. */
export function stageModule(cost: Cost, result = '1'): string {
  const synthetic = new URL('./synthetic.mjs', import.meta.url).href
  const name = `stage-${[cost.ms, cost.spread ?? 0, cost.seed ?? 1, result].join('-').replace(/[^\w.-]/g, '_')}.mjs`
  return scratch(
    name,
    `import { stage } from '${synthetic}'\nexport default stage(${JSON.stringify(cost)}, ${result})\n`,
  )
}

export function tinyFiles(count = 16, bytes = 16): string[] {
  return Array.from({ length: count }, (_, i) => scratch(`tiny-${i}`, new Uint8Array(bytes)))
}

/** Reader > stage 0 > stage 1 > ...; the consumer is the caller. */
export function chainPipeline(
  { stages }: Pick<Chain, 'stages'>,
  executor: ExecutorName,
  depth: number,
  batchSize = 4,
): Pipeline<TensorList[]> {
  const options = { batchSize, numThreads: 1, seed: 1, prefetchQueueDepth: depth, ...executors[executor] }
  return pipelineDef(options, () => {
    let [x] = fn.readers.file({ files: tinyFiles() }) as [DataNode, DataNode]
    for (const [k, cost] of stages.entries()) x = fn.jsFunction(x, { module: stageModule(cost), name: `stage ${k}` })
    return [x]
  })()
}

/** Builds, lets `warm` batches go, measures for about `seconds`, and at least `least` batches. */
export async function measure(
  pipe: Pipeline<TensorList[]>,
  at: { executor: ExecutorName; depth: number },
  {
    consumer = { ms: 0 },
    warm = at.executor === 'simple' ? 4 : 4 + at.depth,
    seconds = 0.7,
    least = 16,
  }: { consumer?: Cost; warm?: number; seconds?: number; least?: number },
): Promise<Run> {
  let batch = 0
  const next = async () => {
    const outputs = await pipe.run()
    spend(costOf(consumer, batch++))
    for (const list of outputs) list.release()
  }
  try {
    while (batch < warm) await next()
    const before = pipe.statistics()
    const foreign = otherPrograms()
    const begin = performance.now()
    while (batch < warm + least || performance.now() < begin + 1e3 * seconds) await next()
    const perBatch = (performance.now() - begin) / (batch - warm)
    return { ...at, batches: batch - warm, warm, perBatch, others: foreign(), ...difference(before, pipe.statistics()) }
  } finally {
    await pipe.close()
  }
}

/** Call what it returns for the share of the machine's time since then that other programs took, 0..1. */
function otherPrograms(): () => number {
  const read = () => {
    const times = cpus().map((c) => c.times)
    const idle = times.reduce((sum, t) => sum + t.idle, 0)
    const all = times.reduce((sum, t) => sum + t.user + t.nice + t.sys + t.idle + t.irq, 0)
    const { user, system } = process.cpuUsage()
    return { all, busy: all - idle - (user + system) / 1e3 }
  }
  const before = read()
  return () => {
    const now = read()
    return Math.max(0, (now.busy - before.busy) / Math.max(1, now.all - before.all))
  }
}

/** The differences between two readings. */
function difference(a: Statistics, b: Statistics): Pick<Run, 'stages' | 'mailboxes'> {
  const stages = b.stages.map((s, i) => {
    const old = a.stages[i]!
    const seconds = s.seconds - old.seconds
    const share = (of: 'busy' | 'starved' | 'blocked') => (s[of] * s.seconds - old[of] * old.seconds) / seconds
    const busy = share('busy')
    const cost = (1e3 * busy * seconds) / Math.max(1, s.batches - old.batches)
    return { name: s.name, busy, starved: share('starved'), blocked: share('blocked'), cost }
  })
  const mailboxes = b.mailboxes.map(({ from, to, capacity, histogram }, i) => {
    const seen = histogram.map((n, k) => n - (a.mailboxes[i]!.histogram[k] ?? 0))
    const full = seen.reduce((sum, n, k) => sum + n * k, 0)
    return { from, to, occupancy: full / Math.max(1, capacity * seen.reduce((x, y) => x + y, 0)) }
  })
  return { stages, mailboxes }
}
