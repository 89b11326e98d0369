// The control block of one pipeline: one SharedArrayBuffer that holds the control words, the memory account, a bell and
// a statistics area per actor, and the mailboxes. The supervisor lays it out; everybody reads it by offset.

import { acquire as acquireCodes, ring, signals } from '../generated/abi.js'
import { native } from '../native.js'
import { Pace } from './pace.js'
import type { EndConfig, Mode } from './protocol.js'

const headerBytes = 2 * ring.line
const modeWord = 0
/** Raised when a consumer abandons an epoch: batches of an older generation are dropped wherever they are. */
const generationWord = 1
/** The epoch that sources begin when they see a new generation. */
const epochWord = 2
/** Batches that the consumer has asked for, where stages do not run ahead. */
const ticketWord = 3
/** Raised to ask everybody for the memory that they do not use. */
const trimWord = 4
/** Batches that the user holds. */
const leasedWord = 5
/** Counts batches that were sent, taken or given back anywhere: while it changes, waiting makes sense. */
const progressWord = 7
/** Set for good once memory was short. */
const shortWord = 28
/** The bell of the actor that tries again to get by with its memory. */
const turnWord = 29
/** Byte offsets of the accounts of device memory and of page-locked memory: int64 used, limit (0: none). */
export const deviceAccountAt = 32
export const pinnedAccountAt = 48
/** Byte offset of the memory account: int64 used, limit, comfort, ahead, most ahead, of slots. */
export const accountAt = 64
/** In a bell's line, behind what native code knows of: its owner wants more slots. */
const wantOffset = 16
/** How many batches each source has finished: one word per turn. */
const doneWords = 32
const maxTurns = 32
/** In a bell: the last request for memory that its owner has answered. */
const trimmedAt = ring.bellSignal + 4

export interface BlockLayout {
  bytes: number
  bells: number[]
  stats: number[]
  mailboxes: number[]
}

export function layOut(actors: number, mailboxes: number): BlockLayout {
  let at = headerBytes
  const take = (count: number, bytes: number) =>
    Array.from({ length: count }, () => {
      const offset = at
      at += Math.ceil(bytes / ring.line) * ring.line
      return offset
    })
  return {
    bells: take(actors, ring.bellBytes),
    stats: take(actors, ring.statsBytes),
    mailboxes: take(mailboxes, ring.mailboxBytes),
    bytes: at,
  }
}

/** The words that every thread of a pipeline shares. */
export class ControlWords {
  private readonly words: Int32Array
  private readonly account: BigInt64Array
  private readonly gpu: Record<'device' | 'pinned', BigInt64Array>

