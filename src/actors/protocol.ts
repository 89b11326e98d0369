// Everything that crosses threads by message. Types only; data never travels here: batches lie in slots, and what
// changes while a pipeline runs (mode, generation, statistics, stop) lies in the control block (block.ts).
import type { PipelineErrorInfo } from '../errors.js'
import type { StagePlan } from '../graph/types.js'
import type { Handle } from '../native.js'

/** One slot of a mailbox: a growable buffer, and the handle under which native code knows it. */
export interface SlotConfig {
  buffer: SharedArrayBuffer
  handle: Handle
}

export interface MailboxConfig {
  /** Byte offset in the control block. */
  offset: number
  slots: SlotConfig[]
}

/** All that an actor is told, once, when its worker starts. */
export interface ActorConfig {
  stage: StagePlan
  batchSize: number
  seed: number
  block: { buffer: SharedArrayBuffer; handle: Handle }
  /** Byte offsets in the control block of this actor's bell and statistics. */
  bell: number
  stats: number
  /** Whether samples that onError 'skip' drops are replaced from later batches. */
  refill: boolean
  inputs: MailboxConfig[]
  output: MailboxConfig
  /** The stage's native program. */
  program: Handle
}

/** Why an actor's loop ended. */
export type ActorEnd = { reason: 'stopped' } | { reason: 'failed'; error: PipelineErrorInfo }

/** What the supervisor may call in a worker (through comlink). */
export interface ActorApi {
  /** Answers as soon as the worker has loaded its code. */
  ready(): Promise<void>
  /** Runs until the stop signal or a failure; never rejects. */
  run(): Promise<ActorEnd>
}

/** Values of the control block's mode word. */
export const Mode = {
  /** Full batches without end, wrapping over epochs. */
  continuous: 0,
  /** The last batch of an epoch is partial and flagged. */
  epoch: 1,
} as const
export type Mode = (typeof Mode)[keyof typeof Mode]
