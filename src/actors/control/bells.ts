// The words of the bells (event counts) on which actors wait. Each bell belongs to one actor and is identified by its
// byte offset. Native code rings bells and sleeps on them (native/core/mailbox.h).
import { ring, signals } from '../../generated/abi.js'
import type { Words } from './words.js'

export class Bells {
  constructor(private readonly words: Words) {}

  /** Returns how often the bell was rung. It is read before looking at what the owner waits for; see native wait(). */
  seq(bell: number): number {
    return this.words.load(bell + ring.bellSeq) >>> 0
  }

  /** Registers the listener through which the bell's owner waits. */
  announce(bell: number, listener: number): void {
    this.words.store(bell + ring.bellWaiting, listener)
  }

  /** True once the owner of `bell` was told to stop. Clears a mere request to look at the control words. */
  takeStop(bell: number): boolean {
    return (this.words.and(bell + ring.bellSignal, ~signals.control) & signals.stop) !== 0
  }

  /** Asks for more slots for the producer that owns the bell. */
  want(bell: number): void {
    this.words.store(bell + ring.bellWants, 1)
  }
  takeWant(bell: number): boolean {
    return this.words.exchange(bell + ring.bellWants, 0) !== 0
  }

  /** Returns the number of the last request for memory that the bell's owner has answered. */
  trimmed(bell: number): number {
    return this.words.load(bell + ring.bellTrimmed)
  }
  noteTrim(bell: number, request: number): void {
    this.words.store(bell + ring.bellTrimmed, request)
  }
}
