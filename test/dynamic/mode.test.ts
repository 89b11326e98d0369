// When calls run: what each evaluation mode has done by the time a call returns, and for which code a mode holds.
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Batch, batch, currentMode, EvalContext, EvalMode, evalMode, withEvalMode } from '../../src/dynamic.js'
import { blur, flip, images, numbers, operator } from './calls.js'

const decode = operator('decoders.image')

/** Where a result is on its way. */
const stateOf = (x: Batch) => {
  const { value } = x.view
  if (value.storage) return 'there'
  if (value.error) return 'failed'
  if (value.run) return value.run.done ? 'done' : 'running'
  return 'lazy'
}

/** Work of a second or so. */
const slow = () => blur(images(1, 1500), { sigma: 40, dtype: 'float32' })
const garbage = () => batch([new Uint8Array(100).fill(7)])

describe('eager', () => {
  it('is the default: the call returns, and so does a turn of user code, before the work is done', async () => {
    expect(currentMode()).toBe('eager')
    const result = slow()
    expect(stateOf(result)).toBe('lazy')
    await null
    expect(stateOf(result)).toBe('running')
    await EvalContext.default().evaluateAll()
    expect(stateOf(result)).toBe('there')
  })

  it('runs what nobody reads', async () => {
    const results = Array.from({ length: 40 }, (_, i) => flip(images(2, 8, i)))
    await expect.poll(() => results.map(stateOf).every((s) => s !== 'lazy' && s !== 'running')).toBe(true)
  })

  it('makes what was left inside a run once more when a later call reads it', async () => {
    const inner = flip(images(2, 8))
    const outer = flip(inner, { horizontal: 0, vertical: 1 })
    await outer.data()
    expect(stateOf(inner)).toBe('lazy')
    expect(await flip(inner).data()).toEqual(images(2, 8).dataSync())
  })

  it('tells an error where the result is read, every time', async () => {
    const bad = decode(garbage())
    await EvalContext.default()
      .evaluateAll()
      .catch(() => {})
    for (let i = 0; i < 2; i++) expect(() => bad.dataSync()).toThrow(expect.objectContaining({ op: 'decoders.image' }))
    await expect(bad.data()).rejects.toThrow(/mode\.test/)
  })
})

describe.each(['syncCpu', 'syncFull'] as const)('%s', (mode) => {
  it('has done the work when the call returns', () => {
    withEvalMode(mode, () => {
      const result = slow()
      expect(stateOf(result)).toBe('there')
      expect(stateOf(flip(result))).toBe('there')
    })
  })

  it('throws from the call', () => {
    withEvalMode(mode, () => {
      expect(() => decode(garbage())).toThrow(expect.objectContaining({ op: 'decoders.image' }))
    })
  })

  it('runs what was called before, too', () => {
    const before = flip(images(2, 8))
    withEvalMode(mode, () => flip(before))
    expect(stateOf(before)).toBe('there')
  })
})

describe('deferred', () => {
  it('runs nothing until it is read, and then only what is needed', async () => {
    const [needed, other, read] = withEvalMode('deferred', () => {
      const first = flip(images(2, 8))
      return [first, flip(images(2, 8)), flip(first, { horizontal: 0, vertical: 1 })] as const
    })
    await sleep(20)
    await EvalContext.default().evaluateAll()
    for (const x of [needed, other, read]) expect(stateOf(x)).toBe('lazy')
    expect(numbers(read)).toHaveLength(2 * 8 * 8 * 3)
    expect(stateOf(read)).toBe('there')
    expect(stateOf(other)).toBe('lazy')
  })

  it('never fails with what nobody reads', async () => {
    const bad = withEvalMode('deferred', () => decode(garbage()))
    await sleep(20)
    expect(stateOf(bad)).toBe('lazy')
    expect(() => bad.dataSync()).toThrow(/mode\.test/)
    expect(stateOf(bad)).toBe('failed')
  })

  it('runs when an eager call reads it', async () => {
    const lazy = withEvalMode('deferred', () => flip(images(2, 8)))
    const eager = flip(lazy)
    expect(await eager.data()).toEqual(images(2, 8).dataSync())
  })
})

