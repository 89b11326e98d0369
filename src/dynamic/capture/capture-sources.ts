// The readers of a captured loop: where they stand, and pipelines over them, which begin there.

import { Pipeline } from '../../api/pipeline.js'
import type { TensorList } from '../../data/tensor-list.js'
import { errorOf } from '../../errors/factories.js'
import type { PipelineError } from '../../errors.js'
import type { Graph, GraphNode } from '../../graph/types.js'
import { type Made, storagesOf } from './capture-replay.js'

export type ReaderPosition = { epoch: number; position: number }

/** A reader in the hands of a captured loop. */
export interface Hold {
  /** The reader as a node of a graph. */
  node(id: number): GraphNode
  seed: number
  /** Where it stands. */
  place: ReaderPosition
  /** The loop has had what lies before. */
  moved(place: ReaderPosition, batchSize: number): void
  /** Gives the reader back, which goes on at `place`. */
  release(place: ReaderPosition): void
}

/** What can be captured: readers. */
export interface Capturable {
  /** @internal Called by the loop that drives the reader from now on. Throws API_MIXED where something else does. */
  captured(): Hold
}

export interface SourceOptions {
  batchSize: number
  prefetchQueueDepth: number
  numThreads: number
}

export class Sources {
  private readonly holds: Hold[] = []
  private places: ReaderPosition[]

  /** Throws API_MIXED where something else drives one of them. */
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

  /** How many outputs each reader has. */
  get outputs(): number[] {
    return this.holds.map((hold) => hold.node(0).numOutputs)
  }

  get nodes(): GraphNode[] {
    return this.holds.map((hold, id) => ({ ...hold.node(id), name: nameOf(id), seed: hold.seed }))
  }

  /** Several inputs begin their epochs together, and drop what was prefetched: then batches cannot be counted on. */
  get restarts(): boolean {
    return this.holds.length > 1
  }

  /** Where they stand, for whoever reads it once more. */
  get at(): readonly ReaderPosition[] {
    return this.places.map((place) => ({ ...place }))
  }

  /** A pipeline that begins where they stand, over `graph`, the first nodes of which they are. */
  open(graph: Graph, deviceId: number | null): Pipeline<TensorList[]> {
    return this.openAt(graph, deviceId, this.options.batchSize, this.places)
  }

  /** A pipeline of nothing but the readers. */
  openPlain(): Pipeline<TensorList[]> {
    return this.open(this.graph(), null)
  }

  private openAt(graph: Graph, deviceId: number | null, batchSize: number, places: readonly ReaderPosition[]) {
    const pipe = new Pipeline<TensorList[]>(graph, { ...this.options, seed: this.holds[0]!.seed, batchSize, deviceId })
    pipe.beginAt(Object.fromEntries(places.map((place, id) => [nameOf(id), place])))
    return pipe
  }

  private graph(): Graph {
    const { nodes } = this
    const outputs = nodes.flatMap(({ id, numOutputs }) =>
      Array.from({ length: numOutputs }, (_, output) => ({ value: { node: id, output } })),
    )
    return { nodes, outputs }
  }

  /** What the readers gave at a place, once more. */
  reread(places: readonly ReaderPosition[], count: number): Made[][] {
    const pipe = this.openAt(this.graph(), null, count, places)
    try {
      return this.split(storagesOf(pipe.runSync()))
    } finally {
      void pipe.close()
    }
  }

  /** The readers' outputs, reader by reader. */
  split<T>(all: readonly T[]): T[][] {
    const rest = [...all]
    return this.outputs.map((n) => rest.splice(0, n))
  }

  /** The loop has had `count` more samples. True when the epoch is over; `pipe` is one over these readers. */
  advance(pipe: Pipeline<TensorList[]>, count: number): boolean {
    const ended = this.places.map((place, id) => pipe.epochAfter(nameOf(id), place, count) > place.epoch)
    const over = ended.includes(true)
    this.places = this.places.map(({ epoch, position }) => ({ epoch, position: position + count }))
    this.tell(this.places.map((place) => (over ? next(place) : place)))
    return over
  }

  /** The next epoch. */
  turn(): void {
    this.places = this.places.map(next)
    this.tell(this.places)
  }

  private tell(places: readonly ReaderPosition[]): void {
    this.holds.forEach((hold, i) => {
      hold.moved({ ...places[i]! }, this.options.batchSize)
    })
  }

  /** Gives them back. */
  release(): void {
    this.holds.forEach((hold, i) => {
      hold.release(this.places[i]!)
    })
  }
}

const next = ({ epoch }: ReaderPosition): ReaderPosition => ({ epoch: epoch + 1, position: 0 })
const nameOf = (id: number) => `reader ${id}`

export const closedLoop = (): PipelineError => errorOf('PIPELINE_CLOSED', 'The loop is closed', { op: 'capture' })
