// Run by check-new-reader.ts with a scaffolded reader, whose samples are the lines of a text file. Checks shards,
// shuffles, padding, epochs, checkpoints, sources, imperative mode and capture, none of whose code names the reader.
// Fails at the first difference.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'

const folder = mkdtempSync(join(tmpdir(), 'penstock-probe-'))
process.on('exit', () => rmSync(folder, { recursive: true }))
const path = join(folder, 'lines.txt')
const lines = Array.from({ length: 23 }, (_, i) => `line ${i} ${'x'.repeat(i % 5)}`)
writeFileSync(path, `${lines.join('\n')}\n`)

const text = (bytes) => Buffer.from(bytes).toString()
const textsOf = (batch) => Array.from({ length: batch.length }, (_, i) => text(batch.at(i).dataSync()))
const pipeline = (args = {}) =>
  pipelineDef({ batchSize: 4, numThreads: 1 }, () => fn.readers.scaffoldProbe({ path, name: 'probe', ...args }))()

async function withPipeline(args, body) {
  const pipe = pipeline(args)
  try {
    return await body(pipe)
  } finally {
    await pipe.close()
  }
}

/** The lines of an epoch, in the order in which a pipeline gives them. */
const epoch = (args) =>
  withPipeline(args, async (pipe) => {
    const found = []
    for await (const [batch] of pipe) found.push(...textsOf(batch))
    return found
  })
const sorted = (list) => [...list].sort()

assert.deepEqual(await epoch(), lines)
const shuffled = await epoch({ randomShuffle: true, seed: 5 })
assert.notDeepEqual(shuffled, lines)
assert.deepEqual(sorted(shuffled), sorted(lines))
const mixed = await epoch({ shuffleBlocks: true, blockBytes: 30, blockWindow: 3 })
assert.notDeepEqual(mixed, lines)
assert.deepEqual(sorted(mixed), sorted(lines))
const shards = await Promise.all([0, 1, 2].map((shardId) => epoch({ shardId, numShards: 3, shuffleAfterEpoch: true })))
assert.deepEqual(sorted(shards.flat()), sorted(lines))
assert.notDeepEqual(shards.flat(), lines)
assert.equal((await epoch({ padLastBatch: true, shardId: 0, numShards: 3 })).length, 8)

await withPipeline({}, async (pipe) => {
  const [batch] = await pipe.run()
  assert.equal(batch.sourceInfo(1).source, `${path}:${lines[0].length + 1}`)
  assert.equal(pipe.readerMeta('probe').epochSize, lines.length)
  assert.match(String(pipe), /probe/)
})

// Imperative mode gives the same order, and another reader continues from a saved state.
const args = { path, randomShuffle: true, seed: 5, batchSize: 4 }
async function loop(reader, count = Number.POSITIVE_INFINITY) {
  const found = []
  for await (const [batch] of reader.nextEpoch()) {
    found.push(...textsOf(batch))
    if (--count <= 0) return { found, state: reader.getState() }
  }
  return { found }
}
const [first, second, third] = [1, 2, 3].map(() => nd.readers.scaffoldProbe(args))
assert.deepEqual((await loop(first)).found, shuffled)
const { found, state } = await loop(second, 2)
assert.equal(JSON.parse(state).op, 'readers.scaffoldProbe')
third.setState(state)
assert.deepEqual([...found, ...(await loop(third)).found], shuffled)
assert.throws(() => nd.readers.file({ files: ['a'] }).setState(state), { code: 'CHECKPOINT_MISMATCH' })

// A captured loop can drive the reader.
const captured = nd.capture(([batch]) => nd.cast(batch, { dtype: 'int32' }), {
  readers: nd.readers.scaffoldProbe(args),
  batchSize: 4,
})
const seen = []
for await (const batch of captured) seen.push(...textsOf(batch))
assert.deepEqual(seen, shuffled)
await captured.close()

// A pipeline restored from a checkpoint continues after the batch at which the checkpoint was taken.
await withPipeline({ randomShuffle: true, seed: 5 }, async (pipe) => {
  await pipe.run()
  const resumed = pipelineDef({ batchSize: 4, numThreads: 1, checkpoint: await pipe.checkpoint() }, () =>
    fn.readers.scaffoldProbe({ path, name: 'probe', randomShuffle: true, seed: 5 }),
  )()
  const [batch] = await resumed.run()
  assert.deepEqual(textsOf(batch), shuffled.slice(4, 8))
  await resumed.close()
})

for (const reader of [first, second, third]) await reader.close()
await assert.rejects(() => withPipeline({ path: `${path}.no` }, (pipe) => pipe.run()), { code: 'FILE_NOT_FOUND' })
assert.throws(() => pipeline({ shardId: 2, numShards: 2 }), { code: 'INVALID_ARGUMENT' })
assert.throws(() => pipeline({ path: undefined }), { code: 'INVALID_ARGUMENT' })
