// A pipeline's inputs: the readers' data sets and samplers, and the external sources with their feeders. Owned by one
// Pipeline.

import type { Mode, Start } from '../actors/protocol.js'
import { isInput } from '../actors/stage-kinds.js'
import type { Supervisor } from '../actors/supervisor.js'
import type { BatchData } from '../data/types.js'
import { sourceSettings, sourcesOf } from '../definition/sources.js'
import { atCall } from '../errors/call-site.js'
import { errorOf } from '../errors/factories.js'
import type { PipelineError } from '../errors.js'
import type { Graph, OnError, Plan, ReaderStage, SourceStage } from '../graph/types.js'
import type { BadSample, Handle, OutputMemory } from '../native.js'
import { type Dataset, index as indexApart, indexSync } from '../readers/dataset.js'
import { type DatasetFacts, type ReaderMeta, readerMeta, tellIgnored } from '../readers/meta.js'
import { Sampler } from '../readers/sampler.js'
import { CounterPuller } from '../sources/counter.js'
import { SourceFeeder } from '../sources/feeder.js'
import { missing, SourcePuller } from '../sources/puller.js'
import type { Delivered, SourceState } from '../sources/source-log.js'
import type { Puller } from '../sources/types.js'

/** Where inputs begin, by stage. */
export type Places = Map<number, SourceState & Pick<Start, 'first'>>

/** The call that made a reader. */
const callOf = ({ program }: ReaderStage) => program.ops[0]!

export class Inputs {
  /** What a source skipped or replaced, by stage. */
  readonly bad = new Map<number, BadSample[]>()
  /** What external sources gave, by stage. */
  readonly memory = new Map<number, readonly OutputMemory[]>()
  /** What failed in user code, by the source's name. */
  readonly failures = new Map<string, PipelineError>()
  private readonly samplers = new Map<number, Sampler>()
  /** The readers' stages, by index, with the size of the data set, which only the scan knows. */
  private readonly scanned = new Map<number, ReaderStage>()
  /** What is known of the data sets, by stage. */
  private readonly facts = new Map<number, DatasetFacts>()
  private readonly pullers = new Map<string, SourcePuller>()
  private readonly closing = new AbortController()
  /** The readers' data sets by stage, until programs are made from them. */
  private datasets: Map<number, Dataset> | undefined
  /** They are somebody else's, who closes them. */
  private given = false
  private readonly feeders: SourceFeeder[] = []
  /** Where inputs began, or last began anew; those that are not in it, at the start of epoch 0. */
  private origins: Places = new Map()
  private atEnd = false
  private looping = false
  /** Tells the feeders that there is data. */
  private wake: () => void = () => {}
  /** Batches that the consumer got since the data began, or was dropped; a fed source must have got more. */
  private runs = 0

  constructor(
    private readonly plan: Plan,
    graph: Graph,
  ) {
    const sources = sourcesOf(graph)
    for (const stage of plan.stages) {
      if (stage.kind !== 'source' || stage.node < 0) continue
      const node = graph.nodes.find((n) => n.id === stage.node)!
      this.pullers.set(
        stage.name,
        new SourcePuller(stage, sourceSettings(node), sources.get(stage.node), plan.batchSize),
      )
    }
  }

  /** Some source has no source of its own: what is fed is a batch, whatever its size. */
  get anyFed(): boolean {
    return [...this.pullers.values()].some((p) => p.isFed)
  }

  /** Nothing but fed data comes in. */
  get allFed(): boolean {
    return this.pullers.size === this.count && [...this.pullers.values()].every((p) => p.isFed)
  }

  /** Stages that begin epochs of their own. */
  get count(): number {
    return this.plan.stages.filter(isInput).length
  }

  /** The readers' data sets by stage, for programs; see release(). */
  handles(): Map<number, Handle> {
    this.datasets ??= this.indexAll()
    return new Map([...this.datasets].map(([index, { handle }]) => [index, handle]))
  }

  /** Programs are made, or never will be: they keep what they need of the data sets. */
  release(): void {
    if (!this.given) for (const data of this.datasets?.values() ?? []) data.close()
    this.datasets = undefined
  }