  constructor(readonly buffer: SharedArrayBuffer) {
    this.words = new Int32Array(buffer)
    this.account = new BigInt64Array(buffer, accountAt, 6)
    this.gpu = {
      device: new BigInt64Array(buffer, deviceAccountAt, 2),
      pinned: new BigInt64Array(buffer, pinnedAccountAt, 2),
    }
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

  // ---- asking for batches ----

  get tickets(): number {
    return Atomics.load(this.words, ticketWord)
  }
  /** Asks every source for one more batch; nothing where stages run ahead by themselves. */
  request({ block, sources }: Pick<EndConfig, 'block' | 'sources'>): void {
    if (!sources.length) return
    Atomics.add(this.words, ticketWord, 1)
    for (const bell of sources) native().signal(block.handle, bell, 0)
  }
  /** Batches that the source with this turn has finished. */
  done(turn: number): number {
    return turn < maxTurns ? Atomics.load(this.words, doneWords + turn) : Number.POSITIVE_INFINITY
  }
  finish(turn: number): void {
    if (turn < maxTurns) Atomics.add(this.words, doneWords + turn, 1)
  }

  // ---- slots ----

  /** The producer that is named by `owner` wants more slots. */
  want(owner: number): void {
    Atomics.store(this.words, (owner + wantOffset) / 4, 1)
  }
  takeWant(owner: number): boolean {
    return Atomics.exchange(this.words, (owner + wantOffset) / 4, 0) !== 0
  }

  // ---- memory ----

  /** `ahead`: most bytes in batches that are made before the stage's last one was used. */
  setLimits(limit: number, comfort: number, ahead: number): void {
    this.account[1] = BigInt(limit)
    this.account[2] = BigInt(comfort)
    this.account[4] = BigInt(ahead)
  }
  /** Of memory that only native code takes. A budget of 0 holds nothing, where 0 would be no limit. */
  limitGpu(kind: 'device' | 'pinned', bytes: number | undefined): void {
    this.gpu[kind][1] = bytes === undefined ? 0n : BigInt(Math.max(1, bytes))
  }
  /** Whether so many bytes of device memory leave the others some. */
  hasDeviceRoom(bytes: number): boolean {
    const limit = Number(this.gpu.device[1]!)
    return limit === 0 || this.usedGpu('device') + bytes <= 0.75 * limit
  }
  usedGpu(kind: 'device' | 'pinned'): number {
    return Number(Atomics.load(this.gpu[kind], 0))
  }
  get usedBytes(): number {
    return Number(Atomics.load(this.account, 0))
  }
  get limitBytes(): number {
    return Number(this.account[1])
  }
  /** Of them, what slots take. */
  get slotBytes(): number {
    return Number(Atomics.load(this.account, 5))
  }
  /** Books bytes of a slot; false, and nothing is booked, when the budget does not hold them. */
  charge(bytes: number, force = false): boolean {
    return this.chargeUpTo(force ? undefined : this.account[1]!, bytes)
  }
  /** The same, within the part of the budget that stages may fill before the consumer asks for a batch. */
  chargeInComfort(bytes: number): boolean {
    return this.chargeUpTo(this.account[2]!, bytes)
  }
  private chargeUpTo(most: bigint | undefined, bytes: number): boolean {
    if (!this.add(0, bytes, most)) return false
    Atomics.add(this.account, 5, BigInt(bytes))
    return true
  }
  /**
   * Books bytes of a batch that its stage makes ahead. These have a part of the budget: the rest is left for one batch
   * of each stage, so that those who are ahead cannot take the memory that the stages behind them need to go on.
   */
  chargeAhead(bytes: number): boolean {
    return this.add(3, bytes, this.account[4]!)
  }
  /** Never above `most`, not even for a moment. */
  private add(at: number, bytes: number, most: bigint | undefined): boolean {
    const more = BigInt(bytes)
    if (more <= 0n || most === undefined) {
      Atomics.add(this.account, at, more)
      return true
    }
    for (let seen = Atomics.load(this.account, at); ; ) {
      if (seen + more > most) return false
      const found = Atomics.compareExchange(this.account, at, seen, seen + more)
      if (found === seen) return true
      seen = found
    }
  }
  /** Whether there is memory for batches that nobody waits for yet. */
  get comfortable(): boolean {
    return Atomics.load(this.account, 0) <= this.account[2]!
  }
  /** Returns the number of the request, for hasTrimmed(). */
  askToTrim(): number {
    return Atomics.add(this.words, trimWord, 1) + 1
  }
  /** Requests for memory so far. */
  get trimsAsked(): number {
    return Atomics.load(this.words, trimWord)
  }
  private trimmed = 0
  /** True once per askToTrim() in each thread. */
  takeTrim(): boolean {
    const now = Atomics.load(this.words, trimWord)
    if (now === this.trimmed) return false
    this.trimmed = now
    return true
  }
  /** The owner of `bell` has done so. */
  noteTrim(bell: number): void {
    Atomics.store(this.words, (bell + trimmedAt) / 4, this.trimmed)
  }
  hasTrimmed(bell: number, request: number): boolean {
    return Atomics.load(this.words, (bell + trimmedAt) / 4) - request >= 0
  }
  /** Memory was short at some time: from then on it is given back as soon as it is not needed. */
  get short(): boolean {
    return Atomics.load(this.words, shortWord) !== 0
  }
  /** The owner of `bell` needs memory: all others are asked for what they do not use. */
  noteShort({ block, bell, peers }: Pick<EndConfig, 'block' | 'bell' | 'peers'>): void {
    Atomics.store(this.words, shortWord, 1)
    this.askToTrim()
    // On the main thread nobody takes signals, everybody looks.
    for (const peer of peers) {
      if (peer.bell !== bell)
        native().signal(block.handle, peer.bell, peer.kind === 'source' || peer.kind === 'sink' ? 0 : signals.control)
    }
  }
  /** Of those that were short of memory one tries again at a time: so whoever is seen at work is really at work. */
  takeTurn(bell: number): boolean {
    return Atomics.compareExchange(this.words, turnWord, 0, bell) === 0
  }
  endTurn(): void {
    Atomics.store(this.words, turnWord, 0)
  }
  get progress(): number {
    return Atomics.load(this.words, progressWord)
  }
  noteProgress(): void {
    Atomics.add(this.words, progressWord, 1)
  }
  /** Batches of a mailbox that the user holds. */
  leasedOf(mailbox: number): number {
    return Atomics.load(this.words, (mailbox + ring.mailboxLeased) / 4)
  }
  /** A producer that is short of memory may go on when a batch is the user's. */
  leaseOf(mailbox: number, count: 1 | -1, block: number): void {
    Atomics.add(this.words, (mailbox + ring.mailboxLeased) / 4, count)
    if (count > 0 && this.short) native().signal(block, Atomics.load(this.words, mailbox / 4), 0)
  }
  get leased(): number {
    return Atomics.load(this.words, leasedWord)
  }
  lease(count: 1 | -1): void {
    Atomics.add(this.words, leasedWord, count)
  }

  // ---- bells ----

  /** Read before looking at what one waits for; see native wait(). */
  bellSeq(bell: number): number {
    return Atomics.load(this.words, (bell + ring.bellSeq) / 4) >>> 0
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

  // ---- mailboxes ----

  /**
   * `pooled`: the producer's slots are as many as it needs. Then it wants to hear of batches that were taken, not only of
   * slots that came back, and the mailbox may become deeper.
   */
  connect(mailbox: number, producerBell: number, consumerBell: number, depth: number, pooled: boolean): void {
    this.words[mailbox / 4] = producerBell
    this.words[mailbox / 4 + 1] = consumerBell
    this.words[(mailbox + ring.mailboxNotify) / 4] = pooled ? 1 : 0
    this.words[(mailbox + ring.mailboxDepth) / 4] = depth
    this.words[(mailbox + ring.mailboxAsked) / 4] = depth
  }

  /** Batches that wait in a mailbox. */
  waiting(mailbox: number): number {
    return this.count(mailbox + ring.mailboxFull)
  }
  /** Slots that were given back and not collected yet. */
  returned(mailbox: number): number {
    return this.count(mailbox + ring.mailboxFree)
  }
  private count(at: number): number {
    return (Atomics.load(this.words, (at + ring.ringTail) / 4) - Atomics.load(this.words, (at + ring.ringHead) / 4)) | 0
  }

  /** Batches that were ever sent through a mailbox, modulo 2^32. */
  sent(mailbox: number): number {
    return Atomics.load(this.words, (mailbox + ring.mailboxFull + ring.ringTail) / 4) >>> 0
  }
  /** The slot that was sent last, whatever has become of it; undefined before the first. */
  lastSent(mailbox: number): number | undefined {
    const sent = this.sent(mailbox)
    if (sent === 0) return undefined
    const slots = (mailbox + ring.mailboxFull + ring.ringSlots) / 4
    return Atomics.load(this.words, slots + ((sent - 1) % ring.maxCapacity))
  }

  /** How many batches may wait there. */
  depth(mailbox: number): number {
    return Atomics.load(this.words, (mailbox + ring.mailboxDepth) / 4)
  }
  /** The producer found it full. */
  noteFull(mailbox: number): void {
    Atomics.store(this.words, (mailbox + ring.mailboxSawFull) / 4, 1)
  }
  /** The consumer came and found `waiting` batches. A mailbox whose producer has a pool of slots may change its depth. */
  found(mailbox: number, waiting: number): void {
    const seen = Math.min(Math.max(waiting, 0), ring.maxDepth)
    this.words[(mailbox + ring.mailboxHistogram) / 4 + seen]! += 1
    if (!this.words[(mailbox + ring.mailboxNotify) / 4]) return
    const depthAt = (mailbox + ring.mailboxDepth) / 4
    const depth = Atomics.load(this.words, depthAt)
    const swung = seen === 0 && Atomics.exchange(this.words, (mailbox + ring.mailboxSawFull) / 4, 0) !== 0
    const pace = this.paces.get(mailbox) ?? new Pace(this.words[(mailbox + ring.mailboxAsked) / 4]!)
    this.paces.set(mailbox, pace)
    const next = pace.next(depth, seen, swung, this.comfortable)
    if (next !== depth) Atomics.store(this.words, depthAt, next)
  }
  /** Of the mailboxes that this thread consumes from. */
  private readonly paces = new Map<number, Pace>()
  /** histogram[k]: how often the consumer found k batches. */
  histogram(mailbox: number): number[] {
    const at = (mailbox + ring.mailboxHistogram) / 4
    const all = [...this.words.subarray(at, at + ring.maxDepth + 1)]
    return all.slice(0, all.findLastIndex((n) => n > 0) + 1)
  }
}

/** What acquire() answered, as a slot, or undefined when there was none. */
export function slotOf(result: number): number | undefined {
  return result === acquireCodes.timeout ? undefined : result
}

/** A bell's signal word was set while waiting: the caller unwinds to its loop and looks at the control words. */
export class Signalled {}
