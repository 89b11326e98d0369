// The control block of one pipeline: one SharedArrayBuffer through which its threads share state. Each subject has a
// class of its own; layout.ts says where its words are.
import { acquire as acquireCodes } from '../../generated/abi.js'
import { Bells } from './bells.js'
import { EpochWords } from './epoch.js'
import { controlAt } from './layout.js'
import { MailboxWords } from './mailbox-words.js'
import { MemoryAccount } from './memory-account.js'
import { Words } from './words.js'

/** The words that all threads of a pipeline share. Each thread has its own object over them. */
export class ControlWords {
  readonly epochs: EpochWords
  readonly bells: Bells
  readonly memory: MemoryAccount
  readonly mailboxes: MailboxWords
  private readonly words: Words

  constructor(readonly buffer: SharedArrayBuffer) {
    this.words = new Words(buffer)
    this.epochs = new EpochWords(this.words)
    this.bells = new Bells(this.words)
    this.memory = new MemoryAccount(this.words, this.bells)
    this.mailboxes = new MailboxWords(this.words, this.memory)
  }

  /** Counts batches that were sent, taken or given back anywhere in the pipeline. */
  get progress(): number {
    return this.words.load(controlAt.progress)
  }
  noteProgress(): void {
    this.words.add(controlAt.progress, 1)
  }

  /** Number of batches that the user holds. */
  get leased(): number {
    return this.words.load(controlAt.leased)
  }
  lease(count: 1 | -1): void {
    this.words.add(controlAt.leased, count)
  }

  /**
   * Takes a bell's signal. Returns whether it brings news: its owner may have seen the words that it is about already. They
   * change before the signal comes, so an actor may have acted on them, and must not drop what it has begun since.
   */
  takeNews(bell: number): boolean {
    return this.bells.takeStop(bell) || !this.epochs.isKnown
  }
}

/** Converts the result of acquire() to the index of a slot; undefined when there was none. */
export function slotOf(result: number): number | undefined {
  return result === acquireCodes.timeout ? undefined : result
}

/** Thrown when a wait was interrupted by a signal: the caller returns to its loop and looks at the control words. */
export class Signalled {}
