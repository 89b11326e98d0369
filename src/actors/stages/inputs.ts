// The inboxes of a stage with a native program: takes one batch from each, all of the current generation.
import type { Slot } from '../../data/arena.js'
import type { Inbox } from '../blocking-waiter.js'
import { type CombinedBatch, combineBatches } from '../combine-batches.js'
import type { ControlWords } from '../control/control-words.js'
import type { EndConfig } from '../protocol.js'

export class Inputs {
  /** The batches that the inboxes hold, after receive(). */
  slots: Slot[] = []

  constructor(
    private readonly inboxes: Inbox[],
    private readonly words: ControlWords,
    private readonly end: EndConfig,
    /**
     * Whether batches of a generation that was given up are returned too, because the actor must answer them. Needs
     * one inbox.
     */
    private readonly all = false,
  ) {}

  /**
   * Waits for a batch in each inbox. Throws a failure from upstream. After an interruption the next call continues.
   */
  receive(): CombinedBatch & { generation: number } {
    for (;;) {
      const input = this.joined(this.inboxes.map((inbox) => inbox.current ?? inbox.receive()))
      if (input) return input
    }
  }

  /**
   * Combines one batch from each inbox. If their generations are not the wanted one, gives those back and returns
   * undefined.
   */
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

  /** Takes a batch from each inbox without waiting; undefined while one is missing. */
  poll(): (CombinedBatch & { generation: number }) | undefined {
    for (;;) {
      const slots = this.inboxes.flatMap((inbox) => inbox.current ?? inbox.poll() ?? [])
      if (slots.length < this.inboxes.length) return undefined
      const input = this.joined(slots)
      if (input) return input
    }
  }

  /** Whether each inbox holds a batch. */
  get complete(): boolean {
    return this.inboxes.every(({ current }) => current)
  }

  /** Whether no batch follows what the inboxes hold. */
  get ended(): boolean {
    return this.slots.some(({ failure }) => failure?.ends)
  }

  /** Gives the batches back after use. */
  release(): void {
    for (const inbox of this.inboxes) inbox.release()
  }

  /** Gives the batches of an epoch that was given up back, and asks for others. */
  drop(): void {
    this.release()
    this.words.epochs.request(this.end)
  }
}
