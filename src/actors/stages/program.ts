// The mixed and gpu actors, and cpu actors that work on one batch at a time (overlapped.ts has the others). Each runs
// its native program over the samples of its input batches. One input batch becomes one output batch, unless bad
// samples are skipped: then the output is filled up from the next input batch. If several actors share the stage, each
// answers every batch with one batch, which is empty if its generation was given up: they take batches in turn, and
// the order is kept only if each answers every batch.

import { batchId } from '../../data/arena.js'
import type { PipelineErrorInfo } from '../../errors.js'
import { batchFlags } from '../../generated/abi.js'
import { type Handle, native } from '../../native.js'
import { Inbox, Outbox } from '../blocking-waiter.js'
import { Inputs } from './inputs.js'
import { AllBadGuard, type Stage, type StageContext } from './stage.js'

export class ProgramStageActor implements Stage {
  private readonly inputs: Inputs
  private readonly outbox: Outbox
  private readonly handles: Handle[]
  private batch = 0
  private readonly allBad = new AllBadGuard()
  /** The input batch whose samples come next; all inboxes hold their part of it. */
  private input: { next: number; count: number; flags: number; generation: number } | undefined

  constructor(private readonly ctx: StageContext) {
    const { config, port, words } = ctx
    this.inputs = new Inputs(
      config.inputs.map((_, i) => new Inbox(port, config, i)),
      words,
      config,
      config.replicas > 1,
    )
    this.outbox = new Outbox(port, config)
    this.handles = config.inputs.map(() => 0)
    this.shared = config.replicas > 1
  }
  private readonly shared: boolean

  step(): void {
    const { batchSize, fed } = this.ctx.config
    const [program] = this.ctx.config.programs as [Handle]
    const n = native()
    this.input ??= this.receive()
    const slot = this.outbox.reserve()
    const { generation, next, count, flags: first } = this.input
    // Only a batch that should be full is filled up. A shorter one was made so by its source.
    const wanted = !fed && !this.shared && (next > 0 || count === batchSize || first & batchFlags.holes) ? batchSize : 0
    let good = 0
    let flags = 0
    let left = 0
    for (let round = 0; round === 0 || (good < wanted && !flags); round++) {
      if (!this.input) {
        this.ctx.words.epochs.request(this.ctx.config)
        this.input = this.receive()
      }
      const input = this.input
      // The consumer gave the epoch up: the part that was made is dropped, and the slot stays reserved.
      const stale = input.generation !== generation || generation !== this.ctx.words.epochs.generation
      if (stale && !this.shared) {
        this.drop()
        return
      }
      if (stale) input.next = input.count
      const take = Math.min(batchSize - good, input.count - input.next)
      const id = this.id(generation)
      const before = good
      good = this.outbox.make(
        (most) =>
          round === 0
            ? n.programSetup(program, id, this.handles, input.next, take, most)
            : n.programAppend(program, this.handles, input.next, take, most),
        (outlook) => n.programRun(program, slot.handle, outlook),
      )
      if (take) this.allBad.note(good > before, this.inputs.slots[0]!.sample(input.next).epoch)
      else if (input.flags & batchFlags.holes) this.allBad.note(false, this.inputs.slots[0]!.epoch)
      if (good - before < take) left = batchFlags.holes
      left |= input.flags & batchFlags.holes
      input.next += take
      if (input.next < input.count) continue
      flags = input.flags & ~batchFlags.holes
      this.input = undefined
      this.inputs.release()
    }
    // The consumer must know an epoch of bad samples from an empty one.
    n.programFinish(program, slot.handle, good ? flags : flags | left)
    this.batch++
    this.outbox.send(good, slot.usedBytes + slot.deviceBytes)
  }

  fail(error: PipelineErrorInfo): void {
    this.outbox.sendFailure(this.id(this.ctx.words.epochs.generation), error, true)
  }

  failBatch(error: PipelineErrorInfo): boolean {
    if (this.inputs.ended) return false
    this.outbox.sendFailure(this.id(this.inputs.slots[0]!.generation), error, false)
    this.batch++
    this.input = undefined
    this.inputs.release()
    return true
  }

  private id(generation: number): number {
    const { replica, replicas } = this.ctx.config
    return batchId(generation, replica + replicas * this.batch)
  }

  trim(): void {
    this.outbox.trim()
    for (const program of this.ctx.config.programs) native().trim(program, 0)
  }

  stop(): void {
    this.inputs.release()
  }

  private drop(): void {
    if (this.input?.generation === this.ctx.words.epochs.generation) return
    this.input = undefined
    this.inputs.drop()
  }

  private receive(): NonNullable<typeof this.input> {
    const { count, flags, generation } = this.inputs.receive()
    this.inputs.slots.forEach((slot, i) => {
      this.handles[i] = slot.handle
    })
    return { next: 0, count, flags, generation }
  }
}
