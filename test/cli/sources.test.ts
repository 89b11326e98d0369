// --data: the data of every reader is recognised, and read; what is not known, mixed or damaged is refused in words that
// name the file.
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mainJob } from '../../src/cli/job.js'
import { recognise } from '../../src/cli/recognise.js'
import { OutputShapes, shapeText } from '../../src/cli/shapes.js'
import { dataFormats } from '../../src/readers/data-format.js'
import { lmdb } from '../readers/lmdb.js'
import { jpeg, pictures, readerNames, setOf, sounds } from '../readers/sets/sets.js'
import { tar } from '../readers/tar.js'
import { portion } from '../util/soak.js'
import { StoreServer } from '../util/store-server.js'
import { cli } from './cli.js'

let folder = ''
const at = (...names: string[]) => join(folder, ...names)
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-sources-'))
  for (const reader of readerNames) {
    mkdirSync(at(reader))
    ;(await setOf(reader)).write((name) => at(reader, name))
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What the main job gives of the data: the reader, and dtypes and shapes by output. */
async function given(value: string | readonly string[]) {
  const found = await recognise(value)
  const { pipe, names } = mainJob({ batchSize: 2, onError: 'throw', numThreads: 1 }, found, 8)
  await using _ = pipe
  const shapes = new OutputShapes()
  for await (const batch of pipe) shapes.add(new Map(batch.map((list, i) => [names[i]!, list])))
  const gives = Object.fromEntries(shapes.all().map((one) => [one.name, `${one.dtype} ${shapeText(one)}`]))
  return { format: found.format, gives }
}

describe('--data recognises', () => {
  it.each(portion(readerNames, 3, 1))('what %s reads', { tags: 'property' }, async (reader) => {
    const { data } = await setOf(reader)
    const full = (value: string | readonly string[]) =>
      typeof value === 'string' ? at(reader, value) : value.map((name) => at(reader, name))
    const seen = new Set<string>()
    for (const { value, gives } of data) {
      // What is given in the same way is not read again.
      const found = seen.has(JSON.stringify(gives)) ? undefined : await given(full(value))
      const { format } = found ?? (await recognise(full(value)))
      expect([value, format.reader, found?.gives ?? gives]).toEqual([value, reader, gives])
      seen.add(JSON.stringify(gives))
    }
  })

  it('data in a store is recognised by its name or by its content', async () => {
    const server = await StoreServer.open(folder)
    try {
      const url = (name: string) => `${server.url}/${name}?token=secret`
      const kinds: [string, string][] = [
        ['readers.webdataset/{0..1}.tar', 'readers.webdataset'],
        ['readers.webdataset/flat/1', 'readers.webdataset'],
        ['readers.tfrecord/train-0000{0..1}-of-00002', 'readers.tfrecord'],
        ['readers.mxNet/records', 'readers.mxNet'],
        ['readers.parquet/set/data/0.parquet', 'readers.parquet'],
        ['readers.numpy/flat/1.npy', 'readers.numpy'],
        ['experimental.readers.fits/primary.fits', 'experimental.readers.fits'],
        ['readers.nemoAsr/set/manifest.json', 'readers.nemoAsr'],
        ['readers.file/picture', 'readers.file'],
      ]
      for (const [name, reader] of kinds)
        expect([name, (await recognise([url(name)])).format.reader]).toEqual([name, reader])
      const { gives } = await given([url('readers.webdataset/{0..1}.tar')])
      expect(gives).toEqual(pictures)
      const unknown = await recognise([url('readers.parquet/set/README.md')]).catch((e) => e)
      expect(unknown).toMatchObject({ code: 'INVALID_ARGUMENT' })
      expect(String(unknown)).not.toContain('secret')
    } finally {
      await server.close()
    }
  })

  const refused: [what: string, () => string | string[], code: string, words: RegExp][] = [
    [
      'a text',
      () => {
        writeFileSync(at('notes.md'), 'notes')
        return [at('notes.md')]
      },
      'INVALID_ARGUMENT',
      /notes\.md' begins as none of it.*Known are .*tar archives.*Parquet/s,
    ],
    [
      'a compressed archive',
      () => {
        writeFileSync(at('a.tar.gz'), gzipSync(tar([['a.jpg', jpeg]])))
        return [at('a.tar.gz')]
      },
      'INVALID_ARGUMENT',
      /a\.tar\.gz' begins as none.*must be unpacked/s,
    ],
    [
      'a folder without data',
      () => {
        mkdirSync(at('none/below'), { recursive: true })
        writeFileSync(at('none/.hidden.jpg'), jpeg)
        return at('none')
      },
      'EMPTY_DATASET',
      /none' has none.*pictures and sounds/s,
    ],
    [
      'two kinds of files',
      () => [at('readers.webdataset/0.tar'), at('readers.mxNet/0.rec')],
      'INVALID_ARGUMENT',
      /0\.tar' beside '.*0\.rec'/,
    ],
    [
      'a folder with two kinds of containers',
      () => {
        mkdirSync(at('two'))
        writeFileSync(at('two/a.tar'), tar([['a.jpg', jpeg]]))
        writeFileSync(at('two/b.mdb'), lmdb([[Buffer.from('k'), jpeg]]))
        return at('two')
      },
      'INVALID_ARGUMENT',
      /a\.tar' beside '.*b\.mdb'/,
    ],
    [
      'several annotation files',
      () => {
        const text = readFileSync(at('readers.coco/flat/set.json'))
        mkdirSync(at('several/annotations'), { recursive: true })
        for (const name of ['train', 'val']) writeFileSync(at('several/annotations', `${name}.json`), text)
        return at('several')
      },
      'INVALID_ARGUMENT',
      /received 2 of a kind.*train\.json, val\.json/s,
    ],
    [
      'annotations without images',
      () => {
        mkdirSync(at('bare/annotations'), { recursive: true })
        writeFileSync(at('bare/annotations/a.json'), readFileSync(at('readers.coco/flat/set.json')))
        return at('bare')
      },
      'FILE_NOT_FOUND',
      /first image, 'a\.jpg', is not in its folder/,
    ],
    [
      'a damaged archive, which its name tells',
      () => {
        writeFileSync(at('bad.tar'), Buffer.alloc(1024, 1))
        return [at('bad.tar')]
      },
      'FILE_UNREADABLE',
      /tar archive for --data but '.*bad\.tar' is damaged at offset 0/,
    ],
    [
      'a Parquet file that is cut off',
      () => {
        writeFileSync(at('cut.parquet'), readFileSync(at('readers.parquet/set/data/0.parquet')).subarray(0, 100))
        return [at('cut.parquet')]
      },
      'FILE_UNREADABLE',
      /cut\.parquet' is none, or damaged/,
    ],
    [
      'TFRecord of other messages',
      () => {
        const file = readFileSync(at('readers.tfrecord/own'))
        writeFileSync(at('other.tfrecord'), file.fill(255, 12, 40))
        return [at('other.tfrecord')]
      },
      'FILE_UNREADABLE',
      /tf\.train\.Example in the first record of '.*other\.tfrecord'/,
    ],
  ]
  it.each(refused)('not %s', async (_, make, code, words) => {
    const error = await recognise(make()).catch((e) => e)
    expect(error).toMatchObject({ code, hint: expect.stringMatching(/.{10}/) })
    expect(`${error.message} ${error.hint}`).toMatch(words)
  })

  it('a folder that has what cannot be read beside its data', async () => {
    const set = at('readers.webdataset/flat')
    // A link to itself has no target, and a socket cannot be opened.
    symlinkSync('loop', join(set, 'loop'))
    const socket = createServer().listen(join(set, 'socket'))
    await once(socket, 'listening')
    expect((await recognise(set)).format.reader).toBe('readers.webdataset')
    socket.close()
  })

  it('a damaged database, whose reader says where', async () => {
    const file = readFileSync(at('readers.lmdb/x.mdb'))
    file.writeUInt16LE(77, 2 * 4096 + 10)
    writeFileSync(at('bad.mdb'), file)
    await expect(given([at('bad.mdb')])).rejects.toMatchObject({ op: 'readers.lmdb', code: 'FILE_UNREADABLE' })
  })

  it('data by formats that the page of the command line lists', () => {
    const page = readFileSync(new URL('../../docs/reference/cli.md', import.meta.url), 'utf8')
    expect(dataFormats().filter(({ what }) => !page.includes(`| ${what} |`))).toEqual([])
  })
})

describe('run --data', { timeout: 60_000 }, () => {
  it('says in one line what was recognised, and gives rates and shapes where there is no picture', async () => {
    const text = await cli(['run', '--epochs', '1', '--data', at('readers.nemoAsr/set')])
    expect(text).toMatchObject({ code: 0 })
    const words = /^Recognised: manifests of NeMo \(lines of JSON\)\nreaders\.nemoAsr gives audio, sampleRate, text\n/
    expect(text.stdout).toMatch(words)
    expect(text.stdout).toMatch(/^ +audio +float32 +\[882\]$/m)
    expect(text.stdout).toMatch(/2 samples in .*samples\/s/)
    const json = await cli(['run', '--epochs', '1', '--json', '--data', at('readers.numpy/flat')])
    expect(JSON.parse(json.stdout)).toMatchObject({
      ...{ reader: 'readers.numpy', images: 2, size: null },
      outputs: [
        {
          name: 'array',
          dtype: 'float32',
          shape: [
            [1, 2],
            [3, 3],
          ],
        },
      ],
    })
  })

  it('draws pictures of containers, and refuses what pictures alone have', async () => {
    const out = at('sheet.png')
    const run = await cli(['run', '--epochs', '1', '--out', out, '--data', at('readers.lmdb/db')])
    expect([run.code, run.stderr]).toEqual([0, ''])
    expect(readFileSync(out).subarray(1, 4).toString()).toBe('PNG')
    const sized = await cli(['run', '--size', '8', '--data', `${sounds}/s16.wav`])
    expect([sized.code, sized.stderr]).toEqual([1, expect.stringMatching(/pictures for --size/)])
  })
})
