// Extents that are too large, negative or no whole numbers: of operators' outputs, of files, of what user code gives. Each is an
// error that names what is wrong, and the process goes on.
// @module-tag shared
import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fn, pipelineDef, receive } from 'penstock-data'
import { asBatch, asTensor, batch, random, resize, slice, tensor } from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { type Ended, runChild } from '../../util/child.js'
import { failure } from '../../util/collect.js'
import { tempFolder } from '../../util/files.js'
import { plugin } from '../../util/gpu.js'
import { resident } from '../../util/resources.js'

/** Operators with ordinary arguments: their outputs have 2^62 elements, or their products of extents are 0 in 64 bits. */
const outputs: Record<string, string> = {
  slice: `fn.slice(u8([1, 1, 1]), { start: [0, 0, 0], shape: [2147418113, 1718039348, 5], axes: [0, 1, 2], outOfBoundsPolicy: 'pad' })`,
  'slice, product 1': `fn.slice(u8([4, 4]), big([0n, 0n]), big([274177n, 67280421310721n]), { outOfBoundsPolicy: 'pad', axes: [0, 1] })`,
  'slice, product -1': `fn.slice(u8([4, 4]), big([0n, 0n]), big([4294967297n, 4294967295n]), { outOfBoundsPolicy: 'pad', axes: [0, 1] })`,
  'slice, one axis': `fn.slice(u8([1]), big([0n]), big([2147483648n]), { outOfBoundsPolicy: 'pad', axes: [0] })`,
  crop: `fn.crop(u8([1, 1, 1, 3], 'DHWC'), { crop: [1073741824, 1073741824, 16], outOfBoundsPolicy: 'pad' })`,
  cropMirrorNormalize: `fn.cropMirrorNormalize(u8([1, 1, 1, 3], 'DHWC'), { crop: [1073741824, 1073741824, 16], outOfBoundsPolicy: 'pad', outputLayout: 'DHWC' })`,
  'resize of a volume': `fn.resize(u8([2, 2, 2, 1], 'DHWC'), { size: [65536, 16777216, 16777216] })`,
  resize: `fn.resize(u8([2, 2, 1], 'HWC'), { size: [16777216, 16777216] })`,
  'resize > cropMirrorNormalize': `fn.cropMirrorNormalize(fn.resize(u8([2, 2, 3], 'HWC'), { size: [16777216, 16777216] }), { crop: [2, 2] })`,
  resizeCropMirror: `fn.resizeCropMirror(u8([2, 2, 3], 'HWC'), { size: [16777216, 16777216], crop: [2, 2] })`,
  rotate: `fn.rotate(u8([8000000, 1, 1, 1], 'DHWC'), { angle: 50, axis: [1, 1, 1] })`,
  warpAffine: `fn.warpAffine(u8([2, 2, 2, 1], 'DHWC'), { matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], size: [4194304, 4194304, 1048576] })`,
  constant: `fn.constant({ idata: [7], shape: [1073741824, 1073741824, 16] })`,
  'constant > slice': `fn.slice(fn.constant({ idata: [7], shape: [1073741824, 1073741824, 16] }), { start: [1000000, 0, 0], shape: [1, 1, 1], axes: [0, 1, 2] })`,
  'random.uniform': `fn.random.uniform({ shape: [1048576, 1048576, 16777216] })`,
  'random.uniform > slice': `fn.slice(fn.random.uniform({ shape: [1048576, 1048576, 16777216] }), { start: [100000, 5, 5], shape: [1, 1, 9], axes: [0, 1, 2] })`,
  paste: `fn.paste(u8([1, 1, 3], 'HWC'), { ratio: 16777216, fillValue: [1] })`,
  'math.add': `math.add(u8([2097152, 1]), u8([1, 2097152]))`,
}

