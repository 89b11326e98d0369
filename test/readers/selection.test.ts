// The samples that a reader takes of its data: indices, skipList, split and where. They are the same for all readers, so a reader needs
// no test of its own: its set in sets/ is enough.
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fn, type Pipeline, pipelineDef, type TensorList } from 'penstock-data'
import { beforeAll, describe, expect, it } from 'vitest'
import { someFiles, tempFolder } from '../util/files.js'
import { entries, type FileArgs, failure, range, scanned } from './helpers.js'
import { toldOf, writtenSets } from './sets/pipelines.js'
import { readerNames } from './sets/sets.js'

let pipeline: Awaited<ReturnType<typeof writtenSets>>
beforeAll(async () => {
  pipeline = await writtenSets()
})

/** One epoch of a pipeline, which is closed. */
async function epochOf(pipe: Pipeline) {
  const samples = []
  for await (const batch of pipe) samples.push(...toldOf(batch as TensorList[]))
  await pipe.close()
  return samples.map(({ source, bytes }) => ({ source, bytes }))
}

/** The part that a name belongs to: FNV-1a of 64 bits, and the last steps of MurmurHash3. */
function fractionOf(name: string): number {
  const word = (x: bigint) => x & 0xffff_ffff_ffff_ffffn
  let hash = 0xcbf29ce484222325n
  for (const byte of Buffer.from(name)) hash = word((hash ^ BigInt(byte)) * 0x100000001b3n)
  hash = word((hash ^ (hash >> 33n)) * 0xff51afd7ed558ccdn)
  hash = word((hash ^ (hash >> 33n)) * 0xc4ceb9fe1a85ec53n)
  return Number((hash ^ (hash >> 33n)) >> 11n) / 2 ** 53
}

describe.each(readerNames)('%s', (reader) => {
  const all = () => epochOf(pipeline(reader, { batchSize: 1, args: {} }))
  const read = (args: Parameters<typeof pipeline>[1]['args']) => epochOf(pipeline(reader, { batchSize: 1, args }))

  it('reads the samples that indices names, in their order', async () => {
    const whole = await all()
    const last = whole.length - 1
    expect(await read({ indices: [last, 0, last] })).toEqual([whole[last], whole[0], whole[last]])
    const ahead = { indices: [last, 0], readAhead: true, shuffleAfterEpoch: true }
    expect(new Set((await read(ahead)).map(({ source }) => source))).toEqual(
      new Set([whole[last]!.source, whole[0]!.source]),
    )
  })

  it('leaves out what a skip list names', async () => {
    const whole = await all()
    const list = join(tempFolder(), 'skip.txt')
    const first = whole[0]!.source
    writeFileSync(list, `${first}\r\nnot/there.jpg\n`)
    const rest = whole.filter(({ source }) => source !== first)
    if (rest.length) expect(await read({ skipList: list })).toEqual(rest)
    else await expect(read({ skipList: [list] })).rejects.toMatchObject({ code: 'EMPTY_DATASET' })
  })

  it('deals each sample to one part of a split', async () => {
    const whole = await all()
    const parts = await Promise.all(
      ['train', 'val', 'test'].map((part) =>
        read({ split: { train: 0.5, val: 0.3, test: 0.2, part } } as never).catch((error) => {
          expect(error).toMatchObject({ code: 'EMPTY_DATASET' })
          return []
        }),
      ),
    )
    expect(parts.flat().length).toBe(whole.length)
    const keys = (samples: typeof whole) => samples.map((sample) => JSON.stringify(sample)).sort()
    expect(keys(parts.flat())).toEqual(keys(whole))
  })
})

