// readers.lerobot: sets whose files do not go together or lie. Each is refused with an error that names the file and
// the field, before anything of its size is held.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { fn, type PipelineError, pipelineDef } from 'penstock-data'
import { describe, expect, it } from 'vitest'
import { failure } from '../util/collect.js'
import { tempFolder } from '../util/files.js'
import { check } from '../util/soak.js'
import { fileOf, golden } from './lerobot.js'
import { parquet } from './parquet.js'

type Options = Parameters<typeof fn.readers.lerobot>[0]
type Numbers = Record<string, readonly number[]>

const folder = tempFolder()
const table = (columns: Numbers) =>
  parquet(
    Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values.map((value) => BigInt(value))])),
    2,
  )
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)

const info = {
  codebase_version: 'v3.0',
  fps: 10,
  total_episodes: 2,
  chunks_size: 1000,
  data_path: 'data/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet',
  features: Object.fromEntries(
    ['index', 'task_index', 'count'].map((name) => [name, { dtype: 'int64', shape: [1], names: null }]),
  ) as Record<string, unknown>,
}
const episodes: Numbers = {
  episode_index: [0, 1],
  'data/chunk_index': [0, 0],
  'data/file_index': [0, 0],
  dataset_from_index: [0, 3],
  dataset_to_index: [3, 5],
}
const rows: Numbers = { index: upTo(5), task_index: [0, 0, 0, 0, 0], count: [4, 5, 6, 7, 8] }

interface Given {
  info?: object | string
  episodes?: Numbers | Buffer
  data?: Numbers | Buffer | null
  stats?: unknown
}

let sets = 0
/** Writes a set of two episodes, with these files in place of its own. */
function write(given: Given): string {
  const root = join(folder, `${sets++}`)
  const put = (path: string, contents: string | Buffer) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), contents)
  }
  const asTable = (value: Numbers | Buffer) => (Buffer.isBuffer(value) ? value : table(value))
  put('meta/info.json', typeof given.info === 'string' ? given.info : JSON.stringify({ ...info, ...given.info }))
  put('meta/episodes/chunk-000/file-000.parquet', asTable(given.episodes ?? episodes))
  if (given.data !== null) put('data/chunk-000/file-000.parquet', asTable(given.data ?? rows))
  put('meta/tasks.parquet', fileOf('meta/tasks.parquet'))
  if (given.stats !== undefined) put('meta/stats.json', JSON.stringify(given.stats))
  return root
}

async function read(given: Given, args: Partial<Options> = {}, onError: 'throw' | 'skip' = 'throw') {
  const root = write(given)
  const options = { root, features: { count: {} }, ...args } as Options
  await using pipe = pipelineDef({ batchSize: 4, onError }, () => fn.readers.lerobot(options))()
  const values: unknown[] = []
  for await (const batch of pipe) {
    const list = Object.values(batch)[0]!
    for (let i = 0; i < list.length; i++) values.push(Array.from(list.at(i).dataSync() as ArrayLike<unknown>, Number))
  }
  return values
}

async function refusal(given: Given, args: Partial<Options> = {}): Promise<PipelineError> {
  const error = await failure(() => read(given, args))
  expect(error).toMatchObject({ op: 'readers.lerobot', hint: expect.stringMatching(/.{10}/) })
  return error as unknown as PipelineError
}

it('reads the set that the other ones are made from', async () => {
  expect(await read({})).toEqual([[4], [5], [6], [7], [8]])
})

