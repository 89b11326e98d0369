// --out: files of batches, read by a parser that shares nothing with their writer, and the ways in which writing fails.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DType } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, it } from 'vitest'
import { writeFile } from '../../src/cli/out/file.js'
import { npy } from '../../src/cli/out/npy.js'
import { safetensors } from '../../src/cli/out/safetensors.js'
import { Tensor } from '../../src/data/tensor.js'
import { portion } from '../util/soak.js'
import { cli, emptyFolder, packageRoot, photos } from './cli.js'

const timeout = 60_000

interface Parsed {
  dtype: string
  shape: number[]
  data: Buffer
}

function parseNpy(file: Buffer): Parsed {
  expect(file.subarray(0, 8).toString('latin1')).toBe('\x93NUMPY\x01\x00')
  const end = 10 + file.readUInt16LE(8)
  expect(end % 64).toBe(0)
  const header = file.subarray(10, end).toString('latin1')
  const form = /^\{'descr': '([<|]\w\d)', 'fortran_order': False, 'shape': \(((?:\d+,|\d+(?:, \d+)+)?)\), \} *\n$/
  const [, dtype, shape] = form.exec(header)!
  return { dtype: dtype!, shape: shape!.split(',').filter(Boolean).map(Number), data: file.subarray(end) }
}

function parseSafetensors(file: Buffer): { tensors: Record<string, Parsed>; metadata: Record<string, string> } {
  const length = Number(file.readBigUInt64LE(0))
  const { __metadata__: metadata, ...entries } = JSON.parse(file.subarray(8, 8 + length).toString())
  const data = file.subarray(8 + length)
  let covered = 0
  const tensors: Record<string, Parsed> = {}
  for (const [name, entry] of Object.entries<{ dtype: string; shape: number[]; data_offsets: [number, number] }>(
    entries,
  )) {
    const [begin, end] = entry.data_offsets
    // The format's own reader refuses gaps.
    expect(begin).toBe(covered)
    covered = end
    tensors[name] = { dtype: entry.dtype, shape: entry.shape, data: data.subarray(begin, end) }
  }
  expect(covered).toBe(data.length)
  expect(length % 8).toBe(0)
  return { tensors, metadata }
}

const tensor = (dtype: DType, shape: number[], bytes: number[]) =>
  new Tensor({ dtype, shape, layout: '', buffer: new Uint8Array([...Array(8).fill(255), ...bytes]).buffer, offset: 8 })

describe('formats of --out', () => {
  const dtypes: [DType, string, string, number][] = [
    ['uint8', '|u1', 'U8', 1],
    ['uint16', '<u2', 'U16', 2],
    ['uint32', '<u4', 'U32', 4],
    ['uint64', '<u8', 'U64', 8],
    ['int8', '|i1', 'I8', 1],
    ['int16', '<i2', 'I16', 2],
    ['int32', '<i4', 'I32', 4],
    ['int64', '<i8', 'I64', 8],
    ['float16', '<f2', 'F16', 2],
    ['float32', '<f4', 'F32', 4],
    ['float64', '<f8', 'F64', 8],
    ['bool', '|b1', 'BOOL', 1],
  ]

  it('name every dtype as numpy and safetensors do, and keep its bytes', () => {
    const tensors = new Map<string, Tensor>()
    for (const [dtype, description, , size] of dtypes) {
      const bytes = Array.from({ length: 2 * size }, (_, i) => (dtype === 'bool' ? i % 2 : i + 1))
      const one = tensor(dtype, [2], bytes)
      expect(parseNpy(Buffer.concat(npy(one)))).toEqual({ dtype: description, shape: [2], data: Buffer.from(bytes) })
      tensors.set(dtype, one)
    }
    const file = parseSafetensors(Buffer.concat(safetensors(tensors, { a: 'b' })))
    expect(file.metadata).toEqual({ a: 'b' })
    for (const [dtype, , name, size] of dtypes) {
      const { data, ...rest } = file.tensors[dtype]!
      expect(rest).toEqual({ dtype: name, shape: [2] })
      expect(data).toEqual(Buffer.from(tensors.get(dtype)!.dataSync().buffer).subarray(8))
      expect(Math.abs(data.byteOffset - file.tensors.int64!.data.byteOffset) % size).toBe(0)
    }
  })

  it('write scalars, one axis, several axes and no elements', () => {
    const shapes: [number[], number[]][] = [
      [[], [7]],
      [[3], [1, 2, 3]],
      [
        [2, 1, 2],
        [1, 2, 3, 4],
      ],
      [[0, 5], []],
    ]
    for (const [shape, bytes] of shapes) {
      const one = tensor('uint8', shape, bytes)
      expect(parseNpy(Buffer.concat(npy(one)))).toEqual({ dtype: '|u1', shape, data: Buffer.from(bytes) })
      const { tensors } = parseSafetensors(Buffer.concat(safetensors(new Map([['x', one]]), {})))
      expect(tensors.x).toEqual({ dtype: 'U8', shape, data: Buffer.from(bytes) })
    }
  })

  it('refuse an output that has the name of the metadata', () => {
    expect(() => safetensors(new Map([['__metadata__', tensor('uint8', [1], [1])]]), {})).toThrow(/another name/)
  })
})

