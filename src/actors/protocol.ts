// Everything that crosses threads by message. Types only; data never travels here: batches lie in slots, and what
// changes while a pipeline runs (mode, generation, statistics, stop) lies in the control block (control/).
import type { MessagePort } from 'node:worker_threads'
import type { SlotConfig } from '../data/arena.js'
import type { PipelineErrorInfo } from '../errors.js'
import type { StageKind, StagePlan } from '../graph/types.js'
import type { Handle } from '../native.js'

/** An edge as its consumer sees it: one mailbox per actor of the producing stage, which take turns. */
export interface InboxConfig {
  mailboxes: { offset: number; owner: number; slots: SlotConfig[] }[]
}

/** A producer's slots, and per outgoing edge the mailboxes of the consuming stage's actors, which take turns. */
export interface OutboxConfig {
  /** Names the producer: the byte offset of its own bell. */
  owner: number
  slots: SlotConfig[]
  /** How many slots it may have; more are made when it asks. */
  most: number
  /** The bell of the thread that makes them. */
  supplier: number
  edges: number[][]
  /** Bytes that a slot gets at its first use, from the user's hints. */
  hint: number
}

/** New slots of a producer, for itself and its consumers; they come before anybody needs them. */
export interface Supply {
  owner: number
  slots: SlotConfig[]
}

/** What any end of a mailbox must know of its pipeline and actor. */
export interface EndConfig {
  block: { buffer: SharedArrayBuffer; handle: Handle }
  /** Byte offset in the control block of the actor's bell. */
  bell: number
  /** Among the `replicas` actors of its stage; batch k is for actor k mod replicas. */
  replica: number
  replicas: number
  /** Where only one stage works at a time: a source's turn among the sources. */
  turn?: number | undefined
  /** Bells of all sources, which start a batch only when asked; empty where stages run ahead. */
  sources: number[]
  /** All actors of the pipeline: byte offsets of their bells and statistics. */
  peers: { bell: number; stats: number; kind: StageKind }[]
}

/** Where a source begins: the epoch, and how many of its samples were given already. */
export interface Start {
  epoch: number
  position: number
  /** Samples in its first batch, where other sources have a part of a batch left. */
  first?: number | undefined
}

/** All that an actor is told, once, before it is asked for anything. */
export interface ActorConfig extends EndConfig {
  stage: StagePlan
  batchSize: number
  seed: number
  /** Byte offset in the control block of this actor's statistics. */
  stats: number
  /** Whether samples that onError 'skip' drops are replaced from later batches. */
  refill: boolean
  start: Start
  inputs: InboxConfig[]
  output: OutboxConfig
  /** The stage's native program, one per batch that the actor may have in flight; none of a stage without one. */
  programs: Handle[]
  /** Where new slots are announced: Supply. */
  supply: MessagePort
  /** Of a stage that runs user code: where it writes its times and bad samples (report.ts). */
  report?: SharedArrayBuffer | undefined
}

/** Why an actor's loop ended. */
export type ActorEnd = { reason: 'stopped' } | { reason: 'failed'; error: PipelineErrorInfo }

/** What the supervisor may call in a worker (through comlink). */
export interface ActorApi {
  /** Answers as soon as the worker has loaded its code, and the user's: what is wrong with it, if anything. */
  ready(): Promise<PipelineErrorInfo | undefined>
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
