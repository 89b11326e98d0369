// The default number of threads of evaluation contexts, one number for the process.

import { availableParallelism, cpus } from 'node:os'
import { defaultThreads } from '../../engine/threads.js'
import { invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import { native } from '../../native.js'

const mostPerCpu = 100

/** The number from the environment or the machine, looked up once. */
let usual: number | undefined
let warned = false

/** Returns `n` if it is a valid number of threads. Throws INVALID_ARGUMENT. */
export function checkThreads(n: unknown): number {
  const most = mostPerCpu * Math.max(cpus().length, availableParallelism())
  if (Number.isInteger(n) && (n as number) >= 1 && (n as number) <= most) return n as number
  throw invalidArgument(
    `Expected an integer from 1 to ${most} for numThreads but received ${shown(n)}`,
    Number.isInteger(n) && (n as number) > most ? `At most ${mostPerCpu} threads for each CPU` : undefined,
  )
}

/**
 * The number of threads of contexts that were made without `numThreads`, in every thread of the process: the number
 * that setNumThreads() has set, else PENSTOCK_NUM_THREADS, else the number of CPUs that this process may use.
 */
export function getNumThreads(): number {
  const asked = native().evalThreads()
  if (asked) return asked
  usual ??= defaultThreads()
  return usual
}

/**
 * Sets the number of threads of contexts that were made without `numThreads`, from their next call on; null goes back
 * to the default. The number holds for the whole process, so contexts in worker threads follow it too. Call it once,
 * before any work. Later changes lose no result, but each context waits for its running calls and compiles its programs
 * again; the first such change emits a PenstockWarning (THREADS_CHANGED). Throws INVALID_ARGUMENT unless n is an
 * integer from 1 to 100 per CPU.
 */
export function setNumThreads(n: number | null): void {
  const asked = n === null ? 0 : checkThreads(n)
  const before = getNumThreads()
  if (!native().configure({ contextThreads: asked }) || warned || getNumThreads() === before) return
  warned = true
  process.emitWarning(
    `The number of threads was changed from ${before} to ${getNumThreads()} after calls had run: their contexts start anew. Call setNumThreads() first`,
    { type: 'PenstockWarning', code: 'THREADS_CHANGED' },
  )
}
