// The verdict names what limits a run: over chains of stages on paper, where the answer is known, and over real ones.
// @module-tag shared
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef, types, type Verdict } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { statisticsOf } from '../../../src/statistics/statistics.js'
import { decisions } from '../../../src/statistics/verdict.js'
import { generator, type SimulatedStage, simulate } from '../../util/simulate.js'

const photos = fileURLToPath(new URL('../../../data/photos', import.meta.url))
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))

const chains: Record<string, SimulatedStage[]> = {
  'reader, cpu, sink': [
    { kind: 'reader', cost: 1 },
    { kind: 'cpu', cost: 1, parallel: 0.95 },
    { kind: 'sink', cost: 1 },
  ],
  'source, cpu, js, cpu, sink': [
    { kind: 'source', cost: 1 },
    { kind: 'cpu', cost: 1, parallel: 0.4 },
    { kind: 'js', cost: 1, actors: 2 },
    { kind: 'cpu', cost: 1, parallel: 0.4 },
    { kind: 'sink', cost: 1 },
  ],
}

describe('the verdict', () => {
  for (const [name, chain] of Object.entries(chains)) {
    for (const [slow, { kind }] of chain.entries()) {
      test(`of ${name}: number ${slow + 1}, ${kind}, is named 20 times of 20`, () => {
        const random = generator(slow + 1)
        const named: string[] = []
        for (let round = 0; round < 20; round++) {
          const factor = 1.3 + 3 * random()
          // The others are all as slow as one another, or each another.
          const equal = round % 2 === 0
          const stages = chain.map((s, k) => ({ ...s, cost: k === slow ? factor : equal ? 1 : 0.2 + 0.8 * random() }))
          const s = simulate({ stages, capacity: 2 + (round % 3), noise: 0.4 * random(), seed: round })
          for (const { busy, starved, blocked } of s.stages) expect(busy + starved + blocked).toBeCloseTo(1, 9)
          named.push(s.verdict.stage)
          const limit = s.stages[slow]!
          if (s.verdict.kind === 'threads') continue
          expect(s.verdict.next).toBe(
            s.stages.filter((other) => other !== limit).reduce((a, b) => (work(b) > work(a) ? b : a)).name,
          )
        }
        const stage = simulate({ stages: chain }).stages[slow]!.name
        expect(named).toEqual(new Array(20).fill(stage))
      })
    }
  }
  const work = (s: { kind: string; busy: number; starved: number }) =>
    s.kind === 'source' ? s.busy + s.starved : s.busy

  test('names one of two equal stages, and promises little of more threads', () => {
    for (let seed = 0; seed < 20; seed++) {
      const { verdict } = simulate({
        stages: [
          { kind: 'reader', cost: 1 },
          { kind: 'cpu', cost: 1, parallel: 1 },
          { kind: 'sink', cost: 0.2 },
        ],
        ...{ noise: 0.1, seed, capacity: 4, cores: 8 },
      })
      expect(['readers.file', 'cpu1']).toContain(verdict.stage)
      expect(verdict.gain).toBeLessThan(0.06)
      expect(verdict.text).not.toContain('would give')
    }
  })

  test('a tie is broken by the mailboxes: full before, empty after', () => {
    const stage = (busy: number) => ({ ...idle, elapsed: 10, starved: 10 * (1 - busy), batches: 50, samples: 50 })
    const made = (into: number[], out: number[]) =>
      statisticsOf({
        ...nothing,
        actors: [0.95, 0.96, 0.1].map((busy, i) => ({ stage: i, counters: stage(busy) })),
        mailboxes: [
          { from: 0, to: 1, capacity: 2, histogram: into },
          { from: 1, to: 2, capacity: 2, histogram: out },
        ],
      }).verdict.stage
    expect(made([50, 0, 0], [50, 0, 0])).toBe('files')
    expect(made([0, 0, 50], [50, 0, 0])).toBe('cpu')
  })
})

