// Reads a set in each order: from a disk whose files the system has forgotten, and from a store behind a link with latency
// (contenders/link.mjs). Each round reads an epoch in each order, alternating; ratios are those of a round.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import { tar } from '../../test/readers/tar.js'
import { example, record } from '../../test/readers/tfrecord.js'
import { benchDir, median } from '../contest.mjs'

type Options = Record<string, unknown>
interface ReadSet {
  /** Writes files of about `bytes` bytes in all, and returns their names. */
  write: (folder: string, bytes: number) => Promise<string[]>
  read: (paths: string[], options: Options) => DataNode
  latencyMs?: number
}

const photoBytes = 110_000
const shards = 4

/** Archives of what photos are to a reader: bytes that cannot be compressed. */
async function photos(folder: string, bytes: number): Promise<string[]> {
  const data = Buffer.allocUnsafe(photoBytes)
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 256
  const names: string[] = []
  const perShard = Math.ceil(bytes / photoBytes / shards)
  for (let s = 0; s < shards; s++) {
    const name = `${s}.tar`
    const out = createWriteStream(join(folder, name))
    for (let i = 0; i < perShard; i++) {
      const entry = tar([[`${s}-${String(i).padStart(7, '0')}.jpg`, data]])
      // The end of an archive is the last entry's.
      const part = i < perShard - 1 ? entry.subarray(0, 512 + Math.ceil(photoBytes / 512) * 512) : entry
      if (!out.write(part)) await once(out, 'drain')
    }
    await finished(out.end())
    names.push(name)
  }
  return names
}

/** TFRecord files of records of 200 bytes. */
async function records(folder: string, bytes: number): Promise<string[]> {
  const one = record(example({ image: { bytes: [Buffer.alloc(160, 7)] }, label: { ints: [5] } }))
  const thousand = Buffer.concat(Array.from({ length: 1000 }, () => one))
  return Array.from({ length: shards }, (_, s) => {
    const name = `${s}.tfrecord`
    const count = Math.ceil(bytes / thousand.length / shards)
    writeFileSync(join(folder, name), Buffer.concat(Array.from({ length: count }, () => thousand)))
    return name
  })
}

const webdataset = (paths: string[], options: Options) =>
  fn.readers.webdataset({ paths, ext: 'jpg', ...options }) as DataNode
const features = { image: { kind: 'fixed', dtype: 'string' } } as const

export const sets: Record<string, ReadSet> = {
  photos: { write: photos, read: webdataset },
  records: {
    write: (folder, bytes) => records(folder, bytes / 8),
    read: (path, options) => fn.readers.tfrecord({ path, features, ...options }).image,
  },
  store: { write: (folder, bytes) => photos(folder, bytes / 4), read: webdataset, latencyMs: 5 },
}

const orders: Record<string, Options> = {
  'no shuffle': {},
  '`shuffleBlocks`': { shuffleBlocks: true },
  '`shuffleAfterEpoch`': { shuffleAfterEpoch: true },
  '... with `readAhead`': { shuffleAfterEpoch: true, readAhead: true },
}

/** Makes the system forget the files' bytes, and those of no other files. */
function forget(paths: readonly string[]): void {
  for (const path of paths) {
    const args = [`of=${path}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0', 'if=/dev/null']
    execFileSync('dd', args, { stdio: 'ignore' })
  }
}

/** A store with the folder's archives, whose link is no limit. */
async function openStore(folder: string, latencyMs: number): Promise<{ url: string; close: () => void }> {
  const link = [join(benchDir, 'contenders/link.mjs'), folder, `${latencyMs}`, '100000']
  const store = spawn(process.execPath, link, { stdio: ['pipe', 'pipe', 'inherit'] })
  const [port] = (await once(store.stdout, 'data')) as [Buffer]
  return { url: `http://127.0.0.1:${String(port).trim()}/bucket`, close: () => store.stdin.end() }
}

interface Epoch {
  seconds: number
  samples: number
  cpuUs: number
}

async function epochOf(set: ReadSet, paths: string[], local: readonly string[], options: Options): Promise<Epoch> {
  const define = pipelineDef({ batchSize: 256, numThreads: 2 }, () => set.read(paths, options))
  await using pipe = define()
  await pipe.build()
  // Listing the samples has brought their surroundings into memory.
  forget(local)
  const used = process.cpuUsage()
  const start = performance.now()
  let samples = 0
  for await (const [batch] of pipe) samples += batch.length
  const { user, system } = process.cpuUsage(used)
  return { seconds: (performance.now() - start) / 1e3, samples, cpuUs: (user + system) / samples }
}

/** Median, least and most. */
export type Summary = readonly [median: number, least: number, most: number]
const summary = (values: number[], digits: number): Summary =>
  [median(values), Math.min(...values), Math.max(...values)].map((v) => Number(v.toPrecision(digits))) as never

/** The measurements of reading a set in an order. */
export interface OrderRead {
  samplesPerSecond: Summary
  /** The share of the rate without a shuffle, round by round. */
  ofNoShuffle: Summary
  cpuUsPerSample: Summary
}

/** The rates of an epoch in each order. */
export async function readInOrders(
  name: string,
  folder: string,
  bytes: number,
  rounds: number,
): Promise<Record<string, OrderRead>> {
  const set = sets[name]!
  const local = (await set.write(folder, bytes)).map((file) => join(folder, file))
  execFileSync('sync')
  const server = set.latencyMs ? await openStore(folder, set.latencyMs) : undefined
  const paths = server ? local.map((path) => `${server.url}${path.slice(folder.length)}`) : local
  const names = Object.keys(orders).filter((order) => !server || !orders[order]!.readAhead)
  const results: Record<string, Epoch[]> = Object.fromEntries(names.map((order) => [order, []]))
  for (let round = 0; round < rounds; round++) {
    for (const order of round % 2 ? [...names].reverse() : names) {
      const epoch = await epochOf(set, paths, local, orders[order]!)
      results[order]!.push(epoch)
      console.error(`  round ${round + 1} ${order}: ${(epoch.samples / epoch.seconds).toFixed(0)} samples/s`)
    }
  }
  server?.close()
  const rates = (order: string) => results[order]!.map(({ samples, seconds }) => samples / seconds)
  const read = (order: string): OrderRead => ({
    samplesPerSecond: summary(rates(order), 3),
    ofNoShuffle: summary(
      rates(order).map((rate, i) => rate / rates('no shuffle')[i]!),
      3,
    ),
    cpuUsPerSample: summary(
      results[order]!.map(({ cpuUs }) => cpuUs),
      3,
    ),
  })
  return Object.fromEntries(names.map((order) => [order, read(order)]))
}
