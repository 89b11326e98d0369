// The memory that a pipeline has allocated and its limits, and how its actors ask each other for memory. Native code
// adds to the accounts too (native/core/memory_account.h).
import { account, signals } from '../../generated/abi.js'
import { native } from '../../native.js'
import type { EndConfig } from '../protocol.js'
import type { Bells } from './bells.js'
import { controlAt, hostWords } from './layout.js'
import type { Words } from './words.js'

const host = {
  used: controlAt.hostAccount + account.accountUsed,
  limit: controlAt.hostAccount + account.accountLimit,
  comfort: controlAt.hostAccount + hostWords.comfort,
  ahead: controlAt.hostAccount + hostWords.ahead,
  maxAhead: controlAt.hostAccount + hostWords.maxAhead,
  slots: controlAt.hostAccount + hostWords.slots,
} as const

/** Kinds of memory that only native code allocates. */
export type GpuMemory = 'device' | 'pinned'
const gpuAt: Readonly<Record<GpuMemory, number>> = {
  device: controlAt.deviceAccount,
  pinned: controlAt.pinnedAccount,
}

export class MemoryAccount {
  /** The last request for memory that this thread has seen. */
  private trimmed = 0

  constructor(
    private readonly words: Words,
    private readonly bells: Bells,
  ) {}

  /** Sets limits in bytes. `ahead`: for batches that a stage makes before its last one was used. */
  setLimits(limit: number, comfort: number, ahead: number): void {
    this.words.store64(host.limit, BigInt(limit))
    this.words.store64(host.comfort, BigInt(comfort))
    this.words.store64(host.maxAhead, BigInt(ahead))
  }
  /** Limits GPU memory in bytes. undefined means no limit and is stored as 0, so a budget of 0 is stored as 1. */
  limitGpu(kind: GpuMemory, bytes: number | undefined): void {
    this.words.store64(gpuAt[kind] + account.accountLimit, bytes === undefined ? 0n : BigInt(Math.max(1, bytes)))
  }

  get usedBytes(): number {
    return Number(this.words.load64(host.used))
  }
  get limitBytes(): number {
    return Number(this.words.load64(host.limit))
  }
  /** The part of the used bytes that is in slots. */
  get slotBytes(): number {
    return Number(this.words.load64(host.slots))
  }
  usedGpu(kind: GpuMemory): number {
    return Number(this.words.load64(gpuAt[kind] + account.accountUsed))
  }
  /** Whether taking these bytes of device memory leaves a quarter of the limit to other stages. */
  hasDeviceRoom(bytes: number): boolean {
    return this.usedGpu('device') + bytes <= 0.75 * this.deviceLimit
  }
  /** Bytes of device memory that may be in use before the first batch, on a GPU with `machine` bytes. */
  deviceComfort(machine: number): number {
    return Math.min(0.75 * this.deviceLimit, 0.25 * machine)
  }
  private get deviceLimit(): number {
    return Number(this.words.load64(gpuAt.device + account.accountLimit)) || Number.POSITIVE_INFINITY
  }
  /** Whether there is memory for batches that no stage waits for yet. */
  get comfortable(): boolean {
    return this.words.load64(host.used) <= this.words.load64(host.comfort)
  }

  // ---- booking ----

  /**
   * Books bytes of a slot. Returns false, and books nothing, when the budget has no room. `force` ignores the budget.
   */
  charge(bytes: number, force = false): boolean {
    return this.chargeUpTo(force ? undefined : this.words.load64(host.limit), bytes)
  }
  /** Books bytes of a slot within the part of the budget that stages may fill before the consumer asks for a batch. */
  chargeInComfort(bytes: number): boolean {
    return this.chargeUpTo(this.words.load64(host.comfort), bytes)
  }
  private chargeUpTo(most: bigint | undefined, bytes: number): boolean {
    if (!this.add(host.used, bytes, most)) return false
    this.words.add64(host.slots, BigInt(bytes))
    return true
  }
  /**
   * Books bytes of a batch that its stage makes ahead. Such batches may take only a part of the budget. The rest is
   * left for one batch of each stage, so that stages that are ahead cannot take the memory that later stages need to
   * go on.
   */
  chargeAhead(bytes: number): boolean {
    return this.add(host.ahead, bytes, this.words.load64(host.maxAhead))
  }
  /** Adds to an account without ever exceeding `most`. Returns false, and adds nothing, if there is no room. */
  private add(at: number, bytes: number, most: bigint | undefined): boolean {
    const more = BigInt(bytes)
    if (more <= 0n || most === undefined) {
      this.words.add64(at, more)
      return true
    }
    for (let seen = this.words.load64(at); ; ) {
      if (seen + more > most) return false
      const found = this.words.swap64(at, seen, seen + more)
      if (found === seen) return true
      seen = found
    }
  }

  // ---- asking others for memory ----

  /** Asks all actors for the memory that they do not use. Returns the number of the request, for hasTrimmed(). */
  askToTrim(): number {
    return this.words.add(controlAt.trims, 1) + 1
  }
  /** Number of requests for memory so far. */
  get trimsAsked(): number {
    return this.words.load(controlAt.trims)
  }
  /** Returns true once per request in each thread. */
  takeTrim(): boolean {
    const now = this.trimsAsked
    if (now === this.trimmed) return false
    this.trimmed = now
    return true
  }
  /** Notes that the owner of `bell` has given back what it does not use. */
  noteTrim(bell: number): void {
    this.bells.noteTrim(bell, this.trimmed)
  }
  hasTrimmed(bell: number, request: number): boolean {
    return this.bells.trimmed(bell) - request >= 0
  }
  /** Whether memory was short at some time. From then on it is given back as soon as it is not needed. */
  get short(): boolean {
    return this.words.load(controlAt.short) !== 0
  }
  /** Says that the owner of `bell` needs memory, and asks all other actors for what they do not use. */
  noteShort({ block, bell, peers }: Pick<EndConfig, 'block' | 'bell' | 'peers'>): void {
    this.words.store(controlAt.short, 1)
    this.askToTrim()
    for (const peer of peers) {
      if (peer.bell === bell) continue
      // Actors of the main thread take no signals. Ringing their bell makes them look at the words.
      const onMain = peer.kind === 'source' || peer.kind === 'sink'
      native().signal(block.handle, peer.bell, onMain ? 0 : signals.control)
    }
  }
  /** Takes the turn to retry, for one actor at a time. So any other actor that is seen at work makes real progress. */
  takeTurn(bell: number): boolean {
    return this.words.swap(controlAt.turn, 0, bell)
  }
  endTurn(): void {
    this.words.store(controlAt.turn, 0)
  }
}
