// Readers over a hub: what they take as s3:// they take as hf://, with the samples of local files. Checkpoints, caches and the
// command line know its files.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fn, pipelineDef } from 'penstock-data'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../../src/cli/data.js'
import { recognise } from '../../src/cli/recognise.js'
import { dataFormats } from '../../src/readers/data-format.js'
import { epochOf } from '../readers/containers.js'
import { readerNames, setOf } from '../readers/sets/sets.js'
import { tar } from '../readers/tar.js'
import { failure } from '../util/collect.js'
import { tempFolder } from '../util/files.js'
import type { Files } from '../util/hub-server.mjs'
import { HubThread } from '../util/hub-thread.js'
import { portion } from '../util/soak.js'

const folder = tempFolder()
const before = { ...process.env }
let server: HubThread
beforeAll(async () => {
  server = await HubThread.open()
  for (const name of Object.keys(process.env)) if (/^HF_|^HUGGING_FACE/.test(name)) delete process.env[name]
  Object.assign(process.env, { HF_ENDPOINT: server.url, HF_TOKEN: 'hf_word', HF_HOME: folder })
})
afterAll(async () => {
  await server.close()
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
})
afterEach(() => server.set({}))

const filesIn = (root: string): Files =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      return entry.isFile() ? [[path.slice(root.length + 1), readFileSync(path)] as const] : []
    }),
  )

describe('a reader over a hub', () => {
  const onDisks = dataFormats().flatMap(({ reader, folderFile }) => (folderFile ? [reader] : []))
  it.each(portion(readerNames, 4))('gives the samples of local files: %s', { tags: 'property' }, async (reader) => {
    const set = await setOf(reader)
    const root = join(folder, reader)
    mkdirSync(root)
    set.write((name) => join(root, name))
    await server.push(`datasets/o/${reader}`, filesIn(root))
    await server.set({ token: 'hf_word', pageSize: 2 })
    const url = `hf://datasets/o/${reader}`
    const at = (base: string) => (name: string) =>
      // Folders of tables are read from disks alone.
      base === url && name === 'set/data' ? `${base}/${name}/{0..1}.parquet` : `${base}/${name}`
    const reading = (base: string) => epochOf(() => set.read(at(base)))
    if (onDisks.includes(reader)) {
      expect(await failure(() => reading(url))).toMatchObject({ code: 'UNSUPPORTED' })
      return
    }
    const [local, remote] = [await reading(root), await reading(url)]
    expect(remote.samples).toEqual(local.samples)
    expect(remote.sources).toEqual(local.sources.map((source) => source.replace(root, url)))
  })
})

const shards = (texts: readonly string[]): Files =>
  Object.fromEntries(texts.map((text, i) => [`train/${i}.tar`, tar([['0.txt', text.repeat(20)]])]))

describe('a data set in a hub', () => {
  const paths = 'hf://datasets/o/tars/train/{0..1}.tar'
  const pipe = (options: object = {}, checkpoint?: string) =>
    pipelineDef({ batchSize: 1, ...(checkpoint !== undefined && { checkpoint }) }, () =>
      fn.readers.webdataset({ paths, ext: 'txt', ...options }),
    )()
  const textOf = async (made: ReturnType<typeof pipe>) => {
    const [list] = await made.run()
    return Buffer.from(list.at(0).dataSync() as Uint8Array).toString('latin1', 0, 1)
  }

  it('stays the one that it was when it was opened, and a checkpoint knows another', async () => {
    await server.push('datasets/o/tars', shards(['a', 'b']))
    await using first = pipe()
    expect(await textOf(first)).toBe('a')
    await server.push('datasets/o/tars', shards(['a', 'c']))
    const checkpoint = await first.checkpoint()
    expect([await textOf(first), await textOf(first)]).toEqual(['b', 'a'])
    await using second = pipe()
    expect([await textOf(second), await textOf(second)]).toEqual(['a', 'c'])
    expect(await failure(async () => pipe({}, checkpoint))).toMatchObject({ code: 'CHECKPOINT_MISMATCH' })
    // A commit that leaves the files alone changes nothing.
    await server.push('datasets/o/tars', { ...shards(['a', 'b']), 'README.md': 'text' })
    await using fourth = pipe({}, checkpoint)
    expect(await textOf(fourth)).toBe('b')
  })

  it('is kept in a cache by its versions, whatever the commit', async () => {
    const cache = { dir: join(folder, 'cache'), bytes: 2 ** 24 }
    const sent = async () => (await server.asked()).filter(({ hub, range }) => !hub && range !== 'bytes=0-0').length
    for (const [extra, expected] of [
      ['', true],
      ['more', false],
    ] as const) {
      await server.push('datasets/o/tars', { ...shards(['x', 'y']), extra })
      await server.asked()
      await using made = pipe({ cache })
      expect([await textOf(made), await textOf(made)]).toEqual(['x', 'y'])
      expect((await sent()) > 0).toBe(expected)
    }
  })

  it('is refused with its URL, its cure and no token', async () => {
    await server.push('datasets/o/tars', shards(['a', 'b']))
    const refused = async (url: string) =>
      failure(() => epochOf(() => fn.readers.webdataset({ paths: url, ext: 'txt' })))
    expect(await refused('hf://datasets/o/tars@v9/train/0.tar')).toMatchObject({
      code: 'FILE_NOT_FOUND',
      message: expect.stringContaining(
        'cannot read hf://datasets/o/tars@v9/train/0.tar: the server answers 404 Not Found (RevisionNotFound)',
      ),
    })
    await server.set({ refuse: { status: 403, code: 'GatedRepo' } })
    const error = await refused('hf://datasets/o/tars/train/0.tar')
    expect(error).toMatchObject({ code: 'FILE_UNREADABLE', hint: expect.stringContaining('Accept its terms') })
    expect(JSON.stringify([error, error.hint, error.stack])).not.toContain('hf_word')
  })

  it('is recognised by the command line: a repository, a folder and files', async () => {
    await server.push('datasets/o/tars', shards(['a', 'b']))
    for (const value of ['hf://datasets/o/tars', 'hf://datasets/o/tars@main/train/']) {
      expect((await dataOf([value])).value).toBe(value)
      const { format, args } = await recognise(value)
      expect(format.reader).toBe('readers.webdataset')
      const root = value.replace(/\/(train\/)?$/, '').replace(/(tars|main)$/, '$1/train')
      expect(args).toMatchObject({ paths: [`${root}/0.tar`, `${root}/1.tar`] })
    }
    expect((await recognise(['hf://datasets/o/tars/train/0.tar'])).format.reader).toBe('readers.webdataset')
    await expect(dataOf(['hf://datasets/o/tars/*.tar'])).rejects.toThrow("Give the folder, 'hf://datasets/o/tars'")
    await expect(dataOf(['az://x/y'])).rejects.toThrow('hf:// URL')
  })
})
