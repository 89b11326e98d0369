// What keeps a batch's slots from being written again: a lease, shared by all outputs of the batch. It ends when it is
// released, when the pipeline's way of running says so, or when the garbage collector finds that no object refers to the
// batch's memory any more (output-memory.ts).

import { errorOf, outputReleased } from '../errors/factories.js'
import type { Slot } from './arena.js'
import { endView, type OutputView, outputView, weakenView } from './output-memory.js'

/** Copies of outputs that users made, for statistics. */
export interface CopyCounter {
  count: number
  bytes: number
}

/** What is left to do when a lease ends; it must not refer to the lease or its buffers, so that they can be collected. */
class LeaseState {
  open = true
  /** Others that still read the batch. */
  private pins = 0

  constructor(
    private readonly giveBack: () => void,
    /** Parts whose memory something may still refer to. */
    private reachable: number,
  ) {}

  end(): boolean {
    if (!this.open) return false
    this.open = false
    this.settle()
    return true
  }

  /** As long as a view on one part lives, all parts stay. */
  collected(): void {
    if (--this.reachable === 0) this.end()
  }

  pin(): () => void {
    let pinned = true
    this.pins++
    return () => {
      if (!pinned) return
      pinned = false
      this.pins--
      this.settle()
    }
  }

  private settle(): void {
    if (!this.open && !this.pins) this.giveBack()
  }
}

export interface LeaseOptions {
  /** When it ends unless released before, for messages. */
  until: string
  /**
   * Who owns the memory. 'slots': the outputs look at the slots. 'strong': they do, and only collect() finds that they were
   * dropped, for loops that block the thread. 'copies': these are slots of the outputs' own.
   */
  memory: 'slots' | 'strong' | 'copies'
  copies: CopyCounter
  /** Whether the pipeline that made the batch is closed. */
  closed: () => boolean
}

export class Lease {
  /** Per input of the sink: the batch's slot, and the memory that its outputs look at. */
  readonly parts: readonly { slot: Slot; buffer: ArrayBuffer }[]
  readonly copies: CopyCounter
  private readonly holding: LeaseState
  private readonly views: readonly OutputView[]

  constructor(
    slots: readonly Slot[],
    /** Samples in the batch; what lies behind them in a part is not delivered. */
    readonly count: number,
    giveBack: () => void,
    private readonly options: LeaseOptions,
  ) {
    const holding = new LeaseState(giveBack, slots.length)
    this.holding = holding
    // Not a closure: one of this function would refer to whatever any other of its closures does, the lease among it.
    const collected = holding.collected.bind(holding)
    const { memory } = options
    const view = (slot: Slot) => {
      const more = { strong: memory === 'strong', elsewhere: slot.deviceBytes }
      return outputView(slot, slot.usedBytes, collected, more)
    }
    this.views = memory === 'copies' ? [] : slots.map(view)
    this.parts = slots.map((slot, i) => ({
      slot,
      buffer: this.views[i]?.buffer ?? (slot.buffer as unknown as ArrayBuffer),
    }))
    this.copies = options.copies
  }

  /** The pipeline is closed: handles of host memory are gone, the memory is not. */
  get orphaned(): boolean {
    return this.options.closed()
  }

  check(): void {
    if (this.holding.open) return
    throw outputReleased(
      `This output was released: it was valid until ${this.options.until}`,
      'Take what you need before then, or keep a copy() of it',
    )
  }

  get released(): boolean {
    return !this.holding.open
  }

  /** Throws PIPELINE_CLOSED once the stages are gone; the batch may live on. */
  checkOpen(): void {
    if (this.orphaned) throw errorOf('PIPELINE_CLOSED', 'The pipeline is closed')
  }

  /** Keeps the memory from being used again, also after release(), until the returned function is called. */
  retain(): () => void {
    return this.holding.pin()
  }

  release(): void {
    if (!this.holding.end()) return
    for (const { id } of this.views) endView(id, true)
  }

  /** Lets the collector take the outputs like any other objects. What is returned does not refer to them. */
  get weaken(): () => void {
    const ids = this.views.map(({ id }) => id)
    return () => {
      for (const id of ids) weakenView(id)
    }
  }
}
