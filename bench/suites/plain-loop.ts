// The loop that drops its batches against the one that releases them: rate and peak memory, for the photo loader's main job
// (batches of 38 MB) and for batches of one number, in every executor. 2 threads, files in page cache.
// Command: npm run bench -- plain-loop --data DIR [--rounds 9] [--seconds 3] [--executors dynamic,pipelined,simple]
// Last result: bench/results/plain-loop.json; the README shows its table.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { benchDir, type Contest, contest, type Entry, median, ratios, spread } from '../contest.js'

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
      out: { type: 'string', default: join(benchDir, 'results/plain-loop.json') },
    },
  })
  const table = new Table({
    head: ['job', 'executor', 'rate, dropped / released', 'peak RSS, dropped / released', 'MB'],
  })
  const all: Record<string, Contest> = {}
  for (const job of ['main', 'uniform']) {
    for (const executor of values.executors.split(',')) {
      const entry = (loop: string): Entry => ({
        name: loop,
        command: [
          ...[process.execPath, 'contenders/penstock.mjs', '--data', values.data, '--threads', values.threads],
          ...['--job', job, '--batch', job === 'main' ? '64' : '1', '--loop', loop, '--executor', executor],
        ],
      })
      console.error(`\n${job}, ${executor}`)
      const result = await contest([entry('plain'), entry('release')], Number(values.rounds), Number(values.seconds))
      all[`${job} ${executor}`] = result
      const { plain = [], release = [] } = result.results
      const rate = ratios(plain, release)
      const peaks = [plain, release].map((results) => Math.max(...results.map((r) => r.peakRssBytes)))
      const memory = peaks[0]! / peaks[1]!
      const missed = [
        ...(median(rate) < target.rate ? [`rate < ${target.rate}`] : []),
        ...(memory > target.memory ? [`memory > ${target.memory}`] : []),
      ]
      const megabytes = peaks.map((bytes) => Math.round(bytes / 1e6)).join(' / ')
      table.push([
        job,
        executor,
        spread(rate),
        `${memory.toFixed(2)}${missed.length ? ` MISSED: ${missed}` : ''}`,
        megabytes,
      ])
    }
  }
  console.log(table.toString())
  const machine = `${cpus().length} x ${cpus()[0]?.model}`
  writeFileSync(
    values.out,
    `${JSON.stringify({ date: new Date().toISOString().slice(0, 10), machine, ...all }, null, 1)}\n`,
  )
}
