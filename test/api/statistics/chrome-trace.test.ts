// trace(): valid in Chrome's event format, whatever the actors did and however often the ring went round.
// @module-tag shared
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { fn, pipelineDef, type Trace } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { StageStats, Wait } from '../../../src/actors/stats.js'
import { ring } from '../../../src/generated/abi.js'
import { chromeTrace } from '../../../src/statistics/chrome-trace.js'
import { failure } from '../../util/collect.js'
import { someFiles } from '../../util/files.js'

const data = someFiles(24)

/** The rules of the format that a viewer relies on. */
function checkFormat(trace: Trace): void {
  expect(trace.displayTimeUnit).toBe('ms')
  const ends = new Map<number, number>()
  const named = new Set<number>()
  let last = 0
  for (const e of trace.traceEvents) {
    expect(typeof e.name).toBe('string')
    expect([Number.isInteger(e.pid), Number.isInteger(e.tid)]).toEqual([true, true])
    if (e.ph === 'M') {
      expect(['process_name', 'thread_name', 'thread_sort_index']).toContain(e.name)
      if (e.name === 'thread_name') named.add(e.tid)
      continue
    }
    expect(Number.isFinite(e.ts)).toBe(true)
    // Sorted, and the first at 0 or later.
    expect(e.ts).toBeGreaterThanOrEqual(last)
    last = e.ts
    if (e.ph === 'X') {
      expect(named).toContain(e.tid)
      expect(e.dur).toBeGreaterThanOrEqual(0)
      // Spans of one track follow one another; half a nanosecond is what adding the two floats costs.
      expect(e.ts).toBeGreaterThanOrEqual((ends.get(e.tid) ?? 0) - 5e-4)
      ends.set(e.tid, e.ts + e.dur)
    } else if (e.ph === 'C') {
      expect(Number.isInteger(e.args.full)).toBe(true)
    } else {
      expect(e.ph).toBe('i')
      expect(['g', 't']).toContain(e.s)
    }
  }
}

const stages = [
  { name: 'reader', kind: 'reader' },
  { name: 'cpu', kind: 'cpu' },
  { name: 'sink', kind: 'sink' },
]
const mailboxes = [
  { from: 0, to: 1, capacity: 2 },
  { from: 1, to: 2, capacity: 2 },
]

