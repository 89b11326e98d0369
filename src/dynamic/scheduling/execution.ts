// An Execution is one run of a program in a queue. It keeps what the program reads until the run is done, and puts the
// result into a Storage. Values that were told of it get that, or the error.
import type { PipelineError } from '../../errors.js'
import type { Caller, EvalInput } from '../../native/eval.js'
import { type Handle, native } from '../../native.js'
import { noteUse } from '../idle.js'
import { logWait } from '../trace/trace-log.js'
import { borrow, crowded, type Loan } from '../values/pool.js'
import { Storage } from '../values/storage.js'
import type { CompiledProgram, ExecutionQueue, InFlight } from './execution-queue.js'

/** Results up to this size in bytes lie in ordinary ArrayBuffers, which the garbage collector frees by itself. */
const smallBytes = 128 * 1024

/**
 * The part of a result in device memory that counts as host memory for the garbage collector; there is more device
 * memory.
 */
const deviceShare = 1 / 4

/**
 * What evalTake() reports: bytes in host memory, begin and end (ns of the monotonic clock), the number of the thread
 * that ran it (-1: the caller's), and bytes in device memory.
 */
export const facts = new Float64Array(5)

/** Work that takes less time than this, in ns, is quick: handing it over and being woken takes about as long. */
const quickNs = 100_000

/** A program and what it runs on. */
export interface Work {
  readonly program: CompiledProgram
  readonly count: number
  readonly gpu: number
  /** What it reads: storages, or work that is making them, each with its selection of samples as in View.rows. */
  readonly sources: readonly (readonly [Storage | InFlight, Int32Array | number | null])[]
  /** Key and counter of each random operator's draws, four words each; null without random operators. */
  readonly draws: Uint32Array | null
  /** The memory for the result, whose owner keeps it; else the execution finds some. */
  readonly into?: Handle
}

/** How an execution ended: with a result; or with its own failure, and the error of an execution that it depends on. */
export type Outcome =
  | { storage: Storage }
  | { storage?: undefined; failure: unknown; earlier: PipelineError | undefined }

/** Is told how an execution ended. Returns the error that stands for its failure. */
export type Receiver = (outcome: Outcome) => PipelineError | undefined

export class Execution implements InFlight {
  readonly seq: number
  readonly bytes: number
  readonly handle: Handle
  error: PipelineError | undefined
  /** The memory for the result, if it fits in: the garbage collector's, or the pool's. */
  private readonly to: Uint8Array | undefined
  private readonly loan: Loan | undefined
  /** The storages that it reads, which it keeps in use. */
  private storages: Storage[] = []
  /** Executions that make what this one reads. */
  private before: Execution[] = []
  private receiver: Receiver | undefined
  private settled = false

  /**
   * `caller`: what the caller does next. It may run the work if it waits: any work if it blocks, else what is quick.
   * `ahead`: its calls are not made yet. Then take() or drop() is called, else receive().
   */
  constructor(
    readonly queue: ExecutionQueue,
    readonly work: Work,
    caller: Caller,
    readonly ahead = false,
  ) {
    const { program, count, gpu, draws, sources } = work
    noteUse()
    this.bytes = program.lastBytes
    try {
      const inputs: EvalInput[] = []
      for (const [from, rows] of sources) {
        if (from instanceof Execution) this.before.push(from)
        if (from instanceof Storage) {
          this.storages.push(from)
          inputs.push(from.read(), rows as EvalInput)
        } else inputs.push(from.handle, rows as EvalInput)
      }
      // Memory for a result that is not larger than earlier ones.
      if (this.bytes > 0 && gpu < 0 && work.into === undefined) {
        if (this.bytes <= smallBytes || crowded()) this.to = new Uint8Array(this.bytes)
        else this.loan = borrow(this.bytes)
      }
      const to = work.into ?? this.loan?.handle ?? this.to ?? null
      const now = caller === 'awaits' && !program.wasQuick ? 'continues' : caller
      this.handle = native().evalSubmit(queue.handle, { programs: program.handles, count, inputs, draws, to, gpu }, now)
    } catch (error) {
      this.loan?.pooled.end()
      this.letGo()
      throw error
    }
    this.seq = ++queue.submitted
    if (ahead) queue.ahead.add(this)
  }

  /** Takes work that was begun ahead for calls that are made. Returns false if it was taken or dropped before. */
  take(): boolean {
    return this.queue.ahead.delete(this)
  }

  /** Discards work that was begun ahead. Returns false if it was taken or dropped before. */
  drop(): boolean {
    if (!this.take()) return false
    this.queue.started(this)
    return true
  }

  /** From now on it is under way, and `receiver` is told how it ends. */
  receive(receiver: Receiver): void {
    this.receiver = receiver
    this.queue.started(this)
  }

  get done(): boolean {
    return this.settled || this.queue.isDone(this.seq)
  }

  async wait(): Promise<void> {
    if (!this.done) await this.queue.watch(this)
  }

  settle(done = false): void {
    if (this.settled) return
    // An error of what it depends on says better what is wrong.
    for (const run of this.before) run.settle()
    const blocked = done || this.done ? 0 : performance.now()
    let outcome: Outcome
    try {
      outcome = { storage: this.result() }
    } catch (failure) {
      outcome = { failure, earlier: this.before.find((run) => run.error)?.error }
    }
    if (blocked) logWait(this.work.program, blocked)
    this.settled = true
    this.before = []
    this.queue.ended(this)
    // Nothing is told of work that was dropped: its errors concern no call.
    this.error = this.receiver?.(outcome)
    this.receiver = undefined
    outcome.storage?.freeUnused()
  }

  /** Blocks until the run is done, and returns the storage of the result. Throws the error of the run. */
  private result(): Storage {
    const { program } = this.work
    let storage: Storage | undefined
    let made: Handle | 0 = 0
    facts.fill(0)
    try {
      made = native().evalTake(this.handle, facts)
      const { into } = this.work
      if (made) storage = Storage.ofResult(made, facts[0]! + facts[4]! * deviceShare)
      else if (into !== undefined) storage = Storage.ofMemory(into)
      else storage = this.loan ? Storage.ofLoan(this.loan) : Storage.ofBytes(this.to!)
      program.lastBytes = Math.max(program.lastBytes, facts[0]!)
      program.wasQuick = facts[2]! - facts[1]! < quickNs
      return storage
    } finally {
      if (!storage || made) this.loan?.pooled.end()
      this.letGo()
    }
  }

  private letGo(): void {
    for (const used of this.storages) used.leave()
    this.storages = []
  }
}
