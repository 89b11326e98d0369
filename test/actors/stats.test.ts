// An actor's statistics: exact for every sequence of states, also while another thread reads them at any moment.
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clock, ringEntries, StageStats, Wait } from '../../src/actors/stats.js'
import { ring } from '../../src/generated/abi.js'

const statsModule = fileURLToPath(new URL('../../dist/actors/stats.js', import.meta.url))

function area(now?: () => number) {
  const buffer = new SharedArrayBuffer(ring.statsBytes)
  return { buffer, stats: new StageStats(buffer, 0, now) }
}

/** A stage that does as it is told, on a clock of its own, and what must be told of it. */
type Step = ['run' | 'starved' | 'blocked' | 'memory', number]
const step = fc.tuple(
  fc.constantFrom<Step[0]>('run', 'starved', 'blocked', 'memory'),
  fc.integer({ min: 0, max: 5000 }),
)

describe('the counters', () => {
  test('hold after every step of any sequence what a plain sum gives', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, ended) => {
        let now = 1e6
        const { stats } = area(() => now)
        const truth = { run: 0, starved: 0, blocked: 0, memory: 0 }
        const compare = () => {
          const c = stats.read()
          expect(c.starved).toBeCloseTo(truth.starved / 1e3, 9)
          expect(c.memory).toBeCloseTo(truth.memory / 1e3, 9)
          expect(c.blocked).toBeCloseTo((truth.blocked + truth.memory) / 1e3, 9)
          expect(c.elapsed).toBeCloseTo((truth.run + truth.starved + truth.blocked + truth.memory) / 1e3, 9)
          return c
        }
        stats.start()
        for (const [kind, ms] of steps) {
          const wait = kind === 'run' ? Wait.none : Wait[kind]
          stats.waitBegin(wait)
          now += ms
          truth[kind] += ms
          // In the middle of a wait it counts already.
          expect(compare().waiting).toEqual(wait ? { kind, seconds: ms / 1e3 } : null)
          stats.waitEnd()
          expect(compare().waiting).toBe(null)
        }
        if (!ended) return
        stats.end()
        now += 1e5
        compare()
      }),
      { numRuns: 300 },
    )
  })

  test('agree with the timeline, which has no gaps', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let now = 1e6
        const { stats } = area(() => now)
        stats.start()
        for (const [kind, ms] of steps) {
          stats.waitBegin(kind === 'run' ? Wait.none : Wait[kind])
          now += ms
          stats.waitEnd()
          if (kind === 'run') stats.batch(4, 100)
        }
        const { spans } = stats.timeline()
        const total = (state: string) => spans.reduce((sum, s) => sum + (s.state === state ? s.to - s.from : 0), 0)
        const c = stats.read()
        expect(total('starved') / 1e3).toBeCloseTo(c.starved, 9)
        expect((total('blocked') + total('memory')) / 1e3).toBeCloseTo(c.blocked, 9)
        expect(total('run') / 1e3).toBeCloseTo(c.elapsed - c.starved - c.blocked, 9)
        for (const [i, s] of spans.entries()) expect(s.from).toBe(i ? spans[i - 1]!.to : 1e6)
        expect(c.batches).toBe(steps.filter(([kind]) => kind === 'run').length)
        expect([c.samples, c.bytes]).toEqual([4 * c.batches, 100 * c.batches])
      }),
      { numRuns: 100 },
    )
  })

  test('are zero for an actor that never ran', () => {
    const { stats } = area()
    expect(stats.read()).toMatchObject({ elapsed: 0, starved: 0, blocked: 0, batches: 0, histogram: [], waiting: null })
    expect(stats.timeline()).toEqual({ spans: [], fills: [] })
  })

  test('keep the fill that was found, per inbox in the timeline', () => {
    const { stats } = area()
    stats.start()
    for (const [full, inbox] of [
      [2, 0],
      [0, 1],
      [2, 1],
    ] as const)
      stats.found(full, inbox)
    expect(stats.read().histogram).toEqual([1, 0, 2])
    expect(stats.timeline().fills.map(({ inbox, full }) => [full, inbox])).toEqual([
      [2, 0],
      [0, 1],
      [2, 1],
    ])
  })
})

