// Compares the loop that drops its batches with the one that releases them: rate, CPU time per batch and peak memory, for the photo
// loader's main job (batches of 38 MB) and for batches of one number, of 400 and of 4000, in every executor, those of one number in every way to run
// too. 2 threads, files in page cache.
// Command: npm run bench -- plain-loop --data DIR [--rounds 9] [--seconds 3] [--executors dynamic,pipelined,simple] [--jobs main,1,400,4000]
// Last results: bench/results/plain-loop.json; the README shows them as a table.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { benchDir, type Contest, contest, type Entry, median, type Result, ratios, spread } from '../contest.mjs'

const target = { rate: 0.97, memory: 1.15 }

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      data: { type: 'string', default: join(benchDir, '../data/photos') },
      rounds: { type: 'string', default: '9' },
      seconds: { type: 'string', default: '3' },
      threads: { type: 'string', default: '2' },
      executors: { type: 'string', default: 'dynamic,pipelined,simple' },
      // 'main', or how many numbers a batch has.
      jobs: { type: 'string', default: 'main,1,400,4000' },
      out: { type: 'string', default: join(benchDir, 'results/plain-loop.json') },
    },
  })
  const table = new Table({
    head: [
      'job',
      'executor',
      'way',
      'rate, dropped / released',
      'CPU, released / dropped',
      'peak RSS, dropped / released',
      'MB',
    ],
  })
  const all: Record<string, Contest> = {}
  for (const job of values.jobs.split(',')) {
    for (const executor of values.executors.split(',')) {
      for (const way of job === '1' ? ['run', 'iterate', 'for await', 'runSync'] : ['run']) {
        const entry = (loop: string): Entry => ({
          name: loop,
          command: [
            ...[process.execPath, 'contenders/penstock.mjs', '--data', values.data, '--threads', values.threads],
            ...(job === 'main'
              ? ['--job', job, '--batch', '64']
              : ['--job', 'uniform', '--batch', '1', '--numbers', job]),
            ...['--loop', loop, '--executor', executor, '--way', way],
          ],
        })
        console.error(`\n${job}, ${executor}, ${way}`)
        const result = await contest([entry('plain'), entry('release')], Number(values.rounds), Number(values.seconds))
        all[`${job} ${executor} ${way}`] = result
        table.push([job, executor, way, ...row(result)])
      }
    }
  }
  console.log(table.toString())
  const machine = `${cpus().length} x ${cpus()[0]?.model}`
  writeFileSync(
    values.out,
    `${JSON.stringify({ date: new Date().toISOString().slice(0, 10), machine, ...all }, null, 1)}\n`,
  )
}

/** The ratios of one contest: of rates and of CPU times within a round, and of the greatest peaks of memory. */
function row({ results: { plain = [], release = [] } }: Contest): string[] {
  const rate = ratios(plain, release)
  const cpu = (result: Result) => result.cpuMsPerImage as number
  const peaks = [plain, release].map((results) => Math.max(...results.map((r) => r.peakRssBytes)))
  const memory = peaks[0]! / peaks[1]!
  const missed = [
    ...(median(rate) < target.rate ? [`rate < ${target.rate}`] : []),
    ...(memory > target.memory ? [`memory > ${target.memory}`] : []),
  ]
  return [
    spread(rate),
    spread(plain.map((result, i) => cpu(release[i]!) / cpu(result))),
    `${memory.toFixed(2)}${missed.length ? ` MISSED: ${missed}` : ''}`,
    peaks.map((bytes) => Math.round(bytes / 1e6)).join(' / '),
  ]
}
