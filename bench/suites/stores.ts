// Measures what a link to an object store allows, and what readers.webdataset gets of it: tar shards of photos, with indexes, in a store with the
// interface of S3 behind a link of a fixed latency and rate, beside bare clients that keep 64 ranges in flight: of 1 MiB, and of a sample each.
// With --cached, what it gets of a cache on the disk that has all of it, beside plain local files. Requests of penstock are signed. The store is a process of its own on this machine, and all its requests share the link's rate.
// Command: npm run bench -- stores --data DIR [--rounds 5] [--seconds 4] [--samples 2000] [--latency 5] [--megabits 500] [--cached]
// Last result: bench/README.md.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { writeIndex } from '../../src/readers/container-index.js'
import { tar } from '../../test/readers/tar.js'
import { benchDir, contest, type Entry, median, rates, ratios, spread } from '../contest.mjs'
import { readPhotos } from '../photos.mjs'

const shards = 4

/** Writes the shards and their indexes; returns the folder. */
async function prepare(data: string, samples: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-stores-'))
  const photos = readPhotos(data)
  for (let s = 0; s < shards; s++) {
    const own = Array.from({ length: samples / shards }, (_, i) => (i * shards + s) % photos.length)
    const path = join(folder, `${s}.tar`)
    writeFileSync(path, tar(own.map((photo, i) => [`${s}-${i}.jpg`, photos[photo]!])))
    await writeIndex(path, join(folder, `${s}.idx`), { signal: new AbortController().signal })
  }
  return folder
}

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      data: { type: 'string', default: join(benchDir, '../data/photos') },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      samples: { type: 'string', default: '2000' },
      threads: { type: 'string', default: '2' },
      latency: { type: 'string', default: '5' },
      megabits: { type: 'string', default: '500' },
      cached: { type: 'boolean', default: false },
    },
  })
  const folder = await prepare(values.data, Number(values.samples))
  const link = [join(benchDir, 'contenders/link.mjs'), folder, values.latency, values.megabits]
  const store = spawn(process.execPath, link, { stdio: ['pipe', 'pipe', 'inherit'] })
  try {
    const [port] = (await once(store.stdout, 'data')) as [Buffer]
    const url = `http://127.0.0.1:${String(port).trim()}`
    Object.assign(process.env, { AWS_ENDPOINT_URL_S3: url, AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' })
    const sizes = Array.from({ length: shards }, (_, s) => statSync(join(folder, `${s}.tar`)).size)
    const perSample = sizes.reduce((sum, size) => sum + size, 0) / Number(values.samples)
    const penstock = (job: string): Entry => ({
      name: job,
      command: [
        process.execPath,
        'contenders/readers.mjs',
        '--job',
        job,
        '--data',
        folder,
        '--threads',
        values.threads,
      ],
    })
    const bare = (name: string, ...order: string[]): Entry => ({
      name,
      command: [process.execPath, 'contenders/bare-ranges.mjs', url, sizes.join(), String(perSample), ...order],
    })
    /** What each job is compared with. */
    const beside: Record<string, string> = values.cached
      ? { cached: 'local', 'cached-shuffled': 'local-shuffled' }
      : { store: 'bare client', 'store-shuffled': 'bare client, a range a sample' }
    const others = values.cached
      ? Object.values(beside).map(penstock)
      : [bare('bare client'), bare('bare client, a range a sample', 'shuffled')]
    const entries = [...Object.keys(beside).map(penstock), ...others]
    const { results } = await contest(entries, Number(values.rounds), Number(values.seconds))
    const table = new Table({
      head: ['', 'samples/s', 'MB/s', 'of its rival', '... of 1 MiB ranges', 'CPU us/sample'],
      style: { head: [], border: [] },
    })
    for (const [name, list] of Object.entries(results)) {
      const rate = median(rates(list))
      const cpu = median(list.map((one) => Number(one.cpuUsPerSample)))
      const ratio = beside[name] ? spread(ratios(list, results[beside[name]])) : ''
      const whole = values.cached || name === 'bare client' ? '' : spread(ratios(list, results['bare client']))
      table.push([name, rate.toFixed(0), ((rate * perSample) / 1e6).toFixed(1), ratio, whole, cpu.toFixed(0)])
    }
    const what = `${values.latency} ms, ${values.megabits} Mbit/s = ${Number(values.megabits) / 8} MB/s`
    console.log(`\n${what}: ${values.rounds} rounds of ${values.seconds} s, median (min-max)\n${table.toString()}`)
  } finally {
    store.stdin.end()
    rmSync(folder, { recursive: true, force: true })
  }
}
