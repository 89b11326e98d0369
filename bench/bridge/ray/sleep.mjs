// The function of a stage of set cost: the samples of a batch sleep at the same time, for BENCH_SLEEP_MS.
import { setTimeout as sleep } from 'node:timers/promises'

const milliseconds = Number(process.env.BENCH_SLEEP_MS)

export default async function wait(sample) {
  const first = sample.dataSync().slice(0, 1024)
  await sleep(milliseconds)
  return first
}
