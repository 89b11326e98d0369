// The cache of what was read from object stores: what it gives is what the store has, it stays within its bytes, it survives
// crashes and other processes, and what is in its folder is not trusted.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fn, pipelineDef } from 'penstock-data'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { DiskCache, written } from '../../src/readers/stores/cache.js'
import { answerRequest } from '../../src/readers/stores/target.js'
import { tar } from '../readers/tar.js'
import { failure } from '../util/collect.js'
import { tempFolder } from '../util/files.js'
import { handles } from '../util/resources.js'
import { StoreServer } from '../util/store-server.js'

const folder = tempFolder()
let server: StoreServer
beforeAll(async () => {
  const entries = Array.from({ length: 40 }, (_, i) => [`${i}.bin`, Buffer.alloc(100_000 + i, `${i} `)] as const)
  mkdirSync(join(folder, 'web'))
  writeFileSync(join(folder, 'web/0.tar'), tar(entries))
  for (const [name, data] of entries.slice(0, 9)) writeFileSync(join(folder, 'web', name), data)
  server = await StoreServer.open(join(folder, 'web'))
})
afterAll(() => server.close())
afterEach(() => server.faults({}))

const fresh = () => mkdtempSync(join(folder, 'cache-'))
const filesOf = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true }).flatMap((e) =>
    e.isFile() ? [join(e.parentPath, e.name)] : [],
  )
const bytesOf = (dir: string) => filesOf(dir).reduce((sum, path) => sum + statSync(path).size, 0)

type Options = Record<string, unknown>
const readers = {
  webdataset: (root: string, options: Options) =>
    fn.readers.webdataset({ paths: `${root}/0.tar`, ext: 'bin', ...options }),
  file: (fileRoot: string, options: Options) =>
    fn.readers.file({ fileRoot, files: Array.from({ length: 9 }, (_, i) => `${i}.bin`), ...options })[0],
}

/** The samples of an epoch. The client ends behind it, with what it has kept written. */
async function read(reader: keyof typeof readers, root: string, options: Options): Promise<string[]> {
  const samples: string[] = []
  const before = handles()
  {
    await using pipe = pipelineDef({ batchSize: 4 }, () => [readers[reader](root, options)])()
    for await (const [batch] of pipe) {
      for (const sample of batch) samples.push(Buffer.from(sample.dataSync() as Uint8Array).toString('base64'))
    }
  }
  await expect.poll(handles, { timeout: 10_000 }).toBeLessThanOrEqual(before)
  return samples
}

it('gives what the store has, and asks for it once', async () => {
  for (const reader of ['webdataset', 'file'] as const) {
    const cache = { dir: fresh(), bytes: 2 ** 26 }
    const expected = await read(reader, join(folder, 'web'), { shuffleAfterEpoch: true })
    expect(await read(reader, server.url, { shuffleAfterEpoch: true, cache })).toEqual(expected)
    await server.faults({})
    expect(await read(reader, server.url, { shuffleAfterEpoch: true, cache })).toEqual(expected)
    // Versions are still asked for.
    const { requests, bytes } = await server.facts()
    expect([reader, requests > 0, bytes < 10]).toEqual([reader, true, true])
  }
})

it.each(['with a cache', 'without'])('ranges may go beyond the end of an object, or begin there: %s', async (way) => {
  const url = `${server.url}/0.tar`
  const whole = readFileSync(join(folder, 'web/0.tar'))
  const options = way === 'without' ? '' : JSON.stringify({ cache: { dir: fresh(), bytes: 2 ** 26 } })
  let tag = ''
  const ask = async (offset: number, size: number) => {
    const chunks: Uint8Array[] = []
    const give = (bytes: Uint8Array) => chunks.push(Buffer.from(bytes))
    const request = {
      id: 1,
      url,
      name: url,
      kind: 'object',
      urgent: true,
      fresh: false,
      set: 0,
      offset,
      size,
      tag,
      options,
    } as const
    const end = await answerRequest(request, give, new AbortController().signal)
    await written()
    tag = end.tag!
    const kept = (end.kept ?? []).map(({ path, at, size }) => readFileSync(path).subarray(at, at + size))
    // The cache tells where whole blocks lie.
    const from = offset - (end.kept?.[0]?.from ?? offset)
    const came = Buffer.concat([...chunks, ...kept]).subarray(from, from + size)
    return [end.total, came.equals(whole.subarray(offset, offset + size))]
  }
  const last = Math.floor(whole.length / 2 ** 20) * 2 ** 20
  expect(await ask(0, 1)).toEqual([whole.length, true])
  expect(await ask(last, 2 ** 20)).toEqual([whole.length, true])
  // The last block of the object is kept, and there is none behind it.
  await server.faults({})
  expect(await ask(last, 5 * 2 ** 20)).toEqual([whole.length, true])
  expect((await server.facts()).requests).toBe(way === 'without' ? 1 : 0)
  for (const offset of [whole.length, last + 2 ** 21]) expect(await ask(offset, 100)).toEqual([whole.length, true])
})

