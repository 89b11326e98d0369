// Readers of data sets on web servers: the bytes are those of local files for every reader and every way to read, whatever the
// server does in passing; what does not pass is an error that names the URL; and nothing waits for ever.
// @module-tag property
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { type DataNode, fn, type PipelineOptions, pipelineDef, type TensorList } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parquet } from '../readers/parquet.js'
import { image, record } from '../readers/record-io.js'
import { tar } from '../readers/tar.js'
import { example, record as tfrecord } from '../readers/tfrecord.js'
import { type AnyPipeline, failure, within } from '../util/collect.js'
import { tempFolder } from '../util/files.js'
import { expectReturned, handles, resources } from '../util/resources.js'
import { executors } from '../util/resume.js'
import { check } from '../util/soak.js'
import { type Faults, StoreServer } from '../util/store-server.js'

const folder = tempFolder()
let server: StoreServer
beforeAll(async () => {
  server = await StoreServer.open(folder)
})
afterAll(() => server.close())
afterEach(() => server.faults({}))

const size = 23
const bytesOf = (i: number) => Buffer.alloc((i * 7919) % 5000, `${i} `)
const each = <T>(make: (i: number) => T): T[] => Array.from({ length: size }, (_, i) => make(i))

type Options = Record<string, unknown>
/** Each reader over the set of samples at `root`, a folder or a URL. */
const readers: Record<string, (root: string, options: Options) => DataNode | readonly DataNode[]> = {
  file: (fileRoot, options) => fn.readers.file({ fileRoot, files: each((i) => `${i}.bin`), ...options }),
  fileList: (root, options) => fn.readers.file({ fileList: `${root}/list.txt`, ...options }),
  webdataset: (root, options) =>
    fn.readers.webdataset({ paths: `${root}/{0..2}.tar`, ext: ['bin', 'cls'], ...options }),
  tfrecord: (root, options) => {
    const features = { data: { kind: 'fixed', dtype: 'string' }, id: { kind: 'fixed', dtype: 'int64' } } as const
    const read = fn.readers.tfrecord({ path: [`${root}/a.tfrecord`, `${root}/b.tfrecord`], features, ...options })
    return [read.data, read.id]
  },
  mxNet: (path, options) => fn.readers.mxNet({ path: `${path}/0.rec`, ...options }),
  parquet: (root, options) => {
    const columns = { data: { dtype: 'string' }, id: { dtype: 'string' } } as const
    const read = fn.readers.parquet({ path: `${root}/{0..1}.parquet`, columns, ...options })
    return [read.data!, read.id!]
  },
}

beforeAll(() => {
  const write = (name: string, data: string | Uint8Array) => writeFileSync(join(folder, name), data)
  for (const [i, data] of each(bytesOf).entries()) write(`${i}.bin`, data)
  write('list.txt', each((i) => `${i}.bin ${i}`).join('\n'))
  const files = each((i) => [
    [`${i}.bin`, bytesOf(i)],
    [`${i}.cls`, `${i}`],
  ]) as [string, Buffer][][]
  for (const [k, from] of [0, 9, 10].entries()) write(`${k}.tar`, tar(files.slice(from, [9, 10, size][k]).flat()))
  const records = each((i) => example({ data: { bytes: [bytesOf(i)] }, id: { ints: [i] } }))
  write('a.tfrecord', Buffer.concat(records.slice(0, 5).map(tfrecord)))
  write('b.tfrecord', Buffer.concat(records.slice(5).map(tfrecord)))
  write('0.rec', Buffer.concat(each((i) => record(image(i, bytesOf(i))))))
  const columns = { data: each(bytesOf), other: each((i) => Buffer.alloc(9 * i)), id: each((i) => Buffer.from(`${i}`)) }
  const rows = (from: number, to: number) =>
    Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values.slice(from, to)]))
  write('0.parquet', parquet(rows(0, 8), 3, 2))
  write('1.parquet', parquet(rows(8, size), 2, 4))
})

function open(
  reader: string,
  root: string,
  batchSize: number,
  options: Options,
  how: PipelineOptions = {},
): AnyPipeline {
  const define = pipelineDef({ batchSize, ...how }, () => [readers[reader]!(root, options)].flat() as [DataNode])
  return define() as unknown as AnyPipeline
}

/** The samples of a batch: for each the bytes of its outputs in hex. */
const samplesOf = (batch: readonly TensorList[]): string[] =>
  Array.from({ length: batch[0]!.length }, (_, i) => {
    const parts = batch.map((list) => {
      const data = list.at(i).dataSync()
      return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('hex')
    })
    return batch[0]!.valid[i] ? parts.join() : 'bad'
  })

async function epoch(pipe: AnyPipeline): Promise<string[]> {
  const samples: string[] = []
  for await (const batch of pipe) samples.push(...samplesOf(batch))
  return samples
}

/** The samples of two epochs: one after the other, or in batches that run over the end of the first one. */
async function twoEpochs(pipe: AnyPipeline, way: 'for await' | 'run' | 'runSync', batches: number): Promise<string[]> {
  if (way === 'for await') return [...(await epoch(pipe)), ...(await epoch(pipe))]
  const samples: string[] = []
  for (let i = 0; i < batches; i++) {
    const batch = way === 'run' ? await pipe.run() : pipe.runSync()
    samples.push(...samplesOf(batch))
    batch[0]!.release()
  }
  return samples
}

