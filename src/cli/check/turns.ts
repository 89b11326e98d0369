// Lets signals and timers run while samples are read. A pipeline that is ahead gives its batches at once, and the event loop would
// not get a turn between them.
import { setImmediate } from 'node:timers/promises'

const turnMs = 20

/** Returns a function that gives the event loop a turn if the last one was 20 ms ago or longer. */
export function turns(): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < turnMs) return
    await setImmediate()
    last = performance.now()
  }
}
