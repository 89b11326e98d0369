// Feeds a source stage: takes batches from user code (fn.externalSource) or from feedInput(), and writes them into
// slots ahead of the consumers. Runs on the main thread and never blocks its event loop: each source has one
// asynchronous loop. While runSync() blocks the thread, that call pumps the sources itself.

import type { BudgetDeadlock } from '../actors/budget-deadlock.js'
import type { ControlWords } from '../actors/control/control-words.js'
import type { EventLoopWaiter } from '../actors/event-loop-waiter.js'
import { isOfBatch } from '../actors/failures.js'
import type { OutEnd } from '../actors/mailbox.js'
import { Mode } from '../actors/protocol.js'
import { type StageStats, Wait } from '../actors/stats.js'
import { batchId, type Slot } from '../data/arena.js'
import type { RawSample } from '../data/sample-data.js'
import type { SourceOutput } from '../data/write-batch.js'
import { unsupported, withCallSite } from '../errors/factories.js'
import { sourceError } from '../errors/thrown.js'
import type { PipelineError } from '../errors.js'
import { batchFlags } from '../generated/abi.js'
import type { SourceStage } from '../graph/types.js'
import type { OutputMemory } from '../native.js'
import { asking } from './asking.js'
import { filledSamples, outputsOf } from './source-batch.js'
import { type Delivered, SourceLog, type SourceState } from './source-log.js'
import { drive, driveSync } from './steps.js'
import type { Puller, SourceBatch } from './types.js'

const ends = batchFlags.endOfEpoch | batchFlags.endOfStream

/** The interval in which a source tries again to get memory that the budget did not grant. */
const memoryPauseMs = 10
/** To copy so many bytes takes longer than a turn of the event loop. */
const longCopyBytes = 2 ** 20
/** After this many attempts it asks the other stages again to give unused memory back. */
const askAgain = 20

/** The stage, the puller that it takes batches from, and what is needed to send them. */
export interface FeederOptions {
  stage: SourceStage
  puller: Puller
  end: OutEnd
  waiter: EventLoopWaiter
  words: ControlWords
  stats: StageStats
  failed: (error: PipelineError) => void
  /** A later stage may drop samples (onError 'skip'). */
  skips: boolean
  /**
   * Only native programs on the CPU take the batches, and no budget counts their bytes: then a batch may refer to data
   * that is steady, instead of holding a copy.
   */
  mayRefer: boolean
  /** Stands for the pipeline in asking(). */
  owner: object
  /** Data of the pipeline is fed, maybe by other inputs: a batch that fails does not end the source. */
  fed: boolean
  /** The end of the data was delivered before the checkpoint: the source waits for the next generation. */
  atEnd: boolean
}

export class SourceFeeder {
  /** Bytes of each output, for executorStatistics(). */
  readonly memory: OutputMemory[]
  private readonly stage: SourceStage
  private readonly puller: Puller
  private readonly end: OutEnd
  private readonly waiter: EventLoopWaiter
  private readonly words: ControlWords
  private readonly stats: StageStats
  private readonly failed: (error: PipelineError) => void
  private readonly skips: boolean
  private readonly mayRefer: boolean
  private readonly fed: boolean
  private readonly owner: object
  private atEnd: boolean
  private generation = 0
  private batch = 0
  private given = 0
  private closed = false
  /** Outputs of the last good sample; placeholders get their shapes. */
  private last: readonly RawSample[] | undefined
  /** True while a batch is being pulled; only one pull runs at a time. */
  private pulling = false
  private ended = false
  private readonly log: SourceLog
  /** The source's state before the batch that is being written. */
  private before: SourceState
  /** A batch that waits because the memory budget has no room for it yet. */
  private pending: SourceBatch | undefined
  private deadlock: BudgetDeadlock | undefined
  /** Bytes of the batch that is being written. */
  private wanted = 0
  /** Number of requests to give back unused memory that were answered. */
  private asked = 0

  constructor({ stage, puller, end, waiter, words, stats, failed, skips, mayRefer, fed, owner, atEnd }: FeederOptions) {
    this.stage = stage
    this.puller = puller
    this.end = end
    this.waiter = waiter
    this.words = words
    this.stats = stats
    this.failed = failed
    this.skips = skips
    this.mayRefer = mayRefer
    this.fed = fed
    this.owner = owner
    this.atEnd = atEnd
    this.log = new SourceLog(puller.state(), skips)
    this.before = puller.state()
    this.memory = Array.from({ length: stage.numOutputs }, () => ({ real: 0, maxReal: 0, reserved: 0, maxReserved: 0 }))
  }

