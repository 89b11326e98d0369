// Serves one pipeline to consumers in other processes: takes batch after batch from the pipeline when a consumer asks,
// tells it where the batch lies, and keeps the batch's memory until the consumer gives it back or ends. It runs on the
// thread of the pipeline's user and never blocks it.
import type { Socket } from 'node:net'
import type { Lease } from '../data/lease.js'
import { closed, internal } from '../errors/factories.js'
import { PipelineError } from '../errors.js'
import { abiHash } from '../generated/abi.js'
import type { Handle } from '../native.js'
import { Connection, type Hold } from './connection.js'
import { Copies } from './copies.js'
import { Dealer } from './dealer.js'
import { Exports, made, whenGone } from './exports.js'
import { Forms } from './forms.js'
import { type CallName, type Message, type PartOfBatch, protocolVersion, type Request } from './protocol.js'
import type { Served } from './served.js'

/** A consumer's last positions: at the start of its epoch, and behind each batch that it has not passed yet. */
interface Marks {
  taken: () => string
  ahead: Map<number, () => string>
}

export interface ServerEvents {
  /** `why` is what was wrong with a consumer that was refused. */
  refused?(why: PipelineError): void
  /** Called in place of going on without a consumer that has ended: its batches are not given back then. */
  ended?(): void
}

export class BridgeServer {
  private readonly dealer = new Dealer<Connection>()
  private readonly consumers = new Map<Connection, Marks>()
  private readonly copies = new Copies()
  private readonly exports = new Exports()
  private readonly forms = new Forms()
  private nextBatch = 0
  /** Batches in slots of the pipeline that consumers hold. */
  private inSlots = 0
  private closing: Promise<void> | undefined
  /** The pipeline is closed: no stage writes to a slot any more. */
  private closed = false
  /** Why no batch comes any more. */
  private failure: PipelineError | undefined
  /** Called when something has changed that dealing waits for. */
  private changed: () => void = () => {}
  /** Ends the epoch's wait for a batch. */
  private abort = new AbortController()
  private readonly dealing: Promise<void>

  /** `pipe` has been built. */
  constructor(
    private readonly pipe: Served,
    private readonly events: ServerEvents = {},
  ) {
    this.dealing = this.deal()
  }

  /** Number of consumers that are connected. */
  get count(): number {
    return this.consumers.size
  }

  /** Takes in the consumer at the other end of a socket. Throws INVALID_ARGUMENT for one of another user. */
  adopt(socket: Socket): void {
    const connection = new Connection(socket, {
      request: (from, message) => this.answer(from, message),
      ended: (from, why) => this.dropped(from, why),
    })
    const { pipe } = this
    const taken = this.dealer.isTaken ? pipe.mark() : pipe.markStart()
    this.consumers.set(connection, { taken, ahead: new Map() })
    connection.send({ t: 'hello', version: protocolVersion, abi: abiHash, pid: process.pid, ...pipe.facts() })
    if (this.failure) connection.send({ t: 'error', error: this.failure.toJSON() })
  }

  private dropped(connection: Connection, why: PipelineError | undefined): void {
    this.consumers.delete(connection)
    this.dealer.forget(connection)
    if (why) this.events.refused?.(why)
    if (this.events.ended) {
      this.events.ended()
      return
    }
    const giveBack = () => {
      this.exports.forget(connection)
      // While the pipeline is being closed, its stages could still write to what is given back.
      if (!this.closing || this.closed) connection.freeAll()
      // No batch follows that would look for it: what the consumer held was not dropped before.
      if (this.closed) this.exports.sweep()
      this.wake()
    }
    // What a process has queued on a GPU may run until it is gone, which is a little later than its socket.
    if (this.exports.isWorking(connection)) void whenGone(connection.pid).then(giveBack)
    else giveBack()
  }

  private wake(): void {
    if (!this.dealer.isTaken) {
      // The wait for a batch ends later, and a consumer that begins until then must not join the epoch that ends with it.
      this.dealer.abandon()
      this.abort.abort()
    }
    this.changed()
  }

  // ---- requests ----

  private answer(from: Connection, message: Request): void {
    const { dealer } = this
    switch (message.t) {
      case 'begin':
        dealer.begin(from, message.iteration)
        break
      case 'take':
        this.taken(from, message.b)
        dealer.ask(from)
        break
      case 'free':
        for (const batch of message.b) this.free(from, batch, message.e?.includes(batch) ?? false)
        break
      case 'closed':
        this.exports.closed(from, message.x)
        break
      case 'descriptors':
        from.takesDescriptors()
        break
      case 'leave':
        dealer.leave(from)
        break
      case 'call':
        from.send(this.reply(from, message.id, message.name))
    }
    if (this.closed) this.partFrom(from)
    this.wake()
  }

  /** `working`: work that the consumer has queued on a GPU still uses the batch. */
  private free(from: Connection, batch: number, working: boolean): void {
    const { slots, free } = from.letGo(batch)
    if (!working || this.closed) {
      free()
      return
    }
    this.exports.whenDone(from, slots, () => {
      free()
      this.wake()
    })
  }

  private taken(from: Connection, batch: number): void {
    const marks = this.consumers.get(from)!
    const taken = marks.ahead.get(batch)
    if (!taken) return
    marks.taken = taken
    for (const earlier of marks.ahead.keys()) if (earlier <= batch) marks.ahead.delete(earlier)
  }

