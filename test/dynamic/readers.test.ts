// Readers of imperative mode: the samples that a pipeline's reader gives, in every way to loop over them, and what
// happens to batches that nobody releases.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { fn, pipelineDef } from 'penstock-data'
import { describe, expect, it, test } from 'vitest'
import { endIdleThreads } from '../../src/actors/stage-threads.js'
import { type Batch, readers } from '../../src/dynamic.js'
import { dispose, epoch, failure, look, out, until, type Way } from '../util/dynamic-readers.js'
import { fileBytes, someFiles, tempFolder } from '../util/files.js'
import { threads } from '../util/resources.js'
import { portion } from '../util/soak.js'

const some = someFiles(23)
const data = { fileRoot: some.root, files: some.files }
const ways: Way[] = ['for await', 'for']

/** What a pipeline gives, epoch by epoch. */
async function expected(args: object, batchSize: number, seed: number, epochs: number): Promise<number[][][]> {
  await using pipe = pipelineDef({ batchSize, seed, numThreads: 2 }, () => fn.readers.file({ ...data, ...args }))()
  const all: number[][][] = []
  for (let e = 0; e < epochs; e++) {
    const batches: number[][] = []
    for await (const [, labels] of pipe) {
      batches.push([...labels!].map((t) => t.dataSync()[0] as number))
      labels!.release()
    }
    all.push(batches)
  }
  return all
}

const orders = [
  {},
  { randomShuffle: true },
  { randomShuffle: true, initialFill: 5 },
  { shuffleAfterEpoch: true },
  { numShards: 3, shardId: 1 },
  { numShards: 3, shardId: 1, stickToShard: true, randomShuffle: true },
  { numShards: 3, shardId: 2, padLastBatch: true },
  { padLastBatch: true, shuffleAfterEpoch: true },
]

describe.each(ways)('%s', (way) => {
  test.each(portion(orders, 2, ways.indexOf(way)))(
    'the order of a pipeline: %j',
    { tags: 'property' },
    async (args) => {
      const want = await expected(args, 4, 7, 4)
      await using reader = readers.file({ ...data, ...args, batchSize: 4, seed: 7 })
      for (const batches of want) {
        expect(reader.numBatches()).toBe(batches.length)
        expect(await epoch(reader, way)).toEqual(batches)
      }
    },
  )

  test.each([{ randomShuffle: true }, { numShards: 3, padLastBatch: true }])(
    'samples come one by one: %j',
    async (args) => {
      const want = await expected(args, 1, 3, 3)
      await using reader = readers.file({ ...data, ...args, seed: 3 })
      for (const samples of want) expect(await epoch(reader, way)).toEqual(samples)
    },
  )

  test('a later epoch may have another batch size', async () => {
    await using reader = readers.file({ ...data, randomShuffle: true, seed: 5 })
    const [first, second, third, fourth] = await expected({ randomShuffle: true }, 1, 5, 4)
    expect((await epoch(reader, way, 5)).flat()).toEqual(first!.flat())
    expect(await epoch(reader, way, 9)).toHaveLength(3)
    expect((await epoch(reader, way)).flat()).toEqual(third!.flat())
    expect((await epoch(reader, way, 5)).flat()).toEqual(fourth!.flat())
    expect(second).toHaveLength(23)
  })

  test('a loop that is left early begins the next epoch afresh', async () => {
    const want = await expected({ randomShuffle: true }, 4, 7, 6)
    await using reader = readers.file({ ...data, randomShuffle: true, batchSize: 4, seed: 7 })
    for (const [e, batches] of want.entries()) {
      expect(await epoch(reader, way, undefined, e + 1)).toEqual(batches.slice(0, e + 1))
    }
  })

  test('a loop whose body throws leaves its epoch', async () => {
    const want = await expected({}, 4, 7, 2)
    await using reader = readers.file({ ...data, batchSize: 4 })
    const throwing = async () => {
      if (way === 'for') for (const _ of reader.nextEpoch()) throw new RangeError('mine')
      else for await (const _ of reader.nextEpoch()) throw new RangeError('mine')
    }
    await expect(throwing()).rejects.toThrow('mine')
    expect(await epoch(reader, way)).toEqual(want[1])
  })
})

