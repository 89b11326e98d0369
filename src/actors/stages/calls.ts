// The actor of a function that another thread calls for whole batches. Two batches may be in flight: who calls the function finds the
// next call when it has answered one. Calls are made in order, one after the other, so are the batches that come of them.

import { batchId, type Slot } from '../../data/arena.js'
import { internal, unsupported, withDetails } from '../../errors/factories.js'
import { pipelineError } from '../../errors/thrown.js'
import type { PipelineErrorInfo } from '../../errors.js'
import type { JsStage } from '../../graph/types.js'
import { AsyncOutbox, AsyncWaiter } from '../async-waiter.js'
import { Inbox } from '../blocking-waiter.js'
import { CallBatch, type CallState } from '../call-batch.js'
import { Caller, type CallRoom, type Made } from '../calls.js'
import type { CombinedBatch } from '../combine-batches.js'
import { Signalled } from '../control/control-words.js'
import { UserReport } from '../report.js'
import { Wait } from '../stats.js'
import { Inputs } from './inputs.js'
import type { Stage, StageContext } from './stage.js'

/** The work on one batch. */
interface CallFlight {
  readonly inputs: Inputs
  /** Memory for the inputs of its calls, once the other thread has made it, or the reason why there is none. */
  room: CallRoom | Error | undefined
  input?: (CombinedBatch & { generation: number }) | undefined
  slot?: Slot | undefined
  batch?: CallBatch | undefined
  /** When the function was called. */
  since: number
  /** The answer to the call; 'none' where no sample takes the branch. */
  made?: Made | Error | 'none' | undefined
  /** Why it could not begin ahead; thrown when the batches before it are sent. */
  failure?: unknown
}

export class CallsStageActor implements Stage {
  private readonly stage: JsStage
  private readonly waiter: AsyncWaiter
  private readonly outbox: AsyncOutbox
  private readonly report: UserReport | undefined
  /** In the order in which their batches are sent. */
  private readonly flights: CallFlight[]
  private state!: CallState
  private caller!: Caller
  /** Number of batches sent so far. */
  private batches = 0
  /** When the last call was answered. */
  private answered = 0

  constructor(private readonly ctx: StageContext) {
    const { config, port, words } = ctx
    if (config.stage.kind !== 'js') throw internal(`a ${config.stage.kind} stage calls no function`)
    this.stage = config.stage
    this.waiter = new AsyncWaiter(port, config)
    this.outbox = new AsyncOutbox(this.waiter)
    this.report = config.report && new UserReport(config.report)
    const inboxes = config.inputs.map((_, i) => new Inbox(port, config, i))
    this.flights = Array.from({ length: config.inFlight }, () => {
      const own = inboxes.map((inbox) => inbox.another(config))
      return { inputs: new Inputs(own, words, config), room: undefined, since: 0 }
    })
  }

  /** Throws UNSUPPORTED where nobody calls the function. */
  async init(): Promise<void> {
    const { stage } = this
    const { code, op, callSite } = stage
    const { calls } = this.ctx.config
    if (!calls || !('function' in code)) throw unsupported('This function is called by a host alone', { op, callSite })
    this.state = { stage, function: code.function, last: undefined }
    this.caller = new Caller(calls)
    for (const flight of this.flights) this.askForRoom(flight)
  }

  private askForRoom(flight: CallFlight): void {
    flight.room = undefined
    this.caller.room((room) => {
      flight.room = room
      this.waiter.wake()
    })
  }

  async step(): Promise<void> {
    const first = this.flights[0]!
    if (!first.batch) await this.begin(first)
    await this.answerTo(first)
    if (first.input!.generation !== this.ctx.words.epochs.generation) return this.drop()
    const waited = first.made !== 'none'
    this.finish(first)
    // The event loop gets a turn, even if no function was called for a long time.
    if (!waited) await new Promise<void>((resolve) => setImmediate(resolve))
  }

  /** Waits for the function, and begins other batches meanwhile. */
  private async answerTo(flight: CallFlight): Promise<void> {
    // A new generation interrupts the wait until somebody has read it, and the answer is awaited all the same.
    const { generation } = this.ctx.words.epochs
    await this.waiter.until(Wait.none, () => {
      if (flight.made) return true
      if (flight.input!.generation === generation) this.beginAhead()
      return undefined
    })
  }

