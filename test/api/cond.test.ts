// cond() and oneOf(): the same as DALI's `if` (see test/golden/make_cond.py), what they return, and every error.
import { readFileSync } from 'node:fs'
import {
  cond,
  type DataNode,
  type DType,
  fn,
  oneOf,
  type PipelineOptions,
  pipelineDef,
  type TensorList,
} from 'penstock'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { failure, numbers } from '../util/collect.js'
import { someFiles } from '../util/files.js'
import { chiSquare } from '../util/random.js'

interface Stored {
  dtype: DType
  shape: number[]
  layout: string
  /** null: NaN */
  data: (number | null)[]
}

interface Golden {
  samples: { inputs: Stored[]; outputs: Stored[] }[]
  /** outputs: null where DALI refuses. */
  rules: { name: string; flags: number[]; branches: Stored[]; outputs: Stored[] | null }[]
}

const golden: Golden = JSON.parse(readFileSync(new URL('../golden/cond.json', import.meta.url), 'utf8'))

const arrays = { uint8: Uint8Array, int32: Int32Array, float32: Float32Array } as unknown as Record<
  string,
  typeof Float32Array
>
const sample = ({ dtype, data, shape, layout }: Stored) => ({
  data: arrays[dtype]!.from(data.map((v) => v ?? Number.NaN)),
  shape,
  ...(layout && { layout }),
})
const stored = (list: TensorList, i: number): Stored => ({
  dtype: list.dtype,
  shape: list.shape(i),
  layout: list.layout,
  data: Array.from(list.at(i).dataSync(), Number),
})

const source = (items: Stored[]) => fn.externalSource({ source: () => items.map(sample), dtype: items[0]!.dtype })
const ints = (values: number[]) => fn.externalSource({ source: () => Int32Array.from(values), dtype: 'int32' })
const column = (i: number) => source(golden.samples.map(({ inputs }) => inputs[i]!))
const options = (batchSize: number): PipelineOptions => ({
  batchSize,
  numThreads: 2,
  seed: 1,
  enableConditionals: true,
})
const define = <const Result extends readonly DataNode[]>(batchSize: number, body: () => Result) =>
  pipelineDef(options(batchSize), body)()

/** The definition's error, or that of its first batch. */
const refused = (body: () => unknown, more: PipelineOptions = {}) =>
  failure(async () => {
    const pipe = pipelineDef({ ...options(4), ...more }, body as () => DataNode)()
    try {
      await pipe.run()
    } finally {
      await pipe.close()
    }
  })

describe("as DALI's if", () => {
  test('a batch of mixed predicates', async () => {
    await using pipe = define(golden.samples.length, () => {
      const [image, outer, inner] = [column(0), column(1), column(2)]
      const flipped = fn.flip(image, { horizontal: 1 })
      return cond(
        outer,
        () => [
          cond(
            inner,
            () => fn.crop(flipped, { crop: [2, 2], cropPosX: 0, cropPosY: 0 }),
            () => fn.flip(flipped, { vertical: 1 }),
          ),
          fn.cast(outer, { dtype: 'float32' }),
        ],
        () => [image, fn.cast(fn.cast(inner, { dtype: 'int32' }), { dtype: 'float32' })],
      )
    })
    const lists = await pipe.run()
    golden.samples.forEach(({ outputs }, i) => {
      expect(lists.map((list) => stored(list, i))).toEqual(outputs)
    })
  })

  test.each(golden.rules)('$name', async ({ flags, branches, outputs }) => {
    // As data whose dtype is not known before it comes.
    const item = (k: number) => fn.externalSource({ source: () => flags.map(() => sample(branches[k]!)) })
    const pipe = define(flags.length, () => {
      const [first, second] = [item(0), item(1)]
      return [
        cond(
          ints(flags),
          () => first,
          () => second,
        ),
      ]
    })
    if (outputs) {
      const [list] = await pipe.run()
      expect(flags.map((_, i) => stored(list, i))).toEqual(outputs)
    } else {
      const error = await failure(() => pipe.run())
      expect(error).toMatchObject({ code: 'INVALID_INPUT', op: 'merge' })
      expect(error.message).toMatch(
        /Expected all branches to give one (dtype|number of dimensions|layout) but received/,
      )
      expect(error.callSite).toContain('cond.test.ts')
    }
    await pipe.close()
  })
})

