// readers.webdataset: archives with every oddity that is known against what DALI read from them, what is refused and in
// which words, and archives that change while they are read. Random archives are in webdataset.property.test.ts.
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { type DataNode, fn, type PipelineError, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { record } from '../../src/definition/record.js'
import { knownDtype } from '../../src/graph/dtypes.js'
import { schemas } from '../../src/graph/schema.js'
import { bothWays } from '../util/soak.js'
import { camelKeys } from './helpers.js'
import { tar } from './tar.js'

type Output = [dtype: string, shape: number[], base64: string]
type Sample = [outputs: Output[], source: string]

interface Case {
  name: string
  tars: string[]
  args: Record<string, unknown> & { ext: string | string[] }
  indexes?: string[]
  samples: Sample[] | null
}

interface Args {
  paths: string | string[]
  ext: string | string[]
  [other: string]: unknown
}

const golden = JSON.parse(readFileSync(new URL('./golden/webdataset.json', import.meta.url), 'utf8')) as {
  cases: Case[]
}

const start = process.cwd()
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-webdataset-'))
  process.chdir(folder)
})
afterAll(() => {
  process.chdir(start)
  rmSync(folder, { recursive: true })
})

/** All samples of an epoch. */
async function read(args: Args, options: { onError?: 'skip' | 'placeholder' } = {}): Promise<Sample[]> {
  const define = pipelineDef({ batchSize: 3, numThreads: 2, ...options }, () =>
    [fn.readers.webdataset(args as never)].flat(),
  )
  await using pipe = define()
  const samples: Sample[] = []
  for await (const batch of pipe) {
    const [first] = batch
    for (let i = 0; i < first!.length; i++) {
      const outputs = batch.map((list): Output => {
        const { dtype, shape } = list.at(i)
        const bytes = list.at(i).dataSync()
        return [dtype, [...shape], Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')]
      })
      samples.push([outputs, first!.sourceInfo(i).source])
    }
  }
  return samples
}

async function refusal(args: Args): Promise<PipelineError> {
  const error = await read(args).then(
    () => undefined,
    (e: unknown) => e,
  )
  expect(error).toMatchObject({ op: 'readers.webdataset', hint: expect.stringMatching(/.{10}/) })
  return error as PipelineError
}

function files(one: Case): Args {
  const names = one.tars.map((packed, i) => {
    writeFileSync(`${i}.tar`, inflateSync(Buffer.from(packed, 'base64')))
    return `${i}.tar`
  })
  const indexPaths = one.indexes?.map((text, i) => {
    writeFileSync(`${i}.idx`, text)
    return `${i}.idx`
  })
  return { ...camelKeys(one.args), ext: one.args.ext, paths: names, ...(indexPaths && { indexPaths }) }
}

/**
 * Cases in which the two differ on purpose: docs/data/webdataset.md lists them. DALI reads `samples` of its own from these, or
 * refuses what penstock reads.
 */
const differs: Record<string, (dali: Sample[] | null) => Sample[] | string> = {
  // Hidden files of folders are samples of DALI.
  names: (dali) => dali!.filter(([, source]) => !source.endsWith('d/.hid.jpg')),
  // An archive that does not begin with a file gives DALI a sample without any component.
  'a hidden file first': (dali) => dali!.slice(1),
  'an empty archive before another': (dali) => dali!.slice(1),
  'only an empty archive': () => 'EMPTY_DATASET',
  // DALI passes over pax headers.
  'pax long names': (dali) => {
    const long: Sample = [[byte('L'), byte('C')], `0.tar:2560:${'d'.repeat(60)}/${'n'.repeat(120)}.jpg`]
    return dali!.map((sample, i) => (i === 1 ? long : sample))
  },
  'pax names': (dali) =>
    dali!.map(([outputs, source]): Sample => [outputs, source.replace('?', 'é').replace('s.jpg', 't.jpg')]),
  'size in base 256': () => golden.cases[0]!.samples!,
  'no padding behind the last file': () => golden.cases[0]!.samples!,
  'a sparse file': () => 'UNSUPPORTED',
}
const byte = (letter: string): Output => ['uint8', [1], Buffer.from(letter).toString('base64')]

/** Of samples without any component DALI does not know the source. */
const sources = (samples: Sample[], like: Sample[]) =>
  samples.map(([outputs, source], i): Sample => [outputs, like[i]?.[1] ? source : ''])

describe('DALI', () => {
  const numbered = bothWays(golden.cases).map(([one, other]) => [one.name, one, other] as const)
  it.each(numbered)('agrees: %s', { tags: 'property' }, async (name, one, dontUseMmap) => {
    const expected = differs[name]?.(one.samples) ?? one.samples
    const args = files(one)
    if (Array.isArray(expected)) {
      const found = await read({ ...args, dontUseMmap })
      expect(sources(found, expected)).toEqual(expected)
      expect(found.map(([, source]) => source).every((source) => /^\d\.tar:\d+:/.test(source))).toBe(true)
      return
    }
    const error = await refusal(args)
    if (expected) expect(error.code).toBe(expected)
  })
})

describe('refused data', () => {
  const codes: Record<string, string> = {
    'cut off in data': 'FILE_UNREADABLE',
    'cut off in a header': 'FILE_UNREADABLE',
    'no archive': 'FILE_UNREADABLE',
    'a damaged header': 'FILE_UNREADABLE',
    'an empty file': 'EMPTY_DATASET',
    'a size of 63 bits': 'INVALID_ARGUMENT',
    'a negative size': 'FILE_UNREADABLE',
    'a size that is no number': 'FILE_UNREADABLE',
    'missing: error': 'BAD_SAMPLE',
    'nothing matches, skip': 'EMPTY_DATASET',
    'a size that is no multiple': 'BAD_SAMPLE',
    'too few dtypes': 'INVALID_ARGUMENT',
    'index of an unknown version': 'INVALID_ARGUMENT',
  }
  it.each(Object.entries(codes))('%s: %s', async (name, code) => {
    expect((await refusal(files(golden.cases.find((one) => one.name === name)!))).code).toBe(code)
  })

  it('names the archive, the offset and the file before', async () => {
    const error = await refusal(files(golden.cases.find(({ name }) => name === 'a damaged header')!))
    expect(error.message).toContain("'0.tar' is damaged at offset 1024, behind 'a.jpg': this is no header")
  })

  it('names the index and its line', async () => {
    const error = await refusal(files(golden.cases.find(({ name }) => name === 'index with words for numbers')!))
    expect(error.message).toContain("line 2 of '0.idx' has another word than a number for the offset")
  })

  it('passes over what macOS and others hide, at any depth', async () => {
    const hidden = ['./._a.jpg', './.DS_Store', '__MACOSX/._a.jpg', 'x/__MACOSX/b.jpg', 'x/.keep']
    const sample = ['./a.jpg', './._a.cls', './a.cls', 'x/b.jpg', 'x/._b.cls', 'x/b.cls']
    const all = [...hidden, ...sample, ...hidden].map((name) => [name, name] as const)
    writeFileSync('hidden.tar', tar(all))
    await using pipe = pipelineDef({ batchSize: 2 }, () =>
      fn.readers.webdataset({ paths: 'hidden.tar', ext: ['jpg', 'cls'], name: 'all' }),
    )()
    const [jpg, cls] = await pipe.run()
    const text = (list: typeof jpg) => [0, 1].map((i) => Buffer.from(list!.at(i).dataSync()).toString())
    expect([text(jpg), text(cls)]).toEqual([
      ['./a.jpg', 'x/b.jpg'],
      ['./a.cls', 'x/b.cls'],
    ])
    expect(pipe.readerMeta('all').epochSize).toBe(2)
  })

  it('files that are missing, and folders', async () => {
    writeFileSync('good.tar', tar([['a.jpg', 'A']]))
    expect((await refusal({ paths: 'nowhere.tar', ext: 'jpg' })).code).toBe('FILE_NOT_FOUND')
    expect((await refusal({ paths: '.', ext: 'jpg' })).message).toContain("'.' is a folder")
    expect((await refusal({ paths: ['good.tar', ''], ext: 'jpg' })).message).toContain('a path for paths[1]')
    const index = { paths: 'good.tar', indexPaths: 'nowhere.idx', ext: 'jpg' }
    expect((await refusal(index)).code).toBe('FILE_NOT_FOUND')
    expect((await refusal({ paths: 'good.tar', ext: ';' })).message).toContain("for ext[0] but received ';'")
  })
})

describe('archives that are not what they were', () => {
  const three = tar([
    ['a.jpg', 'A'.repeat(5000)],
    ['b.jpg', 'B'.repeat(5000)],
    ['c.jpg', 'C'.repeat(5000)],
  ])

  it.each([false, true])('a component that is cut off is a bad sample (dontUseMmap: %s)', async (dontUseMmap) => {
    writeFileSync('cut.tar', three.subarray(0, 9000))
    const args = { paths: 'cut.tar', ext: 'jpg', dontUseMmap }
    expect((await refusal(args)).message).toMatch(/bytes 6144 to 11144 in cut\.tar but the file ends at 9000/)
    expect((await read(args, { onError: 'skip' })).map(([, source]) => source)).toEqual(['cut.tar:512:a.jpg'])
    const placed = await read(args, { onError: 'placeholder' })
    expect(placed.map(([[output]]) => output![1])).toEqual([[5000], [5000]])
  })

  it.each([false, true])('one that is cut off while it is read is too (dontUseMmap: %s)', async (dontUseMmap) => {
    writeFileSync('live.tar', tar(Array.from({ length: 64 }, (_, i) => [`${i}.jpg`, 'x'.repeat(20_000)])))
    const define = pipelineDef({ batchSize: 1, prefetchQueueDepth: 1, onError: 'skip' }, () =>
      fn.readers.webdataset({ paths: 'live.tar', ext: 'jpg', dontUseMmap }),
    )
    await using pipe = define()
    let count = 0
    for await (const [list] of pipe) {
      count += list!.length
      if (count === 1) truncateSync('live.tar', 21_000)
    }
    // What was read ahead is delivered; the rest is skipped.
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(40)
    expect(pipe.statistics().badTotal).toBe(64 - count)
  })

  it('a checkpoint is refused when the samples have changed', async () => {
    writeFileSync('set.tar', three)
    const define = pipelineDef({ batchSize: 1 }, () => fn.readers.webdataset({ paths: 'set.tar', ext: 'jpg' }))
    let saved = ''
    {
      await using pipe = define()
      for await (const _ of pipe) {
        saved = await pipe.checkpoint()
        break
      }
    }
    expect(saved.length).toBeLessThan(4096)
    {
      await using pipe = define({ checkpoint: saved })
      for await (const [list] of pipe) {
        expect(list!.sourceInfo(0).source).toBe('set.tar:6144:b.jpg')
        break
      }
    }
    writeFileSync(
      'set.tar',
      tar([
        ['a.jpg', 'A'],
        ['b.jpg', 'B'],
        ['c.jpg', 'C'],
      ]),
    )
    expect(() => define({ checkpoint: saved })).toThrow(/CHECKPOINT_MISMATCH|samples that reader/)
  })
})

it('gives an array of outputs in imperative mode', async () => {
  const files = [
    ['a.jpg', 'A'],
    ['a.cls', '1'],
  ] as const
  writeFileSync('own.tar', tar(files))
  await using reader = nd.readers.webdataset({ paths: 'own.tar', ext: ['jpg', 'cls'], batchSize: 1 })
  for await (const item of reader.nextEpoch({ batchSize: 1 })) {
    expect(item.map((batch) => batch.shape[0])).toEqual([[1], [1]])
  }
})

it('says the dtypes that a run gives', () => {
  const args = { paths: 'own.tar', ext: ['jpg', 'cls'] }
  const said = (more: object) => {
    const { nodes } = record(() => fn.readers.webdataset({ ...args, ...more }))
    return [0, 1].map((output) => knownDtype({ node: 0, output }, (id) => nodes[id], schemas))
  }
  expect(said({})).toEqual(['uint8', 'uint8'])
  expect(said({ dtypes: ['float32', 'int16'] })).toEqual(['float32', 'int16'])
})

it('gives one output for a single ext, and a list for a list of one', () => {
  pipelineDef({ batchSize: 1 }, () => {
    const single: DataNode = fn.readers.webdataset({ paths: 'x.tar', ext: 'jpg' })
    const [listed, ...others] = fn.readers.webdataset({ paths: 'x.tar', ext: ['jpg'] })
    expect(others).toEqual([])
    return [single, listed]
  })
})
