// Readers beside those of http.test.ts over a web server: their samples are those of local files, or they are refused by
// name. A checkpoint knows the versions of the objects, and a run has one version of each. A client that fails gives its cause.
// @module-tag shared

import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { epochOf } from '../readers/containers.js'
import { golden as robot, writeSet } from '../readers/lerobot.js'
import { npy } from '../readers/npy.js'
import { parquet as table } from '../readers/parquet.js'
import { image, record } from '../readers/record-io.js'
import { tar } from '../readers/tar.js'
import { example, record as tfrecord } from '../readers/tfrecord.js'
import { failure } from '../util/collect.js'
import { tempFolder } from '../util/files.js'
import { portion } from '../util/soak.js'
import { StoreServer } from '../util/store-server.js'

const root = new URL('../../', import.meta.url).pathname
const folder = tempFolder()
const at = (name: string) => join(folder, name)
const parquet = JSON.parse(readFileSync(join(root, 'test/readers/golden/parquet.json'), 'utf8')).cases[0]
let server: StoreServer
beforeAll(async () => {
  mkdirSync(at('set'))
  for (const i of [0, 1, 2]) {
    writeFileSync(at(`${i}.npy`), npy({ descr: '<i2', shape: [2, i + 1], data: Buffer.alloc(4 * (i + 1), i + 7) }))
    writeFileSync(at(`${i}.jpg`), `image ${i}`)
  }
  const images = [0, 1, 2].map((id) => ({ id, file_name: `${id}.jpg`, width: 4, height: 4 }))
  const annotations = [{ id: 1, image_id: 1, category_id: 5, bbox: [0, 1, 2, 3], area: 6, iscrowd: 0 }]
  writeFileSync(at('coco.json'), JSON.stringify({ images, annotations, categories: [{ id: 5, name: 'cat' }] }))
  copyFileSync(join(root, 'data/sounds/s16.flac'), at('tone.flac'))
  writeFileSync(
    at('sounds.json'),
    [1, 2].map((n) => JSON.stringify({ audio_filepath: 'tone.flac', text: `tone ${n}` })).join('\n'),
  )
  writeFileSync(at('0.parquet'), inflateSync(Buffer.from(parquet.file, 'base64')))
  writeSet(at('robot'))
  writeFileSync(at('list.txt'), '2.npy\n0.npy')
  server = await StoreServer.open(folder)
})
afterAll(() => server.close())
afterEach(() => server.faults({}))

const readers: Record<string, (root: string) => DataNode | readonly DataNode[]> = {
  coco: (root) => fn.readers.coco({ fileRoot: root, annotationsFile: `${root}/coco.json` }),
  numpy: (root) => fn.readers.numpy({ fileRoot: root, files: ['{0..2}.npy'] }),
  'numpy, a window': (root) =>
    fn.readers.numpy({ fileRoot: root, files: ['1.npy', '2.npy'], roiStart: [0, 1], roiEnd: [1, 2] }),
  'numpy, a list': (root) => fn.readers.numpy({ fileList: `${root}/list.txt` }),
  nemoAsr: (root) => fn.readers.nemoAsr({ manifestFilepaths: `${root}/sounds.json`, readText: true }),
  lerobot: (root) =>
    Object.values(
      fn.readers.lerobot({
        root: `${root}/robot`,
        features: { action: { deltaTimestamps: [-0.1, 0], normalize: 'meanStd' }, task: {}, action_is_pad: {} },
        tasks: robot.tasks.slice(0, 2),
      }),
    ),
  parquet: (root) => Object.values(fn.readers.parquet({ path: `${root}/{0..0}.parquet`, columns: parquet.columns })),
}

