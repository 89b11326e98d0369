// A queue as JavaScript sees it: the native thread that runs calls in order, the runs that are on their way, and the
// programs that were compiled for it.

import { startThreads } from '../../engine/threads.js'
import type { PipelineError } from '../../errors.js'
import { type Handle, native } from '../../native.js'
import { unscoped } from '../context/scope.js'
import type { Track } from '../trace/trace-log.js'
import { ProgramFamily } from './compiled-program.js'
import type { BegunAhead, Held, InFlight } from './types.js'

/** Runs that may be on their way: whoever submits more waits for the oldest. */
const mostInFlight = 32
/** And the bytes that their results may take. */
const mostBytesInFlight = 512 * 2 ** 20
/** Compiled segments that are kept. */
const mostFamilies = 512

/** This thread's. */
export const openQueues = new Set<ExecutionQueue>()

/** A process that is asked to exit tears libraries down under threads that go on: what runs is waited for, the rest dropped. */
let exits = false
function atExit(): void {
  for (const queue of openQueues) native().close(queue.handle)
}

export interface ExecutionQueueOptions {
  threads: number
  /** With whom it shares them. */
  group: number
  /** What a trace calls it. */
  name: string
  /** Where its programs queue their work on a GPU; its owner keeps it open. */
  stream?: Handle
  /** Calls that it runs at once. */
  width?: number
}

export class ExecutionQueue {
  readonly handle: Handle
  /** In a trace. */
  readonly track: Track
  private readonly listener: Handle
  private readonly counter = new Uint32Array(1)
  /** Work that was handed to the native queue: the number of the last. */
  submitted = 0
  private bytes = 0
  private readonly inFlight: InFlight[] = []
  private readonly waiters: { run: InFlight; done: () => void }[] = []
  private alive: NodeJS.Timeout | undefined
  /** What it begins with unless its caller has more to say. */
  held: Held | undefined
  /** What was begun ahead and may not be wanted. */
  readonly ahead = new Set<BegunAhead>()
  private readonly families = new Map<string, ProgramFamily>()

  readonly threads: number
  readonly group: number
  readonly stream: Handle | 0
  readonly width: number

  constructor({ threads, group, name, stream = 0, width = 1 }: ExecutionQueueOptions) {
    this.threads = threads
    this.group = group
    this.stream = stream
    this.width = width
    startThreads(threads, false, null)
    this.listener = unscoped(() => native().listen(() => this.wake()))
    this.handle = native().evalOpen(threads, width, this.counter, this.listener)
    this.track = { name }
    openQueues.add(this)
    if (exits) return
    exits = true
    process.on('exit', atExit)
  }

  /** Segments of one shape. */
  family(shape: string): ProgramFamily {
    let family = this.families.get(shape)
    if (family) return family
    family = new ProgramFamily()
    if (this.families.size >= mostFamilies) this.forget(this.families.keys().next().value!)
    this.families.set(shape, family)
    return family
  }

  private forget(shape: string): void {
    // A run that is on its way keeps its program itself.
    for (const program of this.families.get(shape)!.programs.values()) program.close()
    this.families.delete(shape)
  }

  /** From now on it is settled when it is done. */
  started(run: InFlight): void {
    // What was begun ahead comes late.
    let at = this.inFlight.length
    while (at > 0 && this.inFlight[at - 1]!.seq > run.seq) at--
    this.inFlight.splice(at, 0, run)
    this.bytes += run.bytes
    this.drain()
    if (this.inFlight.length > mostInFlight || this.bytes > mostBytesInFlight) this.inFlight[0]!.settle()
  }

  ended(run: InFlight): void {
    const at = this.inFlight.indexOf(run)
    if (at >= 0) this.inFlight.splice(at, 1)
    this.bytes -= run.bytes
  }

  isDone(seq: number): boolean {
    // The counter wraps; runs on their way are few.
    return ((Atomics.load(this.counter, 0) - seq) | 0) >= 0
  }

  /** Tells the values of all runs that are done. */
  drain(): void {
    for (let run = this.inFlight[0]; run && this.isDone(run.seq); run = this.inFlight[0]) run.settle(true)
  }

  /** Resolves when the run is done; keeps the process alive meanwhile. */
  watch(call: Handle, run: InFlight): Promise<void> {
    return new Promise((done) => {
      this.waiters.push({ run, done })
      this.alive ??= setInterval(() => {}, 2 ** 30)
      if (native().evalWait(this.handle, call, true, null) !== -1) this.wake()
    })
  }

  private wake(): void {
    this.drain()
    const waiting = this.waiters.splice(0)
    for (const waiter of waiting) {
      if (waiter.run.done) waiter.done()
      else this.waiters.push(waiter)
    }
    if (this.waiters.length) return
    clearInterval(this.alive)
    this.alive = undefined
  }

  /** Blocks until what is on its way is done. */
  finish(): void {
    for (const run of [...this.inFlight]) run.settle()
  }

  /** Resolves once what is on its way now is done: with the first error among it. */
  async finished(): Promise<PipelineError | undefined> {
    const runs = [...this.inFlight]
    for (const run of runs) {
      await run.wait()
      run.settle()
    }
    return runs.find((run) => run.error)?.error
  }

  /** Waits for what is on its way and ends the thread. Results stay. */
  close(): void {
    const { held } = this
    if (held && !held.revoke()) held.abandon()
    for (const speculation of this.ahead) speculation.drop()
    this.finish()
    openQueues.delete(this)
    for (const shape of [...this.families.keys()]) this.forget(shape)
    native().close(this.handle)
    native().close(this.listener)
    this.wake()
  }
}
