// A working stage's inboxes together: one batch from each, all of the current generation.
import type { Slot } from '../../data/arena.js'
import type { Inbox } from '../blocking-waiter.js'
import { type CombinedBatch, combineBatches } from '../combine-batches.js'
import type { ControlWords } from '../control/control-words.js'
import type { EndConfig } from '../protocol.js'

export class Inputs {
  /** What the inboxes hold, after receive(). */
  slots: Slot[] = []

  constructor(
    private readonly inboxes: Inbox[],
    private readonly words: ControlWords,
    private readonly end: EndConfig,
    /** Batches of a generation that was given up are for the actor to answer. There is one inbox then. */
    private readonly all = false,
  ) {}

  /** Waits; throws what failed upstream. An interrupted call goes on where it was. */
  receive(): CombinedBatch & { generation: number } {
    for (;;) {
      const input = this.joined(this.inboxes.map((inbox) => inbox.current ?? inbox.receive()))
      if (input) return input
    }
  }

  /** One batch from each inbox as the input; undefined, and what is stale is given back, where they are of other generations. */
  private joined(slots: Slot[]): (CombinedBatch & { generation: number }) | undefined {
    this.slots = slots
    const generation = this.all ? slots[0]!.generation : this.words.epochs.generation
    if (slots.every((slot) => slot.generation === generation)) return { ...combineBatches(slots), generation }
    this.inboxes.forEach((inbox, i) => {
      if (slots[i]!.generation !== generation) inbox.release()
    })
    this.words.epochs.request(this.end)
    return undefined
  }

  /** The same at once; undefined while a batch is missing. */
  poll(): (CombinedBatch & { generation: number }) | undefined {
    for (;;) {
      const slots = this.inboxes.flatMap((inbox) => inbox.current ?? inbox.poll() ?? [])
      if (slots.length < this.inboxes.length) return undefined
      const input = this.joined(slots)
      if (input) return input
    }
  }

  /** The batches were used. */
  release(): void {
    for (const inbox of this.inboxes) inbox.release()
  }

  /** The batches belong to an epoch that was given up: others must come instead. */
  drop(): void {
    this.release()
    this.words.epochs.request(this.end)
  }
}
