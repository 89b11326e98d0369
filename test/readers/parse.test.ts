// `parse` of readers.webdataset and readers.tfrecord: numbers that are text, and fields of JSON. Each table of cases is one
// data set, so that one pipeline reads all of them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fn, type PipelineError, pipelineDef, type Tensor, type TensorList } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { beforeAll, describe, expect, it } from 'vitest'
import { record as recorded } from '../../src/definition/record.js'
import { knownDtype } from '../../src/graph/dtypes.js'
import { schemas } from '../../src/graph/schema.js'
import { tempFolder } from '../util/files.js'
import { tar } from './tar.js'
import { example, record, type Values } from './tfrecord.js'

const folder = tempFolder()
const inFolder = (name: string) => join(folder, name)

type Dtype = 'int64' | 'float32' | 'float64' | 'uint8' | 'int8' | 'uint64' | 'float16'
type Good = [text: string, parse: string, dtype: Dtype, shape: number[], values: (number | bigint)[]]

const good: Good[] = [
  ['3', 'number', 'int64', [], [3n]],
  [' -12\r\n', 'number', 'int64', [], [-12n]],
  ['+7', 'number', 'uint8', [], [7]],
  ['9223372036854775807', 'number', 'int64', [], [9223372036854775807n]],
  ['-9223372036854775808', 'number', 'int64', [], [-9223372036854775808n]],
  ['18446744073709551615', 'number', 'uint64', [], [18446744073709551615n]],
  ['3.0', 'number', 'int64', [], [3n]],
  ['1e3', 'number', 'int64', [], [1000n]],
  ['-128', 'number', 'int8', [], [-128]],
  ['0.1', 'number', 'float32', [], [Math.fround(0.1)]],
  ['0.1', 'number', 'float64', [], [0.1]],
  ['1e-999', 'number', 'float64', [], [0]],
  ['nan', 'number', 'float32', [], [Number.NaN]],
  ['0.5', 'number', 'float16', [], [0x3800]], // the bits
  ['0 0.5 0.25\n1 0.75 1\n', 'numbers', 'float32', [6], [0, 0.5, 0.25, 1, 0.75, 1]],
  ['1,2, 3', 'numbers', 'int64', [3], [1n, 2n, 3n]],
  ['', 'numbers', 'int64', [0], []],
  ['{"label": 5}', 'json.label', 'int64', [], [5n]],
  ['{"other": {"label": 1}, "label": 5, "z": [[1]]}', 'json.label', 'int64', [], [5n]],
  ['{"label": "cat", "label": 5}', 'json.label', 'int64', [], [5n]],
  ['{"a": [{"b": 1}, {"b": [2, 3]}]}', 'json.a.1.b[]', 'int64', [2], [2n, 3n]],
  ['{"boxes": [[0, 1.5], [2, 3], [4, 5]]}', 'json.boxes[][]', 'float32', [3, 2], [0, 1.5, 2, 3, 4, 5]],
  ['{"boxes": [[0, 1, 2, 3]]}', 'json.boxes[][4]', 'float32', [1, 4], [0, 1, 2, 3]],
  ['{"boxes": []}', 'json.boxes[][4]', 'float32', [0, 4], []],
  ['{"boxes": []}', 'json.boxes[][]', 'float32', [0, 0], []],
  ['{"labels": []}', 'json.labels[]', 'int64', [0], []],
  ['[[], []]', 'json[][]', 'float32', [2, 0], []],
  ['[true, false]', 'json[2]', 'uint8', [2], [1, 0]],
  ['{"a[0]": 4}', 'json.a\\[0\\]', 'int64', [], [4n]],
  ['17', 'json', 'int64', [], [17n]],
  ['{"a.b": 4}', 'json.a\\.b', 'int64', [], [4n]],
  ['{"é": 4}', 'json.é', 'int64', [], [4n]],
  ['-9007199254740993', 'json', 'int64', [], [-9007199254740993n]],
]

type Bad = [text: string, parse: string, dtype: Dtype, message: RegExp]

