// Measures programs of DALI in Python on penstock and on DALI: the same file, whose import alone differs. Jobs: resnet (the training
// pipeline of DALI's ResNet-50 example), resnet-gpu (that on a GPU, by the iterator for PyTorch; not among the defaults), external-source
// (a Python callable for each sample of 150 KB), python-function (one call for each sample of 150 KB), pipelines (small pipelines that are
// built, run twice and closed, one after another). Batch 64, 2 threads, files in the page cache. Needs build/python
// (sh tools/install/python.sh); DALI_PYTHON names a Python with DALI, PENSTOCK_PYTHON another one for penstock.
// Command: npm run bench -- programs [--data DIR] [--rounds 7] [--seconds 3] [--jobs resnet,...]
// Last result: bench/results/programs.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { benchDir, contest, median, type Result, rates, ratios, spread } from '../contest.mjs'

/** The least rate over DALI's. */
const targets = { resnet: 2.5, 'resnet-gpu': 5, 'external-source': 1, 'python-function': 1, pipelines: 1 / 3 }
const rivals = join(benchDir, 'rivals')
const program = 'rival_dali_programs.py'
const own = process.env.PENSTOCK_PYTHON ?? '../../build/python/bin/python'

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      data: { type: 'string', default: join(benchDir, '../data/photos') },
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '3' },
      threads: { type: 'string', default: '2' },
      batch: { type: 'string', default: '64' },
      jobs: { type: 'string', default: 'resnet,external-source,python-function,pipelines' },
    },
  })
  const file = join(benchDir, 'results/programs.json')
  const table = new Table({
    head: ['', 'a second', 'DALI', 'penstock / DALI', 'CPU, DALI / penstock', 'target'],
    style: { head: [], border: [] },
  })
  for (const job of values.jobs.split(',') as (keyof typeof targets)[]) {
    const flags = [program, '--data', values.data, '--job', job, '--threads', values.threads, '--batch', values.batch]
    const { results, failed } = await contest(
      [
        { name: 'penstock', cwd: rivals, command: [own, '-m', 'penstock.dali', ...flags] },
        { name: 'DALI', cwd: rivals, command: [process.env.DALI_PYTHON ?? '.venv-dali/bin/python', ...flags] },
      ],
      Number(values.rounds),
      Number(values.seconds),
    )
    const [ours = [], theirs = []] = [results.penstock, results.DALI]
    if (!ours.length || !theirs.length) throw new Error(`${job}: ${JSON.stringify(failed)}`)
    const cpuEach = (list: Result[]) => list.map((r) => Number(r.cpuSeconds) / Number(r.images))
    const cpu = cpuEach(theirs).map((seconds, i) => seconds / cpuEach(ours)[i]!)
    const ratio = ratios(ours, theirs)
    table.push([
      job,
      median(rates(ours)).toFixed(0),
      median(rates(theirs)).toFixed(0),
      spread(ratio),
      spread(cpu),
      `${targets[job].toFixed(2)} ${median(ratio) >= targets[job] ? 'met' : 'missed'}`,
    ])
    const kept = readJson(file)
    kept[job] = {
      date: new Date().toISOString().slice(0, 10),
      machine: `${cpus().length} x ${cpus()[0]?.model}, Node.js ${process.version}`,
      penstock: rates(ours),
      dali: rates(theirs),
      cpu,
    }
    writeFileSync(file, `${JSON.stringify(kept, null, 1)}\n`)
  }
  console.log(`${values.rounds} rounds of ${values.seconds} s, median (min-max)\n${table.toString()}`)
}

function readJson(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