describe('a file of --out', () => {
  it('that cannot be completed leaves what was there before, and no other file', () => {
    const path = join(emptyFolder(), 'x.npy')
    writeFileSync(path, 'before')
    // The write of the second part fails.
    const parts = [Buffer.from('new'), { byteLength: 4 } as Uint8Array]
    expect(() => writeFile(path, parts)).toThrow(/--out/)
    expect(readFileSync(path, 'utf8')).toBe('before')
    expect(readdirSync(dirname(path))).toEqual(['x.npy'])
    writeFile(path, [Buffer.from('ne'), Buffer.from('w')])
    expect(readFileSync(path, 'utf8')).toBe('new')
  })
})

describe('batches of --out', { timeout }, () => {
  const cwd = emptyFolder()
  const file = (name: string, text: string) => {
    writeFileSync(join(cwd, name), text)
    return name
  }
  const run = (...args: string[]) => cli(['run', '--no-progress', ...args], { cwd })
  const penstock = pathToFileURL(join(packageRoot, 'dist/index.js')).href
  const ragged = file(
    'ragged.mjs',
    `import { fn } from '${penstock}'\nexport default () => fn.readers.file({ fileRoot: '${photos}' })\n`,
  )

  it('are safetensors files with all outputs and where the samples came from', async () => {
    const { code, stdout, stderr } = await run('--batch-size', '10', '--size', '8', '--out', 'b-{batch}.safetensors')
    expect([stderr, code]).toEqual(['', 0])
    expect(stdout).toContain('Batches: 3 files')
    const names = readdirSync(cwd).filter((name) => name.startsWith('b-'))
    expect(names).toEqual(['b-000000.safetensors', 'b-000001.safetensors', 'b-000002.safetensors'])
    const sources = names.flatMap((name, i) => {
      const { tensors, metadata } = parseSafetensors(readFileSync(join(cwd, name)))
      const length = i < 2 ? 10 : 4
      expect(tensors.images).toMatchObject({ dtype: 'F32', shape: [length, 3, 8, 8] })
      expect(tensors.labels).toMatchObject({ dtype: 'I32', shape: [length, 1] })
      expect(JSON.parse(metadata.layouts!)).toEqual({ images: 'NCHW', labels: '' })
      expect(metadata.batch).toBe(String(i))
      expect(JSON.parse(metadata.valid!)).toEqual(Array(length).fill(true))
      return JSON.parse(metadata.sourceInfo!).map(({ source }: { source: string }) => source)
    })
    expect(new Set(sources).size).toBe(24)
    for (const source of sources) expect(existsSync(source)).toBe(true)
  })

  it('are .npy files, one per output, and without {batch} only of the first batch', async () => {
    const { stdout, code } = await run('--batch-size', '5', '--size', '8', '--json', '--out', 'n-{output}.npy')
    expect(code).toBe(0)
    const { batchFiles, batches } = JSON.parse(stdout)
    expect([batches, batchFiles.files]).toEqual([5, 2])
    expect(parseNpy(readFileSync(join(cwd, 'n-images.npy')))).toMatchObject({ dtype: '<f4', shape: [5, 3, 8, 8] })
    expect(parseNpy(readFileSync(batchFiles.last))).toMatchObject({ dtype: '<i4', shape: [5, 1] })
  })

  it('with samples of several shapes are refused, or one file per sample', async () => {
    const whole = await run(ragged, '--out', 'r-{batch}.safetensors')
    expect(whole.code).toBe(1)
    expect(whole.stderr).toMatch(/INVALID_INPUT: .*output0.*\n.*--out 'r-\{batch\}-\{sample\}\.safetensors'/)
    const each = await run(ragged, '--batch-size', '12', '--out', 'r-{batch}-{sample}-{output}.npy')
    expect(each.code).toBe(0)
    const names = readdirSync(cwd).filter((name) => name.startsWith('r-'))
    expect(names.length).toBe(48)
    const { data } = parseNpy(readFileSync(join(cwd, 'r-000001-00011-output0.npy')))
    expect(data.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
    expect((await run(ragged, '--batch-size', '12', '--out', 's-{sample}.safetensors')).code).toBe(0)
    const { tensors, metadata } = parseSafetensors(readFileSync(join(cwd, 's-00003.safetensors')))
    const { data: same } = parseNpy(readFileSync(join(cwd, 'r-000000-00003-output0.npy')))
    expect(same.equals(tensors.output0!.data)).toBe(true)
    const [{ source }, ...others] = JSON.parse(metadata.sourceInfo!)
    expect(readFileSync(source).equals(tensors.output0!.data)).toBe(true)
    expect(others).toEqual([])
  })

  it('replace a file as a whole, with its mode, and follow a link to it', async () => {
    const old = join(cwd, 'old')
    writeFileSync(old, 'old')
    chmodSync(old, 0o600)
    symlinkSync('old', join(cwd, 'to-old.safetensors'))
    expect((await run(ragged, '--out', 'to-old.safetensors')).code).toBe(1)
    expect(readFileSync(old, 'utf8')).toBe('old')
    expect((await run('--size', '8', '--epochs', '1', '--out', 'to-old.safetensors')).code).toBe(0)
    expect(lstatSync(join(cwd, 'to-old.safetensors')).isSymbolicLink()).toBe(true)
    expect(statSync(old).mode & 0o777).toBe(0o600)
    expect(parseSafetensors(readFileSync(old)).tensors.images).toBeDefined()
    expect(readdirSync(cwd).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it.each(['jpg', 'png', 'webp'])('are pictures by their ending, .%s', async (ending) => {
    const { code, stdout } = await run('--batch-size', '6', '--size', '16', '--out', `p-{batch}-{sample}.${ending}`)
    expect([code, stdout.includes('24 files')]).toEqual([0, true])
    const names = readdirSync(cwd).filter((name) => name.startsWith('p-') && name.endsWith(ending))
    expect(names.length).toBe(24)
    const files = names.map((name) => readFileSync(join(cwd, name)))
    const images = nd.decoders.image(nd.batch(files), { outputType: 'any' })
    expect(images.shape).toEqual(Array(24).fill([16, 16, 3]))
    const all = (await Promise.all([...images].map((image) => image.data()))) as Uint8Array[]
    expect(new Set(all.flatMap((data) => [...data])).size).toBeGreaterThan(100)
  })

  it('go on when the reader of the report has left', async () => {
    const { code } = await cli(
      ['run', '--size', '8', '--batch-size', '6', '--no-progress', '--out', 'left-{batch}.safetensors'],
      { cwd, started: (child) => child.stdout!.destroy() },
    )
    expect(code).toBe(0)
    expect(readdirSync(cwd).filter((name) => name.startsWith('left-')).length).toBe(4)
  })

  mkdirSync(join(cwd, 'full'))
  for (const name of ['x.npy', 'x.safetensors']) symlinkSync('/dev/full', join(cwd, 'full', name))
  const wrong: [string, string[], string[]][] = [
    ['a full disk', ['--out', 'full/x.safetensors'], ['--out', 'the disk is full', 'hint:']],
    ['a full disk for .npy', ['--out', 'full/x.npy', 'one.mjs'], ['--out', 'the disk is full', 'hint:']],
    ['several outputs for one array', ['--out', 'x-{batch}.npy'], ['images, labels', "--out 'x-{batch}-{output}.npy'"]],
    ['an unknown field', ['--out', 'x-{bacth}.npy'], ["'{bacth}'", "Did you mean 'batch'?"]],
    ['an unknown ending', ['--out', 'x.gif'], ['.npy or .safetensors', "'x.gif'"]],
    ['pictures under one name', ['--out', 'x-{batch}.png'], ['{sample}', "--out 'x-{batch}-{sample}.png'"]],
    ['one picture of many', ['--out', 'x.jpg'], ['{sample}', 'a file holds one picture']],
    ['{output} of all outputs', ['--out', 'x-{output}.safetensors'], ['without {output}', 'all outputs']],
    ['a folder', ['--out', 'full'], ['is a folder', "'full/batch-{batch}.safetensors'"]],
    ['a folder that is not there', ['--out', 'no/x.safetensors'], ['does not exist']],
  ]
  file(
    'one.mjs',
    `import { fn } from '${penstock}'\nexport default () => fn.readers.file({ fileRoot: '${photos}' })[1]\n`,
  )
  it.each(portion(wrong, 4))('are refused for %s', { tags: 'property' }, async (_, args, words) => {
    const { code, stderr } = await run(...args)
    expect(code).toBe(1)
    for (const word of words) expect(stderr).toContain(word)
    expect(readdirSync(cwd).filter((name) => name.startsWith('x') || name.endsWith('.tmp'))).toEqual([])
  })
})
