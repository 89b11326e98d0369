// What the process feeds: it writes it to a room, which is its own again when the feed that names it is answered, or when the batch
// was shared for which it was scheduled.
import { setOrigin } from '../data/sample-data.js'
import { Tensor } from '../data/tensor.js'
import type { BatchData } from '../data/types.js'
import type { SourceSettings } from '../definition/sources.js'
import { invalidInput } from '../errors/factories.js'
import type { FedOutput } from './feeds-protocol.js'
import type { Feeds } from './protocol.js'
import { Room } from './rooms.js'

export class FeedRooms {
  private readonly rooms = new Map<number, Room>()
  private last = 0

  open(): Room {
    const room = new Room(++this.last)
    this.rooms.set(room.number, room)
    return room
  }

  /**
   * What is fed, as pipelines take it: in the room, or in a copy of it. `source` gives how an input is fed. Throws INVALID_INPUT for
   * what is not in the room.
   */
  data(
    { room: number, bytes, inputs }: Feeds,
    source: (name: string) => SourceSettings | undefined,
    copies: boolean,
  ): Record<string, BatchData | readonly BatchData[]> {
    const room = this.room(number)
    const memory = room.memory(bytes)
    const buffer = copies ? memory.slice(0, bytes) : memory
    return Object.fromEntries(
      Object.entries(inputs).map(([name, outputs]) => {
        const batches = outputs.map((output) => samplesIn(room, buffer, output) as unknown as BatchData)
        // The pipeline refuses other numbers of outputs, and unknown names.
        return [name, source(name)?.listed || batches.length !== 1 ? batches : batches[0]!]
      }),
    )
  }

  /** The samples of one output in the first `bytes` of a room. Throws INVALID_INPUT for what is not in it. */
  samples(number: number, bytes: number, output: FedOutput): Tensor[] {
    const room = this.room(number)
    return samplesIn(room, room.memory(bytes), output)
  }

  private room(number: number): Room {
    const room = this.rooms.get(number)
    if (room) return room
    throw invalidInput(`Expected the number of a room but received ${number}`)
  }
}

/** Samples in `buffer`, which is the room's memory or a copy of it. */
function samplesIn(room: Room, buffer: SharedArrayBuffer, output: FedOutput): Tensor[] {
  const { dtype, layout, origins } = output
  // Tensors tell dtypes for which there are no typed arrays of their own.
  const samples = room.places(output).map(([offset, shape]) => new Tensor({ dtype, shape, layout, buffer, offset }))
  for (const [i, [index, epoch, source]] of (origins ?? []).entries()) setOrigin(samples[i]!, { index, epoch, source })
  return samples
}
