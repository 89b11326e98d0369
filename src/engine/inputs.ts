// A pipeline's inputs: the data sets and samplers of the readers, and the external sources with their feeders. One
// Engine owns them.

import type { Mode, Start } from '../actors/protocol.js'
import { isInput } from '../actors/stage-kinds.js'
import type { Supervisor } from '../actors/supervisor.js'
import type { BatchData } from '../data/types.js'
import { sourceSettings, sourcesOf } from '../definition/sources.js'
import { atCall } from '../errors/call-site.js'
import { errorOf, invalidInput } from '../errors/factories.js'
import type { PipelineError } from '../errors.js'
import type { Graph, OnError, Plan, ReaderStage, SourceStage } from '../graph/types.js'
import type { BadSample, Handle, IndexState, OutputMemory } from '../native.js'
import { type Dataset, index as indexApart, indexSync } from '../readers/dataset.js'
import type { IndexProgress } from '../readers/indexing.js'
import { type DatasetFacts, type ReaderMeta, readerMeta, tellIgnored } from '../readers/meta.js'
import { Sampler } from '../readers/sampler.js'
import { CounterPuller } from '../sources/counter.js'
import { SourceFeeder } from '../sources/feeder.js'
import { FedBatch, missing, SourcePuller } from '../sources/puller.js'
import type { Delivered, SourceState } from '../sources/source-log.js'
import type { Puller } from '../sources/types.js'

/** Where inputs begin, by stage index. */
export type Places = Map<number, SourceState & Pick<Start, 'first'>>

/** The data of one call: a checked batch for each input that it feeds. */
export type Prepared = readonly { name: string; puller: SourcePuller; batch: FedBatch }[]

/** The data of several calls as that of one. All of them feed all inputs, with data of one kind: see kindOf(). */
export const joined = (calls: readonly Prepared[]): Prepared =>
  calls[0]!.map(({ name, puller }, i) => ({ name, puller, batch: FedBatch.join(calls.map((call) => call[i]!.batch)) }))

/** The dtypes of a call's data. */
export const kindOf = (call: Prepared): string => call.map(({ batch }) => batch.kind).join(';')

/** The operator that the user's call of a reader made. */
const callOf = ({ program }: ReaderStage) => program.ops[0]!

export class Inputs {
  /** Samples that a source skipped or replaced, by stage index. */
  readonly bad = new Map<number, BadSample[]>()
  /** Bytes of the outputs of external sources, by stage index. */
  readonly memory = new Map<number, readonly OutputMemory[]>()
  /** Failures of user code, by the source's name. */
  readonly failures = new Map<string, PipelineError>()
  private readonly samplers = new Map<number, Sampler>()
  /** The readers' stages by index, with the size of the data set, which is known only after the scan. */
  private readonly scanned = new Map<number, ReaderStage>()
  /** Facts about the data sets, by stage index. */
  private readonly facts = new Map<number, DatasetFacts>()
  private readonly pullers = new Map<string, SourcePuller>()
  private readonly closing = new AbortController()
  /** The readers' data sets by stage index; kept until programs are made from them. */
  private datasets: Map<number, Dataset> | undefined
  /** True if the caller of give() owns the data sets and closes them. */
  private given = false
  private readonly feeders: SourceFeeder[] = []
  /** Where inputs began, or last restarted. Inputs that are not listed began at the start of epoch 0. */
  private origins: Places = new Map()
  private atEnd = false
  private looping = false
  /** Wakes the feeders when data was fed. */
  private wake: () => void = () => {}
  /**
   * Batches that the consumer got since the start, or since the data was dropped. A fed source must have been fed
   * more.
   */
  private runs = 0
  /** Calls of run() whose batch was not delivered yet. The pipeline counts them, and a delivery ends one. */
  asked = 0
  /** Number of these calls that had fed their data and ended without their batch, which is still to come. */
  left = 0

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

