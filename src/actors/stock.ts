// Computes how many slots each stage has, and how large the user's hints make them. Both follow from the plan alone,
// before anything is allocated. wiring.ts makes the slots; Pipeline.toString() prints the numbers.

import { slotReserve, withSlack } from '../data/arena.js'
import { escaped } from '../errors/escaped.js'
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
const maxDevice = 2 ** 44

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
  const may = kind === 'cpu' || kind === 'reader' || isCalled(stages[stage]!)
  if (!may || concurrency !== 'whenReady' || budget.host !== undefined) return 1
  // A reader's only sample is read before another thread has woken up.
  if (kind === 'reader' && batchSize === 1) return 1
  const skips = stages.some(
    (s) => ('onError' in s && s.onError === 'skip') || programOf(s)?.ops.some((op) => op.onError === 'skip'),
  )
  return skips ? 1 : 2
}

/** Whether another thread calls the function of the stage, which another process may have: it writes to the slots of the stage. */
export const isCalled = (stage: StagePlan): boolean => stage.kind === 'js' && 'function' in stage.code

const programOf = (stage: StagePlan) => ('program' in stage ? stage.program : undefined)

/** The actors of the two stages of an edge. */
interface Ends {
  producers: number
  consumers: number
}

/**
 * Returns how many of the batches that fit on an edge are for the producer number `replica`: each has one, and what is more
 * goes round.
 */
const shareOf = (capacity: number, producers: number, replica: number): number =>
  Math.max(1, Math.ceil((capacity - replica) / producers))

/** Returns how many batches of one producer may wait on an edge; its consumers share them. */
export function depthOf(
  capacity: number,
  producer: { replica: number; replicas: number },
  consumer: { replicas: number },
  pooled: boolean,
): number {
  if (pooled) return shareOf(capacity, producer.replicas, producer.replica)
  // As many as there are slots, which come back by themselves.
  const ends = { producers: producer.replicas, consumers: consumer.replicas }
  return slotsNeeded(capacity, ends, producer.replica, false, false).first
}

/** Returns the slots of an actor of a stage; undefined for a stage without consumers. */
export function stockOf(plan: Plan, stage: number, replica = 0): Stock | undefined {
  const pooled = plan.buffers === 'pool'
  const producers = replicasOf(plan.stages[stage]!)
  const needed = plan.mailboxes
    .filter((m) => m.from === stage)
    .map(({ capacity, to }) => {
      const consumer = plan.stages[to]!
      const ends = { producers, consumers: replicasOf(consumer) }
      return slotsNeeded(capacity, ends, replica, pooled, consumer.kind === 'sink')
    })
  if (!needed.length) return undefined
  if (pooled && isDecodedForGpu(plan, stage)) return { first: 2, most: 2, ...hintedBytes(plan, plan.stages[stage]!) }
  return {
    first: Math.max(...needed.map((n) => n.first)),
    most: Math.max(...needed.map((n) => n.most)),
    ...hintedBytes(plan, plan.stages[stage]!),
  }
}

/**
 * Whether a stage's batches are images that several actors decode on a GPU for another stage there. They are by far the largest
 * batches of a pipeline, and the next stage gives each back as soon as its work is queued, so each actor has two, and one where
 * they are large: more would wait and take memory, and make nothing faster.
 */
export function isDecodedForGpu(plan: Plan, stage: number): boolean {
  if (replicasOf(plan.stages[stage]!) < 2 || plan.stages[stage]!.kind !== 'mixed') return false
  return plan.mailboxes.every(({ from, to }) => from !== stage || plan.stages[to]!.kind === 'gpu')
}

/**
 * Returns how many slots a producer has at first, and may have, so that `depth` batches can wait on each edge, however many
 * actors share its two stages. Where these are more than `depth`, there is a slot for each, so that all can work.
 */
export function slotsNeeded(
  depth: number,
  ends: Ends,
  replica: number,
  pooled: boolean,
  feedsSink: boolean,
): { first: number; most: number } {
  const of = (capacity: number) => {
    const all = Math.max(capacity, ends.producers, ends.consumers)
    return Math.min(shareOf(all, ends.producers, replica), ring.maxCapacity)
  }
  if (!pooled) return { first: of(depth), most: of(depth) }
  // One slot is being written, and each consumer has one. The user may hold any number of batches.
  const more = 1 + Math.ceil(ends.consumers / ends.producers)
  const most = feedsSink ? ring.maxCapacity : Math.min(of(deepest(depth)) + more, ring.maxCapacity)
  return { first: Math.min(of(depth) + more, most), most }
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
    deviceHint: onDevice <= maxDevice ? onDevice : 0,
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
    const stocks = Array.from({ length: replicasOf(stage) }, (_, replica) => stockOf(plan, i, replica))
    const [stock] = stocks
    if (!stock) return []
    const slots = total(stocks.map((one) => one!.first))
    const most = total(stocks.map((one) => one!.most))
    const [bytes, there] = [withSlack(stock.hint), withSlack(stock.deviceHint)]
    onHost += slots * bytes
    onDevice += slots * there
    const wants = programOf(stage)?.onDevice?.includes(true)
    known &&= bytes > 0 && (there > 0 || !wants) && most === slots
    const later = most > slots ? `, up to ${most} while batches are in use` : ''
    const size = bytes ? `of ${bytesText(bytes)}${onGpu(there)}` : 'as large as batches need'
    return [`  ${escaped(stage.name)}: ${slots} ${slots === 1 ? 'slot' : 'slots'} ${size}${later}`]
  })
  const sum = `${known ? '' : 'at least '}${bytesText(onHost)}${onGpu(onDevice)}`
  return [...lines, ...(onHost ? [`  together ${sum}`] : [])].join('\n')
}