const idle = {
  elapsed: 0,
  starved: 0,
  blocked: 0,
  memory: 0,
  batches: 0,
  samples: 0,
  bytes: 0,
  histogram: [],
  waiting: null,
}
const nothing = {
  stages: [
    { name: 'files', kind: 'reader' as const },
    { name: 'cpu', kind: 'cpu' as const },
    { name: 'sink', kind: 'sink' as const },
  ],
  actors: [0, 1, 2].map((stage) => ({ stage, counters: idle })),
  ...{ mailboxes: [], ops: new Map(), badSamples: [], badTotal: 0 },
  ...{ memory: { host: 0, slots: 0, scratch: 0, device: 0, pinned: 0 }, threads: { pool: 2, cores: 4 } },
}

describe('the advice', () => {
  const cpuBound = (options: object) =>
    simulate({
      stages: [
        { kind: 'reader', cost: 0.1 },
        { kind: 'cpu', name: 'cpu', cost: 1, parallel: 0.97 },
        { kind: 'sink', cost: 0.05 },
      ],
      ...options,
    }).verdict

  test('is empty before anything ran', () => {
    expect(statisticsOf(nothing).verdict).toMatchObject({ kind: 'none', stage: '', op: null, gain: null })
  })

  test('is more threads, as many as there are cores for, with their gain', () => {
    const v = cpuBound({ threads: 2, cores: 4 })
    expect(v).toMatchObject({
      kind: 'threads',
      stage: 'cpu',
      op: 'decoders.imageRandomCrop',
      add: 2,
      next: 'readers.file',
    })
    expect(v.text).toBe(
      'cpu stage limits the run: decoders.imageRandomCrop takes 81 %; 2 more threads would give about +90 %',
    )
    // On paper 1 / (0.03 + 0.97 / 2), less what the other stages need of the cores.
    expect(v.gain).toBeGreaterThan(0.85)
    expect(v.gain).toBeLessThan(0.95)
  })

  test('is no more threads than bring the stage to the next limit', () => {
    const v = simulate({
      stages: [
        { kind: 'reader', cost: 0.8 },
        { kind: 'cpu', cost: 1, parallel: 1 },
        { kind: 'sink', cost: 0.1 },
      ],
      ...{ threads: 4, cores: 64, samples: 256 },
    }).verdict
    expect(v).toMatchObject({ kind: 'threads', add: 1, next: 'readers.file' })
    expect(v.gain).toBeCloseTo(0.25, 1)
  })

  test('is more threads where two stages share the pool and each is busy all the time', () => {
    const busy = { ...idle, elapsed: 10, batches: 50, samples: 800 }
    const op = (seconds: number) => ({ op: 'resize', name: 'resize', id: 0, seconds, samples: 800, warned: 0 })
    const { verdict } = statisticsOf({
      ...nothing,
      stages: [...nothing.stages.slice(1, 2), { name: 'other', kind: 'cpu' }, nothing.stages[2]!],
      actors: [busy, busy, { ...busy, starved: 9 }].map((counters, stage) => ({ stage, counters })),
      ops: new Map([
        [0, [op(12)]],
        [1, [op(8)]],
      ]),
    })
    expect(verdict).toMatchObject({ kind: 'threads', stage: 'cpu', add: 2 })
    expect(verdict.gain).toBeGreaterThan(0.9)
    expect(verdict.gain).toBeLessThan(1.01)
  })

  test('does not blame a reader that waits for a pool which others keep busy', () => {
    const busy = { ...idle, elapsed: 10, batches: 50, samples: 800 }
    const op = (name: string, seconds: number) => ({ op: name, name, id: 0, seconds, samples: 800, warned: 0 })
    const { verdict } = statisticsOf({
      ...nothing,
      actors: [busy, { ...busy, starved: 0.7 }, { ...busy, starved: 9 }].map((counters, stage) => ({
        stage,
        counters,
      })),
      ops: new Map([
        [0, [op('readers.file', 0.2)]],
        [1, [op('decoders.image', 18)]],
      ]),
    })
    expect(verdict).toMatchObject({ kind: 'threads', stage: 'cpu', op: 'decoders.image', add: 2 })
  })

  test('does not blame it where the machine is so full that the pool gets half a core', () => {
    const at = (busy: number) => ({ ...idle, elapsed: 0.336, starved: 0.336 * (1 - busy), batches: 20, samples: 160 })
    const op = (name: string, seconds: number) => ({ op: name, name, id: 0, seconds, samples: 160, warned: 0 })
    const { verdict } = statisticsOf({
      ...nothing,
      actors: [at(0.86), at(0.76), at(0.03)].map((counters, stage) => ({ stage, counters })),
      ops: new Map([
        [0, [op('readers.file', 0.004)]],
        [1, [op('decoders.image', 0.166)]],
      ]),
      threads: { pool: 1, cores: 2 },
    })
    expect(verdict).toMatchObject({ stage: 'cpu', op: 'decoders.image' })
  })

  test('is empty where the machine has no more cores', () => {
    const v = cpuBound({ threads: 2, cores: 2 })
    expect(v).toMatchObject({ kind: 'cores', gain: 0 })
    expect(v.text).toContain('no more cores here: 2 threads on 2 cores')
  })

  describe('of a stage that does not finish its first batch', () => {
    const at = (batches: number, busy: number, starved: number) => ({
      ...{ ...idle, elapsed: 2, batches, samples: 8 * batches },
      ...{ starved: 2 * starved, blocked: 2 * (1 - busy - starved) },
    })
    type At = ReturnType<typeof at>
    const stages = (kind: 'js' | 'source') => [nothing.stages[0]!, { name: 'mine', kind }, nothing.stages[2]!]
    const of = (kind: 'js' | 'source', ...counters: At[]) =>
      statisticsOf({
        ...nothing,
        stages: stages(kind),
        actors: counters.map((counters, stage) => ({ stage, counters })),
      }).verdict

    test('is to look at it, whatever the stages before it have done', () => {
      const v = of('js', at(6, 0.14, 0), at(0, 0.9, 0.1), at(0, 0, 1))
      expect(v).toMatchObject({ kind: 'first', stage: 'mine', gain: null, next: 'files' })
      expect(v.text).toBe('mine has not finished its first batch, on which it has worked for 1.8 s')
      // A reader that is as busy, over many batches, does not make it another stage's fault.
      expect(of('js', at(60, 0.99, 0), at(0, 0.9, 0.1), at(0, 0, 1)).stage).toBe('mine')
    })

    test('names a reader and a source, too, before any stage has a batch', () => {
      expect(of('js', at(0, 1, 0), at(0, 0, 1), at(0, 0, 1))).toMatchObject({ kind: 'first', stage: 'files' })
      expect(of('source', at(3, 0.1, 0), at(0, 0, 1), at(0, 0, 1))).toMatchObject({ kind: 'first', stage: 'mine' })
    })

    test('is none while a stage waits for its first batch, and after that', () => {
      expect(of('js', at(6, 0.4, 0), at(0, 0.3, 0.7), at(0, 0, 1)).kind).toBe('reader')
      expect(of('js', at(6, 0.1, 0), at(1, 0.95, 0.05), at(0, 0, 1)).stage).toBe('mine')
      expect(of('js', at(6, 0.1, 0), at(1, 0.95, 0.05), at(0, 0, 1)).kind).not.toBe('first')
      // The consumer that has not asked yet.
      expect(of('js', at(6, 0.1, 0), at(1, 0.2, 0), at(0, 1, 0)).stage).toBe('mine')
    })
  })

  test('is a larger batch where a batch has no samples for more threads', () => {
    const v = cpuBound({ threads: 2, cores: 16, samples: 1 })
    expect(v).toMatchObject({ kind: 'batch', stage: 'cpu' })
    expect(v.text).toContain('a batch of 1 sample keeps no more than 1 thread busy')
  })

  test('is more workers for a function of the user', () => {
    const js = (cores: number, cost = 0.5) =>
      simulate({
        stages: [
          { kind: 'source', cost: 0.1 },
          { kind: 'js', name: 'augment', cost, actors: 2 },
          { kind: 'sink', cost: 0.1 },
        ],
        cores,
      }).verdict
    expect(js(8)).toMatchObject({ kind: 'workers', stage: 'augment', add: 2, gain: 1 })
    expect(js(8).text).toContain('takes 1.0 s per batch with 2 workers; 2 more workers would give about +100 %')
    // Two digits of a number above 100 have no exponent.
    expect(js(8, 0.25).text).toContain('takes 500 ms per batch')
    expect(js(2)).toMatchObject({ kind: 'cores', stage: 'augment', gain: 0 })
  })

  test('is more memory when the budget keeps a stage waiting and no stage is busy', () => {
    const at = (busy: number, memory: number) => ({
      ...{ ...idle, elapsed: 10, batches: 50, samples: 50 },
      ...{ starved: 10 * (1 - busy - memory), blocked: 10 * memory, memory: 10 * memory },
    })
    const v = statisticsOf({
      ...nothing,
      actors: [at(0.1, 0), at(0.4, 0.5), at(0.3, 0)].map((counters, stage) => ({ stage, counters })),
    }).verdict
    expect(v).toMatchObject({ kind: 'memory', stage: 'cpu' })
    expect(v.text).toContain('cpu waits 50 % of the time for memory')
  })

  test('is a deeper queue when the stages take turns', () => {
    const v = simulate({
      stages: [
        { kind: 'reader', cost: 1 },
        { kind: 'cpu', cost: 1 },
        { kind: 'sink', cost: 1 },
      ],
      capacity: 1,
    }).verdict
    expect(v.kind).toBe('overlap')
    expect(v.gain).toBeGreaterThan(0.5)
  })

  test('every kind is in the table of the docs, in the words of the code', () => {
    const docs = readFileSync(fileURLToPath(new URL('../../../docs/guides/statistics.md', import.meta.url)), 'utf8')
    for (const { kind, when, advice } of decisions) expect(docs).toContain(`| \`${kind}\` | ${when} | ${advice} |`)
  })
})

