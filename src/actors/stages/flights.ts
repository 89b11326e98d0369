// Two batches of an actor in flight, each in a native program of its own. Threads that find no more samples in the first
// batch begin with those of the second, so none waits for the last sample of a batch or for the next set-up. They are sent
// in order, and the second takes a place of its mailbox. The actor's thread waits in one place, on its bell, which the pool
// rings when a batch is made. What a batch is made of is the actor's matter.

import type { Slot } from '../../data/arena.js'
import { memory } from '../../generated/abi.js'
import { type Handle, native } from '../../native.js'
import type { Outbox } from '../blocking-waiter.js'
import { Wait } from '../stats.js'
import type { StageContext } from './stage.js'

/** The work on one batch. */
export interface Flight {
  readonly program: Handle
  slot?: Slot | undefined
  /** Its samples are set up, and the pool has them if there are enough to share. */
  begun: boolean
  /** Why it could not begin ahead; thrown when the batches before it are sent. */
  failure?: unknown
  /** An attempt to begin it ahead failed, or there was too little memory. */
  putOff: boolean
}

export class Flights<F extends Flight> {
  constructor(
    private readonly ctx: StageContext,
    private readonly outbox: Outbox,
    /** The flights in the order in which they will be sent. */
    readonly all: F[],
    /** Sets a batch up, with so much memory at most; returns the bytes that its slot must have. */
    private readonly setUp: (flight: F, most: number) => number,
  ) {}

  get first(): F {
    return this.all[0]!
  }

  /** Begins a batch that has its input and its slot, and waits for memory. */
  begin(flight: F): void {
    this.outbox.prepare((most) => this.setUp(flight, most))
    this.start(flight)
  }

  /**
   * Waits until the first batch is made, and begins the others meanwhile, each once the batch before it has begun. `take`
   * gives one its input and its slot without waiting, and says whether it has them.
   */
  awaitFirst(take: (flight: F, before: F) => boolean): void {
    const [first, ...others] = this.all as [F, ...F[]]
    this.ctx.port.until(Wait.none, () => {
      if (native().programDone(first.program)) return true
      others.forEach((flight, i) => {
        if (this.all[i]!.begun) this.beginAhead(flight, () => take(flight, this.all[i]!))
      })
      return undefined
    })
  }

  private beginAhead(flight: F, take: () => boolean): void {
    if (flight.begun || flight.putOff) return
    try {
      if (!take()) return
      const bytes = this.setUp(flight, memory.mayCome)
      flight.putOff = bytes === memory.refused || !this.outbox.growNow(bytes)
      if (!flight.putOff) this.start(flight)
    } catch (error) {
      flight.failure = error
      flight.putOff = true
    }
  }

  private start(flight: F): void {
    const { block, bell } = this.ctx.config
    native().programStart(flight.program, flight.slot!.handle, block.handle, bell)
    flight.begun = true
  }

  /** Completes the first batch with these flags and sends it. `made` gives up its input, which is not needed any more. */
  finish(flags: number, made: (flight: F) => void): void {
    const { first } = this
    const { program } = first
    const slot = first.slot!
    const good = this.outbox.complete((outlook) => native().programRun(program, slot.handle, outlook))
    native().programFinish(program, slot.handle, flags)
    this.end(made)
    this.outbox.send(good, slot.usedBytes)
  }

  /** Drops the first batch, in whose place something else was sent; the others go on. `dropped` gives up its input. */
  dropFirst(dropped: (flight: F) => void): void {
    native().programSettle(this.first.program)
    this.end(dropped)
  }

  /** The next batch becomes the first. */
  private end(giveUp: (flight: F) => void): void {
    const { first } = this
    giveUp(first)
    clear(first)
    this.all.push(this.all.shift()!)
  }

  /** Ends what the pool does for them. */
  settle(): void {
    for (const { program } of this.all) native().programSettle(program)
  }

  /** Drops everything that is in flight. `dropped` gives up the input of each. */
  drop(dropped: (flight: F) => void): void {
    this.settle()
    for (const flight of this.all) {
      dropped(flight)
      clear(flight)
    }
    this.outbox.unreserve()
  }
}

function clear(flight: Flight): void {
  flight.slot = flight.failure = undefined
  flight.begun = flight.putOff = false
}
