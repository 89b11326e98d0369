// --data and --pipeline: folders, globs, lists of files, and what is refused.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { dataOf } from '../../src/cli/data.js'
import { tar } from '../readers/tar.js'
import { StoreServer } from '../util/store-server.js'
import { hasVideo, videoBytes } from '../util/video.js'
import { cli, emptyFolder, packageRoot, photos } from './cli.js'

const folder = emptyFolder()
for (const name of ['a', 'a/b', 'a/__MACOSX', 'c[1]']) mkdirSync(join(folder, name))
writeFileSync(join(folder, 'a/__MACOSX/4.jpg'), '')
for (const name of ['a/2.jpg', 'a/10.jpg', 'a/b/3.jpg', 'a/b/4.JPG', 'a/.5.jpg', 'a/b/6.txt', 'c[1]/7.jpg', 'm.mjs']) {
  writeFileSync(join(folder, name), '')
}
const at = (...names: string[]) => names.map((name) => join(folder, name))

describe('--data', () => {
  it('is a folder', async () => {
    expect(await dataOf([folder])).toEqual({ value: folder, title: folder, source: folder })
  })

  it('is a glob: files alone, no hidden ones, sorted by their bytes', async () => {
    const [pattern] = at('a/**/*.jpg')
    expect(await dataOf([pattern!])).toEqual({
      value: at('a/10.jpg', 'a/2.jpg', 'a/b/3.jpg'),
      title: pattern,
      source: pattern,
    })
    // a/__MACOSX/4.jpg is what macOS has written.
    expect((await dataOf(at('a/*/*.jpg'))).value).toEqual(at('a/b/3.jpg'))
    expect((await dataOf(at('a/*'))).value).toEqual(at('a/10.jpg', 'a/2.jpg'))
    expect((await dataOf(at('{a,a/b}/[23].jpg'))).value).toEqual(at('a/2.jpg', 'a/b/3.jpg'))
  })

  it('is one file or several, also with brackets in the name, and each file once', async () => {
    expect(await dataOf(at('c[1]/7.jpg'))).toMatchObject({ value: at('c[1]/7.jpg'), source: at('c[1]/7.jpg')[0] })
    const several = await dataOf(at('c[1]/7.jpg', 'a/2.jpg', 'a/*.jpg'))
    expect(several).toMatchObject({ value: at('c[1]/7.jpg', 'a/2.jpg', 'a/10.jpg'), source: '3 files' })
  })

  it('is a URL, or several', async () => {
    const shards = 'https://x.org/photos-{000..127}.tar?signature=a.b'
    expect(await dataOf([shards])).toMatchObject({ value: [shards], title: 'https://x.org/photos-{000..127}.tar' })
    expect(await dataOf(['s3://bucket/train'])).toMatchObject({ value: 's3://bucket/train' })
    expect(await dataOf(['gs://b/1.jpg', 'gs://b/2.jpg'])).toMatchObject({ value: ['gs://b/1.jpg', 'gs://b/2.jpg'] })
  })

  it('is a folder that holds a database, also beside others', async () => {
    const [one, other] = [emptyFolder(), emptyFolder()]
    for (const set of [one, other]) writeFileSync(join(set, 'data.mdb'), '')
    expect((await dataOf([one, other])).value).toEqual([join(one, 'data.mdb'), join(other, 'data.mdb')])
  })

  const wrong: [string, string[], string, RegExp][] = [
    ['another address', ['ftp://x.org/a.tar'], 'UNSUPPORTED', /--data.*'ftp:\/\/x.org\/a.tar'.*from ftp:/],
    ['a pattern in a bucket', ['s3://b/t/*.tar'], 'UNSUPPORTED', /--data.*'s3:\/\/b\/t\/\*.tar': \* matches on disks/],
    ['an address in capitals', ['S3://b/t'], 'INVALID_ARGUMENT', /--data.*'S3:\/\/b\/t'/],
    ['the URL of a file', ['file:///tmp'], 'INVALID_ARGUMENT', /'file:\/\/\/tmp'/],
    ['a glob that matches nothing', at('*.png'), 'EMPTY_DATASET', /none matches/],
    ['a path that is not there', at('nowhere'), 'FILE_NOT_FOUND', /does not exist/],
    ['several folders', at('a', 'c[1]'), 'INVALID_ARGUMENT', /one folder/],
    ['a module behind the files', at('a/2.jpg', 'm.mjs'), 'INVALID_ARGUMENT', /the module/],
  ]
  it.each(wrong)('is not %s', async (_, given, code, words) => {
    const error = await dataOf(given).catch((e) => e)
    expect(error).toMatchObject({ code, hint: expect.any(String) })
    expect(error.message).toMatch(words)
  })
})

