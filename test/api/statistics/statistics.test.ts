// statistics(): exact over any counters, true of real pipelines when measured another way, plain data, and printed.
// @module-tag shared
import fc from 'fast-check'
import { fn, math, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { type StatisticsInput, statisticsOf } from '../../../src/statistics/statistics.js'
import { failure } from '../../util/collect.js'
import { someFiles } from '../../util/files.js'
import { simulate } from '../../util/simulate.js'

const data = someFiles(24)
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))
const readers = (options: object = {}) =>
  pipelineDef({ batchSize: 4, numThreads: 2, seed: 1, ...options }, () => {
    const [bytes, labels] = fn.readers.file({ fileRoot: data.root, files: data.files })
    return [labels, fn.cast(bytes, { dtype: 'float32' })]
  })()

const counters = fc
  .tuple(
    fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 1e6, noNaN: true })),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat(1000),
  )
  .map(([elapsed, a, b, batches]) => ({
    ...{ elapsed, starved: elapsed * a, blocked: elapsed * (1 - a) * b, memory: elapsed * (1 - a) * b * a },
    ...{ batches, samples: 4 * batches, bytes: 100 * batches, histogram: [batches], waiting: null },
  }))

const input = (actors: StatisticsInput['actors']): StatisticsInput => ({
  stages: [
    { name: 'x', kind: 'source' },
    { name: 'cpu', kind: 'cpu' },
    { name: 'sink', kind: 'sink' },
  ],
  actors,
  mailboxes: [
    { from: 0, to: 1, capacity: 2, histogram: [1, 1, 2] },
    { from: 1, to: 2, capacity: 3, histogram: [] },
  ],
  ops: new Map([
    [
      1,
      [
        {
          ...{ op: 'resize', name: 'small', id: 1, seconds: 3, samples: 8, warned: 0 },
          outputs: [
            { real: 10, maxReal: 20 },
            { real: 1, maxReal: 2 },
          ],
        },
        { op: 'cast', name: 'cast', id: 2, seconds: 1, samples: 8, warned: 1 },
      ],
    ],
  ]),
  ...{
    badSamples: [],
    badTotal: 0,
    memory: { host: 4, slots: 1, scratch: 2, device: 0, pinned: 0 },
    threads: { pool: 2, cores: 4 },
  },
})

describe('over any counters', () => {
  test('shares are between 0 and 1 and sum to 1, for any number of actors per stage', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), counters), { maxLength: 9 }), (list) => {
        const actors = list.map(([stage, c]) => ({ stage, counters: c }))
        const s = statisticsOf(input(actors))
        for (const [i, stage] of s.stages.entries()) {
          const own = actors.filter((a) => a.stage === i)
          const started = own.some((a) => a.counters.elapsed > 0)
          for (const share of [stage.busy, stage.starved, stage.blocked, stage.memory, stage.bubble]) {
            expect(share).toBeGreaterThanOrEqual(0)
            expect(share).toBeLessThanOrEqual(1 + 1e-9)
          }
          expect(stage.busy + stage.starved + stage.blocked).toBeCloseTo(started ? 1 : 0, 9)
          expect(stage.bubble).toBeCloseTo(stage.starved + stage.blocked, 9)
          expect([stage.actors, stage.batches]).toEqual([own.length, own.reduce((n, a) => n + a.counters.batches, 0)])
        }
        expect(s.verdict.text).not.toMatch(/NaN|Infinity|undefined|null/)
        // What JSON cannot hold (NaN, infinity) would come back as null.
        expect(JSON.parse(JSON.stringify(s))).toEqual(s)
      }),
      { numRuns: 500 },
    )
  })

  test('replicas count as their mean', () => {
    const one = { elapsed: 10, memory: 0, batches: 5, samples: 20, bytes: 50, histogram: [], waiting: null }
    const { stages } = statisticsOf(
      input([
        { stage: 1, counters: { ...one, starved: 2, blocked: 0 } },
        { stage: 1, counters: { ...one, starved: 0, blocked: 4 } },
      ]),
    )
    expect(stages[1]).toMatchObject({
      actors: 2,
      busy: 0.7,
      starved: 0.1,
      blocked: 0.2,
      batches: 10,
      samplesPerSecond: 4,
    })
  })

  test('operators have their share and bytes, mailboxes their mean fill', () => {
    const { stages, mailboxes } = statisticsOf(input([]))
    expect(stages[1]!.ops).toMatchObject([
      { op: 'resize', name: 'small', time: 3, share: 0.75, bytes: 11, maxBytes: 22 },
      { op: 'cast', share: 0.25, warned: 1, bytes: null, maxBytes: null },
    ])
    expect(mailboxes).toMatchObject([
      { from: 'x', to: 'cpu', occupancy: 5 / 8 },
      { from: 'cpu', to: 'sink', occupancy: 0 },
    ])
  })
})

