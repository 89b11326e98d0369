// A contender: one pipeline in a process of its own, which works only while it has its turn. Speaks by lines: says {ready},
// answers `go SECONDS` with what it measured, ends at `quit`. Argument: JSON { data, job, deviceId, threads, batch, with?, depth?, pace? }.
// deviceId may be a list: then there is a pipeline for each of these GPUs, all in this process, each with `threads` threads.
// With `pace`, a share, the consumer then takes batches at this share of the rate that it has just reached, and its waits are measured.
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fn, pipelineDef } from 'penstock-data'
import { photoPaths } from '../photos.mjs'

const o = JSON.parse(process.argv[2])
const mean = [123.675, 116.28, 103.53]
const std = [58.395, 57.12, 57.375]

const folder = resolve(o.data)
const photos = photoPaths(folder)
// Few photos stand for many: an epoch is some 30 batches long.
const files = Array.from({ length: Math.ceil((30 * o.batch) / photos.length) }, () => photos).flat()
const how = {
  device: 'mixed',
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

const pipes = [o.deviceId].flat().map((deviceId) =>
  pipelineDef(
    {
      ...{ batchSize: o.batch, numThreads: o.threads, deviceId, seed: 1 },
      ...(o.depth && { prefetchQueueDepth: o.depth }),
    },
    jobs[o.job],
  )(),
)

/** Takes a batch, and waits until it is there. No loop over epochs: where one ends, nothing is made ahead. */
async function next(pipe) {
  const [images] = await pipe.run()
  if (images.device === 'gpu') await images.ready()
  const count = images.length
  images.release()
  return count
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
const ascending = (times) => times.sort((a, b) => a - b)

/** The time that each stage of the first pipeline has been busy. */
const busySeconds = () =>
  Object.fromEntries(pipes[0].statistics().stages.map((s) => [s.name, { kind: s.kind, busy: s.busy * s.seconds }]))

/**
 * Milliseconds that a consumer waits for each batch when it takes one in every `interval`. It does not block its event loop
 * between them, because a trainer that waits for its GPU does not either.
 */
async function waits(interval, seconds) {
  const waited = []
  const end = performance.now() + 1000 * seconds
  for (let due = performance.now(); due < end; due = Math.max(due + interval, performance.now())) {
    while (performance.now() < due) await new Promise(setImmediate)
    await next(pipes[0])
    waited.push(performance.now() - due)
  }
  return ascending(waited)
}

async function go(seconds) {
  // Batches that were made ahead are not counted in this turn.
  const begun = performance.now()
  for (let i = 0; i < 40 && performance.now() - begun < 1000 * seconds; i++) await Promise.all(pipes.map(next))
  const before = busySeconds()
  const cpu = process.cpuUsage()
  const start = performance.now()
  const times = []
  let images = 0
  // Each pipeline has a consumer of its own, so that none waits for another's batch.
  const consume = async (pipe) => {
    for (let last = start; last - start < 1000 * seconds; ) {
      const taken = await next(pipe)
      // Not `images += await …`, which reads the sum before it waits, and so loses what other consumers add meanwhile.
      images += taken
      const now = performance.now()
      times.push(now - last)
      last = now
    }
  }
  await Promise.all(pipes.map(consume))
  const used = process.cpuUsage(cpu)
  const wall = (performance.now() - start) / 1000
  const busy = Object.entries(busySeconds()).map(([name, s]) => [
    `${name} (${s.kind})`,
    (s.busy - (before[name]?.busy ?? 0)) / wall,
  ])
  ascending(times)
  const waited = o.pace ? await waits((1000 * o.batch * wall) / images / o.pace, seconds) : []
  return {
    imagesPerSecond: images / wall,
    p50: at(times, 0.5),
    p99: at(times, 0.99),
    batches: times.length,
    ...(o.pace && { waitP50: at(waited, 0.5), waitP99: at(waited, 0.99), waitMost: waited.at(-1) }),
    cpuSecondsPer1000: (used.user + used.system) / 1e3 / images,
    busy: Object.fromEntries(busy),
  }
}

const ways = () =>
  pipes[0]
    .statistics()
    .stages.flatMap((s) => s.ops)
    .find((op) => op.decode)?.decode ?? null
const say = (value) => console.log(JSON.stringify(value))

const warmed = performance.now()
do await Promise.all(pipes.map(next))
while (performance.now() - warmed < (o.warmSeconds ?? 1) * 1000)
say({ ready: true })
for await (const line of createInterface({ input: process.stdin })) {
  const [word, seconds] = line.split(' ')
  if (word !== 'go') break
  say({ ...(await go(Number(seconds))), ways: ways(), rssBytes: process.memoryUsage.rss() })
}
await Promise.all(pipes.map((pipe) => pipe.close()))
process.exit(0)