it('reads on where another process deletes what is kept, or cuts it off', async () => {
  const order = { shuffleAfterEpoch: true }
  const expected = await read('webdataset', join(folder, 'web'), order)
  // A file that is deleted is still there for those who have it open.
  for (const [damage, again] of [
    [rmSync, false],
    [(path: string) => truncateSync(path, 1000), true],
  ] as const) {
    const cache = { dir: fresh(), bytes: 2 ** 26 }
    await read('webdataset', server.url, { ...order, cache })
    await using pipe = pipelineDef({ batchSize: 4, prefetchQueueDepth: 1 }, () => [
      readers.webdataset(server.url, { ...order, cache }),
    ])()
    const seen: string[] = []
    await server.faults({})
    for (let epoch = 0; epoch < 3; epoch++) {
      for await (const [batch] of pipe) {
        for (const sample of batch) seen.push(Buffer.from(sample.dataSync() as Uint8Array).toString('base64'))
        // The first epoch has shown where all of it lies.
        if (seen.length === 44) for (const path of filesOf(cache.dir)) damage(path)
      }
      if (epoch === 0) expect((await server.facts()).bytes).toBeLessThan(10)
    }
    expect(seen.slice(0, 40)).toEqual(expected)
    const epochs = [0, 1, 2].map((epoch) => seen.slice(40 * epoch, 40 * epoch + 40).sort())
    expect(epochs).toEqual([epochs[0], epochs[0], epochs[0]])
    expect((await server.facts()).bytes > 2 ** 20).toBe(again)
  }
})

it('reads again what was changed, cut or written by others', async () => {
  const cache = { dir: fresh(), bytes: 2 ** 26 }
  const path = join(folder, 'web/changing.tar')
  const readChanging = async () => {
    await using pipe = pipelineDef({ batchSize: 1 }, () => [
      readers.webdataset(`${server.url}/changing.tar`, { paths: `${server.url}/changing.tar`, cache }),
    ])()
    const [batch] = await pipe.run()
    return Buffer.from(batch.at(0).dataSync() as Uint8Array).toString('latin1', 0, 3)
  }
  for (const [letter, damage] of [
    ['a', () => {}],
    ['b', (file: string) => truncateSync(file, statSync(file).size >> 1)],
    ['c', (file: string) => writeFileSync(file, 'of another program')],
  ] as const) {
    writeFileSync(path, tar([['1.bin', letter.repeat(500_000)]]))
    for (const file of filesOf(cache.dir)) damage(file)
    const before = handles()
    expect(await readChanging()).toBe(letter.repeat(3))
    await expect.poll(handles, { timeout: 10_000 }).toBeLessThanOrEqual(before)
  }
})

