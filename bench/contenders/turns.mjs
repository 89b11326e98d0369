// Measures a turn and speaks the rivals' protocol (bench/rivals/README.md), for contenders that make batches alone.
import { createInterface } from 'node:readline'

/**
 * Measures `make`, which makes samples and resolves with their number, for some seconds. It is first called `prime` times, so that
 * batches that were made while idle are taken before the clock starts.
 */
export async function measured(make, prime, seconds) {
  for (let i = 0; i < prime; i++) await make()
  const used = process.cpuUsage()
  const start = performance.now()
  let images = 0
  while (performance.now() - start < seconds * 1e3) images += await make()
  const elapsed = (performance.now() - start) / 1e3
  const { user, system } = process.cpuUsage(used)
  return { images, seconds: elapsed, imagesPerSecond: images / elapsed, cpuUsPerSample: (user + system) / images }
}

/** Takes the number of samples of a pipeline's next batch. */
export async function nextLength(pipe) {
  const [first] = await pipe.run()
  const { length } = first
  first.release()
  return length
}

/** Warms up, then answers each `go SECONDS` with what `go` measures, until `quit` or the end of the input. */
export async function takeTurns(job, go) {
  await go(1)
  console.log(JSON.stringify({ ready: true, rival: 'penstock', job }))
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'quit') break
    const result = await go(Number(line.slice(3)))
    console.log(JSON.stringify({ ...result, peakRssBytes: process.resourceUsage().maxRSS * 1024 }))
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}
