// The consumer's end: waits for batches without blocking the event loop, drops those of an abandoned epoch, and leases
// their slots out as outputs.

import { type CombinedBatch, combineBatches } from '../actors/combine-batches.js'
import { checkSignal } from '../actors/event-loop-waiter.js'
import type { InEnd, Taken } from '../actors/mailbox.js'
import { Wait } from '../actors/stats.js'
import type { Supervisor } from '../actors/supervisor.js'
import { Slot } from '../data/arena.js'
import { type CopyCounter, Lease } from '../data/lease.js'
import { collections, collectNow } from '../data/output-memory.js'
import { outputOf } from '../data/tensor-list.js'
import { errorOf } from '../errors/factories.js'
import type { PipelineError } from '../errors.js'
import { batchFlags } from '../generated/abi.js'
import type { Delivered } from '../sources/source-log.js'
import type { Inputs } from './inputs.js'
import { Watchdog } from './watchdog.js'

export interface DeliveryOptions {
  /** When the outputs end unless released before, for messages. */
  until: string
  signal?: AbortSignal | undefined
}

export const nothing: Delivered = { batches: 0, ordinal: 0, ended: false }

/** So many batches out at once, and the event loop gets a turn, in which finalizers can run. */
const manyOut = 3
/** So many batches of slots can be held. Those after them are copied, so that the stages never run out of slots. */
const mostHeld = 512
/** A wait for memory that the user holds is worth a warning after so long. */
const heldWarningMs = 5000

export class Delivery<Out> {
  /** The flags of the last batch that say it was the last of an epoch or stream. */
  ended = 0
  /** Epoch of the last sample that was delivered. */
  epoch: number
  /** What was delivered since the sources last began anew. */
  delivered: Delivered = { ...nothing }
  /** What failed, once it was told. */
  failure: PipelineError | undefined
  readonly copies: CopyCounter = { count: 0, bytes: 0 }
  private readonly ends: InEnd[]
  /** Batches that were taken but wait for those of the other inputs. */
  private readonly waiting: (Taken | undefined)[]
  private requested = 0
  private received = 0
  /** Batches that were not given back; the value weakens their outputs. */
  private readonly out = new Map<Taken[], () => void>()
  private closed = false
  /** Requests for memory that have been answered. */
  private trims = 0
  private warned = false
  private seenCollections = 0

  constructor(
    private readonly supervisor: Supervisor,
    private readonly inputs: Inputs,
    /** Seconds without progress after which a waiting call fails; 0: never. */
    private readonly watchdog: number,
    /** What a checkpoint says of the batches before. */
    { last, ended }: { last: number; ended: number } = { last: 0, ended: 0 },
  ) {
    this.epoch = last
    this.ended = ended
    this.ends = supervisor.sink()
    this.waiting = this.ends.map(() => undefined)
  }

  /** Asks for one more batch than is on its way, where stages do not run ahead. */
  request(): void {
    this.requested++
    this.supervisor.request()
  }

  /**
   * The next batch's outputs, or undefined when an epoch or stream ended without a sample. Throws what failed in the
   * graph: batches made before the failure come first.
   */
  async next(options: DeliveryOptions): Promise<{ outputs: Out; lease: Lease } | undefined> {
    const { waiter, sinkStats } = this.supervisor
    if (this.out.size >= manyOut && this.seenCollections !== collections) {
      this.seenCollections = collections
      await new Promise((resolve) => setImmediate(resolve))
      // A call that was given up meanwhile must leave the batch to the next one.
      checkSignal(options.signal)
    }
    this.begin()
    let joined = this.poll()
    if (!joined) {
      const watchdog = new Watchdog(this.supervisor, this.watchdog)
      const held = setTimeout(() => this.warnOfHeld(), heldWarningMs).unref()
      const look = () => {
        const found = this.poll()
        if (!found) watchdog.check()
        if (!found) this.relieve()
        return found
      }
      sinkStats.waitBegin(Wait.starved)
      try {
        joined = await waiter.until(look, { signal: options.signal })
      } finally {
        clearTimeout(held)
        watchdog.stop()
        sinkStats.waitEnd()
      }
    }
    return this.deliver(joined, options)
  }

  /** The same, blocking the thread; sources on it are pumped meanwhile. */
  nextSync(options: DeliveryOptions): { outputs: Out; lease: Lease } | undefined {
    const { waiter, sinkStats } = this.supervisor
    const watchdog = new Watchdog(this.supervisor, this.watchdog)
    const since = performance.now()
    const look = () => {
      this.inputs.pump()
      const found = this.poll()
      if (found) return found
      watchdog.check()
      this.relieve()
      if (performance.now() - since > heldWarningMs) this.warnOfHeld()
      return undefined
    }
    this.begin()
    sinkStats.waitBegin(Wait.starved)
    try {
      return this.deliver(waiter.untilSync(look, 100), options, 'strong')
    } finally {
      watchdog.stop()
      sinkStats.waitEnd()
    }
  }

  /** Batches that were not given back. */
  get outstanding(): number {
    return this.out.size
  }

  /** The slots of all batches that were not given back. */
  get held(): Set<number> {
    return new Set([...this.out.keys()].flatMap((taken) => taken.map(({ slot }) => slot.handle)))
  }

  /** No slot goes back any more: the mailboxes are being freed. */
  close(): void {
    this.closed = true
    for (const weaken of this.out.values()) weaken()
  }

  /** A stage is short of memory: what the user has dropped goes back, if anything. */
  private relieve(): void {
    const { trimsAsked } = this.supervisor.words.memory
    if (trimsAsked === this.trims || !this.out.size) return
    this.trims = trimsAsked
    collectNow()
  }