  /**
   * Returns where the source must continue after the delivered batches. `left`: how many samples its next batch still
   * has, if not all.
   */
  at(delivered: Delivered): { state: SourceState; left?: number } {
    // It was asked to restart and has not done so yet.
    if (this.log.generation !== this.words.epochs.generation)
      return { state: this.puller.restarted(this.words.epochs.epoch) }
    return this.log.at(delivered)
  }

  /** Returns where the source would start `epoch` if that began in the state `from`. */
  restarted(epoch: number, from: SourceState): SourceState {
    return this.puller.restarted(epoch, from)
  }

  /** Notes what was delivered; positions before it are no longer needed. */
  delivered(delivered: Delivered): void {
    if (this.log.generation === this.words.epochs.generation) this.log.forget(delivered)
  }

  /** Runs until close() or a failure. At the end of the data it waits for the next generation. */
  async run(): Promise<void> {
    this.stats.start()
    try {
      if (this.atEnd && this.words.epochs.generation === this.generation) await this.nextGeneration()
      while (!this.closed && !this.ended) {
        await this.turn()
        // What is ready goes out before a copy takes long. Batches of one input are about equally large.
        if (this.puller.isFed && !this.mayRefer && this.wanted >= longCopyBytes) await new Promise(setImmediate)
        // No await from here to the pull: pump() may have used the slot or the data during the wait.
        const slot = this.closed || !this.puller.available ? undefined : this.end.poll()
        if (!slot) continue
        // Pulling may take long, so requests for memory are answered first.
        this.answer()
        this.stats.waitBegin(Wait.starved)
        let batch: SourceBatch | undefined
        // Made at once: what was thrown may be undefined.
        let error: PipelineError | undefined
        this.pulling = true
        try {
          this.refresh()
          this.before = this.puller.state()
          batch = await this.ask()
        } catch (e) {
          error = sourceError(e, this.stage.name)
        } finally {
          this.pulling = false
          this.stats.waitEnd()
        }
        if (this.closed) return
        try {
          if (batch && !this.deliver(slot, batch)) await this.deliverLater(slot, batch)
        } catch (e) {
          error = sourceError(e, this.stage.name)
        }
        if (this.closed) return
        if (error) {
          if (!this.fail(slot, error)) return
          continue
        }
        if (batch!.flags & batchFlags.endOfStream) await this.nextGeneration()
      }
    } catch (e) {
      if (!this.closed) this.failed(sourceError(e, this.stage.name))
    } finally {
      this.stats.end()
    }
  }

  /** Called by runSync(): writes as many batches as there is room for. The source must answer without a promise. */
  pump(): void {
    while (!this.closed && !this.ended) {
      if (this.pulling) {
        throw unsupported(
          `runSync() cannot wait for source '${this.stage.name}', which is in the middle of an asynchronous call`,
          'Use run() on this pipeline',
        )
      }
      // The end of the data was delivered; the next generation brings more.
      if (this.atEnd && this.words.epochs.generation === this.generation) return
      this.answer()
      const slot = this.pending || this.puller.available ? this.end.poll() : undefined
      if (!slot) return
      let batch: SourceBatch | undefined
      try {
        this.refresh()
        batch = this.pending
        if (!batch) this.before = this.puller.state()
        batch ??= driveSync(this.puller.pull(true, this.whole))
        this.pending = batch
        if (!this.deliver(slot, batch)) {
          this.waitSync()
          return
        }
        this.pending = undefined
        this.deadlock = undefined
      } catch (error) {
        if (!this.fail(slot, sourceError(error, this.stage.name))) return
        continue
      }
      this.atEnd = (batch.flags & batchFlags.endOfStream) !== 0
    }
  }

  private ask(): Promise<SourceBatch> {
    const pull = () => drive(this.puller.pull(false, this.whole))
    // Only user code can ask for a batch meanwhile.
    return this.puller.isOwn ? asking(this.owner, this.stage.name, pull) : pull()
  }

  /** Whether batches run on over the ends of epochs, so that all are full. */
  private get whole(): boolean {
    return this.words.epochs.mode === Mode.continuous
  }

  /** Notes that memory is short and returns; runSync() calls pump() again. */
  private waitSync(): void {
    if (!this.end.pool.alone) return
    this.deadlock ??= this.end.deadlock(this.stats)
    this.end.noteShort()
    this.deadlock.check(this.wanted)
  }