async function read(reader: string, root: string, options: Options = {}, how: PipelineOptions = {}): Promise<string[]> {
  await using pipe = open(reader, root, 4, options, how)
  return await epoch(pipe)
}

const orders: fc.Arbitrary<Options> = fc.oneof(
  fc.constant({}),
  fc.record({ randomShuffle: fc.constant(true), initialFill: fc.integer({ min: 1, max: 30 }) }),
  fc.constant({ shuffleAfterEpoch: true }),
  fc.record({
    shuffleBlocks: fc.constant(true),
    blockBytes: fc.integer({ min: 1, max: 50_000 }),
    blockWindow: fc.integer({ min: 1, max: 6 }),
  }),
)
const faults: fc.Arbitrary<Faults> = fc.record(
  {
    latencyMs: fc.integer({ min: 0, max: 3 }),
    busyEvery: fc.integer({ min: 2, max: 9 }),
    cutEvery: fc.integer({ min: 2, max: 9 }),
    resetEvery: fc.integer({ min: 2, max: 9 }),
    version: fc.constantFrom('etag', 'weak', 'time', 'none'),
    redirects: fc.boolean(),
  },
  { requiredKeys: [] },
)

describe('a data set on a web server', () => {
  it('gives the bytes of local files, in every order, executor and way, with faults that pass', async () => {
    const cases = fc.record({
      reader: fc.constantFrom(...Object.keys(readers)),
      batchSize: fc.integer({ min: 1, max: 9 }),
      numShards: fc.integer({ min: 1, max: 3 }),
      padLastBatch: fc.boolean(),
      order: orders,
      executor: fc.constantFrom(...Object.keys(executors)),
      way: fc.constantFrom('for await', 'run', 'runSync'),
      seed: fc.nat(),
      faults,
    })
    const property = fc.asyncProperty(cases, async ({ reader, batchSize, order, executor, way, seed, ...c }) => {
      const { numShards, padLastBatch } = c
      const options = { numShards, shardId: numShards - 1, padLastBatch, name: 'r', ...order }
      await server.faults(c.faults)
      const [got, expected] = await Promise.all(
        [server.url, folder].map(async (root) => {
          await using pipe = open(reader, root, batchSize, options, { ...executors[executor], seed })
          return await twoEpochs(pipe, way as 'run', 2 * Math.floor(size / numShards / batchSize))
        }),
      )
      expect(got).toEqual(expected)
    })
    await check(60, 21, property, 6)
  })

  it('reads with many requests at one time, and neighbours with one request', async () => {
    await server.faults({ latencyMs: 20 })
    await read('file', server.url)
    expect((await server.facts()).maxAtOnce).toBeGreaterThan(10)
    await server.faults({})
    await read('mxNet', server.url)
    // The heads of records are read when the set is opened; then all records lie in reach of one request.
    expect((await server.facts()).requests).toBeLessThan(12)
  })

  it('is read by imperative mode, and opened without the event loop', async () => {
    await using reader = nd.readers.webdataset({ paths: `${server.url}/0.tar`, ext: ['bin', 'cls'], batchSize: 4 })
    const sizes: number[] = []
    for await (const [images] of reader.nextEpoch()) sizes.push(...images!.shape.map(([extent]) => extent!))
    expect(sizes).toEqual(each((i) => bytesOf(i).length).slice(0, 9))
  })

  it('leaves neither threads nor handles nor connections', async () => {
    await read('file', server.url)
    const before = resources()
    for (const reader of Object.keys(readers)) await read(reader, server.url)
    // The client's thread ends when it hears that no data set uses a store.
    await expect.poll(handles, { timeout: 10_000 }).toBe(0)
    await expectReturned(before)
  })
})

