// Measures what it costs to hand a pipeline's batches to other processes. Batch 64, 2 threads, files in page cache.
//   rate        images/s of the main job that Python sees against those that Node.js sees
//   frameworks  those that PyTorch sees against DALI's PyTorch iterator and torchvision in a DataLoader
//   hand-over   the time of one hand-over of 20 MB, beside that of two processes in C++ with nothing around it
//   scale       samples/s of 1, 2, 4 and 8 tasks of Ray whose stages sleep
//   shards      two tasks of Ray against two local pipelines, with real work, beside what Ray itself allows, torchvision in Ray's map_batches()
//               and tf.data service, where they are installed; both for four times the seconds, because Ray starts slowly
// Needs build/python (sh tools/install/python.sh); frameworks: bench/rivals/install.sh dali-torch; scale and shards: build/frameworks/ray
// (sh tools/install/frameworks.sh ray); torchvision in it and build/frameworks/tf, for the last two: sh tools/install/frameworks.sh bench.
// Command: npm run bench -- bridge [--data DIR] [--rounds 7] [--seconds 4] [--only rate,hand-over,...]
// Last result: bench/results/bridge.json, where each part keeps its own; docs/design/bridge.md discusses it. Shards with torchvision
// and tf.data service: bench/results/bridge-contenders.json (--out), which bench/bridge/ray/README.md discusses.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchDir, contest, type Entry, median, ratios, spread } from '../contest.mjs'
import { buildNative } from '../native-build.js'

const target = { rate: 0.97, handOverUs: 150, dali: 2.0, torch: 2.8, scale: 0.9, shards: 0.85 }
const root = join(benchDir, '..')
const packages = { ...process.env, PYTHONPATH: join(root, 'python'), RAY_USAGE_STATS_ENABLED: '0' }

/** The interpreters of virtual environments, and how each is made. */
const interpreters = {
  own: ['build/python', 'sh tools/install/python.sh'],
  torch: ['bench/rivals/.venv-torch', 'bench/rivals/install.sh dali-torch'],
  ray: ['build/frameworks/ray', 'sh tools/install/frameworks.sh ray'],
} as const

function python(which: keyof typeof interpreters): string {
  const [folder, how] = interpreters[which]
  const path = join(root, folder, 'bin/python')
  if (existsSync(path)) return path
  console.error(`${folder} is missing: ${how} makes it`)
  process.exit(2)
}

interface Settings {
  data: string
  rounds: number
  seconds: number
}

const parts: Record<string, (settings: Settings) => unknown> = {
  rate,
  frameworks,
  'hand-over': handOver,
  scale,
  shards,
}

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      data: { type: 'string', default: join(root, 'data/photos') },
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '4' },
      only: { type: 'string', default: 'rate,hand-over' },
      out: { type: 'string', default: join(benchDir, 'results/bridge.json') },
    },
  })
  const settings = { data: values.data, rounds: Number(values.rounds), seconds: Number(values.seconds) }
  const before = existsSync(values.out) ? JSON.parse(readFileSync(values.out, 'utf8')) : {}
  for (const name of values.only.split(',')) {
    const part = parts[name]
    if (!part) throw new Error(`Expected parts of ${Object.keys(parts)} but received ${name}`)
    before[name] = {
      date: new Date().toISOString().slice(0, 10),
      machine: `${cpus().length} x ${cpus()[0]?.model}, Node.js ${process.version}`,
      results: await part(settings),
    }
    writeFileSync(values.out, `${JSON.stringify(before, null, 1)}\n`)
  }
}

const epochs = '500'

const consumer = (name: string, interpreter: string, ...more: string[]) => ({
  name,
  command: ['env', `PYTHONPATH=${packages.PYTHONPATH}`, interpreter, 'bridge/consumer.py', ...more],
})

async function rate({ data, rounds, seconds }: Settings) {
  const { results } = await contest(
    [
      { name: 'node', command: [process.execPath, 'bridge/node.mjs', data, epochs] },
      consumer('python', python('own'), data, epochs),
    ],
    rounds,
    seconds,
  )
  const ratio = ratios(results.python, results.node)
  const copied = Math.max(...(results.python ?? []).map((r) => r.copiedBytes as number))
  console.log(
    `images/s, Python / Node.js: ${spread(ratio)}${missed(median(ratio) < target.rate)}, ${copied} bytes copied`,
  )
  const cpu = (results.python ?? []).map(
    (r, i) => (results.node![i]!.cpuUsPerImage as number) / (r.cpuUsPerImage as number),
  )
  console.log(`CPU time of an image, Node.js / both processes: ${spread(cpu)}`)
  return results
}

