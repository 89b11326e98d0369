// A bare client for the suite `stores` keeps 64 ranges of a store's archives in flight: 1 MiB each in the order of the
// archive, or the bytes of a sample each in a random order. It counts samples by their bytes, and speaks the rivals'
// protocol (bench/rivals/README.md).
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'

const [url, sizes, bytesPerSample, order] = process.argv.slice(2)
const archives = sizes.split(',').map(Number)
const inFlight = 64
const rangeBytes = order === 'shuffled' ? Math.round(Number(bytesPerSample)) : 1 << 20
const agent = new Agent({ keepAlive: true, maxSockets: inFlight, scheduling: 'lifo' })

const inFiles = archives.flatMap((size, i) =>
  Array.from({ length: Math.ceil(size / rangeBytes) }, (_, k) => [
    `${url}/bucket/${i}.tar`,
    k * rangeBytes,
    Math.min(size, (k + 1) * rangeBytes),
  ]),
)

function* ranges() {
  for (;;) {
    if (order === 'shuffled') yield inFiles[Math.floor(Math.random() * inFiles.length)]
    else yield* inFiles
  }
}
const all = ranges()

function fetchRange([target, from, to], count) {
  return new Promise((resolve, reject) => {
    const sent = request(target, { agent, headers: { range: `bytes=${from}-${to - 1}` } }, (response) => {
      response.on('data', (chunk) => count(chunk.length)).on('end', resolve)
    })
    // While others have their turn, the server closes connections on which nothing comes.
    const failed = (error) =>
      sent.reusedSocket && error.code === 'ECONNRESET'
        ? fetchRange([target, from, to], count).then(resolve, reject)
        : reject(error)
    sent.on('error', failed).end()
  })
}

async function run(seconds) {
  let bytes = 0
  let going = true
  const used = process.cpuUsage()
  const loop = async () => {
    while (going) await fetchRange(all.next().value, (length) => (bytes += length))
  }
  const loops = Array.from({ length: inFlight }, loop)
  // The pipe is full before the clock starts.
  await new Promise((resolve) => setTimeout(resolve, 300))
  bytes = 0
  const start = performance.now()
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  const images = bytes / Number(bytesPerSample)
  const elapsed = (performance.now() - start) / 1000
  going = false
  await Promise.all(loops)
  const { user, system } = process.cpuUsage(used)
  return { images, seconds: elapsed, imagesPerSecond: images / elapsed, cpuUsPerSample: (user + system) / images }
}

await run(0.5)
console.log(JSON.stringify({ ready: true, rival: 'bare client' }))
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'quit') break
  console.log(
    JSON.stringify({ ...(await run(Number(line.slice(3)))), peakRssBytes: process.resourceUsage().maxRSS * 1024 }),
  )
}
agent.destroy()
