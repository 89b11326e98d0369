// Batches that cannot be handed over where they lie: those of an executor with few slots, which the pipeline would lack
// while a consumer holds them, and those that have been copied out of their slots already. They are copied into segments
// of the server's own, which are used again.
import { openSlot } from '../actors/slot-memory.js'
import { Slot } from '../data/arena.js'
import { native } from '../native.js'

export class Copies {
  private readonly free: Slot[] = []
  private readonly all: Slot[] = []

  /** Copies a batch. The copy is the caller's until it is given back. */
  copy(from: Slot): Slot {
    const slot = this.free.pop() ?? this.make()
    const { usedBytes } = from
    slot.ensure(usedBytes, true)
    new Uint8Array(slot.buffer, 0, usedBytes).set(new Uint8Array(from.buffer, 0, usedBytes))
    return slot
  }

  give(slots: readonly Slot[]): void {
    this.free.push(...slots)
  }

  private make(): Slot {
    const slot = new Slot(openSlot(true))
    this.all.push(slot)
    return slot
  }

  /** Frees all copies. Consumers that hold one keep its memory, but nothing is written to it any more. */
  close(): void {
    for (const { handle, config } of this.all.splice(0)) {
      native().close(handle)
      native().close(config.segment!)
    }
  }
}
