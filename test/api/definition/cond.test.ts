// cond() and oneOf(): what they return, bad samples inside them, and every error.
// @module-tag shared
import { cond, type DataNode, fn, oneOf, type PipelineOptions, pipelineDef } from 'penstock-data'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { define, ints, options } from '../../util/branches.js'
import { failure, numbers } from '../../util/collect.js'
import { someFiles } from '../../util/files.js'
import { chiSquare } from '../../util/random.js'

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

describe('a bad sample in a branch', () => {
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

  test("fails the batch with 'throw'", async () => {
    await using pipe = job('throw')
    expect(await failure(() => pipe.run())).toMatchObject({
      code: 'BAD_SAMPLE',
      op: 'peekImageShape',
      sample: { index: 1 },
    })
    await using fine = job('throw', 0)
    expect(numbers((await fine.run()).labels)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })
  test("is left out of all outputs with 'skip'", async () => {
    await using pipe = job('skip')
    const { labels, shape, next } = await pipe.run()
    expect(numbers(labels)).toEqual([0, 2, 4, 6, 0, 2, 4, 6])
    expect(numbers(shape)).toEqual(new Array(8).fill(7))
    expect(numbers(next)).toEqual(new Array(8).fill(7))
    expect(pipe.statistics().badSamples[0]).toMatchObject({ index: 1, op: 'peekImageShape', stage: 'cpu' })
  })
  test("is marked with 'placeholder'", async () => {
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
  // Made here, so that call sites are in this file.
  const x = () => fn.externalSource({ source: () => Int32Array.of(0, 1, 2, 3), dtype: 'int32' })
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
