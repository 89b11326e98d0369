// readers.mixture in pipelines: every reader as a source of it, shards, epochs, checkpoints, bad samples and refusals. The
// order of the samples is tested in mixture.property.test.ts.
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DataNode, fn, Pipeline, pipelineDef, type TensorList } from 'penstock-data'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Graph } from '../../src/graph/types.js'
import { fileBytes, someFiles, tempFolder } from '../util/files.js'
import { hasVideo } from '../util/video.js'
import { range } from './helpers.js'
import { npy } from './npy.js'
import { type ReaderSet, readerNames, setOf, videos } from './sets/sets.js'
import { tar } from './tar.js'

type Outputs = TensorList[]

/** What is told of each sample of a batch, with the bytes of its outputs. */
const told = (outputs: Outputs) =>
  range(outputs[0]!.length).map((i) => {
    const { index, epoch, source } = outputs[0]!.sourceInfo(i)
    const bytes = outputs.map((list) => {
      const data = list.at(i).dataSync()
      const view = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      return createHash('sha256').update(view).digest('hex').slice(0, 16)
    })
    return JSON.stringify({ index, epoch, source, bytes })
  })

const sourcesOf = (list: TensorList) => range(list.length).map((i) => list.at(i).dataSync()[0] as number)

describe('every reader as a source', () => {
  const folder = tempFolder()
  const sets = new Map<string, ReaderSet>()
  beforeAll(async () => {
    for (const name of readerNames) {
      const set = await setOf(name)
      mkdirSync(join(folder, name))
      set.write((file) => join(folder, name, file))
      sets.set(name, set)
    }
  })

  const listOf = (reader: string) => {
    const outputs = sets.get(reader)!.read((file) => join(folder, reader, file))
    return (Array.isArray(outputs) ? outputs : [outputs]) as DataNode[]
  }

  /** Two sources over the reader's set, of which the second one is shuffled; the weights are 2 and 1. */
  async function mixed(reader: string, args: object, checkpoint?: string) {
    const define = pipelineDef({ batchSize: 1, seed: 3 }, () =>
      fn.readers.mixture({ sources: [() => listOf(reader), () => listOf(reader)], weights: [2, 1], ...args }),
    )
    const text = JSON.parse((await define()).serialize()) as { graph: Graph }
    const second = text.graph.nodes.filter(({ op }) => op === reader)[1]!
    Object.assign(second.args, { shuffleAfterEpoch: true })
    return Pipeline.deserialize(JSON.stringify(text), { ...(checkpoint !== undefined && { checkpoint }) })
  }

  it.each(readerNames)('%s', async (reader) => {
    const alone = await pipelineDef({ batchSize: 1, seed: 3 }, () => listOf(reader))()
    const size = Object.values(alone.readerMeta())[0]!.epochSize
    const bytes = new Map<number, unknown>()
    for (const _ of range(size)) {
      const [one] = told((await alone.run()) as Outputs).map((line) => JSON.parse(line))
      bytes.set(one.index, one)
    }
    await alone.close()
    const whole = await mixed(reader, {})
    const expected: string[] = []
    for (const k of range(12)) {
      const outputs = (await whole.run()) as Outputs
      const from = sourcesOf(outputs.at(-1)!)[0]!
      expect(from).toBe([0, 0, 1][k % 3])
      const [line] = told(outputs)
      const { index, epoch, source, bytes: own } = JSON.parse(line!)
      const same = bytes.get(index - from * size) as { source: string; bytes: string[] }
      expect({ source, bytes: own.slice(0, -1) }).toEqual({ source: same.source, bytes: same.bytes })
      const count = from ? Math.floor(k / 3) : k - Math.floor(k / 3)
      expect(epoch).toBe(Math.floor(count / size))
      expected.push(line!)
    }
    await whole.close()
    const found: string[] = []
    let checkpoint: string | undefined
    for (const numShards of [1, 2, 3, 1, 2]) {
      if (numShards > 2 * size) continue
      const pipes = []
      for (const shardId of range(numShards)) pipes.push(await mixed(reader, { numShards, shardId }, checkpoint))
      for (const pipe of pipes) found.push(...told((await pipe.run()) as Outputs))
      const texts = await Promise.all(pipes.map((pipe) => pipe.checkpoint()))
      const places = texts.map((text) => JSON.stringify((JSON.parse(text) as { inputs: unknown }).inputs))
      expect(new Set(places).size).toBe(1)
      checkpoint = texts[0]
      for (const pipe of pipes) await pipe.close()
    }
    expect(found).toEqual(expected.slice(0, found.length))
  })
})

