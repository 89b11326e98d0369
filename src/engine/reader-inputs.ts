// The readers of a pipeline: their data sets, which are indexed before the pipeline runs, and the orders of their samples.

import { atCall } from '../errors/call-site.js'
import type { Plan, ReaderStage } from '../graph/types.js'
import type { IndexState, ReaderPosition } from '../native/dataset.js'
import type { Handle } from '../native.js'
import { type Dataset, index as indexApart, indexSync } from '../readers/dataset.js'
import type { IndexProgress } from '../readers/indexing.js'
import { type DatasetFacts, type ReaderMeta, readerMeta, tellIgnored } from '../readers/meta.js'
import type { WeightsArgs } from '../readers/mixture-weights.js'
import { callOf, ReaderOrder } from '../readers/reader-order.js'

export class ReaderInputs {
  private readonly known = new Map<number, ReaderOrder>()
  /** The readers' stages by index, with the size of the data set, which is known only after the scan. */
  private readonly scanned = new Map<number, ReaderStage>()
  /** Facts about the data sets, by stage index. */
  private readonly facts = new Map<number, DatasetFacts>()
  private readonly closing = new AbortController()
  /** The readers' data sets by stage index; kept until programs are made from them. */
  private datasets: Map<number, Dataset> | undefined
  /** True if the caller of give() owns the data sets and closes them. */
  private given = false

  /** `threads`: asked for the number of threads that may list files. */
  constructor(
    private readonly plan: Plan,
    private readonly threads: () => number,
  ) {}

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
    if (this.datasets || this.known.size || !this.own().length) return
    // When one fails, the others are cancelled.
    const others = new AbortController()
    const signal = AbortSignal.any([this.closing.signal, others.signal])
    const threads = this.threads()
    let failure: unknown
    const asked = this.own().map(async ([, stage]) => {
      const { op, callSite } = callOf(stage)
      try {
        const tell = onProgress && ((state: IndexState) => onProgress({ reader: stage.name, ...state }))
        return await atCall(callSite, () => indexApart(op, stage.reader, { signal, onProgress: tell, threads }))
      } catch (error) {
        failure ??= error
        others.abort()
        return undefined
      }
    })
    const made = (await Promise.all(asked)).filter((data) => data !== undefined)
    // A call that needed the data sets at once may have built them meanwhile.
    if (!failure && !this.known.size) {
      this.adopt(made)
      return
    }
    for (const data of made) data.close()
    if (failure) throw failure
  }

  /** Takes data sets that exist already, one for each reader, before build(). The caller closes them. */
  give(found: readonly Dataset[]): void {
    this.given = true
    this.adopt(found)
  }

  /** Builds the data sets ahead of build(), which takes them. The caller may ask them for samples, and closes them. */
  async lend(onProgress?: (progress: IndexProgress) => void): Promise<readonly Dataset[]> {
    await this.prepare(onProgress)
    this.given = true
    return [...(this.datasets?.values() ?? [])]
  }

  private indexAll(): Map<number, Dataset> {
    const made: Dataset[] = []
    const own = this.own()
    const threads = own.length ? this.threads() : 1
    try {
      for (const [, stage] of own) {
        const { op, callSite } = callOf(stage)
        made.push(atCall(callSite, () => indexSync(op, stage.reader, threads)))
      }
      return this.adopt(made)
    } catch (error) {
      for (const data of made) data.close()
      this.datasets = undefined
      throw error
    }
  }

  private own(): [index: number, stage: ReaderStage][] {
    return this.plan.stages.flatMap((stage, i) =>
      stage.kind === 'reader' ? [[i, stage] as [number, ReaderStage]] : [],
    )
  }

  private adopt(found: readonly Dataset[]): Map<number, Dataset> {
    this.datasets = new Map()
    for (const [k, [index, stage]] of this.own().entries()) {
      const data = found[k]!
      const { op, callSite } = callOf(stage)
      // The order needs the size, which only the data set knows.
      const sizes = data.sources.length
        ? { sizes: data.sources.map(({ epochSize }) => epochSize) }
        : { size: data.epochSize }
      const orderOf = (reader: ReaderStage['reader']) =>
        atCall(callSite, () => new ReaderOrder(op, reader, this.plan.batchSize, this.plan.seed))
      let reader: ReaderStage['reader'] = { ...stage.reader, ...sizes }
      let order = orderOf(reader)
      if (reader.size === undefined) {
        // How long an epoch of a mixture is takes a while to find.
        reader = { ...reader, size: order.meta.epochSize }
        order = orderOf(reader)
      }
      this.scanned.set(index, { ...stage, reader })
      this.datasets.set(index, data)
      this.known.set(index, order)
      const { classes, ignored, folder, fingerprint } = data
      this.facts.set(index, { classes, ignored, folder, fingerprint })
      for (const told of data.sources.length ? data.sources : [data]) tellIgnored(told)
    }
    return this.datasets
  }

  /** The readers' stages as their actors get them; complete once the data sets were scanned. */
  get stages(): ReadonlyMap<number, ReaderStage> {
    return this.scanned
  }

  /** Makes the actors read in another order than this thread knows; after the scan, before build(). */
  reorder(change: (args: ReaderStage['reader']) => ReaderStage['reader']): void {
    for (const [index, stage] of this.scanned) this.scanned.set(index, { ...stage, reader: change(stage.reader) })
  }

  meta(): Record<string, ReaderMeta> {
    return Object.fromEntries(
      [...this.orders()].map(([i, o]) => [this.plan.stages[i]!.name, readerMeta(o.meta, this.facts.get(i)!)]),
    )
  }

  /** Returns the readers' orders by stage index, which give a position in the data its meaning. */
  orders(): ReadonlyMap<number, ReaderOrder> {
    // Building a data set is expensive, so build() uses the ones that are built here.
    if (!this.known.size) this.indexAll()
    return this.known
  }

  /** Gives a mixture other weights from sample `from` on; it is to go on at `place`. */
  setWeights(index: number, from: number, weights: readonly number[], place: ReaderPosition): void {
    this.known.set(index, this.orders().get(index)!.withWeights(from, weights, place))
  }

  /** Gives a reader the weights of a checkpoint, before build(). The texts of the orders differ where they are not those of this mixture. */
  restoreWeights(index: number, weights: WeightsArgs, place: ReaderPosition): void {
    const order = this.orders().get(index)?.restored(weights, place)
    if (!order) return
    const stage = this.scanned.get(index)!
    this.known.set(index, order)
    this.scanned.set(index, { ...stage, reader: { ...stage.reader, ...(weights as object) } })
  }

  /** The epoch that the reader `name` is in after it gave `count` more samples, counted from `place`. */
  epochAfter(name: string, place: ReaderPosition, count: number): number {
    const [index] = this.own().find(([, stage]) => stage.name === name)!
    return this.orders().get(index)!.at(place, count).epoch
  }

  /** By how much a reader's position grows with each of its samples. Its data set need not be known at position 0. */
  step(index: number): number {
    return this.known.get(index)?.step ?? 1
  }

  /** The fingerprint of a reader's data set; undefined for other stages. */
  fingerprint(index: number): string | undefined {
    this.orders()
    return this.facts.get(index)?.fingerprint
  }

  close(): void {
    if (this.own().length) this.closing.abort()
    this.release()
  }
}