const inBoth = `
const size = (shape) => shape.reduce((a, b) => a * b, 1)
const sample = (shape, layout) => ({ data: new Uint8Array(size(shape)).fill(7), shape, ...(layout && { layout }) })
const told = (name, e) => console.log(name + ': ' + e.code + ' ' + e.message)
const show = (name, x) => console.log(name + ': ok ' + x.shape + ' ' + x.dataSync().slice(0, 3))
`
const inPipelines = `${inBoth}
const samples = 4
const u8 = (shape, layout) => fn.externalSource({ source: () => Array(samples).fill(sample(shape, layout)) })
const big = (values) => fn.externalSource({ source: () => Array(samples).fill(new BigInt64Array(values)) })
async function attempt(name, build, options) {
  const pipe = pipelineDef({ batchSize: samples, numThreads: 2, ...options }, build)()
  try {
    const [x] = await pipe.run()
    show(name, x.at(3))
    x.release()
  } catch (e) {
    told(name, e)
  }
  await pipe.close()
}
`
const inImperativeMode = `${inBoth}
const u8 = (shape, layout) => nd.tensor(sample(shape, layout))
const big = (values) => nd.tensor(new BigInt64Array(values))
async function attempt(name, build) {
  try { show(name, build()) } catch (e) { told(name, e) }
}
{
const fn = nd, math = nd.math
`
const good = `await attempt('good', () => fn.resize(u8([2, 2, 1], 'HWC'), { size: [3, 3] }))`
const call = (name: string) => `await attempt(${JSON.stringify(name)}, () => ${outputs[name]})`

describe('outputs that no slot holds are INVALID_ARGUMENT', { timeout: 60_000 }, () => {
  const check = ({ out, err, code }: Ended, names: readonly string[]) => {
    expect(out, `the process has ended early: ${err}`).toMatch('good: ')
    const lines = out.trim().split('\n')
    for (const [i, name] of names.entries()) {
      expect(lines[i]).toMatch(`${name}: INVALID_ARGUMENT `)
      expect(lines[i]).toMatch(/Expected extents from 0 to 2147483647 that make at most 1099511627776 bytes/)
      expect(lines[i]).toMatch(/ x | 2147483648 /)
    }
    expect(lines.slice(names.length)).toEqual(['good: ok 3,3,1 7,7,7'])
    expect(code).toBe(0)
  }

  test('for every operator', async () => {
    const names = Object.keys(outputs)
    check(await runChild(`${inImperativeMode}${names.map(call).join('\n')}\n${good}\n}`), names)
  })

  test('in a pipeline', async () => {
    const names = ['slice, product 1', 'constant > slice']
    check(await runChild(`${inPipelines}${names.map(call).join('\n')}\n${good}`), names)
  })

  test('on a GPU', async () => {
    const gpu = `${inPipelines}
const x = () => u8([2, 2, 1], 'HWC').gpu()
await attempt('slice', () => fn.slice(x(), { start: [0, 0], shape: [2147418113, 1718039348], axes: [0, 1], outOfBoundsPolicy: 'pad' }).cpu(), { deviceId: 0 })
await attempt('good', () => fn.resize(x(), { size: [3, 3] }).cpu(), { deviceId: 0 })`
    check(await runChild(gpu, { env: { PENSTOCK_CUDA_PLUGIN: plugin } }), ['slice'])
  })

  test('when only the shape is asked for', async () => {
    const x = tensor({ data: new Uint8Array(4), shape: [2, 2, 1], layout: 'HWC' })
    const large = () => resize(x, { size: [16777216, 16777216] }).shape
    expect(await failure(large)).toMatchObject({ code: 'INVALID_ARGUMENT', op: 'resize' })
  })

  test('except for a batch that one slot cannot hold, which is OUT_OF_MEMORY', async () => {
    const pipe = pipelineDef({ batchSize: 1, numThreads: 1 }, () =>
      fn.crop(fn.externalSource({ source: () => [{ data: new Uint8Array(3), shape: [1, 1, 3], layout: 'HWC' }] }), {
        crop: [60000, 60000],
        outOfBoundsPolicy: 'pad',
      }),
    )()
    expect(await failure(() => pipe.run())).toMatchObject({
      code: 'OUT_OF_MEMORY',
      message: expect.stringMatching(/10800000384 bytes/),
    })
    await pipe.close()
  })
})