describe('in a real pipeline', () => {
  const decode = (options: object) =>
    pipelineDef({ batchSize: 8, numThreads: 1, seed: 1, ...options }, () => {
      const [bytes] = fn.readers.file({ fileRoot: photos, randomShuffle: true })
      return [fn.resize(fn.decoders.image(bytes, { outputType: types.RGB }), { size: [32, 32] })]
    })()

  /**
   * The verdict of a pipeline, or of a few more where another is wanted: on a busy machine a stage that has little to do
   * waits for a core as long as one that has much.
   */
  async function verdictOf(stage: string, run: () => Promise<Verdict>): Promise<Verdict> {
    let verdict = await run()
    for (let tries = 1; verdict.stage !== stage && tries < 6; tries++) verdict = await run()
    return verdict
  }

  test('decoding limits a loop that does nothing', async () => {
    const verdict = await verdictOf('cpu', async () => {
      await using pipe = decode({})
      for (let i = 0; i < 40; i++) await pipe.run()
      return pipe.statistics().verdict
    })
    expect(verdict).toMatchObject({ stage: 'cpu', op: 'decoders.image' })
    // On a busy machine the stage waits for a core more often than it works.
    expect(['threads', 'cores', 'overlap']).toContain(verdict.kind)
  })

  test('a slow loop limits it', async () => {
    const verdict = await verdictOf('sink', async () => {
      await using pipe = decode({ batchSize: 1 })
      for (let i = 0; i < 12; i++) {
        await pipe.run()
        await pause(60)
      }
      return pipe.statistics().verdict
    })
    expect(verdict).toMatchObject({ kind: 'consumer', op: null })
  })

  test('a slow source limits it', async () => {
    const define = pipelineDef({ batchSize: 2, numThreads: 1, seed: 1 }, () => {
      const source = async (i: number) => {
        await pause(15)
        return [i, i]
      }
      return [fn.cast(fn.externalSource({ source, name: 'rows' }), { dtype: 'int32' })]
    })
    const verdict = await verdictOf('rows', async () => {
      await using pipe = define()
      for (let i = 0; i < 20; i++) await pipe.run()
      return pipe.statistics().verdict
    })
    expect(verdict).toMatchObject({ kind: 'source', stage: 'rows' })
    expect(verdict.text).toMatch(/^your source rows limits the run: it takes \d\d ms per batch/)
  })
})
