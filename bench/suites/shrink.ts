// Measures shrink: 'fast' against decoding whole photos, and against sharp's shrink-on-load: photos of 12 megapixels, which the suite makes
// of the given ones, and the given ones themselves (ImageNet's), to 224x224. 2 threads, one image in flight on each, files in page
// cache. CPU time per image is given beside the rate, because other programs take turns with threads but not CPU time.
// Command: npm run bench -- shrink --data DIR [--rounds 7] [--seconds 3]
// Last result: bench/results/shrink.json; the README shows its table.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { benchDir, type Contest, contest, type Entry, median, type Result, ratios, spread } from '../contest.mjs'

/** The least ratios of rates that are wanted. */
const targets = { large: { sharp: 1.5, whole: 5 }, given: { whole: 1 } } as const

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      data: { type: 'string', default: join(benchDir, '../data/photos') },
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '3' },
      threads: { type: 'string', default: '2' },
      out: { type: 'string', default: join(benchDir, 'results/shrink.json') },
    },
  })
  const sharp = join(benchDir, 'rivals/sharp')
  if (!existsSync(join(sharp, 'node_modules'))) throw new Error('run bench/rivals/install.sh sharp first')
  const large = mkdtempSync(join(tmpdir(), 'penstock-photos-'))
  const table = new Table({
    head: [
      'photos',
      'rate / whole',
      'rate / sharp',
      'CPU: whole / fast',
      'CPU: sharp / fast',
      'CPU ms: fast, whole, sharp',
    ],
  })
  const all: Record<string, Contest> = {}
  try {
    execFileSync(process.execPath, [join(sharp, 'large-photos.mjs'), values.data, large])
    for (const [kind, data, batch] of [
      ['large', large, '8'],
      ['given', values.data, '64'],
    ] as const) {
      console.error(`\n${kind}`)
      const flags = ['--data', data, '--batch', batch, '--threads', values.threads]
      const own = (name: string, job: string): Entry => ({
        name,
        command: [process.execPath, 'contenders/penstock.mjs', ...flags, '--job', job],
      })
      const rival = { name: 'sharp', command: [process.execPath, join(sharp, 'rival.mjs'), ...flags, '--job', 'small'] }
      const entries = [own('fast', 'small-fast'), own('whole', 'small'), rival]
      const result = await contest(entries, Number(values.rounds), Number(values.seconds))
      all[kind] = result
      const { fast = [], whole = [], sharp: other = [] } = result.results
      table.push([
        kind,
        verdict(ratios(fast, whole), targets[kind].whole),
        verdict(ratios(fast, other), kind === 'large' ? targets.large.sharp : 0),
        spread(cpuRatios(whole, fast)),
        spread(cpuRatios(other, fast)),
        [fast, whole, other].map((results) => median(results.map(cpuMs)).toFixed(2)).join(', '),
      ])
    }
  } finally {
    rmSync(large, { recursive: true })
  }
  console.log(table.toString())
  const machine = `${cpus().length} x ${cpus()[0]?.model}`
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(values.out, `${JSON.stringify({ date, machine, ...all }, null, 1)}\n`)
}

const cpuMs = (r: Result): number => Number(r.cpuMsPerImage ?? (1e3 * Number(r.cpuSeconds)) / Number(r.images))

const verdict = (list: number[], target: number): string =>
  `${spread(list)}${median(list) < target ? ` MISSED: < ${target}` : ''}`

const cpuRatios = (a: Result[], b: Result[]): number[] => a.map((result, i) => cpuMs(result) / cpuMs(b[i]!))