const bad: Bad[] = [
  ['cat\n', 'number', 'int64', /Expected a number for ext\[0\] 'txt' but received 'cat'/],
  ['', 'number', 'int64', /received an empty text/],
  ['1 2', 'number', 'int64', /received '1 2'/],
  ['--1', 'number', 'int64', /received '--1'/],
  ['0x10', 'number', 'int64', /received '0x10'/],
  ['1e999', 'number', 'float64', /received '1e999'/],
  [`${'long '.repeat(20)}`, 'number', 'int64', /received '(long ){8}\.\.\.'/],
  ['\xff\x00', 'number', 'int64', /received '\?+'/],
  ['0.5', 'number', 'int64', /whole numbers of int64 for .* but received 0\.5/],
  ['256', 'number', 'uint8', /numbers that uint8 holds for .* but received 256/],
  ['-129', 'number', 'int8', /received -129/],
  ['-1', 'number', 'uint64', /received -1/],
  ['9223372036854775808', 'number', 'int64', /received 9223372036854775808/],
  ['1e39', 'number', 'float32', /numbers that float32 holds/],
  ['70000', 'number', 'float16', /numbers that float16 holds/],
  ['1 two 3', 'numbers', 'int64', /Expected numbers for .* but received 'two'/],
  ['[1, 2]', 'numbers', 'int64', /received '\[1, 2\]'/],
  ['{"label": 5', 'json.label', 'int64', /a number at json\.label of .* it is no JSON at byte 11/],
  ['{"id": 1, "name": 2}', 'json.label', 'int64', /there is no 'label' among 'id', 'name'/],
  ['{}', 'json.label', 'int64', /there is no 'label'/],
  ['{"label": "cat"}', 'json.label', 'int64', /there is the text 'cat'/],
  ['{"label": null}', 'json.label', 'int64', /there is null/],
  ['{"label": {"id": 1}}', 'json.label', 'int64', /there is an object/],
  ['{"label": 5}', 'json.label.id', 'int64', /there is a number where 'id' should be in an object/],
  ['{"label": [5]}', 'json.label', 'int64', /a number at json\.label of .* there is a list of 1$/],
  ['{"label": []}', 'json.label', 'int64', /there is a list of 0/],
  ['{"labels": 5}', 'json.labels[]', 'int64', /a list of numbers at json\.labels\[\] of .* there is a number/],
  [
    '{"boxes": [[1, 2, 3]]}',
    'json.boxes[][4]',
    'float32',
    /nested lists of numbers at .* there is nested lists of 1 x 3/,
  ],
  ['{"box": [1, 2, 3]}', 'json.box[4]', 'float32', /there is a list of 3/],
  ['{"box": []}', 'json.box[4]', 'float32', /there is a list of 0/],
  ['[1, 2]', 'json.label', 'int64', /there is a list of 2 where 'label' should be/],
  ['[1, 2]', 'json.7', 'int64', /there is a list of 2 where '7' should be/],
  ['{"label": 1, "label": null}', 'json.label', 'int64', /there is null/],
  ['[1, "two"]', 'json[]', 'int64', /there is the text 'two' in a list/],
  ['[1, {}]', 'json[]', 'int64', /there is an object in a list/],
  ['[[1], [2, 3]]', 'json[][]', 'int64', /lists have different lengths or depths/],
  ['[1, [2]]', 'json[]', 'int64', /different lengths or depths/],
  ['[[1], 2]', 'json[]', 'int64', /different lengths or depths/],
  ['[2, []]', 'json[]', 'int64', /different lengths or depths/],
  [`${'['.repeat(5000)}1${']'.repeat(5000)}`, 'json[]', 'int64', /different lengths or depths/],
  ['[', 'json[]', 'int64', /a list of numbers as JSON for .* it is no JSON at byte 1/],
  ['{"label": NaN}', 'json.label', 'float32', /it is no JSON at byte/],
]

const numbersOf = (tensor: Tensor) => {
  return [...(tensor.dataSync() as Iterable<number | bigint>)]
}
const seen = (tensor: Tensor) => [tensor.dtype, [...tensor.shape], numbersOf(tensor)]

/** A sample with the good cases as its components, and one whose text is no number. */
function archive(): string {
  const names = good.map(([text], i) => [`good.g${i}`, text] as const)
  writeFileSync(inFolder('all.tar'), tar([...names, ['bad.txt', 'cat\n']]))
  return inFolder('all.tar')
}