describe('indices, skipList and split', () => {
  const root = tempFolder()
  const names = range(200).map((i) => `${['a', 'b'][i % 2]}/${i}.jpg`)
  for (const folder of ['a', 'b']) mkdirSync(join(root, folder))
  for (const name of names) writeFileSync(join(root, name), name)
  const below = (args: object) =>
    entries(scanned({ fileRoot: root, ...args })).map(([, path]) => path.slice(root.length + 1))

  it('a part follows from the name below fileRoot alone', () => {
    const of = (part: 'train' | 'val' | 'test') => below({ split: { train: 0.7, val: 0.2, test: 0.1, part } })
    const within = (from: number, to: number) =>
      below({}).filter((name) => fractionOf(name) >= from && fractionOf(name) < to)
    expect([of('train'), of('val'), of('test')]).toEqual([within(0, 0.7), within(0.7, 0.7 + 0.2), within(0.7 + 0.2, 1)])
    expect(of('train').length).toBeGreaterThan(120)
    expect(of('train').length).toBeLessThan(160)
    expect(below({ split: { train: 0.7, val: 0.2, part: 'val' } })).toEqual(of('val'))
  })

  it('a part of files in other places is the same', () => {
    const other = join(tempFolder(), 'copy')
    mkdirSync(other)
    for (const folder of ['a', 'b', 'c']) mkdirSync(join(other, folder))
    for (const name of [...names, 'c/new.jpg']) writeFileSync(join(other, name), name)
    const split = { train: 0.5, part: 'train' as const }
    const moved = entries(scanned({ fileRoot: `${other}/`, split })).map(([, path]) => path.slice(other.length + 1))
    expect(moved.filter((name) => name !== 'c/new.jpg')).toEqual(below({ split }))
  })

  it('files without a common folder have their own names', () => {
    const split = { train: 0.5, part: 'train' as const }
    const files = names.map((name) => join(root, name))
    const train = entries(scanned({ files, split })).map(([, path]) => basename(path))
    expect(train).toEqual(names.map((name) => basename(name)).filter((name) => fractionOf(name) < 0.5))
  })

  it('labels and classes stay those of the whole', () => {
    const report = scanned({ fileRoot: root, indices: [199, 0] })
    expect(report.classes).toEqual(['a', 'b'])
    expect(report.samples.map(({ label }) => label)).toEqual([1, 0])
    expect(report.count).toBe(2)
  })

  it('act together', () => {
    const skip = join(tempFolder(), 'skip.txt')
    const chosen = below({ indices: range(50) })
    writeFileSync(skip, `${chosen[3]}\n${join(root, chosen[7]!)}\n`)
    expect(below({ indices: range(50), skipList: skip, split: { train: 0.5, part: 'train' } })).toEqual(
      chosen.filter((name, i) => i !== 3 && i !== 7 && fractionOf(name) < 0.5),
    )
  })

  it('shards and shuffles are those of the chosen samples', async () => {
    const define = pipelineDef({ batchSize: 4, seed: 1 }, (shardId: number, more: object) =>
      fn.readers.file({ fileRoot: root, indices: range(40).map((i) => 3 * i), numShards: 2, shardId, ...more }),
    )
    for (const more of [{ shuffleAfterEpoch: true }, { shuffleBlocks: true, blockBytes: 8, blockWindow: 2 }, {}]) {
      const shards = await Promise.all([0, 1].map((shard) => epochOf(define(shard, more) as unknown as Pipeline)))
      const found = shards.flat().map(({ source }) => source)
      expect(shards.map((shard) => shard.length)).toEqual([20, 20])
      expect(found.sort()).toEqual(
        below({})
          .filter((_, i) => i % 3 === 0 && i < 120)
          .map((name) => join(root, name))
          .sort(),
      )
    }
  })

  it('sources of a mixture have their own', async () => {
    const pipe = pipelineDef({ batchSize: 4, seed: 1 }, () =>
      fn.readers.mixture({
        sources: [
          () => fn.readers.file({ fileRoot: root, indices: [5, 6, 7] }),
          () => fn.readers.file({ fileRoot: root, files: names.slice(0, 3) }),
          () => fn.readers.file({ fileRoot: root, split: { train: 0.02, part: 'train' } }),
        ],
        weights: [1, 1, 1],
      }),
    )()
    const found = new Map<number, Set<string>>()
    for (let i = 0; i < 10; i++) {
      const outputs = (await pipe.run()) as unknown as TensorList[]
      const of = outputs.at(-1)!
      for (const k of range(4)) {
        const which = of.at(k).dataSync()[0] as number
        found.set(which, (found.get(which) ?? new Set()).add(outputs[0]!.sourceInfo(k).source.slice(root.length + 1)))
        // What was read is the file that is named.
        expect(Buffer.from(outputs[0]!.at(k).dataSync() as Uint8Array).toString()).toBe(
          outputs[0]!.sourceInfo(k).source.slice(root.length + 1),
        )
      }
    }
    await pipe.close()
    expect([...found.get(0)!].sort()).toEqual(below({ indices: [5, 6, 7] }).sort())
    expect([...found.get(1)!].sort()).toEqual(names.slice(0, 3).sort())
    expect([...found.get(2)!].sort()).toEqual(below({ split: { train: 0.02, part: 'train' } }).sort())
  })

  it('a checkpoint of other samples is refused', async () => {
    const { root: small, files } = someFiles(9)
    const define = pipelineDef({ batchSize: 1 }, (indices: number[]) =>
      fn.readers.file({ fileRoot: small, files, indices }),
    )
    const begun = define([0, 1, 2])
    await begun.run()
    const checkpoint = await begun.checkpoint()
    await begun.close()
    expect(() => define({ checkpoint }, [0, 1, 3])).toThrow(expect.objectContaining({ code: 'CHECKPOINT_MISMATCH' }))
    await using same = define({ checkpoint }, [0, 1, 2])
    const [bytes] = (await same.run()) as TensorList[]
    expect(bytes!.sourceInfo(0).index).toBe(1)
  })

  it.each([
    [{ indices: [0, 200] }, 'INVALID_ARGUMENT', /from 0 to 199 for indices but received 200 at \[1\]/],
    [{ skipList: '/not/there' }, 'FILE_NOT_FOUND', /for skipList but '\/not\/there' does not exist/],
    [{ split: { train: 0.7, val: 0.7, part: 'val' } }, 'INVALID_ARGUMENT', /1 together at most but they are 1\.4/],
    [{ split: { train: 0.7, part: 'val' } }, 'INVALID_ARGUMENT', /a fraction for val in split but received none/],
    [{ split: { train: 1e-9, part: 'train' } }, 'EMPTY_DATASET', /leave none of 200/],
  ] as const)('%j is refused', (args, code, message) => {
    expect(failure(() => scanned({ fileRoot: root, ...args } as never), code).message).toMatch(message)
  })

  it.each([
    [{ indices: [] }, /one value or more|at least one/i],
    [{ indices: [-1] }, /integers from 0 to 2147483646 for indices/],
    [{ split: { train: 0.5 } }, /part/],
    [{ split: { train: 2, part: 'train' } }, /train/],
    [{ split: { training: 0.5, part: 'train' } }, /training/],
  ])('%j is refused where the pipeline is defined', (args, message) => {
    expect(() => pipelineDef({ batchSize: 1 }, () => fn.readers.file({ fileRoot: root, ...args } as never))()).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(message) as string }),
    )
  })
})

