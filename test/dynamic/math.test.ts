// Arithmetic of imperative mode against a plain model: promotion and broadcasting of float32, int32 and uint8, methods, one
// Tensor with one Batch, and errors. What each operation computes is test/ops/math.test.ts's.
// @module-tag shared
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asTensor, Batch, batch, type DType, math, type Tensor, tensor, withEvalMode } from '../../src/dynamic.js'
import { math as graphMath } from '../../src/index.js'
import { failure } from '../util/collect.js'
import { numbers } from './calls.js'

const dtypes = ['float32', 'int32', 'uint8'] as const
type Kind = (typeof dtypes)[number]
const arrays = { float32: Float32Array, int32: Int32Array, uint8: Uint8Array }
interface Model {
  dtype: Kind
  shape: number[]
  data: number[]
}

const wide = (a: Kind, b: Kind): Kind => (a === 'float32' || b === 'float32' ? 'float32' : a === b ? a : 'int32')
const size = (shape: readonly number[]) => shape.reduce((a, b) => a * b, 1)
const make = ({ dtype, shape, data }: Model): Tensor => tensor({ data: new arrays[dtype](data), shape })

/** Element by element, broadcast from the right. */
function modelOf(a: Model, b: Model, apply: (x: number, y: number) => number, as?: DType): Model {
  const n = Math.max(a.shape.length, b.shape.length)
  const extents = (m: Model) => [...Array(n - m.shape.length).fill(1), ...m.shape] as number[]
  const [ea, eb] = [extents(a), extents(b)]
  const shape = ea.map((e, d) => (e === 1 ? eb[d]! : e))
  const at = (m: Model, e: number[], place: number[]) =>
    m.data[place.reduce((o, p, d) => o * e[d]! + (e[d] === 1 ? 0 : p), 0)]!
  const dtype = wide(a.dtype, b.dtype)
  const kind = as === 'bool' ? Uint8Array : arrays[dtype]
  const out = Array.from({ length: size(shape) }, (_, i) => {
    const place: number[] = []
    shape.reduceRight((left, e, d) => {
      place[d] = left % e
      return Math.floor(left / e)
    }, i)
    return apply(at(a, ea, place), at(b, eb, place))
  })
  return { dtype, shape, data: [...new kind(out)] }
}

const operations: [
  name: 'add' | 'sub' | 'mul' | 'min' | 'max' | 'lt' | 'ge' | 'eq',
  apply: (x: number, y: number) => number,
][] = [
  ['add', (x, y) => x + y],
  ['sub', (x, y) => x - y],
  ['mul', (x, y) => x * y],
  ['min', Math.min],
  ['max', Math.max],
  ['lt', (x, y) => Number(x < y)],
  ['ge', (x, y) => Number(x >= y)],
  ['eq', (x, y) => Number(x === y)],
]
const isTest = (name: string) => ['lt', 'ge', 'eq'].includes(name)

const element = {
  float32: fc.integer({ min: -400, max: 400 }).map((x) => x / 4),
  int32: fc.integer({ min: -200, max: 200 }),
  uint8: fc.integer({ min: 0, max: 255 }),
}
/** Two shapes that go together. */
const shapes = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom('both', 'a', 'b')), { maxLength: 3 })
  .chain((axes) =>
    fc.tuple(fc.nat({ max: axes.length }), fc.nat({ max: axes.length })).map(([i, j]) => {
      const [cutA, cutB] = i < j ? [0, i] : [j, 0]
      return [
        axes.map(([e, who]) => (who === 'b' ? 1 : e)).slice(cutA),
        axes.map(([e, who]) => (who === 'a' ? 1 : e)).slice(cutB),
      ] as const
    }),
  )
const model = (shape: readonly number[]): fc.Arbitrary<Model> =>
  fc
    .constantFrom(...dtypes)
    .chain((dtype) =>
      fc
        .array(element[dtype], { minLength: size(shape), maxLength: size(shape) })
        .map((data) => ({ dtype, shape: [...shape], data })),
    )
const pair = shapes.chain(([a, b]) => fc.tuple(model(a), model(b)))

