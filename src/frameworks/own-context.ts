// The calls of a function that is given to a user, in an evaluation context of their own, which ends with it.
import { EvalContext } from '../dynamic/context/context.js'
import { closed } from '../errors/factories.js'

export class OwnContext {
  private readonly context: EvalContext
  private readonly running = new Set<Promise<unknown>>()
  private ending: Promise<void> | undefined

  constructor(numThreads: number | undefined) {
    this.context = new EvalContext({ numThreads, device: 'cpu' })
  }

  /** Runs the work in the context. `check` comes first, and may throw. Rejects after close(). */
  async run<T, C>(check: () => C, work: (checked: C) => Promise<T>): Promise<T> {
    if (this.ending) throw closed('The image processor', { hint: 'Make another one' })
    const checked = check()
    const made = this.context.run(() => work(checked))
    this.running.add(made)
    try {
      return await made
    } finally {
      this.running.delete(made)
    }
  }

  /** Resolves when its threads have ended, after the work that runs. */
  close(): Promise<void> {
    this.ending ??= Promise.allSettled(this.running).then(() => this.context[Symbol.asyncDispose]())
    return this.ending
  }
}
