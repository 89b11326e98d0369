// experimental.readers.fits: images of every BITPIX and scale against what astropy reads, several HDUs, and files that are
// damaged or hostile.
// @module-tag property
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, inflateSync } from 'node:zlib'
import { fn, type PipelineError, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bothWays } from '../util/soak.js'
import { eachOnce, goesOn, type ReadSet, refusesChanged } from './containers.js'
import { card, fits, header, image, primary } from './fits.js'

interface Case {
  name: string
  file: string
  /** Number of the HDU, shape, and the first 300 values. */
  images: [number, number[], string[]][]
}
const golden = JSON.parse(readFileSync(new URL('./golden/fits.json', import.meta.url), 'utf8')) as { cases: Case[] }
type Args = Parameters<typeof fn.experimental.readers.fits>[0]

const start = process.cwd()
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-fits-'))
  process.chdir(folder)
})
afterAll(() => {
  process.chdir(start)
  rmSync(folder, { recursive: true })
})

/** The images of the first file: dtype, shape and values. */
async function read(args: Args) {
  await using pipe = pipelineDef({ batchSize: 1 }, () => [fn.experimental.readers.fits(args)].flat())()
  const outputs = await pipe.run()
  return outputs.map((list) => {
    const { dtype, shape } = list!.at(0)
    return { dtype, shape: [...shape], values: Array.from(list!.at(0).dataSync() as Float64Array, String) }
  })
}

async function refusal(args: Args): Promise<PipelineError> {
  const error = await read(args).then(
    () => undefined,
    (e: unknown) => e,
  )
  expect(error).toMatchObject({ op: 'experimental.readers.fits', hint: expect.stringMatching(/.{10}/) })
  return error as PipelineError
}

const names = {
  u1: 'uint8',
  i1: 'int8',
  i2: 'int16',
  u2: 'uint16',
  i4: 'int32',
  u4: 'uint32',
  i8: 'int64',
  u8: 'uint64',
}
const dtypes: Record<string, string> = {
  ...names,
  f4: 'float32',
  f8: 'float64',
  'ends of uint16': 'uint16',
  'ends of uint64': 'uint64',
  'whole scale of uint8': 'int16',
  'whole scale of int16': 'int32',
  'scale of int16': 'float32',
  'scale of int32': 'float64',
  'scale of float32': 'float32',
}

describe('astropy', () => {
  const given = golden.cases.filter(({ images }) => images.length)
  const numbered = bothWays(given).map(([one, other]) => [one.name, one, other] as const)
  it.each(numbered)('agrees: %s', async (name, { file, images }, dontUseMmap) => {
    writeFileSync('0.fits', inflateSync(Buffer.from(file, 'base64')))
    const hduIndices = images.map(([number]) => number)
    const found = await read({ files: ['0.fits'], hduIndices, dontUseMmap })
    expect(found.map(({ shape }) => shape)).toEqual(images.map(([, shape]) => shape))
    if (dtypes[name]) expect(found[0]!.dtype).toBe(dtypes[name])
    for (const [i, [, , values]] of images.entries()) {
      const kept = (text: string) => (/int64/.test(found[i]!.dtype) ? text : Number(text))
      expect(found[i]!.values.slice(0, 300).map(kept)).toEqual(values.map(kept))
    }
  })
})