describe('against a model', () => {
  it('promotes and broadcasts two tensors, by methods and by math', () => {
    fc.assert(
      fc.property(pair, fc.constantFrom(...operations), fc.boolean(), ([a, b], [name, apply], late) => {
        const wanted = modelOf(a, b, apply, isTest(name) ? 'bool' : undefined)
        const out = withEvalMode(late ? 'deferred' : 'eager', () =>
          late ? math[name](make(a), make(b)) : make(a)[name](make(b)),
        )
        expect([out.shape, out.dtype]).toEqual([wanted.shape, isTest(name) ? 'bool' : wanted.dtype])
        expect(numbers(out)).toEqual(wanted.data)
      }),
      { numRuns: 300 },
    )
  })

  it('takes one tensor with each sample of a batch, on either side', () => {
    const cases = shapes.chain(([a, b]) => fc.tuple(fc.array(model(a), { minLength: 1, maxLength: 4 }), model(b)))
    fc.assert(
      fc.property(cases, fc.constantFrom(...operations), fc.boolean(), ([samples, one], [name, apply], first) => {
        const dtype = samples[0]!.dtype
        const same = samples.map((s) => ({ ...s, dtype, data: [...new arrays[dtype](s.data)] }))
        const many = batch(same.map((s) => ({ data: new arrays[dtype](s.data), shape: s.shape })))
        const out = first ? make(one)[name](many) : many[name](make(one))
        expect(out).toBeInstanceOf(Batch)
        const wanted = same.map((s) =>
          modelOf(...((first ? [one, s] : [s, one]) as [Model, Model]), apply, isTest(name) ? 'bool' : undefined),
        )
        expect(out.tensors.map((t) => ({ shape: t.shape, data: numbers(t) }))).toEqual(
          wanted.map(({ shape, data }) => ({ shape, data })),
        )
      }),
      { numRuns: 150 },
    )
  })

  it('takes constants of all kinds', () => {
    const x = asTensor(Uint8Array.of(250, 3))
    expect([x.add(10).dtype, numbers(x.add(10))]).toEqual(['int32', [260, 13]])
    expect([x.add(0.5).dtype, numbers(x.add(0.5))]).toEqual(['float32', [250.5, 3.5]])
    const same = x.add(math.constant(10, 'uint8'))
    expect([same.dtype, numbers(same)]).toEqual(['uint8', [4, 13]])
    expect(numbers(math.sub(1, x))).toEqual([-249, -2])
    expect(numbers(x.gt(3).land(true))).toEqual([1, 0])
    expect(numbers(x.mul([2, 3]))).toEqual([500, 9])
    expect(numbers(x.mul(math.constant([2, 3], 'uint8')))).toEqual([244, 9])
    expect(numbers(x.clamp(5, 20))).toEqual([20, 5])
    expect(numbers(math.clamp(7, x.sub(250), x))).toEqual([7, 3])
    expect(Number.isNaN(asTensor(1.5).add(Number.NaN).item())).toBe(true)
    expect(asTensor(1.5).add(-0).item()).toBe(1.5)
  })
})

it('has the methods that it says, each its operation', () => {
  const a = tensor([13, -7, 6])
  const wanted: Record<string, number[]> = {
    ...{
      add: [15, -5, 8],
      sub: [11, -9, 4],
      mul: [26, -14, 12],
      div: [6.5, -3.5, 3],
      floorDiv: [6, -3, 3],
      mod: [1, -1, 0],
    },
    ...{ pow: [169, 49, 36], eq: [0, 0, 0], ne: [1, 1, 1], lt: [0, 1, 0], le: [0, 1, 0], gt: [1, 0, 1], ge: [1, 0, 1] },
    ...{ bitAnd: [0, 0, 2], bitOr: [15, -5, 6], bitXor: [15, -5, 4], lshift: [52, -28, 24], rshift: [3, -2, 1] },
    ...{ min: [2, -7, 2], max: [13, 2, 6] },
  }
  for (const [name, values] of Object.entries(wanted)) {
    const method = a[name as 'add'](2)
    expect([name, numbers(method)]).toEqual([name, values])
    expect(numbers(math[name as 'add'](a, 2))).toEqual(values)
  }
  expect([a.neg(), a.abs(), a.bitNot()].map(numbers)).toEqual([
    [-13, 7, -6],
    [13, 7, 6],
    [-14, 6, -7],
  ])
  const [yes, no] = [tensor([true, true]), tensor([true, false])]
  expect([yes.land(no), yes.lor(no), no.lnot()].map(numbers)).toEqual([
    [1, 0],
    [1, 1],
    [0, 1],
  ])
})

it('has the operations of a graph', () => {
  expect(Object.keys(math)).toEqual(Object.keys(graphMath))
  expect(math.sqrt(asTensor(9)).item()).toBe(3)
})

describe('errors', () => {
  it('name the operation, the operand and the line', async () => {
    const x = asTensor(1)
    expect(await failure(() => math.add(1, 2))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      op: 'math.add',
      callSite: /math\.test\.ts:\d+/,
    })
    expect(await failure(() => x.add('a' as never))).toMatchObject({
      message: /a Tensor, a Batch or numbers for b but received "a"/,
      callSite: /math\.test\.ts/,
    })
    expect(await failure(() => (math.add as unknown as (a: Tensor) => Tensor)(x))).toMatchObject({
      message: /2 operands \(a, b\) but received 1/,
    })
    expect(await failure(() => x.add(2 ** 40))).toMatchObject({ hint: /math\.constant\(1099511627776, 'int64'\)/ })
    expect(await failure(() => math.constant(300, 'uint8'))).toMatchObject({
      message: /from 0 to 255 \(uint8\) for value but received 300/,
    })
    expect(await failure(() => math.constant([1, 300], 'uint8'))).toMatchObject({ message: /element 1 of value/ })
    expect(await failure(() => math.constant(1, 'float16'))).toMatchObject({
      message: /'uint8'.* for dtype but received "float16"/,
    })
    const wrong = await failure(() =>
      batch([[1, 2]])
        .add([1, 2, 3])
        .dataSync(),
    )
    expect(wrong).toMatchObject({ code: 'INVALID_INPUT', callSite: /math\.test\.ts/ })
  })
})