test('both ways to loop over one reader may be left at any point', async () => {
  const want = await expected({ randomShuffle: true }, 4, 7, 40)
  await using reader = readers.file({ ...data, randomShuffle: true, batchSize: 4, seed: 7 })
  for (const [e, batches] of want.entries()) {
    const most = (e * 5) % 8
    if (most === 0) continue
    // An epoch that nobody begins does not count.
    const number = want.slice(0, e).filter((_, i) => (i * 5) % 8).length
    expect(await epoch(reader, ways[(e * 3) % 2]!, undefined, most), `epoch ${number}`).toEqual(
      want[number]!.slice(0, most),
    )
    expect(batches).toHaveLength(6)
  }
})

test("a pipeline's reader has the order of its own seed", async () => {
  const args = { randomShuffle: true }
  const [want] = await expected(args, 4, 7, 1)
  expect(await expected({ ...args, seed: 7 }, 4, 8, 1)).toEqual([want])
  expect(await expected({ ...args, seed: -1 }, 4, 7, 1)).toEqual([want])
  expect(await expected(args, 4, 8, 1)).not.toEqual([want])
})

test("shard: 'auto' reads the launcher's variables", async () => {
  process.env.RANK = '1'
  process.env.WORLD_SIZE = '2'
  try {
    await using reader = readers.file({ ...data, shard: 'auto', batchSize: 4 })
    expect(reader.getMetadata()).toMatchObject({ shardId: 1, numberOfShards: 2, epochSize: 23 })
    expect((await epoch(reader, 'for')).flat()).toEqual([...Array(12).keys()].map((i) => i + 11))
  } finally {
    delete process.env.RANK
    delete process.env.WORLD_SIZE
  }
})

test('a reader knows its data', async () => {
  await using reader = readers.file({ ...data, numShards: 2, padLastBatch: true, batchSize: 5 })
  expect(reader.epochSize).toBe(23)
  expect(reader.readerMeta()).toEqual({
    ...{ epochSize: 23, epochSizePadded: 24, numberOfShards: 2, shardId: 0 },
    ...{ padLastBatch: true, stickToShard: false, classes: [], ignoredFiles: 0 },
  })
  expect(reader.numBatches()).toBe(3)
  expect(reader.numBatches(4)).toBe(3)
  const [[files, labels]] = [...reader.nextEpoch()] as [[Batch, Batch]]
  expect([files.length, files.dtype, labels.dtype, labels.shape[0]]).toEqual([5, 'uint8', 'int32', [1]])
})

describe('a second loop', () => {
  const mixed = { code: 'API_MIXED', callSite: expect.stringMatching(/readers\.test\.ts:\d+/) }

  test.each(ways)('is refused: %s', async (way) => {
    await using reader = readers.file({ ...data, batchSize: 4 })
    for await (const item of reader.nextEpoch()) {
      expect(await failure(() => epoch(reader, way))).toMatchObject({ code: 'API_MIXED' })
      expect(look(item)).toEqual([0, 1, 2, 3])
      break
    }
    expect(await epoch(reader, way)).toHaveLength(6)
  })

  it('names the line that began it', async () => {
    await using reader = readers.file({ ...data, batchSize: 4 })
    for await (const _ of reader.nextEpoch()) {
      expect(await failure(() => [...reader.nextEpoch()])).toMatchObject(mixed)
      expect(await failure(() => reader.setState(reader.getState()))).toMatchObject(mixed)
    }
  })

  it('is refused over one nextEpoch(), too', async () => {
    await using reader = readers.file({ ...data, batchSize: 4 })
    const all = reader.nextEpoch()
    expect([...all].flatMap((item) => look(item))).toHaveLength(23)
    expect(await failure(() => [...all])).toMatchObject(mixed)
  })
})