/** What may stand where a block was: the file's path, and its bytes as they were. */
const damages: [what: string, damage: (path: string, was: Buffer) => unknown][] = [
  [
    'a size that is no number',
    (path, was) =>
      writeFileSync(
        path,
        edited(was, (data) => data.writeDoubleLE(Number.NaN, 0)),
      ),
  ],
  [
    'a size that is too large',
    (path, was) =>
      writeFileSync(
        path,
        edited(was, (data) => data.writeDoubleLE(1e300, 0)),
      ),
  ],
  [
    'a size below 0',
    (path, was) =>
      writeFileSync(
        path,
        edited(was, (data) => data.writeDoubleLE(-5, 0)),
      ),
  ],
  [
    'another size',
    (path, was) =>
      writeFileSync(
        path,
        edited(was, (data) => data.writeDoubleLE(100.5, 0)),
      ),
  ],
  [
    'another bit',
    (path, was) =>
      writeFileSync(
        path,
        edited(was, (data) => data.writeUInt8(data[5000]! ^ 1, 5000)),
      ),
  ],
  [
    'another last bit',
    (path, was) =>
      writeFileSync(
        path,
        edited(was, (data) => data.writeUInt8(data[was.length - 60]! ^ 1, was.length - 60)),
      ),
  ],
  [
    'another checksum',
    (path, was) =>
      writeFileSync(
        path,
        edited(was, (data) => data.writeUInt8(data[was.length - 21]! ^ 1, was.length - 21)),
      ),
  ],
  [
    'another length',
    (path, was) =>
      writeFileSync(
        path,
        edited(was, (data) => data.writeUInt32LE(9, was.length - 20)),
      ),
  ],
  ['its first half', (path, was) => writeFileSync(path, was.subarray(0, was.length / 2))],
  [
    'a part with a sound end',
    (path, was) => writeFileSync(path, Buffer.concat([was.subarray(0, 108), was.subarray(-20)])),
  ],
  [
    'a block of an older version',
    (path, was) => writeFileSync(path, Buffer.concat([was.subarray(0, -20), Buffer.from('penstock block 1')])),
  ],
  ['nothing', (path) => writeFileSync(path, '')],
  ['a folder', (path) => [rmSync(path), mkdirSync(path)]],
  ['a pipe', (path) => [rmSync(path), execFileSync('mkfifo', [path])]],
  ['a link to a device', (path) => [rmSync(path), symlinkSync('/dev/zero', path)]],
  ['a link to itself', (path) => [rmSync(path), symlinkSync(path, path)]],
]
function edited(was: Buffer, edit: (data: Buffer) => void): Buffer {
  const data = Buffer.from(was)
  edit(data)
  return data
}

it.each(['webdataset', 'file'] as const)(
  'reads anew, and keeps, what has become something else: %s',
  async (reader) => {
    const cache = { dir: fresh(), bytes: 2 ** 26 }
    const expected = await read(reader, server.url, { cache })
    // Each block has another damage; what is read again is kept again.
    for (let left = [...damages]; left.length; ) {
      const paths = filesOf(cache.dir).sort()
      for (const path of paths) left.shift()?.[1](path, readFileSync(path))
      await server.faults({})
      expect(await read(reader, server.url, { cache })).toEqual(expected)
      expect((await server.facts()).bytes).toBeGreaterThan(80_000)
      // A folder stays in its place, whatever is in it.
      for (const path of paths) if (existsSync(path) && lstatSync(path).isDirectory()) rmSync(path, { recursive: true })
    }
    await read(reader, server.url, { cache })
    await server.faults({})
    expect(await read(reader, server.url, { cache })).toEqual(expected)
    expect((await server.facts()).bytes).toBeLessThan(10)
  },
)

it('takes no socket for a block, and waits for none', async () => {
  const dir = fresh()
  const cache = new DiskCache({ dir, bytes: 2 ** 24 })
  await cache.put('a', Buffer.alloc(1000, 1))
  await written()
  const [path] = filesOf(dir)
  rmSync(path!)
  // The name of a socket is short where it is made.
  const near = createServer().listen(join(folder, 's'))
  await new Promise((resolve) => near.once('listening', resolve))
  renameSync(join(folder, 's'), path!)
  expect([lstatSync(path!).isSocket(), await cache.get('a')]).toEqual([true, undefined])
  near.close()
  await cache.put('a', Buffer.alloc(1000, 2))
  await written()
  expect([existsSync(path!), (await cache.get('a'))?.[0]]).toEqual([true, 2])
})

