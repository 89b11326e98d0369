// Runs penstock itself with the rivals' protocol (bench/rivals/README.md). With --dump DIR it writes its plan instead,
// so that C++ does the same work: graph.json for bench/native/cpp_loop, plan.json with an epoch's order for
// program_bench.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { autoAug, fn, iterate, pipelineDef, types } from 'penstock-data'
import { photoPaths } from '../photos.mjs'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    job: { type: 'string', default: 'main' },
    batch: { type: 'string', default: '64' },
    threads: { type: 'string', default: '2' },
    depth: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '5' },
    warmup: { type: 'string', default: '2' },
    dump: { type: 'string' },
    stats: { type: 'boolean', default: false },
    // Whether the loop releases its batches, or drops them.
    loop: { type: 'string', default: 'release' },
    executor: { type: 'string', default: 'dynamic' },
    // The way in which the loop takes batches: 'run', 'runSync', 'for await' or 'iterate'.
    way: { type: 'string', default: 'run' },
    // Numbers in a sample of the job 'uniform'.
    numbers: { type: 'string', default: '1' },
    // 'none', 'open': a dashboard that no page looks at, or 'client': one with a page, from a process of its own.
    dashboard: { type: 'string', default: 'none' },
  },
})

const mean = [123.675, 116.28, 103.53]
const std = [58.395, 57.12, 57.375]

const randomCrop = (jpegs) => {
  const area = { randomArea: [0.08, 1], randomAspectRatio: [3 / 4, 4 / 3] }
  const x = fn.decoders.imageRandomCrop(jpegs, { outputType: types.RGB, ...area })
  return fn.resize(x, { size: [224, 224] })
}
const normalize = (x) =>
  fn.cropMirrorNormalize(x, { mirror: fn.random.coinFlip(), dtype: types.FLOAT, outputLayout: 'CHW', mean, std })

const jobs = {
  main: (jpegs) => normalize(randomCrop(jpegs)),
  augment: (jpegs) => normalize(autoAug.randAugment(randomCrop(jpegs), { n: 2, m: 9, shape: [224, 224] })),
  encode: (jpegs) =>
    fn.encoders.image(fn.decoders.image(jpegs, { outputType: types.RGB }), { format: 'jpeg', quality: 80 }),
  small: (jpegs) => fn.resize(fn.decoders.image(jpegs), { size: [224, 224] }),
  'small-fast': (jpegs) => fn.resize(fn.decoders.image(jpegs, { shrink: 'fast' }), { size: [224, 224] }),
  decode: (jpegs) => fn.decoders.image(jpegs, { outputType: types.RGB }),
  center: (jpegs) => {
    let x = fn.decoders.image(jpegs, { outputType: types.RGB })
    x = fn.resize(x, { resizeShorter: 256 })
    return fn.cropMirrorNormalize(x, { crop: [224, 224], dtype: types.FLOAT, outputLayout: 'CHW', mean, std })
  },
}

const executors = { dynamic: {}, pipelined: { execDynamic: false }, simple: { execPipelined: false } }
const release = (list) => values.loop === 'release' && list.release()

const files = photoPaths(values.data)

const started = performance.now()
const pipe = pipelineDef(
  {
    batchSize: Number(values.batch),
    numThreads: Number(values.threads),
    prefetchQueueDepth: Number(values.depth),
    seed: 42,
    ...executors[values.executor],
  },
  () => {
    // Batches that cost next to nothing, to measure the loop itself.
    if (values.job === 'uniform') {
      return [values.numbers === '1' ? fn.random.uniform() : fn.random.uniform({ shape: [Number(values.numbers)] })]
    }
    const [jpegs, labels] = fn.readers.file({ files, randomShuffle: true, name: 'files' })
    return [jobs[values.job](jpegs), labels]
  },
)()

if (values.dump) {
  await dump(values.dump)
  process.exit(0)
}

