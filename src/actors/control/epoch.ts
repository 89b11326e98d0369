// The words that say which epoch the sources are in, and how many batches the consumer has asked for.
import { native } from '../../native.js'
import type { EndConfig, Mode } from '../protocol.js'
import { controlAt, maxTurns } from './layout.js'
import type { Words } from './words.js'

export class EpochWords {
  /** The generation that this thread read last. */
  private known = 0

  constructor(private readonly words: Words) {}

  get mode(): Mode {
    return this.words.load(controlAt.mode) as Mode
  }
  set mode(mode: Mode) {
    this.words.store(controlAt.mode, mode)
  }

  get generation(): number {
    this.known = this.words.load(controlAt.generation)
    return this.known
  }
  /** Whether the generation is still the one that this thread read last. */
  get isKnown(): boolean {
    return this.words.load(controlAt.generation) === this.known
  }
  get epoch(): number {
    return this.words.load(controlAt.epoch)
  }
  /**
   * Begins a generation at `epoch`. The epoch is written first, so an actor that sees the generation sees its epoch.
   */
  nextGeneration(epoch: number): void {
    this.words.store(controlAt.epoch, epoch)
    this.words.add(controlAt.generation, 1)
  }

  /** Number of batches that the consumer has asked for. */
  get tickets(): number {
    return this.words.load(controlAt.tickets)
  }
  /** Asks every source for one more batch. It has no effect where stages run ahead by themselves. */
  request({ block, sources }: Pick<EndConfig, 'block' | 'sources'>): void {
    if (!sources.length) return
    this.words.add(controlAt.tickets, 1)
    for (const bell of sources) native().signal(block.handle, bell, 0)
  }
  /** Returns how many batches the source with this turn has finished. */
  done(turn: number): number {
    return turn < maxTurns ? this.words.load(controlAt.done + 4 * turn) : Number.POSITIVE_INFINITY
  }
  finish(turn: number): void {
    if (turn < maxTurns) this.words.add(controlAt.done + 4 * turn, 1)
  }
}
