// How many threads imperative calls use unless their context says otherwise.
import { availableParallelism, cpus } from 'node:os'
import { PipelineError } from '../../errors.js'
import { shown } from '../../graph/suggest.js'
import { defaultThreads } from '../threads.js'

const mostPerCpu = 100

let asked: number | undefined
/** What the environment or the machine says; looked up once. */
let usual: number | undefined
/** Calls have been run with the default number. */
let started = false
let warned = false

/** Throws INVALID_ARGUMENT for what is no number of threads. */
export function checkThreads(n: unknown): number {
  const most = mostPerCpu * Math.max(cpus().length, availableParallelism())
  if (Number.isInteger(n) && (n as number) >= 1 && (n as number) <= most) return n as number
  throw new PipelineError({
    code: 'INVALID_ARGUMENT',
    message: `Expected an integer from 1 to ${most} for numThreads but received ${shown(n)}`,
    hint: Number.isInteger(n) && (n as number) > most ? `At most ${mostPerCpu} threads for each CPU` : undefined,
  })
}

/**
 * The number of threads of contexts that were made without one: what setNumThreads() was given, else PENSTOCK_NUM_THREADS,
 * else the number of CPUs that this process may use.
 */
export function getNumThreads(): number {
  if (asked !== undefined) return asked
  usual ??= defaultThreads()
  return usual
}

/** A context has begun to work with the default number. */
export function usedDefaultThreads(): void {
  started = true
}

/**
 * Sets the number of threads of contexts that were made without one, from their next call on; null goes back to the default.
 * Of this JavaScript thread: workers have a number of their own. Call it once, before any work: afterwards what is running is
 * waited for, compiled segments are made again, and a PenstockWarning (THREADS_CHANGED) says so the first time. No result is
 * lost. Throws INVALID_ARGUMENT for anything but an integer from 1 to 100 per CPU.
 */
export function setNumThreads(n: number | null): void {
  const before = started ? getNumThreads() : 0
  asked = n === null ? undefined : checkThreads(n)
  if (!started || warned || getNumThreads() === before) return
  warned = true
  process.emitWarning(
    `The number of threads was changed from ${before} to ${getNumThreads()} after calls had run: their contexts start anew. Call setNumThreads() first`,
    { type: 'PenstockWarning', code: 'THREADS_CHANGED' },
  )
}