describe('errors', () => {
  const line = (text: string) => {
    const lines = readFileSync(new URL(import.meta.url), 'utf8').split('\n')
    return new RegExp(`readers\\.test\\.ts:${lines.findIndex((l) => l.includes(text)) + 1}:`)
  }

  test.each(ways)('a missing file, %s: the batches before it come, and the next epoch may be tried', async (way) => {
    const files = [...some.files.slice(0, 9), 'nowhere.bin']
    await using reader = readers.file({ ...data, files, batchSize: 4 }) // the missing one
    await using pipe = pipelineDef({ batchSize: 4 }, () => fn.readers.file({ ...data, files }))()
    const wanted = await failure(async () => {
      for (;;) (await pipe.run())[0]!.release()
    })
    for (let e = 0; e < 2; e++) {
      const seen: number[] = []
      const error = await failure(async () => {
        if (way === 'for') for (const item of reader.nextEpoch()) seen.push(...look(item))
        else for await (const item of reader.nextEpoch()) seen.push(...look(item))
      })
      const { code, sample, detail } = wanted
      expect(error).toMatchObject({ code, sample, detail, callSite: expect.stringMatching(line('// the missing one')) })
      expect(seen).toEqual([...Array(8).keys()])
    }
  })

  test('an empty data set fails', async () => {
    const fileRoot = tempFolder()
    const reader = readers.file({ fileRoot, batchSize: 4 }) // the empty one
    const where = { code: 'EMPTY_DATASET', callSite: expect.stringMatching(line('// the empty one')) }
    for (const way of ways) expect(await failure(() => epoch(reader, way))).toMatchObject(where)
    expect(await failure(() => reader.epochSize)).toMatchObject(where)
    const none = readers.file({ fileRoot: join(fileRoot, 'none'), batchSize: 4 })
    expect(await failure(() => epoch(none, 'for await'))).toMatchObject({ code: 'FILE_NOT_FOUND' })
  })

  test('wrong arguments are refused', async () => {
    const wrong: [() => unknown, RegExp][] = [
      [() => readers.file({ ...data, random_shuffle: true } as never), /did you mean 'randomShuffle'/],
      [() => readers.file({ ...data, batchSize: 0 }), /from 1 to 65536 for batchSize but received 0/],
      [() => readers.file({ ...data, prefetchQueueDepth: 0 }), /for prefetchQueueDepth but received 0/],
      [() => readers.file({ ...data, numShards: 24 }).epochSize, /numShards/],
      [() => readers.file(data).nextEpoch({ batchSize: 1.5 }), /for batchSize but received 1\.5/],
    ]
    for (const [body, message] of wrong) {
      const error = await failure(body)
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', callSite: expect.stringMatching(/readers\.test\.ts/) })
      expect(error.message).toMatch(message)
    }
  })

  test("onError 'skip' fills batches up", async () => {
    const files = some.files.flatMap((file, i) => (i % 3 === 1 ? [`no${i}.bin`, file] : [file]))
    const labels = files.map((file) => some.files.indexOf(file))
    await using reader = readers.file({ ...data, files, labels, batchSize: 4, onError: 'skip' })
    const batches = await epoch(reader, 'for await')
    expect(batches.map((b) => b.length)).toEqual([4, 4, 4, 4, 4, 3])
    expect(batches.flat()).toEqual([...Array(23).keys()])
    expect((await epoch(reader, 'for')).flat()).toEqual([...Array(23).keys()])
  })

  test('a signal ends the loop, and the reader goes on', async () => {
    await using reader = readers.file({ ...data, batchSize: 4 })
    const end = new AbortController()
    let seen = 0
    const error = await failure(async () => {
      for await (const _ of reader.nextEpoch({ signal: end.signal })) if (++seen === 2) end.abort('enough')
    })
    expect(error).toMatchObject({ code: 'ABORTED', cause: 'enough' })
    expect(seen).toBe(2)
    expect(await failure(() => [...reader.nextEpoch({ signal: end.signal })])).toMatchObject({ code: 'ABORTED' })
    for (const way of ways) expect(await epoch(reader, way)).toHaveLength(6)
  })

  test('a closed reader refuses to begin a loop', async () => {
    const reader = readers.file({ ...data, batchSize: 4 })
    let kept: [Batch, Batch] | undefined
    for await (const item of reader.nextEpoch()) {
      kept = item
      break
    }
    await reader.close()
    await reader.close()
    expect(look(kept!)).toEqual([0, 1, 2, 3])
    for (const body of [() => reader.nextEpoch(), () => reader.epochSize, () => reader.getState()]) {
      expect(await failure(body)).toMatchObject({ code: 'PIPELINE_CLOSED' })
    }
  })
})

