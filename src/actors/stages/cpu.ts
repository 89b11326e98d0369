// The cpu actor: runs its native program over the samples of its input batches. Input and output batches are the same
// unless bad samples are skipped; then it draws from the next input batch until its own is full.

import { PipelineError } from '../../errors.js'
import { native } from '../../native.js'
import { batchId } from '../arena.js'
import { Inbox, Outbox } from '../mailbox.js'
import { Barren, type Stage, type StageContext } from './stage.js'

export class CpuStageActor implements Stage {
  private readonly inboxes: Inbox[]
  private readonly outbox: Outbox
  private readonly handles: Int32Array
  private batch = 0
  private readonly barren = new Barren()
  /** The input batch that is being drawn from: all inboxes hold one. */
  private input: { next: number; count: number; flags: number; generation: number } | undefined

  constructor(private readonly ctx: StageContext) {
    this.inboxes = ctx.config.inputs.map((_, i) => new Inbox(ctx.config, i, ctx.words, ctx.stats))
    this.outbox = new Outbox(ctx.config, ctx.words, ctx.stats)
    this.handles = new Int32Array(this.inboxes.length)
  }

  step(): void {
    const { program, batchSize, refill } = this.ctx.config
    const n = native()
    this.input ??= this.receive()
    const slot = this.outbox.reserve()
    const { generation, next, count } = this.input
    // Only a batch that should be full is filled up: one that came short was made so by its source.
    const wanted = refill && (next > 0 || count === batchSize) ? batchSize : 0
    let good = 0
    let flags = 0
    for (let round = 0; round === 0 || (good < wanted && !flags); round++) {
      this.input ??= this.receive()
      const input = this.input
      // The consumer gave the epoch up: what was made of it so far is dropped, the slot stays reserved.
      if (input.generation !== generation || generation !== this.ctx.words.generation) {
        this.drop()
        return
      }
      const take = Math.min(batchSize - good, input.count - input.next)
      slot.ensure(
        n.programSetup(program, round === 0 ? batchId(generation, this.batch) : -1, this.handles, input.next, take),
      )
      const before = good
      good = n.programRun(program, slot.handle, -1)
      if (take) this.barren.note(good > before, this.inboxes[0]!.current!.sample(input.next).epoch)
      input.next += take
      if (input.next < input.count) continue
      flags = input.flags
      this.input = undefined
      for (const inbox of this.inboxes) inbox.release()
    }
    n.programRun(program, slot.handle, flags)
    this.batch++
    this.outbox.send(good, slot.usedBytes)
  }

  fail(): void {
    this.outbox.sendFailure(this.ctx.config.program, batchId(this.ctx.words.generation, this.batch))
  }

  stop(): void {
    for (const inbox of this.inboxes) inbox.release()
  }

  private drop(): void {
    if (this.input?.generation === this.ctx.words.generation) return
    this.input = undefined
    for (const inbox of this.inboxes) inbox.release()
  }

  /** One batch from every inbox, all of the current generation. */
  private receive(): NonNullable<typeof this.input> {
    for (;;) {
      const slots = this.inboxes.map((inbox) => inbox.current ?? inbox.receive())
      const current = this.ctx.words.generation
      const stale = slots.map((s) => s.generation !== current)
      this.inboxes.forEach((inbox, i) => {
        if (stale[i]) inbox.release()
      })
      if (stale.includes(true)) continue
      slots.forEach((s, i) => {
        this.handles[i] = s.handle
      })
      const flags = slots.reduce((f, s) => f | s.flags, 0)
      const sizes = slots.map((s) => s.batchSize)
      const count = Math.min(...sizes)
      if (flags === 0 && sizes.some((size) => size !== count)) {
        throw new PipelineError({
          code: 'INVALID_INPUT',
          message: `Expected all inputs of a run to have one batch size but received ${sizes.join(' and ')}`,
          hint: 'Make external sources produce as many samples as the others',
        })
      }
      return { next: 0, count, flags, generation: current }
    }
  }
}