describe('results', () => {
  test('have the structure that the branches return', async () => {
    const pipe = pipelineDef(options(2), () => {
      const x = ints([0, 1])
      const plus = (k: number) => fn.cast(fn.random.choice([k]), { dtype: 'int32' })
      const out = cond(
        x,
        () => ({ a: plus(1), list: [plus(2), { b: plus(3) }], same: x }),
        () => ({ list: [plus(20), { b: plus(30) }], a: plus(10), same: x }),
      )
      expectTypeOf(out).toEqualTypeOf<{ a: DataNode; list: [DataNode, { b: DataNode }]; same: DataNode }>()
      // Both branches return it: nothing to choose.
      expect(out.same).toBe(x)
      return { a: out.a, two: out.list[0], b: out.list[1].b }
    })()
    const lists = await pipe.run()
    expect([...Object.values({ a: lists.a, two: lists.two, b: lists.b })].map(numbers)).toEqual([
      [10, 1],
      [20, 2],
      [30, 3],
    ])
    await pipe.close()
  })

  test('oneOf() takes every branch as often as its weight says', async () => {
    const count = 8000
    const kinds = (weights?: number[]) =>
      oneOf([() => fn.random.choice([0]), () => fn.random.choice([1]), () => fn.random.choice([2])], weights)
    await using pipe = define(count, () => [kinds(), kinds([3, 0, 1])])
    const [even, weighted] = await pipe.run()
    expect(Math.abs(chiSquare(numbers(even), 3))).toBeLessThan(4)
    const share = (k: number) => numbers(weighted).filter((v) => v === k).length / count
    expect(share(0)).toBeCloseTo(0.75, 1.6)
    expect(share(1)).toBe(0)
  })

  test('a seed of its own makes oneOf() repeat itself in any pipeline', async () => {
    const drawn = async (seed: number, own?: number) => {
      const branches = Array.from({ length: 50 }, (_, k) => () => fn.random.choice([k]))
      const pipe = pipelineDef({ ...options(20), seed }, () =>
        oneOf(branches, own === undefined ? {} : { seed: own }),
      )()
      const [list] = await pipe.run()
      const values = numbers(list)
      await pipe.close()
      return values
    }
    expect(await drawn(1, 9)).toEqual(await drawn(2, 9))
    expect(await drawn(1)).not.toEqual(await drawn(2))
  })
})

test('a random operator draws the same inside a branch as it does outside', async () => {
  const flags = Array.from({ length: 64 }, (_, i) => i % 2)
  const drawn = async (inside: boolean) => {
    await using pipe = define(64, () => {
      // In one order, so that operators have the same ids.
      const [on, other] = [ints(flags), fn.random.uniform({ range: [5, 6] })]
      const predicate = on
      if (inside) {
        const both = cond(
          predicate,
          () => fn.random.uniform({ name: 'mine', range: [0, 1] }),
          () => other,
        )
        return [both]
      }
      fn.cast(on, { dtype: 'bool' })
      return [fn.random.uniform({ range: [0, 1] })]
    })
    const [list] = await pipe.run()
    return numbers(list).filter((_, i) => flags[i])
  }
  const inside = await drawn(true)
  expect(inside.every((v) => v < 1)).toBe(true)
  expect(inside).toEqual(await drawn(false))
})

