// Keeps a batch's slots from being written again. All outputs of the batch share one lease. It ends when the user
// releases the batch, when the pipeline does (the next run(), the next turn of the loop), or when the garbage
// collector finds that no object refers to the batch's memory any more (output-memory.ts).

import { closed, outputReleased } from '../errors/factories.js'
import { native } from '../native.js'
import type { Slot } from './arena.js'
import { checkAttached } from './attached.js'
import { LateView, type ViewEnd } from './output-memory.js'

/** Counts the copies that users made of outputs, for statistics. */
export interface CopyCounter {
  count: number
  bytes: number
}

/**
 * The state of a lease, and what happens at its end. The finalizers of the batch's buffers refer to it, so it must not
 * refer to the lease or to the buffers: they could never be collected.
 */
class LeaseState {
  open = true
  /** Number of retain() calls that have not ended; the memory stays as long as there are any. */
  private pins = 0

  constructor(
    private readonly giveBack: () => void,
    /** Number of parts to whose memory an object may still refer. */
    private reachable: number,
  ) {}

  end(): boolean {
    if (!this.open) return false
    this.open = false
    this.settle()
    return true
  }

  /** No object refers to one of the parts any more. The lease ends with the last part. */
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
  /** When the lease ends unless it is released before, in words, for error messages. */
  until: string
  /**
   * 'slots': the outputs are views on the slots. 'strong': likewise, but only collect() finds that they were dropped;
   * for loops that block the thread, where finalizers do not run. 'copies': the slots are copied, and free at once.
   */
  memory: 'slots' | 'strong' | 'copies'
  copies: CopyCounter
  /** Whether the pipeline that made the batch is closed. */
  closed: () => boolean
}

/** One input of the sink: the batch's slot, and the buffer on which its outputs are views. */
export interface Part {
  readonly slot: Slot
  /** It is made when it is first asked for, which may be expensive. */
  readonly buffer: ArrayBuffer
}

/** A batch of at least this many bytes gets its buffer late. Smaller ones matter little to V8. */
const lateFrom = 2 ** 20

/** A part on the slot's own memory. */
class SlotPart extends LateView implements Part {
  constructor(
    readonly slot: Slot,
    collected: () => void,
    strong: boolean,
  ) {
    const { usedBytes: bytes, deviceBytes: elsewhere } = slot
    super(slot, bytes, collected, { strong, elsewhere, early: bytes < lateFrom })
  }
}

/**
 * A part in memory of its own, to which a slot was copied. The garbage collector frees it like any other object.
 */
class CopiedPart implements Part {
  readonly slot: Slot
  private seen = false

  constructor(from: Slot) {
    this.slot = from.copy()
  }

  get buffer(): ArrayBuffer {
    this.seen = true
    return this.slot.buffer as unknown as ArrayBuffer
  }

  /** Throws OUTPUT_RELEASED when the user has transferred the buffer, with the tables that lie in it. */
  check(): void {
    if (this.seen) checkAttached(this.slot.buffer, 1)
  }

  /** Typed arrays on the buffer become empty, as those on a slot that was released. */
  end(): void {
    if (this.seen) native().detach(this.buffer)
  }
}

export class Lease {
  readonly parts: readonly Part[]
  readonly copies: CopyCounter
  private readonly holding: LeaseState
  private readonly ends: readonly ViewEnd[]
  /** The parts, if they are copies. */
  private readonly own: readonly CopiedPart[]

  constructor(
    slots: readonly Slot[],
    /** Number of samples in the batch. A part may hold more; those are not delivered. */
    readonly count: number,
    /** Gives the slots back. A lease on copies does not call it: its slots can be given back once it is there. */
    giveBack: () => void,
    private readonly options: LeaseOptions,
  ) {
    const { memory } = options
    this.copies = options.copies
    if (memory === 'copies') {
      const parts = slots.map((slot) => new CopiedPart(slot))
      this.parts = parts
      this.own = parts
      this.ends = []
      this.holding = new LeaseState(() => {
        for (const part of parts) part.end()
      }, parts.length)
      return
    }
    const holding = new LeaseState(giveBack, slots.length)
    this.holding = holding
    // A bound function and not a closure: all closures of a function share their variables, so a closure made here
    // would refer to the lease.
    const collected = holding.collected.bind(holding)
    const parts = slots.map((slot) => new SlotPart(slot, collected, memory === 'strong'))
    this.own = []
    this.ends = parts.map(({ end }) => end)
    this.parts = parts
  }

  /** True when the pipeline is closed: the native handles of the slots are gone, but the memory is still valid. */
  get orphaned(): boolean {
    return this.options.closed()
  }

  /** Throws OUTPUT_RELEASED when the lease has ended, or when the user has transferred a copy's memory. */
  check(): void {
    if (this.holding.open) {
      for (const part of this.own) part.check()
      return
    }
    throw outputReleased(
      `This output was released: it was valid until ${this.options.until}`,
      'Take what you need before then, or keep a copy() of it',
    )
  }

  get released(): boolean {
    return !this.holding.open
  }

  /** Throws PIPELINE_CLOSED when the pipeline is closed; the batch may still be valid. */
  checkOpen(): void {
    if (this.orphaned) throw closed()
  }

  /** Keeps the memory from being used again, also after release(), until the returned function is called. */
  retain(): () => void {
    return this.holding.pin()
  }

  release(): void {
    if (!this.holding.end()) return
    for (const end of this.ends) end.end(true)
  }

  /**
   * A function for when the pipeline closes: outputs that are still in use get their buffers, because the slots' handles will be
   * gone, and 'strong' ones become outputs that the garbage collector finds like any other object. It does not refer to the
   * outputs.
   */
  get settle(): () => void {
    const { ends } = this
    return () => {
      for (const end of ends) end.settle()
    }
  }
}
