// The data that calls feed to a pipeline's external sources, and the calls that wait for their batch of it.

import { isInput } from '../actors/stage-kinds.js'
import type { BatchData } from '../data/types.js'
import { errorOf, invalidInput } from '../errors/factories.js'
import type { OnError, Plan } from '../graph/types.js'
import { FedBatch, missing, type SourcePuller } from '../sources/puller.js'

/** The data of one call: a checked batch for each input that it feeds. */
export type Prepared = readonly { name: string; puller: SourcePuller; batch: FedBatch }[]

/** The data of several calls as that of one. All of them feed all inputs, with data of one kind: see kindOf(). */
export const joined = (calls: readonly Prepared[]): Prepared =>
  calls[0]!.map(({ name, puller }, i) => ({ name, puller, batch: FedBatch.join(calls.map((call) => call[i]!.batch)) }))

/** The kind of a call's data: see FedBatch. */
export const kindOf = (call: Prepared): string => call.map(({ batch }) => batch.kind).join(';')

export class FedInputs {
  /** Wakes the feeders when data was fed. */
  wake: () => void = () => {}
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
    private readonly pullers: ReadonlyMap<string, SourcePuller>,
  ) {}

  /** Whether some source is fed by feedInput(). What is fed is one batch, whatever its size. */
  get any(): boolean {
    return [...this.pullers.values()].some((p) => p.isFed)
  }

  /** The onError of the first source that is fed by feedInput(); undefined where there is none. */
  get onError(): OnError | undefined {
    for (const stage of this.plan.stages) {
      if (stage.kind === 'source' && this.pullers.get(stage.name)?.isFed) return stage.onError
    }
    return undefined
  }

  /** Whether all data is fed by feedInput(). */
  get all(): boolean {
    return (
      this.pullers.size === this.plan.stages.filter(isInput).length && [...this.pullers.values()].every((p) => p.isFed)
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
    if (ahead !== undefined) this.expect(ahead, new Set(ready.map(({ name }) => name)))
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
   * `given`: inputs that get their data with the call. `blocks`: the call blocks this thread, so that nothing can be fed
   * meanwhile.
   */
  expect(ahead = 0, given: ReadonlySet<string> = new Set(), blocks = false): void {
    for (const [name, puller] of this.pullers) {
      if (!puller.isFed || puller.repeats || puller.fedCount > this.runs + ahead || given.has(name)) continue
      if (!puller.waits) throw missing(name)
      if (!blocks) continue
      throw missing(
        name,
        `runSync() blocks this thread, on which feedInput('${name}', data) would have to come: call it before, or use run()`,
      )
    }
  }

  /** As expect(), for a run() without data after those that were asked for: it may take what aborted ones have left. */
  expectLeft(): void {
    this.expect(this.asked - this.left)
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
  drop(): void {
    for (const puller of this.pullers.values()) puller.dropFed()
    this.runs = 0
    this.asked -= this.left
    this.left = 0
  }
}
