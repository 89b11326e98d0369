// The worker threads of stages, seen from the thread that builds pipelines. To start one takes 20 ms and more, nearly all of it for
// loading code, so a thread whose stage has ended in order waits a short time for the stage of another pipeline. Threads that
// failed, that ran user code or that did not return are ended.
import type { Worker } from 'node:worker_threads'
import { type Remote, wrap } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { errorOf } from '../errors/factories.js'
import { PipelineError } from '../errors.js'
import { startThread } from '../location.js'
import type { ActorApi, ActorEnd } from './protocol.js'

/** At most this many threads wait, */
const maxIdle = 8
/** each for this long. */
const idleMs = 1000

/** Threads that wait for a stage. The last one is taken first, so that those that are not needed end. */
const idle: StageThread[] = []

export class StageThread {
  readonly worker: Worker
  readonly remote: Remote<ActorApi>
  /** Resolves when its code is loaded, or when it has ended. */
  readonly loaded: Promise<unknown>
  /** Resolves when it has ended. */
  readonly exited: Promise<undefined>
  /** Called when it ends, with what it has thrown, in a list, since also undefined can be thrown. */
  onExit: ((code: number, uncaught: readonly unknown[]) => void) | undefined
  /** Whether it has had a stage, so that its code is loaded. */
  isUsed = false
  private ended = false
  private timer: NodeJS.Timeout | undefined

  /** Throws Node.js's error where the system grants no thread. */
  constructor(name: string) {
    const worker = startThread('dist/actor.cjs', { name: `penstock ${name}` })
    this.worker = worker
    const uncaught: unknown[] = []
    worker.on('error', (cause) => uncaught.push(cause))
    // events.once() is not used: it would reject with an uncaught exception of the worker, which comes before 'exit'.
    this.exited = new Promise((resolve) => {
      worker.once('exit', (code) => {
        this.ended = true
        this.unqueue()
        resolve(undefined)
        this.onExit?.(code, uncaught)
      })
    })
    this.remote = wrap<ActorApi>(nodeEndpoint(worker))
    this.loaded = Promise.race([this.remote.loaded(), this.exited])
  }

  /**
   * Ends its stage, once that has stopped. Returns whether the thread can have another one. `end`: how the stage ended, if it ran:
   * one that was stopped has ended itself.
   */
  async endStage(end?: Promise<ActorEnd>): Promise<boolean> {
    const clean = (end ? end.then(({ reason }) => reason === 'stopped') : this.remote.end()).catch(() => false)
    return (await Promise.race([clean, this.exited])) === true
  }

  /** Has it wait for another stage, or ends it where it is needed no more. Its stage is ended. */
  async keep(): Promise<void> {
    this.onExit = undefined
    this.isUsed = true
    if (this.ended || idle.length >= maxIdle) return this.end()
    this.worker.unref()
    idle.push(this)
    this.timer = setTimeout(() => this.end(), idleMs).unref()
  }

  /** Takes it out of those that wait. */
  take(): this {
    this.unqueue()
    this.worker.ref()
    return this
  }

  private unqueue(): void {
    clearTimeout(this.timer)
    const at = idle.indexOf(this)
    if (at >= 0) idle.splice(at, 1)
  }

  /** Ends it: at once, or when it comes back from a native call. */
  async end(): Promise<void> {
    this.ended = true
    this.unqueue()
    await this.worker.terminate()
  }
}

/**
 * A thread for a stage: with `reused` one that waits, if any does. The name is for profilers. Throws THREADS_UNAVAILABLE where the
 * system grants none.
 */
export function threadFor(name: string, reused: boolean): StageThread {
  const waits = reused && idle.at(-1)
  if (waits) return waits.take()
  try {
    return new StageThread(reused ? 'stage' : name)
  } catch (cause) {
    if (cause instanceof PipelineError) throw cause
    throw errorOf('THREADS_UNAVAILABLE', `A thread for stage ${name} cannot be started: ${(cause as Error).message}`, {
      hint: 'Close other pipelines, or raise the limits of threads (ulimit -u) and of memory (ulimit -v)',
      cause,
    })
  }
}

/** Ends the threads that wait for a stage. */
export async function endIdleThreads(): Promise<void> {
  await Promise.all(idle.slice().map((thread) => thread.end()))
}
