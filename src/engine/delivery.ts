// The sink: waits for batches without blocking the event loop, drops those of an epoch that was given up, and leases
// the slots of the others to the user as outputs.

import { type CombinedBatch, combineBatches } from '../actors/combine-batches.js'
import { checkSignal } from '../actors/event-loop-waiter.js'
import { isOfBatch } from '../actors/failures.js'
import type { InEnd, Taken } from '../actors/mailbox.js'
import { allBad } from '../actors/stages/stage.js'
import { Wait } from '../actors/stats.js'
import type { Supervisor } from '../actors/supervisor.js'
import type { Slot } from '../data/arena.js'
import { type CopyCounter, Lease } from '../data/lease.js'
import { collections, collectNow } from '../data/output-memory.js'
import { outputOf } from '../data/tensor-list.js'
import { closed } from '../errors/factories.js'
import { pipelineError } from '../errors/thrown.js'
import type { PipelineError } from '../errors.js'
import { batchFlags } from '../generated/abi.js'
import type { Delivered } from '../sources/source-log.js'
import type { Resume } from './checkpoint.js'
import { GpuWork } from './gpu-work.js'
import type { Inputs } from './inputs.js'
import { Watchdog } from './watchdog.js'

export interface DeliveryOptions {
  /** Until when the outputs are valid if they are not released before, in words for messages. */
  until: string
  signal?: AbortSignal | undefined
}

export const nothing: Delivered = { batches: 0, ordinal: 0, ended: false }

/** When the user holds this many batches, the event loop gets a turn before the next one, so that finalizers can run. */
const manyOut = 3
/** The user can hold this many batches in slots. Further ones are copied, so that the stages never run out of slots. */
const maxHeld = 512
/**
 * A batch that takes no more bytes than this, with its tables, is copied, and its slot is free again at once: a copy takes less
 * time than finding a batch that was dropped.
 */
export const smallBytes = 16384
/** After a call has waited so long for memory while the user holds batches, a warning is printed. */
const heldWarningMs = 5000

/** A batch of each input, and what they are together. */
interface Found {
  taken: Taken[]
  joined: CombinedBatch
}

export class Delivery<Out> {
  /** The flags of the last batch that mark the end of an epoch or of the stream; 0 if there are none. */
  ended = 0
  /** Epoch of the last sample that was delivered. */
  epoch: number
  /** The samples that were delivered since the sources last restarted. */
  delivered: Delivered = { ...nothing }
  /** Failures that were thrown for one batch, after which the run goes on. */
  readonly spared = new WeakSet<PipelineError>()
  /** The failure that ended the run, once it was thrown. */
  failure: PipelineError | undefined
  readonly copies: CopyCounter = { count: 0, bytes: 0 }
  private readonly ends: InEnd[]
  /** Batches that were taken and wait for the batches of the other inputs. */
  private readonly waiting: (Taken | undefined)[]
  private requested = 0
  private received = 0
  /** Batches that the user holds. The function readies their outputs for the end of the pipeline. */
  private readonly out = new Map<Taken[], () => void>()
  private closed = false
  /** Number of requests for memory that were answered. */
  private trims = 0
  private warned = false
  private seenCollections = 0
  private readonly gpuWork: GpuWork | undefined
  /** Samples of this epoch were left out because they are bad, or were delivered, also before the checkpoint. */
  private leftOut = false
  private given: boolean
  /** The generation that began within epochs: batches before it come again. */
  private moved = 0

  constructor(
    private readonly supervisor: Supervisor,
    private readonly inputs: Inputs,
    /**
     * `watchdog`: seconds without progress after which a waiting call fails; 0: never. `synchronous`: a batch is given
     * when its work on the GPU is done. `inSlots`: small batches stay in their slots too, for consumers that want those.
     */
    private readonly options: { watchdog: number; synchronous: boolean; inSlots: boolean },
    /** The state of the checkpoint that the pipeline continues from. */
    { last, ended, places }: Resume = { last: 0, ended: 0, places: new Map() },
  ) {
    this.epoch = last
    this.ended = ended
    this.given = [...places.values()].some(({ position }) => position > 0)
    this.ends = supervisor.sink()
    this.waiting = this.ends.map(() => undefined)
    if (options.synchronous) {
      this.gpuWork = new GpuWork(() => {
        if (!this.closed) supervisor.waiter.wake()
      })
    }
  }

