// Connects the actors: lays out the control block of one pipeline, makes the mailboxes and the slots, and describes to
// each actor its own part. The supervisor owns it; it lives on the thread that built the pipeline.
import { totalmem } from 'node:os'
import { constrainedMemory } from 'node:process'
import { Slot, type SlotConfig, slotInitial, withSlack } from '../data/arena.js'
import { signals } from '../generated/abi.js'
import type { Plan, StagePlan } from '../graph/types.js'
import { gpuInfo, type Handle, native } from '../native.js'
import { ControlWords } from './control/control-words.js'
import { type BlockLayout, controlAt, layOut } from './control/layout.js'
import type { EndConfig, InboxConfig, OutboxConfig, Supply } from './protocol.js'
import { keepSlot, openSlot, takeSlot } from './slot-memory.js'
import { isInput, isOnMain } from './stage-kinds.js'
import { type StageCounters, StageStats, type Timeline } from './stats.js'
import { depthOf, isCalled, isDecodedForGpu, replicasOf, type Stock, stockOf } from './stock.js'

/** The place of one actor among those that share a stage. Stages of the main thread have one actor. */
export interface ActorSlot {
  stage: number
  replica: number
  replicas: number
  bell: number
  stats: StageStats
  statsAt: number
}

/** Limits in bytes; undefined means no limit. */
export interface Budget {
  host?: number | undefined
  device?: number | undefined
  pinned?: number | undefined
}

export class Wiring {
  readonly words: ControlWords
  readonly block: { buffer: SharedArrayBuffer; handle: Handle }
  readonly actorSlots: ActorSlot[]
  readonly sink: ActorSlot
  private readonly layout: BlockLayout
  private readonly handles: Handle[] = []
  /** Byte offsets of the mailboxes: mailboxes[edge of the plan][producing actor][consuming actor]. */
  private readonly mailboxes: number[][][] = []
  /** Per actor, the slots that it owns, the most that it may have, and the bytes that hints ask for. */
  private readonly stocks = new Map<ActorSlot, Omit<Stock, 'first'> & { slots: SlotConfig[] }>()
  /** Bells of the sources where they wait to be asked for batches; empty where stages run ahead. */
  private readonly sources: number[]

  constructor(
    private readonly plan: Plan,
    budget: Budget,
    /** Other processes will map the slots that the sink takes, and those that their functions write to. */
    private readonly shared = false,
    /** Small slots are left to other pipelines, and taken from them. */
    private readonly keeps = false,
  ) {
    const counts = plan.stages.map(replicasOf)
    const edges = plan.mailboxes.map((m) => counts[m.from]! * counts[m.to]!)
    const total = (list: number[]) => list.reduce((a, b) => a + b, 0)
    this.layout = layOut(total(counts), total(edges))
    const buffer = new SharedArrayBuffer(this.layout.bytes)
    this.words = new ControlWords(buffer)
    this.words.memory.setLimits(...limits(budget.host))
    this.words.memory.limitGpu('device', budget.device)
    this.words.memory.limitGpu('pinned', budget.pinned)
    this.actorSlots = plan.stages
      .flatMap((_, stage) =>
        Array.from({ length: counts[stage]! }, (_, replica) => ({ stage, replica, replicas: counts[stage]! })),
      )
      .map((actorSlot, i) => {
        const statsAt = this.layout.stats[i]!
        return { ...actorSlot, bell: this.layout.bells[i]!, statsAt, stats: new StageStats(buffer, statsAt) }
      })
    this.sink = this.actorSlotOf(plan.stages.findIndex((s) => s.kind === 'sink'))
    this.sources =
      plan.concurrency === 'oneAtATime'
        ? plan.stages.flatMap((s, i) => (isInput(s) ? [this.bellAt(this.actorSlotOf(i))] : []))
        : []
    this.block = { buffer, handle: native().open(new Uint8Array(buffer)) }
    this.handles.push(this.block.handle)
    try {
      this.makeMailboxes()
    } catch (error) {
      this.free()
      throw error
    }
  }

  /** Counters of every actor, with its stage. */
  counters(): { stage: number; replica: number; counters: StageCounters }[] {
    return this.actorSlots.map(({ stage, replica, stats }) => ({ stage, replica, counters: stats.read() }))
  }

  /** Returns what every actor did recently. */
  timelines(): ({ stage: number } & Timeline)[] {
    return this.actorSlots.map(({ stage, stats }) => ({ stage, ...stats.timeline() }))
  }

  /**
   * Per edge of the plan: how many batches wait, how many may wait, and how often the consumer found k batches
   * waiting.
   */
  edges(): { from: number; to: number; capacity: number; waiting: number; histogram: number[] }[] {
    return this.plan.mailboxes.map(({ from, to }, e) => {
      const all = this.mailboxes[e]!.flat()
      const histogram: number[] = []
      for (const offset of all) {
        for (const [k, n] of this.words.mailboxes.histogram(offset).entries()) histogram[k] = (histogram[k] ?? 0) + n
      }
      // The mailboxes of one producer share what may wait in each of them.
      const shares = this.mailboxes[e]!.map((own) => own.map((offset) => this.words.mailboxes.depth(offset)))
      const capacity = shares.reduce((sum, depths) => sum + Math.max(...depths), 0)
      return {
        from,
        to,
        capacity,
        waiting: all.reduce((sum, at) => sum + this.words.mailboxes.waiting(at), 0),
        histogram,
      }
    })
  }