describe('a mode holds', () => {
  const reads: readonly EvalMode[] = ['eager', 'syncCpu', 'syncFull', 'deferred']

  it('gives the same bytes as every other', () => {
    const results = reads.map((mode) =>
      withEvalMode(mode, () => numbers(flip(blur(images(3, 16), { sigma: 2 }), { horizontal: 1 }))),
    )
    for (const r of results) expect(r).toEqual(results[0])
  })

  it('until the end of a block, and of blocks within it', () => {
    {
      using _outer = evalMode('syncCpu')
      expect(currentMode()).toBe('syncCpu')
      {
        using _inner = evalMode('deferred')
        expect(currentMode()).toBe('deferred')
        expect(withEvalMode('syncFull', currentMode)).toBe('syncFull')
        expect(currentMode()).toBe('deferred')
      }
      expect(currentMode()).toBe('syncCpu')
    }
    expect(currentMode()).toBe('eager')
  })

  it("under DALI's names; 'default' is the mode that holds where none is set", () => {
    for (const mode of ['eager', 'syncCpu', 'syncFull', 'deferred'] as const) {
      expect(withEvalMode(EvalMode[mode], currentMode)).toBe(mode)
    }
    expect(withEvalMode('deferred', () => withEvalMode(EvalMode.default, currentMode))).toBe('eager')
    expect(EvalMode.default).toBe('default')
    const typed: EvalMode = EvalMode.syncCpu
    expect(typed).toBe('syncCpu')
  })

  it('until an exception leaves the block', () => {
    expect(() => {
      using _ = evalMode('deferred')
      throw new Error('left')
    }).toThrow('left')
    expect(currentMode()).toBe('eager')
    expect(() =>
      withEvalMode('deferred', () => {
        throw new Error('left')
      }),
    ).toThrow('left')
    expect(currentMode()).toBe('eager')
  })

  it('in whatever order blocks are left', () => {
    const first = evalMode('syncCpu')
    const second = evalMode('deferred')
    first[Symbol.dispose]()
    expect(currentMode()).toBe('deferred')
    second[Symbol.dispose]()
    second[Symbol.dispose]()
    expect(currentMode()).toBe('eager')
  })

  it('across awaits and timers, also in functions that are called', async () => {
    const helper = async () => {
      await sleep(1)
      return currentMode()
    }
    await withEvalMode('deferred', async () => {
      await null
      expect(currentMode()).toBe('deferred')
      expect(await helper()).toBe('deferred')
      {
        using _ = evalMode('syncFull')
        expect(await helper()).toBe('syncFull')
        await sleep(1)
        expect(currentMode()).toBe('syncFull')
      }
      expect(await helper()).toBe('deferred')
    })
    expect(currentMode()).toBe('eager')
  })

  it('in each of the tasks that run side by side, and in no other', async () => {
    const task = (mode: EvalMode) => async () => {
      const seen: EvalMode[] = []
      for (let i = 0; i < 5; i++) {
        await sleep(i % 2)
        seen.push(currentMode())
        using _ = evalMode(i % 2 ? 'syncCpu' : mode)
        await sleep(1)
      }
      return seen
    }
    const tasks = await Promise.all(reads.flatMap((mode) => [withEvalMode(mode, task(mode)), task(mode)()]))
    tasks.forEach((seen, i) => {
      expect(seen).toEqual(Array(5).fill(i % 2 ? 'eager' : reads[i >> 1]))
    })
    expect(currentMode()).toBe('eager')
  })

  it('only if it is one', () => {
    expect(() => evalMode('sync' as never)).toThrow(
      /Expected one of 'eager', 'syncCpu', 'syncFull', 'deferred' for mode/,
    )
    expect(() => withEvalMode('Deferred' as never, () => {})).toThrow(/Did you mean.*deferred/)
    expect(currentMode()).toBe('eager')
  })
})