describe('where', () => {
  type Where = NonNullable<FileArgs['where']>
  const root = tempFolder()
  const labels = range(12).map((i) => i % 4)
  const files = range(12).map((i) => `${i}.jpg`)
  for (const name of files) writeFileSync(join(root, name), name)
  const kept = (where: Where) => entries(scanned({ fileRoot: root, files, labels, where })).map(([label]) => label)

  it.each([
    [{ equals: 2 }, (x: number) => x === 2],
    [{ not: 2 }, (x: number) => x !== 2],
    [{ in: [1, 3] }, (x: number) => x === 1 || x === 3],
    [{ notIn: [1, 3] }, (x: number) => x !== 1 && x !== 3],
    [{ gt: 1 }, (x: number) => x > 1],
    [{ gte: 1, lt: 3 }, (x: number) => x >= 1 && x < 3],
    [{ lte: 2, not: 0, in: [0, 1, 2] }, (x: number) => x === 1 || x === 2],
  ])('%j keeps the samples whose label is so', (label, expected) => {
    expect(kept({ label })).toEqual(labels.filter(expected))
  })

  it('classes may be named', () => {
    const folders = tempFolder()
    for (const name of ['cat', 'dog', 'fox']) {
      mkdirSync(join(folders, name))
      writeFileSync(join(folders, name, '0.jpg'), name)
    }
    const report = (where: Where) => scanned({ fileRoot: folders, where })
    expect(report({ label: { in: ['fox', 'cat'] } }).samples.map(({ label }) => label)).toEqual([0, 2])
    expect(report({ label: { not: 'dog' } }).classes).toEqual(['cat', 'dog', 'fox'])
    const wrong = failure(() => report({ label: { equals: 'cow' } }), 'INVALID_ARGUMENT')
    expect(wrong.message).toMatch(/there is no class 'cow'.*'cat', 'dog', 'fox'/s)
  })

  it.each([
    [{ size: { gt: 1 } }, 'INVALID_ARGUMENT', /a column of the data for where but there is no column 'size'/],
    [{ label: {} }, 'INVALID_ARGUMENT', /a condition for where\.label but received none/],
    [{ label: { equals: 'cat' } }, 'INVALID_ARGUMENT', /numbers for where\.label but received texts/],
    [{ label: { gt: 9 } }, 'EMPTY_DATASET', /where leave none of 12/],
  ])('%j is refused', (where, code, message) => {
    expect(failure(() => kept(where), code).message).toMatch(message)
  })

  it.each([
    [{ label: { in: [] } }, /a list of numbers or of strings as in of 'label'/],
    [{ label: { in: [1, 'a'] } }, /a list of numbers or of strings/],
    [{ label: { gt: 'a' } }, /a number as gt of 'label'/],
    [{ label: 3 }, /an object of entries/],
  ])('%j is refused where the pipeline is defined', (where, message) => {
    expect(() => pipelineDef({ batchSize: 1 }, () => fn.readers.file({ fileRoot: root, where } as never))()).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(message) as string }),
    )
  })
})
