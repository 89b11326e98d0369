// The readers of a captured loop: their positions, and pipelines over them that begin at these positions.

import { Pipeline } from '../../api/pipeline.js'
import type { TensorList } from '../../data/tensor-list.js'
import { closed } from '../../errors/factories.js'
import type { PipelineError } from '../../errors.js'
import type { Graph, GraphNode } from '../../graph/types.js'
import { type Made, storagesOf } from './capture-replay.js'

export type ReaderPosition = { epoch: number; position: number }

/** A reader that was lent to a captured loop. */
export interface Hold {
  /** The reader as a node of a graph. */
  node(id: number): GraphNode
  seed: number
  /** The position at which it stood when it was lent. */
  place: ReaderPosition
  /** Tells the reader that the loop has consumed everything before `place`. */
  moved(place: ReaderPosition, batchSize: number): void
  /** Gives the reader back; its next loop begins at `place`. */
  release(place: ReaderPosition): void
}

/** What capture() takes as `readers`: a Reader. */
export interface Capturable {
  /** @internal Lends the reader to a captured loop. Throws API_MIXED while another loop is running over it. */
  captured(): Hold
}

export interface SourceOptions {
  batchSize: number
  prefetchQueueDepth: number
  numThreads: number
}

/** The readers of one captured loop. */
export class CapturedSources {
  private readonly holds: Hold[] = []
  private places: ReaderPosition[]

  /** Throws API_MIXED if another loop is running over one of the readers. */
  constructor(
    readers: readonly Capturable[],
    private readonly options: SourceOptions,
  ) {
    try {
      for (const reader of readers) this.holds.push(reader.captured())
    } catch (error) {
      for (const hold of this.holds) hold.release(hold.place)
      throw error
    }
    this.places = this.holds.map(({ place }) => ({ ...place }))
  }

  /** Number of outputs of each reader. */
  get outputs(): number[] {
    return this.holds.map((hold) => hold.node(0).numOutputs)
  }

  get nodes(): GraphNode[] {
    return this.holds.map((hold, id) => ({ ...hold.node(id), name: nameOf(id), seed: hold.seed }))
  }

  /**
   * Several readers begin their epochs together and then drop what they prefetched, so a pipeline must be restarted per
   * epoch.
   */
  get restarts(): boolean {
    return this.holds.length > 1
  }

  /** A copy of the positions of the readers, for reread(). */
  get at(): readonly ReaderPosition[] {
    return this.places.map((place) => ({ ...place }))
  }

  /** A pipeline over `graph`, whose first nodes are the readers; it begins at their positions. */
  open(graph: Graph, deviceId: number | null): Pipeline<TensorList[]> {
    return this.openAt(graph, deviceId, this.options.batchSize, this.places)
  }

  /** A pipeline of the readers alone. */
  openPlain(): Pipeline<TensorList[]> {
    return this.open(this.graph(), null)
  }

  private openAt(graph: Graph, deviceId: number | null, batchSize: number, places: readonly ReaderPosition[]) {
    const pipe = new Pipeline<TensorList[]>(graph, { ...this.options, seed: this.holds[0]!.seed, batchSize, deviceId })
    pipe.place.beginAt(Object.fromEntries(places.map((place, id) => [nameOf(id), place])))
    return pipe
  }

  private graph(): Graph {
    const { nodes } = this
    const outputs = nodes.flatMap(({ id, numOutputs }) =>
      Array.from({ length: numOutputs }, (_, output) => ({ value: { node: id, output } })),
    )
    return { nodes, outputs }
  }

  /**
   * Reads the batch of `count` samples at these positions again, blocking the thread. The result is per reader and
   * output.
   */
  reread(places: readonly ReaderPosition[], count: number): Made[][] {
    const pipe = this.openAt(this.graph(), null, count, places)
    try {
      return this.split(storagesOf(pipe.runSync()))
    } finally {
      void pipe.close()
    }
  }

  /** Splits a list with one entry per output into one list per reader. */
  split<T>(all: readonly T[]): T[][] {
    const rest = [...all]
    return this.outputs.map((n) => rest.splice(0, n))
  }

  /**
   * Moves the readers by `count` samples. Returns true when the epoch is over. `pipe`: a pipeline over these readers.
   */
  advance(pipe: Pipeline<TensorList[]>, count: number): boolean {
    const { readers } = pipe.engine.inputs
    const ended = this.places.map((place, id) => readers.epochAfter(nameOf(id), place, count) > place.epoch)
    const over = ended.includes(true)
    this.places = this.places.map(({ epoch, position }) => ({ epoch, position: position + count }))
    this.report(this.places.map((place) => (over ? next(place) : place)))
    return over
  }

  /** Moves the readers to the start of the next epoch. */
  turn(): void {
    this.places = this.places.map(next)
    this.report(this.places)
  }

  /** Tells the readers their positions, for their `position` and getState(). */
  private report(places: readonly ReaderPosition[]): void {
    this.holds.forEach((hold, i) => {
      hold.moved({ ...places[i]! }, this.options.batchSize)
    })
  }

  /** Gives the readers back. */
  release(): void {
    this.holds.forEach((hold, i) => {
      hold.release(this.places[i]!)
    })
  }
}

const next = ({ epoch }: ReaderPosition): ReaderPosition => ({ epoch: epoch + 1, position: 0 })
const nameOf = (id: number) => `reader ${id}`

export const closedLoop = (): PipelineError => closed('The loop', { op: 'capture' })
