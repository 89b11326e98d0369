// Runs imperative mode with the rivals' protocol (bench/rivals/README.md): the main job as an eager loop, as a
// captured loop and as the pipeline that they are compared with; a small call; and a chain of element-wise operators.
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { fn, pipelineDef, types } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { photoPaths } from '../photos.mjs'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    job: { type: 'string', default: 'main' },
    way: { type: 'string', default: 'eager' },
    batch: { type: 'string', default: '64' },
    threads: { type: 'string', default: '2' },
    device: { type: 'string', default: 'cpu' },
    seconds: { type: 'string', default: '5' },
    warmup: { type: 'string', default: '2' },
  },
})
const batchSize = Number(values.batch)
const numThreads = Number(values.threads)
const gpu = values.device === 'gpu'

/** Small calls between two readings of the clock. */
const callsPerItem = 64
const mean = [123.675, 116.28, 103.53]
const std = [58.395, 57.12, 57.375]
const random = { outputType: types.RGB, randomArea: [0.08, 1], randomAspectRatio: [3 / 4, 4 / 3] }
const normal = { dtype: types.FLOAT, outputLayout: 'CHW', mean, std }

function photos() {
  const found = photoPaths(values.data)
  // The list is repeated, so that epochs are as long as those of a real data set.
  return Array.from({ length: Math.max(1, Math.round(6000 / found.length)) }, () => found).flat()
}

const step = ([jpegs]) => {
  let x = nd.decoders.imageRandomCrop(jpegs, { ...random, device: values.device })
  x = nd.resize(x, { size: [224, 224] })
  return nd.cropMirrorNormalize(x, { ...normal, mirror: nd.random.coinFlip({ batchSize: jpegs.length }) })
}

/** A consumer of every batch: on the CPU it reads the data, on a GPU it queues its own work after the batch. */
async function consume(x) {
  if (!gpu) await x.data()
  return x.length
}

/** The eager loop, which gives each batch back when the consumer is done with it, as the other two loops do. */
async function* eager() {
  const reader = nd.readers.file({ files: photos(), randomShuffle: true })
  for (;;) {
    for await (const batch of reader.nextEpoch({ batchSize })) {
      const x = step(batch)
      yield consume(x)
      x.dispose()
      for (const input of batch) input.dispose()
    }
  }
}

/** The eager loop without releases: the garbage collector finds the dropped batches. */
async function* careless() {
  const reader = nd.readers.file({ files: photos(), randomShuffle: true })
  for (;;) for await (const batch of reader.nextEpoch({ batchSize })) yield consume(step(batch))
}

/**
 * The eager loop as most people write it: the calls of a step are made before the results of the step before are read, each
 * sample is awaited by itself, and nothing is released.
 */
async function* everyday() {
  const reader = nd.readers.file({ files: photos(), randomShuffle: true })
  let before
  for (;;) {
    for await (const batch of reader.nextEpoch({ batchSize })) {
      const x = step(batch)
      if (before) yield readEach(before)
      before = x
    }
  }
}

async function readEach(x) {
  if (!gpu) for (const t of x.tensors) await t.data()
  return x.length
}

async function* captured() {
  const reader = nd.readers.file({ files: photos(), randomShuffle: true })
  const loop = nd.capture(step, { readers: reader, batchSize, strict: true })
  for (;;) {
    for await (const x of loop) {
      yield consume(x)
      x.dispose()
    }
  }
}

async function* pipeline() {
  const pipe = pipelineDef({ batchSize, numThreads, deviceId: gpu ? 0 : null, seed: 42 }, () => {
    const [jpegs] = fn.readers.file({ files: photos(), randomShuffle: true })
    let x = fn.decoders.imageRandomCrop(jpegs, { ...random, device: gpu ? 'mixed' : 'cpu' })
    x = fn.resize(x, { size: [224, 224] })
    return [fn.cropMirrorNormalize(x, { ...normal, mirror: fn.random.coinFlip() })]
  })()
  for (;;) {
    for await (const [x] of pipe) {
      yield consume(x)
      x.release()
    }
  }
}

async function* small(reads) {
  const data = nd.batch(
    Array.from({ length: 4 }, () => ({ data: new Uint8Array(192), shape: [8, 8, 3], layout: 'HWC' })),
  )
  for (;;) {
    let last
    for (let i = 0; i < callsPerItem; i++) {
      last = nd.flip(data, { horizontal: 1 })
      if (reads) last.dataSync()
    }
    last.dataSync()
    yield callsPerItem
    // Lets the event loop run, as it would in a program.
    await new Promise(setImmediate)
  }
}

async function* chain() {
  const data = nd.batch(
    Array.from({ length: 64 }, (_, k) => ({
      data: Uint8Array.from({ length: 224 * 224 * 3 }, (_, i) => (i * 7 + k) % 256),
      shape: [224, 224, 3],
      layout: 'HWC',
    })),
  )
  for (;;) {
    let x = data
    for (let i = 0; i < 5; i++) x = x.mul(1.01).add(0.5)
    await x.data()
    yield 1
  }
}

if (values.way !== 'pipeline') nd.setNumThreads(numThreads)
const jobs = {
  main: { eager, everyday, careless, captured, pipeline }[values.way],
  small: () => small(false),
  'small-read': () => small(true),
  chain,
}
const items = jobs[values.job]()

async function measure(seconds) {
  // What was made while idle is taken before the clock starts: a pipeline's queues deepen up to 16 batches each time that it is kept
  // waiting, and would give away as many.
  for (let i = 0; i < 24; i++) await items.next()
  const cpu = process.cpuUsage()
  const begin = performance.now()
  let images = 0
  while (performance.now() - begin < seconds * 1e3) images += (await items.next()).value
  const elapsed = (performance.now() - begin) / 1e3
  const { user, system } = process.cpuUsage(cpu)
  return { images, elapsed, cpuSeconds: (user + system) / 1e6 }
}

await measure(Number(values.warmup))
const name = values.job === 'main' ? values.way : 'penstock'
console.log(JSON.stringify({ ready: name }))
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'quit') break
  const { images, elapsed, cpuSeconds } = await measure(Number(line.slice(3)) || Number(values.seconds))
  console.log(
    JSON.stringify({
      ...{ rival: name, job: values.job, images, seconds: elapsed, imagesPerSecond: images / elapsed, cpuSeconds },
      peakRssBytes: process.resourceUsage().maxRSS * 1024,
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, 300))
}
process.exit()
