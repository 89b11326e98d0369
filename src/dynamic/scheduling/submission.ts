// One batch of work in a native lane: what it reads is kept until it is done, and what it has made gets a home.
import { type EvalInput, type Handle, native } from '../../native.js'
import { Home } from '../values/home.js'
import { borrow, crowded, type Loan } from '../values/pool.js'
import type { Lane } from './lane.js'
import type { Template } from './template.js'
import type { Held, Producer } from './types.js'

/** Results up to this size lie in memory that the garbage collector owns: it needs no one to say when they are free. */
const smallBytes = 128 * 1024

/** Of device memory there is more: the collector is told of less of it. */
const deviceShare = 1 / 4

/** What evalWait() tells: bytes, begin and end (ns), who has run it, and bytes in device memory. */
export const facts = new Float64Array(5)

export interface Work {
  template: Template
  count: number
  gpu: number
  /** Homes, or work that makes what is read, each with its selection of samples. */
  sources: readonly (readonly [Home | Producer, Int32Array | number | null])[]
  draws: Uint32Array | null
  /** The caller will wait for it anyway. */
  here?: boolean
  /** Held: more may come that belongs to it, or most likely not. */
  held?: 'open' | 'complete' | undefined
}

const how = { revoke: -1, queue: 0, here: 1, open: 2, complete: 3 } as const

export class Submission implements Producer, Held {
  /** Of one that is held only when the lane has it. */
  seq = 0
  readonly bytes: number
  readonly error = undefined
  readonly handle: Handle
  private readonly to: Uint8Array | undefined
  private loan: Loan | undefined
  /** What its inputs lie in. */
  private homes: Home[] = []
  /** It was taken back, or its result was taken or dropped. */
  ended = false

  constructor(
    private readonly lane: Lane,
    private readonly work: Work,
  ) {
    const { template, count, gpu, draws, here, held } = work
    this.bytes = template.lastBytes
    // What the lane holds is taken back; if it has begun with that, it has the number before.
    if (!held) lane.held?.revoke()
    try {
      const inputs: EvalInput[] = []
      for (const [from, rows] of work.sources) {
        if (from instanceof Home) {
          this.homes.push(from)
          inputs.push(from.read(), rows as EvalInput)
        } else inputs.push(from.handle, rows as EvalInput)
      }
      // Where the result goes if it is as large as the last one.
      if (this.bytes > 0 && gpu < 0) {
        if (this.bytes <= smallBytes || crowded()) this.to = new Uint8Array(this.bytes)
        else {
          const { buffer, loan } = borrow(this.bytes)
          this.loan = loan
          this.to = new Uint8Array(buffer)
        }
      }
      const to = this.to ?? null
      const now = held ? how[held] : here ? how.here : how.queue
      this.handle = native().evalSubmit(lane.handle, template.programs, count, inputs, draws, to, gpu, now)
    } catch (error) {
      this.loan?.end()
      this.letGo()
      throw error
    }
    if (held) lane.held = this
    else this.seq = ++lane.submitted
  }

  /** Of one that is held: the lane gets it now, if it has not begun with it. `here`: the caller will wait for it. */
  release(here: boolean): void {
    if (this.seq) return
    native().evalHeld(this.lane.handle, this.handle, here ? how.here : how.queue)
    this.lane.held = undefined
    this.seq = ++this.lane.submitted
  }

  /** Of one that is held: takes it back. False: the lane has begun with it. */
  revoke(): boolean {
    if (this.seq) return false
    if (!native().evalHeld(this.lane.handle, this.handle, how.revoke)) {
      this.lane.held = undefined
      this.seq = ++this.lane.submitted
      return false
    }
    this.lane.held = undefined
    this.ended = true
    this.loan?.end()
    native().close(this.handle)
    this.letGo()
    return true
  }

  private letGo(): void {
    for (const used of this.homes) used.leave()
    this.homes = []
  }

  get done(): boolean {
    return this.ended || this.lane.isDone(this.seq)
  }

  async wait(): Promise<void> {
    if (!this.done) await this.lane.watch(this.handle, this)
  }

  /** Blocks until it is done: where the result lies. Throws what has gone wrong. Call it once. */
  result(): Home {
    const { template } = this.work
    let home: Home | undefined
    let made: Handle | null = null
    facts.fill(0)
    try {
      made = native().evalWait(this.lane.handle, this.handle, false, facts)
      if (made) home = Home.ofResult(made, facts[0]! + facts[4]! * deviceShare)
      else home = this.loan ? Home.ofLoan(this.to!, this.loan) : Home.ofBytes(this.to!)
      template.lastBytes = Math.max(template.lastBytes, facts[0]!)
      return home
    } finally {
      if (!home || made) this.loan?.end()
      this.ended = true
      native().close(this.handle)
      this.letGo()
    }
  }

  /** Discards the result; frees it on completion. */
  abandon(): void {
    this.lane.started(this)
  }

  /** Frees a result that was discarded. */
  settle(): void {
    if (this.ended) return
    try {
      this.result().freeUnused()
    } catch {
      // An error of a result that is discarded concerns no call.
    }
    this.lane.ended(this)
  }
}
