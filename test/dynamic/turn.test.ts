// Calls of one turn of user code are gathered, and run as few programs; evaluate() begins them within the turn.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Batch, batch, crop, EvalContext, withEvalMode } from '../../src/dynamic.js'
import { queueWord } from '../../src/native/eval.js'
import { native } from '../../src/native.js'
import { blur, flip, images, numbers } from './calls.js'

const context = new EvalContext({ numThreads: 1, device: 'cpu' })
afterAll(() => context.close())
afterEach(() => vi.restoreAllMocks())
/** Runs that the queue of the context has ended. */
const ended = () => {
  const { words } = context.queue(-1) as unknown as { words: Uint32Array }
  return Atomics.load(words, queueWord.counted)
}
/** Works on without awaiting until the queue has ended one more run than `from`; half a minute at most. */
function work(from: number): number {
  const until = performance.now() + 30_000
  while (ended() === from && performance.now() < until);
  return ended() - from
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

describe('a turn', () => {
  it('submits nothing before it ends, and then all calls as one run', async () => {
    const submit = vi.spyOn(native(), 'evalSubmit')
    const result = run(() => flip(blur(flip(pictures()), { sigma: 1.5 }), vertical))
    expect(submit).not.toHaveBeenCalled()
    await null
    expect(submit).toHaveBeenCalledTimes(1)
    const before = ended()
    expect(numbers(result)).toEqual(expected(() => flip(blur(flip(pictures()), { sigma: 1.5 }), vertical)))
    expect(ended() - before).toBeLessThanOrEqual(1)
  })

  it('that works on without awaiting finds done what it has evaluated', () => {
    const before = ended()
    const [first, second] = run(() => {
      const first = blur(flip(pictures()), { sigma: 2 })
      void first.evaluate()
      expect(work(before)).toBe(1)
      return [first, flip(first)] as const
    })
    expect(numbers(second)).toEqual(expected(() => flip(blur(flip(pictures()), { sigma: 2 }))))
    expect(numbers(first)).toEqual(expected(() => blur(flip(pictures()), { sigma: 2 })))
    expect(ended() - before).toBe(2)
  })

  it('that makes many calls compiles no program for each', async () => {
    const x = pictures()
    const large = images(4, 400)
    const turn = async () => {
      const busy = blur(large, { sigma: 6 }).data()
      let last: Batch = x
      for (let i = 0; i < 64; i++) last = flip(x)
      await busy
      numbers(last)
    }
    await run(async () => {
      for (let i = 0; i < 5; i++) await turn()
      const programs = vi.spyOn(native(), 'programCreate')
      for (let i = 0; i < 5; i++) await turn()
      expect(programs).not.toHaveBeenCalled()
    })
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

  it('runs one program for the calls of a turn', async () => {
    const before = ended()
    for (let i = 0; i < 20; i++) {
      const [a, b] = run(() => step(i))
      await Promise.all([a.data(), b.data()])
    }
    await context.evaluateAll()
    expect(ended() - before).toBe(20)
  })
})

it('a call and its read go to native code twice', () => {
  run(() => {
    const x = pictures()
    numbers(flip(x))
    const names: string[] = []
    const addon = native() as unknown as Record<string, (...args: unknown[]) => unknown>
    for (const [name, real] of Object.entries(addon)) {
      vi.spyOn(addon, name).mockImplementation((...args) => {
        names.push(name)
        return real(...args)
      })
    }
    flip(x).dataSync()
    expect(names).toEqual(['evalSubmit', 'evalTake'])
  })
})

it('a call may read a value that fails before the call is handed over', async () => {
  await run(async () => {
    const bad = crop(pictures(), { crop: [5000, 5000] })
    await new Promise(setImmediate)
    const below = flip(bad)
    expect(() => bad.dataSync()).toThrow(/window inside/)
    expect(() => below.dataSync()).toThrow(/window inside/)
  })
})