  private warnOfHeld(): void {
    if (this.warned || this.closed || !this.out.size || !this.supervisor.words.memory.short) return
    this.warned = true
    process.emitWarning(
      `A call waits for memory: outputs of ${this.out.size} ${this.out.size === 1 ? 'batch is' : 'batches are'} still in use`,
      {
        type: 'PenstockWarning',
        code: 'OUTPUTS_HELD',
        detail: 'Release outputs before you ask for the next batch, copy() what you keep, or raise memoryBudget.host',
      },
    )
  }

  private begin(): void {
    if (this.requested === this.received) this.request()
    for (const [i, end] of this.ends.entries()) this.supervisor.sinkStats.found(end.note(), i)
  }

  /** One batch of the current generation from every input. */
  private poll(): { taken: Taken[]; joined: CombinedBatch } | undefined {
    if (this.closed) throw closedError()
    for (const [i, end] of this.ends.entries()) {
      for (;;) {
        this.waiting[i] ??= end.poll()
        const taken = this.waiting[i]
        if (!taken || taken.slot.generation === this.supervisor.words.epochs.generation) break
        end.give(taken)
        this.waiting[i] = undefined
        this.supervisor.request()
      }
    }
    if (this.waiting.some((taken) => !taken)) {
      // A dead thread cannot send its failure through the mailboxes.
      const { lost } = this.supervisor.failures
      if (lost) throw this.fail(lost)
      // What a fed pipeline waits for may have been dropped by reset().
      this.inputs.expectFed()
      return undefined
    }
    const taken = this.waiting as Taken[]
    try {
      return { taken: [...taken], joined: combineBatches(taken.map((t) => t.slot)) }
    } catch (error) {
      // What a source on this thread threw keeps its identity.
      const { stage } = error as PipelineError
      throw this.fail((stage !== undefined && this.inputs.failures.get(stage)) || (error as PipelineError))
    } finally {
      this.waiting.fill(undefined)
    }
  }

  private fail(error: PipelineError): PipelineError {
    this.failure ??= error
    return this.failure
  }

  private deliver(
    { taken, joined: { count, flags } }: { taken: Taken[]; joined: CombinedBatch },
    { until }: DeliveryOptions,
    memory: 'slots' | 'strong' = 'slots',
  ): { outputs: Out; lease: Lease } | undefined {
    const { supervisor } = this
    this.received++
    this.inputs.noteDelivered()
    this.ended = flags & (batchFlags.endOfEpoch | batchFlags.endOfStream)
    // What was abandoned while it was on its last step to the consumer does not count.
    if (taken[0]!.slot.generation === supervisor.words.epochs.generation) this.count(taken[0]!.slot, count)
    supervisor.sinkStats.batch(
      count,
      taken.reduce((sum, t) => sum + t.slot.usedBytes + t.slot.deviceBytes, 0),
    )
    // Without a flag it is a batch that was fed empty, or whose samples were all skipped.
    if (count === 0 && this.ended) {
      this.give(taken)
      return undefined
    }
    const options = { until, memory, copies: this.copies, closed: () => this.closed }
    const slots = taken.map(({ slot }) => slot)
    if (this.out.size >= mostHeld && !slots.some((slot) => slot.deviceBytes)) {
      const lease = new Lease(slots.map(copyOf), count, () => {}, { ...options, memory: 'copies' })
      this.copies.count++
      this.copies.bytes += slots.reduce((sum, slot) => sum + slot.usedBytes, 0)
      this.give(taken)
      return { outputs: this.outputs(lease), lease }
    }
    this.lease(taken, 1)
    const giveBack = () => {
      this.out.delete(taken)
      this.lease(taken, -1)
      this.give(taken)
      // After close() the slots that were still held are freed one by one.
      for (const { slot } of taken) this.supervisor.wiring.release(slot.handle)
    }
    const lease = new Lease(slots, count, giveBack, options)
    this.out.set(taken, lease.weaken)
    return { outputs: this.outputs(lease), lease }
  }

  /** The sources have begun anew. */
  restart(): void {
    this.delivered = { ...nothing }
  }

  private count(slot: Slot, count: number): void {
    this.delivered.batches++
    this.delivered.ended = this.ended !== 0
    if (count) {
      const last = slot.sample(count - 1)
      this.epoch = last.epoch
      this.delivered.ordinal = last.ordinal
    }
    this.inputs.forget(this.delivered)
  }

  /** The batch is the user's from now on, or no more. */
  private lease(taken: readonly Taken[], count: 1 | -1): void {
    if (this.closed) return
    this.supervisor.words.lease(count)
    taken.forEach((t, i) => {
      this.ends[i]!.lease(t, count)
    })
  }

  private give(taken: readonly Taken[]): void {
    if (this.closed) return
    taken.forEach((t, i) => {
      this.ends[i]!.give(t)
    })
  }

  private outputs(lease: Lease): Out {
    const { stages, outputs } = this.supervisor.plan
    const sink = stages.at(-1)!
    const inputs = sink.kind === 'sink' ? sink.inputs : []
    const lists = inputs.map((input) => outputOf(lease, input.mailbox, input.output))
    if (outputs.every(({ name }) => name === undefined)) return lists as Out
    return Object.fromEntries(lists.map((list, i) => [outputs[i]!.name!, list])) as Out
  }
}

/** A slot of its own in memory of its own. */
function copyOf(slot: Slot): Slot {
  const { buffer } = new Uint8Array(slot.buffer, 0, slot.usedBytes).slice()
  return new Slot({ buffer: buffer as unknown as SharedArrayBuffer, handle: 0 })
}

export function closedError(): PipelineError {
  return errorOf('PIPELINE_CLOSED', 'The pipeline is closed')
}
