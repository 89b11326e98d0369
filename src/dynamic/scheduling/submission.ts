// One batch of work in a native queue: what it reads is kept until it is done, and what it has made gets a storage.
import { type EvalInput, type Handle, native } from '../../native.js'
import { borrow, crowded, type PooledBuffer } from '../values/pool.js'
import { Storage } from '../values/storage.js'
import type { CompiledProgram } from './compiled-program.js'
import type { ExecutionQueue } from './execution-queue.js'
import type { Held, Producer } from './types.js'

/** Results up to this size lie in memory that the garbage collector owns: it needs no one to say when they are free. */
const smallBytes = 128 * 1024

/** Of device memory there is more: the collector is told of less of it. */
const deviceShare = 1 / 4

/** What evalWait() tells: bytes, begin and end (ns), who has run it, and bytes in device memory. */
export const facts = new Float64Array(5)

export interface Work {
  program: CompiledProgram
  count: number
  gpu: number
  /** Storages, or work that makes what is read, each with its selection of samples. */
  sources: readonly (readonly [Storage | Producer, Int32Array | number | null])[]
  draws: Uint32Array | null
  /** The caller will wait for it anyway. */
  here?: boolean
  /** Held: more may come that belongs to it, or most likely not. */
  held?: 'open' | 'complete' | undefined
}

const how = { revoke: -1, queue: 0, here: 1, open: 2, complete: 3 } as const

export class Submission implements Producer, Held {
  /** Of one that is held only when the queue has it. */
  seq = 0
  readonly bytes: number
  readonly error = undefined
  readonly handle: Handle
  private readonly to: Uint8Array | undefined
  private pooled: PooledBuffer | undefined
  /** What its inputs lie in. */
  private storages: Storage[] = []
  /** It was taken back, or its result was taken or dropped. */
  ended = false

  constructor(
    private readonly queue: ExecutionQueue,
    private readonly work: Work,
  ) {
    const { program, count, gpu, draws, here, held } = work
    this.bytes = program.lastBytes
    // What the queue holds is taken back; if it has begun with that, it has the number before.
    if (!held) queue.held?.revoke()
    try {
      const inputs: EvalInput[] = []
      for (const [from, rows] of work.sources) {
        if (from instanceof Storage) {
          this.storages.push(from)
          inputs.push(from.read(), rows as EvalInput)
        } else inputs.push(from.handle, rows as EvalInput)
      }
      // Where the result goes if it is as large as the last one.
      if (this.bytes > 0 && gpu < 0) {
        if (this.bytes <= smallBytes || crowded()) this.to = new Uint8Array(this.bytes)
        else {
          const { buffer, pooled } = borrow(this.bytes)
          this.pooled = pooled
          this.to = new Uint8Array(buffer)
        }
      }
      const to = this.to ?? null
      const now = held ? how[held] : here ? how.here : how.queue
      this.handle = native().evalSubmit(queue.handle, program.handles, count, inputs, draws, to, gpu, now)
    } catch (error) {
      this.pooled?.end()
      this.letGo()
      throw error
    }
    if (held) queue.held = this
    else this.seq = ++queue.submitted
  }

  /** Of one that is held: the queue gets it now, if it has not begun with it. `here`: the caller will wait for it. */
  release(here: boolean): void {
    if (this.seq) return
    native().evalHeld(this.queue.handle, this.handle, here ? how.here : how.queue)
    this.queue.held = undefined
    this.seq = ++this.queue.submitted
  }

  /** Of one that is held: takes it back. False: the queue has begun with it. */
  revoke(): boolean {
    if (this.seq) return false
    if (!native().evalHeld(this.queue.handle, this.handle, how.revoke)) {
      this.queue.held = undefined
      this.seq = ++this.queue.submitted
      return false
    }
    this.queue.held = undefined
    this.ended = true
    this.pooled?.end()
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

  /** Blocks until it is done: where the result lies. Throws what has gone wrong. Call it once. */
  result(): Storage {
    const { program } = this.work
    let storage: Storage | undefined
    let made: Handle | null = null
    facts.fill(0)
    try {
      made = native().evalWait(this.queue.handle, this.handle, false, facts)
      if (made) storage = Storage.ofResult(made, facts[0]! + facts[4]! * deviceShare)
      else storage = this.pooled ? Storage.ofPooled(this.to!, this.pooled) : Storage.ofBytes(this.to!)
      program.lastBytes = Math.max(program.lastBytes, facts[0]!)
      return storage
    } finally {
      if (!storage || made) this.pooled?.end()
      this.ended = true
      native().close(this.handle)
      this.letGo()
    }
  }

  /** Discards the result; frees it on completion. */
  abandon(): void {
    this.queue.started(this)
  }

  /** Frees a result that was discarded. */
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
