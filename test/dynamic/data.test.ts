// Data in: what becomes of arrays, numbers and outputs of pipelines; slices and other shapes against a plain model.
// @module-tag shared
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asBatch, asTensor, type Batch, batch, flip, type Range, tensor, withEvalMode } from '../../src/dynamic.js'
import { fn, pipelineDef } from '../../src/index.js'

const numbers = (x: { dataSync(): ArrayLike<unknown> }) => Array.from(x.dataSync())
const rejects = (run: () => unknown, code: string, text: RegExp) => {
  let error: { code?: string; message?: string } = {}
  try {
    run()
  } catch (e) {
    error = e as typeof error
  }
  expect(error.code).toBe(code)
  expect(error.message).toMatch(text)
}

describe('asTensor and tensor', () => {
  it('wraps a typed array without a copy, and tensor() copies it', () => {
    const own = Float32Array.of(1, 2, 3)
    const wrapped = asTensor(own)
    const copy = tensor(own)
    expect(wrapped.dataSync().buffer).toBe(own.buffer)
    own[0] = 7
    expect(numbers(wrapped)).toEqual([7, 2, 3])
    expect(numbers(copy)).toEqual([1, 2, 3])
    expect(wrapped).toMatchObject({ dtype: 'float32', shape: [3], layout: '', ndim: 1, size: 3, bytes: 12 })
    expect(wrapped).toMatchObject({ device: 'cpu', deviceId: null })
  })

  it.each(['eager', 'deferred', 'syncCpu'] as const)(
    'reads the array of the user before the call returns: %s',
    (mode) => {
      withEvalMode(mode, () => {
        const own = Uint8Array.from({ length: 12 }, (_, i) => i)
        const image = asTensor({ data: own, shape: [2, 2, 3], layout: 'HWC' })
        const sum = image.add(1)
        const part = asTensor(own).slice([2, 5]).mul(2)
        own.fill(99)
        expect(numbers(sum)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1))
        expect(numbers(part)).toEqual([4, 6, 8])
      })
    },
  )

  it.each([
    [3, 'int32', []],
    [2.5, 'float32', []],
    [true, 'bool', []],
    [3n, 'int64', []],
    [2 ** 40, 'int64', []],
    [[1, 2], 'int32', [2]],
    [[[1.5], [2]], 'float32', [2, 1]],
    [[true, false], 'bool', [2]],
    [new Int16Array(4), 'int16', [4]],
    [{ data: new Uint8Array(6), shape: [2, 3], layout: 'HW' }, 'uint8', [2, 3]],
  ] as const)('%s has dtype %s and shape %j', (data, dtype, shape) => {
    expect(asTensor(data as never)).toMatchObject({ dtype, shape })
    expect(tensor(data as never)).toMatchObject({ dtype, shape })
  })

  it('takes a dtype and a layout', () => {
    expect(numbers(asTensor([1, 2], { dtype: 'uint8' }))).toEqual([1, 2])
    expect(asTensor([[1, 2]], { dtype: 'int64', layout: 'HW' })).toMatchObject({ dtype: 'int64', layout: 'HW' })
    const cast = asTensor(asTensor([1.25, 3]), { dtype: 'int32', layout: 'C' })
    expect(cast).toMatchObject({ dtype: 'int32', layout: 'C' })
    expect(numbers(cast)).toEqual([1, 3])
    expect(asTensor(Uint16Array.of(0x3c00), { dtype: 'float16' }).item()).toBe(1)
  })

  it('says what is wrong with the data', () => {
    rejects(() => asTensor('x' as never), 'INVALID_INPUT', /^\[asTensor\] Expected a sample .* received "x" \(data\)/)
    rejects(() => asTensor([[1], [2, 3]]), 'INVALID_INPUT', /nested arrays of equal lengths \(data\)/)
    rejects(() => asTensor({ data: new Uint8Array(3), shape: [2] }), 'INVALID_INPUT', /2 elements for shape \[2\]/)
    rejects(
      () => asTensor([1], { dtype: 'u8' as never }),
      'INVALID_ARGUMENT',
      /'float32'.* for dtype but received "u8"/,
    )
    rejects(() => asTensor([1], { layout: 'HW' }), 'INVALID_INPUT', /layout of 1 letters/)
    rejects(() => asBatch([]), 'INVALID_INPUT', /^\[asBatch\] Expected at least one sample for data/)
    rejects(
      () => asBatch([new Uint8Array(2), new Float32Array(2)]),
      'INVALID_INPUT',
      /one dtype for data but received uint8 and float32 \(sample 1\)/,
    )
    rejects(() => asBatch([[1], [[2]]]), 'INVALID_INPUT', /one number of dimensions .* 1 and 2 \(sample 1\)/)
    rejects(() => asBatch(5 as never), 'INVALID_INPUT', /Expected a batch/)
  })

  it('gives the only element', () => {
    expect(asTensor(2.5).item()).toBe(2.5)
    expect(asTensor([[true]]).item()).toBe(true)
    expect(asTensor(5n).item()).toBe(5n)
    rejects(() => asTensor([1, 2]).item(), 'INVALID_INPUT', /one element for item\(\) but received 2, of shape \[2\]/)
  })
})