/** Each calls `see` with a batch's first output until that returns false. */
const ways = {
  run: async (see) => {
    for (let more = true; more; ) more = see((await pipe.run())[0])
  },
  runSync: async (see) => {
    for (let more = true; more; ) more = see(pipe.runSync()[0])
  },
  'for await': async (see) => {
    for (;;) for await (const [x] of pipe) if (!see(x)) return
  },
  iterate: async (see) => {
    items ??= iterate(pipe, { outputMap: ['x'] })[Symbol.asyncIterator]()
    for (let more = true; more; ) more = see((await items.next()).value.x)
  },
}
let items

await pipe.build()
await ways[values.way]((x) => {
  release(x)
  return false
})
const firstBatch = performance.now() - started
// Measured while the loop warms up only: its timer wakes the main thread a thousand times a second, and a process whose threads
// often wake gets more of a busy machine than those of its rivals.
const delay = monitorEventLoopDelay({ resolution: 1 })
const dashboard = values.dashboard === 'none' ? undefined : await pipe.dashboard()

/** A page that looks during a measurement only, so that it does not disturb the turns of others. */
async function look() {
  const client = spawn(process.execPath, [join(import.meta.dirname, 'dashboard-client.mjs'), dashboard.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(client.stdout, 'data')
  return client
}

async function measure(seconds) {
  const client = values.dashboard === 'client' ? await look() : undefined
  try {
    return await count(seconds)
  } finally {
    client?.kill()
  }
}

async function count(seconds) {
  // Batches that were made while idle are taken before the clock starts.
  let left = 2 * Number(values.depth) + 2
  let used
  let t0
  let images = 0
  await ways[values.way]((x) => {
    if (left > 0) {
      if (--left === 0) {
        used = process.cpuUsage()
        t0 = performance.now()
      }
    } else {
      images += x.length
      // As a consumer does.
      x.dataSync()
    }
    release(x)
    return left > 0 || performance.now() - t0 < seconds * 1e3
  })
  const elapsed = (performance.now() - t0) / 1e3
  const { user, system } = process.cpuUsage(used)
  return { images, elapsed, cpuSeconds: (user + system) / 1e6 }
}

delay.enable()
await measure(Number(values.warmup))
delay.disable()
console.log(JSON.stringify({ ready: 'penstock', firstBatchMs: firstBatch }))
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'quit') break
  const { images, elapsed, cpuSeconds } = await measure(Number(line.slice(3)) || Number(values.seconds))
  const { maxRSS } = process.resourceUsage()
  console.log(
    JSON.stringify({
      rival: 'penstock',
      job: values.job,
      images,
      seconds: elapsed,
      imagesPerSecond: images / elapsed,
      cpuMsPerImage: (1e3 * cpuSeconds) / images,
      peakRssBytes: maxRSS * 1024,
      eventLoopP99Ms: delay.percentile(99) / 1e6,
      firstBatchMs: firstBatch,
    }),
  )
  if (values.stats) console.error(pipe.statistics())
  await new Promise((resolve) => setTimeout(resolve, 300))
}
await pipe.close()

async function dump(dir) {
  const { indexProgram, indexSync } = await import('../../dist/readers/dataset.js')
  const { samplerArgs } = await import('../../dist/readers/reader-order.js')
  const { native } = await import('../../dist/native.js')
  const graph = pipe.graph()
  writeFileSync(join(dir, 'graph.json'), JSON.stringify(graph))
  const { stages, batchSize, seed } = graph
  const [reader, cpu] = stages
  const { op } = reader.program.ops[0]
  const data = indexSync(op, reader.reader)
  const args = samplerArgs(op, { ...reader.reader, size: data.count }, data.count, seed)
  const ids = new Float64Array(4 * data.count)
  native().readerNext(native().readerOpen(args, null), ids, true)
  const common = { batchSize, seed, threads: Number(values.threads) }
  const order = [...ids].filter((_, i) => i % 4 === 0)
  writeFileSync(
    join(dir, 'plan.json'),
    JSON.stringify({
      index: JSON.parse(indexProgram(op, reader.reader)),
      reader: { ...common, ...reader.program },
      cpu: { ...common, ...cpu.program },
      order,
    }),
  )
}
