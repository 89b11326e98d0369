// A module that is slow to load, and a function that is slow.
import { setTimeout as sleep } from 'node:timers/promises'

await sleep(20)
export default async (x) => {
  await sleep(120)
  return x
}