describe('asBatch and batch', () => {
  it('takes lists of samples, and arrays whose first axis counts them', () => {
    expect(asBatch([[1, 2], [3]]).shape).toEqual([[2], [1]])
    expect(asBatch([1, 2.5])).toMatchObject({ dtype: 'float32', shape: [[], []] })
    const rows = asBatch({ data: Uint8Array.from({ length: 12 }, (_, i) => i), shape: [2, 2, 3], layout: 'NHW' })
    expect(rows).toMatchObject({
      length: 2,
      shape: [
        [2, 3],
        [2, 3],
      ],
      layout: 'HW',
    })
    expect(numbers(rows.at(1))).toEqual([6, 7, 8, 9, 10, 11])
    const own = [new Uint8Array(3).fill(1), new Uint8Array(4).fill(2)]
    const wrapped = asBatch(own)
    expect(wrapped.tensors.map((t) => t.dataSync().buffer)).toEqual(own.map((a) => a.buffer))
    own[0]![0] = 9
    expect(numbers(wrapped.at(0))).toEqual([9, 1, 1])
  })

  it('takes a tensor apart along its first axis, without a copy', () => {
    const whole = tensor([
      [1, 2],
      [3, 4],
      [5, 6],
    ])
    const parts = asBatch(whole)
    expect(parts.shape).toEqual([[2], [2], [2]])
    expect(parts.at(1).dataSync().buffer).toBe(whole.dataSync().buffer)
    expect(numbers(parts)).toEqual([1, 2, 3, 4, 5, 6])
    expect(parts.asTensor().shape).toEqual([3, 2])
  })

  it('puts tensors together, lazily where they are of one batch', () => {
    withEvalMode('deferred', () => {
      const sum = batch([[1], [2], [3]]).add(1)
      const again = asBatch([sum.at(2), sum.at(0), sum.at(2)])
      expect(again.shape).toEqual([[1], [1], [1]])
      expect(numbers(again)).toEqual([4, 2, 4])
    })
    const mixed = asBatch([tensor([1, 2]), tensor([3]).add(1), [9, 9, 9]])
    expect(mixed.shape).toEqual([[2], [1], [3]])
    expect(mixed.tensors.map(numbers)).toEqual([[1, 2], [4], [9, 9, 9]])
    rejects(() => asBatch([tensor([1]), tensor([1.5])]), 'INVALID_INPUT', /int32 and float32 \(sample 1\)/)
  })

  it('stands in place of a batch or a tensor in a call', () => {
    const image = { data: Uint8Array.of(1, 2, 3, 4, 5, 6), shape: [1, 2, 3], layout: 'HWC' }
    expect(numbers(flip(image))).toEqual([4, 5, 6, 1, 2, 3])
    expect(flip([image, image]).shape).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ])
    rejects(
      () => flip('x' as never),
      'INVALID_ARGUMENT',
      /Expected a Tensor, a Batch or data for input but received "x"/,
    )
  })

  it('takes an output of a pipeline without a copy, and keeps it after the pipeline has moved on', async () => {
    const define = pipelineDef({ batchSize: 2, numThreads: 1, prefetchQueueDepth: 1 }, () =>
      fn.externalSource({
        source: ({ iteration }) => (iteration < 6 ? [0, 1].map((i) => Uint8Array.of(iteration, i)) : null),
        batchInfo: true,
      }),
    )
    await using pipe = await define()
    const kept: Batch[] = []
    const plain: number[][] = []
    for await (const [out] of pipe) {
      const taken = asBatch(out!)
      expect(taken.at(0).dataSync().byteOffset).toBe(out!.at(0).dataSync().byteOffset)
      plain.push(numbers(batch(out!)) as number[])
      if (kept.length < 2) kept.push(taken)
      else taken.dispose()
      out!.release()
    }
    expect(plain).toHaveLength(6)
    expect(kept.map(numbers)).toEqual([
      [0, 0, 0, 1],
      [1, 0, 1, 1],
    ])
    expect(kept[0]!.sourceInfo(1).index).toBe(1)
  })
})

/** Rows of a nested array, as the model of a tensor. */
type Nested = number | Nested[]
const nest = (data: readonly number[], shape: readonly number[]): Nested => {
  if (!shape.length) return data[0]!
  const size = data.length / Math.max(1, shape[0]!)
  return Array.from({ length: shape[0]! }, (_, i) => nest(data.slice(i * size, (i + 1) * size), shape.slice(1)))
}
const modelSlice = (x: Nested, ranges: readonly Range[]): Nested => {
  const [range, ...rest] = ranges
  if (!Array.isArray(x)) return x
  if (typeof range === 'number') return modelSlice(x.at(range)!, rest)
  const [from, to, step = 1] = range ?? []
  return x
    .slice(from ?? 0, to ?? x.length)
    .filter((_, i) => i % step === 0)
    .map((y) => modelSlice(y, rest))
}