  /** Asks for one more batch than was asked for so far. It has no effect where stages run ahead by themselves. */
  request(): void {
    this.requested++
    this.supervisor.request()
  }

  /**
   * Waits for the next batch and returns its outputs; undefined when an epoch or stream ended without a further
   * sample. Throws the graph's failure, after the batches that were made before it.
   */
  async next(options: DeliveryOptions): Promise<{ outputs: Out; lease: Lease } | undefined> {
    const { waiter, sinkStats } = this.supervisor
    if (this.out.size >= manyOut && this.seenCollections !== collections) {
      this.seenCollections = collections
      await new Promise((resolve) => setImmediate(resolve))
      // If the call was aborted meanwhile, the batch must be left to the next call.
      checkSignal(options.signal)
    }
    this.begin()
    let joined = this.current(this.poll())
    while (!joined) {
      const watchdog = new Watchdog(this.supervisor, this.options.watchdog)
      const held = setTimeout(() => this.warnOfHeld(), heldWarningMs).unref()
      const look = () => {
        const found = this.poll()
        if (!found) watchdog.check()
        if (!found) this.relieve()
        return found
      }
      sinkStats.waitBegin(Wait.starved)
      try {
        joined = this.current(await waiter.until(look, { signal: options.signal }))
      } finally {
        clearTimeout(held)
        watchdog.stop()
        sinkStats.waitEnd()
      }
    }
    return this.deliver(joined, options)
  }

  /** The batch, unless move() came after it was found: its samples come again. */
  private current(found: Found | undefined): Found | undefined {
    const { generation } = this.supervisor.words.epochs
    if (!found || this.moved !== generation || found.taken[0]!.slot.generation === generation) return found
    this.give(found.taken)
    this.supervisor.request()
    return undefined
  }

