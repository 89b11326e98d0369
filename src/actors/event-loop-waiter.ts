// Lets the main thread wait. It must not block its event loop, so it registers a listener on its bell, which is called
// once when a peer rings. Only runSync() blocks, because its caller asked for that.
import { errorOf } from '../errors/factories.js'
import { pipelineError } from '../errors/thrown.js'
import type { PipelineError } from '../errors.js'
import { native } from '../native.js'
import type { ControlWords } from './control/control-words.js'

export interface WaitOptions {
  /**
   * Keeps the process alive during the wait, because the user waits. False for a wait that only prepares for later
   * calls.
   */
  hold?: boolean
  /** Aborting it ends the wait with ABORTED. */
  signal?: AbortSignal | undefined
}

/** One bell and everything on this thread that waits for it. */
export class EventLoopWaiter {
  private readonly listener: number
  private waiters = new Set<() => void>()
  /** A timer that keeps the process alive while a wait with `hold` is pending. */
  private readonly alive = setInterval(() => {}, 2 ** 30).unref()

  constructor(
    private readonly words: ControlWords,
    readonly block: number,
    private readonly bell: number,
    /** Called at each ring, to handle events that no caller of until() waits for. */
    private readonly serve: () => void = () => {},
  ) {
    this.listener = native().listen(
      () => this.wake(),
      (error) => this.fail(error),
    )
  }

  /** Why no wait can succeed any more; set by fail(). */
  failure: PipelineError | undefined

  /** Ends all waits with an error, those of now and of later, unless what they wait for is there. */
  fail(error: PipelineError): void {
    this.failure ??= error
    this.resume()
  }

  /** Makes all pending waits look again. */
  wake(): void {
    this.attend()
    this.resume()
  }

  private resume(): void {
    const waiters = this.waiters
    this.waiters = new Set()
    this.alive.unref()
    for (const waiter of waiters) waiter()
  }

  /**
   * Waits for the first value of `look` that is not undefined. `look` is called whenever the bell rings; if it throws,
   * the wait ends. No wake-up can be lost, because the listener is announced before `look` is called a second time.
   */
  async until<T>(look: () => T | undefined, { hold = true, signal }: WaitOptions = {}): Promise<T> {
    const abort = () => this.wake()
    signal?.addEventListener('abort', abort)
    try {
      for (;;) {
        checkSignal(signal)
        const first = this.found(look)
        if (first !== undefined) return first
        this.words.bells.announce(this.bell, this.listener)
        this.attend()
        const second = this.found(look)
        if (second !== undefined) return second
        if (hold) this.alive.ref()
        await new Promise<void>((resolve) => this.waiters.add(resolve))
      }
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  /** Calls serve(), which works for all: its failure is not that of one wait. */
  private attend(): void {
    if (this.failure) return
    try {
      this.serve()
    } catch (cause) {
      this.failure = pipelineError(cause)
    }
  }

  /** The result of `look`. A batch that is there comes before the failure. */
  private found<T>(look: () => T | undefined): T | undefined {
    const found = look()
    if (found === undefined && this.failure) throw this.failure
    return found
  }

  /** Waits as until() does, but blocks the thread. `look` is called at least every `pauseMs`. */
  untilSync<T>(look: () => T | undefined, pauseMs: number): T {
    try {
      for (;;) {
        const seq = this.words.bells.seq(this.bell)
        this.attend()
        const found = this.found(look)
        if (found !== undefined) return found
        native().wait(this.block, this.bell, seq, pauseMs)
      }
    } finally {
      // The blocking wait replaced the listener's announcement, so the other waits must announce it again.
      this.wake()
    }
  }

  close(): void {
    clearInterval(this.alive)
    native().close(this.listener)
  }
}

export function checkSignal(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return
  throw errorOf('ABORTED', 'The call was aborted', { cause: signal.reason })
}
