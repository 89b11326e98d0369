// External sources of imperative mode: items of every kind from sources of every kind, their end, and their failures.
// @module-tag shared
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { Batch, cast as castTo, externalSource, Tensor } from '../../src/dynamic.js'
import { failure } from '../util/dynamic-readers.js'

const arrays = (n: number) => Array.from({ length: n }, (_, i) => Float32Array.of(i, i + 0.5))
async function* later(n: number) {
  for (const array of arrays(n)) {
    await sleep(1)
    yield array
  }
}
/** Samples of a result as numbers. */
const numbers = (x: unknown): unknown => {
  if (Array.isArray(x)) return x.map(numbers)
  if (x instanceof Batch) return x.tensors.map(numbers)
  return Array.from((x as Tensor).dataSync() as Float32Array)
}

describe('sources', () => {
  const sources = {
    'an array': () => arrays(3),
    'a generator': () =>
      (function* () {
        yield* arrays(3)
      })(),
    'a generator function': () =>
      function* () {
        yield* arrays(3)
      },
    'a function': () => {
      const all = arrays(3)
      return () => all.shift()
    },
    'a function of the sample': () => (at: { idxInEpoch: number }) => arrays(3)[at.idxInEpoch],
    'an array of promises': () => arrays(3).map(async (x) => x),
    'an asynchronous function': () => {
      const all = arrays(3)
      return async () => all.shift() ?? null
    },
    'an async iterable': () => later(3),
    'an async generator function': () => () => later(3),
  }
  const want = [[0, 0.5], [1, 1.5], [2, 2.5]] // biome-ignore format: one line

  test.each(Object.entries(sources))('give their items: %s', async (name, make) => {
    const source = externalSource(make(), { dtype: 'float32' })
    const seen: unknown[] = []
    for await (const x of source) seen.push(numbers(x))
    expect(seen).toEqual(want)
    expect(await failure(() => source.next())).toMatchObject({ code: 'END_OF_DATA' })

    const one = externalSource(make())
    expect([numbers(await one.next()), numbers(await one.next())]).toEqual(want.slice(0, 2))

    const quick = externalSource(make())
    if (/promises|async/.test(name)) {
      expect(await failure(() => quick())).toMatchObject({
        code: 'UNSUPPORTED',
        callSite: expect.stringMatching(/external\.test\.ts/),
      })
      // What it had asked for is not lost.
      expect(numbers(await quick.next())).toEqual(want[0])
    } else {
      expect([...quick].map(numbers)).toEqual(want)
      expect(await failure(() => quick())).toMatchObject({ code: 'END_OF_DATA' })
    }
  })

  test('calls of next() are answered in order', async () => {
    const source = externalSource(later(4))
    const all = [source.next(), source.next(), source.next()]
    expect(await failure(() => source())).toMatchObject({ code: 'API_MIXED' })
    expect((await Promise.all(all)).map(numbers)).toEqual([[0, 0.5], [1, 1.5], [2, 2.5]]) // biome-ignore format: one line
  })

  test('a loop that is left goes on where it was', () => {
    const source = externalSource(arrays(3))
    for (const x of source) {
      expect(numbers(x)).toEqual([0, 0.5])
      break
    }
    expect([...source].map(numbers)).toEqual([[1, 1.5], [2, 2.5]]) // biome-ignore format: one line
  })
})