  /**
   * Waits for the next batch as next() does, but blocks the thread; the sources on this thread are pumped meanwhile.
   */
  nextSync(options: DeliveryOptions): { outputs: Out; lease: Lease } | undefined {
    const { waiter, sinkStats } = this.supervisor
    const watchdog = new Watchdog(this.supervisor, this.options.watchdog)
    const since = performance.now()
    const look = () => {
      this.inputs.pump()
      const found = this.poll('blocking')
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

  /** Number of batches that the user holds. */
  get outstanding(): number {
    return this.out.size
  }

  /** Handles of the slots of all batches that the user holds. */
  get held(): Set<number> {
    return new Set([...this.out.keys()].flatMap((taken) => taken.map(({ slot }) => slot.handle)))
  }

  /** Ends the delivery: the mailboxes are being freed, so no slot goes back to them any more. */
  close(): void {
    this.closed = true
    for (const settle of this.out.values()) settle()
  }

  /** If a stage is short of memory, gives back the batches that the user has dropped. */
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

  /**
   * Takes one batch of the current generation from every input; undefined while one is missing, or not there yet on the
   * GPU if it must be. 'blocking': the call
   * blocks this thread, and waits for the GPU.
   */
  private poll(how?: 'blocking'): Found | undefined {
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
      // A thread that ended cannot send its failure through the mailboxes, and neither can the thread of the sink.
      const lost = this.supervisor.failures.lost ?? this.supervisor.waiter.failure
      if (lost) throw this.fail(lost)
      // reset() may have dropped the data that a fed pipeline waits for.
      this.inputs.fed.expect(0, undefined, how === 'blocking')
      return undefined
    }
    const taken = this.waiting as Taken[]
    if (!this.settle(taken, how === 'blocking')) return undefined
    try {
      return { taken: [...taken], joined: combineBatches(taken.map((t) => t.slot)) }
    } catch (error) {
      throw this.failed(taken, pipelineError(error))
    } finally {
      this.waiting.fill(undefined)
    }
  }

  /** The failure that came in place of a batch. */
  private failed(taken: readonly Taken[], error: PipelineError): PipelineError {
    if (!this.inputs.fed.any || !isOfBatch(error) || taken.some(({ slot }) => slot.failure?.ends)) {
      // An error of a source on this thread is thrown as the same object, not as a copy.
      return this.fail((error.stage !== undefined && this.inputs.failures.get(error.stage)) || error)
    }
    // The failure of one batch counts as that batch.
    this.received++
    this.delivered.batches++
    this.ended = 0
    this.inputs.fed.noteDelivered()
    this.give(taken)
    this.spared.add(error)
    return error
  }

  private settle(taken: readonly Taken[], block: boolean): boolean {
    try {
      return this.gpuWork?.settle(taken, block) ?? true
    } catch (error) {
      throw this.fail(error as PipelineError)
    }
  }

  private fail(error: PipelineError): PipelineError {
    this.failure ??= error
    return this.failure
  }

  private deliver(
    { taken, joined: { count, flags } }: Found,
    { until }: DeliveryOptions,
    memory: 'slots' | 'strong' = 'slots',
  ): { outputs: Out; lease: Lease } | undefined {
    const { supervisor } = this
    this.received++
    this.inputs.fed.noteDelivered()
    this.ended = flags & (batchFlags.endOfEpoch | batchFlags.endOfStream)
    // A batch of an epoch that was given up while the batch was on its last step does not count.
    if (taken[0]!.slot.generation === supervisor.words.epochs.generation) this.count(taken[0]!.slot, count)
    const slots = taken.map(({ slot }) => slot)
    const bytes = slots.reduce((sum, slot) => sum + slot.usedBytes, 0)
    supervisor.sinkStats.batch(
      count,
      slots.reduce((sum, slot) => sum + slot.deviceBytes, bytes),
    )
    // An empty batch without this flag was fed empty, or all of its samples were skipped.
    const wasBad = this.endsBad(count, flags)
    if (count === 0 && this.ended) {
      this.give(taken)
      if (wasBad) throw this.fail(allBad())
      return undefined
    }
    const options = { until, memory, copies: this.copies, closed: () => this.closed }
    const copied = this.out.size >= maxHeld || (bytes <= smallBytes && !this.options.inSlots)
    if (copied && slots.every((slot) => slot.holdsAll)) {
      const lease = new Lease(slots, count, () => {}, { ...options, memory: 'copies' })
      this.noteCopy(bytes)
      this.give(taken)
      return { outputs: this.outputs(lease), lease }
    }
    this.lease(taken, 1)
    const lease = new Lease(slots, count, () => this.takeBack(taken), options)
    this.out.set(taken, lease.settle)
    return { outputs: this.outputs(lease), lease }
  }

  /** Notes a batch. Returns whether it ends an epoch of which no sample was delivered because all of them are bad. */
  private endsBad(count: number, flags: number): boolean {
    this.given ||= count > 0
    this.leftOut ||= (flags & batchFlags.holes) !== 0
    if (!this.ended) return false
    const bad = this.leftOut && !this.given
    this.leftOut = this.given = false
    return bad
  }

  /**
   * Gives the slots of a batch back that the user has held. The garbage collector calls it too, so a failure ends the
   * pipeline.
   */
  private takeBack(taken: Taken[]): void {
    try {
      this.out.delete(taken)
      this.lease(taken, -1)
      this.give(taken)
      // After close() the slots that were still held are freed one by one.
      for (const { slot } of taken) this.supervisor.wiring.release(slot.handle)
    } catch (cause) {
      this.supervisor.waiter.fail(pipelineError(cause))
    }
  }

  /** Counts a batch that was copied. */
  noteCopy(bytes: number): void {
    this.copies.count++
    this.copies.bytes += bytes
  }

  /** Starts counting anew after the sources restarted. */
  restart(): void {
    this.delivered = { ...nothing }
    this.leftOut = this.given = false
  }

  /** Starts counting anew where this generation begins, within an epoch. */
  move(generation: number): void {
    this.delivered = { ...nothing }
    this.moved = generation
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

  /** Counts the batch as held by the user (1), or no longer (-1). */
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

export function closedError(): PipelineError {
  return closed()
}
