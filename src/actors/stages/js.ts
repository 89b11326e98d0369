// The js actor: calls user code for every sample of its batches. Each input batch becomes one output batch, which is
// empty if its generation was given up: workers take batches in turn, and the order is kept only if each answers every
// batch.

import { batchId, batchNumber, type Slot } from '../../data/arena.js'
import { internal, userFunction } from '../../errors/factories.js'
import { thrownWithPlace, wrappedError } from '../../errors/thrown.js'
import type { PipelineErrorInfo } from '../../errors.js'
import type { JsStage } from '../../graph/types.js'
import { native } from '../../native.js'
import { AsyncInbox, AsyncOutbox, AsyncWaiter } from '../async-waiter.js'
import { combineBatches } from '../combine-batches.js'
import { UserReport } from '../report.js'
import { actorName } from '../stage-kinds.js'
import { UserBatch, type UserFunction, type UserState } from '../user-batch.js'
import type { Stage, StageContext } from './stage.js'

/** Whether a profiler has named its library (native/core/nvtx.h). */
const profiled = !!process.env.NVTX_INJECTION64_PATH

export class JsStageActor implements Stage {
  private readonly stage: JsStage
  private readonly waiter: AsyncWaiter
  private readonly inboxes: AsyncInbox[]
  private readonly outbox: AsyncOutbox
  private state: UserState | undefined
  private batches = 0

  constructor(private readonly ctx: StageContext) {
    const { config, port } = ctx
    if (config.stage.kind !== 'js') {
      throw internal(`a ${config.stage.kind} stage is not a js stage`)
    }
    this.stage = config.stage
    this.waiter = new AsyncWaiter(port, config)
    this.inboxes = config.inputs.map((_, i) => new AsyncInbox(this.waiter, i))
    this.outbox = new AsyncOutbox(this.waiter)
  }

  /** Imports the user's module. Throws USER_FUNCTION. */
  async init(): Promise<void> {
    const { stage } = this
    const { code } = stage
    const { seed, report } = this.ctx.config
    if ('function' in code) throw internal('a js stage has a module')
    const user = await this.load(code)
    this.state = { stage, report: report && new UserReport(report), last: undefined, user, seed: stage.seed ?? seed }
  }

  async step(): Promise<void> {
    const { words } = this.ctx
    const slots = await this.receive()
    const { id, generation } = slots[0]!
    const { count, flags } = combineBatches(slots)
    const target = await this.outbox.vacancy()
    const stale = () => generation !== words.epochs.generation
    const makeRoom = (bytes: number) => this.outbox.grow(bytes)
    const batch = new UserBatch(this.state!, slots, target, makeRoom, stale() ? 0 : count, id)
    await this.inRange(id, () => batch.run(stale))
    const [samples, bytes] = batch.finish(flags)
    for (const inbox of this.inboxes) inbox.release()
    this.batches++
    this.outbox.send(samples, bytes)
    // The event loop gets one turn per batch, even if no promise was awaited.
    await new Promise<void>((resolve) => setImmediate(resolve))
  }

  /** Does the work as a range that profilers show. A worker does one batch at a time, so ranges nest. */
  private async inRange(id: number, work: () => Promise<void>): Promise<void> {
    if (!profiled) return work()
    native().range(`${actorName(this.stage, this.ctx.config)}: batch ${batchNumber(id)}`)
    try {
      await work()
    } finally {
      native().range(null)
    }
  }

  fail(error: PipelineErrorInfo): void {
    this.outbox.sendFailure(batchId(this.ctx.words.epochs.generation, this.batches), error, true)
  }

  async failBatch(error: PipelineErrorInfo): Promise<boolean> {
    const slots = this.inboxes.flatMap(({ current }) => current ?? [])
    if (slots.length < this.inboxes.length || slots.some(({ failure }) => failure?.ends)) return false
    await this.outbox.vacancy()
    this.outbox.sendFailure(batchId(slots[0]!.generation, this.batches), error, false)
    this.batches++
    for (const inbox of this.inboxes) inbox.release()
    return true
  }

  trim(): void {
    this.outbox.trim()
  }

  stop(): void {
    for (const inbox of this.inboxes) inbox.release()
    this.waiter.close()
  }

  /** Takes one batch from every inbox, all of one generation. */
  private async receive(): Promise<Slot[]> {
    for (;;) {
      const slots: Slot[] = []
      for (const inbox of this.inboxes) slots.push(await inbox.arrival())
      const newest = Math.max(...slots.map((slot) => slot.generation))
      if (slots.every((slot) => slot.generation === newest)) return slots
      slots.forEach((slot, i) => {
        if (slot.generation !== newest) this.inboxes[i]!.release()
      })
      this.ctx.words.epochs.request(this.ctx.config)
    }
  }

  private async load({ module: url, export: name }: { module: string; export: string }): Promise<UserFunction> {
    const { op, callSite } = this.stage
    const at = { op, callSite }
    let exports: Record<string, unknown>
    try {
      exports = (await import(url)) as Record<string, unknown>
    } catch (cause) {
      throw wrappedError(cause, `The module ${url} cannot be imported: ${thrownWithPlace(cause)}`, at)
    }
    const found = exports[name]
    if (typeof found === 'function') return found as UserFunction
    const names = Object.keys(exports)
    const received = name in exports ? typeof found : 'none'
    throw userFunction(`Expected a function for export '${name}' of ${url} but received ${received}`, {
      ...at,
      hint: names.length ? `The module exports ${names.join(', ')}` : 'The module exports nothing',
    })
  }
}
