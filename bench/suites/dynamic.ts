// Measures imperative mode: the main job as an eager loop and as a captured one against the pipeline, and against DALI's imperative
// mode; one small call; a chain of ten element-wise operators; and memory over 100,000 calls. 2 threads, files in page cache.
// Command: npm run bench -- dynamic --data DIR [--rounds 15] [--seconds 1.5] [--jobs main,small,small-read,chain,memory]
// Last result: bench/results/dynamic.json.

import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { benchDir, type Contest, contest, type Entry, median, rates, ratios, rivals, spread } from '../contest.mjs'

/** Targets: the least rate of the first contender over that of the second. */
const targets: Record<string, [of: string, over: string, least: number][]> = {
  main: [
    ['eager', 'pipeline', 0.97],
    ['captured', 'pipeline', 0.995],
    ['everyday', 'pipeline', 0.95],
    ['careless', 'pipeline', 0],
    ['eager', 'dali dynamic', 1],
  ],
  small: [['penstock', 'dali dynamic', 1]],
  'small-read': [['penstock', 'dali dynamic', 1]],
  chain: [['penstock', 'dali dynamic', 1.5]],
}
/** The most microseconds that one small call may take. */
const maxMicroseconds = 10

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      data: { type: 'string', default: join(benchDir, '../data/photos') },
      // Many short turns, because disturbances by other programs last for seconds.
      rounds: { type: 'string', default: '15' },
      seconds: { type: 'string', default: '1.5' },
      threads: { type: 'string', default: '2' },
      jobs: { type: 'string', default: 'main,small,small-read,chain,memory' },
      out: { type: 'string', default: join(benchDir, 'results/dynamic.json') },
    },
  })
  const { data, threads } = values
  const flags = ['--data', data, '--threads', threads]
  const mine = (name: string, ...more: string[]): Entry => ({
    name,
    command: [process.execPath, 'contenders/dynamic.mjs', ...flags, ...more],
  })
  const dali = (job: string) => rivals(job, flags).filter(({ name }) => name === 'dali dynamic')
  const entries = (job: string): Entry[] =>
    job === 'main'
      ? [
          ...['pipeline', 'eager', 'everyday', 'captured', 'careless'].map((way) => mine(way, '--way', way)),
          ...dali(job),
        ]
      : [mine('penstock', '--job', job), ...dali(job)]
  const all: Record<string, Contest | number[]> = {}
  for (const job of values.jobs.split(',')) {
    console.error(`\n${job}`)
    if (job === 'memory') {
      all.memory = await memory()
      continue
    }
    const result = await contest(entries(job), Number(values.rounds), Number(values.seconds))
    all[job] = result
    console.log(`\n${job}: ${values.rounds} rounds of ${values.seconds} s, median (min-max)\n${table(job, result)}`)
  }
  const machine = { cpu: cpus()[0]!.model, cores: cpus().length, node: process.version }
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(values.out, `${JSON.stringify({ date, machine, all }, null, 1)}\n`)
}

function table(job: string, { results }: Contest): string {
  const unit = job === 'main' ? 'img/s' : 'us a call'
  const shown = (rate: number) => (job === 'main' ? rate.toFixed(0) : (1e6 / rate).toFixed(1))
  const t = new Table({
    head: ['', unit, 'CPU us each', 'ratio', 'target', 'peak MB'],
    style: { head: [], border: [] },
  })
  for (const [name, list] of Object.entries(results)) {
    const r = rates(list)
    const each = median(list.map((x) => (1e6 * Number(x.cpuSeconds)) / Number(x.images)))
    const checks = (targets[job] ?? []).filter(([of, over]) => of === name && results[over]?.length)
    const times = checks.map(([, over]) => [over, ratios(list, results[over])] as const)
    const verdicts = checks.map(([, , least], i) => `${least} ${median(times[i]![1]) >= least ? 'met' : 'missed'}`)
    const isSmall = job.startsWith('small') && name === 'penstock'
    if (isSmall) {
      const met = 1e6 / median(r) <= maxMicroseconds
      verdicts.push(`<= ${maxMicroseconds} us ${met ? 'met' : 'missed'}`)
    }
    t.push([
      name,
      `${shown(median(r))} (${shown(Math.min(...r))} to ${shown(Math.max(...r))})`,
      each.toFixed(1),
      times.map(([over, x]) => `${spread(x)} of ${over}`).join('\n'),
      verdicts.join('\n'),
      (Math.max(...list.map((x) => x.peakRssBytes)) / 2 ** 20).toFixed(0),
    ])
  }
  return t.toString()
}

/** Megabytes of the process during 100,000 calls whose results are never disposed. */
async function memory(): Promise<number[]> {
  const nd = (await import(join(benchDir, '../dist/dynamic.js'))) as typeof import('../../src/dynamic.js')
  const data = nd.batch(
    Array.from({ length: 4 }, () => ({ data: new Uint8Array(192), shape: [8, 8, 3], layout: 'HWC' })),
  )
  const seen: number[] = []
  for (let i = 0; i <= 100_000; i++) {
    const x = nd.flip(data, { horizontal: 1 })
    if (i % 2) x.dataSync()
    if (i % 20_000 === 0) seen.push(Math.round(process.memoryUsage.rss() / 2 ** 20))
  }
  console.log(`\nmemory: MB after each 20,000 of 100,000 calls in one synchronous loop: ${seen.join(', ')}`)
  return seen
}