describe('meta/info.json that is wrong', () => {
  const feature = (given: object) => ({
    features: { ...info.features, count: { dtype: 'int64', shape: [1], ...given } },
  })
  it.each<[what: string, info: object | string, words: string]>([
    ['no JSON', '{"fps": 10', 'JSON for (the file)'],
    ['no object', '[1]', 'an object for (the file)'],
    ['no frames a second', { fps: 0 }, 'a number above 0, and of 1000000 at most for fps'],
    ['a negative rate', { fps: -30 }, 'for fps'],
    ['a rate that is a text', { fps: '30' }, 'for fps'],
    ['no episodes', { total_episodes: 0 }, 'for total_episodes'],
    ['more episodes than a number has', { total_episodes: 1e300 }, 'for total_episodes'],
    ['no files in a folder', { chunks_size: 0 }, 'for chunks_size'],
    ['no features', { features: {} }, 'an object of features by name for features'],
    ['a feature that is none', { features: { count: 3 } }, 'for features.count'],
    ['no dtype', feature({ dtype: 7 }), 'a text for features.count.dtype'],
    ['a shape with 0', feature({ shape: [3, 0] }), 'for features.count.shape'],
    ['a shape with more values than there is memory', feature({ shape: [1e9, 1e9] }), 'for features.count.shape'],
    ['a shape of lists', feature({ shape: [[1]] }), 'for features.count.shape'],
    ['too many dimensions', feature({ shape: [1, 1, 1, 1, 1, 1] }), '5 dimensions at most for features.count.shape'],
    ['a path that leads out of the set', { data_path: 'data/../../{file_index}' }, 'which leads out of the set'],
    ['an absolute path', { data_path: '/etc/{chunk_index}{file_index}' }, 'which is an absolute path'],
    ['another placeholder', { data_path: '{episode_index}.parquet' }, 'for data_path'],
    ['a placeholder without an end', { data_path: 'data/{chunk_index' }, 'for data_path'],
    ['a width without an end', { data_path: '{chunk_index:099999999999d}' }, 'for data_path'],
  ])('is refused with the field: %s', async (_, given, words) => {
    const error = await refusal({ info: given })
    expect(error.code).toBe('FILE_UNREADABLE')
    expect(error.message).toContain(words)
    expect(error.message).toContain('meta/info.json')
  })

  it('is refused by its version, with the script that converts it', async () => {
    const error = await refusal({ info: { codebase_version: 'v2.1' } })
    expect(error).toMatchObject({ code: 'UNSUPPORTED', hint: expect.stringContaining('convert_dataset_v21_to_v30') })
  })

  it('is refused where it is nested a million times, and where it is larger than maxMetadataBytes', async () => {
    for (const depth of [100, 1_000_000]) {
      const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`
      const text = JSON.stringify({ ...info, fps: 'X', data_path: 'Y' })
        .replace('"X"', nested)
        .replace('"Y"', nested)
      expect(await refusal({ info: text })).toMatchObject({ code: 'FILE_UNREADABLE' })
    }
    const error = await refusal({}, { maxMetadataBytes: 100 })
    expect(error).toMatchObject({ code: 'FILE_UNREADABLE', message: expect.stringContaining('maxMetadataBytes') })
  })
})

describe('episodes that are wrong', () => {
  it.each<[what: string, episodes: Numbers, words: string]>([
    ['that overlap', { ...episodes, dataset_from_index: [0, 2] }, 'begins with frame 2'],
    ['with a gap between them', { ...episodes, dataset_from_index: [0, 4] }, 'begins with frame 4'],
    ['beyond the rows', { ...episodes, dataset_to_index: [3, 6] }, 'of 2 frames at most'],
    ['beyond any rows', { ...episodes, dataset_to_index: [3, 2 ** 52] }, 'of 2 frames at most'],
    ['of no frame', { ...episodes, dataset_to_index: [3, 3] }, 'dataset_to_index'],
    ['before the set', { ...episodes, dataset_from_index: [-1, 3] }, 'dataset_from_index'],
    ['in a negative folder', { ...episodes, 'data/chunk_index': [-1, 0] }, 'data/chunk_index'],
    ['that come in another order', { ...episodes, episode_index: [1, 0] }, 'episode_index'],
  ])('are refused: %s', async (_, given, words) => {
    const error = await refusal({ episodes: given })
    expect(error.code).toBe('FILE_UNREADABLE')
    expect(error.message).toContain(words)
    expect(error.message).toContain('meta/episodes')
  })

  it('are refused without a column, and with one of texts', async () => {
    const { dataset_to_index: _, ...fewer } = episodes
    const words = { code: 'FILE_UNREADABLE', message: expect.stringContaining("'dataset_to_index'") }
    expect(await refusal({ episodes: fewer })).toMatchObject(words)
    const columns = Object.fromEntries(Object.entries(fewer).map(([name, list]) => [name, list.map(BigInt)]))
    const texts = parquet({ ...columns, dataset_to_index: [Buffer.from('3'), Buffer.from('5')] }, 2)
    expect(await refusal({ episodes: texts })).toMatchObject(words)
  })

  it('are refused where a file is missing, which the error names', async () => {
    const more = await refusal({ info: { total_episodes: 3 } })
    expect(more).toMatchObject({
      code: 'FILE_NOT_FOUND',
      message: expect.stringContaining('meta/episodes/chunk-000/file-001.parquet'),
    })
    expect(await refusal({ data: null })).toMatchObject({
      code: 'FILE_NOT_FOUND',
      message: expect.stringContaining('data/chunk-000/file-000.parquet'),
    })
    const elsewhere = await refusal({ episodes: { ...episodes, 'data/file_index': [0, 9_000_000] } })
    expect(elsewhere.message).toContain('data/chunk-000/file-9000000.parquet')
  })
})

describe('rows that are wrong', () => {
  it('are bad samples where they are those of other frames', async () => {
    const data = { ...rows, index: [0, 1, 7, 3, 4] }
    const error = await refusal({ data })
    expect(error).toMatchObject({ code: 'BAD_SAMPLE', message: expect.stringContaining('received 7') })
    expect(await read({ data }, {}, 'skip')).toEqual([[4], [5], [7], [8]])
  })

  it('are bad samples where their task is none', async () => {
    for (const task of [3, -1, 2 ** 40]) {
      const data = { ...rows, task_index: [0, 1, 2, task, 0] }
      expect(await refusal({ data }, { features: { task: {} } })).toMatchObject({
        code: 'BAD_SAMPLE',
        message: expect.stringContaining(`from 0 to 2, but received ${task}`),
      })
      expect(await read({ data }, { features: { task: {} } }, 'skip')).toHaveLength(4)
      expect(await read({ data }, { tasks: golden.tasks })).toHaveLength(4)
    }
  })

  it('are refused where a column is missing or has another type, and as bad samples with another shape', async () => {
    const { count: _, ...fewer } = rows
    const words = { code: 'FILE_UNREADABLE', message: expect.stringContaining("the column 'count'") }
    expect(await refusal({ data: fewer })).toMatchObject(words)
    const features = (count: object) => ({ features: { ...info.features, count } })
    expect(await refusal({ info: features({ dtype: 'float32', shape: [1] }) })).toMatchObject(words)
    expect(await refusal({ info: features({ dtype: 'int64', shape: [2] }) })).toMatchObject({
      code: 'BAD_SAMPLE',
      message: expect.stringContaining("2 values in the column 'count'"),
    })
    expect(await refusal({ info: features({ dtype: 'complex64', shape: [2] }) })).toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining("'complex64'"),
    })
  })

  it('that are cut off or changed at any place are refused, or read', { timeout: 60_000 }, async () => {
    const whole = table(rows)
    const meta = table(episodes)
    const damaged = fc.tuple(fc.boolean(), fc.nat(), fc.integer({ min: 1, max: 255 }), fc.boolean())
    await check(
      60,
      7,
      fc.asyncProperty(damaged, async ([first, place, by, cut]) => {
        const from = first ? meta : whole
        const bytes = Buffer.from(cut ? from.subarray(0, place % from.length) : from)
        if (!cut) bytes[place % bytes.length]! ^= by
        const result = await read(first ? { episodes: bytes } : { data: bytes }).catch((error: unknown) => error)
        rmSync(join(folder, `${sets - 1}`), { recursive: true })
        if (Array.isArray(result)) return
        expect(result).toMatchObject({ op: 'readers.lerobot', code: expect.stringMatching(/^(FILE|BAD|UNSUP|EMPTY)/) })
      }),
    )
  })
})

describe('arguments that are wrong', () => {
  const refused = (args: Partial<Options>) => refusal({ stats: {} }, args)
  it.each<[what: string, args: Partial<Options>, words: string]>([
    ['a feature that there is not', { features: { counts: {} } }, "received 'counts'"],
    ['a mask without a window', { features: { count: {}, count_is_pad: {} } }, "received 'count_is_pad'"],
    ['an episode that there is not', { episodes: [0, 2] }, 'from 0 to 1 for episodes but received 2'],
    ['a task that there is not', { tasks: ['dance'] }, "received 'dance'"],
    ['a time between frames', { features: { count: { deltaTimestamps: [0, 0.05] } } }, 'received 0.05'],
    ['a time that is far away', { features: { count: { deltaTimestamps: [1e30] } } }, 'received 1e+30'],
    ['no time', { features: { count: { deltaTimestamps: [] } } }, 'an empty list'],
    ['another dtype', { features: { count: { dtype: 'int32' } } }, "than 'int32': it is int64"],
    ['a text for a number', { features: { count: { dtype: 'string' } } }, "than 'string': it is int64"],
    ['a number for a text', { features: { task: { dtype: 'int64' } } }, "'string' as dtype of features.task"],
    ['a window of texts', { features: { task: { deltaTimestamps: [0] } } }, 'no deltaTimestamps for features.task'],
    ['a text by numbers', { features: { task: { normalize: 'minMax' } } }, 'no normalize for features.task'],
    ['integers of a mean', { features: { count: { normalize: 'meanStd', dtype: 'int64' } } }, 'it is float32'],
  ])('are refused: %s', async (_, args, words) => {
    const error = await refused(args)
    expect(error.code).toBe('INVALID_ARGUMENT')
    expect(error.message).toContain(words)
  })

  it('takes times within the tolerance', async () => {
    const features = { count: { deltaTimestamps: [0.0995] } }
    expect(await failure(() => read({}, { features }))).toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(await read({}, { features, tolerance: 0.001 })).toEqual([[5], [6], [6], [8], [8]])
  })

  it('are refused where one number of the statistics would stand for more values than memory should hold', async () => {
    const huge = { ...info.features, huge: { dtype: 'float32', shape: [2 ** 28], names: null } }
    const stats = { huge: { mean: [0], std: [1], min: [0], max: [1] } }
    for (const normalize of ['meanStd', 'minMax'] as const) {
      expect(await refusal({ info: { features: huge }, stats }, { features: { huge: { normalize } } })).toMatchObject({
        code: 'UNSUPPORTED',
        message: expect.stringContaining('at most 1048576 values for features.huge.normalize'),
      })
    }
  })

  it('are refused where the statistics lack what normalize takes', async () => {
    const features = { count: { normalize: 'meanStd' } } as const
    expect(await refusal({}, { features })).toMatchObject({
      code: 'FILE_NOT_FOUND',
      message: expect.stringContaining('meta/stats.json'),
    })
    const wrong: unknown[] = [[], {}, { count: 1 }, { count: { mean: [1] } }, { count: { mean: 'x', std: [1] } }]
    for (const stats of [...wrong, { count: { mean: [1, 2], std: [1, 2] } }]) {
      expect(await refusal({ stats }, { features })).toMatchObject({
        code: 'FILE_UNREADABLE',
        message: expect.stringMatching(/count\.(mean|std) in '.*meta\/stats\.json'/),
      })
    }
    expect(await read({ stats: { count: { mean: [4], std: [2] } } }, { features })).toEqual([
      [0],
      [0.5],
      [1],
      [1.5],
      [2],
    ])
  })
})