describe('windows far outside of the input are refused', () => {
  const x = tensor({ data: Uint8Array.of(1, 2, 3, 4, 5, 6), shape: [2, 3] })
  test.each([
    [2n ** 52n, 'pad', [9, 9, 9, 9, 9, 9]],
    [-(2n ** 52n), 'pad', [9, 9, 9, 9, 9, 9]],
    [-1n, 'pad', [9, 9, 9, 1, 2, 3]],
    [2n ** 52n, 'edge', [4, 5, 6, 4, 5, 6]],
    [-(2n ** 52n), 'edge', [1, 2, 3, 1, 2, 3]],
  ] as const)('slice from %s with %s', (start, policy, expected) => {
    const window = [BigInt64Array.of(start, 0n), BigInt64Array.of(2n, 3n)].map((list) => tensor(list))
    const made = slice(x, window[0]!, window[1]!, { axes: [0, 1], outOfBoundsPolicy: policy, fillValues: [9] })
    expect([...made.dataSync()]).toEqual(expected)
  })
})

describe('files of 2 GiB and more are unreadable', () => {
  const root = tempFolder()
  const file = (name: string, bytes: number) => {
    const fd = openSync(join(root, name), 'w')
    ftruncateSync(fd, bytes) // sparse
    closeSync(fd)
  }
  file('large.bin', 2 ** 31)
  file('larger.bin', 2 ** 32 + 5)
  for (const name of ['a.bin', 'b.bin']) writeFileSync(join(root, name), Uint8Array.of(1, 2, 3))

  const read = (files: string[], onError: 'throw' | 'skip' | 'placeholder') =>
    pipelineDef({ batchSize: 2, numThreads: 1, onError }, () => fn.readers.file({ fileRoot: root, files })[0])()

  test.each([
    ['large.bin', 2 ** 31],
    ['larger.bin', 2 ** 32 + 5],
  ])('%s is refused by name, before memory is had', async (name, bytes) => {
    const before = resident()
    const pipe = read(['a.bin', name], 'throw')
    expect(await failure(() => pipe.run())).toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringMatching(
        new RegExp(`${name}: it has ${bytes} bytes, and a sample holds at most 2147483647`),
      ),
    })
    await pipe.close()
    expect(resident() - before).toBeLessThan(500 * 2 ** 20)
  })

  test('onError skips it, or puts a placeholder in its place', async () => {
    await using skips = read(['a.bin', 'large.bin', 'b.bin'], 'skip')
    const [x] = await skips.run()
    expect([...x].map((t) => [...t.dataSync()])).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ])
    expect(skips.statistics().badSamples[0]).toMatchObject({ code: 'FILE_UNREADABLE' })
    await using fills = read(['a.bin', 'large.bin'], 'placeholder')
    const [y] = await fills.run()
    expect([...y].map((t) => [...t.dataSync()])).toEqual([
      [1, 2, 3],
      [0, 0, 0],
    ])
  })
})

const wrong: [string, unknown, RegExp][] = [
  ['a negative extent', [-2, -2, 3], /whole numbers from 0 to 2147483647 for shape but received \[-2, -2, 3\]/],
  ['NaN', [Number.NaN, 0], /whole numbers .* received \[NaN, 0\]/],
  ['a fraction', [1.5, 8], /whole numbers .* received \[1.5, 8\]/],
  ['infinity', [Number.POSITIVE_INFINITY, 0], /whole numbers .* received \[Infinity, 0\]/],
  ['more than 32 bits', [4294967297, 0], /whole numbers .* received \[4294967297, 0\]/],
  ['text', ['12'], /whole numbers .* received \["12"\]/],
  ['undefined', [undefined, 12], /whole numbers .* received \[undefined, 12\]/],
  ['bigint', [12n], /whole numbers .* received \[12n\]/],
  ['no list', 12, /a list of whole numbers for shape but received 12/],
  ['null', null, /a list of whole numbers for shape but received null/],
  ['7 dimensions', [1, 1, 1, 1, 1, 1, 12], /at most 6 dimensions for shape but received 7/],
  [
    'a product beyond all memory',
    [0, 2147483647, 2147483647, 2147483647],
    /at most 1099511627776 bytes of uint8 for shape/,
  ],
  ['another number of elements', [5], /Expected 5 elements for shape \[5\] but received 12/],
]
const sample = (shape: unknown) => ({ data: new Uint8Array(12), shape }) as never