describe('over any doings', () => {
  test('the trace is valid, and its spans fill each track', () => {
    const act = fc.tuple(
      fc.constantFrom('run', 'starved', 'blocked', 'memory', 'batch', 'found'),
      fc.double({ min: 0, max: 50, noNaN: true }),
    )
    fc.assert(
      fc.property(fc.array(fc.array(act, { maxLength: 80 }), { minLength: 1, maxLength: 4 }), (all) => {
        const actors = all.map((acts, i) => {
          let now = 1e8 + 1000 * i
          const stats = new StageStats(new SharedArrayBuffer(ring.statsBytes), 0, () => now)
          stats.start()
          for (const [kind, ms] of acts) {
            if (kind === 'batch') stats.batch(1, 1)
            else if (kind === 'found') stats.found(1)
            else stats.waitBegin(kind === 'run' ? Wait.none : Wait[kind as 'starved'])
            now += ms
            stats.waitEnd()
          }
          return { stage: Math.min(i, 2), ...stats.timeline() }
        })
        const trace = chromeTrace({ stages, actors, mailboxes, pid: 7 })
        checkFormat(trace)
        for (const [i, actor] of actors.entries()) {
          const total = actor.spans.reduce((sum, s) => sum + s.to - s.from, 0)
          const shown = trace.traceEvents.reduce((sum, e) => sum + (e.ph === 'X' && e.tid === i + 1 ? e.dur : 0), 0)
          expect(shown / 1e3).toBeCloseTo(total, 3)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('batches, mailboxes, replicas and failures have their names', () => {
    const run = (from: number, to: number, batch: number) => ({ state: 'run' as const, from, to, batch })
    const { traceEvents } = chromeTrace({
      stages,
      mailboxes,
      actors: [
        { stage: 0, spans: [run(10, 11, 0), { ...run(11, 12, 1), state: 'blocked' }], fills: [] },
        {
          stage: 1,
          spans: [{ ...run(10, 11, 0), state: 'starved' }, run(11, 14, 0)],
          fills: [{ at: 11, inbox: 0, full: 2 }],
        },
        { stage: 1, spans: [], fills: [] },
        { stage: 2, spans: [run(14, 15, 1)], fills: [] },
      ],
      failures: [
        { code: 'BAD_SAMPLE', message: 'broken', stage: 'cpu' },
        { code: 'ACTOR_DIED', message: 'gone', at: 13 },
      ],
      pid: 7,
    })
    const threads = traceEvents.flatMap((e) => (e.name === 'thread_name' && 'name' in e.args ? [e.args.name] : []))
    expect(threads).toEqual(['reader', 'cpu 1 of 2', 'cpu 2 of 2', 'sink'])
    expect(traceEvents.filter((e) => e.ph !== 'M')).toEqual([
      { ph: 'X', pid: 7, tid: 1, name: 'batch 0', cat: 'run', ts: 0, dur: 1000, args: { batch: 0 } },
      { ph: 'X', pid: 7, tid: 2, name: 'waits for input', cat: 'starved', ts: 0, dur: 1000, args: {} },
      { ph: 'X', pid: 7, tid: 1, name: 'waits for room', cat: 'blocked', ts: 1000, dur: 1000, args: {} },
      { ph: 'X', pid: 7, tid: 2, name: 'batch 0', cat: 'run', ts: 1000, dur: 3000, args: { batch: 0 } },
      { ph: 'C', pid: 7, tid: 0, name: 'reader > cpu', ts: 1000, args: { full: 2 } },
      {
        ...{ ph: 'i', pid: 7, tid: 0, name: 'failed: ACTOR_DIED', cat: 'failure', ts: 3000, s: 'g' },
        args: { code: 'ACTOR_DIED', message: 'gone' },
      },
      { ph: 'X', pid: 7, tid: 4, name: 'batch 0', cat: 'run', ts: 4000, dur: 1000, args: { batch: 0 } },
      {
        ...{ ph: 'i', pid: 7, tid: 2, name: 'failed: BAD_SAMPLE', cat: 'failure', ts: 4000, s: 't' },
        args: { code: 'BAD_SAMPLE', message: 'broken' },
      },
    ])
  })

  test('operators have a track per thread, after those of the actors', () => {
    const program = {
      ops: [
        { op: 'a.b', name: 'mine' },
        { op: 'c', name: 'c+d' },
      ],
    }
    const row = (thread: number, op: number, sample: number, begin: number, end: number) => [
      thread,
      op,
      sample,
      begin,
      end,
    ]
    const trace = chromeTrace({
      stages: [
        { ...stages[0]!, program },
        { ...stages[1]!, program },
      ],
      actors: [{ stage: 0, spans: [{ state: 'run', from: 10, to: 12, batch: 0 }], fills: [] }],
      mailboxes: [],
      calls: [
        { stage: 0, calls: Float64Array.from([...row(70, 0, 5, 9.5e6, 10e6), ...row(60, 1, 6, 10e6, 10.25e6)]) },
        { stage: 1, calls: Float64Array.from(row(70, 0, 5, 10e6, 10.5e6)) },
      ],
      pid: 7,
    })
    checkFormat(trace)
    const names = trace.traceEvents.flatMap((e) =>
      e.name === 'thread_name' && 'name' in e.args ? [[e.tid, e.args.name]] : [],
    )
    expect(names).toEqual([
      [1, 'reader'],
      [2, 'thread 1'],
      [3, 'thread 2'],
    ])
    expect(trace.traceEvents.filter((e) => e.ph === 'X' && e.cat === 'op')).toEqual([
      { ph: 'X', pid: 7, tid: 3, name: 'a.b (mine)', cat: 'op', ts: 0, dur: 500, args: { stage: 'reader', sample: 5 } },
      { ph: 'X', pid: 7, tid: 2, name: 'c + d', cat: 'op', ts: 500, dur: 250, args: { stage: 'reader', sample: 6 } },
      { ph: 'X', pid: 7, tid: 3, name: 'a.b (mine)', cat: 'op', ts: 500, dur: 500, args: { stage: 'cpu', sample: 5 } },
    ])
  })

  test('a trace of nothing is valid', () => {
    checkFormat(
      chromeTrace({ stages: [], actors: [], mailboxes: [], failures: [{ code: 'INTERNAL', message: '' }], pid: 1 }),
    )
  })
})

describe('the trace of a real pipeline', () => {
  const batches = (trace: Trace, name: string) => {
    const tid = trace.traceEvents.find((e) => e.ph === 'M' && 'name' in e.args && e.args.name === name)?.tid
    return new Set(
      trace.traceEvents.flatMap((e) => (e.ph === 'X' && e.cat === 'run' && e.tid === tid ? [e.args.batch] : [])),
    )
  }

  test('has every batch in every track, and is written as JSON', async () => {
    const pipe = pipelineDef({ batchSize: 2, numThreads: 1, seed: 1 }, () => {
      const [bytes] = fn.readers.file({ fileRoot: data.root, files: data.files })
      return [fn.cast(bytes, { dtype: 'float32' })]
    })()
    for (let i = 0; i < 8; i++) await pipe.run()
    const path = join(mkdtempSync(join(tmpdir(), 'penstock-')), 'trace.json')
    // A stage runs ahead: the trace is of a moment.
    const trace = pipe.trace(path)
    for (const [op, stage] of [
      ['readers.file', 'readers.file'],
      ['cast', 'cpu'],
    ]) {
      const calls = trace.traceEvents.flatMap((e) => (e.ph === 'X' && e.cat === 'op' && e.name === op ? [e] : []))
      const samples = calls.map((e) => (e.args as { sample: number }).sample)
      expect(samples).toEqual(expect.arrayContaining(Array.from({ length: 16 }, (_, i) => i)))
      expect(new Set(calls.map((e) => (e.args as { stage: string }).stage))).toEqual(new Set([stage]))
    }
    checkFormat(trace)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(trace)
    for (const name of ['readers.file', 'cpu', 'sink']) {
      for (let i = 0; i < 8; i++) expect(batches(trace, name)).toContain(i)
    }
    expect(trace.traceEvents.some((e) => e.ph === 'C' && e.name === 'cpu > sink')).toBe(true)
    expect(await failure(() => pipe.trace('/no/such/folder/trace.json'))).toMatchObject({ code: 'INVALID_ARGUMENT' })
    await pipe.close()
    checkFormat(pipe.trace())
    expect(pipe.trace().traceEvents.some((e) => e.ph === 'X' && e.cat === 'op')).toBe(true)
  })

  test('shows where a run failed, after close()', async () => {
    const broken = new Uint8Array([1, 2, 3])
    const pipe = pipelineDef({ batchSize: 1, numThreads: 1 }, () => {
      return [fn.decoders.image(fn.externalSource({ source: () => [broken], name: 'x' }))]
    })()
    await failure(() => pipe.run())
    const trace = pipe.trace()
    checkFormat(trace)
    expect(trace.traceEvents).toContainEqual(expect.objectContaining({ ph: 'i', name: 'failed: BAD_SAMPLE', tid: 2 }))
  })

  test('can be read at any moment of a run, as statistics can', async () => {
    await using pipe = pipelineDef({ batchSize: 1, numThreads: 1 }, () => {
      return [fn.cast(fn.externalSource({ source: (i: number) => [i], name: 'x' }), { dtype: 'int32' })]
    })()
    for (let i = 0; i < 900; i++) {
      for (const list of await pipe.run()) list[Symbol.dispose]()
      if (i % 300 !== 299) continue
      checkFormat(pipe.trace())
      for (const { busy, starved, blocked } of pipe.statistics().stages) {
        if (busy + starved + blocked > 0) expect(busy + starved + blocked).toBeCloseTo(1, 9)
      }
    }
    const { traceEvents } = pipe.trace()
    const isCall = (e: (typeof traceEvents)[number]) => e.ph === 'X' && e.cat === 'op'
    expect(traceEvents.filter((e) => !isCall(e)).length).toBeLessThan(3 * 2048 + 10)
    // A stage has two programs at most.
    expect(traceEvents.filter(isCall).length).toBeLessThanOrEqual(2 * 1024)
  })
})
