// How many threads imperative calls use unless their context says otherwise.

import { availableParallelism, cpus } from 'node:os'
import { defaultThreads } from '../../engine/threads.js'
import { invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import { native } from '../../native.js'

const mostPerCpu = 100

/** What the environment or the machine says; looked up once. */
let usual: number | undefined
let warned = false

/** Throws INVALID_ARGUMENT for what is no number of threads. */
export function checkThreads(n: unknown): number {
  const most = mostPerCpu * Math.max(cpus().length, availableParallelism())
  if (Number.isInteger(n) && (n as number) >= 1 && (n as number) <= most) return n as number
  throw invalidArgument(
    `Expected an integer from 1 to ${most} for numThreads but received ${shown(n)}`,
    Number.isInteger(n) && (n as number) > most ? `At most ${mostPerCpu} threads for each CPU` : undefined,
  )
}

/**
 * The number of threads of contexts that were made without one, in every thread of the process: what setNumThreads() was
 * given, else PENSTOCK_NUM_THREADS, else the number of CPUs that this process may use.
 */
export function getNumThreads(): number {
  const asked = native().evalThreads(null)
  if (asked) return asked
  usual ??= defaultThreads()
  return usual
}

/** A context has begun to work with the default number. */
export const usedDefaultThreads = (): boolean => native().evalThreadsUsed(true)

/**
 * Sets the number of threads of contexts that were made without one, from their next call on; null goes back to the default.
 * It is the process's: contexts in worker threads follow it too. Call it once, before any work: afterwards each context
 * waits for what it is running, compiled segments are made again, and a PenstockWarning (THREADS_CHANGED) says so the first
 * time. No result is lost. Throws INVALID_ARGUMENT for anything but an integer from 1 to 100 per CPU.
 */
export function setNumThreads(n: number | null): void {
  const asked = n === null ? 0 : checkThreads(n)
  const before = native().evalThreadsUsed(false) ? getNumThreads() : 0
  native().evalThreads(asked)
  if (!before || warned || getNumThreads() === before) return
  warned = true
  process.emitWarning(
    `The number of threads was changed from ${before} to ${getNumThreads()} after calls had run: their contexts start anew. Call setNumThreads() first`,
    { type: 'PenstockWarning', code: 'THREADS_CHANGED' },
  )
}
