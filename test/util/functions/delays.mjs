// A user function that takes its time: how long follows from the sample, and differs from run to run by its thread's clock.
import { setTimeout as sleep } from 'node:timers/promises'

/** The input itself, mostly at once, sometimes after some milliseconds. */
export default async (x, { index, epoch }) => {
  const r = (index * 7919 + epoch * 104729 + Math.floor(performance.now())) % 23
  if (r < 3) await sleep(r * 2)
  return x
}