describe('items', () => {
  test('are samples or batches, by their form or as told', () => {
    const nested = [[1, 2], [3, 4]] // biome-ignore format: one line
    const sample = externalSource([nested])()
    expect(sample).toBeInstanceOf(Tensor)
    expect((sample as Tensor).shape).toEqual([2, 2])
    const told = externalSource([nested], { batch: true, dtype: 'int16' })()
    expect(told).toBeInstanceOf(Batch)
    expect([told.length, told.dtype, numbers(told)]).toEqual([2, 'int16', nested])
    expect(externalSource([arrays(2)])()).toBeInstanceOf(Batch)
    expect(externalSource([{ data: new Uint8Array(6), shape: [2, 3] }], { batch: true })().length).toBe(2)
    expect(externalSource([7])()).toBeInstanceOf(Tensor)
    const tensor = externalSource([arrays(1)[0]])() as Tensor
    expect(externalSource([tensor])()).toBe(tensor)
    expect(numbers(externalSource([[tensor, tensor]])())).toEqual([[0, 0.5], [0, 0.5]]) // biome-ignore format: one line
  })

  test('a sample stands for a batch of equal ones', () => {
    const source = externalSource(arrays(3), { batchSize: 2 })
    expect(numbers(source())).toEqual([[0, 0.5], [0, 0.5]]) // biome-ignore format: one line
    expect((source({ batchSize: 5 }) as Batch).length).toBe(5)
    const flip = (x: Batch) => castTo(x, { dtype: 'int32' })
    expect([...flip(source() as Batch).dataSync()]).toEqual([2, 3, 2, 3])
  })

  test('samples make batches, the last one partial', async () => {
    const asked: unknown[] = []
    const source = (at: object) => {
      asked.push(Object.values(at))
      return arrays(5)[asked.length - 1]
    }
    const batches = [...externalSource(source, { batch: false, batchSize: 2 })]
    expect(batches.map((b) => b.length)).toEqual([2, 2, 1])
    expect(numbers(batches[2])).toEqual([[4, 4.5]])
    expect(asked.slice(0, 3)).toEqual([[0, 0, 0, 0], [1, 1, 0, 0], [2, 0, 1, 0]]) // biome-ignore format: one line
    const sizes: number[] = []
    for await (const b of externalSource(() => later(5), { batch: false, batchSize: 3 })) sizes.push(b.length)
    expect(sizes).toEqual([3, 2])
  })

  test('may have several outputs', () => {
    const options = { numOutputs: 2, dtype: ['uint8', 'float64'], layout: ['C', ''] } as const
    const [a, b] = externalSource(() => [[1, 2], 0.25], options)() as [Tensor, Tensor]
    expect([a.dtype, a.shape, b.dtype, b.shape, b.dataSync()[0]]).toEqual(['uint8', [2], 'float64', [], 0.25])
    const [c, d] = externalSource(() => [1, 2], { numOutputs: 2, batch: false, batchSize: 3 })() as [Batch, Batch]
    expect([numbers(c), numbers(d)]).toEqual([
      [[1], [1], [1]],
      [[2], [2], [2]],
    ])
  })

  test.each([false, true])('are copied unless noCopy says otherwise: %s', (noCopy) => {
    const data = Float32Array.of(1, 2)
    const x = externalSource(() => data, { noCopy })() as Tensor
    const cast = (t: Tensor) => castTo(t, { dtype: 'int32' })
    const before = cast(x)
    data[0] = 9
    expect([...(x.dataSync() as Float32Array)]).toEqual([noCopy ? 9 : 1, 2])
    expect([...(before.dataSync() as Int32Array)]).toEqual([1, 2])
  })
})

describe('the end', () => {
  const take = async (cycle: never, n: number) => {
    const source = externalSource(arrays(2), { cycle })
    const out: unknown[] = []
    for (let i = 0; i < n; i++) {
      try {
        out.push((numbers(i % 2 ? await source.next() : source()) as number[])[0])
      } catch (error) {
        out.push((error as { code: string }).code)
      }
    }
    return out
  }
  test.each([
    ['no', [0, 1, 'END_OF_DATA', 'END_OF_DATA', 'END_OF_DATA']],
    [false, [0, 1, 'END_OF_DATA', 'END_OF_DATA', 'END_OF_DATA']],
    ['quiet', [0, 1, 0, 1, 0]],
    [true, [0, 1, 0, 1, 0]],
    ['raise', [0, 1, 'END_OF_DATA', 0, 1]],
  ])('cycle %j', async (cycle, want) => {
    expect(await take(cycle as never, 5)).toEqual(want)
  })

  test('comes after a partial batch of samples', () => {
    const source = externalSource(arrays(3), { cycle: true, batch: false, batchSize: 2 })
    expect([source(), source(), source(), source()].map((b) => b.length)).toEqual([2, 1, 2, 1])
    const raising = externalSource(arrays(3), { cycle: 'raise', batch: false, batchSize: 2 })
    const sizes = () => {
      const out: number[] = []
      // An end that is never told would have no end.
      for (const b of raising) if (out.push(b.length) > 9) break
      return out
    }
    expect([sizes(), sizes()]).toEqual([[2, 1], [2, 1]]) // biome-ignore format: one line
    expect(externalSource(arrays(4), { cycle: 'quiet', batch: false, batchSize: 2 })().length).toBe(2)
  })

  test('is final for what cannot start again', async () => {
    const source = externalSource(arrays(1).values(), { cycle: true })
    source()
    expect(await failure(() => source())).toMatchObject({ code: 'END_OF_DATA' })
    expect(await failure(() => externalSource([], { cycle: true })())).toMatchObject({ code: 'END_OF_DATA' })
  })

  test("close() ends it, and the user's generator", async () => {
    let ended = false
    const source = externalSource(function* () {
      try {
        for (;;) yield 1
      } finally {
        ended = true
      }
    })
    source()
    source.close()
    expect(ended).toBe(true)
    expect(await failure(() => source())).toMatchObject({ code: 'END_OF_DATA' })
  })
})