describe('shapes that user code gives are checked', () => {
  const source = (give: () => unknown, options: object = {}) =>
    pipelineDef({ batchSize: 1, numThreads: 1 }, () =>
      fn.cast(fn.externalSource({ name: 'mine', source: give as never, ...options }), { dtype: 'int32' }),
    )()

  test.each(wrong)('%s', async (_, shape, message) => {
    for (const make of [tensor, asTensor]) {
      const error = await failure(() => make(sample(shape)))
      expect(error).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringMatching(message) })
      expect(error.op).toMatch(/ensor$/)
    }
    for (const make of [batch, asBatch]) {
      expect(await failure(() => make([sample(shape)]))).toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringMatching(message),
      })
    }
  })

  test('for a source, and for what is fed', async () => {
    const [, shape, message] = wrong[0]!
    const error = { code: 'INVALID_INPUT', op: 'externalSource', message: expect.stringMatching(message) }
    const pipe = source(() => [sample(shape)])
    expect(await failure(() => pipe.run())).toMatchObject(error)
    await pipe.close()
    const fed = pipelineDef({ batchSize: 1, numThreads: 1 }, () => fn.externalSource({ name: 'fed' }))()
    expect(await failure(() => fed.feedInput('fed', [sample(shape)]))).toMatchObject(error)
    await fed.close()
  })

  test('a value of a source that is too large is named, and obeys onError', async () => {
    let asked = 0
    await using pipe = source(() => (asked++ < 2 ? sample([-3, -4]) : Uint8Array.of(5)), {
      batch: false,
      onError: 'skip',
    })
    const [x] = await pipe.run()
    expect([...x.at(0).dataSync()]).toEqual([5])
    expect(pipe.statistics().badTotal).toBe(2)
  })

  test('a value of a function that is too large is named, and obeys onError', async () => {
    const make = (onError: 'throw' | 'skip') =>
      pipelineDef({ batchSize: 2, numThreads: 1, onError }, () =>
        fn.jsFunction(fn.externalSource({ batch: false, source: ({ idxInEpoch }) => Int32Array.of(idxInEpoch) }), {
          module: new URL('../../util/functions/shapes.mjs', import.meta.url).href,
        }),
      )()
    const pipe = make('throw')
    const error = await failure(() => pipe.run())
    expect(error).toMatchObject({
      code: 'INVALID_INPUT',
      op: 'jsFunction',
      message: expect.stringMatching(/whole numbers from 0 to 2147483647 for shape but received \[-1, -4\]/),
      sample: { index: 1 },
    })
    await pipe.close()
    await using skips = make('skip')
    const [x] = await skips.run()
    expect([...x].map((t) => [...t.dataSync()])).toEqual([[0], [3]])
  })

  // The decoder reads the first operator's bytes, which therefore runs before the shapes of the batch are compared.
  test.each<[string, number[]]>([
    ['no dimensions', []],
    ['fewer dimensions', [5]],
    ['more dimensions', [2, 2, 2, 2, 2, 2]],
  ])('the layout of the first sample is not that of one of %s', async (_, shape) => {
    const sample = (shape: number[], layout?: string) => {
      return { data: new Uint16Array(shape.reduce((a, b) => a * b, 1)), shape, ...(layout && { layout }) }
    }
    const source = () => [sample([4, 1, 3], 'HWC'), sample(shape)]
    await using pipe = pipelineDef({ batchSize: 2, numThreads: 1 }, () =>
      fn.decoders.image(fn.flip(fn.externalSource({ source }), { horizontal: 1 })),
    )()
    // The first sample is no file either, and its failure is the one to report.
    expect(await failure(() => pipe.run())).toMatchObject({ code: 'INVALID_INPUT', sample: { index: 0 } })
  })

  test('and layouts must be letters', async () => {
    const made = (layout: unknown) => ({ data: new Uint8Array(3), shape: [3], layout }) as never
    for (const layout of ['é', 'H C', 5, 'ABCDEFGH']) {
      const error = { code: 'INVALID_INPUT', message: expect.stringMatching(/axis names .* for layout but received/) }
      expect(await failure(() => tensor(made(layout)))).toMatchObject(error)
      const option = await failure(() => tensor(new Uint8Array(3), { layout: layout as never }))
      expect(option).toMatchObject({ ...error, code: 'INVALID_ARGUMENT' })
      expect(await failure(() => tensor([1]).reshape([1], { layout: layout as never }))).toMatchObject({
        ...error,
        code: 'INVALID_ARGUMENT',
      })
    }
    expect(tensor(made('X')).layout).toBe('X')
  })

  test('reshape() and asTensor() make no shape that a slot cannot hold', async () => {
    expect(await failure(() => tensor(new Uint8Array(0)).reshape([0, 4294967296]))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      op: 'reshape',
      message: expect.stringMatching(/whole numbers from 0 to 2147483647 for shape/),
    })
    const deep = batch([sample([1, 2, 3, 2, 1, 1]), sample([1, 2, 3, 2, 1, 1])])
    expect(await failure(() => deep.asTensor())).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(/at most 5 dimensions/),
    })
  })

  test('whole numbers are asked for where int64 is made of numbers', async () => {
    expect(await failure(() => tensor([1, 2.5], { dtype: 'int64' }))).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(/whole numbers for int64 but received 2.5/),
    })
  })
})

