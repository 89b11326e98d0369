// What it costs to hand a pipeline's batches to Python: images/s of the main job that Python sees against those that Node.js
// sees, and the time of one hand-over of 20 MB. Batch 64, 2 threads, files in page cache. Needs build/python: sh tools/python.sh.
// Command: npm run bench -- bridge [--data DIR] [--rounds 7] [--seconds 4] [--only rate,hand-over]
// Last result: bench/results/bridge.json, on a busy machine with priority; docs/design/bridge.md discusses it.
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchDir, contest, median, ratios, spread } from '../contest.js'

const target = { rate: 0.97, handOverUs: 100 }
const python = join(benchDir, '../build/python/bin/python')

interface HandOver {
  waitingUs: number
  waitingP90Us: number
  readyUs: number
  readyP90Us: number
  copiedBytes: number
}

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      data: { type: 'string', default: join(benchDir, '../data/photos') },
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '4' },
      only: { type: 'string', default: 'rate,hand-over' },
      out: { type: 'string', default: join(benchDir, 'results/bridge.json') },
    },
  })
  if (!existsSync(python)) {
    console.error('build/python is missing: sh tools/python.sh makes it')
    process.exit(2)
  }
  const only = values.only.split(',')
  const result: Record<string, unknown> = {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} x ${cpus()[0]?.model}, Node.js ${process.version}`,
  }
  if (only.includes('rate')) result.rate = await rate(values.data, Number(values.rounds), Number(values.seconds))
  if (only.includes('hand-over')) result.handOver = handOver(Number(values.rounds))
  writeFileSync(values.out, `${JSON.stringify(result, null, 1)}\n`)
}

async function rate(data: string, rounds: number, seconds: number) {
  const epochs = '500'
  const measured = await contest(
    [
      { name: 'node', command: [process.execPath, 'bridge/node.mjs', data, epochs] },
      { name: 'python', command: [python, 'bridge/consumer.py', data, epochs] },
    ],
    rounds,
    seconds,
  )
  const ratio = ratios(measured.results.python, measured.results.node)
  const copied = Math.max(...(measured.results.python ?? []).map((r) => r.copiedBytes as number))
  console.log(
    `images/s, Python / Node.js: ${spread(ratio)}${missed(median(ratio) < target.rate)}, ${copied} bytes copied`,
  )
  return measured
}

function handOver(rounds: number): HandOver[] {
  const all = Array.from({ length: rounds }, () => {
    const text = execFileSync(python, ['bridge/hand_over.py', process.execPath, '60'], {
      cwd: benchDir,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return JSON.parse(text) as HandOver
  })
  for (const [name, key] of [
    ['from the server to an array, Python waits', 'waitingUs'],
    ['next() of a batch that is there', 'readyUs'],
  ] as const) {
    const values = all.map((one) => one[key])
    const [least, most] = [Math.min(...values), Math.max(...values)].map((us) => us.toFixed(0))
    const middle = median(values)
    console.log(`${name}: ${middle.toFixed(0)} us (${least}-${most})${missed(middle > target.handOverUs)}`)
  }
  console.log(`bytes copied: ${Math.max(...all.map((one) => one.copiedBytes))}`)
  return all
}

const missed = (is: boolean) => (is ? ' MISSED' : '')