describe('a reader over a web server', () => {
  it.each(Object.keys(readers))('gives the samples of local files: %s', async (name) => {
    const local = await epochOf(() => readers[name]!(folder))
    expect(local.samples.length).toBeGreaterThan(1)
    for (const faults of [{}, { latencyMs: 2, busyEvery: 3, cutEvery: 4 }]) {
      await server.faults(faults)
      const remote = await epochOf(() => readers[name]!(server.url))
      expect(remote.samples).toEqual(local.samples)
      expect(remote.sources).toEqual(local.sources.map((source) => source.replace(folder, server.url)))
    }
  })

  it.each(['lmdb', 'caffe', 'caffe2'] as const)('is refused by name: %s', async (name) => {
    const read = fn.readers[name] as (args: { path: string }) => DataNode
    const error = await failure(() => epochOf(() => [read({ path: `${server.url}/x.mdb?key=secret` })].flat()))
    expect(error).toMatchObject({
      code: 'UNSUPPORTED',
      op: `readers.${name}`,
      hint: expect.stringContaining('copy it'),
    })
    expect(error.message).not.toContain('secret')
  })

  it('says of a damaged container where it is, without what is secret in its URL', async () => {
    writeFileSync(at('damaged.tar'), Buffer.concat([tar([['0.jpg', 'x']]).subarray(0, 1024), Buffer.alloc(512, 7)]))
    const paths = `${server.url}/damaged.tar?key=secret`
    const error = await failure(() => epochOf(() => fn.readers.webdataset({ paths, ext: 'jpg' })))
    expect(error.message).toContain(`'${server.url}/damaged.tar' is damaged at offset 1024`)
    expect(error.message).not.toContain('secret')
  })
})

describe('a checkpoint', () => {
  type Container = [write: (samples: Buffer[]) => Buffer, read: (url: string) => DataNode | readonly DataNode[]]
  const archive = (samples: Buffer[]) => tar(samples.map((sample, i) => [`${i}.bin`, sample] as const))
  const features = { data: { kind: 'fixed', dtype: 'string' } } as const
  const containers: Record<string, Container> = {
    webdataset: [archive, (paths) => fn.readers.webdataset({ paths, ext: 'bin' })],
    'webdataset, an index': [
      archive,
      (paths) => fn.readers.webdataset({ paths, ext: 'bin', indexPaths: at('set/0.idx') }),
    ],
    tfrecord: [
      (samples) => Buffer.concat(samples.map((sample) => tfrecord(example({ data: { bytes: [sample] } })))),
      (path) => fn.readers.tfrecord({ path, features }).data,
    ],
    mxNet: [
      (samples) => Buffer.concat(samples.map((sample) => record(image(0, sample)))),
      (path) => fn.readers.mxNet({ path }),
    ],
    parquet: [
      (data) => table({ data }, 2),
      (path) => fn.readers.parquet({ path, columns: { data: { dtype: 'string' } } }).data!,
    ],
  }
  const cases = Object.keys(containers).flatMap((name) =>
    (['etag', 'weak', 'time'] as const).map((version) => [name, version] as const),
  )
  it.each(portion(cases, 4))(
    'is refused where an object was changed and has its size: %s, %s',
    { tags: 'property' },
    async (name, version) => {
      await server.faults({ version })
      writeFileSync(at('set/0.idx'), 'v1.2 3\nbin 512 9 0.bin\nbin 1536 9 1.bin\nbin 2560 9 2.bin\n')
      const [write, read] = containers[name]!
      const put = (letter: string) => writeFileSync(at('set/0'), write([0, 1, 2].map(() => Buffer.alloc(9, letter))))
      const define = pipelineDef({ batchSize: 1 }, () => [read(`${server.url}/set/0`)].flat() as [DataNode])
      put('a')
      const pipe = define({ batchSize: 1 })
      ;(await pipe.run())[0]!.release()
      const checkpoint = await pipe.checkpoint()
      await pipe.close()
      await using same = define({ checkpoint })
      expect(Buffer.from((await same.run())[0]!.at(0).dataSync() as Uint8Array).toString()).toBe('aaaaaaaaa')
      put('b')
      const error = await failure(async () => {
        await using changed = define({ checkpoint })
        await changed.run()
      })
      expect(error).toMatchObject({ code: 'CHECKPOINT_MISMATCH' })
    },
  )
})

