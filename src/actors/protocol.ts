// Everything that crosses threads by message. Types only; data never travels here: batches lie in slots, and what
// changes while a pipeline runs (mode, generation, statistics, stop) lies in the control block (control/).
import type { MessagePort } from 'node:worker_threads'
import type { SlotConfig } from '../data/arena.js'
import type { PipelineErrorInfo } from '../errors.js'
import type { StageKind, StagePlan } from '../graph/types.js'
import type { Handle } from '../native.js'

/** An edge as its consumer sees it: one mailbox per actor of the producing stage. These take turns. */
export interface InboxConfig {
  mailboxes: { offset: number; owner: number; slots: SlotConfig[] }[]
}

/** A producer's slots and, per outgoing edge, one mailbox per actor of the consuming stage. These take turns. */
export interface OutboxConfig {
  /** Identifies the producer: the byte offset of its own bell. */
  owner: number
  slots: SlotConfig[]
  /** The most slots that it may have; more are made when it asks for them. */
  most: number
  /** Byte offset of the bell of the thread that makes slots. */
  supplier: number
  edges: number[][]
  /** Whether the actor has one batch at a time where its batches are large in GPU memory. */
  oneLarge?: boolean
  /** Bytes that a slot gets at its first use, from the user's hints. */
  hint: number
}

/**
 * Announces new slots of a producer, to itself and to its consumers; it arrives before the first batch in such a slot.
 */
export interface Supply {
  owner: number
  slots: SlotConfig[]
}

/** Tells a reader where to begin a generation, which is not the start of an epoch. It arrives before the generation. */
export interface Move {
  generation: number
  epoch: number
  position: number
  /** The weights of a mixture that were set, from there on, as readerSeek() takes them. */
  weights: string | undefined
}

/** The facts about pipeline and actor that either end of a mailbox needs. */
export interface EndConfig {
  block: { buffer: SharedArrayBuffer; handle: Handle }
  /** Byte offset of the actor's bell in the control block. */
  bell: number
  /** The actor's index among the `replicas` actors of its stage. Batch k is for actor k mod replicas. */
  replica: number
  replicas: number
  /** For a source where only one stage works at a time: its turn among the sources. */
  turn?: number | undefined
  /** Bells of all sources where they start a batch only when asked; empty where stages run ahead. */
  sources: number[]
  /** All actors of the pipeline: byte offsets of their bells and statistics. */
  peers: { bell: number; stats: number; kind: StageKind }[]
}

/** The place at which a source begins: the epoch, and how many of its samples were given already. */
export interface Start {
  epoch: number
  position: number
  /** Number of samples in its first batch, if other sources continue within a batch. */
  first?: number | undefined
}

/** The configuration of an actor, which its thread gets before it is asked to do anything. */
export interface ActorConfig extends EndConfig {
  stage: StagePlan
  batchSize: number
  seed: number
  /** Byte offset of this actor's statistics in the control block. */
  stats: number
  /**
   * Whether data of the pipeline is fed: a batch is what one call has fed. Samples that onError 'skip' drops are replaced by
   * samples of later batches where it is not, and a batch that fails does not end the actor where it is.
   */
  fed: boolean
  start: Start
  inputs: InboxConfig[]
  output: OutboxConfig
  /**
   * The stage's native programs, one per batch that the actor may have in flight; empty for a stage without a program.
   */
  programs: Handle[]
  /** How many batches the actor may work on at once. */
  inFlight: number
  /** Where new slots are announced, by messages of type Supply, and places, by messages of type Move. */
  supply: MessagePort
  /** Only for a stage that runs user code: where it writes its times and bad samples (report.ts). */
  report?: SharedArrayBuffer | undefined
  /** Only for a stage whose function another thread calls: where it asks for that (calls.ts). */
  calls?: MessagePort | undefined
}

/** Why an actor's loop ended. */
export type ActorEnd = { reason: 'stopped' } | { reason: 'failed'; error: PipelineErrorInfo }

/** The functions that the supervisor calls in a worker, through comlink. One stage after the other may be made there. */
export interface ActorApi {
  /** Resolves when the worker has loaded its code. */
  loaded(): void
  /** Makes the stage. Resolves when it has loaded the user's code: undefined, or what is wrong with it. */
  configure(config: ActorConfig): Promise<PipelineErrorInfo | undefined>
  /** Runs until the stop signal or a failure; never rejects. After the stop signal the stage is forgotten: the thread may have another one. */
  run(): Promise<ActorEnd>
  /** Forgets the stage, which did not run. Resolves to whether the thread may have another one: its stage was made. */
  end(): Promise<boolean>
}

/** Values of the control block's mode word. */
export const Mode = {
  /** Full batches without end, wrapping over epochs. */
  continuous: 0,
  /** The last batch of an epoch is partial and flagged. */
  epoch: 1,
} as const
export type Mode = (typeof Mode)[keyof typeof Mode]
