// The GPU path's speed table (bench/gpu/README.md). Plain Node.js over the built package, so that it runs where there is
// no npm. Parts, each of which may fail without the others:
//   main      the main job (decode a random crop, resize 224, normalise), batch 256: decodeWith 'auto' and 'engines', and
//             deviceId null, taking turns; per data folder and number of threads
//   small     the main job in batches of 32, and the time that each takes
//   pace      how long a consumer waits that takes batches at 0.95 of the main job's greatest rate
//   two       the main job on every GPU of the machine at once, a pipeline each in one process, beside the same on the first
//   decode    the decoding kernels alone, files in page-locked memory (--decode PROGRAM; bench/native/jpeg_kernels.cc)
//   kernel    the fused resize-normalise kernel against memory bandwidth (--kernels PROGRAM; bench/native/gpu_kernels.cc)
// With --dali PYTHON, an interpreter that imports nvidia.dali, DALI takes its turns in main and small: as it comes, and with
// hwDecoderLoad and prefetchQueueDepth tuned.
// Results are written after every group of turns: results/gpu.json and gpu.md, or in PENSTOCK_RESULTS.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { gpuInfo } from '../../dist/native.js'
import { contest } from '../contest.mjs'
import { auto, cpuOnly, markdown, summary } from './report.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const job = join(root, 'bench/gpu/job.mjs')
const dali = join(root, 'bench/gpu/dali.py')
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    data: { type: 'string', multiple: true, default: ['data/photos'] },
    threads: { type: 'string', default: '16,8,4' },
    batch: { type: 'string', default: '256' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '480' },
    turn: { type: 'string' },
    only: { type: 'string', default: 'kernel,decode,small,pace,two,main' },
    kernels: { type: 'string' },
    decode: { type: 'string' },
    dali: { type: 'string' },
    out: { type: 'string', default: process.env.PENSTOCK_RESULTS ?? join(root, 'bench/results') },
  },
})

const daliLoads = [0.65, 0.8, 1]
const list = (text) => text.split(',').filter(Boolean).map(Number)
const [batch, rounds, budget] = [values.batch, values.rounds, values.seconds].map(Number)
const threads = list(values.threads)
/** A folder, one of the package, or one of a pack (tools/gpu-pack/pack.sh). */
const folders = values.data.map((name) => {
  const found = [name, join(root, name), join(root, 'sets', name)].find(existsSync)
  if (found) return found
  console.error(`There is no folder ${name}`)
  return process.exit(2)
})
const program = (given, built) => given ?? [join(root, built)].find(existsSync)
const kernels = program(values.kernels, 'build/gpu_kernels')
const decode = program(values.decode, 'build/jpeg_kernels')
const plugin = process.env.PENSTOCK_CUDA_PLUGIN ?? join(root, 'build/Release/penstock_cuda.so')
const begun = performance.now()
const end = begun + 1000 * budget

const result = {
  date: new Date().toISOString().slice(0, 10),
  machine: { cpu: cpus()[0].model, cores: cpus().length, node: process.version, ...gpuInfo() },
  settings: { batch, rounds, budget, threads, data: folders.map((f) => basename(f)) },
  main: [],
  kernel: null,
  decode: {},
  small: [],
  pace: [],
  several: [],
  failed: {},
}

function save() {
  mkdirSync(values.out, { recursive: true })
  const rounded = (_, v) => (typeof v === 'number' && !Number.isInteger(v) ? Number(v.toPrecision(5)) : v)
  writeFileSync(join(values.out, 'gpu.json'), `${JSON.stringify(result, rounded, 1)}\n`)
  writeFileSync(join(values.out, 'gpu.md'), markdown(result))
}

/** Lets contenders take turns: options by name; those with `python`, an interpreter that has DALI, are DALI's. */
function turns(options, seconds) {
  const entries = Object.entries(options).map(([name, own]) => {
    const program = own.python ? [own.python, dali] : [process.execPath, job]
    return { name, command: [...program, JSON.stringify(own)], cwd: process.cwd() }
  })
  return contest(entries, rounds, seconds, end)
}

/** DALI's entries beside ours. Its rate depends on how much of a batch the engines decode, and on how far it runs ahead. */
function daliEntries(options) {
  if (!values.dali) return {}
  const own = { ...options, data: resolve(options.data), python: values.dali }
  return Object.fromEntries([
    ['DALI', own],
    ...daliLoads.map((load) => [`DALI, load ${load}, depth 4`, { ...own, load, depth: 4 }]),
  ])
}