async function frameworks({ data, rounds, seconds }: Settings) {
  const rival = (name: string, file: string): Entry => ({
    name,
    command: [python('torch'), file, '--job', 'main', '--data', data, '--threads', '2', '--batch', '64'],
    cwd: join(benchDir, 'rivals'),
  })
  const { results } = await contest(
    [
      consumer('penstock', python('torch'), data, epochs, 'torch'),
      rival('dali', 'rival_dali_torch.py'),
      rival('torch', 'rival_torch.py'),
    ],
    rounds,
    seconds,
  )
  for (const rival of ['dali', 'torch'] as const) {
    const ratio = ratios(results.penstock, results[rival])
    console.log(
      `images/s in PyTorch, penstock / ${rival}: ${spread(ratio)}${missed(!(median(ratio) >= target[rival]))}`,
    )
  }
  return results
}

function handOver({ rounds }: Settings) {
  const floor = join(buildNative('hand_over_floor'), 'hand_over_floor')
  const all: Measured[] = Array.from({ length: rounds }, () => ({
    ...measured(python('own'), ['bridge/hand_over.py', process.execPath, '60'])[0],
    floor: measured(floor, ['60'])[0],
  }))
  const told = (name: string, values: number[], most?: number) => {
    const [least, highest] = [Math.min(...values), Math.max(...values)].map((us) => us.toFixed(0))
    const middle = median(values)
    console.log(`${name}: ${middle.toFixed(0)} us (${least}-${highest})${missed(middle > (most ?? Infinity))}`)
  }
  const of = (key: string) => all.map((one) => one[key] as number)
  const floorOf = (key: string) => all.map((one) => (one.floor as Measured)[key] as number)
  told('next() of a batch that is there', of('readyUs'), target.handOverUs)
  told('... CPU time', of('readyCpuUs'))
  told('... least', of('readyLeastUs'))
  told('... of a message that is there, in C++', floorOf('readyUs'))
  told('... with the answer that wakes the other process, in C++', floorOf('answeredUs'))
  told('from the server to an array, Python waits', of('waitingUs'), target.handOverUs)
  told('... to a process in C++ that waits for a socket', floorOf('socketUs'))
  told('... to a process in C++ that waits for a futex', floorOf('futexUs'))
  console.log(`bytes copied: ${Math.max(...of('copiedBytes'))}`)
  return all
}

function scale({ data, rounds, seconds }: Settings) {
  const all = rayRates('scale', data, rounds, seconds)
  const of = (workers: number) => all.filter((r) => r.workers === workers).map((r) => r.samplesPerSecond as number)
  const one = of(1)
  for (const workers of [2, 4, 8]) {
    const share = of(workers).map((rate, i) => rate / one[i]! / workers)
    console.log(
      `samples/s of ${workers} tasks / ${workers} x one: ${spread(share)}${missed(median(share) < target.scale)}`,
    )
  }
  return all
}

function shards({ data, rounds, seconds }: Settings) {
  const all = rayRates('shards', data, rounds, seconds)
  for (const kind of ['uint8', 'float32']) {
    const of = (way: string) =>
      all.filter((r) => r.kind === kind && r.way === way).map((r) => r.samplesPerSecond as number)
    const local = of('local')
    const ratio = of('ray').map((rate, i) => rate / local[i]!)
    console.log(
      `${kind}: two tasks of Ray / two local pipelines: ${spread(ratio)}${missed(median(ratio) < target.shards)}`,
    )
    const cpu = (way: string) =>
      all
        .filter((r) => r.kind === kind && r.way === way)
        .map((r) => sum(Object.values(r.cpuUs as Record<string, number>)))
    const ways = { ray: cpu('ray'), local: cpu('local') }
    console.log(`${kind}: CPU time of a sample, local / Ray: ${spread(ways.local.map((us, i) => us / ways.ray[i]!))}`)
    const bound = of('bound')
    console.log(
      `${kind}: what Ray allows, two tasks that do nothing else / two local pipelines: ${spread(bound.map((rate, i) => rate / local[i]!))}`,
    )
    for (const other of ['torchvision', 'service']) {
      const theirs = of(other)
      if (!theirs.length) continue
      console.log(
        `${kind}: two tasks of Ray, penstock / ${other}: ${spread(theirs.map((rate, i) => of('ray')[i]! / rate))}`,
      )
      console.log(
        `${kind}: CPU time of a sample, ${other} / two tasks of Ray: ${spread(cpu(other).map((us, i) => us / ways.ray[i]!))}`,
      )
    }
  }
  return all
}

function rayRates(what: string, data: string, rounds: number, seconds: number): Measured[] {
  const tensorflow = join(root, 'build/frameworks/tf/bin/python')
  const service = existsSync(tensorflow) ? { SERVICE_PYTHON: tensorflow } : {}
  const args = ['bridge/ray/rates.py', what, data, String(rounds), String(4 * seconds)]
  return measured(python('ray'), args, service)
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

type Measured = Record<string, unknown>

/** The JSON lines that a program prints. */
function measured(command: string, args: string[], more: Record<string, string> = {}): Measured[] {
  const text = execFileSync(command, args, {
    cwd: benchDir,
    encoding: 'utf8',
    env: { ...packages, ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}

const missed = (is: boolean) => (is ? ' MISSED' : '')
