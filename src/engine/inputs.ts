// A pipeline's inputs, readers and external sources: where each begins, and the feeders of the sources. One Engine owns them.

import { Mode, type Start } from '../actors/protocol.js'
import { isInput } from '../actors/stage-kinds.js'
import type { Supervisor } from '../actors/supervisor.js'
import { readerOf, sourceSettings, sourcesOf } from '../definition/sources.js'
import type { PipelineError } from '../errors.js'
import type { Graph, OnError, Plan, ReaderStage, SourceStage } from '../graph/types.js'
import type { OutputMemory } from '../native.js'
import type { BadSamples } from '../sources/bad-samples.js'
import { CounterPuller } from '../sources/counter.js'
import { SourceFeeder } from '../sources/feeder.js'
import { SourcePuller } from '../sources/puller.js'
import type { Delivered, SourceState } from '../sources/source-log.js'
import type { Puller } from '../sources/types.js'
import { FedInputs } from './fed-inputs.js'
import { ReaderInputs } from './reader-inputs.js'

/** Where inputs begin, by stage index. */
export type Places = Map<number, SourceState & Pick<Start, 'first'>>

export class Inputs {
  readonly readers: ReaderInputs
  readonly fed: FedInputs
  /** Samples that a source skipped or replaced, by stage index. */
  readonly bad = new Map<number, BadSamples>()
  /** Bytes of the outputs of external sources, by stage index. */
  readonly memory = new Map<number, readonly OutputMemory[]>()
  /** Failures of user code, by the source's name. */
  readonly failures = new Map<string, PipelineError>()
  private readonly pullers = new Map<string, SourcePuller>()
  private readonly feeders: SourceFeeder[] = []
  /** Where inputs began, or last restarted. Inputs that are not listed began at the start of epoch 0. */
  private origins: Places = new Map()
  private atEnd = false
  private looping = false
  /** Batches end where epochs end. */
  private epochs = false

  constructor(
    private readonly plan: Plan,
    graph: Graph,
    threads: () => number,
  ) {
    this.readers = new ReaderInputs(plan, threads)
    this.fed = new FedInputs(plan, this.pullers)
    const sources = sourcesOf(graph)
    for (const stage of plan.stages) {
      if (stage.kind !== 'source' || stage.node < 0) continue
      const node = graph.nodes.find((n) => n.id === stage.node)!
      this.pullers.set(
        stage.name,
        new SourcePuller(stage, sourceSettings(node, readerOf(node, graph)), sources.get(stage.node), plan.batchSize),
      )
    }
  }

  /** Number of stages that read or make data, and so begin epochs. */
  get count(): number {
    return this.plan.stages.filter(isInput).length
  }

  /**
   * Makes all inputs begin at these places; before begin(). `atEnd`: a source has ended and waits for a restart.
   * `inBatch`: `idxInBatch` of a source's first sample.
   */
  resume(places: Places, atEnd: boolean, inBatch?: number): void {
    this.origins = places
    this.atEnd = atEnd
    for (const [index, place] of places) this.pullers.get(this.plan.stages[index]!.name)?.begin(place, inBatch)
  }

  /** Returns where readers begin. */
  starts(): Places {
    return this.origins
  }

  /**
   * Makes all inputs begin `epoch` from its start. `dormant`: the feeders do not exist yet, so the pullers
   * are restarted here.
   */
  restart(epoch: number, dormant: boolean): void {
    this.origins = new Map()
    for (const [index, stage] of this.own) {
      const puller = dormant ? this.pullers.get(stage.name) : undefined
      puller?.restart(epoch)
      this.origins.set(index, puller?.state() ?? { epoch, iteration: 0, position: 0 })
    }
  }

  /** The inputs, which are readers alone, go on at these places. */
  move(places: Places): void {
    this.origins = places
  }