describe('run --data', { timeout: 60_000 }, () => {
  const cwd = emptyFolder()
  const text = `import { fn } from '${pathToFileURL(join(packageRoot, 'dist/index.js')).href}'
    export default (data, ...rest) => {
      console.log('rest', ...rest)
      return fn.readers.file(typeof data === 'string' ? { fileRoot: data } : { files: data })
    }`
  writeFileSync(join(cwd, 'pipeline.mjs'), text)

  it('reads the files of a glob in the main job', async () => {
    const glob = join(photos, 'animals', '*.jpg')
    const { code, stdout, stderr } = await cli(['run', '--epochs', '1', '--size', '8', '--json', '--data', glob], {
      cwd,
    })
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject({ data: glob, dataSetSize: 6, images: 6 })
  })

  it.skipIf(!hasVideo)('makes clips of videos, and draws strips of them', async () => {
    const videos = emptyFolder()
    for (const [label, name] of [
      ['a', 'h264_open.mp4'],
      ['b', 'vp9.webm'],
      ['b', 'h264_open.ts'],
    ] as const) {
      mkdirSync(join(videos, label), { recursive: true })
      writeFileSync(join(videos, label, name), videoBytes(name))
    }
    const args = ['run', '--epochs', '1', '--size', '32', '--json', '--no-progress']
    const { code, stdout, stderr } = await cli([...args, '--data', videos, '--out', 'strips.png'], { cwd })
    expect([code, stderr]).toEqual([0, ''])
    const report = JSON.parse(stdout) as { dataSetSize: number; images: number; reader: string }
    expect(report.reader).toBe('experimental.readers.video')
    expect(report.images).toBe(report.dataSetSize)
    const sheet = readFileSync(join(cwd, 'strips.png'))
    // A strip has six frames of 16 x 16, and the sheet a gap of 4 around each.
    expect((sheet.readUInt32BE(16) - 4) % (6 * 16 + 4)).toBe(0)
    const file = await cli([...args, '--data', join(videos, 'b', 'h264_open.ts')], { cwd })
    expect([file.code, JSON.parse(file.stdout).images]).toEqual([0, 3])
  })

  it('reads what is on servers, and says what is not there', async () => {
    const jpeg = readFileSync(join(photos, 'animals/cat.jpg'))
    writeFileSync(join(cwd, '0.tar'), tar([...[0, 1].map((i) => [`${i}.jpg`, jpeg] as const), ['2.txt', 'no picture']]))
    const server = await StoreServer.open(cwd)
    try {
      const data = `${server.url}/{0..0}.tar?X-Amz-Signature=secret`
      const args = ['run', '--epochs', '1', '--size', '8', '--data', data]
      const json = await cli([...args, '--json'], { cwd })
      expect([json.code, json.stderr]).toEqual([0, ''])
      expect(JSON.parse(json.stdout)).toMatchObject({ reader: 'readers.webdataset', dataSetSize: 2, images: 2 })
      const text = await cli(args, { cwd })
      expect(text.stdout).toContain(`${server.url}/{0..0}.tar`)
      const none = await cli(['run', '--data', `${server.url}/none.tar?X-Amz-Signature=secret`], { cwd })
      expect([none.code, none.stderr]).toEqual([1, expect.stringMatching(/none\.tar: the server answers 404/)])
      expect(JSON.stringify([json, text, none])).not.toContain('secret')
    } finally {
      await server.close()
    }
  })

  it('goes to the function of --pipeline, in front of the other arguments, and --json keeps stdout for itself', async () => {
    const run = (...data: string[]) =>
      cli(['run', '--json', '--no-progress', '--pipeline', 'pipeline.mjs', 'x', '--data', ...data], { cwd })
    const all = await run(photos)
    expect([all.code, all.stderr]).toEqual([0, 'rest x\n'])
    expect(JSON.parse(all.stdout)).toMatchObject({ data: join(cwd, 'pipeline.mjs'), images: 24 })
    const some = await run(join(photos, 'space/*.jpg'), join(photos, 'animals/cat.jpg'))
    expect(JSON.parse(some.stdout).images).toBeGreaterThan(1)
    expect(JSON.parse(some.stdout).images).toBeLessThan(24)
  })
})
