// Runs Node.js as the consumer of pipeline.mjs, with the rivals' protocol (bench/rivals/README.md).
import { createInterface } from 'node:readline'
import { photoPaths } from '../photos.mjs'
import make from './pipeline.mjs'

const [data, epochs] = process.argv.slice(2)
const files = photoPaths(data)

const pipe = make(files, Number(epochs))
async function* endless() {
  for (;;) yield* pipe
}
const batches = endless()

async function measure(seconds) {
  // Batches that were made while idle are taken before the clock starts.
  for (let i = 0; i < 6; i++) (await batches.next()).value[0].release()
  const began = performance.now()
  const used = process.cpuUsage()
  let images = 0
  while (performance.now() - began < seconds * 1e3) {
    const { value } = await batches.next()
    images += value[0].dataSync().length / (3 * 224 * 224)
    value[0].release()
  }
  const imagesPerSecond = (images / (performance.now() - began)) * 1e3
  const { user, system } = process.cpuUsage(used)
  return { imagesPerSecond, cpuUsPerImage: (user + system) / images }
}

await measure(2)
console.log(JSON.stringify({ ready: true }))
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'quit') break
  const measured = await measure(Number(line.slice(3)))
  console.log(JSON.stringify({ ...measured, peakRssBytes: process.resourceUsage().maxRSS * 1024 }))
  await new Promise((resolve) => setTimeout(resolve, 300))
}
await pipe.close()
