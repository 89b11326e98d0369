// A user function with a delay that depends on the sample, and on its thread's clock, so that it differs from run to
// run.
import { setTimeout as sleep } from 'node:timers/promises'

/** Returns the input, mostly at once, sometimes after some milliseconds. */
export default async (x, { index, epoch }) => {
  const r = (index * 7919 + epoch * 104729 + Math.floor(performance.now())) % 23
  if (r < 3) await sleep(r * 2)
  return x
}
