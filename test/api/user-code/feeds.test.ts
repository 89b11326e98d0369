// Tests that run({ a, b }) feeds all its inputs or none: a refused call queues no data, so that samples of different
// calls never come together in a batch.
// @module-tag shared
import fc from 'fast-check'
import { fn, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { failure } from '../../util/collect.js'

const define = pipelineDef({ batchSize: 2, numThreads: 1 }, () => [
  fn.externalSource({ name: 'a' }),
  fn.externalSource({ name: 'b' }),
])
type Pipe = ReturnType<typeof define>
type Given = { a: Float32Array[]; b?: Float32Array[] }
const floats = (...values: number[]) => values.map((x) => Float32Array.of(x))

/** What is wrong with input b of a call, and the error of it. The call's number is in each sample. */
const faults = {
  none: [(n: number) => floats(n, n), undefined],
  missing: [() => undefined, 'INPUT_MISSING'],
  'a sample of text': [(n: number) => [Float32Array.of(n), 'x'], 'INVALID_INPUT'],
  'no list': [() => 5, 'INVALID_INPUT'],
  'two dtypes': [(n: number) => [Float32Array.of(n), Int8Array.of(n)], 'INVALID_INPUT'],
  'too few samples': [(n: number) => floats(n), 'INVALID_INPUT'],
  'too many samples': [(n: number) => floats(n, n, n), 'INVALID_INPUT'],
} as const
type Fault = keyof typeof faults

function feedsOf(n: number, fault: Fault): Given {
  const b = faults[fault][0](n)
  // User code in JavaScript may give what the types refuse.
  return { a: floats(n, n), ...(b !== undefined && { b: b as Float32Array[] }) }
}

const seen = (outputs: Awaited<ReturnType<Pipe['run']>>) => {
  const values = [...outputs].map((list) => [...list.dataSync()])
  outputs[0]!.release()
  return values
}

const ways = {
  run: async (pipe: Pipe, feeds: Given) => seen(await pipe.run(feeds)),
  runSync: async (pipe: Pipe, feeds: Given) => seen(pipe.runSync(feeds)),
  scheduleRun: async (pipe: Pipe, feeds: Given) => {
    pipe.scheduleRun(feeds)
    const values = [...(await pipe.shareOutputs())].map((list) => [...list.dataSync()])
    pipe.releaseOutputs()
    return values
  },
}

describe.each(Object.keys(ways) as (keyof typeof ways)[])('%s', (way) => {
  test.each(Object.keys(faults) as Fault[])('a call leaves nothing behind, input b: %s', async (fault) => {
    await using pipe = define()
    const call = (n: number, f: Fault) => ways[way](pipe, feedsOf(n, f))
    const code = faults[fault][1]
    for (let n = 0; n < 3; n++) {
      if (code) expect(await failure(() => call(100 + n, fault))).toMatchObject({ code })
      expect(await call(n, 'none')).toEqual([
        [n, n],
        [n, n],
      ])
    }
  })
})

test('calls at the same time get their own data, whatever is wrong with others', { tags: 'property' }, async () => {
  await using pipe = define()
  let n = 0
  const kinds = fc.constantFrom(...(Object.keys(faults) as Fault[]), 'none' as const, 'none' as const)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(kinds, { minLength: 1, maxLength: 6 }), { maxLength: 4 }), async (rounds) => {
      for (const round of rounds) {
        const calls = round.map((fault) => ({ fault, number: n++ % 1000 }))
        const ends = await Promise.allSettled(calls.map(({ fault, number }) => ways.run(pipe, feedsOf(number, fault))))
        for (const [i, end] of ends.entries()) {
          const { fault, number } = calls[i]!
          if (end.status === 'rejected') expect(end.reason.code).toBe(faults[fault][1])
          else {
            expect(fault).toBe('none')
            expect(end.value).toEqual([
              [number, number],
              [number, number],
            ])
          }
        }
      }
    }),
  )
})

test.each(['run', 'runSync'] as const)(
  '%s() with data never gets the batch of a call that was aborted',
  async (way) => {
    await using pipe = define()
    for (let n = 0; n < 4; n++) {
      const calls = []
      for (let i = 0; i < 3; i++) {
        const end = new AbortController()
        const call = pipe.run(feedsOf(100 + i, 'none'), { signal: end.signal })
        calls.push(call.then(seen, (error) => error.code))
        if (n % 2) await new Promise(setImmediate)
        end.abort()
      }
      // A call that was fast enough has its own batch.
      for (const [i, result] of (await Promise.all(calls)).entries()) {
        const own = [100 + i, 100 + i]
        expect(['ABORTED', [own, own]]).toContainEqual(result)
      }
      // Nothing is missing and nothing is too much for the calls that follow.
      expect(await failure(() => pipe.run({ a: floats(1) } as never))).toMatchObject({ code: 'INPUT_MISSING' })
      for (const number of [n, n + 10]) {
        expect(await ways[way](pipe, feedsOf(number, 'none'))).toEqual([
          [number, number],
          [number, number],
        ])
      }
    }
  },
)

test('runSync() without data gets what an aborted call has left, and the next call needs all its own data', async () => {
  await using pipe = define()
  const aborted = failure(() => pipe.run(feedsOf(5, 'none'), { signal: AbortSignal.abort() }))
  expect(await aborted).toMatchObject({ code: 'ABORTED' })
  expect(seen(pipe.runSync())).toEqual([
    [5, 5],
    [5, 5],
  ])
  expect(await failure(() => pipe.run({ a: floats(6, 6) } as never))).toMatchObject({ code: 'INPUT_MISSING' })
  expect(await ways.run(pipe, feedsOf(7, 'none'))).toEqual([
    [7, 7],
    [7, 7],
  ])
})

test('an input that was fed before is part of the call', async () => {
  await using pipe = define()
  pipe.feedInput('b', floats(7, 8))
  expect(await ways.run(pipe, { a: floats(1, 2) })).toEqual([
    [1, 2],
    [7, 8],
  ])
  expect(await failure(() => ways.run(pipe, { a: floats(3, 4) }))).toMatchObject({ code: 'INPUT_MISSING' })
})

test('a run() without data does not take what a later call brings', async () => {
  await using pipe = define()
  for (let n = 0; n < 3; n++) {
    const [empty, fed] = [failure(() => pipe.run()), ways.run(pipe, feedsOf(n, 'none'))]
    expect(await empty).toMatchObject({ code: 'INPUT_MISSING' })
    expect(await fed).toEqual([
      [n, n],
      [n, n],
    ])
  }
  pipe.feedInput('a', floats(5, 5))
  pipe.feedInput('b', floats(6, 6))
  expect(seen(await pipe.run())).toEqual([
    [5, 5],
    [6, 6],
  ])
})
