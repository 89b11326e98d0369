// Measures image processors from the bytes of JPEG files beside the classes that they follow: of Python's transformers on tensors
// (`fast`) and on Pillow's images (`slow`), and of transformers.js; and `match: 'pillow'` beside our own resize with the same filter.
// PROCESSORS_PYTHON names a Python with transformers, torch, torchvision and pillow. A contender whose library is not installed is left out,
// with the reason.
// Command: npm run bench -- processors [--data DIR] [--large DIR] [--rounds 5] [--seconds 4] [--threads 2] [--batch 32]
// [--jobs ViT,CLIP,Qwen2VL,resize]; --large: photos of 1 Mpx, for Qwen2VL.
// Results: bench/results/processors.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { benchDir, contest, type Entry, median, type Result, rates, ratios, spread } from '../contest.mjs'

const python = process.env.PROCESSORS_PYTHON ?? '.venv-processors/bin/python'
const rivals = join(benchDir, 'rivals')

/** What is compared: the contender of each pair, its rival, and the least ratio that is wanted. */
const pairs = {
  ViT: [
    ['torchvision', 'fast', 4],
    ['pil', 'slow', 6],
    ['torchvision', 'transformers.js', 8],
  ],
  CLIP: [
    ['torchvision', 'fast', 4],
    ['pil', 'slow', 6],
    ['torchvision', 'transformers.js', 8],
  ],
  Qwen2VL: [
    ['torchvision', 'fast', 3],
    ['pil', 'slow', 5],
  ],
  resize: [["match: 'pillow'", 'default', 0.8]],
} as const

type Job = keyof typeof pairs

function contenders(job: Job, flags: readonly string[]): Entry[] {
  const node = (name: string, ...more: string[]): Entry => ({
    name,
    command: [process.execPath, 'contenders/processors.mjs', ...flags, ...more],
  })
  if (job === 'resize') return [node("match: 'pillow'", '--match', 'pillow'), node('default')]
  const rival = (kind: string): Entry => ({
    name: kind,
    cwd: rivals,
    command: [python, 'rival_transformers.py', ...flags, '--kind', kind],
  })
  const own = [node('torchvision', '--backend', 'torchvision'), node('pil', '--backend', 'pil')]
  const ofNode = job === 'Qwen2VL' ? [] : [node('transformers.js', '--like', 'transformers.js')]
  return [...own, rival('fast'), rival('slow'), ...ofNode]
}

export async function run(argv: string[]): Promise<void> {
  const photos = join(benchDir, '../data/photos')
  const { values } = parseArgs({
    args: argv,
    options: {
      data: { type: 'string', default: photos },
      large: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      threads: { type: 'string', default: '2' },
      batch: { type: 'string', default: '32' },
      jobs: { type: 'string', default: Object.keys(pairs).join(',') },
      out: { type: 'string', default: join(benchDir, 'results/processors.json') },
    },
  })
  const table = new Table({
    head: ['job', 'contender', 'images/s', 'beside', 'images/s', 'ratio', 'CPU ms: it, the other'],
  })
  const all = stored(values.out)
  for (const job of values.jobs.split(',') as Job[]) {
    if (!(job in pairs)) throw new Error(`expected jobs of ${Object.keys(pairs).join(', ')} but received ${job}`)
    if (job === 'Qwen2VL' && !values.large) {
      console.error(`\n${job}: left out: name a folder with photos of 1 Mpx by --large`)
      continue
    }
    console.error(`\n${job}`)
    const data = job === 'Qwen2VL' ? values.large! : values.data
    // Batches of large photos are smaller: their patches are 24 MB an image.
    const batch = job === 'Qwen2VL' ? '8' : values.batch
    const flags = ['--data', data, '--job', job, '--batch', batch, '--threads', values.threads]
    const { results, failed } = await contest(contenders(job, flags), Number(values.rounds), Number(values.seconds))
    const rows = []
    for (const [name, other, target] of pairs[job]) {
      const [ours = [], theirs = []] = [results[name], results[other]]
      const list = ratios(ours, theirs)
      if (!list.length) {
        table.push([
          job,
          name,
          spread(rates(ours), 0),
          other,
          '-',
          (failed[other] ?? failed[name] ?? '-').slice(0, 90),
          '',
        ])
        continue
      }
      const verdict = `${spread(list)}${median(list) < target ? ` MISSED: < ${target}` : ''}`
      const cpu = [ours, theirs].map((results) => median(results.map(cpuMs)).toFixed(2)).join(', ')
      table.push([job, name, spread(rates(ours), 0), other, spread(rates(theirs), 0), verdict, cpu])
      rows.push({
        name,
        beside: other,
        target,
        rate: spread(rates(ours), 0),
        its: spread(rates(theirs), 0),
        ratio: spread(list),
        cpu,
      })
    }
    const date = new Date().toISOString().slice(0, 10)
    const { rounds, seconds, threads } = values
    const machine = `${cpus().length} x ${cpus()[0]?.model}`
    all[job] = { date, machine, rounds, seconds, threads, batch, rows, left: failed }
    writeFileSync(values.out, `${JSON.stringify(all, null, 1)}\n`)
  }
  console.log(table.toString())
}

const cpuMs = (r: Result): number =>
  r.cpuUsPerSample === undefined ? (1e3 * Number(r.cpuSeconds)) / Number(r.images) : Number(r.cpuUsPerSample) / 1e3

function stored(file: string): Record<string, object> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
