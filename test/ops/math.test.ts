// math.* against reference outputs (see test/golden/make_math.py), what the reference refuses, and what it has no
// answer to: zero divisors, logical operations, constants of JavaScript.
import { type DataNode, fn, math, PipelineError, pipelineDef } from 'penstock-data'
import { describe, expect, it } from 'vitest'
import { type Case, type Data, goldenTest, loadGolden } from '../util/golden.js'
import { portion } from '../util/soak.js'

type Constant = { value: number | boolean | string; dtype?: string }
type Call = [name: keyof typeof math, ...operands: (number | Constant)[]]
type Args = { calls: Call[]; refused: Call[] }

// biome-ignore lint/suspicious/noExplicitAny: the operations are called by name, with operands of any kind
const functions = math as any as Record<string, (...operands: any[]) => DataNode>

function apply([name, ...operands]: Call, inputs: DataNode[]): DataNode {
  const given = operands.map((o) => {
    if (typeof o === 'number') return inputs[o]!
    if (!o.dtype) return o.value
    return math.constant(typeof o.value === 'string' ? BigInt(o.value) : o.value, o.dtype as 'int64')
  })
  return functions[name]!(...given)
}

const callsOf = (c: Case) => c.args as unknown as Args

goldenTest('math', (c, inputs) => callsOf(c).calls.map((call) => apply(call, inputs)))

/** Runs a definition on one sample per input and gives its only output. */
async function compute(inputs: unknown[], build: (...nodes: DataNode[]) => DataNode) {
  const source = () => inputs.map((x) => [x])
  const define = pipelineDef({ batchSize: 1, numThreads: 1, prefetchQueueDepth: 1, seed: 1 }, () => {
    const nodes = fn.externalSource({ source, numOutputs: inputs.length } as never) as unknown as DataNode | DataNode[]
    return build(...[nodes].flat())
  })
  await using pipe = define()
  const [list] = await pipe.run()
  return { dtype: list.dtype, shape: list.shape(0), data: [...(list.at(0).copy().dataSync() as Data)] }
}

const failure = (promise: Promise<unknown>): Promise<PipelineError> =>
  promise.then(
    () => expect.fail('it did not fail'),
    (error) => {
      expect(error).toBeInstanceOf(PipelineError)
      return error as PipelineError
    },
  )

const kind = (dtype: string) => dtype.replace(/\d+$/, '')

/** One call of each function, and one per pair of kinds of dtypes: a pipeline each, so not all of them. */
function* refusals(cases: Case[]): Generator<[name: string, c: Case, call: Call]> {
  const seen = new Set<string>()
  for (const c of cases) {
    for (const call of callsOf(c).refused) {
      const [name, ...operands] = call
      const kinds = operands.map((o) => (typeof o === 'number' ? kind(c.inputs[o]!.dtype) : typeof o.value)).join()
      if (seen.has(name) && seen.has(kinds) && !c.name.startsWith('layouts') && !c.name.startsWith('shapes')) continue
      seen.add(name).add(kinds)
      yield [`${name} in ${c.name}`, c, call]
    }
  }
}

describe('operands that the reference refuses', () => {
  const { golden, stored } = loadGolden('math')
  it.each(portion([...refusals(golden.cases)], 12))(
    'is refused here too: %s',
    { tags: 'property' },
    async (_, c, call) => {
      const inputs = c.inputs.map((s) => ({ data: stored(s), shape: s.shape, ...(s.layout && { layout: s.layout }) }))
      const source = () => inputs.map((x) => [x])
      const define = pipelineDef({ batchSize: 1, numThreads: 1, prefetchQueueDepth: 1, seed: 1 }, () => {
        const dtype = c.inputs.map((s) => s.dtype)
        const nodes = fn.externalSource({ source, numOutputs: inputs.length, dtype } as never) as unknown as DataNode[]
        return apply(call, [nodes].flat())
      })
      await using pipe = define()
      const error = await failure(pipe.run())
      expect([error.code, error.op]).toEqual(['INVALID_INPUT', 'math'])
      expect(error.message).toContain(`math.${call[0]}`)
    },
  )
})

