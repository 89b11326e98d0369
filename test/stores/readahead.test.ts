// readAhead of readers: the system reads what the next samples need before their turn, and the samples are the same.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import { beforeAll, expect, it } from 'vitest'
import { parquet } from '../readers/parquet.js'
import { tar } from '../readers/tar.js'
import { tempFolder } from '../util/files.js'
import { expectReturned, resources } from '../util/resources.js'

const folder = tempFolder()
const samples = 320
beforeAll(() => {
  const entry = (i: number) => [`${i}.bin`, Buffer.alloc(100_000, `${i} `)] as const
  writeFileSync(join(folder, '0.tar'), tar(Array.from({ length: samples }, (_, i) => entry(i))))
  for (let i = 0; i < 40; i++) writeFileSync(join(folder, `${i}.bin`), entry(i)[1])
  const data = Array.from({ length: samples }, (_, i) => entry(i)[1])
  writeFileSync(join(folder, '0.parquet'), parquet({ other: data, data }, 2, 10))
})

type Options = Record<string, unknown>
const readers: Record<string, (options: Options) => DataNode> = {
  webdataset: (options) => fn.readers.webdataset({ paths: join(folder, '0.tar'), ext: 'bin', ...options }) as DataNode,
  parquet: (options) => {
    const columns = { data: { dtype: 'string' } } as const
    return fn.readers.parquet({ path: join(folder, '0.parquet'), columns, ...options }).data!
  },
  file: (options) =>
    fn.readers.file({ fileRoot: folder, files: Array.from({ length: 40 }, (_, i) => `${i}.bin`), ...options })[0],
}

const open = (reader: string, options: Options) =>
  pipelineDef({ batchSize: 8, prefetchQueueDepth: 1, seed: 3 }, () => [readers[reader]!(options)])()

async function epoch(reader: string, options: Options): Promise<string[]> {
  await using pipe = open(reader, options)
  const seen: string[] = []
  for await (const [batch] of pipe) for (const one of batch) seen.push(`${one.dataSync().slice(0, 8)} ${one.shape}`)
  return seen
}

it.each(Object.keys(readers))('gives the same samples (%s)', async (reader) => {
  const blocks = { shuffleBlocks: true, blockBytes: 2 ** 20, blockWindow: 3 }
  for (const order of [{}, { shuffleAfterEpoch: true }, { randomShuffle: true }, blocks]) {
    expect(await epoch(reader, { ...order, readAhead: true })).toEqual(await epoch(reader, order))
  }
})

/** The share of a file's pages that are in memory; undefined where the system does not tell. */
function resident(path: string): number | undefined {
  try {
    const [pages, bytes] = execFileSync('fincore', ['-nrb', '-o', 'RES,SIZE', path], { encoding: 'utf8' })
      .split(' ')
      .map(Number)
    return pages! / bytes!
  } catch {
    return undefined
  }
}
/** Makes the system forget a file's pages. */
const forget = (path: string) =>
  execFileSync('dd', [`of=${path}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0', 'if=/dev/null'], {
    stdio: 'ignore',
  })

it.each([
  ['webdataset', '0.tar', 0.7, 0.9],
  // One of the two columns is wanted, which is half of the file.
  ['parquet', '0.parquet', 0.35, 0.45],
])('reads the samples after the first batches before their turn (%s)', async (reader, name, without, least) => {
  const path = join(folder, name)
  forget(path)
  const forgotten = resident(path)
  if (forgotten === undefined || forgotten > 0.1) {
    console.log('the system does not tell what it has in memory: skipped')
    return
  }
  const after = async (options: Options) => {
    // Pages of a mapped file are not forgotten.
    await using pipe = open(reader, { ...options, shuffleAfterEpoch: true, dontUseMmap: true })
    // Listing the headers has brought the file into memory.
    await pipe.build()
    forget(path)
    await pipe.run()
    return resident(path)!
  }
  expect(await after({})).toBeLessThan(without)
  await expect.poll(() => after({ readAhead: true }), { timeout: 20_000 }).toBeGreaterThan(least)
})

it('leaves no descriptors', async () => {
  await epoch('file', { readAhead: true })
  const before = resources()
  for (const reader of Object.keys(readers)) await epoch(reader, { readAhead: true })
  await expectReturned(before)
})