describe('readers.webdataset', () => {
  let paths = ''
  beforeAll(() => {
    paths = archive()
  })

  it.each([false, true])('gives numbers in their dtypes and shapes (dontUseMmap: %s)', async (dontUseMmap) => {
    const define = pipelineDef({ batchSize: 1 }, () =>
      fn.readers.webdataset({
        ...{ paths, dontUseMmap, missingComponentBehavior: 'skip' as const },
        ext: good.map((_, i) => `g${i}`),
        parse: good.map(([, parse]) => parse),
        dtypes: good.map(([, , dtype]) => dtype),
      }),
    )
    await using pipe = define()
    const lists = (await pipe.run()) as readonly TensorList[]
    expect(lists.map((list) => seen(list.at(0)))).toEqual(good.map(([, , dtype, ...rest]) => [dtype, ...rest]))
  })

  it('names the archive, the sample, the ending and what is wrong of bad samples, and reads the others', async () => {
    const asked = new Map<string, number[]>()
    for (const [i, [, parse, dtype]] of bad.entries()) {
      asked.set(`${parse} ${dtype}`, [...(asked.get(`${parse} ${dtype}`) ?? []), i])
    }
    // A pipeline has one way to parse and one dtype.
    for (const cases of asked.values()) {
      const [, parse, dtype] = bad[cases[0]!]!
      const rows = cases.map((i) => [`bad${i}.txt`, Buffer.from(bad[i]![0], 'latin1')] as const)
      writeFileSync(inFolder('bad.tar'), tar(rows))
      const read = { paths: inFolder('bad.tar'), ext: 'txt', parse, dtypes: dtype }
      await using pipe = pipelineDef({ batchSize: 4, onError: 'placeholder' }, () => fn.readers.webdataset(read))()
      for await (const _ of pipe);
      const reports = pipe.statistics().badSamples
      expect(reports.map(({ path }) => path.replace(/.*bad(\d+)\.txt$/, '$1'))).toEqual(cases.map(String))
      for (const [k, { path, reason }] of reports.entries()) {
        expect(path).toMatch(/bad\.tar:\d+:bad\d+\.txt$/)
        expect(reason).toMatch(bad[cases[k]!]![3])
        expect(reason).toContain("ext[0] 'txt'")
      }
    }
  })

  it('gives bytes beside numbers, int64 by default, and an empty tensor where a component is missing', async () => {
    const files = [
      ['a.jpg', 'A'],
      ['a.cls', '1\n'],
      ['a.txt', '7 8'],
      ['b.jpg', 'B'],
      ['c.cls', '5'],
    ] as const
    writeFileSync(inFolder('own.tar'), tar(files))
    const args = { paths: inFolder('own.tar'), ext: ['jpg', 'cls', 'txt'], parse: ['bytes', 'number', 'numbers'] }
    await using pipe = pipelineDef({ batchSize: 2, onError: 'skip' }, () => fn.readers.webdataset(args))()
    const lists = (await pipe.run()) as readonly TensorList[]
    expect([0, 1].map((i) => lists.map((list) => seen(list.at(i))))).toEqual([
      [
        ['uint8', [1], [65]],
        ['int64', [], [1n]],
        ['int64', [2], [7n, 8n]],
      ],
      [
        ['uint8', [0], []],
        ['int64', [], [5n]],
        ['int64', [0], []],
      ],
    ])
    const [bad] = pipe.statistics().badSamples
    expect(bad!.reason).toContain("a component for ext[1] 'cls' but the sample has none")
    await using reader = nd.readers.webdataset({ ...args, missingComponentBehavior: 'skip' })
    for await (const [, labels] of reader.nextEpoch({ batchSize: 1 })) {
      expect([labels!.dtype, labels!.shape[0]]).toEqual(['int64', []])
    }
  })

  it('throws the error of a bad sample with its cure', async () => {
    const define = pipelineDef({ batchSize: 1 }, () =>
      fn.readers.webdataset({ paths, ext: 'txt', parse: 'number', missingComponentBehavior: 'skip' }),
    )
    await using pipe = define()
    const error: PipelineError = await pipe.run().then(
      () => expect.unreachable(),
      (e: unknown) => e as PipelineError,
    )
    expect(error).toMatchObject({
      code: 'BAD_SAMPLE',
      op: 'readers.webdataset',
      hint: expect.stringContaining("'bytes'"),
    })
    expect(error.message).toMatch(/all\.tar:\d+:bad\.txt/)
  })

  it.each([
    [['number', 'bytes'], /1 values for parse \(one per entry of ext\) but received 2/],
    ['int', /'json\.NAME' for parse\[0\] but received 'int'/],
    ['jsonlabel', /for parse\[0\] but received 'jsonlabel'/],
    ['json.', /a name after each dot .* for parse\[0\]/],
    ['json.a..b', /a name after each dot/],
    ['json.a[0].b', /a name after each dot/],
    [`json${'[]'.repeat(9)}`, /at most \d dimensions/],
  ])('refuses %j', async (parse, text) => {
    await using pipe = pipelineDef({ batchSize: 1 }, () => fn.readers.webdataset({ paths, ext: ['g0'], parse }))()
    await expect(pipe.run()).rejects.toThrow(text)
  })

  it('says the dtypes that a run gives', () => {
    const said = (more: object) => {
      const { nodes } = recorded(() => fn.readers.webdataset({ paths, ext: ['jpg', 'cls'], ...more }))
      return [0, 1].map((output) => knownDtype({ node: 0, output }, (id) => nodes[id], schemas))
    }
    expect(said({ parse: ['bytes', 'number'] })).toEqual(['uint8', 'int64'])
    expect(said({ parse: ['bytes', 'number'], dtypes: ['uint8', 'float32'] })).toEqual(['uint8', 'float32'])
  })
})

