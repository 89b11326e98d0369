// How many slots each stage has, and how large the user's hints make them. It follows from the plan alone, before
// anything is allocated. wiring.ts makes the slots; Pipeline.toString() prints the numbers.

import { slotReserve, withSlack } from '../data/arena.js'
import { arena, ring } from '../generated/abi.js'
import type { Plan, StagePlan } from '../graph/types.js'
import { deepest } from './pace.js'

/** The slots of one actor of a stage. */
export interface Stock {
  /** Number of slots at the start (`first`), and the most that it may have. */
  first: number
  most: number
  /**
   * Bytes of a batch according to the user's hints. Each of the first slots has room for them from the start. 0: no
   * hints.
   */
  hint: number
}

/** Bytes set aside for a sample's name. */
const namesBytes = 128

export const replicasOf = (stage: StagePlan): number => ('workers' in stage ? stage.workers : 1)

/**
 * Returns how many batches an actor of the stage works on at once. It is one where samples are skipped, because
 * batches are then filled up from later ones; and under a budget, because the memory of a batch that is begun early
 * may be needed by the one before it.
 */
export function batchesInFlight(
  { stages, concurrency }: Plan,
  stage: number,
  budget: { host?: number | undefined },
): number {
  if (stages[stage]!.kind !== 'cpu' || concurrency !== 'whenReady' || budget.host !== undefined) return 1
  const skips = stages.some(
    (s) => ('onError' in s && s.onError === 'skip') || programOf(s)?.ops.some((op) => op.onError === 'skip'),
  )
  return skips ? 1 : 2
}

const programOf = (stage: StagePlan) => ('program' in stage ? stage.program : undefined)

/** Returns the slots of each actor of a stage; undefined for a stage without consumers. */
export function stockOf(plan: Plan, stage: number): Stock | undefined {
  const pooled = plan.buffers === 'pool'
  const replicas = replicasOf(plan.stages[stage]!)
  const needed = plan.mailboxes
    .filter((m) => m.from === stage)
    .map(({ capacity, to }) => {
      const consumer = plan.stages[to]!
      return slotsNeeded(capacity, Math.ceil(replicasOf(consumer) / replicas), pooled, consumer.kind === 'sink')
    })
  if (!needed.length) return undefined
  return {
    first: Math.max(...needed.map((n) => n.first)),
    most: Math.max(...needed.map((n) => n.most)),
    hint: hintedBytes(plan, plan.stages[stage]!),
  }
}

/** Returns how many slots a producer has at first, and may have, so that `depth` batches can wait on each edge. */
export function slotsNeeded(
  depth: number,
  turns: number,
  pooled: boolean,
  feedsSink: boolean,
): { first: number; most: number } {
  const all = Math.min(depth * turns, ring.maxCapacity)
  if (!pooled) return { first: all, most: all }
  // One slot is being written and one is with the consumer. The user may hold any number of batches.
  const most = feedsSink ? ring.maxCapacity : Math.min(deepest(depth) * turns + 2, ring.maxCapacity)
  return { first: Math.min(all + 2, most), most }
}

/** Returns the bytes of a batch by the hints: data, tables and names. Hints that no slot can hold are ignored. */
function hintedBytes({ batchSize }: Plan, { bytesPerSample }: StagePlan): number {
  if (!bytesPerSample) return 0
  const outputs = bytesPerSample.length
  const data = bytesPerSample.reduce((a, b) => a + b, 0)
  const tables = arena.sampleInfoBytes + outputs * (arena.sampleDescBytes + arena.align) + namesBytes
  const bytes = arena.headerBytes + outputs * arena.outputDescBytes + batchSize * (data + tables)
  return withSlack(bytes) <= slotReserve ? bytes : 0
}

const bytesText = (bytes: number) => `${bytes.toLocaleString('en-US')} bytes`

/**
 * Describes the memory of batches that build() sets aside, one line per stage. The total is known in advance if all
 * values that leave a stage have hints and no budget limits it.
 */
export function stockToString(plan: Plan): string {
  let total = 0
  let known = true
  const lines = plan.stages.flatMap((stage, i) => {
    const stock = stockOf(plan, i)
    if (!stock) return []
    const slots = stock.first * replicasOf(stage)
    const most = stock.most * replicasOf(stage)
    const bytes = withSlack(stock.hint)
    total += slots * bytes
    known &&= bytes > 0 && most === slots
    const later = most > slots ? `, up to ${most} while batches are in use` : ''
    const size = bytes ? `of ${bytesText(bytes)}` : 'as large as batches need'
    return [`  ${stage.name}: ${slots} ${slots === 1 ? 'slot' : 'slots'} ${size}${later}`]
  })
  const sum = known ? [`  together ${bytesText(total)}`] : total ? [`  together at least ${bytesText(total)}`] : []
  return [...lines, ...sum].join('\n')
}