it('finds by its size that an object was changed where the server names no versions', async () => {
  await server.faults({ version: 'none' })
  const files = [0, 1, 2].map((i) => [`${i}.bin`, 'x'.repeat(9)] as const)
  writeFileSync(at('growing.tar'), tar(files))
  await using pipe = pipelineDef({ batchSize: 1 }, () =>
    fn.readers.webdataset({ paths: `${server.url}/growing.tar`, ext: 'bin' }),
  )()
  await pipe.build()
  writeFileSync(at('growing.tar'), tar([...files, ['3.bin', 'x']]))
  expect(await failure(() => pipe.run())).toMatchObject({
    code: 'FILE_UNREADABLE',
    message: expect.stringContaining(`cannot read ${server.url}/growing.tar: the object was changed while it is read`),
  })
})

describe('a URL that is signed', () => {
  const signed = (name: string, by: string) =>
    `${server.url}/${name}?X-Amz-Credential=key/day/s3&X-Amz-Signature=${by}&X-Amz-Expires=60`
  const read = {
    containers: (by: string) => fn.readers.webdataset({ paths: [signed('signed/0.tar', by)], ext: 'bin' }),
    files: (by: string) => fn.readers.file({ files: [0, 1, 2].map((i) => signed(`${i}.jpg`, by)) }),
    'a list': (by: string) => fn.readers.file({ fileRoot: server.url, fileList: signed('files.txt', by) }),
  }
  beforeAll(() => {
    mkdirSync(at('signed'))
    writeFileSync(at('signed/0.tar'), tar([0, 1, 2].map((i) => [`${i}.bin`, `data ${i}`] as const)))
    writeFileSync(at('files.txt'), '0.jpg 0\n1.jpg 1\n2.jpg 2\n')
  })

  it.each(Object.keys(read) as (keyof typeof read)[])(
    'resumes with another signature, and shows none: %s',
    async (kind) => {
      const open = (by: string, checkpoint?: string) =>
        pipelineDef({ batchSize: 1 }, () => [read[kind](by)].flat() as [DataNode])(checkpoint ? { checkpoint } : {})
      await using pipe = open('secret-1')
      const all: string[] = []
      const text = (batch: readonly { at(i: number): { dataSync(): unknown } }[]) =>
        Buffer.from(batch[0]!.at(0).dataSync() as Uint8Array).toString()
      all.push(text(await pipe.run()))
      const checkpoint = await pipe.checkpoint()
      for (let i = 0; i < 2; i++) all.push(text(await pipe.run()))
      await using other = open('secret-2', checkpoint)
      expect([text(await other.run()), text(await other.run())]).toEqual(all.slice(1))
      const shown = [String(pipe), checkpoint, pipe.readerMeta()]
      expect(JSON.stringify(shown)).not.toContain('secret')
    },
  )

  it('is printed without what signs it', async () => {
    const files = ['http://user:word@h/a?sig=secret']
    await using pipe = pipelineDef({ batchSize: 1 }, () => [...fn.readers.file({ files })])()
    expect(String(pipe)).toContain('["http://h/a"]')
  })

  it('of another object does not', async () => {
    const open = (query: string, checkpoint?: string) =>
      pipelineDef({ batchSize: 1 }, () => [...fn.readers.file({ files: [`${server.url}/0.jpg?${query}`] })])(
        checkpoint ? { checkpoint } : {},
      )
    await using pipe = open('id=1&token=a')
    ;(await pipe.run())[0]!.release()
    const checkpoint = await pipe.checkpoint()
    await using same = open('token=b&id=1', checkpoint)
    ;(await same.run())[0]!.release()
    const error = await failure(async () => {
      await using other = open('id=2&token=a', checkpoint)
      await other.run()
    })
    expect(error).toMatchObject({ code: 'CHECKPOINT_MISMATCH' })
    expect(JSON.stringify(error)).not.toContain('token')
  })

  const oneFeature = { x: { kind: 'fixed', dtype: 'int64' } } as const
  const texts: [what: string, (url: string) => DataNode | readonly DataNode[]][] = [
    ['a list', (fileList) => fn.readers.file({ fileList })],
    ['a manifest', (url) => fn.readers.nemoAsr({ manifestFilepaths: url })],
    ['annotations', (url) => fn.readers.coco({ annotationsFile: url, fileRoot: '.' })],
    ['an index of tar', (url) => fn.readers.webdataset({ paths: at('signed/0.tar'), indexPaths: url, ext: 'bin' })],
    [
      'an index of TFRecord',
      (url) => fn.readers.tfrecord({ path: at('0.npy'), indexPath: url, features: oneFeature }).x,
    ],
    ['an index of RecordIO', (url) => fn.readers.mxNet({ path: at('0.npy'), indexPath: url })],
    ['a table', (url) => Object.values(fn.readers.parquet({ path: url, columns: { n: { dtype: 'int32' } } }))],
  ]
  it.each(texts)('is not in the error of %s that is damaged', async (_, define) => {
    writeFileSync(at('damaged.txt'), 'no such thing\n')
    const error = await failure(async () => {
      await using pipe = pipelineDef(
        { batchSize: 1 },
        () => [define(signed('damaged.txt', 'secret'))].flat() as [DataNode],
      )()
      await pipe.run()
    })
    expect(error.message).toContain('damaged.txt')
    expect(JSON.stringify(error)).not.toContain('secret')
  })
})

