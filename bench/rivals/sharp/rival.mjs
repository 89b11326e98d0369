// Runs sharp (libvips) with the normalise step in JavaScript: one worker thread per requested thread, each with one
// image in flight. It speaks the protocol of ../README.md. Two batches are open at a time, so no worker waits for the
// other's last image.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { photoPaths } from '../../photos.mjs'
import { LIMIT, SIDE } from './shared.mjs'

const text = (value) => ({ type: 'string', default: value })
const { values: args } = parseArgs({
  options: {
    data: text(''),
    job: text('main'),
    batch: text('64'),
    threads: text('2'),
    seconds: text('5'),
    warmup: text('2'),
  },
})
const batch = Number(args.batch)
const threads = Number(args.threads)
const OPEN_BATCHES = 2

const files = photoPaths(args.data)
if (!['main', 'decode', 'center', 'small', 'encode'].includes(args.job)) throw new Error(`unknown job ${args.job}`)

const control = new Int32Array(new SharedArrayBuffer(8))
const slotBytes = ['decode', 'encode'].includes(args.job) ? 0 : batch * 3 * SIDE * SIDE * (args.job === 'small' ? 1 : 4)
const slots = Array.from({ length: OPEN_BATCHES }, () => new SharedArrayBuffer(slotBytes))
const workerData = { files, job: args.job, batch, control, slots }
const workers = Array.from(
  { length: threads },
  () => new Worker(new URL('worker.mjs', import.meta.url), { workerData }),
)

const counts = new Map()
let onDone = () => {}

function delivered(message) {
  const index = Math.floor(message.number / batch)
  const count = (counts.get(index) ?? 0) + 1
  counts.set(index, count)
  if (count === batch) counts.delete(index)
  onDone(count === batch)
}

for (const worker of workers) {
  worker.on('message', delivered)
  worker.on('error', (error) => {
    console.error(error)
    process.exit(1)
  })
}

function allow(images) {
  Atomics.add(control, LIMIT, images)
  Atomics.notify(control, LIMIT)
}

/** Whole batches only: those that are open when the time is up are finished, and counted. */
function go(seconds) {
  return new Promise((resolve) => {
    const start = performance.now()
    const cpuBefore = process.cpuUsage()
    let open = OPEN_BATCHES
    let images = 0
    onDone = (full) => {
      if (!full) return
      const elapsed = (performance.now() - start) / 1000
      images += batch
      open -= 1
      if (elapsed < seconds) {
        open += 1
        allow(batch)
      } else if (open === 0) {
        const cpu = process.cpuUsage(cpuBefore)
        resolve({
          images,
          seconds: elapsed,
          imagesPerSecond: images / elapsed,
          cpuSeconds: (cpu.user + cpu.system) / 1e6,
        })
      }
    }
    allow(OPEN_BATCHES * batch)
  })
}

function peakRssBytes() {
  const line = readFileSync('/proc/self/status', 'utf8').match(/VmHWM:\s+(\d+)/)
  return Number(line[1]) * 1024
}

const say = (record) => process.stdout.write(`${JSON.stringify(record)}\n`)

if (Number(args.warmup) > 0) await go(Number(args.warmup))
const version = `${sharp.versions.sharp}, libvips ${sharp.versions.vips}`
say({ ready: true, rival: 'sharp', version, job: args.job, threads, files: files.length, peakRssBytes: peakRssBytes() })

for await (const line of createInterface({ input: process.stdin })) {
  const [command, seconds] = line.trim().split(/\s+/)
  if (command === 'quit') break
  if (command !== 'go') throw new Error(`expected 'go SECONDS' or 'quit' but received '${line}'`)
  const result = await go(Number(seconds ?? args.seconds))
  say({ rival: 'sharp', job: args.job, ...result, peakRssBytes: peakRssBytes() })
}
process.exit(0) // stdin may still be open