  /** Whether the slots of a stage had the memory that hints ask for from the start, on the host and on the GPU. */
  presized(stage: number): { host: boolean; device: boolean } {
    const slot = this.stocks.get(this.actorSlotOf(stage))?.slots[0]
    return { host: slot?.booked !== undefined, device: slot?.deviceBooked !== undefined }
  }

  actorSlotOf(stage: number): ActorSlot {
    return this.actorSlots.find((p) => p.stage === stage)!
  }

  private makeMailboxes(): void {
    const { mailboxes, buffers } = this.plan
    const pooled = buffers === 'pool'
    const offsets = [...this.layout.mailboxes]
    for (const { from, to, capacity } of mailboxes) {
      const [producers, consumers] = [from, to].map((stage) => this.actorSlots.filter((p) => p.stage === stage))
      this.mailboxes.push(
        producers!.map((producer) =>
          consumers!.map((consumer) => {
            const offset = offsets.shift()!
            const depth = depthOf(capacity, producer, consumer, pooled)
            this.words.mailboxes.connect(offset, this.bellAt(producer), this.bellAt(consumer), depth, pooled)
            return offset
          }),
        ),
      )
    }
    for (const actorSlot of this.actorSlots) {
      const stock = stockOf(this.plan, actorSlot.stage, actorSlot.replica)
      if (!stock) continue
      const { first, ...rest } = stock
      const slots = Array.from({ length: first }, () => this.makeSlot(actorSlot))
      this.stocks.set(actorSlot, { ...rest, slots })
    }
    this.presize()
  }

  /**
   * Gives each stage memory for one slot after the other, so that a budget that is too small for all serves every
   * stage.
   */
  private presize(): void {
    for (let i = 0, more = true; more; i++) {
      more = false
      for (const [{ stage }, { slots, hint, deviceHint }] of this.stocks) {
        const slot = slots[i]
        const bytes = withSlack(hint)
        if (!slot || !hint || !this.words.memory.chargeInComfort(bytes)) continue
        more = true
        slot.buffer.grow(bytes)
        native().resize(slot.handle, bytes)
        slot.booked = bytes
        if (deviceHint) this.presizeDevice(this.plan.stages[stage]!, slot, deviceHint)
      }
    }
  }

  private presizeDevice(stage: StagePlan, slot: SlotConfig, bytes: number): void {
    if (!('gpu' in stage)) return
    const machine = gpuInfo().devices.find(({ id }) => id === stage.gpu)?.memory ?? 0
    if (this.words.memory.usedGpu('device') + withSlack(bytes) > this.words.memory.deviceComfort(machine)) return
    const taken = native().deviceReserve(slot.handle, stage.gpu, bytes, this.block.handle, controlAt.deviceAccount)
    if (taken) slot.deviceBooked = taken
  }

  /**
   * Makes slots for the producers that want more, doubling their number. Consumers are informed before the
   * producer.
   */
  restock(tell: (actorSlot: ActorSlot, news: Supply) => void): void {
    for (const [actorSlot, { slots, most }] of this.stocks) {
      if (!this.words.bells.takeWant(actorSlot.bell)) continue
      const count = Math.min(slots.length, most - slots.length)
      const made = Array.from({ length: count }, () => this.makeSlot(actorSlot))
      slots.push(...made)
      const news: Supply = { owner: actorSlot.bell, slots: made }
      const readers = this.plan.mailboxes.filter((m) => m.from === actorSlot.stage).map((m) => m.to)
      for (const reader of this.actorSlots) if (readers.includes(reader.stage)) tell(reader, news)
      tell(actorSlot, news)
      native().signal(this.block.handle, actorSlot.bell, signals.control)
    }
  }

  private makeSlot({ stage }: ActorSlot): SlotConfig {
    const feedsSink = this.plan.mailboxes.some((m) => m.from === stage && m.to === this.sink.stage)
    const shared = this.shared && (feedsSink || isCalled(this.plan.stages[stage]!))
    const slot = this.keepsSlots(stage) ? takeSlot(shared) : openSlot(shared)
    this.handles.push(slot.handle)
    if (slot.segment !== undefined) this.handles.push(slot.segment)
    return slot
  }

  /** Returns the bell of an actor. Sources share the sink's bell, because both are on the main thread. */
  private bellAt({ stage, bell }: ActorSlot): number {
    return this.plan.stages[stage]!.kind === 'source' ? this.sink.bell : bell
  }

  endOf(actorSlot: ActorSlot): EndConfig {
    const { replica, replicas, stage } = actorSlot
    const turns = this.plan.stages.flatMap((s, i) => (isInput(s) ? [i] : []))
    const turn = turns.indexOf(stage)
    return {
      block: this.block,
      bell: this.bellAt(actorSlot),
      replica,
      replicas,
      turn: turn < 0 ? undefined : turn,
      sources: this.sources,
      peers: this.actorSlots.map((p) => ({
        bell: this.bellAt(p),
        stats: p.statsAt,
        kind: this.plan.stages[p.stage]!.kind,
      })),
    }
  }

