// Readers beside those of http.test.ts over a web server: their samples are those of local files, or they are refused by
// name. A checkpoint knows the versions of the objects. A client that fails gives its cause.

import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { epochOf } from '../readers/containers.js'
import { npy } from '../readers/npy.js'
import { tar } from '../readers/tar.js'
import { failure } from '../util/collect.js'
import { tempFolder } from '../util/files.js'
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
  const write = (letter: string) =>
    writeFileSync(at('set/0.tar'), tar([0, 1, 2].map((i) => [`${i}.bin`, letter.repeat(9)] as const)))
  it.each(['etag', 'weak'] as const)('is refused where an object was changed and has its size: %s', async (version) => {
    await server.faults({ version })
    write('a')
    writeFileSync(at('set/0.idx'), 'v1.2 3\nbin 512 9 0.bin\nbin 1536 9 1.bin\nbin 2560 9 2.bin\n')
    for (const more of [{}, { indexPaths: at('set/0.idx') }]) {
      write('a')
      const define = pipelineDef({ batchSize: 1 }, () =>
        fn.readers.webdataset({ paths: `${server.url}/set/0.tar`, ext: 'bin', ...more }),
      )
      const pipe = define({ batchSize: 1 })
      ;(await pipe.run())[0]!.release()
      const checkpoint = await pipe.checkpoint()
      await pipe.close()
      await using same = define({ checkpoint })
      expect(Buffer.from((await same.run())[0]!.at(0).dataSync() as Uint8Array).toString()).toBe('aaaaaaaaa')
      write('b')
      const error = await failure(async () => {
        await using changed = define({ checkpoint })
        await changed.run()
      })
      expect(error).toMatchObject({ code: 'CHECKPOINT_MISMATCH' })
    }
  })
})

describe('a client that fails', () => {
  /** Reads with a copy of the package whose client is this program; returns what the error says. */
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
      const pipe = pipelineDef({ batchSize: 1 }, () => fn.readers.webdataset({ paths: '${server.url}/set/0.tar', ext: 'bin' }))()
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
      new RegExp(`FILE_UNREADABLE .*set/0\\.tar: the client of object stores has ${words.source}`),
    )
  })
})
