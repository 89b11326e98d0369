// Checkpoints, case by case: the places where one can be taken, sources of user code, iterate(), what is refused and why.
// @module-tag shared
import fc from 'fast-check'
import {
  type DataNode,
  fn,
  iterate,
  type PipelineOptions,
  pipelineDef,
  type Source,
  type TensorList,
} from 'penstock-data'
import { describe, expect, it } from 'vitest'
import { BatchIterator } from '../../../src/api/batch-iterator.js'
import { settings } from '../../../src/api/iterate-options.js'
import type { IterateState } from '../../../src/engine/checkpoint.js'
import { type AnyPipeline, failure, numbers } from '../../util/collect.js'
import { someFiles } from '../../util/files.js'
import { Numbers } from '../../util/iterate.js'
import { drive, executors, steps } from '../../util/resume.js'
import { Sampler, type SamplerOptions } from '../../util/sampler.js'
import { runs } from '../../util/soak.js'

const { root, files } = someFiles(20)
const defaults = { batchSize: 4, seed: 7 }

function reading(options: PipelineOptions = {}, more: Record<string, unknown> = {}, count = 10) {
  return pipelineDef({ ...defaults, ...options }, () => {
    const list = files.slice(0, count)
    const [, labels] = fn.readers.file({
      fileRoot: root,
      files: list,
      name: 'r',
      randomShuffle: true,
      ...more,
    } as never)
    return [labels as DataNode, fn.random.uniform({ range: [0, 1] })]
  })() as unknown as AnyPipeline
}

function sourced(source: Source | null, options: PipelineOptions = {}, more: Record<string, unknown> = {}) {
  return pipelineDef({ ...defaults, ...options }, () => [
    fn.externalSource({ source, dtype: 'float32', name: 'mine', ...more } as never) as unknown as DataNode,
  ])() as unknown as AnyPipeline
}

const values = (outputs: readonly TensorList[]) => numbers(outputs[0]!)
const epoch = async (pipe: AnyPipeline) => {
  const all: number[][] = []
  for await (const outputs of pipe) all.push(values(outputs))
  return all
}