describe('a mixture', () => {
  const { root, files } = someFiles(10)
  const part = (from: number, to: number, more: object = {}) =>
    fn.readers.file({ fileRoot: root, files: files.slice(from, to), ...more })
  const define = pipelineDef({ batchSize: 4 }, (args: object = {}) =>
    fn.readers.mixture({
      name: 'mix',
      sources: [() => part(0, 6), () => part(6, 9), () => part(9, 10)],
      weights: [4, 2, 1],
      ...args,
    }),
  )
  const epochOf = async (pipe: Awaited<ReturnType<typeof define>>) => {
    const batches: number[][] = []
    for await (const batch of pipe) {
      const [contents] = batch as Outputs
      batches.push(range(contents!.length).map((i) => contents!.sourceInfo(i).index))
    }
    return batches
  }

  it('is one stage, whose program reads from the source of each sample', async () => {
    const pipe = await define()
    await pipe.build()
    expect(pipe.statistics().stages.map(({ kind }) => kind)).toEqual(['reader', 'sink'])
    const [stage] = pipe.statistics().stages
    expect(stage!.ops.map(({ op }) => op)).toEqual(['readers.file', 'readers.file', 'readers.file'])
    expect(pipe.readerMeta('mix')).toMatchObject({ epochSize: 10, numberOfShards: 1, elastic: true })
    await pipe.close()
  })

  it.each([
    ['repeat', 10],
    ['stop', 7],
    ['drop', 10],
  ])("ends an epoch with onEnd: '%s' after %i samples, for all shards together", async (onEnd, size) => {
    const alone = await define({ onEnd })
    const epochs = [await epochOf(alone), await epochOf(alone)].map((batches) => batches.flat())
    await alone.close()
    expect(epochs.map((epoch) => epoch.length)).toEqual([size, size])
    if (onEnd === 'drop') expect(epochs[0]!.toSorted((a, b) => a - b)).toEqual(range(10))
    if (onEnd === 'stop') expect(epochs[1]).toEqual(epochs[0])
    const shards = []
    for (const shardId of range(3)) shards.push(await define({ onEnd, numShards: 3, shardId }))
    for (const epoch of epochs) {
      const parts = []
      for (const pipe of shards) parts.push((await epochOf(pipe)).flat())
      expect(parts).toEqual(range(3).map((shard) => epoch.filter((_, k) => k % 3 === shard)))
    }
    for (const pipe of shards) await pipe.close()
  })

  it('has a small checkpoint with 64 sources, which another number of shards goes on with', async () => {
    const many = pipelineDef({ batchSize: 2 }, (args: object = {}) => {
      const sources = range(64).map((i) => () => part(i % 9, (i % 9) + 1, { shuffleAfterEpoch: true }))
      return fn.readers.mixture({ sources, weights: range(64).map((i) => i + 1), ...args })
    })
    const pipe = await many()
    for (const _ of range(5)) await pipe.run()
    const checkpoint = await pipe.checkpoint()
    const next = told((await pipe.run()) as Outputs)
    await pipe.close()
    expect(checkpoint.length).toBeLessThan(4096)
    const halves = []
    for (const shardId of [0, 1]) {
      const half = await many({ checkpoint }, { numShards: 2, shardId })
      halves.push(told((await half.run()) as Outputs)[0])
      await half.close()
    }
    expect(halves).toEqual(next)
  })

  it('takes as much memory for the samples of a batch with 64 sources as with one', async () => {
    const fileRoot = tempFolder()
    writeFileSync(join(fileRoot, 'a.npy'), npy({ shape: [4], data: Buffer.alloc(16) }))
    const tablesOf = async (count: number) => {
      const sources = range(count).map(() => () => fn.readers.numpy({ fileRoot }))
      const options = { batchSize: 256, memoryBudget: { host: 2 ** 30 } }
      const pipe = pipelineDef(options, () => fn.readers.mixture({ sources, weights: range(count).map(() => 1) }))()
      await pipe.run()
      const { host, slots, scratch } = pipe.statistics().memory
      await pipe.close()
      return host - slots - scratch
    }
    expect(await tablesOf(64)).toBeLessThan(1.2 * (await tablesOf(1)))
  })

  describe('with weights that change', () => {
    const weights = (...rows: [from: number, ...weights: number[]][]) => ({
      weights: rows.map(([from, ...weights]) => ({ from, weights })),
    })
    const sourcesIn = async (pipe: Awaited<ReturnType<typeof define>>, batches: number) => {
      const out: number[][] = []
      for (const _ of range(batches)) out.push(sourcesOf(((await pipe.run()) as Outputs)[2]!))
      return out.flat()
    }

    it('gives each sample the weights of its place in the stream, over ends of epochs and on all shards', async () => {
      const changing = weights([0, 4, 2, 1], [7, 0, 1, 1], [13, 1, 0, 0])
      const pipe = await define({ batchSize: 1 }, changing)
      const seen = await sourcesIn(pipe, 20)
      await pipe.close()
      expect(seen.join('')).toBe('00101021212120000000')
      const halves = []
      for (const shardId of [0, 1]) {
        const half = await define({ batchSize: 1 }, { ...changing, numShards: 2, shardId })
        halves.push(await sourcesIn(half, 10))
        await half.close()
      }
      expect(halves).toEqual([0, 1].map((shard) => seen.filter((_, k) => k % 2 === shard)))
    })

    it('goes on from a checkpoint with other weights from there on, and not with others before', async () => {
      const first = await define({ batchSize: 1 }, { weights: [4, 2, 1] })
      const before = await sourcesIn(first, 9)
      const checkpoint = await first.checkpoint()
      await first.close()
      const changed = weights([0, 4, 2, 1], [9, 1, 0, 3])
      const whole = await define({ batchSize: 1 }, changed)
      const all = await sourcesIn(whole, 20)
      await whole.close()
      const second = await define({ batchSize: 1, checkpoint }, changed)
      expect([...before, ...(await sourcesIn(second, 11))]).toEqual(all)
      const again = await second.checkpoint()
      await second.close()
      const third = await define({ checkpoint: again }, weights([0, 4, 2, 1], [9, 1, 0, 3], [1000, 1, 1, 1]))
      await third.close()
      for (const other of [
        { weights: [4, 2, 1] },
        weights([0, 4, 2, 1], [8, 1, 0, 3]),
        weights([0, 4, 1, 1], [9, 1, 0, 3]),
      ]) {
        await expect(async () => define({ checkpoint: again }, other)).rejects.toThrow(
          expect.objectContaining({ code: 'CHECKPOINT_MISMATCH' }),
        )
      }
    })

    it.each([
      ['that begin later', weights([1, 1, 1, 1]), /sample 0 for from of weights\[0\]/],
      [
        'that do not ascend',
        weights([0, 1, 1, 1], [5, 1, 1, 2], [5, 1, 1, 3]),
        /a sample after 5 for from of weights\[2\]/,
      ],
      ['of other lengths', weights([0, 1, 1, 1], [5, 1, 1]), /3 weights in weights\[1\]/],
      ['of other sources', weights([0, 1, 1], [5, 1, 1]), /Expected 2 sources/],
      [
        'that are no rows',
        { weights: [{ from: 0, weights: [1, 1, 1] }, [5, 1, 1, 1]] },
        /\{ from, weights \} for weights\[1\]/,
      ],
      ['that are 0', weights([0, 1, 1, 1], [5, 0, 0, 0]), /weights above 0 from sample 5/],
      ['of which a source has none', weights([0, 1, 0, 1], [5, 1, 0, 2]), /0 for sources\[1\]/],
      [
        'of epochs that end with a source',
        { ...weights([0, 1, 1, 1], [5, 1, 2, 1]), onEnd: 'stop' },
        /'repeat' for onEnd/,
      ],
    ])('refuses those %s', async (_, args, message) => {
      await expect(async () => define(args)).rejects.toThrow(
        expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(message) as string }),
      )
    })
  })

  it('draws the source of each sample where that is wanted, the same in each run', async () => {
    const drawn = async (args: object) => {
      const pipe = await define({ choice: 'random', ...args })
      const out: number[] = []
      for (const _ of range(60)) out.push(...sourcesOf(((await pipe.run()) as Outputs)[2]!))
      await pipe.close()
      return out.join('')
    }
    const one = await drawn({})
    expect(await drawn({})).toBe(one)
    expect(await drawn({ choiceSeed: 1 })).not.toBe(one)
    // Two of source 2 stand beside each other, which even weights never give.
    expect(one).toMatch(/22/)
  })

  it('gives outputs that a source returns twice, and not those that it does not return', async () => {
    const path = join(tempFolder(), 'all.tar')
    const names = range(3).flatMap((i) => ['a', 'b', 'c', 'd'].map((ext) => `${i}.${ext}`))
    writeFileSync(path, tar(names.map((name) => [name, `${name} `.repeat(2000 + 999 * Number(name[0]))])))
    const orders = ['bba', 'ddd', 'cab', 'abc']
    const sources = orders.map((order) => () => {
      const all = fn.readers.webdataset({ paths: path, ext: [...'abcd'] }) as DataNode[]
      return [...order].map((ext) => all['abcd'.indexOf(ext)]!)
    })
    const pipe = await pipelineDef({ batchSize: 5, numThreads: 2 }, () =>
      fn.readers.mixture({ sources, weights: [3, 2, 2, 1], choice: 'random' }),
    )()
    for (const _ of range(12)) {
      const outputs = (await pipe.run()) as Outputs
      for (const [k, source] of sourcesOf(outputs.at(-1)!).entries()) {
        const own = outputs[0]!.sourceInfo(k).index % 3
        const texts = outputs.slice(0, -1).map((list) => Buffer.from(list.at(k).dataSync() as Uint8Array).toString())
        expect(texts).toEqual([...orders[source]!].map((ext) => `${own}.${ext} `.repeat(2000 + 999 * own)))
      }
      outputs[0]!.release()
    }
    await pipe.close()
  })

  const array = (root: string, shape: readonly number[], i: number) => {
    writeFileSync(join(root, `${i}.npy`), npy({ descr: '|u1', shape, data: Buffer.alloc(1) }))
    return () => fn.readers.numpy({ fileRoot: root, files: [`${i}.npy`] }) as DataNode
  }
  const video = () => fn.readers.video({ filenames: [join(videos, 'h264.mp4')], sequenceLength: 2 }) as DataNode
  it.each<[string, string, (root: string) => (() => DataNode)[], RegExp]>([
    [
      'dimensions',
      'readers.numpy',
      (root) => [[1], [1, 1]].map((shape, i) => array(root, shape, i)),
      /uint8, 1\).*, 2\b/,
    ],
    ['layouts', 'readers.video', (root) => [array(root, [1, 1, 1, 1], 0), video], /uint8, 4, ''\).*, 4, 'FHWC'/],
  ])('refuses samples of different %s, and names the reader', async (_, op, sources, message) => {
    if (op === 'readers.video' && !hasVideo) return
    const pipe = await pipelineDef({ batchSize: 2 }, () =>
      fn.readers.mixture({ sources: sources(tempFolder()), weights: [1, 1] }),
    )()
    await expect(pipe.run()).rejects.toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', op, message: expect.stringMatching(message) as string }),
    )
    await pipe.close()
  })

  it('leaves out bad samples of a source that skips them', async () => {
    const bad = someFiles(4)
    rmSync(join(bad.root, bad.files[1]!))
    const pipe = await pipelineDef({ batchSize: 4 }, () =>
      fn.readers.mixture({
        sources: [() => part(0, 4), () => fn.readers.file({ fileRoot: bad.root, files: bad.files, onError: 'skip' })],
        weights: [1, 1],
      }),
    )()
    const [, , from] = (await pipe.run()) as Outputs
    expect(sourcesOf(from!)).toEqual([0, 1, 0, 0])
    await pipe.close()
  })

  it('goes through the reader of a sample alone, whatever its place in the batch before had', async () => {
    const bad = someFiles(3)
    rmSync(join(bad.root, bad.files[1]!))
    const sources = [
      () => part(0, 3, { name: 'first' }),
      () => fn.readers.file({ name: 'second', fileRoot: bad.root, files: bad.files, onError: 'placeholder' }),
      () => part(3, 10, { name: 'third' }),
    ]
    const pipe = await pipelineDef({ batchSize: 5 }, () =>
      fn.readers.mixture({ name: 'mix', sources, weights: [3, 2, 2], choice: 'random' }),
    )()
    const largest = [0, 0, 0]
    for (const _ of range(30)) {
      const [contents, labels, from] = (await pipe.run()) as [TensorList, TensorList, TensorList]
      for (const [k, source] of sourcesOf(from).entries()) {
        const { index } = contents.sourceInfo(k)
        const own = index - [0, 3, 6][source]!
        const missing = source === 1 && own === 1
        expect(contents.valid[k]).toBe(missing ? 0 : 1)
        // A placeholder has the shape of a good sample, whichever source that is from.
        largest[source] = Math.max(largest[source]!, contents.at(k).shape[0]!)
        if (missing) continue
        expect(contents.at(k).dataSync()).toEqual(fileBytes(source === 2 ? own + 3 : own))
        expect(labels.at(k).dataSync()[0]).toBe(own)
      }
      contents.release()
    }
    const memory = pipe.executorStatistics()
    expect(['first', 'second', 'third'].map((name) => memory[name]!.maxRealMemorySize[0])).toEqual(largest)
    await pipe.close()
  })

  const file =
    (more: object = {}) =>
    () =>
      part(0, 2, more)
  const one = { sources: [file(), file()], weights: [1, 1] }
  it.each<[string, () => unknown, RegExp]>([
    ['no sources', () => fn.readers.mixture({ weights: [1] } as never), /a list of functions for sources/],
    [
      'a source that is no function',
      () => fn.readers.mixture({ sources: [3], weights: [1] } as never),
      /a function for sources\[0\]/,
    ],
    [
      'a source that returns data',
      () => fn.readers.mixture({ sources: [() => 3], weights: [1] } as never),
      /sources\[0\] to return outputs of a reader/,
    ],
    [
      'sources of different lengths',
      () => fn.readers.mixture({ ...one, sources: [file(), () => file()()[0]] }),
      /sources\[1\] to return 2 outputs/,
    ],
    ['too few weights', () => fn.readers.mixture({ ...one, weights: [1] }), /Expected 1 sources/],
    ['a weight of 0', () => fn.readers.mixture({ ...one, weights: [1, 0] }), /weights/],
    [
      'an operator in a source',
      () =>
        fn.readers.mixture({
          ...one,
          sources: [() => fn.decoders.image(file()()[0]), () => fn.decoders.image(file()()[0])],
        }),
      /one of decoders\.image/,
    ],
    [
      'a shard of a source',
      () => fn.readers.mixture({ ...one, sources: [file({ numShards: 2 }), file()] }),
      /no numShards of a source/,
    ],
    [
      'other dtypes',
      () => fn.readers.mixture({ ...one, sources: [file(), () => file()().toReversed() as never] }),
      /one dtype for output 0/,
    ],
    ['elastic: false', () => fn.readers.mixture({ ...one, elastic: false } as never), /elastic/],
  ])('refuses %s', async (_, body, message) => {
    await expect(async () => {
      const pipe = await pipelineDef({ batchSize: 1 }, body as () => DataNode[])()
      await pipe.build()
    }).rejects.toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(message) as string }),
    )
  })

  it('refuses a reader that is used outside of it', async () => {
    await expect(async () => {
      let labels: DataNode
      const pipe = await pipelineDef({ batchSize: 1 }, () => {
        const first = () => {
          const outputs = part(0, 2)
          labels = outputs[1]
          return outputs
        }
        return [...fn.readers.mixture({ ...one, sources: [first, file()] }), labels!]
      })()
      await pipe.build()
    }).rejects.toThrow(/used outside of it/)
  })
})