describe('readers.tfrecord', () => {
  const path = () => inFolder('0.tfrecord')
  const write = (...records: Record<string, Values>[]) =>
    writeFileSync(path(), Buffer.concat(records.map((one) => record(example(one)))))
  const text = (value: string): Values => ({ bytes: [Buffer.from(value)] })
  const features = {
    class: { kind: 'fixed', dtype: 'int64', parse: 'number', default: -1 },
    box: { kind: 'fixed', dtype: 'float32', shape: [2, 2], parse: 'json.box' },
    points: { kind: 'var', dtype: 'float32', shape: [2], parse: 'numbers' },
  } as const

  it('gives numbers of strings in the shapes of features, and bad samples where they do not fit', async () => {
    const fits = { class: text('3'), box: text('{"box": [[1, 2], [3, 4.5]]}'), points: text('1 2, 3 4') }
    const records = [
      fits,
      { box: text('{"box": [1, 2, 3, 4]}') },
      { ...fits, class: text('cat') },
      { ...fits, class: { ints: [3] } },
      { ...fits, box: text('{"box": [1, 2]}') },
      { ...fits, box: text('{}') },
      { class: fits.class },
      { ...fits, points: text('1 2 3') },
      { ...fits, points: { bytes: [] } },
    ]
    write(...records)
    await using pipe = pipelineDef({ batchSize: 2, onError: 'skip' }, () =>
      fn.readers.tfrecord({ path: path(), features }),
    )()
    const found: unknown[] = []
    for await (const batch of pipe) {
      for (let i = 0; i < batch.class.length; i++)
        found.push([batch.class, batch.box, batch.points].map((l) => seen(l.at(i))))
    }
    const box = ['float32', [2, 2], [1, 2, 3, 4.5]]
    expect(found).toEqual([
      [['int64', [], [3n]], box, ['float32', [2, 2], [1, 2, 3, 4]]],
      [
        ['int64', [], [-1n]],
        ['float32', [2, 2], [1, 2, 3, 4]],
        ['float32', [0, 2], []],
      ],
      [['int64', [], [3n]], box, ['float32', [0, 2], []]],
    ])
    const reasons = pipe.statistics().badSamples.map(({ index, reason }) => `${index}: ${reason}`)
    const wanted = [
      /^2: .*Expected a number for feature 'class' but received 'cat'/,
      /^3: .*Expected string for feature 'class' but the record has int64/,
      /^4: .*Expected 4 values for feature 'box' but the record has 2/,
      /^5: .*at json\.box of feature 'box' but there is no 'box'/,
      /^6: .*Expected the feature 'box' but the record does not have it/,
      /^7: .*a multiple of 2 values for feature 'points' but the record has 3/,
    ]
    expect(reasons).toEqual(wanted.map((one) => expect.stringMatching(one)))
  })

  it.each([
    [
      { kind: 'fixed', dtype: 'string', parse: 'number' },
      /dtype 'int64' or 'float32' beside parse for features\.class/,
    ],
    [{ kind: 'fixed', dtype: 'int64', parse: 'text' }, /for features\.class\.parse but received 'text'/],
    [{ kind: 'var', dtype: 'int64', parse: 'json.label[]' }, /no brackets in parse for features\.class/],
    [{ kind: 'fixed', dtype: 'int64', shape: [2], parse: 'number' }, /no shape beside parse 'number'/],
  ] as const)('refuses %j', async (feature, message) => {
    write({ class: text('3') })
    const define = pipelineDef({ batchSize: 1 }, () =>
      fn.readers.tfrecord({ path: path(), features: { class: feature } }),
    )
    await expect(async () => {
      await using pipe = define()
      await pipe.run()
    }).rejects.toThrow(message)
  })
})
