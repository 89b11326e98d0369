// readers.lerobot: a set that lerobot has written against what lerobot reads from it, and which frames are read.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fn, type PipelineError, pipelineDef } from 'penstock-data'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { golden, unpack, writeSet } from './lerobot.js'
import { type Output, recordsOf } from './records.js'

type Options = Parameters<typeof fn.readers.lerobot>[0]

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-lerobot-'))
  writeSet(join(folder, 'small'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** All samples of an epoch, by the names of features, and their sources. */
async function readAll(args: Omit<Options, 'root'> & { root?: string }, batchSize = 7) {
  const given = { root: join(folder, 'small'), ...args }
  await using pipe = pipelineDef({ batchSize }, () => fn.readers.lerobot(given))()
  return await recordsOf(pipe, Object.keys(given.features))
}
const numbers = (samples: Output[][], output = 0) =>
  samples.map((sample) => Number(Buffer.from(sample[output]![2], 'base64').readBigInt64LE()))

async function refusal(args: Omit<Options, 'root'> & { root?: string }): Promise<PipelineError> {
  const error = await readAll(args).then(
    () => undefined,
    (e: unknown) => e,
  )
  expect(error).toMatchObject({ op: 'readers.lerobot', hint: expect.stringMatching(/.{10}/) })
  return error as PipelineError
}

describe('what lerobot reads', () => {
  for (const { name, episodes, features, samples } of golden.cases) {
    it(`is read: ${name}`, async () => {
      const args = { features, ...(episodes && { episodes }) } as Omit<Options, 'root'>
      const read = await readAll(args)
      const expected = unpack(samples)
      const each = (all: Output[][], output: number) => all.map((sample) => sample[output])
      for (const [i, feature] of Object.keys(features).entries()) {
        expect({ feature, values: each(read.samples, i) }).toEqual({ feature, values: each(expected, i) })
      }
      expect(read.samples).toHaveLength(expected.length)
    })
  }
})

describe('which frames are read', () => {
  const features = { index: {}, task: {} } as const

  it('names a frame by its table, its row, its episode and its place in that', async () => {
    const { sources } = await readAll({ features })
    const at = (path: string, row: number, episode: number, frame: number) =>
      `${join(folder, 'small/data', path)}:${row}:episode ${episode}, frame ${frame}`
    expect(sources[0]).toBe(at('chunk-000/file-000.parquet', 0, 0, 0))
    expect(sources[6]).toBe(at('chunk-000/file-000.parquet', 6, 1, 1))
    expect(sources[16]).toBe(at('chunk-000/file-001.parquet', 9, 3, 2))
    expect(sources.at(-1)).toBe(at('chunk-001/file-000.parquet', 5, 4, 5))
  })

  it('takes episodes in the order of the set, each once', async () => {
    const { samples, sources } = await readAll({ features, episodes: [4, 1, 4] })
    expect(numbers(samples)).toEqual([5, 6, 18, 19, 20, 21, 22, 23])
    expect(sources.map((source) => /episode \d/.exec(source)![0])).toEqual([
      ...Array<string>(2).fill('episode 1'),
      ...Array<string>(6).fill('episode 4'),
    ])
  })

  it('takes the frames of tasks alone, and leaves windows as they are', async () => {
    const [, task] = golden.tasks
    const windowed = { index: { deltaTimestamps: [0, 0.1] }, task: {} }
    const all = await readAll({ features: windowed })
    const text = Buffer.from(task!).toString('base64')
    const expected = all.samples.filter(([, given]) => given![2] === text)
    const { samples } = await readAll({ features: windowed, tasks: [task!] })
    expect(samples).toEqual(expected)
    expect(samples.length).toBeGreaterThan(3)
    expect(samples.length).toBeLessThan(all.samples.length)
    const none = await refusal({ features, episodes: [1], tasks: [golden.tasks[2]!] })
    expect(none).toMatchObject({ code: 'EMPTY_DATASET', message: expect.stringContaining('of these tasks') })
  })

  it('takes the frames whose values are asked for', async () => {
    const all = await readAll({ features: { index: {}, frame_index: {} } })
    const frames = numbers(all.samples, 1)
    const read = async (where: NonNullable<Options['where']>) => numbers((await readAll({ features, where })).samples)
    const expected = numbers(all.samples).filter((_, i) => frames[i]! >= 2)
    expect(await read({ frame_index: { gte: 2 } })).toEqual(expected)
    expect(await read({ episode: { in: [1, 4] } })).toEqual([5, 6, 18, 19, 20, 21, 22, 23])
    const none = await refusal({ features, where: { gone: { gt: 1 } } })
    expect(none).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining("'gone'") })
  })

  it('gives another dtype that holds the values, and knows it before the set is opened', async () => {
    const { samples } = await readAll({
      features: { step: { dtype: 'int64' }, small: { dtype: 'float64' }, precise: { dtype: 'float32' } },
    })
    const plain = await readAll({ features: { step: {}, small: {}, precise: {} } })
    expect(samples[7]!.map(([dtype, shape]) => [dtype, shape])).toEqual([
      ['int64', []],
      ['float64', [4]],
      ['float32', [2]],
    ])
    expect(plain.samples[7]!.map(([dtype]) => dtype)).toEqual(['int16', 'uint8', 'float64'])
    const bytes = (sample: Output) => new Uint8Array(Buffer.from(sample[2], 'base64'))
    const steps = numbers(samples)
    expect(steps).toEqual(plain.samples.map(([step]) => Buffer.from(step![2], 'base64').readInt16LE()))
    expect([...new Float64Array(bytes(samples[7]![1]!).buffer)]).toEqual([...bytes(plain.samples[7]![1]!)])
    const precise = new Float64Array(bytes(plain.samples[7]![2]!).buffer)
    expect([...new Float32Array(bytes(samples[7]![2]!).buffer)]).toEqual([...precise].map(Math.fround))
  })

  it('visits all frames in another order in each epoch, whichever the shuffle, as it reads them in order', async () => {
    const args = { features: { action: { deltaTimestamps: [-0.1, 0, 0.1] }, index: {} }, seed: 5 }
    const { samples: inOrder } = await readAll(args)
    for (const shuffle of [
      { shuffleAfterEpoch: true },
      { randomShuffle: true, initialFill: 8 },
      { shuffleBlocks: true, blockBytes: 100, blockWindow: 2 },
    ]) {
      const { samples } = await readAll({ ...args, ...shuffle })
      expect(samples).not.toEqual(inOrder)
      expect(samples.sort((a, b) => numbers([a], 1)[0]! - numbers([b], 1)[0]!)).toEqual(inOrder)
    }
  })
})
