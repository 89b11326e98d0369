// Handles threads that do not return from a native call: it tells one apart from a slow thread, and reports it. A
// thread cannot be ended from outside, so it stays with all memory that it may write to, and the rest of the pipeline
// closes without it.

import { escaped } from '../errors/escaped.js'
import type { RunningSample } from '../native.js'

/** Seconds with one sample after which close() leaves a thread behind. A shorter watchdog time shortens this. */
export const leaveAfter = 5

export const time = (seconds: number) => (seconds < 1 ? `${Math.round(1e3 * seconds)} ms` : `${seconds.toFixed(1)} s`)

/** Describes the sample that has occupied its thread the longest; undefined if there is none. */
export function longestOf(running: readonly RunningSample[]): string | undefined {
  const longest = running.reduce<RunningSample | undefined>((a, b) => (a && a.seconds >= b.seconds ? a : b), undefined)
  if (!longest) return undefined
  const { op, callSite, index, source, seconds } = longest
  const sample = index < 0 ? 'a batch' : `sample ${index}${source && ` (${source})`}`
  const place = op && ` in ${op}${callSite && ` at ${callSite}`}`
  return `${sample}${place} for ${time(seconds)}`
}

/**
 * Waits for `ended` and returns true, or false as soon as isStuck() is true, which is called from time to time. Its argument is how
 * many seconds this process did not run meanwhile, as after Ctrl-Z: clocks go on, but threads do not.
 */
export async function endsUnless(ended: Promise<unknown>, isStuck: (asleep: number) => boolean): Promise<boolean> {
  const done = ended.then(() => true)
  let asleep = 0
  for (let pauseMs = 20; ; pauseMs = Math.min(2 * pauseMs, 250)) {
    let timer: NodeJS.Timeout | undefined
    const begin = performance.now()
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), pauseMs)
    })
    const over = await Promise.race([done, late])
    clearTimeout(timer)
    if (over) return true
    asleep += (performance.now() - begin - pauseMs) / 1e3
    if (isStuck(asleep)) return false
  }
}

/** Warns that a thread is left behind. */
export function warnLeft(stage: string, running: readonly RunningSample[]): void {
  const work = longestOf(running)
  process.emitWarning(
    escaped(
      `A thread of stage ${stage} was left behind when the pipeline was closed: it has not come back from ${work ?? 'a native call'}`,
    ),
    {
      type: 'PenstockWarning',
      code: 'THREAD_LEFT',
      detail: 'It keeps its memory until it comes back, if ever. The process can end without it',
    },
  )
}
