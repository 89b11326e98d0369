// Memory to which the process writes what it feeds. A room is the process's own until the answer to the feed that names
// it: by then the pipeline has its copy.
import { openSlot } from '../actors/slot-memory.js'
import { Slot } from '../data/arena.js'
import { volumeOf } from '../data/elements.js'
import { Tensor } from '../data/tensor.js'
import type { BatchData } from '../data/types.js'
import type { SourceSettings } from '../definition/sources.js'
import { invalidInput } from '../errors/factories.js'
import { dtypeBytes } from '../generated/abi.js'
import { type Handle, native } from '../native.js'
import type { FedOutput, Feeds } from './protocol.js'

export class Rooms {
  private readonly rooms = new Map<number, Slot>()
  private last = 0

  /** A room of at least so many bytes: its number, the bytes to map, and the segment whose descriptor the process needs. */
  open(bytes: number): { room: number; bytes: number; segment: Handle } {
    const slot = new Slot(openSlot(true))
    const room = ++this.last
    this.rooms.set(room, slot)
    slot.ensure(bytes, true)
    return { room, bytes: slot.buffer.byteLength, segment: slot.config.segment! }
  }

  /** The process uses the room no more. */
  close(room: number): void {
    const slot = this.rooms.get(room)
    if (!slot) return
    this.rooms.delete(room)
    native().close(slot.handle)
    native().close(slot.config.segment!)
  }

  /** What is fed, as pipelines take it. `source` gives how an input is fed. Throws INVALID_INPUT for places outside of the room. */
  feeds(
    { room, inputs }: Feeds,
    source: (name: string) => SourceSettings | undefined,
  ): Record<string, BatchData | readonly BatchData[]> {
    const slot = this.rooms.get(room)
    if (!slot) throw invalidInput(`Expected the number of a room but received ${room}`)
    const { buffer } = slot
    return Object.fromEntries(
      Object.entries(inputs).map(([name, outputs]) => {
        const batches = outputs.map((output) => samplesOf(output, buffer))
        // The pipeline refuses other numbers of outputs, and unknown names.
        return [name, source(name)?.listed || batches.length !== 1 ? batches : batches[0]!]
      }),
    )
  }
}

/** The samples of an output. Tensors tell dtypes for which there are no typed arrays of their own. */
function samplesOf({ dtype, layout, at, count }: FedOutput, buffer: SharedArrayBuffer): BatchData {
  const tensor = (offset: number, shape: readonly number[]) => {
    const bytes = volumeOf(shape) * dtypeBytes[dtype]
    if (offset % dtypeBytes[dtype] || !(offset + bytes <= buffer.byteLength)) {
      throw invalidInput(`Expected data within a room of ${buffer.byteLength} bytes but received ${bytes} at ${offset}`)
    }
    return new Tensor({ dtype, shape, layout, buffer, offset })
  }
  if (count === undefined) return at.map(([offset, shape]) => tensor(offset, shape)) as unknown as BatchData
  const [offset, shape] = at[0]!
  const bytes = volumeOf(shape) * dtypeBytes[dtype]
  return Array.from({ length: count }, (_, i) => tensor(offset + i * bytes, shape)) as unknown as BatchData
}