describe('a checkpoint', () => {
  it('can be taken before the first batch, and before build()', async () => {
    await using whole = reading()
    const checkpoint = await whole.checkpoint()
    await using other = reading({ seed: -1, checkpoint })
    expect(await epoch(other)).toEqual(await epoch(whole))
    expect(JSON.parse(checkpoint)).toMatchObject({ penstock: 1, seed: 7, epoch: 0, position: 0 })
  })

  it('can be taken at the exact end of an epoch: in the loop, after it and after restoring', async () => {
    await using whole = reading()
    let inLoop = ''
    for await (const _ of whole) inLoop = await whole.checkpoint()
    const behind = await whole.checkpoint()
    const second = await epoch(whole)
    const third = await epoch(whole)
    for (const checkpoint of [inLoop, behind]) {
      expect(JSON.parse(checkpoint)).toMatchObject({ epoch: 1, position: 0 })
      await using other = reading({ checkpoint })
      expect(JSON.parse(await other.checkpoint())).toMatchObject({ epoch: 1, position: 0 })
      expect(await epoch(other)).toEqual(second)
      expect(await epoch(other)).toEqual(third)
    }
  })

  it('can be taken twice in the middle of an epoch; the rest is one shorter epoch', async () => {
    await using whole = reading()
    const [first, second, third] = await epoch(whole)
    const next = await epoch(whole)
    let checkpoint: string | undefined
    for (const expected of [first, second]) {
      await using pipe = reading(checkpoint === undefined ? {} : { checkpoint })
      for await (const outputs of pipe) {
        expect(values(outputs)).toEqual(expected)
        checkpoint = await pipe.checkpoint()
        break
      }
    }
    await using pipe = reading({ checkpoint: checkpoint! })
    expect(await epoch(pipe)).toEqual([third])
    expect(await epoch(pipe)).toEqual(next)
  })

  it('leads to the next loop of the pipeline after a break', async () => {
    await using whole = reading()
    for await (const _ of whole) break
    await using other = reading({ checkpoint: await whole.checkpoint() })
    expect(await epoch(other)).toEqual(await epoch(whole))
  })

  it('is followed by a whole epoch after reset()', async () => {
    await using whole = reading()
    await whole.run()
    const checkpoint = await whole.checkpoint()
    whole.reset()
    const expected = values(await whole.run())
    for (const build of [false, true]) {
      await using other = reading({ checkpoint })
      if (build) await other.build()
      other.reset()
      expect(values(await other.run())).toEqual(expected)
    }
    await using other = reading({ checkpoint })
    other.reset()
    for await (const outputs of other) {
      expect(values(outputs)).toEqual(expected)
      break
    }
  })

  it.each(['no', 'raise'])(
    "at the end of a source, cycle '%s': END_OF_DATA is told as it would have been",
    async (cycle) => {
      const make = (more: PipelineOptions = {}) =>
        sourced((i: number) => (i < 2 ? [i, i] : null), { batchSize: 2, ...more }, { cycle })
      await using whole = make()
      await whole.run()
      await whole.run()
      const before = await whole.checkpoint()
      expect(await failure(() => whole.run())).toMatchObject({ code: 'END_OF_DATA' })
      const after = await whole.checkpoint()
      await using other = make({ checkpoint: before })
      expect(await failure(() => other.run())).toMatchObject({ code: 'END_OF_DATA' })
      await using last = make({ checkpoint: after })
      if (cycle === 'no') {
        for (let i = 0; i < 2; i++) expect(await failure(() => last.run())).toMatchObject({ code: 'END_OF_DATA' })
        last.reset()
      }
      expect(values(await last.run())).toEqual([0, 0])
      expect((await last.run())[0]!.sourceInfo(0)).toMatchObject({ epoch: 1, index: 2 })
    },
  )

  it('can be taken at random steps of one run, with any executor', { timeout: 120_000, tags: 'property' }, async () => {
    const make = (more: PipelineOptions) => reading(more, { initialFill: 4, numShards: 3, shardId: 1 }, 20)
    const whole = drive(make({}), 'run')
    const checkpoints = [await whole.checkpoint()]
    const all: string[] = []
    while (all.length < 40) {
      all.push(await whole.step())
      checkpoints.push(await whole.checkpoint())
    }
    await whole.pipe.close()
    const kinds = Object.values(executors)
    const rest = fc.sample(fc.integer({ min: 0, max: 36 }), runs(50, 5))
    for (const [i, at] of rest.entries()) {
      await using pipe = make({ ...kinds[i % kinds.length], checkpoint: checkpoints[at]! })
      expect(await steps(drive(pipe, 'run'), 4), `step ${at}`).toEqual(all.slice(at, at + 4))
    }
  })

  it('counts samples where the batch size differs', async () => {
    const run = async (pipe: AnyPipeline, count: number) => {
      const all: number[] = []
      while (all.length < count) all.push(...values(await pipe.run()))
      return all
    }
    const asked = ({ idxInEpoch: i }: { idxInEpoch: number }) => i * 3
    for (const make of [reading, (o: PipelineOptions = {}) => sourced(asked, o, { batch: false })]) {
      await using whole = make()
      await run(whole, 8)
      const checkpoint = await whole.checkpoint()
      const expected = await run(whole, 20)
      for (const batchSize of [1, 5]) {
        await using other = make({ batchSize, checkpoint })
        expect(await run(other, 20)).toEqual(expected)
      }
    }
  })

  it('keeps the position of inputs that are fed', async () => {
    const make = (more: PipelineOptions = {}) => sourced(null, { batchSize: 2, ...more })
    await using whole = make()
    await whole.run({ mine: [1, 2] })
    await using other = make({ checkpoint: await whole.checkpoint() })
    const [out] = await other.run({ mine: [3, 4] })
    expect([out!.sourceInfo(0).index, ...numbers(out!)]).toEqual([2, 3, 4])
  })

  it('is PIPELINE_CLOSED after close()', async () => {
    const pipe = reading()
    await pipe.close()
    expect(await failure(() => pipe.checkpoint())).toMatchObject({ code: 'PIPELINE_CLOSED' })
  })
})

