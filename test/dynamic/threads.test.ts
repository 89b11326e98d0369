// The number of threads: where it comes from, what changing it does, and that nothing is lost or leaks.
import { availableParallelism, cpus } from 'node:os'
import { afterAll, describe, expect, it } from 'vitest'
import { EvalContext, getNumThreads, setNumThreads } from '../../src/dynamic.js'
import { handles, threads } from '../util/resources.js'
import { blur, flip, images, numbers } from './calls.js'
import { runOnNode } from './run-node.js'

afterAll(() => setNumThreads(null))

const usable = getNumThreads()
const laneThreads = () => EvalContext.default().queue(-1).threads

describe('the number of threads', () => {
  it('is that of the CPUs that this process may use', () => {
    expect(usable).toBe(Math.min(usable, availableParallelism()))
    expect(EvalContext.default().numThreads).toBe(usable)
  })

  it('is taken from the environment', async () => {
    const print = 'console.log(nd.getNumThreads(), nd.EvalContext.default().queue(-1).threads)'
    expect(await runOnNode(print, { PENSTOCK_NUM_THREADS: '3' })).toBe('3 3')
    const told =
      'nd.setNumThreads(2); console.log(nd.getNumThreads()); nd.setNumThreads(null); console.log(nd.getNumThreads())'
    expect(await runOnNode(told, { PENSTOCK_NUM_THREADS: '3' })).toBe('2\n3')
    const wrong = 'try { nd.getNumThreads() } catch (e) { console.log(e.code, e.message) }'
    expect(await runOnNode(wrong, { PENSTOCK_NUM_THREADS: 'many' })).toMatch(
      /INVALID_ARGUMENT .*PENSTOCK_NUM_THREADS.*many/,
    )
  })

  it.each([0, -1, 1.5, Number.NaN, '4', undefined, 100 * cpus().length + 1])('cannot be %o', (n) => {
    const before = getNumThreads()
    expect(() => setNumThreads(n as never)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
    expect(() => setNumThreads(n as never)).toThrow(
      `Expected an integer from 1 to ${100 * cpus().length} for numThreads`,
    )
    expect(getNumThreads()).toBe(before)
  })

  it('changes without a warning before any work, and with one, once, afterwards', async () => {
    const warned = `
      const seen = []
      process.on('warning', (w) => seen.push(w.name + ' ' + w.code))
      const { flip } = nd
      const x = nd.batch([{ data: new Uint8Array(3), shape: [1, 1, 3] }])
      const own = new nd.EvalContext({ numThreads: 2 })
      own.run(() => flip(x).dataSync())
      nd.setNumThreads(2)
      nd.setNumThreads(1)
      await new Promise(setImmediate)
      console.log(seen.length)
      flip(x).dataSync()
      nd.setNumThreads(1)
      await new Promise(setImmediate)
      console.log(seen.length)
      for (const n of [3, 2, null]) nd.setNumThreads(n)
      await new Promise(setImmediate)
      console.log(seen.join())`
    expect(await runOnNode(warned, { PENSTOCK_NUM_THREADS: '1' })).toBe('0\n0\nPenstockWarning THREADS_CHANGED')
  })
})

describe('changing it', () => {
  it('rebuilds what was made with the default number, and nothing else', () => {
    using free = new EvalContext()
    using fixed = new EvalContext({ numThreads: 3 })
    const seen = () => [EvalContext.default(), free, fixed].map((c) => [c.numThreads, c.queue(-1).threads])
    setNumThreads(1)
    expect(seen()).toEqual([
      [1, 1],
      [1, 1],
      [3, 3],
    ])
    const kept = fixed.queue(-1)
    setNumThreads(2)
    expect(seen()).toEqual([
      [2, 2],
      [2, 2],
      [3, 3],
    ])
    expect(fixed.queue(-1)).toBe(kept)
    setNumThreads(null)
    expect(laneThreads()).toBe(usable)
  })

  it('loses no result: of what was running, pending or not asked for', async () => {
    setNumThreads(1)
    const inner = blur(images(1, 400), { sigma: 30 })
    const running = flip(inner)
    await null
    const pending = flip(running)
    setNumThreads(2)
    const after = flip(pending)
    expect(numbers(after)).toEqual(numbers(running))
    expect(after.view.value.storage).toBeDefined()
    expect(numbers(inner)).toEqual(numbers(pending))
    expect(laneThreads()).toBe(2)
  })

  it('leaks nothing', async () => {
    const round = (n: number) => {
      setNumThreads(n)
      const results = Array.from({ length: 30 }, (_, i) => flip(images(2, 8, i)))
      return results.map((r) => r.dataSync().length)
    }
    // The pool's threads are the process's, and stay.
    for (const n of [1, 2, 3]) round(n)
    EvalContext.default().close()
    global.gc!()
    const before = { threads: threads(), handles: handles() }
    for (let i = 0; i < 20; i++) expect(new Set(round(1 + (i % 3)))).toEqual(new Set([2 * 8 * 8 * 3]))
    EvalContext.default().close()
    await expect.poll(threads).toBeLessThanOrEqual(before.threads)
    global.gc!()
    await expect.poll(handles).toBeLessThanOrEqual(before.handles)
  })
})