it('finds damage in what is mapped and read by parts', async () => {
  const dir = fresh()
  const cache = new DiskCache({ dir, bytes: 2 ** 24 })
  await cache.put('a', Buffer.alloc(300_000, 1))
  await written()
  expect(await cache.find('a', 8)).toMatchObject({ size: 300_000 })
  const [path] = filesOf(dir)
  const was = readFileSync(path!)
  writeFileSync(
    path!,
    edited(was, (data) => data.writeUInt8(9, 299_999)),
  )
  // Its head is sound; what reads the rest looks at the checksums.
  expect(await cache.find('a', 8)).toMatchObject({ size: 300_000 })
  expect(await cache.get('a')).toBeUndefined()
  expect(existsSync(path!)).toBe(false)
})

it('stays within its bytes, and keeps what was used last', async () => {
  const dir = fresh()
  const bytes = 10 * 2 ** 20
  const cache = new DiskCache({ dir, bytes })
  await cache.get('none')
  const block = (i: number) => Buffer.alloc(2 ** 20, i)
  for (let i = 0; i < 30; i++) {
    await cache.put(`${i}`, block(i))
    await written()
    for (const file of filesOf(dir)) if (readFileSync(file)[0] === i) utimesSync(file, 1000 + i, 1000 + i)
    if (i > 0 && i < 20) await cache.get('0')
  }
  expect(bytesOf(dir)).toBeLessThanOrEqual(bytes)
  expect((await cache.get('29'))?.equals(block(29))).toBe(true)
  expect(await cache.get('1')).toBeUndefined()
})

it('has whole blocks only after processes that were killed, which wrote to one folder at a time', async () => {
  const dir = fresh()
  const program = join(folder, 'writer.mjs')
  const module = new URL('../../dist/readers/stores/cache.js', import.meta.url).href
  writeFileSync(
    program,
    `import { DiskCache, written } from '${module}'
     const cache = new DiskCache({ dir: ${JSON.stringify(dir)}, bytes: ${2 ** 24} })
     for (let i = 0; ; i++) {
       await cache.put(\`\${i % 40}\`, Buffer.alloc(200_000 + (i % 40), i % 40))
       if (i !== 9) continue
       await written()
       process.send('begun')
     }`,
  )
  for (let round = 0; round < 3; round++) {
    const writers = [0, 1].map(() =>
      spawn(process.execPath, [program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
    )
    await Promise.all(writers.map((w) => new Promise((resolve) => w.once('message', resolve))))
    await new Promise((resolve) => setTimeout(resolve, 100 + 50 * round))
    await Promise.all(
      writers.map((w: ChildProcess) => new Promise((resolve) => w.once('exit', resolve) && w.kill('SIGKILL'))),
    )
    const cache = new DiskCache({ dir, bytes: 2 ** 24 })
    let found = 0
    for (let i = 0; i < 40; i++) {
      const data = await cache.get(`${i}`)
      if (!data) continue
      found++
      expect(data.equals(Buffer.alloc(200_000 + i, i))).toBe(true)
    }
    expect(found).toBeGreaterThan(0)
  }
  // Also what the killed processes had not finished is gone, which may be more than all blocks.
  expect(bytesOf(dir)).toBeLessThan(2 ** 24)
  expect(readdirSync(dir, { recursive: true }).filter((name) => String(name).endsWith('.part'))).toEqual([])
})

it('is an error where the folder cannot be used, or the option is wrong', async () => {
  writeFileSync(join(folder, 'file'), '')
  const wrong = (cache: unknown) => failure(() => read('webdataset', server.url, { cache }))
  expect(await wrong({ dir: join(folder, 'file/x'), bytes: 2 ** 24 })).toMatchObject({
    code: 'FILE_UNREADABLE',
    message: expect.stringContaining("the folder of cache, '"),
  })
  expect(await wrong({ dir: '/proc/penstock/cache', bytes: 2 ** 24 })).toMatchObject({
    code: 'FILE_UNREADABLE',
    message: expect.stringContaining("the folder of cache, '/proc/penstock/cache', cannot be used: ENOENT"),
  })
  expect(await wrong({ dir: fresh() })).toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining('bytes'),
  })
  expect(await wrong({ dir: fresh(), bytes: 2 ** 40, size: 1 })).toMatchObject({ code: 'INVALID_ARGUMENT' })
  expect(await wrong('/tmp')).toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining('{ dir, bytes }'),
  })
})
