// readers.parquet over a web server: pages are asked for before their turn, many at one time and each once, in every order;
// what was unpacked is not asked for again; and the samples are those of a local file.
// @module-tag shared
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fn, pipelineDef } from 'penstock-data'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parquet } from '../readers/parquet.js'
import { tempFolder } from '../util/files.js'
import { StoreServer } from '../util/store-server.js'

const pages = 60
const rowsOfPage = 4
const folder = tempFolder()
let server: StoreServer
beforeAll(async () => {
  const data = Array.from({ length: pages * rowsOfPage }, (_, i) => Buffer.alloc(2000 + i, `${i} `))
  // What lies between two pages is too much to be read with them.
  const other = data.map(() => Buffer.alloc(20_000))
  writeFileSync(join(folder, '0.parquet'), parquet({ data, other }, rowsOfPage))
  server = await StoreServer.open(folder)
})
afterAll(() => server.close())

const open = (root: string, order: Record<string, unknown>) =>
  pipelineDef({ batchSize: rowsOfPage, numThreads: 2, seed: 5 }, () => [
    fn.readers.parquet({ path: `${root}/0.parquet`, columns: { data: { dtype: 'string' } }, ...order }).data!,
  ])()

async function epochOf(pipe: ReturnType<typeof open>): Promise<string[]> {
  const seen: string[] = []
  for await (const [batch] of pipe) for (const one of batch!) seen.push(Buffer.from(one.dataSync()).toString())
  return seen
}

it.each([
  ['in order', {}],
  ['shuffled', { shuffleAfterEpoch: true }],
  ['in blocks', { shuffleBlocks: true, blockBytes: 2 ** 14, blockWindow: 3 }],
])('asks for pages before their turn, and for each once: %s', async (_, order) => {
  await using local = open(folder, order)
  const expected = [await epochOf(local), await epochOf(local)]
  expect(new Set(expected[0]).size).toBe(pages * rowsOfPage)
  await server.faults({})
  await using opened = open(server.url, order)
  await opened.build()
  const opening = (await server.facts()).requests

  await server.faults({ latencyMs: 200 })
  await using remote = open(server.url, order)
  expect(await epochOf(remote)).toEqual(expected[0])
  const { requests, maxAtOnce } = await server.facts()
  expect(requests).toBe(opening + pages)
  expect(maxAtOnce).toBeGreaterThan(20)
  expect(await epochOf(remote)).toEqual(expected[1])
  expect((await server.facts()).requests).toBe(requests)
})
