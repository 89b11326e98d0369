// The cpu actor with two batches in flight, each in a native program of its own. Threads that find no more samples in
// the first batch begin with those of the second, so none waits for the last sample of a batch or for the next set-up.
// Each input batch becomes one output batch (no sample is skipped), and they are sent in order. The second batch takes
// a place of its mailbox. The actor's thread waits in one place, on its bell, which the pool rings when a batch is
// made.

import { batchId, type Slot } from '../../data/arena.js'
import type { PipelineErrorInfo } from '../../errors.js'
import { batchFlags, memory } from '../../generated/abi.js'
import { type Handle, native } from '../../native.js'
import { Inbox, Outbox } from '../blocking-waiter.js'
import type { CombinedBatch } from '../combine-batches.js'
import { Signalled } from '../control/control-words.js'
import { Wait } from '../stats.js'
import { Inputs } from './inputs.js'
import type { Stage, StageContext } from './stage.js'

/** The work on one input batch. */
interface Flight {
  readonly program: Handle
  readonly inputs: Inputs
  input?: (CombinedBatch & { generation: number }) | undefined
  slot?: Slot | undefined
  /** Its samples are set up, and the pool has them if there are enough to share. */
  begun: boolean
  /** Why it could not begin ahead; thrown when the batches before it are sent. */
  failure?: unknown
  /** An attempt to begin it ahead failed, or there was too little memory. */
  putOff: boolean
}

export class OverlappedStageActor implements Stage {
  private readonly outbox: Outbox
  /** The flights in the order in which they will be sent. */
  private readonly flights: Flight[]
  /** Number of batches sent so far. */
  private batch = 0

  constructor(private readonly ctx: StageContext) {
    const { config, port, words } = ctx
    this.outbox = new Outbox(port, config)
    const inboxes = config.inputs.map((_, i) => new Inbox(port, config, i))
    this.flights = config.programs.map((program) => {
      const own = inboxes.map((inbox) => inbox.another(config))
      return { program, inputs: new Inputs(own, words, config), begun: false, putOff: false }
    })
  }

  step(): void {
    const { words, port } = this.ctx
    const [first, ...others] = this.flights as [Flight, ...Flight[]]
    if (!first.begun) this.begin(first)
    port.until(Wait.none, () => {
      if (native().programDone(first.program)) return true
      others.forEach((flight, i) => {
        this.beginAhead(flight, this.flights[i]!)
      })
      return undefined
    })
    // The consumer gave the epoch up.
    if (first.input!.generation !== words.epochs.generation) {
      this.drop()
      return
    }
    this.finish(first)
  }

  /** Begins a batch, and waits for its input, a slot and memory. */
  private begin(flight: Flight): void {
    if (flight.failure) throw flight.failure
    flight.input ??= flight.inputs.receive()
    // The interruption of an earlier wait may have been about this batch.
    if (flight.input.generation !== this.ctx.words.epochs.generation) {
      this.drop()
      throw new Signalled()
    }
    const slot = this.outbox.reserve()
    flight.slot = slot
    this.outbox.prepare((most) => this.setUp(flight, most))
    this.start(flight)
  }

  /** Begins a batch without waiting for anything, once the batch before it has begun. */
  private beginAhead(flight: Flight, before: Flight): void {
    if (flight.begun || flight.putOff || !before.begun) return
    if (before.input!.generation !== this.ctx.words.epochs.generation) return
    try {
      flight.input ??= flight.inputs.poll()
      if (!flight.input) return
      flight.slot ??= this.outbox.reserveNext()
      if (!flight.slot) return
      const bytes = this.setUp(flight, memory.mayCome)
      flight.putOff = bytes === memory.refused || !this.outbox.growNow(bytes)
      if (!flight.putOff) this.start(flight)
    } catch (error) {
      flight.failure = error
      flight.putOff = true
    }
  }

  private setUp(flight: Flight, most: number): number {
    const { program, inputs, input } = flight
    const id = this.id(input!.generation, this.flights.indexOf(flight))
    const handles = inputs.slots.map((slot) => slot.handle)
    return native().programSetup(program, id, handles, 0, input!.count, most)
  }

  private start(flight: Flight): void {
    const { block, bell } = this.ctx.config
    native().programStart(flight.program, flight.slot!.handle, block.handle, bell)
    flight.begun = true
  }

  private finish(flight: Flight): void {
    const { program, inputs, input } = flight
    const slot = flight.slot!
    const good = this.outbox.complete((flags) => native().programRun(program, slot.handle, flags))
    native().programRun(program, slot.handle, input!.flags & ~batchFlags.holes)
    inputs.release()
    this.clear(flight)
    this.flights.push(this.flights.shift()!)
    this.batch++
    this.outbox.send(good, slot.usedBytes)
  }

  private clear(flight: Flight): void {
    flight.input = flight.slot = flight.failure = undefined
    flight.begun = flight.putOff = false
  }

  /** Drops everything that is in flight. */
  private drop(): void {
    for (const flight of this.flights) {
      native().programSettle(flight.program)
      flight.inputs.drop()
      this.clear(flight)
    }
    this.outbox.unreserve()
  }

  fail(error: PipelineErrorInfo): void {
    this.outbox.sendFailure(this.id(this.ctx.words.epochs.generation, 0), error)
  }

  private id(generation: number, ahead: number): number {
    return batchId(generation, this.batch + ahead)
  }

  trim(): void {
    this.outbox.trim()
    for (const { program } of this.flights) native().trim(program, 0)
  }

  stop(): void {
    for (const { program, inputs } of this.flights) {
      native().programSettle(program)
      inputs.release()
    }
  }
}