describe('a file that is wrong', () => {
  const wrong: [string, Buffer, string, string][] = [
    ['no bytes', Buffer.alloc(0), 'BAD_SAMPLE', 'there are no bytes'],
    ['another format', Buffer.alloc(2880, 65), 'BAD_SAMPLE', 'the file does not begin with SIMPLE'],
    ['a header that is cut off', fits(image(8, 4).subarray(0, 100)), 'BAD_SAMPLE', 'in HDU 2 the header is cut off'],
    [
      'a header without an end',
      Buffer.from(card(primary[0]!).repeat(36)),
      'BAD_SAMPLE',
      'in HDU 1 the header is cut off',
    ],
    ['one HDU', fits(), 'BAD_SAMPLE', 'Expected an HDU 2 but the file has 1'],
    ['data that is cut off', fits(image(16, 4), Buffer.alloc(7)), 'BAD_SAMPLE', 'it takes 8 bytes, and 7 are there'],
    ['a BITPIX of 24', fits(image(24, 4), Buffer.alloc(12)), 'BAD_SAMPLE', 'BITPIX is 24'],
    ['an axis that is no number', fits(image(8, 'x'), Buffer.alloc(12)), 'BAD_SAMPLE', 'NAXIS1 is no number'],
    ['a negative axis', fits(image(8, -4), Buffer.alloc(12)), 'BAD_SAMPLE', 'NAXIS1 is no number from 0'],
    ['axes that overflow', fits(image(8, 2 ** 52, 2 ** 52)), 'BAD_SAMPLE', 'more than a file can hold'],
    ['bytes that overflow', fits(image(64, 2 ** 52, 2 ** 10)), 'BAD_SAMPLE', 'more than a file can hold'],
    [
      'no card of an axis',
      fits(header("XTENSION= 'IMAGE   '", 'BITPIX  = 8', 'NAXIS   = 2', 'NAXIS1  = 4')),
      'BAD_SAMPLE',
      'there is no NAXIS2',
    ],
    [
      'axes that come again, and overflow the second time',
      fits(
        header(
          "XTENSION= 'IMAGE   '",
          'BITPIX  = 8',
          'NAXIS   = 3',
          'NAXIS2  = 0',
          `NAXIS1  = ${2 ** 22}`,
          `NAXIS2  = ${2 ** 21}`,
          `NAXIS3  = ${2 ** 21}`,
        ),
      ),
      'BAD_SAMPLE',
      'more than a file can hold',
    ],
    ['compressed bytes', gzipSync(fits(image(8, 4), Buffer.alloc(4))), 'BAD_SAMPLE', 'the file is compressed (gzip)'],
    ['no axes', fits(image(8)), 'UNSUPPORTED', 'an HDU without data'],
    ['seven axes', fits(image(8, 1, 1, 1, 1, 1, 1, 1), Buffer.alloc(1)), 'UNSUPPORTED', 'one of 7 axes'],
    [
      'a table',
      fits(
        header("XTENSION= 'BINTABLE'", 'BITPIX  = 8', 'NAXIS   = 2', 'NAXIS1  = 1', 'NAXIS2  = 1'),
        Buffer.alloc(2880),
      ),
      'UNSUPPORTED',
      'received a table',
    ],
  ]
  it.each(wrong)('has %s', async (_, file, code, text) => {
    writeFileSync('0.fits', file)
    const error = await refusal({ files: ['0.fits'] })
    expect(error.code).toBe(code)
    expect(error.message).toContain(text)
    expect(error.message).toContain('0.fits')
  })

  it('claims data up to the end of all numbers', async () => {
    writeFileSync('0.fits', fits(image(8, (2n ** 63n - 4000n) as unknown as number)))
    expect((await refusal({ files: ['0.fits'], hduIndices: [3] })).message).toContain('an HDU 3 but the file has 2')
  })

  it('has a compressed image', async () => {
    const { file } = golden.cases.find(({ name }) => name === 'compressed')!
    writeFileSync('0.fits', inflateSync(Buffer.from(file, 'base64')))
    const error = await refusal({ files: ['0.fits'] })
    expect([error.code, error.hint]).toEqual(['UNSUPPORTED', expect.stringContaining('funpack')])
  })
})

describe('arguments', () => {
  it('dtypes says which images there may be', async () => {
    writeFileSync('0.fits', fits(image(16, 2), Buffer.from([0, 1, 255, 255])))
    expect(await read({ files: ['0.fits'], dtypes: ['int16'] })).toEqual([
      { dtype: 'int16', shape: [2], values: ['1', '-1'] },
    ])
    const error = await refusal({ files: ['0.fits'], dtypes: ['uint8'] })
    expect(error.message).toContain('Expected uint8 for dtypes[0] but received int16 in HDU 2')
    expect((await refusal({ files: ['0.fits'], dtypes: ['int16', 'int16'] })).code).toBe('INVALID_ARGUMENT')
    expect((await refusal({ files: ['none.fits'] })).code).toBe('FILE_NOT_FOUND')
  })

  it('read in imperative mode', async () => {
    writeFileSync('0.fits', fits(image(8, 3), Buffer.from([1, 2, 3])))
    await using reader = nd.experimental.readers.fits({ files: ['0.fits'] })
    const shapes: unknown[] = []
    for await (const [images] of reader.nextEpoch({ batchSize: 1 })) shapes.push(images!.shape)
    expect(shapes).toEqual([[[3]]])
  })
})

const readSet: ReadSet = (size, options, shift) => {
  rmSync('each', { recursive: true, force: true })
  mkdirSync('each')
  for (let i = 0; i < size; i++) {
    writeFileSync(`each/${String(i + shift).padStart(3, '0')}.fits`, fits(image(8, i * 3), Buffer.alloc(i * 3, i)))
  }
  return fn.experimental.readers.fits({ fileRoot: join(folder, 'each'), ...options })
}
it('gives each sample once', () => eachOnce(readSet))
it('goes on after a checkpoint with the same bytes', () => goesOn(readSet))
it('refuses a checkpoint of other data', () => refusesChanged(readSet))