describe('permanent failures', () => {
  const wrong = (reader: string, root: string, options: Options = {}, how: PipelineOptions = {}) =>
    within(
      4000,
      `${reader} of ${root}`,
      failure(() => read(reader, root, options, how)),
    )

  it('is an error with the URL and the cure', async () => {
    const cases: [Faults, reader: string, root: string, code: string, text: RegExp][] = [
      [{}, 'webdataset', `${server.url}/none`, 'FILE_NOT_FOUND', /none\/0\.tar: the server answers 404 Not Found/],
      [{}, 'file', `${server.url}/none`, 'FILE_NOT_FOUND', /none\/0\.bin: the server answers 404 Not Found/],
      [{ status: 403 }, 'tfrecord', server.url, 'FILE_UNREADABLE', /a\.tfrecord: the server answers 403 Forbidden/],
      [{ status: 500 }, 'fileList', server.url, 'FILE_UNREADABLE', /list\.txt: .* 500 .*, after 6 attempts/],
      [{ noRanges: true }, 'mxNet', server.url, 'FILE_UNREADABLE', /0\.rec: .* a range with the whole object/],
      [{}, 'mxNet', 'http://127.0.0.1:1', 'FILE_UNREADABLE', /127\.0\.0\.1:1\/0\.rec: connect ECONNREFUSED/],
    ]
    for (const [how, reader, root, code, text] of cases) {
      await server.faults(how)
      const error = await wrong(reader, root)
      expect(error).toMatchObject({ code, message: expect.stringMatching(text), hint: expect.stringMatching(/./) })
    }
  })

  it('is a bad sample where one object is missing, and the others are read', async () => {
    const define = pipelineDef({ batchSize: 4, onError: 'skip' }, () =>
      fn.readers.file({ files: [0, 1, 99, 2].map((i) => `${server.url}/${i}.bin`) }),
    )
    await using pipe = define()
    expect(await epoch(pipe as never)).toHaveLength(3)
    expect(pipe.statistics().badSamples.map(({ path, code }) => [path, code])).toEqual([
      [`${server.url}/99.bin`, 'FILE_NOT_FOUND'],
    ])
  })

  it('is found where an object is changed within an epoch', async () => {
    const path = join(folder, 'changing.tar')
    const write = (letter: string) =>
      writeFileSync(path, tar(each((i) => [`${i}.bin`, letter.repeat(3000 * (i + 1))] as const)))
    for (const version of ['etag', 'weak', 'time'] as const) {
      await server.faults({ version })
      write('a')
      await using pipe = pipelineDef({ batchSize: 1 }, () =>
        fn.readers.webdataset({ paths: `${server.url}/changing.tar`, ext: 'bin' }),
      )()
      await pipe.build()
      write('b')
      expect(await failure(() => epoch(pipe as never))).toMatchObject({
        code: 'FILE_UNREADABLE',
        message: expect.stringContaining(
          `cannot read ${server.url}/changing.tar: the object was changed while it is read`,
        ),
      })
    }
  })

  it('shows neither the query of a URL nor its password', async () => {
    await server.faults({ status: 403 })
    const secret = `${server.url.replace('//', '//user:word@')}/0.bin?signature=abc`
    const define = pipelineDef({ batchSize: 1, onError: 'skip' }, () => fn.readers.file({ files: [secret] }))
    await using pipe = define()
    const error = await failure(() => epoch(pipe as never))
    expect((await server.facts()).headers.authorization).toBe(`Basic ${btoa('user:word')}`)
    expect(JSON.stringify([error, error.hint, pipe.statistics().badSamples])).not.toMatch(/word|abc/)
    expect(pipe.statistics().badSamples[0]!.path).toBe(`${server.url}/0.bin`)
  })

  it('ends with close(), however silent the server is', async () => {
    await server.faults({ silent: true })
    const before = resources()
    const pipe = open('file', server.url, 4, {})
    const waiting = failure(() => pipe.run())
    await expect.poll(async () => (await server.facts()).requests, { timeout: 10_000 }).toBeGreaterThan(20)
    await within(2000, 'close()', pipe.close())
    expect(await within(2000, 'run()', waiting)).toMatchObject({ code: 'PIPELINE_CLOSED' })
    const opening = open('webdataset', server.url, 4, {})
    const built = failure(() => opening.run())
    await expect.poll(async () => (await server.facts()).requests, { timeout: 10_000 }).toBeGreaterThan(23)
    await within(2000, 'close() while the data set is opened', opening.close())
    expect(await within(2000, 'run() meanwhile', built)).toMatchObject({ code: 'PIPELINE_CLOSED' })
    await expect.poll(handles, { timeout: 10_000 }).toBe(0)
    await expectReturned(before)
  })

  it('is an error where the server dies, and no hang', async () => {
    const mortal = await StoreServer.open(folder)
    await mortal.faults({ latencyMs: 5 })
    // More than is read ahead.
    const files = Array.from({ length: 5000 }, (_, i) => `${mortal.url}/${i % size}.bin`)
    await using pipe = pipelineDef({ batchSize: 32 }, () => fn.readers.file({ files }))()
    samplesOf(await pipe.run())
    await mortal.die()
    const dies = async () => {
      for (;;) (await pipe.run())[0]!.release()
    }
    expect(await within(4000, 'the error', failure(dies))).toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringMatching(/cannot read http:.*bin: .*ECONN.*, after 6 attempts/),
    })
    await mortal.close()
  })
})

describe('braces in lists of paths', () => {
  const paths = (path: string) => fn.readers.webdataset({ paths: path, ext: 'bin' })
  it('stand for what shells make of them, on disks too', async () => {
    for (const text of ['{0..2}.tar', '{0,1,2}.tar', '{0..1}.t{ar}', '{2..0}.tar']) {
      const pipe = pipelineDef({ batchSize: size }, () => paths(join(folder, text)))()
      const got = await failure(async () => epoch(pipe as never).then((all) => Promise.reject({ message: all.length })))
      await pipe.close()
      expect(got.message).toEqual(text.includes('{ar}') ? expect.stringContaining('0.t{ar}') : size)
    }
    const many = await failure(() => pipelineDef({ batchSize: 1 }, () => paths('{0..99999999}.tar'))().build())
    expect(many).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining('paths[0]') })
  })
})