describe('bad samples matter to the branch that meets them', () => {
  // No file is an image; only samples with an odd label look.
  const files = someFiles(8)
  const job = (onError: 'throw' | 'skip' | 'placeholder', odd = 1) =>
    pipelineDef({ ...options(8), onError }, () => {
      const [bytes, labels] = fn.readers.file({ fileRoot: files.root, files: files.files })
      const shape = cond(
        ints([0, 1, 2, 3, 4, 5, 6, 7].map((i) => (i % 2) * odd)),
        () => fn.peekImageShape(bytes, { dtype: 'int32' }),
        () => fn.random.choice([7, 8], { p: [1, 0], shape: [3] }),
      )
      return { labels, shape, next: fn.cast(shape, { dtype: 'float32' }) }
    })()

  test('throw', async () => {
    await using pipe = job('throw')
    expect(await failure(() => pipe.run())).toMatchObject({
      code: 'BAD_SAMPLE',
      op: 'peekImageShape',
      sample: { index: 1 },
    })
    await using fine = job('throw', 0)
    expect(numbers((await fine.run()).labels)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })
  test('skip', async () => {
    await using pipe = job('skip')
    const { labels, shape, next } = await pipe.run()
    expect(numbers(labels)).toEqual([0, 2, 4, 6, 0, 2, 4, 6])
    expect(numbers(shape)).toEqual(new Array(8).fill(7))
    expect(numbers(next)).toEqual(new Array(8).fill(7))
    expect(pipe.statistics().badSamples[0]).toMatchObject({ index: 1, op: 'peekImageShape', stage: 'cpu' })
  })
  test('placeholder', async () => {
    await using pipe = job('placeholder')
    const { labels, shape, next } = await pipe.run()
    expect([...shape.valid]).toEqual([1, 0, 1, 0, 1, 0, 1, 0])
    expect(numbers(labels)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    for (const list of [shape, next]) {
      expect([...list].map((t) => [...t.dataSync()])).toEqual(
        [0, 1, 2, 3, 4, 5, 6, 7].map((i) => new Array(3).fill(i % 2 ? 0 : 7)),
      )
    }
  })
})

describe('errors', () => {
  const x = () => ints([0, 1, 2, 3])
  const cases: [string, () => unknown, string][] = [
    [
      'a value from inside, used outside',
      () => {
        let leaked: DataNode | undefined
        const on = x()
        const fine = cond(
          on,
          () => {
            leaked = fn.cast(on, { dtype: 'uint8' })
            return leaked
          },
          () => fn.cast(on, { dtype: 'uint8' }),
        )
        return [fine, fn.cast(leaked!, { dtype: 'int32' })]
      },
      '[cast] Expected a DataNode that has a value here for input but received that of cast at ',
    ],
    [
      'a value from inside, returned by the definition',
      () => {
        let leaked: DataNode | undefined
        const on = x()
        cond(
          on,
          () => {
            leaked = fn.cast(on, { dtype: 'uint8' })
            return leaked
          },
          () => fn.cast(on, { dtype: 'uint8' }),
        )
        return leaked
      },
      'Expected a DataNode that has a value here for the result but received that of cast',
    ],
    [
      'a value of the other branch',
      () => {
        let leaked: DataNode | undefined
        const on = x()
        return cond(
          on,
          () => {
            leaked = fn.cast(on, { dtype: 'uint8' })
            return leaked
          },
          () => leaked!,
        )
      },
      '[cond] Expected a DataNode that has a value here for the result of elseFn',
    ],
    [
      'a source in a branch',
      () => cond(x(), x, x),
      '[externalSource] Expected to be called outside of branches but was called inside one',
    ],
    [
      'an array of another length',
      () => {
        const on = x()
        return cond(on, () => [on, on], (() => [on]) as never)
      },
      '[cond] Expected elseFn to return the structure that thenFn returns but elseFn has no [1]',
    ],
    [
      'other keys',
      () => {
        const on = x()
        return oneOf([() => ({ a: on }), (() => ({ a: on, b: on })) as never])
      },
      '[oneOf] Expected branches[1] to return the structure that branches[0] returns but branches[0] has no .b',
    ],
    [
      'a node for an array',
      () => {
        const on = x()
        return cond(on, () => on, (() => [on]) as never)
      },
      'but thenFn has no [0]',
    ],
    [
      'nothing returned',
      () => cond(x(), (() => {}) as never, x),
      '[cond] Expected a DataNode for the result of thenFn',
    ],
    [
      'an empty array',
      () => cond(x(), () => [], (() => []) as never),
      'Expected thenFn to return a DataNode but received',
    ],
    [
      'an async branch',
      () => {
        const on = x()
        return cond(on, (async () => on) as never, () => on)
      },
      'for the result of thenFn',
    ],
    ['no function', () => cond(x(), x() as never, x), '[cond] Expected a function for thenFn but received a DataNode'],
    [
      'a constant predicate',
      () => cond(true as never, x, x),
      '[cond] Expected a DataNode for predicate but received true',
    ],
    ['no branches', () => oneOf([]), '[oneOf] Expected a list of functions for branches'],
    [
      'too few weights',
      () => oneOf([x, x], [1]),
      '[oneOf] Expected 2 numbers (one per branch) for weights but received 1',
    ],
    ['a weight below 0', () => oneOf([x, x], [1, -1]), 'Expected numbers >= 0 for weights but received -1'],
    ['weights of 0', () => oneOf([x, x], { weights: [0, 0] }), 'Expected at least one number above 0 for weights'],
    [
      'an unknown option',
      () => oneOf([x, x], { weight: [1, 2] } as never),
      '{ weights, seed } for options but received "weight"',
    ],
    [
      'dtypes that are known to differ',
      () => {
        const on = x()
        return cond(
          on,
          () => ({ n: fn.flip(fn.cast(on, { dtype: 'uint8' })) }),
          () => ({ n: fn.random.uniform() }),
        ).n
      },
      '[cond] Expected all branches to give one dtype for .n but received uint8 from thenFn and float32 from elseFn',
    ],
  ]
  test.each(cases)('%s', async (_, body, text) => {
    const error = await refused(body)
    expect(error.code).toBe('INVALID_ARGUMENT')
    expect(error.message).toContain(text)
    if (!error.message.startsWith('[pipelineDef]')) expect(error.callSite).toContain('cond.test.ts')
  })

  test('the leak names both places', async () => {
    const { message } = await refused(cases[0]![1])
    expect(message.match(/cond\.test\.ts:\d+:\d+/g)).toHaveLength(3) // the last is the call that is wrong
  })

  test('a predicate of several numbers', async () => {
    const error = await refused(() => {
      const on = fn.externalSource({
        source: () => [0, 1, 2, 3].map(() => ({ data: new Uint8Array(6), shape: [2, 3] })),
      })
      const [a, b] = [x(), x()]
      return cond(
        on,
        () => a,
        () => b,
      )
    })
    expect(error).toMatchObject({ code: 'INVALID_INPUT', op: 'cond' })
    expect(error.message).toContain('Expected one number per sample for predicate but received uint8 of 2 x 3')
    expect(error.callSite).toContain('cond.test.ts')
  })

  test('enableConditionals must be set, in the definition or at the call', async () => {
    const body = () => {
      const on = x()
      return cond(
        on,
        () => fn.cast(on, { dtype: 'uint8' }),
        () => fn.cast(on, { dtype: 'uint8' }),
      )
    }
    for (const enableConditionals of [false, undefined]) {
      const error = await failure(() =>
        pipelineDef({ batchSize: 4, ...(enableConditionals === undefined ? {} : { enableConditionals }) }, body)(),
      )
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', op: 'cond' })
      expect(error.message).toContain(
        'Expected enableConditionals: true in the options of the pipeline but received false',
      )
      expect(error.hint).toContain('enableConditionals: true')
    }
    const pipe = pipelineDef({ batchSize: 4 }, body)({ enableConditionals: true })
    expect(pipe.options.enableConditionals).toBe(true)
    await pipe.close()
    const { message } = await failure(() => cond(undefined as never, x, x))
    expect(message).toContain('[cond] Expected to be called while a pipeline is being defined')
  })
})