describe('failures', () => {
  test('what a source throws comes with the item and the line, and the next call goes on', async () => {
    const cause = new RangeError('mine')
    const source = externalSource(({ idxInEpoch }) => {
      if (idxInEpoch === 1) throw cause
      return idxInEpoch
    })
    source()
    const error = await failure(() => source())
    expect(error).toMatchObject({
      code: 'USER_FUNCTION',
      cause,
      callSite: expect.stringMatching(/external\.test\.ts:\d+/),
    })
    expect(error.message).toMatch(/threw at item 1: mine/)
    expect(numbers(await source.next())).toEqual([2])
    const samples = externalSource(
      async ({ idxInEpoch }) => {
        if (idxInEpoch === 1) throw cause
        return idxInEpoch
      },
      { batch: false, batchSize: 2 },
    )
    expect(await failure(() => samples.next())).toMatchObject({ code: 'USER_FUNCTION', sample: { index: 1 }, cause })
    // The sample before it is there still.
    expect(numbers(await samples.next())).toEqual([[0], [2]])
  })

  test.each([
    [() => externalSource(['text'])(), 'INVALID_INPUT', /item 0/],
    [() => externalSource([[Float32Array.of(1), Int32Array.of(1)]])(), 'INVALID_INPUT', /one dtype/],
    [() => externalSource([arrays(2)], { batch: false })(), 'INVALID_INPUT', /item 0/],
    [() => externalSource([arrays(2)], { batchSize: 3 })(), 'INVALID_INPUT', /batchSize = 3 samples but received 2/],
    [() => externalSource([arrays(2)], { numOutputs: 3 })(), 'INVALID_INPUT', /each of the 3 outputs/],
    [() => externalSource([[arrays(2), 1]], { numOutputs: 2 })(), 'INVALID_INPUT', /only batches or only samples/],
    [() => externalSource([[arrays(2), arrays(3)]], { numOutputs: 2 })(), 'INVALID_INPUT', /2, 3/],
    [() => externalSource([arrays(1)[0]], { dtype: 'uint8' })(), 'INVALID_INPUT', /uint8 but received float32/],
    [() => externalSource(7 as never), 'INVALID_ARGUMENT', /for source but received 7/],
    [() => externalSource([], { cycle: 'often' as never }), 'INVALID_ARGUMENT', /for cycle/],
    [() => externalSource([], { num_outputs: 2 } as never), 'INVALID_ARGUMENT', /did you mean 'numOutputs'/],
    [() => externalSource([1])({ batchSize: 0 }), 'INVALID_ARGUMENT', /for batchSize but received 0/],
    [() => externalSource([], { numOutputs: 2, dtype: ['uint8'] }), 'INVALID_ARGUMENT', /one dtype for each/],
  ] as const)('name what is wrong: %s', async (body, code, message) => {
    const error = await failure(body)
    expect(error).toMatchObject({ code, callSite: expect.stringMatching(/external\.test\.ts:\d+/) })
    expect(error.message).toMatch(message)
  })
})
