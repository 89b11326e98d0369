// Serves one pipeline to consumers in other processes: takes batch after batch from the pipeline when a consumer asks,
// tells it where the batch lies, and keeps the batch's memory until the consumer gives it back or ends. It runs on the
// thread of the pipeline's user and never blocks it.
import type { Socket } from 'node:net'
import { closed, errorOf } from '../errors/factories.js'
import { pipelineError } from '../errors/thrown.js'
import { PipelineError } from '../errors.js'
import { abiHash } from '../generated/abi.js'
import { Connection } from './connection.js'
import { Dealer } from './dealer.js'
import { Exports, made, whenGone } from './exports.js'
import { Holds, handedOver } from './holds.js'
import type { ServerLimits } from './limits.js'
import { consumerLanguage, MessageReader } from './message-reader.js'
import { pictureOf } from './picture.js'
import { type CallName, protocolVersion, type Request } from './protocol.js'
import type { Handed, Served } from './served.js'

/** What is known of a consumer: its last positions, at the start of its epoch and behind each batch that it has not passed yet. */
interface Marks {
  taken: () => string
  ahead: Map<number, () => string>
  /** Its own number of its last iteration. */
  iteration?: number
  /** The batch that it has been given ahead: when it takes this one, it can have another. */
  next?: number
  /** It has asked for more than it may hold, and gets no further batch. */
  over?: boolean
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
  private readonly holds: Holds
  private readonly exports = new Exports()
  private nextBatch = 0
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
    private readonly limits: ServerLimits,
    private readonly events: ServerEvents = {},
  ) {
    this.holds = new Holds(pipe.mostHeld, (bytes) => pipe.noteCopy(bytes))
    this.dealing = this.deal()
  }

  /** Number of consumers that are connected. */
  get count(): number {
    return this.consumers.size
  }

  /**
   * Takes in the consumer at the other end of a socket, or tells it that there are too many. Throws INVALID_ARGUMENT for one
   * of another user.
   */
  adopt(socket: Socket): void {
    const events = {
      request: (from: Connection, message: Request) => this.answer(from, message),
      ended: (from: Connection, why: PipelineError | undefined) => this.dropped(from, why),
    }
    const connection = new Connection(socket, this.limits, events, new MessageReader(consumerLanguage))
    if (this.consumers.size >= this.limits.maxConsumers && !this.makeRoom()) {
      connection.refuse(this.tooMany('it'))
      return
    }
    const { pipe } = this
    const taken = this.dealer.isTaken ? pipe.mark() : pipe.markStart()
    this.consumers.set(connection, { taken, ahead: new Map() })
    connection.send({ t: 'hello', version: protocolVersion, abi: abiHash, pid: process.pid, ...pipe.facts() })
    if (this.failure) connection.send({ t: 'error', error: this.failure.toJSON() })
  }

  /** Ends the oldest connection that is not used. */
  private makeRoom(): boolean {
    const idle = [...this.consumers.keys()].find((one) => !one.holds && !this.dealer.has(one))
    idle?.refuse(this.tooMany(`process ${idle.pid}, which takes part in no epoch`))
    return idle !== undefined
  }

  private tooMany(who: string): PipelineError {
    const { maxConsumers } = this.limits
    const message = `Expected at most ${maxConsumers} consumers at once but ${who} would be one more`
    return errorOf(
      'BUDGET_EXCEEDED',
      message,
      'Raise maxConsumers of the server, and its limit of open files (ulimit -n)',
    )
  }

  private dropped(connection: Connection, why: PipelineError | undefined): void {
    this.consumers.delete(connection)
    this.dealer.forget(connection)
    if (why) this.events.refused?.(why)
    if (this.events.ended) {
      this.events.ended()
      return
    }
    const giveBack = this.guarded(() => {
      this.exports.forget(connection)
      // While the pipeline is being closed, its stages could still write to what is given back.
      if (!this.closing || this.closed) connection.freeAll()
      // No batch follows that would look for it: what the consumer held was not dropped before.
      if (this.closed) this.exports.sweep()
      this.wake()
    })
    // What a process has queued on a GPU may run until it is gone, which is a little later than its socket.
    if (this.exports.isWorking(connection)) void whenGone(connection.pid).then(giveBack)
    else giveBack()
  }

  /** For what runs in a callback, where nothing else hears of what goes wrong. */
  private guarded(work: () => void): () => void {
    return () => {
      try {
        work()
      } catch (error) {
        this.fail(pipelineError(error))
      }
    }
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
    const marks = this.consumers.get(from)!
    switch (message.t) {
      case 'begin':
        delete marks.next
        marks.iteration = message.iteration
        if (!marks.over) dealer.begin(from, message.iteration)
        break
      case 'take':
        this.taken(marks, message.b)
        // The iteration is another one otherwise: this one has asked already.
        if (marks.next !== message.b) break
        delete marks.next
        dealer.ask(from)
        break
      case 'free':
        {
          const working = new Set(message.e)
          for (const batch of message.b) this.free(from, batch, working.has(batch))
        }
        break
      case 'closed':
        this.exports.closed(from, message.x)
        break
      case 'leave':
        delete marks.next
        dealer.leave(from)
        break
      case 'call':
        this.reply(from, message)
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
    const giveBack = this.guarded(() => {
      free()
      this.wake()
    })
    this.exports.whenDone(from, slots, giveBack)
  }

  private taken(marks: Marks, batch: number): void {
    const taken = marks.ahead.get(batch)
    if (!taken) return
    marks.taken = taken
    for (const earlier of marks.ahead.keys()) if (earlier <= batch) marks.ahead.delete(earlier)
  }

  private reply(from: Connection, { id, name, b }: Extract<Request, { t: 'call' }>): void {
    try {
      from.send({ t: 'reply', id, value: this.call(from, name, b) })
    } catch (error) {
      from.send({ t: 'refusal', id, error: pipelineError(error).toJSON() })
    }
  }

  private call(from: Connection, name: CallName, batch = -1): unknown {
    if (name === 'statistics') return this.pipe.statistics()
    if (name === 'facts') return this.pipe.facts()
    if (name === 'picture') return this.picture(from, batch)
    return this.consumers.get(from)!.taken()
  }

  private picture(from: Connection, batch: number) {
    const picture = pictureOf(from.held(batch).slots, this.pipe.facts().outputs, this.pipe.outputFacts())
    const { maxUnread } = this.limits
    // The consumer would be cut off.
    if (picture && picture.data.length > maxUnread / 2) {
      const message = `Expected a picture of at most ${maxUnread / 2} bytes but it has ${picture.data.length}`
      throw errorOf('BUDGET_EXCEEDED', message, 'Raise maxUnread of the server')
    }
    return picture
  }

  // ---- dealing ----

  private async deal(): Promise<void> {
    try {
      for (;;) {
        await this.until(() => this.dealer.isWanted)
        if (this.ends) return
        await this.dealEpoch()
      }
    } catch (error) {
      if (!this.closing) this.fail(pipelineError(error))
    }
  }

  private async dealEpoch(): Promise<void> {
    const { dealer, pipe } = this
    this.abort = new AbortController()
    const batches = pipe.epoch(this.abort.signal)
    const taken = pipe.markStart()
    const { counts } = pipe.facts()
    for (const member of dealer.start()) {
      const { iteration } = this.consumers.get(member)!
      this.consumers.set(member, { taken, ahead: new Map() })
      if (counts && iteration !== undefined) member.send({ t: 'epoch', iteration, ...counts })
    }
    try {
      for (;;) {
        await this.until(() => dealer.next || !dealer.isTaken)
        if (!dealer.isTaken || this.ends) return
        const { value: batch, done } = await batches.next()
        if (done) break
        if (!(await this.give(batch))) return
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
  private async give({ lease, valid: v }: Handed): Promise<boolean> {
    await made(lease.parts.map(({ slot }) => slot))
    await this.until(() => this.waiting() || !this.dealer.isTaken)
    const next = this.waiting()
    if (!next || this.ends) {
      lease.release()
      return false
    }
    const [consumer, iteration] = next
    this.dealer.dealt(consumer)
    const b = this.nextBatch++
    const marks = this.consumers.get(consumer)!
    marks.next = b
    marks.ahead.set(b, this.pipe.mark())
    const hold = this.holds.of(lease)
    lease.release()
    const { slots } = hold
    const { parts: p, news } = handedOver(slots, consumer.mapped)
    const e = slots[0]!.epoch
    consumer.hold(b, hold)
    const onGpu = this.exports.of(slots, consumer)
    consumer.send({ t: 'batch', iteration, b, n: lease.count, e, ...(v !== undefined && { v }), p, ...onGpu }, news)
    return true
  }

  /** Who can have the next batch. A consumer that would hold too many by it is told, and gets none any more. */
  private waiting(): readonly [Connection, number] | undefined {
    for (;;) {
      const next = this.dealer.nextOf((consumer) => !this.exports.isBehind(consumer))
      if (!next || next[0].holds < this.limits.maxHeld) return next
      this.cutOff(next[0])
    }
  }

  /** The connection stays, because the consumer's arrays lie in what it holds. */
  private cutOff(consumer: Connection): void {
    this.consumers.get(consumer)!.over = true
    this.dealer.forget(consumer)
    const message = `Expected a consumer that holds less than ${this.limits.maxHeld} batches but process ${consumer.pid} asks for one more`
    const hint =
      'Let go of arrays, or copy what is to stay; or raise maxHeld of the server, and its limit of open files (ulimit -n)'
    consumer.send({ t: 'error', error: errorOf('BUDGET_EXCEEDED', message, hint).toJSON() })
  }

  /** Whether no batch is dealt any more. */
  private get ends(): boolean {
    return this.closing !== undefined || this.failure !== undefined
  }

  /** Waits for a condition, which is looked at whenever something has changed; the end of the server ends the wait. */
  private async until(condition: () => unknown): Promise<void> {
    while (!condition() && !this.ends) {
      await new Promise<void>((resolve) => {
        this.changed = resolve
      })
    }
  }

  // ---- end ----

  private fail(error: PipelineError): void {
    this.failure ??= error
    for (const consumer of this.consumers.keys()) consumer.send({ t: 'error', error: this.failure.toJSON() })
    this.abort.abort()
    this.changed()
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
    this.holds.close()
  }

  /** Ends the connection when the consumer has no GPU memory of this process open, which would be freed under it. */
  private partFrom(consumer: Connection): void {
    this.exports.sweep()
    if (this.exports.isUsedBy(consumer)) consumer.linger()
    else consumer.end()
  }
}
