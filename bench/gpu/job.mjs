// A contender: one pipeline in a process of its own, which works only while it has its turn. Speaks by lines: says {ready},
// answers `go SECONDS` with what it measured, ends at `quit`. Argument: JSON { data, job, deviceId, threads, batch, load?, with?, depth? }.
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fn, pipelineDef } from 'penstock-data'

const o = JSON.parse(process.argv[2])
const mean = [123.675, 116.28, 103.53]
const std = [58.395, 57.12, 57.375]

const folder = resolve(o.data)
const photos = readdirSync(folder, { recursive: true })
  .map((f) => join(folder, String(f)))
  .filter((f) => /\.jpe?g$/i.test(f))
  .sort()
if (!photos.length) throw new Error(`no photos in ${folder}`)
// Few photos stand for many: an epoch is some 30 batches long.
const files = Array.from({ length: Math.ceil((30 * o.batch) / photos.length) }, () => photos).flat()
const how = {
  device: 'mixed',
  ...(o.load !== undefined && { hwDecoderLoad: o.load }),
  ...(o.with && { decodeWith: o.with }),
}

const jobs = {
  main() {
    const [jpegs, labels] = fn.readers.file({ files, randomShuffle: true, name: 'reader' })
    const images = fn.resize(fn.decoders.imageRandomCrop(jpegs, how), { device: 'gpu', size: [224, 224] })
    const normal = fn.cropMirrorNormalize(images, { device: 'gpu', mirror: fn.random.coinFlip(), mean, std })
    return [normal, labels]
  },
  decode: () => [fn.decoders.image(fn.readers.file({ files, randomShuffle: true })[0], how)],
}

const pipe = pipelineDef(
  {
    ...{ batchSize: o.batch, numThreads: o.threads, deviceId: o.deviceId, seed: 1 },
    ...(o.depth && { prefetchQueueDepth: o.depth }),
  },
  jobs[o.job],
)()

/** Takes a batch, and waits until it is there. No loop over epochs: where one ends, nothing is made ahead. */
async function next() {
  const [images] = await pipe.run()
  if (images.device === 'gpu') images.slice(0, 0).dataSync()
  const count = images.length
  images.release()
  return count
}

const busySeconds = () =>
  Object.fromEntries(pipe.statistics().stages.map((s) => [s.name, { kind: s.kind, busy: s.busy * s.seconds }]))

async function go(seconds) {
  // Batches that were made ahead are not counted in this turn.
  const begun = performance.now()
  for (let i = 0; i < 40 && performance.now() - begun < 1000 * seconds; i++) await next()
  const before = busySeconds()
  const cpu = process.cpuUsage()
  const start = performance.now()
  const times = []
  let [images, last] = [0, start]
  while (last - start < 1000 * seconds) {
    images += await next()
    const now = performance.now()
    times.push(now - last)
    last = now
  }
  const used = process.cpuUsage(cpu)
  const wall = (last - start) / 1000
  const busy = Object.entries(busySeconds()).map(([name, s]) => [
    `${name} (${s.kind})`,
    (s.busy - (before[name]?.busy ?? 0)) / wall,
  ])
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))]
  return {
    imagesPerSecond: images / wall,
    p50: at(0.5),
    p99: at(0.99),
    batches: times.length,
    cpuSecondsPer1000: (used.user + used.system) / 1e3 / images,
    busy: Object.fromEntries(busy),
  }
}

const ways = () =>
  pipe
    .statistics()
    .stages.flatMap((s) => s.ops)
    .find((op) => op.decode)?.decode ?? null
const say = (value) => console.log(JSON.stringify(value))

const warmed = performance.now()
do await next()
while (performance.now() - warmed < (o.warmSeconds ?? 1) * 1000)
say({ ready: true })
for await (const line of createInterface({ input: process.stdin })) {
  const [word, seconds] = line.split(' ')
  if (word !== 'go') break
  say({ ...(await go(Number(seconds))), ways: ways(), rssBytes: process.memoryUsage.rss() })
}
await pipe.close()
process.exit(0)
