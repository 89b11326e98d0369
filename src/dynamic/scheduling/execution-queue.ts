// An execution queue as JavaScript sees it: the native threads that run programs in order, the work in flight, and the
// programs that were compiled for the queue.

import { startThreads } from '../../engine/threads.js'
import type { PipelineError } from '../../errors.js'
import { queueWord } from '../../native/eval.js'
import { type Handle, native } from '../../native.js'
import { unscoped } from '../context/scope.js'
import { whenIdle } from '../idle.js'
import type { Named, Track } from '../trace/trace-log.js'

/** Work in flight that is allowed; submitting more blocks until the oldest is done. */
const mostInFlight = 32
/** Bytes that the results of work in flight may take; above that, submitting blocks too. */
const mostBytesInFlight = 512 * 2 ** 20
/** Segment shapes whose programs are kept. */
const mostFamilies = 512

/** Work that was handed to a queue. */
export interface InFlight {
  /** Its number among the work of its queue, in order. */
  readonly seq: number
  /** Expected size of its result in bytes. */
  readonly bytes: number
  /** The native call, from which other calls can read the result before it is there. */
  readonly handle: Handle
  readonly done: boolean
  readonly error: PipelineError | undefined
  /** Resolves once it is done. */
  wait(): Promise<void>
  /**
   * Blocks until it is done, and delivers the result or the error to its values. `done`: the caller knows that it is
   * done.
   */
  settle(done?: boolean): void
}

/** The programs of segments with the same calls, which differ only in the values that they hand over. */
export class ProgramFamily {
  /** Programs by their outputs: one character per value of the segment, '1' if the program hands it over. */
  readonly programs = new Map<string, CompiledProgram>()
  /** Positions of values that were not handed over but wanted later: from now on they are handed over. */
  readonly kept = new Set<number>()
}

/** What a segment is compiled to: native programs, which all segments of one shape share. */
export class CompiledProgram {
  /** Size of the largest result so far in bytes; the next one is probably as large. */
  lastBytes = 0
  /** Whether its last run took so little time that a caller who awaits the next one may run it. */
  wasQuick = false
  /** How many times it has run, as counted by the trace log. */
  runs = 0
  /** Whether its handles are freed. */
  closed = false
  /** The lines of its calls, as they were last looked up. */
  lines: readonly string[] | undefined

  constructor(
    /** One native program for each thread of the queue. */
    readonly handles: readonly Handle[],
    /** Numbers of the calls whose random numbers the program draws, in the order in which it draws them. */
    readonly draws: readonly number[],
    readonly family: ProgramFamily,
    /** Names of its fused operators and of its calls, for traces. */
    readonly names: Named,
  ) {}

  close(): void {
    this.closed = true
    for (const handle of this.handles) native().close(handle)
  }
}

/** The open queues of this JavaScript thread. */
export const openQueues = new Set<ExecutionQueue>()

whenIdle(() => {
  for (const queue of openQueues) native().trim(queue.handle, 0)
})

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
  /** Whether that is the process's default number. */
  byDefault: boolean
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
  /** See queueWord. */
  private readonly words = new Uint32Array(2)
  /** The number of the work that was last handed to the native queue. */
  submitted = 0
  private bytes = 0
  private readonly inFlight: InFlight[] = []
  private readonly waiters: { run: InFlight; done: () => void; failed: (error: PipelineError) => void }[] = []
  private alive: NodeJS.Timeout | undefined
  /** Work that was begun before its calls were made, and may not be wanted. */
  readonly ahead = new Set<{ drop(): boolean }>()
  private readonly families = new Map<string, ProgramFamily>()

  readonly threads: number
  readonly group: number
  readonly stream: Handle | 0
  readonly width: number

  constructor({ threads, byDefault, group, name, stream = 0, width = 1 }: ExecutionQueueOptions) {
    this.threads = threads
    this.group = group
    this.stream = stream
    this.width = width
    startThreads(threads, false, null)
    this.listener = unscoped(() =>
      native().listen(
        () => this.wake(),
        (error) => this.fail(error),
      ),
    )
    const { words, listener } = this
    this.handle = native().evalOpen({ threads, byDefault, width, words, listener })
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
    return ((Atomics.load(this.words, queueWord.counted) - seq) | 0) >= 0
  }

  /** Settles all work that is done. */
  drain(): void {
    for (let run = this.inFlight[0]; run && this.isDone(run.seq); run = this.inFlight[0]) run.settle(true)
  }

  /** Resolves when the work is done; keeps the process alive until then. */
  watch(run: InFlight): Promise<void> {
    return new Promise((done, failed) => {
      this.waiters.push({ run, done, failed })
      this.alive ??= setInterval(() => {}, 2 ** 30)
      this.awaitFirst()
    })
  }

  /** Has the listener called when the first work that is waited for is done. */
  private awaitFirst(): void {
    const first = Math.min(...this.waiters.map(({ run }) => run.seq))
    Atomics.store(this.words, queueWord.awaited, first)
    if (this.isDone(first)) this.wake()
  }

  private wake(): void {
    this.drain()
    const waiting = this.waiters.splice(0)
    for (const waiter of waiting) {
      if (waiter.run.done) waiter.done()
      else this.waiters.push(waiter)
    }
    if (this.waiters.length) this.awaitFirst()
    else this.relax()
  }

  /** Ends the waits for work in flight with an error. */
  private fail(error: PipelineError): void {
    for (const { failed } of this.waiters.splice(0)) failed(error)
    this.relax()
  }

  private relax(): void {
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
    for (const work of this.ahead) work.drop()
    this.finish()
    openQueues.delete(this)
    for (const shape of [...this.families.keys()]) this.forget(shape)
    native().close(this.handle)
    native().close(this.listener)
    this.wake()
  }
}