describe('memory', () => {
  test('a batch that is disposed goes back at once', async () => {
    await using reader = readers.file({ ...data, batchSize: 4 })
    for (const [files, labels] of reader.nextEpoch()) {
      expect(out(reader)).toBe(1)
      dispose(files)
      expect(out(reader)).toBe(1)
      dispose(labels)
      expect(out(reader)).toBe(0)
    }
  })

  test('a loop that is left gives back what it had asked for', async () => {
    await using reader = readers.file({ ...data, batchSize: 4 })
    for await (const item of reader.nextEpoch()) {
      dispose(...item)
      break
    }
    await until('the batch behind', () => out(reader) === 0)
  })

  test('samples share a batch, which goes back with the last of them', async () => {
    await using reader = readers.file(data)
    let n = 0
    for (const item of reader.nextEpoch()) {
      expect(look(item)).toEqual([n++])
      dispose(...item)
      expect(out(reader)).toBe(1)
    }
    expect(out(reader)).toBe(0)
  })

  test('the next batch is asked for while the loop has this one', async () => {
    await using reader = readers.file({ ...data, batchSize: 4 })
    let n = 0
    for await (const item of reader.nextEpoch()) {
      await until('the batch behind', () => out(reader) === 2)
      expect(look(item)[0]).toBe(4 * n++)
      dispose(...item)
    }
    // That of the next epoch, which a loop takes.
    expect(out(reader)).toBe(1)
    expect((await epoch(reader, 'for'))[0]).toEqual([0, 1, 2, 3])
    expect(out(reader)).toBe(0)
  })

  // 24 files of 64 KB: a step has 512 KB.
  const large = someFiles(8)
  const big = Array.from({ length: 8 }, (_, i) => `a/000${i}.bin`)

  test.each(ways)('stays flat over 2000 steps without dispose, %s', { timeout: 120_000, tags: 'long' }, async (way) => {
    const { appendFileSync } = await import('node:fs')
    const { statSync } = await import('node:fs')
    for (const name of big) {
      const path = join(large.root, name)
      if (statSync(path).size < 65536) appendFileSync(path, new Uint8Array(65536))
    }
    await using reader = readers.file({ fileRoot: large.root, files: big, batchSize: 8 })
    let most = 0
    let base = 0
    let steps = 0
    const see = ([files, labels]: [Batch, Batch]) => {
      const [bytes] = files.tensors.map((t) => t.dataSync() as Uint8Array)
      expect(bytes![0]).toBe(labels.tensors[0]!.dataSync()[0])
      most = Math.max(most, out(reader))
      steps++
      if (steps === 500) base = process.memoryUsage().rss
    }
    while (steps < 2000) {
      if (way === 'for') for (const item of reader.nextEpoch()) see(item)
      else for await (const item of reader.nextEpoch()) see(item)
    }
    // Half a MiB each: what is collected late is a matter of bytes.
    expect(most).toBeLessThanOrEqual(258)
    expect(process.memoryUsage().rss - base).toBeLessThan(150e6)
  })

  test('an array that looks at a batch keeps it', async () => {
    await using reader = readers.file({ ...data, batchSize: 4, randomShuffle: true })
    const kept: { label: number; bytes: Uint8Array }[] = []
    const take = async () => {
      for await (const [files, labels] of reader.nextEpoch()) {
        kept.push({
          label: labels.tensors[2]?.dataSync()[0] as number,
          bytes: (files.tensors[2]?.dataSync() ?? new Uint8Array()) as Uint8Array,
        })
      }
    }
    for (let e = 0; e < 5; e++) {
      await take()
      for (let i = 0; i < 3; i++) {
        globalThis.gc!()
        await turn()
      }
    }
    for (const { label, bytes } of kept) if (bytes.length) expect([...bytes]).toEqual([...fileBytes(label)])
  })

  test('batches that were dropped go back, and so does a reader', async () => {
    // Those that wait for another stage would be taken, and none would be added.
    await endIdleThreads()
    const before = threads()
    const drop = async () => {
      const all = Array.from({ length: 3 }, () => readers.file({ ...data, batchSize: 4 }))
      for (const reader of all) for await (const _ of reader.nextEpoch()) break
      expect(threads()).toBeGreaterThanOrEqual(before + 3)
    }
    await drop()
    await until('threads of readers that nobody has', () => threads() < before + 3)
  })
})