/** The length of a turn, when `turns` of them and `starts` of a contender must fit into a share of what is left. */
function turnSeconds(share, turns, starts) {
  if (values.turn) return Number(values.turn)
  const room = (share * (end - performance.now())) / 1000 - 2 * starts
  return Math.min(3, Math.max(0.4, room / turns))
}

/** "windows of ...: 3 batches of 256", then per kernel "  NAME  229.1 MB  0.081 ms (0.080-0.082)  2.83 TB/s  0.66 of the copy, ...". */
function readKernels(text) {
  const found = []
  let where = ''
  for (const line of text.split('\n')) {
    where = /^(\S.*): \d+ batches of \d+/.exec(line)?.[1] ?? where
    const [, name, megabytes, ms, rate, ofCopy] =
      /^ {2}(\S.*?) +([\d.]+) MB +([\d.]+) ms \(.*?\) +([\d.]+) TB\/s(?: +([\d.]+) of the copy)?/.exec(line) ?? []
    if (!name) continue
    found.push({
      name: `${name}, ${where}`,
      megabytes: +megabytes,
      ms: +ms,
      tbPerSecond: +rate,
      ofCopy: +ofCopy || null,
    })
  }
  return found
}

const run = (file, args, seconds) =>
  promisify(execFile)(file, args, { timeout: 1000 * seconds, maxBuffer: 2 ** 24 }).then(({ stdout }) => stdout)

const parts = {
  async kernel() {
    if (!kernels) throw new Error('bench/native/gpu_kernels is not built: cmake --build build --target gpu_kernels')
    const text = await run(kernels, [plugin], 120)
    result.kernel = { text, kernels: readKernels(text) }
  },

  async decode() {
    if (!decode) throw new Error('bench/native/jpeg_kernels is not built: cmake --build build --target jpeg_kernels')
    for (const data of folders) {
      result.decode[basename(data)] = await run(decode, [plugin, data, `${batch}`, '0.5'], 120)
      save()
    }
  },

  async small() {
    for (const data of folders) {
      const options = { data, job: 'main', deviceId: 0, threads: Math.max(...threads), batch: 32 }
      const entries = { [auto]: options, engines: { ...options, with: 'engines' }, ...daliEntries(options) }
      const made = await turns(entries, values.turn ? Number(values.turn) : 1)
      result.small.push({ data: basename(data), threads: options.threads, batch: 32, ...made })
      save()
    }
  },

  async pace() {
    for (const data of folders) {
      const options = { data, job: 'main', deviceId: 0, threads: Math.max(...threads), batch, pace: 0.95 }
      const seconds = values.turn ? Number(values.turn) : 1.5
      const entries = { [auto]: options, 'auto, depth 4': { ...options, depth: 4 } }
      const made = await turns(entries, seconds)
      result.pace.push({ data: basename(data), threads: options.threads, pace: options.pace, ...made })
      save()
    }
  },

  async two() {
    const devices = gpuInfo().devices.map((_, i) => i)
    if (devices.length < 2) throw new Error(`this machine has ${devices.length} GPU`)
    for (const data of folders) {
      const options = { data, job: 'main', threads: Math.floor(cpus().length / devices.length), batch }
      const entries = {
        'one GPU': { ...options, deviceId: 0 },
        [`${devices.length} GPUs`]: { ...options, deviceId: devices },
      }
      const made = await turns(entries, values.turn ? Number(values.turn) : 1.5)
      result.several.push({ data: basename(data), threads: options.threads, devices: devices.length, ...made })
      save()
    }
  },

  async main() {
    const groups = threads.flatMap((t) => folders.map((data) => ({ t, data })))
    for (const [i, { t, data }] of groups.entries()) {
      const options = { data, job: 'main', deviceId: 0, threads: t, batch }
      const entries = {
        [auto]: options,
        engines: { ...options, with: 'engines' },
        [cpuOnly]: { ...options, deviceId: null },
        ...daliEntries(options),
      }
      const count = Object.keys(entries).length
      const seconds = turnSeconds(1 / (groups.length - i), count * rounds, count)
      console.error(`\n${basename(data)}, ${t} threads: ${rounds} rounds of ${seconds.toFixed(1)} s`)
      if (performance.now() > end) {
        result.failed[`main, ${basename(data)}, ${t} threads`] = 'out of time'
        continue
      }
      const made = await turns(entries, seconds)
      result.main.push({ data: basename(data), threads: t, ...made })
      save()
    }
  },
}

for (const name of values.only.split(',')) {
  try {
    await parts[name]()
  } catch (e) {
    result.failed[name] = e.message
    console.error(`${name} failed: ${e.message}`)
  }
  save()
}
console.log(summary(result))
console.log(`Took ${((performance.now() - begun) / 1000).toFixed(0)} s; written to ${values.out}/gpu.json and gpu.md`)
