// onProgress: what each reader tells while it lists its data, what an exception in it becomes, and that nothing is told
// after the end.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DataNode, fn, type IndexProgress, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StoreServer } from '../util/store-server.js'
import { readerNames, setOf } from './sets/sets.js'
import { tar } from './tar.js'

let folder = ''
let server: StoreServer
const at = (name: string) => join(folder, name)
const archive = tar([0, 1].map((i) => [`${i}.jpg`, `data ${i}`] as const))
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-progress-'))
  for (const i of [0, 1]) writeFileSync(at(`${i}.tar`), archive)
  // An archive that takes long, with holes in place of data.
  const [head, end] = [tar([['big.jpg', Buffer.alloc(1 << 20)]]).subarray(0, 512), Buffer.alloc(1024)]
  const entry = Buffer.concat([head, Buffer.alloc(1 << 20)])
  writeFileSync(at('many.tar'), Buffer.concat([...Array.from({ length: 16 }, () => entry), end]))
  mkdirSync(at('set'))
  for (const i of [0, 1]) writeFileSync(at(`set/${i}.jpg`), '')
  writeFileSync(at('list.txt'), 'set/0.jpg 0\nset/1.jpg 1\n')
  server = await StoreServer.open(folder)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const tars = () => fn.readers.webdataset({ paths: [at('0.tar'), at('1.tar')], ext: 'jpg', name: 'train' })
const others: [string, () => DataNode | readonly DataNode[], Partial<IndexProgress>][] = [
  ['tar', tars, { reader: 'train', file: '1.tar', files: 2, bytes: 2 * archive.length, samples: 4 }],
  [
    'tar in a store',
    () => fn.readers.webdataset({ paths: `${server.url}/{0..1}.tar?secret=1`, ext: 'jpg' }),
    { files: 2, bytes: 2 * archive.length, samples: 4 },
  ],
  ['a list', () => fn.readers.file({ fileList: at('list.txt') }), { file: 'list.txt', files: 1, samples: 2 }],
]

/** `expected`: what the last call has; `file` is a name in the folder. */
async function endsWithAll(define: () => DataNode | readonly DataNode[], expected: Partial<IndexProgress>) {
  const told: IndexProgress[] = []
  await using pipe = pipelineDef({ batchSize: 1 }, () => [define()].flat() as [DataNode])()
  await pipe.build({ onProgress: (progress) => told.push(progress) })
  const last = told.at(-1)!
  expect(last).toMatchObject({ ...expected, file: expected.file ? at(expected.file) : expect.any(String) })
  expect(last).toMatchObject({ filesDone: last.files, bytesDone: last.bytes })
  expect(JSON.stringify(told)).not.toContain('secret')
  expect(Object.values(pipe.readerMeta())[0]).toMatchObject({ epochSize: last.samples })
  // What was built is not listed again.
  const count = told.length
  await pipe.build({ onProgress: (progress) => told.push(progress) })
  expect(told.length).toBe(count)
}

describe('onProgress', () => {
  it.each(readerNames)('ends with all that there is: %s', async (reader) => {
    const set = await setOf(reader)
    mkdirSync(at(reader))
    const own = (name: string) => at(join(reader, name))
    set.write(own)
    const { file } = set.progress
    await endsWithAll(() => set.read(own), { reader, ...set.progress, ...(file && { file: join(reader, file) }) })
  })

  it.each(others)('ends with all that there is: %s', async (_, define, expected) => endsWithAll(define, expected))

  it('is called some times a second, with numbers that grow, for each reader', async () => {
    await server.faults({ latencyMs: 250 })
    const told: [number, IndexProgress][] = []
    const define = pipelineDef(
      { batchSize: 1 },
      () =>
        ['a', 'b'].map((name) => fn.readers.webdataset({ paths: `${server.url}/many.tar`, ext: 'jpg', name })) as [
          DataNode,
          DataNode,
        ],
    )
    await using pipe = define()
    await pipe.build({ onProgress: (progress) => told.push([performance.now(), progress]) })
    await server.faults({})
    for (const name of ['a', 'b']) {
      const own = told.filter(([, { reader }]) => reader === name)
      expect(own.length).toBeGreaterThan(3)
      const [begin, end] = [own[0]![0], own.at(-1)![0]]
      expect(own.length - 2).toBeLessThanOrEqual((end - begin) / 150)
      for (const key of ['bytesDone', 'filesDone', 'samples'] as const) {
        const values = own.map(([, progress]) => progress[key])
        expect(values).toEqual([...values].sort((x, y) => x - y))
      }
      expect(own[0]![1]).toMatchObject({ filesDone: 0, files: 1 })
      expect(own.some(([, { bytesDone, bytes }]) => bytesDone > 0 && bytesDone < bytes!)).toBe(true)
    }
  })

  it('that throws ends the build with a typed error, and is not called again', async () => {
    let calls = 0
    await using pipe = pipelineDef({ batchSize: 1 }, tars)()
    const onProgress = () => {
      calls++
      throw new RangeError('no bar')
    }
    const error = await pipe.build({ onProgress }).catch((e: unknown) => e)
    expect([calls, error]).toEqual([
      1,
      expect.objectContaining({ code: 'USER_FUNCTION', cause: expect.any(RangeError) }),
    ])
    expect((error as Error).message).toContain('onProgress threw: no bar')
  })

  it('is not called after close() or the signal, and must be a function', async () => {
    await server.faults({ latencyMs: 100 })
    const slow = () => fn.readers.webdataset({ paths: `${server.url}/many.tar`, ext: 'jpg' })
    let calls = 0
    const pipe = pipelineDef({ batchSize: 1 }, slow)()
    const first = new Promise<void>((resolve) => {
      const onProgress = () => {
        calls++
        resolve()
      }
      void pipe.build({ onProgress }).catch(() => {})
    })
    await first
    await pipe.close()
    const until = calls
    await new Promise((later) => setTimeout(later, 500))
    expect(calls).toBe(until)
    await server.faults({})
    await using other = pipelineDef({ batchSize: 1 }, tars)()
    await expect(other.build({ onProgress: 1 as never })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  it('is an option of the first loop in imperative mode', async () => {
    using reader = nd.readers.webdataset({ paths: [at('0.tar'), at('1.tar')], ext: 'jpg' })
    const told: IndexProgress[] = []
    for await (const _ of reader.nextEpoch({ onProgress: (progress) => told.push(progress) })) break
    expect(told.at(-1)).toMatchObject({ reader: 'readers.webdataset', samples: 4, filesDone: 2 })
    const count = told.length
    for await (const _ of reader.nextEpoch({ onProgress: (progress) => told.push(progress) })) break
    expect(told.length).toBe(count)
  })
})
