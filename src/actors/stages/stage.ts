// What every kind of actor looks like to the runner, and what several kinds need.
import { badSample } from '../../errors/factories.js'
import type { PipelineErrorInfo } from '../../errors.js'
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
  /** Once, before the first step. */
  init?(): Promise<void>
  /** One batch at most. Blocks in a mailbox; throws Signalled when told to look at the control words. */
  step(): void | Promise<void>
  /** After step() threw: sends an empty batch with the error behind the good ones, so that it arrives in order. */
  fail(error: PipelineErrorInfo): void
  /** Gives memory that is not in use back. */
  trim(): void
  /** Gives back what it holds; called once, after the last step. */
  stop(): void
}

/** With onError 'skip', a data set without one good sample would be read for ever. */
export class AllBadGuard {
  private since: number | undefined

  /** `epoch` of the samples just tried, and whether one of them was good. */
  note(good: boolean, epoch: number): void {
    if (good) this.since = undefined
    else this.since ??= epoch
    if (this.since === undefined || epoch < this.since + 2) return
    throw badSample(
      'Every sample of a whole epoch was bad, so skipping them never fills a batch',
      "See the reasons in statistics().badSamples, or use onError: 'throw'",
    )
  }
}