  /** Returns where every input must continue after the delivered batches; with `epoch`, the start of that epoch. */
  places(delivered: Delivered, epoch?: number): Places {
    const places: Places = new Map()
    const feeders = [...this.feeders]
    let first: number | undefined
    for (const [index, stage] of this.own) {
      const origin = this.origins.get(index) ?? { epoch: 0, iteration: 0, position: 0 }
      const feeder = stage.kind === 'source' ? feeders.shift() : undefined
      if (stage.kind === 'reader') {
        const given = this.fed.any ? delivered.batches * this.plan.batchSize : delivered.ordinal
        const begun = () => (given ? this.readers.orders().get(index)!.at(origin, given, this.epochs) : origin)
        const place = epoch === undefined ? begun() : { epoch, position: 0 }
        places.set(index, { epoch: place.epoch, position: place.position, iteration: 0 })
      } else if (feeder) {
        const { state, left } = feeder.at(delivered)
        places.set(index, epoch === undefined ? state : feeder.restarted(epoch, state))
        if (epoch === undefined) first ??= left
      } else places.set(index, origin)
    }
    // A reader's first batch has as many samples as are left of the sources' next one.
    if (first !== undefined) {
      for (const [index, stage] of this.own) if (stage.kind === 'reader') places.get(index)!.first = first
    }
    return places
  }

  /** Tells the sources what was delivered, so that they can forget older positions. */
  forget(delivered: Delivered): void {
    for (const feeder of this.feeders) feeder.delivered(delivered)
  }

  /** The inputs whose positions a checkpoint holds, by stage index. */
  get own(): [number, ReaderStage | SourceStage][] {
    return this.plan.stages.flatMap((stage, i) =>
      isInput(stage) ? [[i, stage] as [number, ReaderStage | SourceStage]] : [],
    )
  }

  /**
   * Whether a delivered batch can differ from what the inputs gave as one, because skipped samples are replaced by
   * later ones.
   */
  private get regrouped(): boolean {
    const skips = ({ onError }: { onError: OnError }) => onError === 'skip'
    return (
      !this.fed.any &&
      this.plan.stages.some((s) => {
        if (s.kind === 'js') return skips(s)
        return 'program' in s && s.kind !== 'reader' && s.program.ops.some(skips)
      })
    )
  }

  /**
   * Starts the actors and the feeders of the sources, which run on this thread. `sync`: no feeder loop is started,
   * because the caller blocks this thread and pumps the sources.
   */
  begin(supervisor: Supervisor, mode: Mode, sync = false): void {
    if (!supervisor.running) {
      this.epochs = mode === Mode.epoch
      this.start(supervisor, mode)
    }
    if (sync || this.looping) return
    this.looping = true
    for (const feeder of this.feeders) void feeder.run()
  }

  private start(supervisor: Supervisor, mode: Mode): void {
    const { waiter, words } = supervisor
    this.fed.wake = () => waiter.wake()
    for (const [i, stage] of this.plan.stages.entries()) {
      if (stage.kind !== 'source') continue
      const puller: Puller = this.pullers.get(stage.name) ?? new CounterPuller(this.plan.batchSize, this.origins.get(i))
      if (puller instanceof SourcePuller) this.bad.set(i, puller.bad)
      const failed = (error: PipelineError) => this.failures.set(stage.name, error)
      const feeder = new SourceFeeder({
        ...{ stage, puller, waiter, words, failed, owner: this, skips: this.regrouped, atEnd: this.atEnd },
        mayRefer: supervisor.readsInPlace(i),
        fed: this.fed.any,
        end: supervisor.source(i),
        stats: supervisor.statsOf(i),
      })
      this.feeders.push(feeder)
      this.memory.set(i, feeder.memory)
    }
    supervisor.run(mode)
  }

  /** For runSync(): lets every source write as many batches as it can. */
  pump(): void {
    for (const feeder of this.feeders) feeder.pump()
  }

  /** Gives back memory that the sources on this thread do not use. */
  trim(): void {
    for (const feeder of this.feeders) feeder.trim()
  }

  close(): void {
    this.readers.close()
    for (const feeder of this.feeders) feeder.close()
  }
}
