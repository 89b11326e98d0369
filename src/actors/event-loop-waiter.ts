// The main thread at the mailboxes. It must never block its event loop, so instead of waiting it announces a listener on
// its bell and is called back once when a peer rings. Only runSync() blocks, because its caller wants that.
import { errorOf } from '../errors/factories.js'
import { native } from '../native.js'
import type { ControlWords } from './control/control-words.js'

export interface WaitOptions {
  /** On the user's behalf: the wait keeps the process alive. One that only works ahead does not. */
  hold?: boolean
  /** Ends the wait with ABORTED. */
  signal?: AbortSignal | undefined
}

/** One bell with all that waits on it. */
export class EventLoopWaiter {
  private readonly listener: number
  private waiters = new Set<() => void>()
  /** Keeps the process alive while some waiter wants that. */
  private readonly alive = setInterval(() => {}, 2 ** 30).unref()

  constructor(
    private readonly words: ControlWords,
    readonly block: number,
    private readonly bell: number,
    /** What a ring may be about, besides what is waited for. */
    private readonly serve: () => void = () => {},
  ) {
    this.listener = native().listen(() => this.wake())
  }

  /** Calls everybody that waits: they look again. */
  wake(): void {
    this.serve()
    const waiters = this.waiters
    this.waiters = new Set()
    this.alive.unref()
    for (const waiter of waiters) waiter()
  }

  /**
   * The first value of `look` that is not undefined. `look` is called again whenever the bell rings; it throws to end
   * the wait. Announcing before looking a second time is what makes a lost wake-up impossible.
   */
  async until<T>(look: () => T | undefined, { hold = true, signal }: WaitOptions = {}): Promise<T> {
    const abort = () => this.wake()
    signal?.addEventListener('abort', abort)
    try {
      for (;;) {
        checkSignal(signal)
        const first = look()
        if (first !== undefined) return first
        this.words.bells.announce(this.bell, this.listener)
        this.serve()
        const second = look()
        if (second !== undefined) return second
        if (hold) this.alive.ref()
        await new Promise<void>((resolve) => this.waiters.add(resolve))
      }
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  /** The same, blocking the thread. `look` is called at least every `pauseMs`. */
  untilSync<T>(look: () => T | undefined, pauseMs: number): T {
    try {
      for (;;) {
        const seq = this.words.bells.seq(this.bell)
        this.serve()
        const found = look()
        if (found !== undefined) return found
        native().wait(this.block, this.bell, seq, pauseMs)
      }
    } finally {
      // The blocking wait took the announcements of the others away.
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
