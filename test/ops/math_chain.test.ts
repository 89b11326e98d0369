// Chains of math.*: the same bytes and the same errors as operator by operator, which is what they are while every value
// is an output.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { type DataNode, type DType, fn, math, PipelineError, pipelineDef } from 'penstock-data'
import { describe, expect, it } from 'vitest'
import { runs } from '../util/soak.js'

const binary = ['add', 'sub', 'mul', 'div', 'floorDiv', 'mod', 'min', 'max', 'pow', 'lt', 'ge', 'eq', 'bitXor'] as const
const unary = ['neg', 'abs', 'sqrt', 'floor', 'log', 'bitNot'] as const
const names = [...binary, ...unary, 'clamp'] as const
const dtypes = ['uint8', 'int16', 'int32', 'uint64', 'float32', 'float64'] as const
const arity = (name: string) => (name === 'clamp' ? 3 : (binary as readonly string[]).includes(name) ? 2 : 1)
// biome-ignore lint/suspicious/noExplicitAny: called by name, with operands of any kind
const call = math as any as Record<string, (...operands: any[]) => DataNode>

const constant = fc.oneof(
  fc.constantFrom(0, 1, 2, -1, 3, 255, 0.5, -1.25, NaN, Infinity, true),
  fc.record({ value: fc.integer({ min: 0, max: 100 }), dtype: fc.constantFrom(...dtypes) }),
)
const operand = fc.oneof(
  { weight: 3, arbitrary: constant },
  { weight: 1, arbitrary: fc.record({ earlier: fc.nat(30) }) },
)
const row = fc.record({ name: fc.constantFrom(...names), at: fc.nat(2), others: fc.tuple(operand, operand) })
const recipe = fc.record({
  rows: fc.array(row, { minLength: 2, maxLength: 12 }),
  dtypes: fc.tuple(fc.constantFrom(...dtypes), fc.constantFrom(...dtypes)),
  shapes: fc.tuple(
    fc.constantFrom([4, 5, 3], [700, 3], [1, 3], [1]),
    fc.constantFrom([3], [5, 1], [4, 5, 3], [1], [700, 3]),
  ),
})
type Recipe = typeof recipe extends fc.Arbitrary<infer T> ? T : never

/** Two inputs; each row takes what the row before it gave, and constants or earlier values. */
function grow({ rows }: Recipe, inputs: DataNode[]): DataNode[] {
  const values = [...inputs]
  for (const { name, at, others } of rows) {
    const count = arity(name)
    const operands = others.slice(0, count - 1).map((o) => {
      if (typeof o !== 'object') return o
      return 'earlier' in o ? values[o.earlier % values.length]! : math.constant(o.value, o.dtype)
    }) as unknown[]
    operands.splice(at % count, 0, values.at(-1)!)
    values.push(call[name]!(...operands))
  }
  return values.slice(inputs.length)
}

const bytesOf = (a: ArrayBufferView) => Buffer.from(a.buffer, a.byteOffset, a.byteLength).toString('base64')

async function run(given: Recipe, apart: boolean) {
  let next = 0
  const source = () => given.shapes.map((shape) => [sample(shape, next++)])
  function sample(shape: readonly number[], seed: number) {
    const length = shape.reduce((a, b) => a * b, 1)
    return { data: Float32Array.from({ length }, (_, i) => ((i * 37 + seed * 11) % 251) - 17), shape }
  }
  const options = { batchSize: 1, numThreads: 1, prefetchQueueDepth: 1, seed: 1, deviceId: null, execDynamic: false }
  const define = pipelineDef(options, () => {
    const raw = fn.externalSource({ source, numOutputs: 2 } as never) as unknown as DataNode[]
    const values = grow(
      given,
      raw.map((x, i) => fn.cast(x, { dtype: given.dtypes[i]! as DType })),
    )
    return apart ? [values.at(-1)!, ...values.slice(0, -1)] : [values.at(-1)!]
  })
  const pipe = define()
  try {
    using list = (await pipe.run())[0]!
    const tensor = list.at(0)
    return {
      dtype: list.dtype,
      shape: tensor.shape,
      bytes: bytesOf(tensor.dataSync()),
      text: JSON.stringify(pipe.graph()),
    }
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error
    const { code, detail, op, callSite, hint } = error
    return { error: { code, detail, op, callSite, hint }, text: JSON.stringify(pipe.graph()) }
  } finally {
    await pipe.close()
  }
}

const lineOf = (text: string) =>
  readFileSync(import.meta.filename, 'utf8')
    .split(text)[0]!
    .split('\n').length

describe('a chain', () => {
  it('gives the bytes and the errors of its operators', { timeout: 120_000, tags: 'property' }, async () => {
    const seen = { chains: 0, good: 0, bad: 0 }
    await fc.assert(
      fc.asyncProperty(recipe, async (given) => {
        const { text, ...one } = await run(given, false)
        const { text: apart, ...each } = await run(given, true)
        expect(apart).not.toContain('mathChain')
        expect(one).toEqual(each)
        seen.chains += text.includes('mathChain') ? 1 : 0
        seen['error' in one ? 'bad' : 'good']++
      }),
      { numRuns: runs(60, 9) },
    )
    expect(Math.min(seen.chains, seen.good, seen.bad)).toBeGreaterThan(runs(5, 1))
  })

  it('tells the line of the operator that failed', async () => {
    const failure = async (divisor: number, other: number) => {
      const source = () => [Int32Array.of(6, 7)]
      const define = pipelineDef({ batchSize: 1, numThreads: 1, seed: 1, deviceId: null }, () => {
        const x = math.add(fn.externalSource({ source }), 1)
        const y = math.floorDiv(x, divisor) // the quotient
        const z = math.sub(y, 1)
        return math.neg(math.mod(z, other)) // the remainder
      })
      await using pipe = define()
      expect(JSON.stringify(pipe.graph())).toContain('mathChain')
      return await pipe.run().then(
        () => expect.fail('it did not fail'),
        (e) => e as PipelineError,
      )
    }
    const first = await failure(0, 0)
    expect(first.callSite).toContain(`math_chain.test.ts:${lineOf('// the quotient')}:`)
    expect([first.code, first.op, first.sample?.index]).toEqual(['INVALID_INPUT', 'math', 0])
    const second = await failure(2, 0)
    expect(second.callSite).toContain(`math_chain.test.ts:${lineOf('// the remainder')}:`)
    expect(second.detail).toContain('math.mod')
  })
})
