// How values and queues see work that is in progress. These interfaces do not depend on the classes that do the work.
import type { PipelineError } from '../../errors.js'
import type { Handle } from '../../native.js'

/** Work that was handed to a queue. */
export interface InFlight {
  /** Its number among the work of its queue, in order. */
  readonly seq: number
  /** Expected size of its result in bytes. */
  readonly bytes: number
  readonly done: boolean
  readonly error: PipelineError | undefined
  /** Resolves once it is done. */
  wait(): Promise<void>
  /**
   * Blocks until it is done, and delivers the result or the error to its values. `done`: the caller knows that it is
   * done.
   */
  settle(done?: boolean): void
}

/** Work that makes values. */
export interface Producer extends InFlight {
  /** The native call, from which other calls can read the values before they are there. */
  readonly handle: Handle
}

/** Work that a queue holds back for a while: it begins by itself unless the work is taken back before. */
export interface Held {
  /** Takes it back. Returns false if the queue has begun with it already. */
  revoke(): boolean
  /** Discards the result, and frees it on completion. */
  abandon(): void
}

/** Work that was begun before its calls were made. */
export interface BegunAhead {
  /** Discards it. Returns false if it was taken or discarded before. */
  drop(): boolean
}

/** What the caller of an evaluation does until its results are there. */
export type Caller = 'blocks' | 'awaits' | 'continues'
