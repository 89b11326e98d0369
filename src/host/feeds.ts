// What the process feeds: it writes it to a room, which is its own again when the feed that names it is answered. By then the
// pipeline has its copy.
import { Tensor } from '../data/tensor.js'
import type { BatchData } from '../data/types.js'
import type { SourceSettings } from '../definition/sources.js'
import { invalidInput } from '../errors/factories.js'
import type { Feeds } from './protocol.js'
import { Room } from './rooms.js'

export class FeedRooms {
  private readonly rooms = new Map<number, Room>()

  open(): Room {
    const room = new Room(this.rooms.size + 1)
    this.rooms.set(room.number, room)
    return room
  }

  /** What is fed, as pipelines take it. `source` gives how an input is fed. Throws INVALID_INPUT for what is not in the room. */
  data(
    { room: number, bytes, inputs }: Feeds,
    source: (name: string) => SourceSettings | undefined,
  ): Record<string, BatchData | readonly BatchData[]> {
    const room = this.rooms.get(number)
    if (!room) throw invalidInput(`Expected the number of a room but received ${number}`)
    const buffer = room.memory(bytes)
    return Object.fromEntries(
      Object.entries(inputs).map(([name, outputs]) => {
        const batches = outputs.map((output) => {
          const { dtype, layout } = output
          // Tensors tell dtypes for which there are no typed arrays of their own.
          return room
            .places(output)
            .map(([offset, shape]) => new Tensor({ dtype, shape, layout, buffer, offset })) as unknown as BatchData
        })
        // The pipeline refuses other numbers of outputs, and unknown names.
        return [name, source(name)?.listed || batches.length !== 1 ? batches : batches[0]!]
      }),
    )
  }
}
