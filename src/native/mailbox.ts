// The types of the native functions for mailboxes and bells, which connect actors, and for listeners, which wake an event
// loop (native/addon/mailbox.cc).
import type { Failed } from '../errors/callbacks.js'
import type { Handle } from './handle.js'

export interface MailboxFunctions {
  /**
   * Returns a listener, whose number goes into a bell's waiting word. Its callback runs on this thread's event loop; `failed`
   * gets what it throws.
   */
  listen(callback: () => void, failed: Failed): Handle
  /**
   * Returns a slot (for the consumer a full one, for the producer a free one), or abi `acquire.timeout` when there is
   * none.
   */
  acquire(block: Handle, mailbox: number, consumer: boolean): number
  /**
   * Sleeps until the bell is rung, at most timeoutMs. Returns at once if it was rung since `seq` was read. Returns 0,
   * or a negative code of abi `acquire`.
   */
  wait(block: Handle, bell: number, seq: number, timeoutMs: number): number
  publish(block: Handle, mailbox: number, consumer: boolean, slot: number): void
  signal(block: Handle, bell: number, bits: number): void
}
