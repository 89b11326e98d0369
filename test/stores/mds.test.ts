// readers.mds over a web server that takes a while for each answer: the heads of shards are asked for together when the set is opened,
// and the samples are those of a local folder.
// @module-tag shared
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fn, pipelineDef } from 'penstock-data'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mds } from '../readers/mds.js'
import { tempFolder } from '../util/files.js'
import { StoreServer } from '../util/store-server.js'

// More than are asked for at one time.
const shards = 70
const latencyMs = 100
const folder = tempFolder()
let server: StoreServer
beforeAll(async () => {
  const sample = (i: number, k: number) => ({ name: Buffer.from(`shard ${i}, sample ${k}`) })
  // The samples of a shard are as many as its number says, and at least one.
  const all = Array.from({ length: shards }, (_, i) => Array.from({ length: 1 + (i % 3) }, (_, k) => sample(i, k)))
  mkdirSync(join(folder, 'set'))
  for (const [name, data] of Object.entries(mds({ name: 'str' }, all))) writeFileSync(join(folder, 'set', name), data)
  server = await StoreServer.open(folder)
})
afterAll(() => server.close())

const open = (root: string) =>
  pipelineDef({ batchSize: 8, numThreads: 2 }, () => [
    fn.readers.mds({ path: `${root}/set`, columns: { name: { dtype: 'string' } } }).name!,
  ])()

async function epochOf(pipe: ReturnType<typeof open>): Promise<string[]> {
  const seen: string[] = []
  for await (const [batch] of pipe) for (const one of batch!) seen.push(Buffer.from(one.dataSync()).toString())
  return seen
}

it('asks for the heads of many shards at one time, and reads what a local folder has', async () => {
  await server.faults({ latencyMs })
  await using remote = open(server.url)
  const begin = performance.now()
  await remote.build()
  // One after the other they would take as many answers as there are shards.
  expect(performance.now() - begin).toBeLessThan((shards * latencyMs) / 2)
  await server.faults({})
  await using local = open(folder)
  const expected = await epochOf(local)
  expect(expected.length).toBeGreaterThan(shards)
  expect(await epochOf(remote)).toEqual(expected)
})
