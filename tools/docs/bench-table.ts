// Puts the last results of `npm run bench -- loader` into bench/README.md, between its bench:loader markers.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Contest, median, type Result, rates, ratios, spread } from '../../bench/contest.mjs'

interface Report {
  date: string
  machine: { cpu: string; cores: number; node: string }
  all: Record<string, Contest>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const { date, machine, all } = JSON.parse(readFileSync(join(root, 'bench/results/loader.json'), 'utf8')) as Report
const ours = 'penstock'
const titles: Record<string, string> = {
  main: 'decode, RandomResizedCrop 224, flip, normalise',
  center: 'resize 256, centre crop 224, normalise',
  decode: 'full decode only',
}
const names: Record<string, string> = {
  dali: 'DALI 2.4.0, CPU',
  'dali dynamic': 'DALI 2.4.0, its imperative mode, CPU',
  tf: 'tf.data 2.21, same work',
  'tf defaults': 'tf.data, its defaults (no antialias, fast IDCT)',
  torch: 'torchvision 0.24 v2 + DataLoader',
  sharp: 'sharp 0.35 + JS',
  'bare loop': 'libjpeg-turbo alone (C++ loop, decodes the same windows, nothing else)',
  'C++ loop': 'the same plan driven by a C++ loop',
  'penstock, 1 thread': 'penstock, 1 thread',
  'C++ loop, batch 1': 'the same plan driven by a C++ loop, batch 1',
}
const peak = (list: Result[]) => Math.max(...list.map((r) => r.peakRssBytes)) / 2 ** 20
const mb = (list: Result[]) => `${peak(list).toFixed(0)} MB`

function rows(contest: Contest): string[] {
  const mine = contest.results[ours]!
  return Object.entries(contest.results)
    .filter(([name]) => name !== ours)
    .map(
      ([name, list]) =>
        `| ${names[name] ?? name} | ${median(rates(list)).toFixed(0)} | **${spread(ratios(mine, list))}** | ${mb(list)} |`,
    )
}

const parts = Object.entries(titles).flatMap(([job, title]) => {
  const contest = all[job]
  if (!contest) return []
  const mine = contest.results[ours]!
  const own = `| **penstock** | **${median(rates(mine)).toFixed(0)}** | | ${mb(mine)} |`
  return [`| ${title} | img/s | penstock is faster by | peak memory |`, '|---|---|---|---|', own, ...rows(contest), '']
})
const first = all.main!.results[ours]!.at(-1)!
const text = [
  `Measured ${date} on ${machine.cores} cores of ${machine.cpu}, Node ${machine.node}: 120 ImageNet photos in the page cache, batch 64, 2 threads,`,
  `all contenders taking turns in one run of ${all.main!.rounds} rounds; median (min-max) of the rounds' ratios. \`npm run bench -- loader\` repeats it.`,
  '',
  ...parts,
  `From \`build()\` to the first batch: ${Number(first.firstBatchMs).toFixed(0)} ms. Delay of the event loop at full rate, 99th percentile: ${Number(first.eventLoopP99Ms).toFixed(1)} ms.`,
].join('\n')

const readme = join(root, 'bench/README.md')
const old = readFileSync(readme, 'utf8')
const between = /<!-- bench:loader -->[\s\S]*<!-- \/bench:loader -->/
writeFileSync(readme, old.replace(between, `<!-- bench:loader -->\n${text}\n<!-- /bench:loader -->`))
