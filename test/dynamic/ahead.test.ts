// Running ahead: a loop over a reader gets what it gets without, begun or not; what was begun in vain takes nothing along; and
// what was disposed is read once more where somebody wants what was made of it.
import { existsSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { openQueues } from '../../src/dynamic/scheduling/execution-queue.js'
import { native } from '../../src/native.js'
import { failure, out as outOf, until } from '../util/dynamic-readers.js'
import { someFiles } from '../util/files.js'
import { plugin } from '../util/gpu.js'
import { runs } from '../util/soak.js'
import { bytes, seen, uniform } from './capture-loops.js'
import { ways } from './ways.js'

const { root, files } = someFiles(23)
const reader = (options: Partial<nd.FileReaderOptions> = {}) =>
  nd.readers.file({
    fileRoot: root,
    files,
    randomShuffle: true,
    seed: 4,
    batchSize: 3,
    ...options,
  }) as nd.FileReader<nd.Batch>

/** Runs that were begun before their calls, of all on this thread so far. */
const ahead = () =>
  nd.trace().traceEvents.filter((e) => e.ph === 'X' && e.cat === 'run' && (e.args as { ahead?: true }).ahead).length

/** Nothing is begun that nobody has. */
const idle = () => [...openQueues].every((queue) => queue.ahead.size === 0)

/** Batches that are out. */
const out = (source: nd.FileReader<nd.Batch>) => outOf(source as never)

const later = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until it is so, but not for ever. */
async function soon(so: () => boolean, steps = 5000): Promise<void> {
  for (let i = 0; i < steps && !so(); i++) await later(1)
}

/** One way to use a batch. */
const kinds = [
  'plain',
  'draw',
  'own rng',
  'two',
  'with labels',
  'rows',
  'nothing',
  'fails',
  'constant',
  'between',
  'twice',
] as const
type Kind = (typeof kinds)[number]
/** What steps are made of, on the CPU and on a GPU. */
const places = {
  cpu: {
    bytes,
    mul: nd.math.mul,
    add: nd.math.add,
    neg: nd.math.neg,
    constant: nd.tensor([1, 2, 3, 4], { dtype: 'float32' }),
  },
  gpu: {
    bytes: (x: nd.Batch) => bytes(x.gpu()),
    mul: <X extends nd.Batch>(x: X, by: nd.Batch | nd.Tensor) =>
      nd.brightness(x, { brightness: by, dtype: 'float32' }) as nd.Batch,
    add: <X extends nd.Batch>(x: X, by: nd.Batch) => nd.contrast(x, { contrast: by, dtype: 'float32' }) as nd.Batch,
    neg: <X extends nd.Batch | nd.Tensor>(x: X) =>
      nd.brightness(x as nd.Batch, { brightness: 0.5, dtype: 'float32' }) as nd.Batch,
    constant: nd.tensor(2, { dtype: 'float32' }),
  },
}

async function use(
  kind: Kind,
  [x, labels]: nd.FileItem<nd.Batch>,
  rng: nd.random.RNG,
  place: keyof typeof places = 'cpu',
): Promise<(nd.Batch | nd.Tensor)[]> {
  const { bytes, mul, add, neg, constant } = places[place] as (typeof places)['cpu']
  switch (kind) {
    case 'plain':
      return [neg(bytes(x))]
    case 'draw':
      return [mul(bytes(x), uniform(x, rng))]
    case 'own rng':
      return [mul(bytes(x), uniform(x, new nd.random.RNG(7)))]
    case 'two': {
      const a = bytes(x)
      await later()
      return [a, add(a, uniform(x, rng)), neg(bytes(x))]
    }
    case 'with labels':
      return [add(bytes(x), nd.cast(labels, { dtype: 'float32' })), nd.math.neg(labels)]
    case 'rows':
      return [neg(bytes(x).at(0)), neg(bytes(x).select([0]))]
    case 'nothing':
      return []
    case 'fails':
      return [nd.crop(x, { crop: [9, 9] }), nd.math.neg(labels)]
    case 'constant':
      return [mul(bytes(x), constant)]
    case 'twice': {
      const a = mul(bytes(x), uniform(x, rng))
      await later()
      return [a, mul(bytes(x), uniform(x, rng))]
    }
    case 'between':
      return [nd.math.add(uniform(x, rng), uniform(x, rng)), neg(bytes(x))]
  }
}

interface Loop {
  place: keyof typeof places
  pattern: Kind[]
  mode: keyof typeof ways
  /** Steps that are done otherwise, of all. */
  odd: { step: number; kind: Kind }[]
  leave: number | null
  dispose: 'all' | 'inputs' | 'results' | 'none'
  /** The result of one step is read in the next one only. */
  late: boolean
  pause: boolean
  threads: number | null
  extraDraw: number | null
}

const kind = fc.oneof({ weight: 3, arbitrary: fc.constant('draw' as const) }, fc.constantFrom(...kinds))
const loop: fc.Arbitrary<Loop> = fc.record({
  place: existsSync(plugin) ? fc.constantFrom('cpu', 'gpu') : fc.constant('cpu'),
  pattern: fc.array(kind, { minLength: 1, maxLength: 2 }),
  mode: fc.oneof({ weight: 4, arbitrary: fc.constant('eager') }, fc.constantFrom(...Object.keys(ways))),
  odd: fc.array(fc.record({ step: fc.nat(20), kind }), { maxLength: 2 }),
  leave: fc.option(fc.nat(7), { freq: 3 }),
  dispose: fc.constantFrom('all', 'inputs', 'results', 'none'),
  late: fc.boolean(),
  pause: fc.boolean(),
  threads: fc.option(fc.nat(7), { freq: 6 }),
  extraDraw: fc.option(fc.nat(7), { freq: 3 }),
})

/** Everything that somebody sees of two epochs. */
async function play(l: Loop, runAhead: boolean): Promise<unknown[]> {
  const rng = new nd.random.RNG(11)
  await using source = reader({ runAhead })
  const outcome: unknown[] = []
  const read = async (all: (nd.Batch | nd.Tensor)[]) => {
    for (const x of all) {
      const error = await (x as nd.Batch).data().then(
        () => undefined,
        (e) => e,
      )
      if (error && !(error instanceof nd.PipelineError)) throw error
      outcome.push(error ? [error.code, /ahead\.test/.test(String(error.callSite))] : seen(x))
    }
  }
  let step = 0
  for (let epoch = 0; epoch < 2; epoch++) {
    let before: (nd.Batch | nd.Tensor)[] = []
    let n = 0
    for await (const pair of source.nextEpoch()) {
      if (l.extraDraw === n) uniform(pair[0], rng)
      if (l.threads === n) nd.setNumThreads(1 + (step % 2))
      const chosen = l.odd.find((o) => o.step === step)?.kind ?? l.pattern[step % l.pattern.length]!
      const all = await ways[l.mode]!(() => use(chosen, pair, rng, l.place)).catch((error) => {
        // In synchronous modes a call throws.
        outcome.push(error.code ?? error)
        return []
      })
      // The batch behind is there.
      if (l.pause) await soon(() => out(source) >= 2)
      if (l.dispose === 'all' || l.dispose === 'inputs') for (const x of pair) x.dispose()
      await read(l.late ? before : all)
      if (l.dispose === 'all' || l.dispose === 'results') for (const x of l.late ? before : all) x.dispose()
      before = all
      step++
      if (n++ === l.leave && epoch === 1) break
    }
    if (l.late) await read(before)
    outcome.push(source.getState(), rng.getState())
  }
  return outcome
}

describe('work that is begun ahead', () => {
  const plain: Loop = {
    place: 'cpu',
    ...{ pattern: ['draw'], mode: 'eager', odd: [], leave: null, dispose: 'all', late: false, pause: true },
    ...{ threads: null, extraDraw: null },
  }
  test.each<[string, Partial<Loop>, least: number, most: number]>([
    // Two epochs of 8 batches, the last one of them short; two to learn from in each.
    ['the same in each step', {}, 6, 10],
    ['several segments', { pattern: ['two'] }, 6, 30],
    ['the same twice', { pattern: ['twice'] }, 12, 30],
    ['labels too', { pattern: ['with labels'] }, 6, 30],
    ['in turns', { pattern: ['draw', 'plain'] }, 0, 0],
    ['deferred', { mode: 'deferred' }, 0, 0],
    ['syncCpu', { mode: 'syncCpu' }, 0, 0],
    ['syncFull', { mode: 'syncFull' }, 0, 0],
    ['with a constant', { pattern: ['constant'] }, 0, 0],
  ])('is as much as the loop allows: %s', async (_, other, least, most) => {
    const before = ahead()
    await play({ ...plain, ...other }, true)
    const begun = ahead() - before
    expect(begun).toBeGreaterThanOrEqual(least)
    expect(begun).toBeLessThanOrEqual(most)
  })

  test.skipIf(!existsSync(plugin))(
    'is for three batches at once on a GPU, whose queues have four threads',
    async () => {
      await using source = reader()
      const rng = new nd.random.RNG(3)
      const counts: number[] = []
      for (let epoch = 0; epoch < 2; epoch++) {
        for await (const pair of source.nextEpoch()) {
          const [x] = await use('draw', pair, rng, 'gpu')
          await (x as nd.Batch).data()
          // Elsewhere in an epoch of 8 batches it may never be so.
          await soon(() => out(source) >= 4, [2, 3].includes(counts.length % 8) ? 5000 : 20)
          counts.push([...openQueues].reduce((n, queue) => n + queue.ahead.size, 0))
          for (const value of [x!, ...pair]) value.dispose()
        }
      }
      // Two batches to learn from; before the last one no more than that is left, and that is short.
      for (const count of [...counts.slice(2, 4), ...counts.slice(10, 12)]) expect(count).toBe(3)
      expect(Math.max(...counts)).toBe(3)
    },
  )

  test('does not exist with runAhead: false', async () => {
    const before = ahead()
    await play(plain, false)
    expect(ahead()).toBe(before)
  })

  test('is in vain ever more rarely', async () => {
    const { root, files } = someFiles(400)
    await using source = reader({ fileRoot: root, files, batchSize: 1 })
    const counts: number[] = []
    const rng = new nd.random.RNG(3)
    for await (const [x, labels] of source.nextEpoch()) {
      counts.push([...openQueues].reduce((n, queue) => n + queue.ahead.size, 0))
      // As often as not the generator goes on otherwise.
      if (counts.length % 3 === 0) rng.clone()
      const y = nd.math.mul(bytes(x), uniform(x, counts.length % 3 ? rng : new nd.random.RNG(counts.length)))
      await y.data()
      for (const value of [x, y, labels]) value.dispose()
      await soon(() => out(source) >= 1)
    }
    const half = counts.length / 2
    const begun = (from: number, to: number) => counts.slice(from, to).reduce((a, b) => a + b, 0)
    expect(begun(0, half)).toBeGreaterThan(2)
    expect(begun(half, counts.length)).toBeLessThan(begun(0, half))
  })

  test('ends when the loop is left, the context closes or the reader does', async () => {
    for (const end of ['break', 'context', 'reader'] as const) {
      const context = new nd.EvalContext({ numThreads: 2 })
      const source = reader()
      const results: nd.Batch[] = []
      await context.run(async () => {
        let n = 0
        for await (const [x] of source.nextEpoch()) {
          results.push(nd.math.neg(bytes(x)))
          await results.at(-1)!.data()
          if (++n < 5) continue
          await soon(() => !idle())
          expect(idle()).toBe(false)
          if (end === 'context') context.close()
          if (end === 'reader') await source.close()
          break
        }
      })
      expect(idle()).toBe(true)
      expect(results.map((x) => x.length)).toEqual([3, 3, 3, 3, 3])
      for (const x of results) expect(seen(x)).toHaveLength(3)
      context.close()
      await source.close()
    }
  })

  test('does not exist where it cannot be begun, and the calls themselves fail if they must', async () => {
    const n = native()
    const { evalSubmit } = n
    await using source = reader()
    const before = ahead()
    let steps = 0
    let refused = 0
    for await (const pair of source.nextEpoch()) {
      n.evalSubmit = evalSubmit
      const x = nd.math.neg(bytes(pair[0]))
      // The calls are handed over when this turn ends; the next batch comes later.
      await null
      await null
      n.evalSubmit = () => {
        refused++
        throw new RangeError('no memory')
      }
      await x.data()
      expect(seen(x)).toHaveLength(pair[0].length)
      for (const value of [x, ...pair]) value.dispose()
      await later(3)
      steps++
      expect(out(source)).toBeLessThanOrEqual(1)
    }
    n.evalSubmit = evalSubmit
    expect(steps).toBe(8)
    expect(refused).toBeGreaterThan(0)
    expect(ahead() - before + refused).toBeLessThanOrEqual(6)
  })

  test('is finished when its context closes', async () => {
    await using source = reader({ randomShuffle: false })
    let context = new nd.EvalContext({ numThreads: 1 })
    const labels: number[] = []
    // Batches that are collected would not count as being out.
    const held: nd.Batch[] = []
    for await (const [x, y] of source.nextEpoch()) {
      held.push(x)
      const made = context.run(() => nd.math.neg(bytes(x)))
      await made.data()
      await soon(() => out(source) > held.length)
      labels.push(...y.tensors.map((t) => Number(t.dataSync()[0])))
      expect(seen(x)).toHaveLength(x.length)
      if (labels.length === 12) {
        context.close()
        context = new nd.EvalContext({ numThreads: 1 })
      }
    }
    expect(labels).toEqual(files.map((_, i) => i))
    expect(held.length).toBe(8)
    context.close()
  })

  test('is switched by an argument that is checked', async () => {
    const error = await failure(() => nd.readers.file({ fileRoot: root, files, runAhead: 1 as never }))
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', op: 'readers.file' })
    expect(error.message).toContain('runAhead')
  })
})

describe('inputs that were disposed', () => {
  test('take their batch along, though values inside a run could be made again', async () => {
    await using source = reader()
    for (let epoch = 0; epoch < 5; epoch++) {
      for await (const pair of source.nextEpoch()) {
        let x = bytes(pair[0])
        x = nd.math.mul(x, 2)
        await x.data()
        x.dispose()
        for (const input of pair) input.dispose()
        // This one's successor is out, and nothing else.
        expect(out(source)).toBeLessThanOrEqual(1)
      }
    }
  })

  test.each([
    { numShards: 2, shardId: 1, stickToShard: false },
    { shuffleAfterEpoch: true, randomShuffle: false },
    { padLastBatch: true, numShards: 3, shardId: 2 },
    { batchSize: 23 },
  ])('are read once more: %j', async (options) => {
    const made: [nd.Batch, unknown, nd.Batch, unknown][] = []
    await using source = reader(options)
    for (let epoch = 0; epoch < 3; epoch++) {
      for await (const pair of source.nextEpoch()) {
        const middle = bytes(pair[0])
        const last = nd.math.mul(middle, 2)
        const number = nd.cast(pair[1], { dtype: 'float32' })
        const after = nd.math.neg(number)
        const want = [seen(bytes(pair[0])), seen(nd.cast(pair[1], { dtype: 'float32' }))]
        await last.data()
        await after.data()
        for (const x of [last, after, ...pair]) x.dispose()
        made.push([middle, want[0], number, want[1]])
      }
    }
    expect(made.length).toBeGreaterThan(2)
    for (const [middle, want, number, label] of made.reverse()) {
      expect(seen(middle)).toEqual(want)
      expect(seen(number)).toEqual(label)
      middle.dispose()
      number.dispose()
    }
    await until('all batches', () => out(source) <= 1)
  })

  test('may be samples', { tags: 'long' }, async () => {
    const middles: [nd.Tensor, unknown][] = []
    await using source = nd.readers.file({ fileRoot: root, files, randomShuffle: true, seed: 1 })
    for await (const [x, label] of source.nextEpoch()) {
      const middle = nd.cast(x, { dtype: 'float32' })
      const last = nd.math.mul(middle, 2)
      const want = seen(nd.cast(x, { dtype: 'float32' }))
      await last.data()
      for (const t of [last, x, label]) t.dispose()
      middles.push([middle, want])
    }
    for (const [middle, want] of middles) expect(seen(middle)).toEqual(want)
  })

  test('fail only the calls on them when their files are gone or others', async () => {
    const own = someFiles(4)
    const path = join(own.root, own.files[1]!)
    await using source = reader({ fileRoot: own.root, files: own.files, batchSize: 2, randomShuffle: false })
    const middles: nd.Batch[] = []
    for await (const pair of source.nextEpoch()) {
      middles.push(bytes(pair[0]))
      const last = nd.math.neg(middles.at(-1)!)
      await last.data()
      for (const x of [last, ...pair]) x.dispose()
    }
    unlinkSync(path)
    const [first, second] = middles as [nd.Batch, nd.Batch]
    const other = nd.math.neg(places.cpu.constant)
    const error = await failure(() => nd.math.neg(first).data())
    expect(error.code).toMatch(/^FILE_/)
    expect(error.message).toContain(own.files[1]!)
    expect(seen(other)).toBeDefined()
    expect(seen(second)).toHaveLength(2)
    // The error stays: a value is what it is.
    writeFileSync(path, 'something else')
    expect(await failure(() => first.data())).toBe(error)
  })
})

test('a loop gives the same results with and without running ahead', {
  timeout: 120_000,
  tags: 'property',
}, async () => {
  await fc.assert(
    fc.asyncProperty(loop, async (l) => {
      const want = await play(l, false)
      expect(await play(l, true)).toEqual(want)
      expect(idle()).toBe(true)
    }),
    { numRuns: runs(40, 5) },
  )
})
