// The HTTP server of examples/frameworks on a real model, under load on this machine: rate, time to the answer and memory, with batches of
// at most 8 and without batches, for several numbers of clients; then good and bad uploads mixed. Clients run beside the server, on the same
// cores. Wants what `sh tools/install/peers.sh` installs.
// Command: npm run bench -- serve [--rounds 5] [--seconds 4] [--clients 1,8,32] [--mixed 60]
// Last result (2026-11-24, 2 cores that other programs use too): bench/results/serve.json; bench/serve/README.md shows its table.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { benchDir, median } from '../contest.mjs'
import { type Answer, load, quantile } from '../serve/load.js'
import { LabelServer } from '../serve/server.js'
import { expected, goodUploads, mixedUploads } from '../serve/uploads.js'

/** No more uploads than this in one round. */
const most = 20_000

interface Round {
  rate: number
  /** CPU time of the server per image, in milliseconds. It depends little on what else the machine does. */
  cpu: number
  p50: number
  p99: number
}

const spread = (values: number[], digits = 0): string =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}-${Math.max(...values).toFixed(digits)})`

async function round(server: LabelServer, clients: number, seconds: number): Promise<Round> {
  const [before, begin] = [await server.health(), performance.now()]
  const answers = await load({ port: server.port, clients, upload: goodUploads, most, seconds })
  const elapsed = (performance.now() - begin) / 1000
  const cpu = (1000 * ((await server.health()).cpuSeconds - before.cpuSeconds)) / answers.length
  const wrong = answers.find(({ status }) => status !== 200)
  if (wrong) throw new Error(`Expected 200 but received ${wrong.status}: ${wrong.text}`)
  const times = answers.map(({ milliseconds }) => milliseconds)
  return { rate: answers.length / elapsed, cpu, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

/** All servers take turns, so that other load on the machine hits them alike. */
async function compare(servers: Map<string, LabelServer>, clients: number, rounds: number, seconds: number) {
  const results: Record<string, Round[]> = Object.fromEntries([...servers.keys()].map((name) => [name, []]))
  for (let i = 0; i < rounds; i++) {
    const order = i % 2 ? [...servers].reverse() : [...servers]
    for (const [name, server] of order) {
      const result = await round(server, clients, seconds)
      results[name]!.push(result)
      console.error(`  ${clients} clients, round ${i + 1}, ${name}: ${result.rate.toFixed(0)} images/s`)
    }
  }
  return results
}

/** Good and bad uploads for some time, in ten parts; the memory in use after each of them. */
async function mixed(server: LabelServer, seconds: number) {
  const counts: Record<string, number> = {}
  const rss: number[] = []
  const good: number[] = []
  for (let part = 0; part < 10; part++) {
    const upload = mixedUploads
    const answers = await load({ port: server.port, clients: 32, upload, most, seconds: seconds / 10 })
    for (const { kind, status, text, milliseconds } of answers satisfies Answer[]) {
      if (!expected[kind]!.includes(status)) throw new Error(`${kind} was answered ${status}: ${text}`)
      counts[`${kind} ${status}`] = (counts[`${kind} ${status}`] ?? 0) + 1
      if (status === 200) good.push(milliseconds)
    }
    rss.push((await server.health()).rss)
  }
  return { counts, rss, p50: quantile(good, 0.5), p99: quantile(good, 0.99) }
}

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      clients: { type: 'string', default: '1,8,32' },
      mixed: { type: 'string', default: '60' },
      out: { type: 'string', default: join(benchDir, 'results/serve.json') },
    },
  })
  const servers = new Map<string, LabelServer>()
  for (const batch of ['8', '1']) servers.set(`batches of ${batch}`, await LabelServer.start('--max-batch', batch))
  const table = new Table({
    head: ['clients', 'server', 'images/s', 'p50, ms', 'p99, ms', 'CPU, ms an image', 'rate / that of batches of 1'],
  })
  const all: Record<string, unknown> = {}
  for (const clients of values.clients.split(',').map(Number)) {
    const results = await compare(servers, clients, Number(values.rounds), Number(values.seconds))
    all[`${clients} clients`] = results
    for (const [name, rounds] of Object.entries(results)) {
      const of = (key: keyof Round) => rounds.map((r) => r[key])
      const ratio = rounds.map(({ rate }, i) => rate / results['batches of 1']![i]!.rate)
      table.push([
        clients,
        name,
        spread(of('rate')),
        spread(of('p50')),
        spread(of('p99')),
        spread(of('cpu'), 1),
        spread(ratio, 2),
      ])
    }
  }
  console.log(table.toString())
  const server = servers.get('batches of 8')!
  all.mixed = await mixed(server, Number(values.mixed))
  console.log('good and bad uploads of 32 clients:', all.mixed)
  for (const one of servers.values()) await one.stop()
  const machine = `${cpus().length} x ${cpus()[0]?.model}`
  writeFileSync(
    values.out,
    `${JSON.stringify({ date: new Date().toISOString().slice(0, 10), machine, ...all }, null, 1)}\n`,
  )
}