  isMain(stage: number): boolean {
    return isOnMain(this.plan.stages[stage]!)
  }

  inboxes({ stage, replica }: ActorSlot): InboxConfig[] {
    return this.plan.mailboxes.flatMap((m, e) => {
      if (m.to !== stage) return []
      const producers = this.actorSlots.filter((p) => p.stage === m.from)
      return [
        {
          mailboxes: producers.map((producer, a) => ({
            offset: this.mailboxes[e]![a]![replica]!,
            owner: producer.bell,
            slots: this.stocks.get(producer)!.slots,
          })),
        },
      ]
    })
  }

  outbox(actorSlot: ActorSlot): OutboxConfig {
    const edges = this.plan.mailboxes.flatMap((m, e) =>
      m.from === actorSlot.stage ? [this.mailboxes[e]![actorSlot.replica]!] : [],
    )
    const oneLarge = isDecodedForGpu(this.plan, actorSlot.stage)
    return { ...this.stocks.get(actorSlot)!, owner: actorSlot.bell, supplier: this.sink.bell, edges, oneLarge }
  }

  /**
   * Returns how many batches an actor has sent to all its consumers, and whether the last one is the failure that ends
   * its stream; a failure in an epoch that was given up does not count.
   */
  sentBy(actorSlot: ActorSlot): { batches: number; failed: boolean } {
    const slots = this.stocks.get(actorSlot)?.slots ?? []
    const failed = (mailbox: number) => {
      const last = this.words.mailboxes.lastSent(mailbox)
      const slot = last === undefined ? undefined : new Slot(slots[last]!)
      return !!slot?.failure?.ends && slot.generation === this.words.epochs.generation
    }
    const edges = this.plan.mailboxes.flatMap((m, e) => (m.from === actorSlot.stage ? [this.mailboxes[e]!] : []))
    const sent = edges.map((edge) => {
      const mailboxes = edge[actorSlot.replica]!
      return {
        batches: mailboxes.reduce((sum, mailbox) => sum + this.words.mailboxes.sent(mailbox), 0),
        failed: mailboxes.some(failed),
      }
    })
    if (!sent.length) return { batches: 0, failed: false }
    return { batches: Math.min(...sent.map((edge) => edge.batches)), failed: sent.every((edge) => edge.failed) }
  }

  /** Frees the pages of all slots that the user does not hold. The garbage collector would do so much later. */
  giveBackPages(held: ReadonlySet<Handle>): void {
    for (const { buffer, handle } of [...this.stocks.values()].flatMap((stock) => stock.slots)) {
      if (buffer.byteLength > slotInitial && !held.has(handle)) native().trim(handle, 0)
    }
  }

  /** Memory of a GPU may belong to the slots of a stage there. */
  private keepsSlots(stage: number): boolean {
    return this.keeps && !('gpu' in this.plan.stages[stage]!)
  }

  /** Leaves slots to other pipelines; `held`: those that the user has. No thread may use the slots any more. */
  leaveSlots(held: ReadonlySet<Handle>): void {
    const kept = new Set<Handle>()
    for (const [{ stage }, { slots }] of this.stocks) {
      for (const slot of this.keepsSlots(stage) ? slots : []) {
        if (held.has(slot.handle) || !keepSlot(slot)) continue
        kept.add(slot.handle)
        if (slot.segment !== undefined) kept.add(slot.segment)
      }
    }
    this.handles.splice(0, Number.POSITIVE_INFINITY, ...this.handles.filter((handle) => !kept.has(handle)))
  }

  /** Closes all native objects except slots in `held` with device memory, which is the user's until release(). */
  free(held: ReadonlySet<Handle> = new Set()): void {
    const onGpu = [...this.stocks].flatMap(([{ stage }, { slots }]) => ('gpu' in this.plan.stages[stage]! ? slots : []))
    const kept = new Set(onGpu.map(({ handle }) => handle).filter((handle) => held.has(handle)))
    for (const handle of this.handles.splice(0).reverse()) {
      if (kept.has(handle)) this.kept.add(handle)
      else native().close(handle)
    }
  }
  private readonly kept = new Set<Handle>()

  /** Closes a slot that the user gave back after free(). Before free() it does nothing. */
  release(handle: Handle): void {
    if (this.kept.delete(handle)) native().close(handle)
  }
}

/** Bytes of memory that the process may use; to ask for them reads several files of the system. */
let machine: number | undefined

/**
 * Returns the budget in bytes; the used bytes up to which mailboxes may become deeper, which leaves memory for other
 * processes; and the bytes that batches made ahead may take.
 */
function limits(budget: number | undefined): [limit: number, comfort: number, ahead: number] {
  machine ??= Math.min(constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())
  const limit = budget ?? Number.MAX_SAFE_INTEGER
  return [limit, Math.floor(Math.min(0.75 * limit, 0.25 * machine)), Math.floor(0.25 * Math.min(limit, machine))]
}