describe('sources of user code', () => {
  it('cycle: true asks a function of the batch for 0, 1, 2, 0, 1, 2 ...', async () => {
    await using pipe = sourced((i: number) => (i < 3 ? [i] : null), { batchSize: 1 }, { cycle: true })
    const got: number[] = []
    for (let i = 0; i < 8; i++) got.push(...values(await pipe.run()))
    expect(got).toEqual([0, 1, 2, 0, 1, 2, 0, 1])
  })

  it('an iterable is refused, by its name, but not before its first batch', async () => {
    const iterable = {
      *[Symbol.iterator]() {
        for (let i = 0; ; i++) yield [i]
      },
    }
    const generator = function* () {
      for (let i = 0; ; i++) yield [i]
    }
    for (const source of [iterable, generator, new Set([[1], [2]])]) {
      await using pipe = sourced(source as Source, { batchSize: 1 })
      expect(JSON.parse(await pipe.checkpoint())).toMatchObject({ position: 0 })
      await pipe.run()
      const error = await failure(() => pipe.checkpoint())
      expect(error.code).toBe('UNSUPPORTED')
      expect(error.message).toMatch(/source 'mine' is an iterable.*Give it checkpoint\(\) and restore\(token\)/)
    }
  })

  const marked = (restored: unknown[], late = false) => {
    let at = 0
    let from = 0
    const soon = <T>(value: T) => (late ? new Promise<T>((resolve) => setTimeout(() => resolve(value), 1)) : value)
    return {
      *[Symbol.iterator]() {
        at = from
        for (from = 0; at < 6; ) yield [at++]
        at = 0
      },
      checkpoint: () => soon({ at }),
      restore: (token: { at: number }) => {
        restored.push(token)
        from = token.at
        at = token.at
        return soon(undefined)
      },
    }
  }

  it('the token is the one of the batch delivered last, however far the source is ahead', async () => {
    for (const late of [false, true]) {
      await using whole = sourced(marked([], late), { batchSize: 1, prefetchQueueDepth: 5 }, { cycle: true })
      for (let i = 0; i < 2; i++) await whole.run()
      const checkpoint = await whole.checkpoint()
      expect(JSON.parse(checkpoint).inputs.mine.token).toEqual({ at: 2 })
      const restored: unknown[] = []
      await using other = sourced(marked(restored, late), { batchSize: 1, checkpoint }, { cycle: true })
      const got: number[] = []
      for (let i = 0; i < 6; i++) got.push(...values(await other.run()))
      expect(got).toEqual([2, 3, 4, 5, 0, 1])
      expect(restored).toEqual([{ at: 2 }])
    }
  })

  it('a restore() that answers later cannot be waited for by runSync()', async () => {
    await using whole = sourced(marked([]), { batchSize: 1 })
    whole.runSync()
    await using other = sourced(marked([], true), { batchSize: 1, checkpoint: await whole.checkpoint() })
    expect(await failure(() => other.runSync())).toMatchObject({ code: 'UNSUPPORTED' })
  })

  it('an epoch that began after a break has no token until its first batch', async () => {
    await using whole = sourced(marked([]), { batchSize: 1 })
    for await (const _ of whole) break
    const error = await failure(() => whole.checkpoint())
    expect(error).toMatchObject({ code: 'UNSUPPORTED' })
    expect(error.message).toContain('the epoch before was left early')
    for await (const _ of whole) {
      expect(JSON.parse(await whole.checkpoint()).inputs.mine).toMatchObject({ epoch: 1, token: { at: 1 } })
      break
    }
  })

  it('a token must be small, and JSON', async () => {
    for (const [token, words] of [
      ['x'.repeat(5000), /less than 4096 bytes but received \d+, of which 'mine' takes 50\d\d/],
      [undefined, /a JSON value from checkpoint\(\) of source 'mine'/],
      [1n, /a JSON value/],
    ] as const) {
      const source = {
        *[Symbol.iterator]() {
          for (;;) yield [1]
        },
        checkpoint: () => token,
        restore: () => {},
      }
      await using pipe = sourced(source, { batchSize: 1 })
      const error = await failure(async () => {
        await pipe.run()
        await pipe.checkpoint()
      })
      expect(error.code).toBe('INVALID_INPUT')
      expect(error.message).toMatch(words)
    }
  })
})

