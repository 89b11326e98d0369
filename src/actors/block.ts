// The control block of one pipeline: one SharedArrayBuffer that holds the mode and generation words, a bell and a
// statistics area per stage, and the mailboxes. The supervisor lays it out; everybody reads it by offset.

import { acquire as acquireCodes, ring, signals } from '../generated/abi.js'
import type { Plan } from '../graph/types.js'
import type { Mode } from './protocol.js'

const headerBytes = ring.line
const modeWord = 0
/** Raised when a consumer abandons an epoch: batches of an older generation are dropped wherever they are. */
const generationWord = 1
/** The epoch that sources begin when they see a new generation. */
const epochWord = 2

export interface BlockLayout {
  bytes: number
  bells: number[]
  stats: number[]
  mailboxes: number[]
}

export function layOut(plan: Plan): BlockLayout {
  let at = headerBytes
  const take = (bytes: number) => {
    const offset = at
    at += Math.ceil(bytes / ring.line) * ring.line
    return offset
  }
  return {
    bells: plan.stages.map(() => take(ring.bellBytes)),
    stats: plan.stages.map(() => take(ring.statsBytes)),
    mailboxes: plan.mailboxes.map(() => take(ring.mailboxBytes)),
    bytes: at,
  }
}

/** The words that every thread of a pipeline shares. */
export class ControlWords {
  private readonly words: Int32Array

  constructor(readonly buffer: SharedArrayBuffer) {
    this.words = new Int32Array(buffer)
  }

  get mode(): Mode {
    return Atomics.load(this.words, modeWord) as Mode
  }
  set mode(mode: Mode) {
    Atomics.store(this.words, modeWord, mode)
  }
  get generation(): number {
    this.known = Atomics.load(this.words, generationWord)
    return this.known
  }
  /** What this thread saw last. */
  private known = 0
  get epoch(): number {
    return Atomics.load(this.words, epochWord)
  }
  /** The epoch stands before the generation changes: who sees the new generation sees its epoch. */
  nextGeneration(epoch: number): void {
    Atomics.store(this.words, epochWord, epoch)
    Atomics.add(this.words, generationWord, 1)
  }

  /** True once the owner of `bell` was told to stop; also forgets a mere request to look at the words. */
  takeStop(bell: number): boolean {
    const word = (bell + ring.bellSignal) / 4
    return (Atomics.and(this.words, word, ~signals.control) & signals.stop) !== 0
  }

  /**
   * True when a signal says nothing that its bell's owner does not know: the words change before the signal comes, so an
   * actor may have acted on them already, and must not drop what it has begun since.
   */
  isOldNews(bell: number): boolean {
    return !this.takeStop(bell) && Atomics.load(this.words, generationWord) === this.known
  }

  /** Announces that the bell's owner waits through a listener. */
  announce(bell: number, listener: number): void {
    Atomics.store(this.words, (bell + ring.bellWaiting) / 4, listener)
  }

  connect(mailbox: number, producerBell: number, consumerBell: number): void {
    this.words[mailbox / 4] = producerBell
    this.words[mailbox / 4 + 1] = consumerBell
  }

  /** Batches that wait in a mailbox. */
  waiting(mailbox: number): number {
    const full = mailbox + ring.mailboxFull
    return (
      (Atomics.load(this.words, (full + ring.ringTail) / 4) - Atomics.load(this.words, (full + ring.ringHead) / 4)) | 0
    )
  }
}

/** What acquire() answered, as a slot, or undefined on a timeout; a signal throws. */
export function slotOf(result: number): number | undefined {
  if (result >= 0) return result
  if (result === acquireCodes.timeout) return undefined
  throw new Signalled()
}

/** A bell's signal word was set while waiting: the caller unwinds to its loop and looks at the control words. */
export class Signalled {}
