// Tests how many requests of readers are on their way to a store at one time, and how large they are: 64 where there
// is enough to ask for, and of 1 MiB and more where samples lie beside each other, however small the samples and the
// batches are.
// @module-tag shared
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tar } from '../readers/tar.js'
import { example, record } from '../readers/tfrecord.js'
import { tempFolder } from '../util/files.js'
import { type Faults, type ServerFacts, StoreServer } from '../util/store-server.js'

const MiB = 2 ** 20
const folder = tempFolder()
let server: StoreServer
beforeAll(async () => {
  server = await StoreServer.open(folder)
})
afterAll(() => server.close())

/** Reads an epoch; returns the number of its samples, and what the server saw behind the opening. */
async function epoch(batchSize: number, faults: Faults, read: () => DataNode): Promise<[number, ServerFacts]> {
  await server.faults({})
  await using pipe = pipelineDef({ batchSize, numThreads: 2 }, () => [read()])()
  await pipe.build()
  await server.faults(faults)
  let samples = 0
  for await (const [batch] of pipe) samples += batch!.length
  return [samples, await server.facts()]
}

it.each([
  ['in order', {}],
  ['shuffled', { shuffleAfterEpoch: true }],
])('64 requests are on their way at one time, and never more: %s', async (_, order) => {
  const count = 300
  for (let i = 0; i < count; i++) writeFileSync(join(folder, `${i}.bin`), Buffer.alloc(100, i))
  const files = Array.from({ length: count }, (_, i) => `${server.url}/${i}.bin`)
  // Long enough for all that may be sent to be sent, before an answer makes room.
  const [samples, facts] = await epoch(16, { latencyMs: 300 }, () => fn.readers.file({ files, ...order })[0])
  expect([samples, facts.requests]).toEqual([count, count])
  expect(facts.maxAtOnce).toBe(64)
})

/** Sets whose samples lie beside each other: bytes of a sample, and samples. */
const sets = { webdataset: [50_000, 160], tfrecord: [200, 40_000] } as const

it.each([
  ['webdataset', 64],
  ['webdataset', 2],
  ['tfrecord', 64],
  ['tfrecord', 8],
] as const)(
  'samples beside each other are read with requests of 1 MiB and more: %s in batches of %i',
  async (reader, batchSize) => {
    const [bytes, count] = sets[reader]
    const path = join(folder, `set.${reader}`)
    const data = Buffer.alloc(bytes, 1)
    writeFileSync(
      path,
      reader === 'webdataset'
        ? tar(Array.from({ length: count }, (_, i) => [`${i}.bin`, data] as const))
        : Buffer.concat(Array.from({ length: count }, () => record(example({ data: { bytes: [data] } })))),
    )
    const url = `${server.url}/set.${reader}`
    const features = { data: { kind: 'fixed', dtype: 'string' } } as const
    const [samples, { sizes }] = await epoch(batchSize, { latencyMs: 2 }, () =>
      reader === 'webdataset'
        ? (fn.readers.webdataset({ paths: url, ext: 'bin' }) as DataNode)
        : fn.readers.tfrecord({ path: url, features }).data,
    )
    expect(samples).toBe(count)
    // The first batch is asked for alone; the last samples of an epoch may be few.
    const large = sizes.filter((size) => size >= MiB)
    expect(large.length).toBeGreaterThanOrEqual(sizes.length - 3)
    expect(Math.max(...sizes)).toBeLessThan(9 * MiB)
  },
)
