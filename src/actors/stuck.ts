// Threads that a native call does not let go: how one is told from a thread that is only slow, and what is said of it. A
// thread cannot be ended from outside, so it is left, with all the memory that it may write to, and the rest goes on
// without it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningSample } from '../native.js'

/** After so many seconds with one sample a thread is left when its pipeline is closed. A watchdog may say less. */
export const leaveAfter = 5

export const time = (seconds: number) => (seconds < 1 ? `${Math.round(1e3 * seconds)} ms` : `${seconds.toFixed(1)} s`)

/** The sample that has taken its thread longest, in words; undefined where there is none. */
export function longestOf(running: readonly RunningSample[]): string | undefined {
  const longest = running.reduce<RunningSample | undefined>((a, b) => (a && a.seconds >= b.seconds ? a : b), undefined)
  if (!longest) return undefined
  const { op, callSite, index, source, seconds } = longest
  const sample = index < 0 ? 'a batch' : `sample ${index}${source && ` (${source})`}`
  const place = op && ` in ${op}${callSite && ` at ${callSite}`}`
  return `${sample}${place} for ${time(seconds)}`
}

/** Waits for `ended`; false as soon as `isStuck`, which is asked now and then. */
export async function endsUnless(ended: Promise<unknown>, isStuck: () => boolean): Promise<boolean> {
  const done = ended.then(() => true)
  for (let pauseMs = 20; ; pauseMs = Math.min(2 * pauseMs, 250)) {
    const timer = new AbortController()
    const late = sleep(pauseMs, false, { signal: timer.signal }).catch(() => false)
    const over = await Promise.race([done, late])
    timer.abort()
    if (over) return true
    if (isStuck()) return false
  }
}

/** Says once per thread that it is left. */
export function warnLeft(stage: string, running: readonly RunningSample[]): void {
  const work = longestOf(running)
  process.emitWarning(
    `A thread of stage ${stage} was left behind when the pipeline was closed: it has not come back from ${work ?? 'a native call'}`,
    {
      type: 'PenstockWarning',
      code: 'THREAD_LEFT',
      detail: 'It keeps its memory until it comes back, if ever. The process can end without it',
    },
  )
}
