// The interface of every kind of actor to the runner, and what several kinds need.
import { badSample } from '../../errors/factories.js'
import type { PipelineError, PipelineErrorInfo } from '../../errors.js'
import type { BlockingWaiter } from '../blocking-waiter.js'
import type { ControlWords } from '../control/control-words.js'
import type { ActorConfig } from '../protocol.js'
import type { StageStats } from '../stats.js'

export interface StageContext {
  config: ActorConfig
  words: ControlWords
  stats: StageStats
  port: BlockingWaiter
}

export interface Stage {
  /** Called once, before the first step. */
  init?(): Promise<void>
  /** Makes at most one batch. Blocks in a mailbox. Throws Signalled when the runner must look at the control words. */
  step(): void | Promise<void>
  /**
   * Called after step() threw: sends an empty batch with the error after the good ones, so that it arrives in order.
   */
  fail(error: PipelineErrorInfo): void
  /**
   * Called after step() threw the failure of one batch: sends it in place of that batch, and goes on with the next one. Returns
   * false, and does nothing, where no other batch comes.
   */
  failBatch(error: PipelineErrorInfo): boolean | Promise<boolean>
  /** Gives unused memory back. */
  trim(): void
  /** Gives back everything that the actor holds. Called once, after the last step. */
  stop(): void
}

/** Ends a run with onError 'skip' in which no sample is good, because it would read the data set for ever. */
export class AllBadGuard {
  private since: number | undefined

  /**
   * Notes whether one of the samples just tried was good, and their `epoch`. Throws BAD_SAMPLE after a whole bad
   * epoch.
   */
  note(good: boolean, epoch: number): void {
    if (good) this.since = undefined
    else this.since ??= epoch
    if (this.since === undefined || epoch < this.since + 2) return
    throw allBad()
  }
}

/** The error of a run with onError 'skip' in which no sample of an epoch is good. */
export const allBad = (): PipelineError =>
  badSample(
    'Every sample of a whole epoch was bad, so skipping them never fills a batch',
    "See the reasons in statistics().badSamples, or use onError: 'throw'",
  )
