// Elastic readers in pipelines: every reader's checkpoint, taken on some shards, goes on on others. A reader needs no test of
// its own: its set in sets/ is enough.
import { fn, iterate, pipelineDef, type TensorList } from 'penstock-data'
import { beforeAll, describe, expect, it } from 'vitest'
import { someFiles } from '../util/files.js'
import { runs } from '../util/soak.js'
import { range } from './helpers.js'
import { toldOf, writtenSets } from './sets/pipelines.js'
import { readerNames } from './sets/sets.js'

let pipeline: Awaited<ReturnType<typeof writtenSets>>
beforeAll(async () => {
  pipeline = await writtenSets()
})

const told = (outputs: readonly TensorList[]) => toldOf(outputs).map((sample) => JSON.stringify(sample))

describe.each(readerNames)('%s', (reader) => {
  const shuffled = { elastic: true, shuffleAfterEpoch: true }

  it('goes on with another number of shards, again and again in one run', async () => {
    const whole = pipeline(reader, { batchSize: 1, args: shuffled })
    const size = Object.values(whole.readerMeta())[0]!.epochSize
    const expected: string[] = []
    for (let i = 0; i < runs(60, 20); i++) expected.push(...told((await whole.run()) as TensorList[]))
    await whole.close()
    const found: string[] = []
    let checkpoint: string | undefined
    for (const turn of range(runs(12, 4))) {
      const numShards = 1 + ((turn * 7) % Math.min(4, size))
      const batchSize = 1
      const pipes = []
      for (const shardId of range(numShards)) {
        const shard = numShards === 1 ? {} : { numShards, shardId }
        pipes.push(pipeline(reader, { batchSize, checkpoint, args: { ...shuffled, ...shard } }))
      }
      const batches = await Promise.all(pipes.map((pipe) => pipe.run() as Promise<TensorList[]>))
      const rows = batches.map(told)
      for (const k of range(batchSize)) found.push(...rows.map((row) => row[k]!))
      const texts = await Promise.all(pipes.map((pipe) => pipe.checkpoint()))
      const places = texts.map((text) => JSON.stringify((JSON.parse(text) as { inputs: unknown }).inputs))
      expect(new Set(places).size).toBe(1)
      checkpoint = texts[0]
      await Promise.all(pipes.map((pipe) => pipe.close()))
    }
    expect(found).toEqual(expected.slice(0, found.length))
  })
})

describe('in a loop over epochs', () => {
  const { root, files } = someFiles(7)
  const define = pipelineDef({ batchSize: 2 }, (shardId: number, numShards: number, more: object = {}) =>
    fn.readers.file({ fileRoot: root, files, elastic: true, shuffleAfterEpoch: true, shardId, numShards, ...more }),
  )
  const epoch = async (pipe: Awaited<ReturnType<typeof define>>, most = Number.POSITIVE_INFINITY) => {
    const batches: number[][] = []
    for await (const batch of pipe) {
      const [, labels] = batch
      batches.push(range(labels.length).map((i) => labels.sourceInfo(i).index))
      if (batches.length === most) return { batches, checkpoint: await pipe.checkpoint() }
    }
    return { batches, checkpoint: await pipe.checkpoint() }
  }

  it('shards with nothing left have an empty rest of an epoch, and their part of the next one', async () => {
    const alone = await define({ seed: 1 }, 0, 1)
    const [first, second] = [(await epoch(alone)).batches.flat(), (await epoch(alone)).batches.flat()]
    await alone.close()
    const begun = await define({ seed: 1 }, 0, 1)
    const { checkpoint, batches } = await epoch(begun, 3)
    await begun.close()
    expect(batches.flat()).toEqual(first.slice(0, 6))
    const pipes = []
    for (const shard of range(3)) pipes.push(await define({ checkpoint }, shard, 3))
    expect(pipes.map((pipe) => pipe.position)).toEqual(range(3).map(() => ({ epoch: 0, batch: 1 })))
    const rests: Awaited<ReturnType<typeof epoch>>[] = []
    for (const pipe of pipes) rests.push(await epoch(pipe))
    expect(rests.map((rest) => rest.batches)).toEqual([[[first[6]]], [], []])
    expect(rests.map((rest) => JSON.parse(rest.checkpoint).inputs)).toEqual(
      range(3).map(() => JSON.parse(rests[0]!.checkpoint).inputs),
    )
    const next = []
    for (const pipe of pipes) next.push((await epoch(pipe)).batches.flat())
    expect(next).toEqual(range(3).map((shard) => second.filter((_, k) => k % 3 === shard)))
    for (const pipe of pipes) await pipe.close()
  })

  it('refuses a checkpoint of readers that are not elastic', async () => {
    const parts = await define({ seed: 1 }, 0, 2, { elastic: false })
    const checkpoint = await parts.checkpoint()
    await parts.close()
    expect(() => define({ checkpoint }, 0, 2)).toThrow(
      expect.objectContaining({ code: 'CHECKPOINT_MISMATCH', hint: expect.stringContaining('elastic') as string }),
    )
  })

  it('needs padding under iterate(), and has the numbers of its shards there', async () => {
    const shards = async (more: object) => [
      await define({ seed: 1 }, 0, 2, more),
      await define({ seed: 1 }, 1, 2, more),
    ]
    const bare = await shards({ name: 'r' })
    expect(() => iterate(bare, { readerName: 'r', outputMap: ['files', 'labels'] })).toThrow(/padLastBatch/)
    for (const pipe of bare) await pipe.close()
    const padded = await shards({ name: 'r', padLastBatch: true })
    const given = []
    for await (const items of iterate(padded, {
      readerName: 'r',
      outputMap: ['files', 'labels'],
      lastBatchPolicy: 'partial',
    })) {
      given.push(items.map(({ labels }) => labels!.length))
    }
    expect(given).toEqual([
      [2, 2],
      [2, 1],
    ])
    for (const pipe of padded) await pipe.close()
  })
})
