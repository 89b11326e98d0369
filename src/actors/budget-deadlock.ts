// Decides when waiting for the memory budget is hopeless: for a while no batch has moved, every actor waits (also the
// user, for the next batch), and the user holds no batch that could be given back. While any actor works, memory may
// come back.
import { errorOf } from '../errors/factories.js'
import type { PipelineError } from '../errors.js'
import type { ControlWords } from './control/control-words.js'
import type { EndConfig } from './protocol.js'
import { StageStats } from './stats.js'

const leastMs = 1000
/** Consecutive checks that must find every actor blocked: actors that retry are only sometimes seen at work. */
const leastLooks = 5
const mib = (n: number) => `${(n / 2 ** 20).toFixed(1)} MiB`

export class BudgetDeadlock {
  private readonly others: StageStats[]
  private progress: number
  private since = Date.now()
  private looks = 0

  constructor(
    private readonly words: Pick<ControlWords, 'memory' | 'leased' | 'progress' | 'buffer'>,
    { peers }: Pick<EndConfig, 'peers'>,
    own: StageStats,
  ) {
    this.progress = words.progress
    // Sources are left out, because they work only in turns of the main thread's event loop.
    const watched = peers.filter((p) => p.kind !== 'source' && p.stats !== own.at)
    this.others = watched.map((p) => new StageStats(words.buffer, p.stats))
  }

  /** Looks once more. Returns whether it is certain that no memory will come. */
  look(): boolean {
    const { leased, progress } = this.words
    if (progress !== this.progress || leased > 0 || this.others.some((stats) => stats.working)) {
      this.progress = progress
      this.since = Date.now()
      this.looks = 0
    }
    return ++this.looks > leastLooks && Date.now() - this.since > leastMs
  }

  /** Throws BUDGET_EXCEEDED when no memory will come. `bytes`: what the batch needs. */
  check(bytes: number): void {
    if (this.look()) throw this.error(bytes)
  }

  /** The BUDGET_EXCEEDED error for a batch that needs `bytes`. */
  error(bytes: number): PipelineError {
    const { usedBytes, limitBytes } = this.words.memory
    return errorOf(
      'BUDGET_EXCEEDED',
      `One batch per stage does not fit in memoryBudget.host = ${mib(limitBytes)}: ${mib(usedBytes)} are in use, and a batch needs ${mib(bytes)}`,
      'Raise memoryBudget.host, or lower batchSize or numThreads',
    )
  }
}
