// Memory that the process maps, writes to, and reads. The process maps as much of it as it needs: the file behind it has its
// full size from the start. Here it grows when the process says how much it has written.
import { openSlot } from '../actors/slot-memory.js'
import { Slot, type SlotConfig } from '../data/arena.js'
import { volumeOf } from '../data/elements.js'
import { invalidInput } from '../errors/factories.js'
import { dtypeBytes } from '../generated/abi.js'
import { type Handle, native } from '../native.js'
import type { FedOutput } from './feeds-protocol.js'

export class Room {
  private readonly slot = new Slot(openSlot(true))

  constructor(readonly number: number) {}

  get config(): SlotConfig {
    return this.slot.config
  }
  get segment(): Handle {
    return this.slot.config.segment!
  }

  /** The memory, with at least so many bytes. Throws OUT_OF_MEMORY. */
  memory(bytes: number): SharedArrayBuffer {
    this.slot.ensure(bytes, true)
    return this.slot.buffer
  }

  /** The places of an output's samples, one for each. Throws INVALID_INPUT for places outside of the room. */
  places({ dtype, at, count }: FedOutput): (readonly [offset: number, shape: readonly number[]])[] {
    const { byteLength } = this.slot.buffer
    const bytesOf = (shape: readonly number[]) => volumeOf(shape) * dtypeBytes[dtype]
    const each =
      count === undefined
        ? [...at]
        : Array.from({ length: count }, (_, i) => {
            const [offset, shape] = at[0]!
            return [offset + i * bytesOf(shape), shape] as const
          })
    for (const [offset, shape] of each) {
      const bytes = bytesOf(shape)
      if (offset % dtypeBytes[dtype] === 0 && offset + bytes <= byteLength) continue
      throw invalidInput(`Expected data within a room of ${byteLength} bytes but received ${bytes} at ${offset}`)
    }
    return each
  }

  close(): void {
    native().close(this.slot.handle)
    native().close(this.segment)
  }
}
