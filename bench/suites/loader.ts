// Measures the photo loader on CPU against its rivals: the main job (decode, RandomResizedCrop 224, flip, normalise, float32 CHW,
// batch 64), full decode only, resize 256 + centre crop 224, RandAugment, and encoding; 2 threads, files in page cache.
// Command: npm run bench -- loader --data DIR [--rounds 5] [--seconds 5] [--only dali,bare] [--jobs main,decode,center,augment,encode]
// Last result: bench/results/loader.json; the README shows its table.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { benchDir, type Contest, contest, type Entry, median, rates, ratios, rivals, spread } from '../contest.mjs'
import { buildNative } from '../native-build.js'

const ours = 'penstock'

/** Targets of the main job: our rate over that of the contender. */
const mainTargets: Record<string, number> = {
  'bare loop': 0.85,
  dali: 2.0,
  tf: 2.5,
  torch: 2.8,
  sharp: 6,
  'penstock, 1 thread': 1.9,
  'C++ loop': 0.99,
  'C++ loop, batch 1': 0.9,
}

/** Targets of the other jobs, in the same way. */
const targetsOf: Record<string, Record<string, number>> = {
  decode: { dali: 1.0 },
  center: { dali: 1.0 },
  augment: { dali: 2.0, torch: 3.0 },
  encode: { sharp: 1.0 },
}

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      data: { type: 'string', default: join(benchDir, '../data/photos') },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '5' },
      threads: { type: 'string', default: '2' },
      only: { type: 'string' },
      jobs: { type: 'string', default: 'main,batch1,decode,center' },
      out: { type: 'string', default: join(benchDir, 'results/loader.json') },
    },
  })
  const rounds = Number(values.rounds)
  const seconds = Number(values.seconds)
  const only = values.only?.split(',')
  const native = buildNative()
  const data = values.data
  const mine = (job: string, threads: string, batch = '64', name = ours): Entry => ({
    name,
    command: [
      process.execPath,
      'contenders/penstock.mjs',
      '--data',
      data,
      '--job',
      job,
      '--threads',
      threads,
      '--batch',
      batch,
    ],
  })
  const cppLoop = (batch: string, name: string): Entry => {
    const dir = mkdtempSync(join(tmpdir(), 'penstock-plan-'))
    execFileSync(process.execPath, [...mine('main', values.threads, batch).command.slice(1), '--dump', dir], {
      cwd: benchDir,
    })
    return {
      name,
      command: [join(native, 'cpp_loop'), '--plan', join(dir, 'graph.json'), '--threads', values.threads],
    }
  }
  const bare = (job: string): Entry => ({
    name: 'bare loop',
    command: [join(native, 'bare_loop'), '--data', data, '--job', job, '--threads', values.threads, '--batch', '64'],
  })
  const others = (job: string) => rivals(job, ['--data', data, '--threads', values.threads, '--batch', '64'])
  const wanted = (entries: Entry[]) =>
    entries.filter((e) => e.name === ours || !only || only.some((o) => e.name.startsWith(o)))

  const jobs: Record<string, () => Entry[]> = {
    main: () => [
      mine('main', values.threads),
      bare('main'),
      cppLoop('64', 'C++ loop'),
      mine('main', '1', '64', 'penstock, 1 thread'),
      ...others('main'),
    ],
    batch1: () => [mine('main', values.threads, '1'), cppLoop('1', 'C++ loop, batch 1')],
    decode: () => [mine('decode', values.threads), bare('decode'), ...others('decode')],
    center: () => [mine('center', values.threads), ...others('center')],
    augment: () => [mine('augment', values.threads), ...others('augment')],
    encode: () => [mine('encode', values.threads), ...others('encode')],
  }
  const all: Record<string, Contest> = {}
  for (const job of values.jobs.split(',')) {
    console.error(`\n${job}`)
    all[job] = await contest(wanted(jobs[job]!()), rounds, seconds)
    console.log(
      `\n${job}: ${values.threads} threads, ${rounds} rounds of ${seconds} s, median (min-max)\n${table(all[job], targetsOf[job] ?? mainTargets)}`,
    )
  }
  const first = all.main?.results[ours]?.at(-1)
  if (first) {
    console.log(
      `build() to first batch ${Number(first.firstBatchMs).toFixed(0)} ms; event-loop delay p99 ${Number(first.eventLoopP99Ms).toFixed(2)} ms`,
    )
  }
  const machine = { cpu: cpus()[0]!.model, cores: cpus().length, node: process.version }
  writeFileSync(
    values.out,
    `${JSON.stringify({ date: new Date().toISOString().slice(0, 10), machine, all }, null, 1)}\n`,
  )
}

function table({ results }: Contest, targets: Record<string, number>): string {
  const t = new Table({
    head: ['', 'img/s', 'ours / it', 'target', 'peak MB', 'its memory / ours'],
    style: { head: [], border: [] },
  })
  const mine = results[ours]!
  for (const [name, list] of Object.entries(results)) {
    const r = rates(list)
    const times = ratios(mine, list)
    const target = targets[name]
    const peak = Math.max(...list.map((x) => x.peakRssBytes))
    const own = Math.max(...mine.map((x) => x.peakRssBytes))
    const verdict =
      target === undefined || name === ours ? '' : `${target} ${median(times) >= target ? 'met' : 'missed'}`
    t.push([
      name,
      `${median(r).toFixed(0)} (${Math.min(...r).toFixed(0)}-${Math.max(...r).toFixed(0)})`,
      name === ours ? '' : spread(times),
      verdict,
      (peak / 2 ** 20).toFixed(0),
      name === ours ? '' : (peak / own).toFixed(2),
    ])
  }
  return t.toString()
}