describe('the timeline', () => {
  test('keeps the last changes of state when there were more than it holds', () => {
    let now = 1e6
    const { stats } = area(() => now)
    stats.start()
    for (let i = 0; i < 3 * ringEntries; i++) {
      now += 1
      stats.batch(1, 1)
    }
    const { spans } = stats.timeline()
    expect(spans.length).toBeGreaterThan(ringEntries - 32)
    expect(spans.length).toBeLessThanOrEqual(ringEntries)
    expect(spans.at(-1)).toMatchObject({ batch: 3 * ringEntries - 1, to: now })
  })
})

/** A second thread whose states last 1000 ms each of a clock that it moves itself: run, starved, run, blocked. */
const writer = `
const { workerData, parentPort } = require('node:worker_threads')
import(workerData.module).then(({ StageStats, Wait }) => {
  const { buffer, words, cycles } = workerData
  const now = () => Atomics.load(words, 0)
  const stats = new StageStats(buffer, 0, now)
  let seed = 1
  const pause = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    const most = (seed >> 12) % 8 ? 20 : 2000
    for (let n = (seed >> 8) % most; n > 0; n--) Atomics.load(words, 1)
  }
  stats.start()
  const pass = () => { pause(); Atomics.add(words, 0, 1000); pause() }
  for (let i = 0; i < cycles; i++) {
    pass()
    stats.waitBegin(Wait.starved)
    pass()
    stats.waitEnd()
    pass()
    stats.waitBegin(Wait.blocked)
    pass()
    stats.waitEnd()
    stats.found(1)
    stats.batch(1, 1)
  }
  Atomics.store(words, 2, 1)
  parentPort.postMessage('done')
})`

describe('read by another thread at any moment', () => {
  test('the counters are exact, and no span is torn', { timeout: 60_000 }, async () => {
    const { buffer } = area()
    const words = new Int32Array(new SharedArrayBuffer(12))
    words[0] = 1000
    const stats = new StageStats(buffer, 0, () => Atomics.load(words, 0))
    const cycles = 100_000
    const worker = new Worker(writer, { eval: true, workerData: { module: statsModule, buffer, words, cycles } })
    await once(worker, 'online')
    const done = once(worker, 'message')
    let reads = 0
    let inside = 0
    while (!Atomics.load(words, 2)) {
      const c = stats.read()
      const passed = Math.round(c.elapsed) % 4
      const whole = Math.floor(Math.round(c.elapsed) / 4)
      // After 0, 1, 2, 3 s of a cycle it has starved 0, 0, 1, 1 s and was blocked 0 s.
      const wanted = [whole + (passed >= 2 ? 1 : 0), whole]
      if (c.starved !== wanted[0] || c.blocked !== wanted[1]) {
        expect({ elapsed: c.elapsed, starved: c.starved, blocked: c.blocked }).toEqual({
          elapsed: c.elapsed,
          starved: wanted[0],
          blocked: wanted[1],
        })
      }
      if (c.elapsed > 0 && !Atomics.load(words, 2)) inside++
      if (reads++ % 64) continue
      const { spans, fills } = stats.timeline()
      for (const [i, { at }] of fills.entries())
        if (i && at < fills[i - 1]!.at) expect(at).toBeGreaterThan(fills[i - 1]!.at)
      for (const [i, { state, from, to }] of spans.entries()) {
        const place = (from / 1000 - 1) % 4
        const good = to - from === 1000 && state === ['run', 'starved', 'run', 'blocked'][place]
        // The last one is open, or closed before the clock moved.
        if (!good && i < spans.length - 1) expect({ i, of: spans.length, state, from, to }).toBe('a whole span')
      }
    }
    await done
    await worker.terminate()
    expect(inside).toBeGreaterThan(100)
    expect(stats.read()).toMatchObject({ elapsed: 4 * cycles, starved: cycles, blocked: cycles, batches: cycles })
  })

  test('all threads have one clock', async () => {
    const source = `import(require('node:worker_threads').workerData).then(({ clock }) => {
      require('node:worker_threads').parentPort.postMessage(clock()) })`
    const before = clock()
    const worker = new Worker(source, { eval: true, workerData: statsModule })
    const [there] = await once(worker, 'message')
    const after = clock()
    expect(there).toBeGreaterThan(before)
    expect(there).toBeLessThan(after)
    await worker.terminate()
  })
})
