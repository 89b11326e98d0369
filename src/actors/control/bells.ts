// The words of the bells (event counts) on which actors wait. Each belongs to one actor and is named by its offset; native
// code rings them and sleeps on them (native/core/mailbox.h).
import { ring, signals } from '../../generated/abi.js'
import type { Words } from './words.js'

export class Bells {
  constructor(private readonly words: Words) {}

  /** How often it was rung: read it before looking at what the owner waits for; see native wait(). */
  seq(bell: number): number {
    return this.words.load(bell + ring.bellSeq) >>> 0
  }

  /** Announces that the bell's owner waits through a listener. */
  announce(bell: number, listener: number): void {
    this.words.store(bell + ring.bellWaiting, listener)
  }

  /** True once the owner of `bell` was told to stop; also forgets a mere request to look at the words. */
  takeStop(bell: number): boolean {
    return (this.words.and(bell + ring.bellSignal, ~signals.control) & signals.stop) !== 0
  }

  /** The producer that is named by its bell wants more slots. */
  want(bell: number): void {
    this.words.store(bell + ring.bellWants, 1)
  }
  takeWant(bell: number): boolean {
    return this.words.exchange(bell + ring.bellWants, 0) !== 0
  }

  /** The last request for memory that the bell's owner has answered. */
  trimmed(bell: number): number {
    return this.words.load(bell + ring.bellTrimmed)
  }
  noteTrim(bell: number, request: number): void {
    this.words.store(bell + ring.bellTrimmed, request)
  }
}
