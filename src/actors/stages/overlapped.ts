// The cpu actor with two batches in flight (flights.ts). Each input batch becomes one output batch: no sample is skipped.

import { batchId } from '../../data/arena.js'
import type { PipelineErrorInfo } from '../../errors.js'
import { batchFlags } from '../../generated/abi.js'
import { native } from '../../native.js'
import { Inbox, Outbox } from '../blocking-waiter.js'
import type { CombinedBatch } from '../combine-batches.js'
import { Signalled } from '../control/control-words.js'
import { type Flight, Flights } from './flights.js'
import { Inputs } from './inputs.js'
import type { Stage, StageContext } from './stage.js'

/** The work on one input batch. */
interface InputFlight extends Flight {
  readonly inputs: Inputs
  input?: (CombinedBatch & { generation: number }) | undefined
}

export class OverlappedStageActor implements Stage {
  private readonly outbox: Outbox
  private readonly flights: Flights<InputFlight>
  /** Number of batches sent so far. */
  private batch = 0

  constructor(private readonly ctx: StageContext) {
    const { config, port, words } = ctx
    this.outbox = new Outbox(port, config)
    const inboxes = config.inputs.map((_, i) => new Inbox(port, config, i))
    const all = config.programs.map((program): InputFlight => {
      const own = inboxes.map((inbox) => inbox.another(config))
      return { program, inputs: new Inputs(own, words, config), begun: false, putOff: false }
    })
    this.flights = new Flights(ctx, this.outbox, all, (flight, most) => this.setUp(flight, most))
  }

  step(): void {
    const { first } = this.flights
    if (!first.begun) this.begin(first)
    this.flights.awaitFirst((flight, before) => this.take(flight, before))
    // The consumer gave the epoch up.
    if (first.input!.generation !== this.ctx.words.epochs.generation) {
      this.drop()
      return
    }
    const { flags, count } = first.input!
    // An empty batch keeps the mark: by it the consumer knows an epoch of bad samples from an empty one.
    this.flights.finish(count ? flags & ~batchFlags.holes : flags, (flight) => {
      flight.inputs.release()
      flight.input = undefined
    })
    this.batch++
  }

  /** Begins a batch, and waits for its input, a slot and memory. */
  private begin(flight: InputFlight): void {
    if (flight.failure) throw flight.failure
    flight.input ??= flight.inputs.receive()
    // The interruption of an earlier wait may have been about this batch.
    if (flight.input.generation !== this.ctx.words.epochs.generation) {
      this.drop()
      throw new Signalled()
    }
    flight.slot = this.outbox.reserve()
    this.flights.begin(flight)
  }

  private take(flight: InputFlight, before: InputFlight): boolean {
    if (before.input!.generation !== this.ctx.words.epochs.generation) return false
    flight.input ??= flight.inputs.poll()
    if (!flight.input) return false
    flight.slot ??= this.outbox.reserveNext()
    return flight.slot !== undefined
  }

  private setUp(flight: InputFlight, most: number): number {
    const { program, inputs, input } = flight
    const id = this.id(input!.generation, this.flights.all.indexOf(flight))
    const handles = inputs.slots.map((slot) => slot.handle)
    return native().programSetup(program, id, handles, 0, input!.count, most)
  }

  private drop(): void {
    this.flights.drop((flight) => {
      flight.inputs.drop()
      flight.input = undefined
    })
  }

  fail(error: PipelineErrorInfo): void {
    this.outbox.sendFailure(this.id(this.ctx.words.epochs.generation, 0), error, true)
  }

  failBatch(error: PipelineErrorInfo): boolean {
    const { inputs } = this.flights.first
    if (inputs.ended) return false
    this.outbox.sendFailure(this.id(inputs.slots[0]!.generation, 0), error, false)
    this.batch++
    this.flights.dropFirst((flight) => {
      flight.inputs.release()
      flight.input = undefined
    })
    return true
  }

  private id(generation: number, ahead: number): number {
    return batchId(generation, this.batch + ahead)
  }

  trim(): void {
    this.outbox.trim()
    for (const { program } of this.flights.all) native().trim(program, 0)
  }

  stop(): void {
    this.flights.settle()
    for (const { inputs } of this.flights.all) inputs.release()
  }
}