  /** Whether some source is fed by feedInput(). What is fed is one batch, whatever its size. */
  get anyFed(): boolean {
    return [...this.pullers.values()].some((p) => p.isFed)
  }

  /** Whether all data is fed by feedInput(). */
  get allFed(): boolean {
    return this.pullers.size === this.count && [...this.pullers.values()].every((p) => p.isFed)
  }

  /** Number of stages that read or make data, and so begin epochs. */
  get count(): number {
    return this.plan.stages.filter(isInput).length
  }

  /** Returns the readers' data sets by stage index, for making programs. They stay open until release(). */
  handles(): Map<number, Handle> {
    this.datasets ??= this.indexAll()
    return new Map([...this.datasets].map(([index, { handle }]) => [index, handle]))
  }

  /** Closes the data sets once programs are made, or never will be. Programs keep what they need of them. */
  release(): void {
    if (!this.given) for (const data of this.datasets?.values() ?? []) data.close()
    this.datasets = undefined
  }

  /** Builds the readers' data sets, each on a thread of its own. `onProgress` is told some times a second. */
  async prepare(onProgress?: (progress: IndexProgress) => void): Promise<void> {
    if (this.datasets || this.samplers.size) return
    // When one fails, the others are cancelled.
    const others = new AbortController()
    const signal = AbortSignal.any([this.closing.signal, others.signal])
    let failure: unknown
    const asked = this.readers().map(async ([, stage]) => {
      const { op, callSite } = callOf(stage)
      try {
        const tell = onProgress && ((state: IndexState) => onProgress({ reader: stage.name, ...state }))
        return await atCall(callSite, () => indexApart(op, stage.reader, { signal, onProgress: tell }))
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

  /** Takes data sets that exist already, one for each reader, before build(). The caller closes them. */
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
      const { classes, ignored, folder, fingerprint } = data
      this.facts.set(index, { classes, ignored, folder, fingerprint })
      tellIgnored(data)
    }
    return this.datasets
  }

  /** The readers' stages as their actors get them; complete once the data sets were scanned. */
  get readerStages(): ReadonlyMap<number, ReaderStage> {
    return this.scanned
  }

  /** Makes the actors read in another order than the samplers of this thread; after the scan, before build(). */
  reorder(change: (args: ReaderStage['reader']) => ReaderStage['reader']): void {
    for (const [index, stage] of this.scanned) this.scanned.set(index, { ...stage, reader: change(stage.reader) })
  }

  readerMeta(): Record<string, ReaderMeta> {
    return Object.fromEntries(
      [...this.sampling()].map(([i, s]) => [this.plan.stages[i]!.name, readerMeta(s, this.facts.get(i)!)]),
    )
  }

  /**
   * Queues a batch for each input that is named: all of them, or none when something is wrong with one, because inputs
   * that are fed apart would make pairs of samples that do not belong together. `ahead`: the data is that of a run after
   * so many that were asked for, and it must be all that the run needs. Throws INPUT_UNKNOWN, INVALID_INPUT, and
   * INPUT_MISSING.
   */
  feed(feeds: Readonly<Record<string, BatchData | readonly BatchData[]>>, ahead?: number): void {
    this.queue(this.prepareFeeds(feeds), ahead)
  }

  /** Checks and converts data for the inputs that are named; nothing is queued yet. Throws as feed(). */
  private prepareFeeds(feeds: Readonly<Record<string, BatchData | readonly BatchData[]>>): Prepared {
    const ready = Object.entries(feeds).map(([name, data]) => {
      const puller = this.fedPuller(name)
      return { name, puller, batch: puller.prepare(data) }
    })
    const [first] = ready
    const other = ready.find(({ batch }) => batch.size !== first!.batch.size)
    if (first && other) {
      throw invalidInput(
        `Expected inputs with equal numbers of samples but received ${first.batch.size} for '${first.name}' and ${other.batch.size} for '${other.name}'`,
        { op: 'externalSource' },
      )
    }
    return ready
  }

  /** Queues prepared data; `ahead` as in feed(). Throws INPUT_MISSING. */
  queue(ready: Prepared, ahead?: number): void {
    if (ahead !== undefined) this.expectFed(ahead, new Set(ready.map(({ name }) => name)))
    for (const { puller, batch } of ready) puller.feed(batch)
    if (ready.length) this.wake()
  }

  /**
   * Checks and converts one sample for each input. Throws INPUT_UNKNOWN, INPUT_MISSING, and INVALID_INPUT; nothing is
   * queued yet.
   */
  prepareSample(samples: Readonly<Record<string, unknown>>): Prepared {
    for (const name of Object.keys(samples)) this.fedPuller(name)
    return [...this.pullers].map(([name, puller]) => {
      if (samples[name] === undefined) throw missing(name, `Call request({ ${name}: data })`)
      return { name, puller, batch: puller.prepareSample(samples[name]) }
    })
  }

  private fedPuller(name: string): SourcePuller {
    const puller = this.pullers.get(name)
    if (puller?.isFed) return puller
    const known = [...this.pullers].filter(([, p]) => p.isFed).map(([n]) => n)
    throw errorOf(
      'INPUT_UNKNOWN',
      puller
        ? `Input '${name}' has a source of its own and cannot be fed`
        : `Expected the name of an external source but received '${name}'`,
      known.length ? `Inputs that can be fed: ${known.join(', ')}` : 'This pipeline has no input that can be fed',
    )
  }

  /**
   * Throws INPUT_MISSING when a fed source has no data for the next batch, after `ahead` batches that were asked for.
   * `given`: inputs that get their data with the call.
   */
  expectFed(ahead = 0, given: ReadonlySet<string> = new Set()): void {
    for (const [name, puller] of this.pullers) {
      if (!puller.isFed || puller.canWait || puller.fedCount > this.runs + ahead || given.has(name)) continue
      throw missing(name)
    }
  }

  noteDelivered(): void {
    this.runs++
    this.noteAnswered()
  }

  /** One call fewer waits. A batch may also go to a call that is not counted, such as runSync(). */
  private noteAnswered(): void {
    if (this.asked > 0) this.asked--
  }

  /** A run() has ended without a batch. `left`: the batch of its data is still to come. */
  noteUnserved(left: boolean): void {
    if (left) this.left++
    else this.noteAnswered()
  }

  /** The call that took the batch has none of its own to come, if it took one that was left. */
  noteTaken(): void {
    if (!this.left) return
    this.left--
    this.noteAnswered()
  }

  /** Discards batches that were fed but not used. */
  dropFed(): void {
    for (const puller of this.pullers.values()) puller.dropFed()
    this.runs = 0
    this.asked -= this.left
    this.left = 0
  }

  // ---- checkpoints ----

  /** Returns the readers' samplers by stage index, which give a position in the data its meaning. */
  sampling(): ReadonlyMap<number, Sampler> {
    // Building a data set is expensive, so build() uses the ones that are built here.
    if (!this.samplers.size) this.indexAll()
    return this.samplers
  }

  /** The fingerprint of a reader's data set; undefined for other stages. */
  fingerprint(index: number): string | undefined {
    this.sampling()
    return this.facts.get(index)?.fingerprint
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

  /** Returns where every input must continue after the delivered batches; with `epoch`, the start of that epoch. */
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
      !this.anyFed &&
      this.plan.stages.some((s) => {
        if (s.kind === 'js') return skips(s)
        return 'program' in s && s.kind !== 'reader' && s.program.ops.some(skips)
      })
    )
  }

  // ---- running ----

  /**
   * Starts the actors and the feeders of the sources, which run on this thread. `sync`: no feeder loop is started,
   * because the caller blocks this thread and pumps the sources.
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
        mayRefer: supervisor.readsInPlace(i),
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
    this.closing.abort()
    this.release()
    for (const feeder of this.feeders) feeder.close()
  }
}
