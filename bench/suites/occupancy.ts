// Measures how well the stages of a pipeline overlap: stages of set cost after a reader, and the photo loader, in the three
// executors at depths 1 to 8, against what the costs alone allow; which stage the verdict names when one is throttled;
// the cost of handing a batch over; messages through a mailbox against comlink.
// Command: npm run bench -- occupancy [--data DIR] [--rounds 1] [--seconds 0.5] [--only chains,loader,throttle,handoff,rate]
// Takes 2.5 minutes on a quiet machine (2 cores of AMD EPYC, 2026-11-21). Last result: bench/results/occupancy.json and .svg; bench/README.md explains it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { benchDir, median, spread } from '../contest.mjs'
import { type Chain, chainPipeline, executorNames, measure } from '../occupancy/chain.js'
import { emptyStages, handOff } from '../occupancy/hand-off.js'
import { loaderPipeline } from '../occupancy/loader.js'
import { bound, predicted } from '../occupancy/model.js'
import { plot } from '../occupancy/plot.js'
import { rates } from '../occupancy/rate.js'
import { type Report, type Setting, summary, targets } from '../occupancy/report.js'
import { throttled, throttles } from '../occupancy/throttle.js'

const depths = [1, 2, 3, 4, 5, 6, 7, 8]
/** A batch of 64 photos takes about 25 ms here. */
const ms = 20
const chains: Chain[] = [
  { name: 'two equal stages, 20 ms each', stages: [{ ms }, { ms }], consumer: { ms: 0 } },
  {
    name: 'two stages, 8 to 32 ms each',
    stages: [1, 2].map((seed) => ({ ms, spread: 0.6, seed })),
    consumer: { ms: 0 },
  },
  {
    name: 'four stages of 5, 10, 20 and 10 ms, consumer 5 ms',
    stages: [{ ms: 5 }, { ms: 10 }, { ms }, { ms: 10 }],
    consumer: { ms: 5 },
  },
]
const loaderName = 'photo loader, consumer 10 ms'
const loaderConsumer = { ms: 10 }
const trials = 20
/** Share of the machine that others may take before a measurement is repeated, and how long all repetitions may take. */
const disturbed = 0.1
let patienceMs = 60_000

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      data: { type: 'string', default: join(benchDir, '../data/photos') },
      rounds: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '0.5' },
      only: { type: 'string', default: 'chains,loader,throttle,handoff,rate' },
      out: { type: 'string', default: join(benchDir, 'results/occupancy.json') },
    },
  })
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
  const parts = values.only.split(',')
  const report: Report = {
    date: new Date().toISOString().slice(0, 10),
    machine: { cpu: cpus()[0]!.model, cores: cpus().length, node: process.version },
    load: [loadavg()[0]!],
    settings: [],
    verdicts: [],
    handOff: [],
    rates: [],
  }
  // A part that is left out keeps its last result.
  if (existsSync(values.out)) Object.assign(report, kept(JSON.parse(readFileSync(values.out, 'utf8')) as Report, parts))

  if (parts.includes('rate')) {
    report.rates = [await rates('dynamic', 2, Math.max(5, rounds)), await rates('pipelined', 2, Math.max(5, rounds))]
  }
  if (parts.includes('handoff')) {
    report.handOff = []
    for (let round = 0; round < Math.max(3, rounds); round++) report.handOff.push(await handOff())
  }
  const settings = new Map<string, Setting>()
  for (let round = 0; round < rounds; round++) {
    for (const chain of [
      ...(parts.includes('chains') ? chains : []),
      ...(parts.includes('loader') ? [undefined] : []),
    ]) {
      for (const depth of round % 2 ? [...depths].reverse() : depths) {
        for (const executor of executorNames) {
          const name = chain?.name ?? loaderName
          const consumer = chain?.consumer ?? loaderConsumer
          const once = () => {
            const pipe = chain ? chainPipeline(chain, executor, depth) : loaderPipeline(values.data, executor, depth)
            return measure(pipe, { executor, depth }, { consumer, seconds })
          }
          let made = await once()
          // A measurement that other programs disturbed is repeated, within a time limit.
          for (let i = 0; i < 2 && made.others > disturbed && patienceMs > 0; i++) {
            const begin = performance.now()
            const again = await once()
            if (again.others < made.others) made = again
            patienceMs -= performance.now() - begin
          }
          const costs = chain && [...chain.stages, consumer]
          const [from, to] = [made.warm, made.warm + made.batches]
          const least = costs ? bound(costs, from, to) : Math.max(...made.stages.map((s) => s.cost))
          const model = costs ? predicted(executor, depth, costs, from, to) : null
          const key = `${name} ${executor} ${depth}`
          if (!settings.has(key)) settings.set(key, { chain: name, executor, depth, rounds: [] })
          settings.get(key)!.rounds.push({ bound: least, model, run: made })
          console.error(`  ${key}: ${made.perBatch.toFixed(2)} ms per batch, bound ${least.toFixed(2)}`)
        }
      }
    }
  }
  report.settings.push(...[...settings.values()].map(summary))
  if (parts.includes('throttle')) {
    report.verdicts = []
    for (let i = 0; i < trials; i++) {
      const which = throttles[i % throttles.length]!
      const executor = executorNames[Math.floor(i / throttles.length) % executorNames.length]!
      const depth = 1 + (i % 4)
      const { stage, kind } = await throttled(which, executor, depth)
      report.verdicts.push({ throttled: which, executor, depth, stage, kind })
      console.error(`  ${which} throttled, ${executor}, depth ${depth}: the verdict names ${stage} (${kind})`)
    }
  }
  report.load.push(loadavg()[0]!)
  writeFileSync(values.out, `${JSON.stringify(report, rounded, 1)}\n`)
  const machine = `${report.machine.cores} cores of ${report.machine.cpu}, Node.js ${report.machine.node}`
  const points = report.settings.map((s) => ({
    ...s,
    ...{ throughputModel: s.model, bubbleModel: s.model === null ? null : 1 - s.model },
  }))
  writeFileSync(values.out.replace(/\.json$/, '.svg'), await plot(points, machine))

  if (settings.size) {
    const others = median(report.settings.map((s) => s.others))
    console.log(`Other programs took ${(100 * others).toFixed(0)} % of the machine.`)
  }
  const t = new Table({ head: ['target', 'wanted', 'measured', ''], style: { head: [], border: [] } })
  const found = targets(report)
  for (const { name, wanted, measured, met } of found) t.push([name, wanted, measured, met ? 'met' : 'missed'])
  console.log(t.toString())
  const missed = found.filter(({ met }) => !met)
  console.log(`${missed.length} of ${found.length} targets are missed`)
  if (missed.length) process.exitCode = 1
  if (report.handOff.length) {
    console.log(
      `${emptyStages} empty stages: ${spread(report.handOff.map((h) => h.perBatch))} us per batch and stage; where one works at a time ${spread(report.handOff.map((h) => h.latency))} us`,
    )
  }
  for (const { executor, depth, mailbox, comlink } of report.rates) {
    console.log(
      `${executor}, depth ${depth}: ${(median(mailbox) / 1e3).toFixed(0)} thousand batches per second through a mailbox, ${(median(comlink) / 1e3).toFixed(0)} by comlink`,
    )
  }
}

function kept(last: Report, parts: string[]): Partial<Report> {
  const loader = (s: { chain: string }) => s.chain === loaderName
  return {
    settings: last.settings.filter((s) => !parts.includes(loader(s) ? 'loader' : 'chains')),
    ...(parts.includes('throttle') ? {} : { verdicts: last.verdicts }),
    ...(parts.includes('handoff') ? {} : { handOff: last.handOff }),
    ...(parts.includes('rate') ? {} : { rates: last.rates }),
  }
}

/** Four significant digits are enough. */
const rounded = (_: string, value: unknown) =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
