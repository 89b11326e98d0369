// What values and queues know of work on its way, without knowing who does it.
import type { PipelineError } from '../../errors.js'
import type { Handle } from '../../native.js'

/** Work that a queue waits for. */
export interface InFlight {
  /** Number in its queue. */
  readonly seq: number
  /** Bytes that its result is expected to take. */
  readonly bytes: number
  readonly done: boolean
  readonly error: PipelineError | undefined
  /** Resolves once it is done. */
  wait(): Promise<void>
  /** Blocks until it is done, and tells those whom the result concerns. `done`: it is known to be. */
  settle(done?: boolean): void
}

/** Work that makes values. */
export interface Producer extends InFlight {
  /** What native code reads the values from before they are there. */
  readonly handle: Handle
}

/** Work that a queue holds, and begins with unless it is taken back. */
export interface Held {
  /** Takes it back. False: the queue has begun with it. */
  revoke(): boolean
  /** Discards the result, and frees it on completion. */
  abandon(): void
}

/** Work that was begun before its calls were made. */
export interface BegunAhead {
  /** Discards it. False: it was taken or discarded before. */
  drop(): boolean
}
