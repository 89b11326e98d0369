// A Submission is one run of a program in a native queue. It keeps what the program reads until the run is done, and
// puts the result into a Storage.
import { type EvalInput, type Handle, native } from '../../native.js'
import { borrow, crowded, type Loan } from '../values/pool.js'
import { Storage } from '../values/storage.js'
import type { CompiledProgram } from './compiled-program.js'
import type { ExecutionQueue } from './execution-queue.js'
import type { Caller, Held, Producer } from './types.js'

/** Results up to this size in bytes lie in ordinary ArrayBuffers, which the garbage collector frees by itself. */
const smallBytes = 128 * 1024

/**
 * The part of a result in device memory that counts as host memory for the garbage collector; there is more device
 * memory.
 */
const deviceShare = 1 / 4

/**
 * What evalWait() reports: bytes in host memory, begin and end (ns of the monotonic clock), the number of the thread
 * that ran it (-1: the caller's), and bytes in device memory.
 */
export const facts = new Float64Array(5)

export interface Work {
  program: CompiledProgram
  count: number
  gpu: number
  /** What it reads: storages, or work that is making them, each with its selection of samples as in View.rows. */
  sources: readonly (readonly [Storage | Producer, Int32Array | number | null])[]
  /** Key and counter of each random operator's draws, four words each; null without random operators. */
  draws: Uint32Array | null
  /** What the caller does next; it queues the work and continues without this. */
  caller?: Caller
  /** Whether the queue holds it: 'open' if more calls are expected to join it, 'complete' if most likely not. */
  held?: 'open' | 'complete' | undefined
}

/** The codes that evalSubmit() and evalHeld() take. */
const how = { revoke: -1, queue: 0, here: 1, hereIfQuick: 2, open: 3, complete: 4 } as const

/** A caller that waits may run the work on its own thread: any work if it blocks, what is quick if it awaits it. */
const howFor = (caller: Caller, { wasQuick }: CompiledProgram) => {
  if (caller === 'blocks') return how.here
  return caller === 'awaits' && wasQuick ? how.hereIfQuick : how.queue
}
/** Work that takes less time than this, in ns, is quick: handing it over and being woken takes about as long. */
const quickNs = 100_000

export class Submission implements Producer, Held {
  /** Its number in the queue; 0 while it is held. */
  seq = 0
  readonly bytes: number
  readonly error = undefined
  readonly handle: Handle
  /** The memory for the result, if it fits in: the garbage collector's, or the pool's. */
  private readonly to: Uint8Array | undefined
  private readonly loan: Loan | undefined
  /** The storages that it reads, which it keeps in use. */
  private storages: Storage[] = []
  /** Whether it was taken back, or its result was taken or dropped. */
  ended = false

  constructor(
    private readonly queue: ExecutionQueue,
    private readonly work: Work,
  ) {
    const { program, count, gpu, draws, caller = 'continues', held } = work
    this.bytes = program.lastBytes
    // The work that the queue holds is taken back. If the queue has begun with it, it gets the number before this one.
    if (!held) queue.held?.revoke()
    try {
      const inputs: EvalInput[] = []
      for (const [from, rows] of work.sources) {
        if (from instanceof Storage) {
          this.storages.push(from)
          inputs.push(from.read(), rows as EvalInput)
        } else inputs.push(from.handle, rows as EvalInput)
      }
      // Memory for a result that is not larger than earlier ones.
      if (this.bytes > 0 && gpu < 0) {
        if (this.bytes <= smallBytes || crowded()) this.to = new Uint8Array(this.bytes)
        else this.loan = borrow(this.bytes)
      }
      const to = this.loan?.handle ?? this.to ?? null
      const now = held ? how[held] : howFor(caller, program)
      this.handle = native().evalSubmit(queue.handle, program.handles, count, inputs, draws, to, gpu, now)
    } catch (error) {
      this.loan?.pooled.end()
      this.letGo()
      throw error
    }
    if (held) queue.held = this
    else this.seq = ++queue.submitted
  }

  /** Hands held work to the queue now; does nothing for other work. */
  release(caller: Caller): void {
    if (this.seq) return
    native().evalHeld(this.queue.handle, this.handle, howFor(caller, this.work.program))
    this.queue.held = undefined
    this.seq = ++this.queue.submitted
  }

  /** Takes held work back. Returns false if the queue has begun with it already, or if it is not held. */
  revoke(): boolean {
    if (this.seq) return false
    if (!native().evalHeld(this.queue.handle, this.handle, how.revoke)) {
      this.queue.held = undefined
      this.seq = ++this.queue.submitted
      return false
    }
    this.queue.held = undefined
    this.ended = true
    this.loan?.pooled.end()
    native().close(this.handle)
    this.letGo()
    return true
  }

  private letGo(): void {
    for (const used of this.storages) used.leave()
    this.storages = []
  }

  get done(): boolean {
    return this.ended || this.queue.isDone(this.seq)
  }

  async wait(): Promise<void> {
    if (!this.done) await this.queue.watch(this.handle, this)
  }

  /** Blocks until it is done, and returns the storage of the result. Throws the error of the run. Call it only once. */
  result(): Storage {
    const { program } = this.work
    let storage: Storage | undefined
    let made: Handle | null = null
    facts.fill(0)
    try {
      made = native().evalWait(this.queue.handle, this.handle, false, facts)
      if (made) storage = Storage.ofResult(made, facts[0]! + facts[4]! * deviceShare)
      else storage = this.loan ? Storage.ofLoan(this.loan) : Storage.ofBytes(this.to!)
      program.lastBytes = Math.max(program.lastBytes, facts[0]!)
      program.wasQuick = facts[2]! - facts[1]! < quickNs
      return storage
    } finally {
      if (!storage || made) this.loan?.pooled.end()
      this.ended = true
      native().close(this.handle)
      this.letGo()
    }
  }

  /** Discards the result; frees it on completion. */
  abandon(): void {
    this.queue.started(this)
  }

  /** For discarded work: blocks until it is done, and frees the result. */
  settle(): void {
    if (this.ended) return
    try {
      this.result().freeUnused()
    } catch {
      // An error of a result that is discarded concerns no call.
    }
    this.queue.ended(this)
  }
}
