// What keeps a batch's slots from being written again: a lease, shared by all outputs of the batch. It ends when it is
// released, when the pipeline's way of running says so, or when the garbage collector finds that nobody can touch the
// batch any more.
import type { Slot } from '../actors/arena.js'
import type { Taken } from '../actors/mailbox.js'
import { PipelineError } from '../errors.js'
import { native } from '../native.js'

/** Copies of outputs that users made, for statistics. */
export interface CopyCounter {
  count: number
  bytes: number
}

/** What is left to do when a lease ends; it must not refer to the lease, so that the lease can be collected. */
class Holding {
  open = true
  /** Others that still read the batch. */
  private pins = 0

  constructor(
    private readonly giveBack: () => void,
    readonly bytes: number,
    readonly site: string | undefined,
  ) {
    // The garbage collector does not see memory outside the heap; without this it would see no reason to run.
    if (bytes) native().pressure(bytes)
  }

  end(): boolean {
    if (!this.open) return false
    this.open = false
    this.settle()
    return true
  }

  pin(): () => void {
    let pinned = true
    this.pins++
    return () => {
      if (!pinned) return
      pinned = false
      this.pins--
      this.settle()
    }
  }

  private settle(): void {
    if (this.open || this.pins) return
    if (this.bytes) native().pressure(-this.bytes)
    this.giveBack()
  }
}

const warned = new Set<string>()
const together = new WeakMap<SharedArrayBuffer, SharedArrayBuffer[]>()

const forgotten = new FinalizationRegistry<Holding>((holding) => {
  if (!holding.end() || holding.site === undefined || warned.has(holding.site)) return
  warned.add(holding.site)
  process.emitWarning(
    `Outputs that were taken at ${holding.site} were dropped without being released; the garbage collector gave them back, which comes late`,
    {
      type: 'PenstockWarning',
      code: 'OUTPUT_FORGOTTEN',
      detail: 'Call release() on one of them when you are done with the batch, or declare them with `using`',
    },
  )
})

export class Lease {
  /** Per input of the sink: the batch's slot, and the memory that its outputs look at. */
  readonly parts: readonly { slot: Slot; buffer: SharedArrayBuffer }[]
  private readonly holding: Holding
  /** Samples in the batch; what lies behind them in a part is not delivered. */
  readonly count: number

  constructor(
    taken: readonly Taken[],
    count: number,
    giveBack: () => void,
    /** When it ends unless released before, for messages. */
    private readonly until: string,
    readonly copies: CopyCounter,
    /** Whether the garbage collector should hear of the memory: not of the few batches that a loop always has. */
    heavy: boolean,
    /** The line that took it, if forgetting it is worth a warning. */
    site?: string,
    /** Whether the pipeline that made the batch is closed. */
    private readonly closed = () => false,
  ) {
    this.count = count
    // A clone shares the memory but is an object of its own: what it is collected with is this batch's views.
    this.parts = taken.map(({ slot }) => ({ slot, buffer: structuredClone(slot.buffer) }))
    const bytes = heavy ? taken.reduce((sum, { slot }) => sum + slot.usedBytes + slot.deviceBytes, 0) : 0
    this.holding = new Holding(giveBack, bytes, site)
    // As long as a view on one part lives, so do all parts.
    const buffers = this.parts.map((part) => part.buffer)
    for (const buffer of buffers) together.set(buffer, buffers)
    forgotten.register(buffers[0]!, this.holding, this.holding)
  }

  /** The pipeline is closed: handles of host memory are gone, the memory is not. */
  get orphaned(): boolean {
    return this.closed()
  }

  check(): void {
    if (this.holding.open) return
    throw new PipelineError({
      code: 'OUTPUT_RELEASED',
      message: `This output was released: it was valid until ${this.until}`,
      hint: 'Take what you need before then, or keep a copy() of it',
    })
  }

  get released(): boolean {
    return !this.holding.open
  }

  /** Throws PIPELINE_CLOSED once the stages are gone; the batch may live on. */
  checkOpen(): void {
    if (this.closed()) throw new PipelineError({ code: 'PIPELINE_CLOSED', message: 'The pipeline is closed' })
  }

  /** Keeps the memory from being used again, also after release(), until the returned function is called. */
  retain(): () => void {
    return this.holding.pin()
  }

  release(): void {
    if (this.holding.end()) forgotten.unregister(this.holding)
  }
}
