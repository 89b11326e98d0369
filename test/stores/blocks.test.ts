// shuffleBlocks reads whole blocks, each once in an epoch: with a request each from a web server, whatever the size of samples,
// and before their turn from a disk (readahead.test.ts).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { tar } from '../readers/tar.js'
import { example, record } from '../readers/tfrecord.js'
import { tempFolder } from '../util/files.js'
import { expectReturned, handles, resources } from '../util/resources.js'
import { portion } from '../util/soak.js'
import { StoreServer } from '../util/store-server.js'

const folder = tempFolder()
const blockBytes = 2 ** 17
const blockWindow = 3
/** Samples of each set, and their bytes in the file. */
const sizes = { webdataset: [60, 51_200], tfrecord: [6000, 192] } as const
let server: StoreServer
beforeAll(async () => {
  const entries = Array.from({ length: sizes.webdataset[0] }, (_, i) => [`${i}.bin`, Buffer.alloc(50_000, i)] as const)
  writeFileSync(join(folder, 'set.tar'), tar(entries))
  const examples = Array.from({ length: sizes.tfrecord[0] }, (_, i) =>
    record(example({ id: { ints: [20_000 + i] }, data: { bytes: [Buffer.alloc(145, i)] } })),
  )
  writeFileSync(join(folder, 'set.tfrecord'), Buffer.concat(examples))
  server = await StoreServer.open(folder)
})
afterEach(() => server.faults({}))
afterAll(() => server.close())

type Reader = keyof typeof sizes
const features = { id: { kind: 'fixed', dtype: 'int64' } } as const
const open = (reader: Reader, root: string, options: Record<string, unknown>) =>
  pipelineDef({ batchSize: 16 }, () => [
    reader === 'webdataset'
      ? (fn.readers.webdataset({ paths: `${root}/set.tar`, ext: 'bin', ...options }) as DataNode)
      : fn.readers.tfrecord({ path: `${root}/set.tfrecord`, features, ...options }).id,
  ])()

const order = { shuffleBlocks: true, blockBytes, blockWindow }

it.each(['webdataset', 'tfrecord'] as const)('asks a server for each block once in an epoch (%s)', async (reader) => {
  const [count, bytes] = sizes[reader]
  const blocks = Math.ceil(count / Math.ceil(blockBytes / bytes))
  await using pipe = open(reader, server.url, order)
  await pipe.build()
  let maxAtOnce = 0
  for (const _ of [1, 2]) {
    // So long that requests meet, however slow this thread is.
    await server.faults({ latencyMs: 30 })
    const seen: number[] = []
    for await (const [batch] of pipe) {
      for (let i = 0; i < batch.length; i++) {
        const { index } = batch.sourceInfo(i)
        const [first] = batch.at(i).dataSync()
        seen.push(Number(first) === (reader === 'tfrecord' ? 20_000 + index : index & 255) ? index : -1)
      }
    }
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i))
    const facts = await server.facts()
    // What comes behind the window and in the next epoch is asked for ahead.
    const more = blockWindow + 4
    expect(facts.requests).toBeLessThanOrEqual(blocks + more)
    expect(facts.requests).toBeGreaterThanOrEqual(blocks - more)
    expect(facts.bytes).toBeLessThan((blocks + more) * (blockBytes + bytes + 200))
    maxAtOnce = Math.max(maxAtOnce, facts.maxAtOnce)
  }
  // The first epoch asks for a window at once; of the second, few requests may be left when the first ends.
  expect(maxAtOnce).toBeGreaterThanOrEqual(blockWindow)
})

/** All samples of an epoch. */
async function all(root: string, options: Record<string, unknown>): Promise<string[]> {
  await using pipe = open('webdataset', root, options)
  const seen: string[] = []
  for await (const [batch] of pipe) for (const one of batch) seen.push(`${one.dataSync().subarray(0, 4)}`)
  return seen
}

const orders = { blocks: order, shards: { ...order, numShards: 3, shardId: 1, stickToShard: true, padLastBatch: true } }
const names = portion(Object.keys(orders) as (keyof typeof orders)[])
it.each(names)('gives what a disk gives: %s', { tags: 'property' }, async (name) => {
  const options = orders[name]
  expect(await all(server.url, options)).toEqual(await all(folder, options))
})

// Each file counts as 65,536 bytes, so that two are a block.
it('makes the blocks of whole files that a disk makes', async () => {
  const names = Array.from({ length: 24 }, (_, i) => `whole${i}.bin`)
  for (const [i, name] of names.entries()) writeFileSync(join(folder, name), Buffer.alloc(90_000, i))
  const seen = async (root: string) => {
    const files = names.map((name) => `${root}/${name}`)
    await using pipe = pipelineDef({ batchSize: 8 }, () => fn.readers.file({ files, ...order, blockWindow: 1 })[1])()
    const labels: number[] = []
    for await (const [batch] of pipe) for (const label of batch) labels.push(Number(label.dataSync()[0]))
    return labels
  }
  const found = await seen(server.url)
  expect(found).toEqual(await seen(folder))
  for (let i = 0; i < found.length; i += 2) expect(found[i]! ^ 1).toBe(found[i + 1])
})

it('leaves nothing behind', { tags: 'long' }, async () => {
  await all(server.url, order)
  const before = resources()
  await all(server.url, order)
  // An epoch that is left early gives up the blocks that are on their way.
  await server.faults({ latencyMs: 5 })
  for (let i = 0; i < 3; i++) {
    await using pipe = open('webdataset', server.url, order)
    for await (const [batch] of pipe) if (batch.length) break
  }
  await expect.poll(handles, { timeout: 10_000 }).toBe(0)
  await expectReturned(before)
})
