// What every kind of actor looks like to the runner.
import type { ControlWords } from '../block.js'
import type { ActorConfig } from '../protocol.js'
import type { StageStats } from '../stats.js'

export interface StageContext {
  config: ActorConfig
  words: ControlWords
  stats: StageStats
}

export interface Stage {
  /** One batch at most. Blocks in a mailbox; throws Signalled when told to look at the control words. */
  step(): void
  /** After step() threw: sends an empty batch marked `failed` behind the good ones, so that the failure arrives in order. */
  fail(): void
  /** Gives back what it holds; called once, after the last step. */
  stop(): void
}
