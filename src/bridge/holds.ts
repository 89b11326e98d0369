// What another process holds of one pipeline's batches. A batch is handed over where it lies; its slots go back when the
// process has let go of it. Executors with few slots would stop when all of them are held, so there the batch is copied.
import type { Slot } from '../data/arena.js'
import type { Lease } from '../data/lease.js'
import type { Handle } from '../native.js'
import type { Hold, Mapped } from './connection.js'
import { Copies } from './copies.js'
import type { PartOfBatch } from './protocol.js'

export class Holds {
  private readonly copies = new Copies()
  /** Batches in slots of the pipeline that are held. */
  private inSlots = 0

  /** `most`: how many of them can be held at once, with one more still being made. `copied`: counts bytes that were copied. */
  constructor(
    private readonly most: number,
    private readonly copied: (bytes: number) => void,
  ) {}

  /** The slots in which another process finds the batch, and what ends its hold on them. */
  of(lease: Lease): Hold {
    const slots = lease.parts.map(({ slot }) => slot)
    const inPlace = this.inSlots + 1 < this.most && slots.every(({ config }) => config.segment !== undefined)
    if (!inPlace) {
      const copies = slots.map((slot) => this.copies.copy(slot))
      this.copied(slots.reduce((sum, { usedBytes }) => sum + usedBytes, 0))
      return { slots: copies, free: () => this.copies.give(copies) }
    }
    // The memory stays although the outputs on this side end.
    const unpin = lease.retain()
    this.inSlots++
    return {
      slots,
      free: () => {
        this.inSlots--
        unpin()
      },
    }
  }

  /** Frees all copies. A process that holds one keeps its memory, but nothing is written to it any more. */
  close(): void {
    this.copies.close()
  }
}

/** How a message names the memory of slots, and the segments whose descriptors go with it. */
export function handedOver(slots: readonly Slot[], mapped: Mapped): { parts: PartOfBatch[]; news: Handle[] } {
  const news: Handle[] = []
  const parts = slots.map((slot): PartOfBatch => {
    const segment = slot.config.segment!
    const bytes = slot.buffer.byteLength
    if (mapped.mustMap(segment, bytes)) news.push(segment)
    return [segment, bytes]
  })
  return { parts, news }
}