describe('beyond the reference', () => {
  it.each(['floorDiv', 'mod'] as const)('%s refuses an integer divisor of 0 wherever it is', async (name) => {
    const divisors = new Int32Array(5000).fill(3)
    const a = new Int32Array(5000).fill(7)
    await compute([a, divisors], (x, y) => math[name](x!, y!))
    for (const at of [0, 1500, 4999]) {
      const bad = divisors.slice()
      bad[at] = 0
      const error = await failure(compute([a, bad], (x, y) => math[name](x!, y!)))
      expect(error.code).toBe('INVALID_INPUT')
      expect(error.message).toContain(`Expected no 0 for the divisor of math.${name}`)
      expect(error.callSite).toContain('math.test.ts')
    }
    expect((await failure(compute([a], (x) => math[name](x!, 0)))).code).toBe('INVALID_INPUT')
    expect((await failure(compute([new Uint8Array(2)], (x) => math[name](1, x!)))).code).toBe('INVALID_INPUT')
  })

  it('the lowest integer by -1 wraps around', async () => {
    const lowest = [new Int32Array([-(2 ** 31), 7]), new BigInt64Array([-(2n ** 63n), 7n])]
    for (const x of lowest) {
      expect((await compute([x], (a) => math.floorDiv(a!, -1))).data).toEqual([x[0], x[0] === -(2 ** 31) ? -7 : -7n])
      expect((await compute([x], (a) => math.mod(a!, -1))).data.map(Number)).toEqual([0, 0])
    }
  })

  it('logical operations take bool alone', async () => {
    const a = new Float32Array([0, 1, 2, 0])
    const b = new Float32Array([0, 0, 5, 7])
    const two = (f: (x: DataNode, y: DataNode) => DataNode) => (x?: DataNode, y?: DataNode) =>
      f(math.ne(x!, 0), math.ne(y!, 0))
    expect(await compute([a, b], two(math.land))).toEqual({ dtype: 'bool', shape: [4], data: [0, 0, 1, 0] })
    expect(await compute([a, b], two(math.lor))).toEqual({ dtype: 'bool', shape: [4], data: [0, 1, 1, 1] })
    expect((await compute([a], (x) => math.lnot(math.eq(x!, 0)))).data).toEqual([0, 1, 1, 0])
    expect((await compute([a], (x) => math.land(math.ne(x!, 0), true))).data).toEqual([0, 1, 1, 0])
    const error = await failure(compute([a, b], (x, y) => math.land(x!, y!)))
    expect(error.message).toContain('Expected bool for operand 1 of math.land but received float32')
    expect(error.hint).toContain('math.ne')
    expect((await failure(compute([a], (x) => math.lnot(x!)))).code).toBe('INVALID_INPUT')
  })

  it('any byte but 0 is true', async () => {
    const source = () => [[new Uint8Array([0, 1, 2, 255])], [new Uint8Array([1, 2, 1, 0])]]
    const define = pipelineDef({ batchSize: 1, numThreads: 1, seed: 1 }, () => {
      const [a, b] = fn.externalSource({
        source,
        numOutputs: 2,
        dtype: ['bool', 'bool'],
      } as never) as never as DataNode[]
      return [math.land(a!, b!), math.eq(a!, b!), math.lnot(a!), math.add(a!, 0)]
    })
    await using pipe = define()
    const results = [...(await pipe.run())].map((list) => [...(list.at(0).dataSync() as Uint8Array)])
    expect(results).toEqual([
      [0, 1, 1, 0],
      [0, 1, 1, 0],
      [1, 0, 0, 0],
      [0, 1, 1, 1],
    ])
  })

  it('float16 is refused', async () => {
    const half = (x?: DataNode) => fn.cast(x!, { dtype: 'float16' })
    const error = await failure(compute([new Float32Array(2)], (x) => math.add(half(x), 1)))
    expect(error.message).toContain('but received float16')
    expect(error.hint).toBe('Cast it to float32 first')
  })

  it('negative integers compare with floats as the numbers that they are', async () => {
    const a = new Int8Array([-1, -1, -1, 3])
    const b = new Float32Array([-2.5, -1, 0, 2.5])
    expect((await compute([a, b], (x, y) => math.lt(x!, y!))).data).toEqual([0, 0, 1, 0])
    expect((await compute([a, b], (x, y) => math.eq(x!, y!))).data).toEqual([0, 1, 0, 0])
    expect((await compute([b, a], (x, y) => math.ge(x!, y!))).data).toEqual([0, 1, 1, 0])
  })

  it('rsqrt of 0 is infinite', async () => {
    expect((await compute([new Float32Array([0, 4])], (x) => math.rsqrt(x!))).data).toEqual([Infinity, 0.5])
  })

  it('a constant tensor is one value per channel', async () => {
    const image = { data: new Uint8Array(12).fill(10), shape: [2, 2, 3] }
    const scaled = await compute([image], (x) => math.mul(x!, math.constant([1, 0.5, 2], 'float32')))
    expect(scaled).toEqual({ dtype: 'float32', shape: [2, 2, 3], data: Array(4).fill([10, 5, 20]).flat() })
    const planes = new Int16Array([1, 2])
    const outer = await compute([planes], (x) => math.add(x!, math.constant([[10], [20], [-30]], 'int16')))
    expect(outer).toEqual({ dtype: 'int16', shape: [3, 2], data: [11, 12, 21, 22, -29, -28] })
    const typed = await compute([planes], (x) => math.eq(x!, math.constant(new Int8Array([1, 3]), 'int8')))
    expect(typed).toEqual({ dtype: 'bool', shape: [2], data: [1, 0] })
  })

  it('constants may be infinite or wide', async () => {
    expect((await compute([new Float32Array([1, -1])], (x) => math.clamp(x!, 0, Infinity))).data).toEqual([1, 0])
    expect((await compute([new Float32Array([1])], (x) => math.mul(x!, Number.NaN))).data).toEqual([Number.NaN])
    const top = 2n ** 64n - 1n
    const sum = await compute([new BigUint64Array([0n])], (x) => math.add(x!, math.constant(top, 'uint64')))
    expect(sum).toEqual({ dtype: 'uint64', shape: [1], data: [top] })
  })

  it('every SIMD level has the same loops: odd lengths around the block size', async () => {
    for (const n of [1, 2, 3, 31, 1023, 1024, 1025, 3077]) {
      const a = Uint8Array.from({ length: n }, (_, i) => (i * 37) & 255)
      const got = await compute([a], (x) => math.add(math.mul(x!, 0.5), 1))
      expect(got).toEqual({ dtype: 'float32', shape: [n], data: [...a].map((v) => v / 2 + 1) })
    }
  })
})

