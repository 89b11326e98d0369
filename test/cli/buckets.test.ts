// --data s3://BUCKET/FOLDER: a folder of a bucket is recognised by what lies in it, as one on a disk is, with few requests.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../../src/cli/data.js'
import { mainJob } from '../../src/cli/job.js'
import { recognise } from '../../src/cli/recognise.js'
import { dataFormats } from '../../src/readers/data-format.js'
import { jpeg, readerNames, setOf } from '../readers/sets/sets.js'
import { tar } from '../readers/tar.js'
import { restoreEnvironment, setAwsEnvironment } from '../util/aws-env.js'
import { portion } from '../util/soak.js'
import { type Faults, StoreServer } from '../util/store-server.js'
import { cli } from './cli.js'

const key = { AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'secret' }
const bucket: Faults = { keys: { AKID: { secret: 'secret' } } }
let folder = ''
let server: StoreServer
const at = (...names: string[]) => join(folder, 'b', ...names)
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-buckets-'))
  for (const reader of readerNames) {
    mkdirSync(at(reader), { recursive: true })
    ;(await setOf(reader)).write((name) => at(reader, name))
  }
  server = await StoreServer.open(folder)
  await server.faults(bucket)
  setAwsEnvironment(server.url, folder, key)
})
afterAll(async () => {
  restoreEnvironment()
  await server.close()
  rmSync(folder, { recursive: true })
})

/** The paths and URLs of arguments, by the names in the bucket. */
const namesOf = (args: object) => JSON.parse(JSON.stringify(args).replaceAll('s3://b/', '').replaceAll(`${at()}/`, ''))

describe('a folder of a bucket', () => {
  const databases = dataFormats().flatMap(({ reader, folderFile }) => (folderFile ? [reader] : []))

  it.each(portion(readerNames, 3))(
    'is recognised as the same folder on a disk is, for %s',
    { tags: 'property' },
    async (reader) => {
      for (const { value } of (await setOf(reader)).data) {
        if (typeof value !== 'string') continue
        const [name, url] = [`${reader}/${value}`, `s3://b/${reader}/${value}/`]
        expect((await dataOf([url])).value).toBe(url)
        if (databases.includes(reader)) {
          const { pipe } = mainJob({ batchSize: 2, onError: 'throw', numThreads: 1 }, await recognise(url), 8)
          await using _ = pipe
          await expect(pipe.build()).rejects.toMatchObject({ code: 'UNSUPPORTED', hint: expect.stringMatching(/disk/) })
          continue
        }
        const [stored, local] = [await recognise(url), await recognise(`${at(name)}/`)]
        expect([name, stored.format.reader, namesOf(stored.args)]).toEqual([name, reader, namesOf(local.args)])
        expect(stored.outputs).toEqual(local.outputs)
      }
    },
  )

  it('is a data set as a whole, and a folder of pictures takes one page of names', async () => {
    mkdirSync(at('many'))
    for (let i = 0; i < 9; i++) writeFileSync(at('many', `${i}.jpg`), jpeg)
    mkdirSync(at('shards'))
    for (let i = 0; i < 5; i++) writeFileSync(at('shards', `${i}.tar`), tar([[`${i}.jpg`, jpeg]]))
    await server.faults({ ...bucket, pageSize: 2 })
    expect(await recognise('s3://b/many')).toMatchObject({ format: { reader: 'readers.file' } })
    // A page, and the size and the head of the first picture.
    expect((await server.facts()).requests).toBe(3)
    const { args } = await recognise('s3://b/shards')
    expect(args).toMatchObject({ paths: [0, 1, 2, 3, 4].map((i) => `s3://b/shards/${i}.tar`) })
    await server.faults(bucket)
  })

  it('may have folders in it in which there is nothing but their mark', async () => {
    for (const name of ['empty', 'full']) {
      mkdirSync(at('marked', name), { recursive: true })
      writeFileSync(at('marked', name, '.folder'), '')
    }
    writeFileSync(at('marked/full/1.jpg'), jpeg)
    const { pipe } = mainJob({ batchSize: 2, onError: 'throw', numThreads: 1 }, await recognise('s3://b/marked'), 8)
    await using _ = pipe
    await pipe.build()
    expect(Object.values(pipe.readerMeta())).toMatchObject([{ epochSize: 1 }])
    await expect(recognise('s3://b/marked/empty')).rejects.toMatchObject({ code: 'EMPTY_DATASET' })
  })

  const refused: [what: string, url: string, code: string, words: RegExp][] = [
    ['is not there', 's3://b/nowhere', 'FILE_NOT_FOUND', /no such folder, or it is empty/],
    ['has nothing known', 's3://b/notes', 'EMPTY_DATASET', /'s3:\/\/b\/notes' has none/],
    ['has annotations without images', 's3://b/bare', 'FILE_NOT_FOUND', /first image, 'a\.jpg', is not in its folder/],
  ]
  it.each(refused)('that %s is refused', async (_, url, code, words) => {
    mkdirSync(at('notes'), { recursive: true })
    writeFileSync(at('notes/a.txt'), 'notes')
    mkdirSync(at('bare'), { recursive: true })
    writeFileSync(at('bare/set.json'), JSON.stringify({ images: [{ id: 1, file_name: 'a.jpg' }] }))
    const error = await recognise(url).catch((e) => e)
    expect(error).toMatchObject({ code, hint: expect.stringMatching(/.{10}/) })
    expect(String(error)).toMatch(words)
  })

  it('is read by penstock-data run', { timeout: 60_000 }, async () => {
    const env = { ...key, AWS_ENDPOINT_URL: server.url, HOME: folder }
    const args = ['run', '--epochs', '1', '--size', '8', '--json', '--data', 's3://b/readers.webdataset/deep/']
    const { code, stderr, stdout } = await cli(args, { env })
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject({ reader: 'readers.webdataset' })
  })
})

describe('annotations of COCO by their URL', () => {
  it('have their images near them, in a bucket as on a web server', async () => {
    const set = 'readers.coco'
    for (const name of ['flat/set.json', 'coco/annotations/instances_val2017.json']) {
      const local = await recognise([at(set, name)])
      for (const [root, faults] of [
        ['s3://b', bucket],
        [`${server.url}/b`, {}],
      ] as const) {
        await server.faults(faults)
        const { args, outputs } = await recognise([`${root}/${set}/${name}`])
        expect(JSON.parse(JSON.stringify(args).replaceAll(root, at()))).toEqual(local.args)
        expect(outputs).toEqual(local.outputs)
      }
    }
    const error = await recognise([`${server.url}/b/bare/set.json?X-Amz-Signature=secret/x`]).catch((e) => e)
    expect(error).toMatchObject({ code: 'FILE_NOT_FOUND', hint: expect.stringMatching(/takes any fileRoot/) })
    expect(String(error)).not.toContain('secret')
    await server.faults(bucket)
  })
})