  /** Begins a batch, and waits for its input, a slot and memory. */
  private async begin(flight: CallFlight): Promise<void> {
    if (flight.failure) throw flight.failure
    // A new generation interrupts waits until somebody has read it.
    void this.ctx.words.epochs.generation
    flight.input ??= await this.waiter.until(Wait.starved, () => flight.inputs.poll())
    // The interruption of an earlier wait may have been about this batch.
    if (flight.input.generation !== this.ctx.words.epochs.generation) {
      await this.drop()
      throw new Signalled()
    }
    flight.slot ??= await this.outbox.vacancy()
    await this.waiter.until(Wait.none, () => flight.room)
    this.start(flight)
  }

  /** Begins each batch whose predecessor has begun, as far as that is possible without waiting. */
  private beginAhead(): void {
    for (const [i, flight] of this.flights.entries()) {
      const before = this.flights[i - 1]
      if (!before || flight.batch) continue
      if (!before.batch || flight.failure) return
      try {
        flight.input ??= flight.inputs.poll()
        if (flight.input?.generation !== before.input!.generation || !flight.room) return
        flight.slot ??= this.outbox.reserveNext()
        if (!flight.slot) return
        this.start(flight)
      } catch (error) {
        flight.failure = error
        return
      }
    }
  }

  /** Calls the function for a batch that has its input, its slot, and a room. */
  private start(flight: CallFlight): void {
    const { room } = flight
    if (room instanceof Error) {
      this.askForRoom(flight)
      throw room
    }
    const at = this.flights.indexOf(flight)
    // The function writes to all of the slot, also to what was not asked for here.
    this.outbox.pin(at)
    const makeRoom = (bytes: number) => this.outbox.grow(bytes, this.flights.indexOf(flight))
    const batch = new CallBatch(this.state, flight.inputs.slots, flight.slot!, makeRoom, flight.input!.count)
    if (!batch.chosen.length) flight.made = 'none'
    else {
      flight.since = performance.now()
      this.caller.call(batch.call(room!), (made, kept) => {
        flight.made = made
        const now = performance.now()
        this.report?.ran((now - Math.max(flight.since, this.answered)) / 1e3, batch.chosen.length)
        this.answered = now
        if (kept) {
          this.caller.done(room!)
          this.askForRoom(flight)
        }
        this.waiter.wake()
      })
    }
    flight.batch = batch
  }

  /** Completes the first batch, and sends it. */
  private finish(flight: CallFlight): void {
    const { made, batch, input, inputs } = flight
    const { op, callSite } = this.stage
    try {
      if (made instanceof Error) throw made
      const written = batch!.finish(made === 'none' ? undefined : made, inputs.slots[0]!.id, input!.flags)
      for (const [o, bytes] of written.outputs.entries()) this.report?.made(o, ...bytes)
      this.end()
      this.outbox.send(input!.count, written.bytes)
    } catch (error) {
      throw withDetails(pipelineError(error), { op, callSite })
    }
  }

  /** The first batch is done, and the next one becomes the first. */
  private end(): void {
    const first = this.flights.shift()!
    first.inputs.release()
    clear(first)
    this.flights.push(first)
    this.batches++
  }

  /** Drops the batches of an epoch that was given up, once no function writes to their slots. */
  private async drop(): Promise<void> {
    for (const flight of this.flights) {
      if (flight.batch) await this.answerTo(flight)
    }
    for (const flight of this.flights) {
      if (flight.input) flight.inputs.drop()
      else flight.inputs.release()
      clear(flight)
    }
    this.outbox.unreserve()
  }

  fail(error: PipelineErrorInfo): void {
    this.outbox.sendFailure(batchId(this.ctx.words.epochs.generation, this.batches), error, true)
  }

  async failBatch(error: PipelineErrorInfo): Promise<boolean> {
    const { inputs } = this.flights[0]!
    if (!inputs.complete || inputs.ended) return false
    await this.outbox.vacancy()
    this.outbox.sendFailure(batchId(inputs.slots[0]!.generation, this.batches), error, false)
    this.end()
    return true
  }

  trim(): void {
    this.outbox.trim()
  }

  stop(): void {
    for (const { inputs } of this.flights) inputs.release()
    this.caller?.close()
    this.waiter.close()
  }
}

function clear(flight: CallFlight): void {
  flight.input = flight.slot = flight.batch = flight.made = flight.failure = undefined
}