  /** Builds the readers' data sets, each on a thread of its own. */
  async prepare(): Promise<void> {
    if (this.datasets || this.samplers.size) return
    // Where one fails, the others are not wanted any more.
    const others = new AbortController()
    const signal = AbortSignal.any([this.closing.signal, others.signal])
    let failure: unknown
    const asked = this.readers().map(async ([, stage]) => {
      const { op, callSite } = callOf(stage)
      try {
        return await atCall(callSite, () => indexApart(op, stage.reader, signal))
      } catch (error) {
        failure ??= error
        others.abort()
        return undefined
      }
    })
    const made = (await Promise.all(asked)).filter((data) => data !== undefined)
    if (!failure) {
      this.adopt(made)
      return
    }
    for (const data of made) data.close()
    throw failure
  }

  /** Data sets that are known already, one for each reader. Before build(); whoever gives them closes them. */
  give(found: readonly Dataset[]): void {
    this.given = true
    this.adopt(found)
  }

  private indexAll(): Map<number, Dataset> {
    const made: Dataset[] = []
    try {
      for (const [, stage] of this.readers()) {
        const { op, callSite } = callOf(stage)
        made.push(atCall(callSite, () => indexSync(op, stage.reader)))
      }
      return this.adopt(made)
    } catch (error) {
      for (const data of made) data.close()
      this.datasets = undefined
      throw error
    }
  }

  private readers(): [index: number, stage: ReaderStage][] {
    return this.plan.stages.flatMap((stage, i) =>
      stage.kind === 'reader' ? [[i, stage] as [number, ReaderStage]] : [],
    )
  }

  private adopt(found: readonly Dataset[]): Map<number, Dataset> {
    this.datasets = new Map()
    for (const [k, [index, stage]] of this.readers().entries()) {
      const data = found[k]!
      const { op, callSite } = callOf(stage)
      // The actor's sampler needs the size, which only the data set knows.
      const reader = { ...stage.reader, size: data.count }
      this.scanned.set(index, { ...stage, reader })
      const sampler = () => Sampler.fromArgs(op, reader, this.plan.batchSize, this.plan.seed)
      this.datasets.set(index, data)
      this.samplers.set(index, atCall(callSite, sampler))
      const { classes, ignored, folder } = data
      this.facts.set(index, { classes, ignored, folder })
      tellIgnored(data)
    }
    return this.datasets
  }

  /** The readers as their actors are told of them; complete once the data sets were scanned. */
  get readerStages(): ReadonlyMap<number, ReaderStage> {
    return this.scanned
  }

  /** Actors read in another order than the samplers of this thread say; before build(), after the scan. */
  reorder(change: (args: ReaderStage['reader']) => ReaderStage['reader']): void {
    for (const [index, stage] of this.scanned) this.scanned.set(index, { ...stage, reader: change(stage.reader) })
  }

  readerMeta(): Record<string, ReaderMeta> {
    return Object.fromEntries(
      [...this.sampling()].map(([i, s]) => [this.plan.stages[i]!.name, readerMeta(s, this.facts.get(i)!)]),
    )
  }

  feed(name: string, data: BatchData | readonly BatchData[]): void {
    const puller = this.pullers.get(name)
    if (puller?.isFed) {
      puller.feed(data)
      this.wake()
      return
    }
    const known = [...this.pullers].filter(([, p]) => p.isFed).map(([n]) => n)
    throw errorOf(
      'INPUT_UNKNOWN',
      puller
        ? `Input '${name}' has a source of its own and cannot be fed`
        : `Expected the name of an external source but received '${name}'`,
      known.length ? `Inputs that can be fed: ${known.join(', ')}` : 'This pipeline has no input that can be fed',
    )
  }

  /** Throws INPUT_MISSING when a source that is fed has nothing for a batch behind `ahead` that were asked for. */
  expectFed(ahead = 0): void {
    for (const [name, puller] of this.pullers) {
      if (!puller.isFed || puller.canWait || puller.fedCount > this.runs + ahead) continue
      throw missing(name)
    }
  }

  noteDelivered(): void {
    this.runs++
  }

  /** Forgets what was fed and not used. */
  dropFed(): void {
    for (const puller of this.pullers.values()) puller.dropFed()
    this.runs = 0
  }

  // ---- checkpoints ----

  /** The readers' samplers by stage, which say what a place in their data means. */
  sampling(): ReadonlyMap<number, Sampler> {
    // Building a data set is expensive: build() takes what is built here.
    if (!this.samplers.size) this.indexAll()
    return this.samplers
  }

  /**
   * All inputs begin at these places; before begin(). `atEnd`: a source has ended, and waits for a restart. `inBatch`: where
   * in a batch the first sample of a source was.
   */
  resume(places: Places, atEnd: boolean, inBatch?: number): void {
    this.origins = places
    this.atEnd = atEnd
    for (const [index, place] of places) this.pullers.get(this.plan.stages[index]!.name)?.begin(place, inBatch)
  }

