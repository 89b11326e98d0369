// Files that are compressed, where a container, a list or an index is due: the error says so, and what unpacks them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { fn, type PipelineError, pipelineDef } from 'penstock-data'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tar } from './tar.js'

const start = process.cwd()
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-compressed-'))
  process.chdir(folder)
})
afterAll(() => {
  process.chdir(start)
  rmSync(folder, { recursive: true })
})

const rest = Buffer.alloc(3000, 5)
const packed: Record<string, [Buffer, unpack: string]> = {
  gzip: [gzipSync(tar([['a.jpg', 'a']])), 'gunzip'],
  zstd: [Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), rest]), 'unzstd'],
  bzip2: [Buffer.concat([Buffer.from('BZh91AY&SY'), rest]), 'bunzip2'],
  xz: [Buffer.concat([Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), rest]), 'unxz'],
}
const path = 'p'
const list = { fileRoot: '.', fileList: path }
const features = { a: { kind: 'fixed', dtype: 'int64' } } as const
const readers: Record<string, () => unknown> = {
  'webdataset paths': () => fn.readers.webdataset({ paths: path, ext: 'jpg' }),
  'webdataset indexPaths': () => fn.readers.webdataset({ paths: path, indexPaths: path, ext: 'jpg' }),
  'tfrecord path': () => fn.readers.tfrecord({ path, features }).a,
  'tfrecord indexPath': () => fn.readers.tfrecord({ path, indexPath: path, features }).a,
  'mxNet path': () => fn.readers.mxNet({ path }),
  'mxNet indexPath': () => fn.readers.mxNet({ path, indexPath: path }),
  'parquet path': () => fn.readers.parquet({ path, columns: { a: { dtype: 'int32' } } }).a,
  'lmdb path': () => fn.readers.lmdb({ path }),
  'caffe path': () => fn.readers.caffe({ path }),
  'coco annotationsFile': () => fn.readers.coco({ fileRoot: '.', annotationsFile: path }),
  'nemoAsr manifestFilepaths': () => fn.readers.nemoAsr({ manifestFilepaths: path }),
  'file fileList': () => fn.readers.file(list),
  'numpy fileList': () => fn.readers.numpy(list),
}

async function refusal(reader: () => unknown): Promise<PipelineError> {
  const opened = async () => {
    const made = pipelineDef({ batchSize: 1 }, () => [reader()].flat() as never)
    await using pipe = made()
    await pipe.run()
  }
  return opened().then(
    () => expect.fail('it is read'),
    (e: unknown) => e as PipelineError,
  )
}

describe.each(Object.entries(packed))('%s', (name, [bytes, unpack]) => {
  it.each(Object.entries(readers))('readers.%s', async (reader, open) => {
    writeFileSync(path, bytes)
    const error = await refusal(open)
    expect([error.code, error.message]).toEqual([
      'FILE_UNREADABLE',
      expect.stringContaining(`for ${reader.split(' ')[1]} but 'p' is compressed (${name})`),
    ])
    expect(error.hint).toContain(`Unpack it first (${unpack})`)
  })
})

it('takes a text that begins as a compressed file does, but is none', async () => {
  writeFileSync(path, 'BZh9.jpg 1\n')
  writeFileSync('BZh9.jpg', 'x')
  await using pipe = pipelineDef({ batchSize: 1 }, () => [...fn.readers.file(list)])()
  expect([...(await pipe.run())[0]!.at(0).dataSync()]).toEqual([120])
})
