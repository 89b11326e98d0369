// Measures what a dashboard costs the photo loader at full rate: without one, with one that no page looks at, and with one that a
// client in a process of its own reads as the page does. 2 threads, files in page cache.
// Command: npm run bench -- dashboard --data DIR [--rounds 9] [--seconds 5]
// Last result (2 cores of AMD EPYC, busy with other work, 2026-11-24): CPU per image 1.042 (0.974-1.112) with a client;
// bench/README.md explains it. Results go to bench/results/dashboard.json.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { benchDir, contest, type Entry, median, type Result, rates, ratios } from '../contest.mjs'

const target = 0.99

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      data: { type: 'string', default: join(benchDir, '../data/photos') },
      rounds: { type: 'string', default: '9' },
      seconds: { type: 'string', default: '5' },
      threads: { type: 'string', default: '2' },
      out: { type: 'string', default: join(benchDir, 'results/dashboard.json') },
    },
  })
  const entry = (dashboard: string): Entry => ({
    name: dashboard,
    command: [
      ...[process.execPath, 'contenders/penstock.mjs', '--data', resolve(values.data), '--threads', values.threads],
      ...['--dashboard', dashboard],
    ],
  })
  const names = ['none', 'open', 'client']
  const result = await contest(names.map(entry), Number(values.rounds), Number(values.seconds))
  const { none = [] } = result.results
  const perImage = (results: Result[]) => results.map((r) => r.cpuMsPerImage as number)
  const cpu = (results: Result[]) => perImage(none).map((ms, i) => perImage(results)[i]! / ms)
  const table = new Table({ head: ['dashboard', 'img/s', 'rate / without', 'CPU per image / without'] })
  for (const name of names) {
    const own = result.results[name] ?? []
    const rate = ratios(own, none)
    const missed = median(rate) < target ? ` MISSED: < ${target}` : ''
    table.push([name, median(rates(own)).toFixed(0), `${spread3(rate)}${missed}`, spread3(cpu(own))])
  }
  console.log(table.toString())
  const machine = `${cpus().length} x ${cpus()[0]?.model}`
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(values.out, `${JSON.stringify({ date, machine, ...result }, null, 1)}\n`)
}

/** As spread() of the contests, with one digit more: the cost is below a hundredth. */
function spread3(values: number[]): string {
  const [most, least] = [Math.max(...values), Math.min(...values)]
  return `${median(values).toFixed(3)} (${least.toFixed(3)}-${most.toFixed(3)})`
}