describe('a checkpoint that does not fit', () => {
  const taken = async (pipe: AnyPipeline) => {
    await pipe.run()
    const checkpoint = await pipe.checkpoint()
    await pipe.close()
    return checkpoint
  }

  it('says what differs', async () => {
    const checkpoint = await taken(reading())
    const cases: [() => unknown, string][] = [
      [
        () => reading({ checkpoint }, {}, 9),
        '"9 samples, shard 0/1, buffer 1024 seed 7" for reader \'r\' but received one of "10 samples',
      ],
      [() => reading({ checkpoint }, { numShards: 2 }), '"10 samples, shard 0/2'],
      [() => reading({ checkpoint }, { randomShuffle: false }), '"10 samples, shard 0/1" for'],
      [() => reading({ checkpoint }, { initialFill: 5 }), 'buffer 5'],
      [() => reading({ checkpoint, seed: 8 }), 'with seed 8 but received one with seed 7'],
      [() => reading({ checkpoint }, { skipCachedImages: true }), 'operator 1, readers.file at '],
      [() => sourced(() => [1], { checkpoint }), 'operator 1, externalSource at '],
      [() => reading({ checkpoint, onError: 'skip' }), 'its outputs, its onError'],
      [
        () => reading({ checkpoint: checkpoint.replace('"penstock":1', '"penstock":2') }),
        'format 1 but received one of format 2',
      ],
    ]
    for (const [make, words] of cases) {
      const error = await failure(make)
      expect([error.code, error.message], words).toEqual(['CHECKPOINT_MISMATCH', expect.stringContaining(words)])
    }
    const batches = await taken(sourced(() => [1, 2]))
    const error = await failure(() => sourced(() => [1, 2], { batchSize: 2, checkpoint: batches }))
    expect(error).toMatchObject({ code: 'CHECKPOINT_MISMATCH' })
    expect(error.message).toContain("Source 'mine' gives whole batches")
  })

  it('is INVALID_ARGUMENT if its text is broken', async () => {
    const checkpoint = await taken(reading())
    const broken = fc.oneof(
      fc.string(),
      fc.json(),
      fc.nat(checkpoint.length - 1).map((n) => checkpoint.slice(0, n)),
      fc
        .tuple(
          fc.constantFrom('seed', 'batchSize', 'epoch', 'position', 'last', 'graph', 'nodes', 'inputs'),
          fc.jsonValue(),
        )
        .filter(
          ([key, value]) =>
            typeof value !== (key === 'graph' || key === 'nodes' ? 'string' : 'number') &&
            !(key === 'inputs' && typeof value === 'object'),
        )
        .map(([key, value]) => JSON.stringify({ ...JSON.parse(checkpoint), [key]: value })),
    )
    await fc.assert(
      fc.asyncProperty(broken, async (text) => {
        expect((await failure(() => reading({ seed: -1, checkpoint: text }))).code).toBe('INVALID_ARGUMENT')
      }),
    )
    const places: [string, object][] = [
      ['reader.first', { first: 5 }],
      ['reader.first', { first: 0 }],
      ['reader.first', { first: 2 ** 53 - 1 }],
      ['reader.drop', { drop: 4 }],
      ['reader.iteration', { iteration: -1 }],
      ['reader.epoch', { epoch: '0' }],
      ['reader.order', { order: {} }],
      ['reader', { epoch: null }],
    ]
    for (const [what, place] of places) {
      const value = JSON.parse(checkpoint)
      const [name] = Object.keys(value.inputs)
      Object.assign(value.inputs[name!], place)
      const error = await failure(() => reading({ checkpoint: JSON.stringify(value) }))
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' })
      expect(error.message).toContain(`(${what.replace('reader', name!)}`)
    }
    const others = [
      checkpoint.replace('"inputs":{', '"inputs":{"__proto__":{"epoch":0,"position":0},"x":null,'),
      checkpoint.replace(/"inputs":\{"[^"]+"/, '"inputs":{"__proto__"'),
      checkpoint.replace(/\}$/, ',"iterate":{"counts":5,"epochs":0,"batches":0,"fresh":true,"ended":false,"skip":0}}'),
    ]
    for (const text of others) {
      expect(await failure(() => reading({ checkpoint: text }))).toMatchObject({ code: 'INVALID_ARGUMENT' })
    }
    const beyond = checkpoint.replaceAll('"position":4', '"position":99')
    expect(await failure(() => reading({ checkpoint: beyond }))).toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  it('is UNSUPPORTED for a reader beside others that skipped files', async () => {
    const two = (first: string) =>
      pipelineDef(defaults, () => {
        const read = (list: string[], onError: 'skip' | 'throw') =>
          fn.readers.file({ fileRoot: root, files: list, onError } as never) as unknown as DataNode[]
        return [...read([first, ...files.slice(1, 10)], 'skip'), ...read(files.slice(0, 10), 'throw')]
      })() as unknown as AnyPipeline
    await using good = two(files[0]!)
    await good.run()
    expect(JSON.parse(await good.checkpoint())).toMatchObject({ position: 4 })
    await using bad = two('none.bin')
    await bad.run()
    const error = await failure(() => bad.checkpoint())
    expect(error.code).toBe('UNSUPPORTED')
    expect(error.message).toMatch(/reader '.*' skipped files.*placeholder/)
  })
})

describe('under iterate()', () => {
  it('checkpoints() has one per pipeline; pipe.checkpoint() is API_MIXED', async () => {
    const rank = (shardId: number, more: PipelineOptions = {}) =>
      reading(more, { shardId, numShards: 2, randomShuffle: false }, 9)
    const options = { outputMap: ['labels', 'noise'], readerName: 'r', lastBatchPolicy: 'partial' } as const
    const all = async (it: AsyncIterable<{ labels: TensorList }[]>) => {
      const items: number[][][] = []
      for await (const item of it) items.push(item.map(({ labels }) => numbers(labels)))
      return items
    }
    const pipes = [rank(0), rank(1)]
    const whole = iterate(pipes, options)
    await whole.next()
    const checkpoints = await whole.checkpoints()
    expect(await failure(() => pipes[0]!.checkpoint())).toMatchObject({ code: 'API_MIXED' })
    const others = checkpoints.map((checkpoint, i) => rank(i, { checkpoint }))
    const it2 = iterate(others, options)
    for (let e = 0; e < 3; e++) expect(await all(it2)).toEqual(await all(whole))
    const wrong = checkpoints.map((checkpoint, i) => rank(i, { checkpoint }))
    const error = await failure(() => iterate(wrong, { ...options, lastBatchPolicy: 'drop' }))
    expect(error.code).toBe('CHECKPOINT_MISMATCH')
    expect(error.message).toContain('"2 x 4 by reader r, drop" but received some of "2 x 4 by reader r, partial"')
    for (const pipe of [...pipes, ...others, ...wrong]) await pipe.close()
  })

  it('counts on exactly, for any policy, padding and number of ranks', async () => {
    const options = fc
      .record({
        size: fc.integer({ min: 1, max: 60 }),
        batchSize: fc.integer({ min: 1, max: 8 }),
        numShards: fc.integer({ min: 1, max: 5 }),
        padLastBatch: fc.boolean(),
        stickToShard: fc.boolean(),
      })
      .map((o): SamplerOptions => ({ ...o, numShards: Math.min(o.numShards, o.size) }))
    /** A pipeline that a Sampler stands for; its checkpoint is the place and the count. */
    const driven = (o: SamplerOptions, from?: string) => {
      const sampler = new Sampler(o)
      const { place, count } = from === undefined ? { place: undefined, count: undefined } : JSON.parse(from)
      if (place) sampler.seek(place.epoch, place.position)
      return {
        batchSize: o.batchSize,
        readerMeta: () => sampler.readerMeta(),
        next: async () => [new Numbers([...sampler.next('continuous').indices])],
        reset: () => {},
        mark: () => {
          const place = sampler.state()
          return (count: IterateState) => JSON.stringify({ place, count })
        },
        resumedCount: count as IterateState | undefined,
      }
    }
    const sizes = fc.constantFrom('reader', 'size')
    const policies = fc.constantFrom('fill', 'drop', 'partial')
    const property = fc.asyncProperty(
      options,
      policies,
      sizes,
      fc.boolean(),
      fc.nat(40),
      async (o, policy, by, prepare, cut) => {
        const counts = by === 'reader' ? { readerName: 'r' } : { size: o.size }
        const make = (from?: string[]) => {
          const ranks = Array.from({ length: o.numShards! }, (_, shardId) => driven({ ...o, shardId }, from?.[shardId]))
          const set = settings({ ...counts, lastBatchPolicy: policy, prepareFirstBatch: false }, ranks.length)
          return new BatchIterator<{ x: Numbers }[], Numbers>(
            ranks,
            ['x'],
            { ...set, prepareFirstBatch: prepare && policy !== 'drop' },
            false,
          )
        }
        const step = async (it: BatchIterator<{ x: Numbers }[], Numbers>): Promise<unknown> => {
          const { done, value } = await it.next()
          if (done) it.reset()
          return done ? `end ${it.length} ${it.size}` : value.map(({ x }) => x.values)
        }
        const whole = make()
        for (let i = 0; i < cut; i++) await step(whole)
        const other = make(await whole.checkpoints())
        for (let i = 0; i < 20; i++) expect(await step(other)).toEqual(await step(whole))
      },
    )
    await fc.assert(property, { numRuns: 400 })
  })
})

describe('a restored sampler', () => {
  it('goes with advance() where next() comes to', () => {
    const options = fc.record({
      size: fc.integer({ min: 1, max: 50 }),
      batchSize: fc.integer({ min: 1, max: 9 }),
      shards: fc.integer({ min: 1, max: 6 }),
      padLastBatch: fc.boolean(),
      stickToShard: fc.boolean(),
    })
    fc.assert(
      fc.property(options, fc.nat(300), fc.nat(300), ({ shards, ...o }, before, count) => {
        const numShards = Math.min(shards, o.size)
        const walk = (n: number) => {
          const sampler = new Sampler({ ...o, numShards, batchSize: o.batchSize })
          let given = 0
          while (given + o.batchSize <= n) given += sampler.next('continuous').indices.length
          return { sampler, given }
        }
        const a = walk(before)
        const b = walk(before + count)
        const { epoch, position } = b.sampler
        expect(a.sampler.advance(a.sampler, b.given - a.given)).toEqual({ epoch, position })
      }),
    )
  })

  it('takes no longer at the end of ten million samples than at their start', () => {
    const options = { size: 10_000_000, batchSize: 256, randomShuffle: true, initialFill: 4096, numShards: 8 }
    const time = (position: number) => {
      const sampler = new Sampler(options)
      const rounds = Array.from({ length: 9 }, () => {
        const begin = performance.now()
        const place = sampler.advance({ epoch: 3, position: 0 }, position)
        sampler.seek(place.epoch, place.position)
        sampler.next('continuous')
        return performance.now() - begin
      })
      return rounds.sort((a, b) => a - b)[4]!
    }
    time(0)
    const [start, middle, end] = [time(0), time(600_000), time(1_240_000 + 30 * 10_000_000)]
    // Rebuilding the buffer takes a few milliseconds wherever it is; reading on to the end would take over a second.
    for (const t of [middle, end]) expect(t).toBeLessThan(start + 40)
  })
})