describe('of a real pipeline', () => {
  // Other programs may come between the two clocks.
  test('shares sum to 1 within 1 %, and two clocks agree on them', { retry: 4 }, async () => {
    await using pipe = readers({ batchSize: 2 })
    await pipe.build()
    const start = performance.now()
    let waited = 0
    for (let i = 0; i < 60; i++) {
      const before = performance.now()
      await pipe.run()
      waited += performance.now() - before
      if (i % 2) await pause(4)
    }
    const s = pipe.statistics()
    const passed = (performance.now() - start) / 1e3
    const { traceEvents } = pipe.trace()
    for (const stage of s.stages) {
      expect(Math.abs(stage.busy + stage.starved + stage.blocked - 1)).toBeLessThan(0.01)
      // The trace has the same times from other records: a change of state each.
      const tid = traceEvents.find((e) => e.ph === 'M' && 'name' in e.args && e.args.name === stage.name)!.tid
      const sum = (cats: string[]) =>
        traceEvents.reduce((t, e) => t + (e.ph === 'X' && e.tid === tid && cats.includes(e.cat) ? e.dur : 0), 0) / 1e6
      const all = sum(['run', 'starved', 'blocked', 'memory'])
      expect(Math.abs(sum(['run']) / all - stage.busy)).toBeLessThan(0.05)
      expect(Math.abs(sum(['starved']) / all - stage.starved)).toBeLessThan(0.05)
      expect(Math.abs(sum(['blocked', 'memory']) / all - stage.blocked)).toBeLessThan(0.05)
    }
    const sink = s.stages.at(-1)!
    expect(sink).toMatchObject({ kind: 'sink', batches: 60, samples: 120 })
    expect(Math.abs(sink.seconds - passed)).toBeLessThan(0.15 + 0.02 * passed)
    expect(s.consumer.seconds).toBeLessThan(waited / 1e3)
    expect(sink.busy * sink.seconds).toBeGreaterThan(0.9 * 30 * 0.004)
    expect(s.threads.pool).toBe(2)
  })

  test('is plain data that can print itself', async () => {
    const pipe = readers()
    expect(await failure(() => pipe.statistics())).toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(await failure(() => pipe.trace())).toMatchObject({ code: 'INVALID_ARGUMENT' })
    await pipe.run()
    const s = pipe.statistics()
    expect(JSON.parse(JSON.stringify(s))).toEqual(s)
    expect(Object.keys(s)).not.toContain('print')
    await pipe.close()
    let text = ''
    pipe.statistics().print({ write: (part: string) => (text += part) })
    expect(text).toMatch(/^ {2}stage +busy +starved +blocked +bubble +mailbox +samples\/s +data$/m)
    expect(text).toMatch(/^ {2}cpu +\d+ % +\d+ % +\d+ % +\d+ % +\d+ % of \d+ /m)
    expect(text).toMatch(/^ {2}cast +cpu +100 %/m)
    expect(text).toMatch(/^ {2}the consumer waited .* · 2 threads on \d+ cores? /m)
    expect(text).toMatch(/^Verdict: ./m)
  })

  test('prints tables of 80 columns, folds small operators, and names operators as the graph does', async () => {
    await using pipe = pipelineDef({ batchSize: 2, numThreads: 1, seed: 1 }, () => {
      const x = fn.externalSource({ source: () => [[1, 2, 3].map(Number), [4, 5, 6]], name: 'numbers', dtype: 'int32' })
      const y = math.add(math.mul(fn.cast(x, { dtype: 'float32' }), 2), 1)
      return [
        y,
        fn.cast(y, { dtype: 'uint8' }),
        fn.cast(x, { dtype: 'uint8', name: 'an operator with a very long name of its own' }),
      ]
    })()
    await pipe.run()
    const s = pipe.statistics()
    const titles = ['cast', 'math.mul + math.add', 'cast_2', 'cast (an operator with a very long name of its own)']
    const ops = s.stages.flatMap((stage) => stage.ops)
    for (const op of ops) op.share = 0.25
    let text = ''
    s.print({ write: (part: string) => (text += part) })
    const plain = text.replaceAll(/\s+/g, ' ')
    for (const title of titles) {
      for (const graph of [`${pipe}`, pipe.toMermaid()]) expect(graph).toContain(title)
    }
    for (const title of titles.slice(0, 3)) expect(plain).toContain(` ${title} cpu`)
    const tables = text.split('\n').filter((line) => !line.startsWith('Verdict:'))
    expect(tables.filter((line) => line.length > 80)).toEqual([])

    // The first takes it all: the others share a row.
    for (const [i, op] of ops.entries()) Object.assign(op, { share: i ? 0.004 : 0.99, time: i ? 0.25 : 60 })
    text = ''
    s.print({ write: (part: string) => (text += part) })
    expect(text).toMatch(
      new RegExp(`^ {2}${ops.length - 1} more below 1 % +${0.25 * (ops.length - 1) * 1000} ms$`, 'm'),
    )
    expect(text).not.toMatch(/^ .*math\.mul/m)
  })

  test('prints the emptiest and the fullest of several mailboxes', async () => {
    const data = simulate({
      stages: [
        { kind: 'cpu' as const, cost: 1 },
        { kind: 'sink' as const, cost: 0.1 },
      ],
    })
    const box = data.mailboxes.at(-1)!
    const [empty, full] = [
      { ...box, occupancy: 0.1 },
      { ...box, occupancy: 0.9 },
    ]
    data.mailboxes.splice(data.mailboxes.length - 1, 1, empty, full, empty)
    let text = ''
    data.print({ write: (part: string) => (text += part) })
    expect(text).toMatch(new RegExp(`^ {2}sink\\d* .* 10-90 % of ${box.capacity} `, 'm'))
  })

  test('prints how many actors a stage has', () => {
    let text = ''
    const stages = [
      { kind: 'js' as const, name: 'augment', cost: 1, actors: 3 },
      { kind: 'sink' as const, cost: 0.1 },
    ]
    simulate({ stages }).print({ write: (part: string) => (text += part) })
    expect(text).toContain('augment x 3')
  })
})
