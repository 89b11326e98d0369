// An execution queue as JavaScript sees it: the native threads that run programs in order, the work in flight, and the
// programs that were compiled for the queue.

import { startThreads } from '../../engine/threads.js'
import type { PipelineError } from '../../errors.js'
import { type Handle, native } from '../../native.js'
import { unscoped } from '../context/scope.js'
import type { Track } from '../trace/trace-log.js'
import { type CompiledProgram, ProgramFamily } from './compiled-program.js'
import type { BegunAhead, Held, InFlight } from './types.js'

/** Work in flight that is allowed; submitting more blocks until the oldest is done. */
const mostInFlight = 32
/** Bytes that the results of work in flight may take; above that, submitting blocks too. */
const mostBytesInFlight = 512 * 2 ** 20
/** Segment shapes whose programs are kept. */
const mostFamilies = 512
/** Programs that are kept for held work that was taken back, in case that the same work is held again. */
const mostSpare = 32

/** The open queues of this JavaScript thread. */
export const openQueues = new Set<ExecutionQueue>()

/**
 * An exiting process unloads libraries while native threads may still use them. So on exit each queue waits for what it
 * runs and drops the rest.
 */
let exits = false
function atExit(): void {
  for (const queue of openQueues) native().close(queue.handle)
}

export interface ExecutionQueueOptions {
  /** Threads of the pool that its programs may use. */
  threads: number
  /** The thread group with which it shares them. */
  group: number
  /** Its name in a trace. */
  name: string
  /** The CUDA stream on which its programs queue their work; the caller keeps it open. */
  stream?: Handle
  /** Calls that it runs at once, each on a thread of its own. Default: 1. */
  width?: number
}

export class ExecutionQueue {
  readonly handle: Handle
  /** Its row in a trace. */
  readonly track: Track
  private readonly listener: Handle
  private readonly counter = new Uint32Array(1)
  /** The number of the work that was last handed to the native queue. */
  submitted = 0
  private bytes = 0
  private readonly inFlight: InFlight[] = []
  private readonly waiters: { run: InFlight; done: () => void }[] = []
  private alive: NodeJS.Timeout | undefined
  /** The work that the native queue holds; it begins by itself if no further call replaces it in time. */
  held: Held | undefined
  /** Work that was begun before its calls were made, and may not be wanted. */
  readonly ahead = new Set<BegunAhead>()
  private readonly families = new Map<string, ProgramFamily>()
  /** Programs of held work that was taken back, the oldest first; some may have been used since. */
  private readonly spare = new Set<CompiledProgram>()

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

  /** The programs for segments of one shape. */
  family(shape: string): ProgramFamily {
    let family = this.families.get(shape)
    if (family) return family
    family = new ProgramFamily()
    if (this.families.size >= mostFamilies) this.forget(this.families.keys().next().value!)
    this.families.set(shape, family)
    return family
  }

  /** Held work that was to run this program was taken back. Frees the oldest such program if there are many. */
  tookBack(program: CompiledProgram): void {
    if (program.used) return
    this.spare.delete(program)
    this.spare.add(program)
    if (this.spare.size <= mostSpare) return
    const [oldest] = this.spare
    this.spare.delete(oldest!)
    oldest!.discardUnused()
  }

  private forget(shape: string): void {
    // Work in flight keeps its native program itself.
    for (const program of this.families.get(shape)!.programs.values()) program.close()
    this.families.delete(shape)
  }

  /** Adds work in flight, which is settled when it is done. Blocks while there is too much of it. */
  started(run: InFlight): void {
    // Work that was begun ahead is added later than work with higher numbers.
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
    // The counter wraps around, so numbers are compared by their difference; little work is in flight at once.
    return ((Atomics.load(this.counter, 0) - seq) | 0) >= 0
  }

  /** Settles all work that is done. */
  drain(): void {
    for (let run = this.inFlight[0]; run && this.isDone(run.seq); run = this.inFlight[0]) run.settle(true)
  }

  /** Resolves when the work is done; keeps the process alive until then. `call`: its native call. */
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

  /** Blocks until the work in flight is done. */
  finish(): void {
    for (const run of [...this.inFlight]) run.settle()
  }

  /** Resolves once the work that is in flight now is done, with the first error among it. */
  async finished(): Promise<PipelineError | undefined> {
    const runs = [...this.inFlight]
    for (const run of runs) {
      await run.wait()
      run.settle()
    }
    return runs.find((run) => run.error)?.error
  }

  /** Blocks until the work in flight is done, and ends the threads. Results stay readable. */
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
