// When to stop waiting for a memory budget: for a while no batch has moved, every actor waits (the user too, for the next
// batch), and the user holds no batch that could be given back. While anybody works, memory may come back.
import { errorOf } from '../errors/factories.js'
import type { PipelineError } from '../errors.js'
import type { ControlWords } from './control/control-words.js'
import type { EndConfig } from './protocol.js'
import { StageStats } from './stats.js'

const patienceMs = 1000
/** Looks in a row that found everybody waiting: actors that try again are seen at work only now and then. */
const patientLooks = 5
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
    // A source works only in turns of the main thread's event loop.
    const watched = peers.filter((p) => p.kind !== 'source' && p.stats !== own.at)
    this.others = watched.map((p) => new StageStats(words.buffer, p.stats))
  }

  /** Looks once more; true when there is no hope. */
  isOver(): boolean {
    const { leased, progress } = this.words
    if (progress !== this.progress || leased > 0 || this.others.some((stats) => stats.working)) {
      this.progress = progress
      this.since = Date.now()
      this.looks = 0
    }
    return ++this.looks > patientLooks && Date.now() - this.since > patienceMs
  }

  /** Throws BUDGET_EXCEEDED when there is no hope. `bytes`: what is needed. */
  check(bytes: number): void {
    if (this.isOver()) throw this.error(bytes)
  }

  /** BUDGET_EXCEEDED, of a batch that needs so many bytes. */
  error(bytes: number): PipelineError {
    const { usedBytes, limitBytes } = this.words.memory
    return errorOf(
      'BUDGET_EXCEEDED',
      `One batch per stage does not fit in memoryBudget.host = ${mib(limitBytes)}: ${mib(usedBytes)} are in use, and a batch needs ${mib(bytes)}`,
      'Raise memoryBudget.host, or lower batchSize or numThreads',
    )
  }
}
