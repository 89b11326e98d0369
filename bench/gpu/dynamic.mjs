// Imperative mode on a GPU: the main job as an eager loop whose consumer queues a few batches, as one that awaits each, captured,
// and as a pipeline, in turns; before that, that a captured loop gives what an eager one does. Prints a line per round and the medians of the ratios.
// node bench/gpu/dynamic.mjs --data DIR [--batch 256] [--threads 16] [--rounds 5] [--seconds 2]
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { photoPaths } from '../photos.mjs'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    batch: { type: 'string', default: '256' },
    threads: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    way: { type: 'string' },
  },
})
const batchSize = Number(values.batch)
const numThreads = Number(values.threads)
/** Batches whose work is queued while the consumer has the oldest one. */
const inFlight = 4

const found = photoPaths(values.data)
const files = Array.from({ length: Math.max(1, Math.round(20_000 / found.length)) }, () => found).flat()

const random = { randomArea: [0.08, 1], randomAspectRatio: [3 / 4, 4 / 3] }
const normal = { dtype: 'float32', outputLayout: 'CHW', mean: [123.675, 116.28, 103.53], std: [58.395, 57.12, 57.375] }
const reader = (given = files) => nd.readers.file({ files: given, randomShuffle: true, seed: 7, prefetchQueueDepth: 3 })

const step =
  (rng, decode = nd.decoders.imageRandomCrop, options = random) =>
  ([jpegs]) => {
    let x = decode(jpegs, { ...options, ...(options === random && { rng }), device: 'gpu' })
    x = nd.resize(x, { size: [224, 224] })
    return nd.cropMirrorNormalize(x, { ...normal, mirror: nd.random.coinFlip({ batchSize: jpegs.length, rng }) })
  }

async function* eager() {
  const source = reader()
  const body = step(new nd.random.RNG(1))
  const ahead = []
  for (;;) {
    for await (const batch of source.nextEpoch({ batchSize })) {
      ahead.push([body(batch), ...batch])
      if (ahead.length < inFlight) continue
      const [x, ...inputs] = ahead.shift()
      await x.evaluate()
      yield x.length
      for (const value of [x, ...inputs]) value.dispose()
    }
  }
}

async function* awaited() {
  const source = reader()
  const body = step(new nd.random.RNG(1))
  for (;;) {
    for await (const batch of source.nextEpoch({ batchSize })) {
      const x = body(batch)
      await x.evaluate()
      yield x.length
      for (const value of [x, ...batch]) value.dispose()
    }
  }
}

async function* captured() {
  const loop = nd.capture(step(new nd.random.RNG(1)), {
    readers: reader(),
    batchSize,
    strict: true,
    prefetchQueueDepth: 3,
  })
  for (;;) {
    for await (const x of loop) {
      yield x.length
      x.dispose()
    }
  }
}

async function* pipeline() {
  const pipe = pipelineDef({ batchSize, numThreads, deviceId: 0, seed: 7, prefetchQueueDepth: 3 }, () => {
    const [jpegs] = fn.readers.file({ files, randomShuffle: true, seed: 7 })
    let x = fn.decoders.imageRandomCrop(jpegs, { ...random, device: 'mixed' })
    x = fn.resize(x, { size: [224, 224] })
    return [fn.cropMirrorNormalize(x, { ...normal, mirror: fn.random.coinFlip() })]
  })()
  for (;;) {
    for await (const [x] of pipe) {
      yield x.length
      x.release()
    }
  }
}

/** The first batches of each way, in host memory. */
async function check() {
  const few = files.slice(0, 320)
  const whole = { outputType: 'rgb' }
  const plain = []
  const body = step(new nd.random.RNG(5), nd.decoders.image, whole)
  for await (const batch of reader(few).nextEpoch({ batchSize: 64 })) plain.push(await body(batch).cpu().data())
  const loop = nd.capture(step(new nd.random.RNG(5), nd.decoders.image, whole), {
    readers: reader(few),
    batchSize: 64,
    strict: true,
  })
  let i = 0
  for await (const x of loop) assert.deepEqual(await x.cpu().data(), plain[i++])
  await loop.close()
  console.log(`captured against eager: ${i} batches, the same bytes`)
}

const run = async (items, seconds) => {
  for (let i = 0; i < 6; i++) await items.next()
  const begin = performance.now()
  let n = 0
  while (performance.now() - begin < seconds * 1e3) n += (await items.next()).value
  return (n / (performance.now() - begin)) * 1e3
}

nd.setNumThreads(numThreads)
const ways = { pipeline, eager, awaited, captured }
if (values.way) {
  // A process of its own for each turn: a way that is not measured must not take memory or the engines.
  const items = ways[values.way]()
  await run(items, 1.5)
  console.log(await run(items, Number(values.seconds)))
  process.exit()
}
await check()
const ratios = { eager: [], awaited: [], captured: [] }
for (let round = 0; round < Number(values.rounds); round++) {
  const rates = {}
  const names = Object.keys(ways)
  for (const way of round % 2 ? names.reverse() : names) {
    const text = execFileSync(process.execPath, [...process.argv.slice(1), '--way', way], { encoding: 'utf8' })
    rates[way] = Number(text.trim().split('\n').at(-1))
  }
  for (const name of Object.keys(ratios)) ratios[name].push(rates[name] / rates.pipeline)
  console.log(JSON.stringify(rates))
}
for (const [name, list] of Object.entries(ratios)) {
  list.sort((a, b) => a - b)
  console.log(
    `${name} / pipeline: ${list[list.length >> 1].toFixed(3)} (${list[0].toFixed(3)}-${list.at(-1).toFixed(3)})`,
  )
}
process.exit()
