// When to stop waiting for a memory budget: nothing has been given back for a while, and nobody holds a batch that
// could be.
import { PipelineError } from '../errors.js'
import type { ControlWords } from './block.js'

const patienceMs = 1000
const mib = (n: number) => `${(n / 2 ** 20).toFixed(1)} MiB`

export class Patience {
  private used: number
  private since = Date.now()

  constructor(private readonly words: Pick<ControlWords, 'usedBytes' | 'limitBytes' | 'leased'>) {
    this.used = words.usedBytes
  }

  /** Throws BUDGET_EXCEEDED when there is no hope. */
  check(): void {
    const { usedBytes, limitBytes, leased } = this.words
    if (usedBytes !== this.used || leased > 0) {
      this.used = usedBytes
      this.since = Date.now()
    }
    if (Date.now() - this.since <= patienceMs) return
    throw new PipelineError({
      code: 'BUDGET_EXCEEDED',
      message: `One batch per stage does not fit in memoryBudget.host = ${mib(limitBytes)}: ${mib(usedBytes)} are in use and a stage needs more`,
      hint: 'Raise memoryBudget.host, or lower batchSize or numThreads',
    })
  }
}