  /** Where readers begin. */
  starts(): Places {
    return this.origins
  }

  /** All begin `epoch` from its start. `dormant`: before begin(), which would tell them. */
  restart(epoch: number, dormant: boolean): void {
    this.origins = new Map()
    for (const [index, stage] of this.own) {
      const puller = dormant ? this.pullers.get(stage.name) : undefined
      puller?.restart(epoch)
      this.origins.set(index, puller?.state() ?? { epoch, iteration: 0, position: 0 })
    }
  }

  /** Where every input must go on after what was delivered; with `epoch`, at the start of that one. */
  places(delivered: Delivered, epoch?: number): Places {
    const places: Places = new Map()
    const feeders = [...this.feeders]
    let first: number | undefined
    for (const [index, stage] of this.own) {
      const origin = this.origins.get(index) ?? { epoch: 0, iteration: 0, position: 0 }
      const feeder = stage.kind === 'source' ? feeders.shift() : undefined
      if (stage.kind === 'reader') {
        const given = this.anyFed ? delivered.batches * this.plan.batchSize : delivered.ordinal
        const begun = () => (given ? this.sampling().get(index)!.advance(origin, given) : origin)
        const place = epoch === undefined ? begun() : { epoch, position: 0 }
        places.set(index, { ...place, iteration: 0 })
      } else if (feeder) {
        const { state, left } = feeder.at(delivered)
        places.set(index, epoch === undefined ? state : feeder.restarted(epoch, state))
        if (epoch === undefined) first ??= left
      } else places.set(index, origin)
    }
    // A reader's first batch is as long as what the sources have left of theirs.
    if (first !== undefined) {
      for (const [index, stage] of this.own) if (stage.kind === 'reader') places.get(index)!.first = first
    }
    return places
  }

  /** A batch was delivered: sources need not remember what lies before. */
  forget(delivered: Delivered): void {
    for (const feeder of this.feeders) feeder.delivered(delivered)
  }

  /** Inputs that have places, by stage. */
  get own(): [number, ReaderStage | SourceStage][] {
    return this.plan.stages.flatMap((stage, i) =>
      isInput(stage) ? [[i, stage] as [number, ReaderStage | SourceStage]] : [],
    )
  }

  /** Samples may be skipped and others moved up: a batch is not what the inputs gave as one. */
  private get regrouped(): boolean {
    const skips = ({ onError }: { onError: OnError }) => onError === 'skip'
    return (
      !this.anyFed &&
      this.plan.stages.some((s) => {
        if (s.kind === 'js') return skips(s)
        return 'program' in s && s.kind !== 'reader' && s.program.ops.some(skips)
      })
    )
  }

  // ---- running ----

  /**
   * Starts the actors, and the feeders of the sources, which live on this thread. `sync`: they are pumped by a caller that
   * blocks it.
   */
  begin(supervisor: Supervisor, mode: Mode, sync = false): void {
    if (!supervisor.running) this.start(supervisor, mode)
    if (sync || this.looping) return
    this.looping = true
    for (const feeder of this.feeders) void feeder.run()
  }

  private start(supervisor: Supervisor, mode: Mode): void {
    const { waiter, words } = supervisor
    this.wake = () => waiter.wake()
    for (const [i, stage] of this.plan.stages.entries()) {
      if (stage.kind !== 'source') continue
      const puller: Puller = this.pullers.get(stage.name) ?? new CounterPuller(this.plan.batchSize, this.origins.get(i))
      this.bad.set(i, puller instanceof SourcePuller ? puller.bad : [])
      const failed = (error: PipelineError) => this.failures.set(stage.name, error)
      const feeder = new SourceFeeder({
        ...{ stage, puller, waiter, words, failed, skips: this.regrouped, atEnd: this.atEnd },
        end: supervisor.source(i),
        stats: supervisor.statsOf(i),
      })
      this.feeders.push(feeder)
      this.memory.set(i, feeder.memory)
    }
    supervisor.run(mode)
  }

  /** For runSync(): lets every source write what it can. */
  pump(): void {
    for (const feeder of this.feeders) feeder.pump()
  }

  /** Gives back what the sources of this thread do not use. */
  trim(): void {
    for (const feeder of this.feeders) feeder.trim()
  }

  close(): void {
    this.closing.abort()
    this.release()
    for (const feeder of this.feeders) feeder.close()
  }
}