test('an integer argument that comes as data is no other number than it says', async () => {
  for (const given of [2 ** 40, -(2 ** 40), 1e30]) {
    const shape = tensor(Float64Array.of(given))
    const error = await failure(() => random.uniform({ shape, batchSize: 2 }).shape)
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(error.message).toContain(
      `Expected a 32-bit integer for shape but received ${given < 1e20 ? given : '1e+30'}`,
    )
  }
})

describe('receive()', () => {
  const good = () => ({
    mode: 'copy' as const,
    dtype: 'int16' as const,
    layout: 'HW',
    shapes: [
      [2, 3],
      [1, 3],
    ],
    buffer: new ArrayBuffer(18),
    offsets: [0, 12],
  })
  test('takes what as() gave', () => {
    expect(receive(good()).map((t) => t.dataSync().length)).toEqual([6, 3])
  })
  test.each<[string, object, RegExp]>([
    ['another dtype', { dtype: 'int17' }, /as\(\) gave/],
    ['a dtype of all objects', { dtype: 'toString' }, /as\(\) gave/],
    ['no buffer', { buffer: new Uint8Array(18) }, /as\(\) gave/],
    ['no shapes', { shapes: undefined }, /as\(\) gave/],
    ['fewer offsets', { offsets: [0] }, /as\(\) gave/],
    ['a layout that is none', { layout: 7 }, /for layout but received 7/],
    ['a negative extent', { shapes: [[-2, -3], [1]] }, /for shape but received \[-2, -3\] \(sample 0\)/],
    ['a fraction', { shapes: [[2, 3], [1.5]] }, /for shape but received \[1.5\] \(sample 1\)/],
    ['a negative offset', { offsets: [0, -2] }, /for offsets but received -2 \(sample 1\)/],
    ['an odd offset', { offsets: [0, 11] }, /for offsets but received 11 \(sample 1\)/],
    ['an offset that is NaN', { offsets: [Number.NaN, 0] }, /for offsets but received NaN \(sample 0\)/],
    ['a place outside of the buffer', { offsets: [8, 12] }, /a place for 12 bytes in a buffer of 18 bytes for offsets/],
  ])('%s', async (_, change, message) => {
    expect(await failure(() => receive({ ...good(), ...change } as never))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(message),
    })
  })
  test('refuses everything else', async () => {
    expect(await failure(() => receive(undefined as never))).toMatchObject({ code: 'INVALID_ARGUMENT' })
  })
})