const extent = fc.integer({ min: 0, max: 5 })
const place = fc.option(fc.integer({ min: -7, max: 7 }), { nil: undefined })
const rangeOf = (n: number): fc.Arbitrary<Range> =>
  fc.oneof(
    fc.constant(undefined),
    ...(n ? [fc.integer({ min: -n, max: n - 1 })] : []),
    fc.tuple(place, place),
    fc.tuple(place, place, fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined })),
  )

describe('slice, reshape, squeeze, expandDims', () => {
  it('slices as a plain model does, of what is there and of what is still to come', () => {
    const cases = fc
      .array(extent, { minLength: 1, maxLength: 4 })
      .chain((shape) => fc.tuple(fc.constant(shape), fc.tuple(...shape.map(rangeOf)), fc.boolean(), fc.boolean()))
    fc.assert(
      fc.property(cases, ([shape, ranges, lazy, wide]) => {
        const data = Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) => i)
        const base = tensor({ data: wide ? Float64Array.from(data) : Int16Array.from(data), shape })
        const x = lazy ? withEvalMode('deferred', () => base.add(asTensor(0, { dtype: 'int16' }))) : base
        const part = x.slice(...ranges)
        const wanted = modelSlice(nest(data, shape), ranges)
        expect(nest(numbers(part) as number[], part.shape)).toEqual(wanted)
      }),
      { numRuns: 300 },
    )
  })

  it('slices each sample of a batch, by its own extents', () => {
    const x = batch([
      [1, 2, 3, 4],
      [5, 6],
      [7, 8, 9],
    ])
    expect(x.slice([-2]).tensors.map(numbers)).toEqual([
      [3, 4],
      [5, 6],
      [8, 9],
    ])
    expect(x.slice(-1)).toMatchObject({ shape: [[], [], []] })
    expect(numbers(x.slice(-1))).toEqual([4, 6, 9])
    rejects(() => x.slice(2), 'INVALID_ARGUMENT', /from -2 to 1 on axis 0 of sample 1 but received 2/)
    rejects(() => x.slice(0, 0), 'INVALID_ARGUMENT', /at most 1 ranges for shape \[4\] of sample 0/)
    rejects(() => x.slice([0, 1, 0]), 'INVALID_ARGUMENT', /a step of 1 or more for axis 0 but received 0/)
    rejects(() => x.slice('a' as never), 'INVALID_ARGUMENT', /for axis 0 but received "a"/)
  })

  it('looks at the same memory where elements lie together', () => {
    const x = tensor({ data: Uint8Array.from({ length: 24 }, (_, i) => i), shape: [4, 2, 3], layout: 'HWC' })
    const { buffer } = x.dataSync()
    for (const view of [x.slice(1), x.slice([1, 3]), x.slice(2, 1), x.reshape([8, 3]), x.expandDims(0)]) {
      expect(view.dataSync().buffer).toBe(buffer)
    }
    expect(x.slice(undefined, 0)).toMatchObject({ shape: [4, 3], layout: 'HC' })
    expect(x.slice(undefined, 0).dataSync().buffer).not.toBe(buffer)
  })

  it('reshapes', () => {
    const x = tensor({ data: Uint8Array.from({ length: 12 }, (_, i) => i), shape: [1, 4, 3], layout: 'HWC' })
    expect(x.reshape([2, -1])).toMatchObject({ shape: [2, 6], layout: '' })
    expect(x.reshape([4, 3], { layout: 'WC' })).toMatchObject({ shape: [4, 3], layout: 'WC' })
    expect(numbers(x.reshape([-1]).add(0))).toEqual(numbers(x))
    expect(x.squeeze()).toMatchObject({ shape: [4, 3], layout: 'WC' })
    expect(x.squeeze(-3)).toMatchObject({ shape: [4, 3] })
    expect(x.expandDims(-1)).toMatchObject({ shape: [1, 4, 3, 1], layout: '' })
    expect(batch([[1, 2], [3]]).reshape([-1, 1]).shape).toEqual([
      [2, 1],
      [1, 1],
    ])
    rejects(() => x.reshape([5]), 'INVALID_INPUT', /a shape of 12 elements, as \[1,4,3\] has, but received \[5\]/)
    rejects(() => x.reshape([-1, -1]), 'INVALID_ARGUMENT', /one may be -1, for shape but received \[-1,-1\]/)
    rejects(() => x.reshape([4, 3], { layout: 'HWC' }), 'INVALID_ARGUMENT', /layout of 2/)
    rejects(() => x.squeeze(1), 'INVALID_ARGUMENT', /an extent of 1 on axis 1 but received shape \[1,4,3\]/)
    rejects(() => x.expandDims(5), 'INVALID_ARGUMENT', /an axis from -4 to 3 but received 5/)
  })
})