  private reply(from: Connection, id: number, name: CallName): Message {
    try {
      return { t: 'reply', id, value: this.call(from, name) }
    } catch (error) {
      return { t: 'refusal', id, error: asPipelineError(error).toJSON() }
    }
  }

  private call(from: Connection, name: CallName): unknown {
    if (name === 'statistics') return this.pipe.statistics()
    if (name === 'facts') return this.pipe.facts()
    return this.consumers.get(from)!.taken()
  }

  // ---- dealing ----

  private async deal(): Promise<void> {
    try {
      for (;;) {
        await this.until(() => this.dealer.isWanted)
        if (this.closing) return
        await this.dealEpoch()
      }
    } catch (error) {
      if (!this.closing) this.fail(asPipelineError(error))
    }
  }

  private async dealEpoch(): Promise<void> {
    const { dealer, pipe } = this
    const taken = pipe.markStart()
    for (const member of dealer.start()) this.consumers.set(member, { taken, ahead: new Map() })
    this.abort = new AbortController()
    const batches = pipe.epoch(this.abort.signal)
    try {
      for (;;) {
        await this.until(() => dealer.next || !dealer.isTaken)
        if (!dealer.isTaken || this.closing) return
        const { value: lease, done } = await batches.next()
        if (done) break
        if (!(await this.give(lease))) return
      }
      for (const [consumer, iteration] of dealer.end()) consumer.send({ t: 'end', iteration })
    } catch (error) {
      if (!(error instanceof PipelineError && error.code === 'ABORTED')) throw error
    } finally {
      dealer.end()
      await batches.return()
    }
  }

  /** Gives a batch to the consumer that asked first. Returns false when no consumer wants it any more. */
  private async give(lease: Lease): Promise<boolean> {
    await made(lease.parts.map(({ slot }) => slot))
    const waiting = () => this.dealer.nextOf((consumer) => !this.exports.isBehind(consumer))
    await this.until(() => waiting() || !this.dealer.isTaken)
    const next = waiting()
    if (!next || this.closing) {
      lease.release()
      return false
    }
    const [consumer, iteration] = next
    this.dealer.dealt(consumer)
    const b = this.nextBatch++
    this.consumers.get(consumer)!.ahead.set(b, this.pipe.mark())
    const hold = this.kept(lease)
    const { slots } = hold
    const news: Handle[] = []
    const p = slots.map((slot): PartOfBatch => {
      const segment = slot.config.segment!
      const mapped = slot.buffer.byteLength
      if (consumer.mustMap(segment, mapped)) news.push(segment)
      return [segment, slot.usedBytes, mapped]
    })
    const e = slots[0]!.epoch
    consumer.hold(b, hold)
    const onGpu = this.exports.of(slots, consumer)
    const form = this.forms.of(slots)
    consumer.send({ t: 'batch', iteration, b, n: lease.count, e, form, p, f: news.length, ...onGpu }, news)
    return true
  }

  /** The slots in which a consumer finds the batch, and what ends its hold on them. */
  private kept(lease: Lease): Hold {
    const slots = lease.parts.map(({ slot }) => slot)
    const inPlace = this.inSlots + 1 < this.pipe.mostHeld && slots.every(({ config }) => config.segment !== undefined)
    if (!inPlace) {
      const copies = slots.map((slot) => this.copies.copy(slot))
      this.pipe.noteCopy(slots.reduce((sum, { usedBytes }) => sum + usedBytes, 0))
      lease.release()
      return { slots: copies, free: () => this.copies.give(copies) }
    }
    // The memory stays although the outputs on this side end.
    const unpin = lease.retain()
    lease.release()
    this.inSlots++
    return {
      slots,
      free: () => {
        this.inSlots--
        unpin()
      },
    }
  }

  /** Waits for a condition, which is looked at whenever something has changed; closing ends the wait. */
  private async until(condition: () => unknown): Promise<void> {
    while (!condition() && !this.closing) {
      await new Promise<void>((resolve) => {
        this.changed = resolve
      })
    }
  }

  // ---- end ----

  private fail(error: PipelineError): void {
    this.failure ??= error
    for (const consumer of this.consumers.keys()) consumer.send({ t: 'error', error: this.failure.toJSON() })
  }

  /** Rejects when the pipeline has failed; resolves when the server is closed. */
  async run(): Promise<void> {
    await this.dealing
    if (this.failure && !this.closing) throw this.failure
  }

  /** Ends all connections and closes the pipeline. Batches that consumers hold stay valid for them. */
  close(): Promise<void> {
    this.closing ??= this.shutDown()
    return this.closing
  }

  private async shutDown(): Promise<void> {
    // The wait for a batch ends before the pipeline does.
    await Promise.resolve()
    this.abort.abort()
    this.changed()
    await this.dealing
    this.fail(closed('The server'))
    for (const consumer of this.consumers.keys()) consumer.dropDescriptors()
    // Consumers may hold batches for as long as they like, so no stage may write to the slots any more.
    await this.pipe.close()
    this.closed = true
    this.exports.close()
    for (const consumer of [...this.consumers.keys()]) this.partFrom(consumer)
    this.copies.close()
  }

  /** Ends the connection when the consumer has no GPU memory of this process open, which would be freed under it. */
  private partFrom(consumer: Connection): void {
    this.exports.sweep()
    if (this.exports.isUsedBy(consumer)) consumer.linger()
    else consumer.end()
  }
}

const asPipelineError = (error: unknown): PipelineError =>
  error instanceof PipelineError
    ? error
    : internal(error instanceof Error ? error.message : String(error), { cause: error })