describe('a client that fails', () => {
  /** Reads with a copy of the package whose client is this program; returns what the program that reads says. */
  function withClient(client: string, run: string): string {
    const copy = tempFolder()
    for (const name of ['build', 'node_modules', 'data', 'dist']) symlinkSync(join(root, name), join(copy, name))
    rmSync(join(copy, 'dist'))
    spawnSync('cp', ['-r', join(root, 'dist'), join(copy, 'dist')])
    copyFileSync(join(root, 'package.json'), join(copy, 'package.json'))
    writeFileSync(join(copy, 'dist/stores.cjs'), client)
    writeFileSync(
      join(copy, 'run.mjs'),
      `import { fn, pipelineDef } from './dist/index.js'
      const url = '${server.url}'
      const pipe = pipelineDef({ batchSize: 1 }, () => fn.readers.webdataset({ paths: url + '/set/0.tar', ext: 'bin' }))()
      try { ${run} } catch (error) { console.log(error.code, error.message) }
      await pipe.close()`,
    )
    return spawnSync(process.execPath, [join(copy, 'run.mjs')], { encoding: 'utf8', timeout: 50_000 }).stdout
  }
  const works = readFileSync(join(root, 'dist/stores.cjs'), 'utf8')
  it.each<[string, string, string, RegExp]>([
    [
      'its module cannot be loaded',
      'require("penstock-nowhere")',
      'await pipe.build()',
      /ended: Cannot find module 'penstock-nowhere'/,
    ],
    [
      'it dies',
      `${works}\nsetTimeout(() => { throw new Error('out of luck') })`,
      'await pipe.build()',
      /ended: out of luck/,
    ],
    [
      'it dies while the main thread waits',
      `${works}\nthrow new Error('out of luck')`,
      'pipe.runSync()',
      /ended: out of luck/,
    ],
    ['its thread ends', `${works}\nprocess.exit(3)`, 'pipe.runSync()', /ended: its thread has ended/],
  ])('gives the cause: %s', async (_, client, run, words) => {
    await server.faults({ silent: true })
    expect(withClient(client, run)).toMatch(
      new RegExp(`ACTOR_DIED .*set/0\\.tar: the client of object stores has ${words.source}`),
    )
  })

  it('is no bad sample, and another client reads on', () => {
    // The variables of the environment are those of the whole process.
    const dies = `const http = require('node:http')
      const { request } = http
      http.request = (url, ...more) => {
        if (!process.env.DIED && url.pathname === '/1.npy') {
          process.env.DIED = '1'
          setImmediate(() => { throw new Error('out of luck') })
        }
        return request(url, ...more)
      }`
    const run = `const read = (...names) =>
        pipelineDef({ batchSize: 1, onError: 'skip' }, () => fn.readers.file({ files: names.map((name) => url + '/' + name) })[0])()
      const first = read('0.npy', '1.npy', '2.npy')
      let count = 0
      const error = await (async () => { for await (const _ of first) count++ })().catch((error) => error)
      console.log(error?.code, error?.message.includes('out of luck'), first.statistics().badTotal)
      await first.close()
      const second = read('0.npy', '1.npy', '2.npy')
      for await (const _ of second) count += 10
      console.log(Math.floor(count / 10))
      await second.close()`
    expect(withClient(`${dies}\n${works}`, run)).toBe('ACTOR_DIED true 0\n3\n')
  })
})