describe('samples of a batch', () => {
  it('broadcast on their own, and results serve as arguments', async () => {
    const images = [
      { data: new Uint8Array(2 * 3 * 3).fill(10), shape: [2, 3, 3], layout: 'HWC' },
      { data: new Uint8Array(4 * 5 * 3).fill(20), shape: [4, 5, 3], layout: 'HWC' },
    ]
    const define = pipelineDef({ batchSize: 2, numThreads: 2, seed: 1 }, () => {
      const [x, scale] = fn.externalSource({ source: () => [images, [2, 3]], numOutputs: 2 } as never) as never as [
        DataNode,
        DataNode,
      ]
      const brighter = fn.cast(math.mul(x, scale), { dtype: 'uint8' })
      // The window's height is computed per sample: 1 and 2 rows.
      return [brighter, fn.crop(brighter, { cropH: math.sub(scale, 1), cropW: 2 })]
    })
    await using pipe = define()
    const [whole, cropped] = await pipe.run()
    expect([whole!.shape(0), whole!.shape(1), whole!.layout]).toEqual([[2, 3, 3], [4, 5, 3], 'HWC'])
    expect([...(whole!.at(1).dataSync() as Uint8Array)]).toEqual(Array(60).fill(60))
    expect([cropped!.shape(0)[0], cropped!.shape(1)[0]]).toEqual([1, 2])
  })
})
