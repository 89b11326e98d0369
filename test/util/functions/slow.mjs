// A module that takes a while to load, and a function that takes a while.
import { setTimeout as sleep } from 'node:timers/promises'

await sleep(20)
export default async (x) => {
  await sleep(120)
  return x
}
