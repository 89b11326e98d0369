// Simulates a chain of stages: computes each stage's counters after a number of batches with given costs. Batches wait
// in mailboxes of `capacity` slots. A slot is free again when its reader is done with it, as in real mailboxes.
import type { StageCounters } from '../../src/actors/stats.js'
import { statisticsOf } from '../../src/statistics/statistics.js'
import type { Statistics } from '../../src/statistics/types.js'

export interface SimulatedStage {
  kind: 'reader' | 'source' | 'cpu' | 'js' | 'sink'
  name?: string
  /** Mean seconds per batch. */
  cost: number
  /** Number of actors; the mean cost of each is `cost` * actors. */
  actors?: number
  /** The part of the cost that the pool's threads do in parallel; if given, operator times are counted too. */
  parallel?: number
}

export interface Simulation {
  stages: SimulatedStage[]
  batches?: number
  capacity?: number
  threads?: number
  cores?: number
  samples?: number
  /** Each cost is multiplied by a random number around 1 with this mean spread. */
  noise?: number
  seed?: number
}

export function simulate(simulation: Simulation): Statistics {
  const { stages, batches = 200, capacity = 2, threads = 2, cores = 2, samples = 16, noise = 0, seed = 1 } = simulation
  const random = generator(seed)
  const n = stages.length
  const done = stages.map(() => [] as number[])
  const starved = new Array<number>(n).fill(0)
  const blocked = new Array<number>(n).fill(0)
  const worked = new Array<number>(n).fill(0)
  const histograms = stages.map(() => new Array<number>(capacity + 1).fill(0))
  for (let i = 0; i < batches; i++) {
    // A batch waits only for slots of earlier batches in later stages, so the stages can be walked in order.
    for (let k = 0; k < n; k++) {
      const ready = done[k]![i - 1] ?? 0
      const input = k ? done[k - 1]![i]! : 0
      const room = k < n - 1 ? (done[k + 1]![i - capacity] ?? 0) : 0
      const begin = Math.max(ready, input)
      const start = Math.max(begin, room)
      const cost = stages[k]!.cost * (1 + noise * (2 * random() - 1))
      starved[k]! += begin - ready
      blocked[k]! += start - begin
      worked[k]! += cost
      done[k]![i] = start + cost
    }
  }
  for (let k = 1; k < n; k++) {
    for (let i = 0; i < batches; i++) {
      const came = done[k]![i - 1] ?? 0
      const full = done[k - 1]!.filter((t, j) => j >= i && t <= came).length
      histograms[k]![Math.min(capacity, full)]! += 1
    }
  }
  const end = Math.max(...done.map((d) => d.at(-1)!))
  const counters = (k: number): StageCounters => ({
    elapsed: end,
    // The working time of a source counts as waiting for its data.
    starved: stages[k]!.kind === 'source' ? worked[k]! : starved[k]! + (k ? end - done[k]!.at(-1)! : 0),
    blocked: blocked[k]! + (k ? 0 : end - done[k]!.at(-1)!),
    memory: 0,
    ...{ batches, samples: batches * samples, bytes: batches * 1000, histogram: histograms[k]!, waiting: null },
  })
  return statisticsOf({
    stages: stages.map((s, k) => ({
      kind: s.kind as never,
      name: s.name ?? (s.kind === 'reader' ? 'readers.file' : `${s.kind}${k}`),
    })),
    actors: stages.flatMap((s, stage) =>
      Array.from({ length: s.actors ?? 1 }, (_, i) => {
        const c = counters(stage)
        return { stage, counters: i ? { ...c, batches: 0, samples: 0, bytes: 0 } : c }
      }),
    ),
    mailboxes: stages.slice(1).map((_, i) => ({ from: i, to: i + 1, capacity, histogram: histograms[i + 1]! })),
    ops: new Map(
      stages.flatMap((s, k) => {
        if (s.parallel === undefined) return []
        const seconds = worked[k]! * (s.parallel * threads + 1 - s.parallel)
        const op = (name: string, share: number) => {
          return { op: name, name, id: 0, seconds: share * seconds, samples: batches * samples, warned: 0 }
        }
        return [[k, [op('resize', 0.19), op('decoders.imageRandomCrop', 0.81)]] as const]
      }),
    ),
    ...{
      badSamples: [],
      badTotal: 0,
      memory: { host: 0, slots: 0, scratch: 0, device: 0, pinned: 0 },
      threads: { pool: threads, cores },
    },
  })
}

/** Random numbers from 0 to 1, by Mulberry32. */
export function generator(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