  close(): void {
    this.closed = true
    this.puller.close()
  }

  private refresh(): void {
    const generation = this.words.epochs.generation
    if (generation === this.generation) return
    this.generation = generation
    this.given = 0
    this.pending = undefined
    this.puller.restart(this.words.epochs.epoch)
    this.log.restart(generation, this.puller.state())
  }

  /** Sends the failure after the good batches. Returns whether others follow. */
  private fail(slot: Slot, unplaced: PipelineError): boolean {
    const error = withCallSite(unplaced, this.stage.callSite ?? '') as PipelineError
    const ends = !this.fed || !isOfBatch(error)
    this.ended = ends
    this.pending = undefined
    this.deadlock = undefined
    if (ends) this.failed(error)
    else this.log.add(this.before, this.puller.state(), [], false)
    slot.ensure(0)
    this.stats.batch(0, 0)
    const id = batchId(this.generation, this.batch++)
    this.end.sendFailure(id, { error: { ...error.toJSON(), stage: this.stage.name }, ends })
    return !ends
  }

  /** Waits until there is a free slot and, for fed data, a batch to write. */
  private async turn(): Promise<void> {
    const ready = () => {
      this.answer()
      return this.closed || (this.puller.available && this.end.poll()) ? true : undefined
    }
    if (ready()) return
    this.stats.waitBegin(this.puller.available ? Wait.blocked : Wait.starved)
    try {
      await this.waiter.until(ready, { hold: false })
    } finally {
      this.stats.waitEnd()
    }
  }

  /** Waits until the memory budget has room for the batch, and sends it. */
  private async deliverLater(slot: Slot, batch: SourceBatch): Promise<void> {
    const deadlock = this.end.deadlock(this.stats)
    this.pending = batch
    this.stats.waitBegin(Wait.memory)
    try {
      for (let looks = 0; ; looks++) {
        if (this.end.pool.alone) {
          if (looks % askAgain === 0) this.end.noteShort()
          deadlock.check(this.wanted)
        }
        await new Promise((resolve) => setTimeout(resolve, memoryPauseMs))
        // runSync() may have sent it meanwhile.
        if (this.closed || this.pending !== batch || this.deliver(slot, batch)) return
      }
    } finally {
      if (this.pending === batch) this.pending = undefined
      this.stats.waitEnd()
    }
  }

  /** Gives back the memory that no batch uses. */
  trim(): void {
    this.end.pool.trim()
  }
  /** Gives unused memory back if that was requested since the last call. */
  private answer(): void {
    const asked = this.words.memory.trimsAsked
    if (asked !== this.asked) this.end.pool.trim()
    this.asked = asked
  }

  private async nextGeneration(): Promise<void> {
    const changed = () => (this.closed || this.words.epochs.generation !== this.generation ? true : undefined)
    await this.waiter.until(changed, { hold: false })
  }

  /** Writes the batch and sends it. Returns false when there is no memory for it now. */
  private deliver(slot: Slot, batch: SourceBatch): boolean {
    this.last = batch.samples.find((sample) => sample.outputs)?.outputs ?? this.last
    const filled = filledSamples(batch, this.last, this.given)
    const outputs = outputsOf(filled, this.stage, this.last)
    const records = filled.map((s) => s.record)
    const makeRoom = (bytes: number) => {
      this.wanted = bytes
      return this.end.pool.grow(bytes)
    }
    const id = batchId(this.generation, this.batch)
    const refers = this.mayRefer && batch.steady === true
    if (!slot.write(id, records, outputs, batch.flags, makeRoom, refers)) return false
    this.note(outputs)
    this.batch++
    this.given += filled.length
    const positions = this.skips ? records.map((record) => record.index + 1) : []
    this.log.add(this.before, this.puller.state(), positions, (batch.flags & ends) !== 0)
    this.stats.batch(filled.length, slot.usedBytes + slot.keptBytes)
    this.end.send()
    return true
  }

  /** Adds the bytes of a batch that was written to `memory`. */
  private note(outputs: readonly SourceOutput[]): void {
    for (const [o, { samples }] of outputs.entries()) {
      const m = this.memory[o]!
      let sum = 0
      for (const { data } of samples) {
        sum += data.byteLength
        m.maxReal = m.maxReserved = Math.max(m.maxReal, data.byteLength)
      }
      m.real = m.reserved = Math.max(m.real, sum)
    }
  }
}
