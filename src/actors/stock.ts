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
   * Bytes of a batch according to the user's hints, in host memory. Each of the first slots has room for them from the
   * start. 0: no hints.
   */
  hint: number
  /** As `hint`, in GPU memory. */
  deviceHint: number
}

/** Bytes set aside for a sample's name. */
const namesBytes = 128
/** Each output's data in GPU memory begins at a multiple of this. */
const deviceAlign = 256
/** More than any GPU has. */
const mostDevice = 2 ** 44

const total = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

export const replicasOf = (stage: StagePlan): number => ('workers' in stage ? stage.workers : 1)

/**
 * Returns how many batches an actor of the stage works on at once. It is one where samples are skipped, because
 * batches are then filled up from later ones; and under a budget, because the memory of a batch that is begun early
 * may be needed by the one before it.
 */
export function batchesInFlight(
  { stages, concurrency, batchSize }: Plan,
  stage: number,
  budget: { host?: number | undefined },
): number {
  const { kind } = stages[stage]!
  if ((kind !== 'cpu' && kind !== 'reader') || concurrency !== 'whenReady' || budget.host !== undefined) return 1
  // A reader's only sample is read before another thread has woken up.
  if (kind === 'reader' && batchSize === 1) return 1
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
    ...hintedBytes(plan, plan.stages[stage]!),
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

/** Whether output `o` of a stage lies in GPU memory. */
export const isOnDevice = (stage: StagePlan, o: number): boolean => programOf(stage)?.onDevice?.[o] === true

/**
 * Returns the bytes of a batch by the hints: in host memory data, tables and names, in GPU memory data. Hints that no
 * slot can hold are ignored.
 */
function hintedBytes({ batchSize }: Plan, stage: StagePlan): Pick<Stock, 'hint' | 'deviceHint'> {
  const { bytesPerSample } = stage
  if (!bytesPerSample) return { hint: 0, deviceHint: 0 }
  const outputs = bytesPerSample.length
  const there = bytesPerSample.filter((_, o) => isOnDevice(stage, o))
  const onDevice = total(there.map((bytes) => Math.ceil((batchSize * bytes) / deviceAlign) * deviceAlign))
  const data = total(bytesPerSample.filter((_, o) => !isOnDevice(stage, o)))
  const tables = arena.sampleInfoBytes + outputs * (arena.sampleDescBytes + arena.align) + namesBytes
  const bytes = arena.headerBytes + outputs * arena.outputDescBytes + batchSize * (data + tables)
  return {
    hint: withSlack(bytes) <= slotReserve ? bytes : 0,
    deviceHint: onDevice <= mostDevice ? onDevice : 0,
  }
}

const bytesText = (bytes: number) => `${bytes.toLocaleString('en-US')} bytes`
const onGpu = (bytes: number) => (bytes ? ` and ${bytesText(bytes)} of GPU memory` : '')

/**
 * Describes the memory of batches that build() sets aside, one line per stage. The total is known in advance if all
 * values that leave a stage have hints and no budget limits it.
 */
export function stockToString(plan: Plan): string {
  let onHost = 0
  let onDevice = 0
  let known = true
  const lines = plan.stages.flatMap((stage, i) => {
    const stock = stockOf(plan, i)
    if (!stock) return []
    const slots = stock.first * replicasOf(stage)
    const most = stock.most * replicasOf(stage)
    const [bytes, there] = [withSlack(stock.hint), withSlack(stock.deviceHint)]
    onHost += slots * bytes
    onDevice += slots * there
    const wants = programOf(stage)?.onDevice?.includes(true)
    known &&= bytes > 0 && (there > 0 || !wants) && most === slots
    const later = most > slots ? `, up to ${most} while batches are in use` : ''
    const size = bytes ? `of ${bytesText(bytes)}${onGpu(there)}` : 'as large as batches need'
    return [`  ${stage.name}: ${slots} ${slots === 1 ? 'slot' : 'slots'} ${size}${later}`]
  })
  const sum = `${known ? '' : 'at least '}${bytesText(onHost)}${onGpu(onDevice)}`
  return [...lines, ...(onHost ? [`  together ${sum}`] : [])].join('\n')
}
