// Eager calls begin while user code goes on without awaiting; and a loop that awaits runs as few programs as ever.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type Batch,
  batch,
  crop,
  EvalContext,
  getNumThreads,
  random,
  setNumThreads,
  withEvalMode,
} from '../../src/dynamic.js'
import { native } from '../../src/native.js'
import { blur, flip, images, numbers, uniform } from './calls.js'

const context = new EvalContext({ numThreads: 1, device: 'cpu' })
afterAll(() => context.close())
/** Runs that the queue of a context has ended. */
const ended = (of = context) => {
  const { counter } = of.queue(-1) as unknown as { counter: Uint32Array }
  return Atomics.load(counter, 0)
}
/** Works on without awaiting until the queue has ended `count` more runs than `from`; half a minute at most. */
function work(from: number, count = 1, of = context, most = 30_000): number {
  const until = performance.now() + most
  while (ended(of) < from + count && performance.now() < until);
  return ended(of) - from
}
/** Two of 8 x 8 x 3, no row or column of which is another. */
const pictures = (from = 1) => {
  const data = (i: number) => Uint8Array.from({ length: 192 }, (_, k) => (k * k + 31 * i + from) % 251)
  return batch(
    [data(0), data(1)].map((data) => ({ data, shape: [8, 8, 3] })),
    { layout: 'HWC' },
  )
}
const run = <T>(fn: () => T) => context.run(fn)
const vertical = { horizontal: 0, vertical: 1 }
const expected = (make: () => Batch) => withEvalMode('syncCpu', () => numbers(make()))

describe('a turn that goes on without awaiting', () => {
  it('finds its calls done: one, and a chain of them, which is one run; new ones and those of a loop', () => {
    const chains = {
      one: () => blur(pictures(), { sigma: 1 }),
      three: () => flip(blur(flip(pictures()), { sigma: 1.5 }), vertical),
    }
    for (const make of Object.values(chains)) {
      const right = expected(make)
      for (let i = 0; i < 3; i++) {
        const before = run(() => ended())
        const result = run(make)
        expect(work(before)).toBe(1)
        expect(numbers(result)).toEqual(right)
        expect(ended()).toBe(before + 1)
      }
    }
  })

  it('makes many calls without a program for each', async () => {
    // Calls are handed over by 24: there were two programs for each 64 where the queue never began with 23 of them by itself.
    const x = pictures()
    const large = images(4, 400)
    const turn = async () => {
      // Keeps the queue from beginning with what it holds.
      const busy = blur(large, { sigma: 6 }).data()
      let last: Batch = x
      for (let i = 0; i < 64; i++) last = flip(x)
      await busy
      numbers(last)
    }
    // What was begun and not used may end behind the test.
    const own = new EvalContext({ numThreads: 1, device: 'cpu' })
    await own.run(async () => {
      for (let i = 0; i < 60; i++) await turn()
      const programs = vi.spyOn(native(), 'evalProgram')
      for (let i = 0; i < 20; i++) await turn()
      expect(programs.mock.calls.length).toBeLessThan(3)
      programs.mockRestore()
    })
    own.close()
  })

  it('may go on to make calls on what is done by then', () => {
    const x = pictures()
    const before = ended()
    const [first, second] = run(() => {
      const a = blur(x, { sigma: 2 })
      expect(work(before)).toBe(1)
      // Behind the first call more has come elsewhere: such calls are looked at every few milliseconds.
      work(before, 2, context, 20)
      const b = flip(a)
      expect(work(before, 2)).toBe(2)
      return [a, b] as const
    })
    expect(numbers(second)).toEqual(expected(() => flip(blur(x, { sigma: 2 }))))
    expect(numbers(first)).toEqual(expected(() => blur(x, { sigma: 2 })))
    expect(ended()).toBe(before + 2)
  })

  it('gets what it asks for, also from inside of a chain that was begun', () => {
    const x = pictures()
    const before = ended()
    const [inner, outer] = run(() => {
      const a = flip(x)
      return [a, blur(a, { sigma: 3 })] as const
    })
    work(before)
    expect(numbers(inner)).toEqual(expected(() => flip(x)))
    expect(numbers(outer)).toEqual(expected(() => blur(flip(x), { sigma: 3 })))
  })

  it('hears of errors where it reads, and goes on', () => {
    const before = ended()
    const bad = run(() => flip(pictures(), { horizontal: images(2, 1) as never }))
    work(before)
    expect(() => numbers(bad)).toThrow(expect.objectContaining({ op: 'flip' }))
    expect(numbers(run(() => flip(pictures())))).toEqual(expected(() => flip(pictures())))
  })

  it('draws the random numbers of its calls', () => {
    const rng = new random.RNG(3)
    const before = ended()
    const drawn = run(() => uniform({ rng, batchSize: 4 }))
    work(before)
    const again = new random.RNG(3)
    expect(numbers(drawn)).toEqual(expected(() => uniform({ rng: again, batchSize: 4 })))
  })

  it('may drop results, change the number of threads, and close contexts', () => {
    const own = new EvalContext()
    const before = own.run(() => ended(own))
    own.run(() => flip(pictures()))[Symbol.dispose]()
    const kept = own.run(() => flip(pictures()))
    work(before, 1, own)
    setNumThreads(getNumThreads() + 1)
    const more = own.run(() => flip(kept, vertical))
    setNumThreads(null)
    expect(numbers(more)).toEqual(expected(() => flip(flip(pictures()), vertical)))
    const last = own.run(() => blur(kept, { sigma: 2 }))
    own.close()
    expect(numbers(last)).toEqual(expected(() => blur(flip(pictures()), { sigma: 2 })))
  })
})

describe('a loop that awaits', () => {
  const step = (i: number) => {
    const x = pictures(i)
    const [a, b] = [flip(x), flip(x, vertical)]
    return [blur(a, { sigma: 1 }), blur(b, { sigma: 2 })] as const
  }
  beforeAll(async () => {
    for (let i = 0; i < 3; i++) await run(() => step(i))[1].data()
  })

  it('runs one program for the calls of a turn, as many as it did', async () => {
    const before = ended()
    for (let i = 0; i < 20; i++) {
      const [a, b] = run(() => step(i))
      await Promise.all([a.data(), b.data()])
    }
    await context.evaluateAll()
    expect(ended() - before).toBe(20)
  })
})

it('what is held may read a value that has failed by the time it is handed over', async () => {
  await context.run(async () => {
    // More than once, so that the sequence is known.
    for (let i = 0; i < 3; i++) {
      const bad = crop(pictures(), { crop: [5000, 5000] })
      await new Promise(setImmediate)
      const below = flip(bad)
      expect(() => bad.dataSync()).toThrow(/window inside/)
      expect(() => below.dataSync()).toThrow(/window inside/)
    }
  })
})
