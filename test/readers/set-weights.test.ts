// pipe.setWeights(): weights of a mixture that are changed while its pipeline runs. set-weights.property.test.ts tries
// random mixtures, shards and stops.
import { type DataNode, fn, iterate, pipelineDef, type TensorList } from 'penstock-data'
import { describe, expect, it } from 'vitest'
import type { Supervisor } from '../../src/actors/supervisor.js'
import type { Delivered } from '../../src/sources/source-log.js'
import { someFiles } from '../util/files.js'
import { range } from './helpers.js'

const { root, files } = someFiles(12)
const part = (from: number, to: number, more: object = {}) =>
  fn.readers.file({ fileRoot: root, files: files.slice(from, to), ...more })
const sources = [() => part(0, 6), () => part(6, 10), () => part(10, 12)]
const define = pipelineDef({ batchSize: 4 }, (args: object = {}) => {
  const [contents] = fn.readers.mixture({ name: 'mix', sources, weights: [3, 2, 1], ...args })
  return { contents: contents! }
})
type Pipe = Awaited<ReturnType<typeof define>>

const told = ({ contents }: { contents: TensorList }) => {
  const seen = range(contents.length).map((i) => contents.sourceInfo(i))
  contents.release()
  return seen.map(({ index, epoch }) => `${epoch}:${index}`)
}
async function take(pipe: Pipe, batches: number): Promise<string[]> {
  const out: string[] = []
  for (const _ of range(batches)) out.push(...told(await pipe.run()))
  return out
}
/** What tests reach into. */
interface Insides {
  delivery: { poll: (how?: 'blocking') => unknown; delivered: Delivered }
  supervisor: Supervisor
}
const insidesOf = (pipe: Pipe) => (pipe as unknown as { engine: Insides }).engine

const rows = (...list: [from: number, ...weights: number[]][]) => ({
  weights: list.map(([from, ...weights]) => ({ from, weights })),
})

/** What a pipeline gives whose definition has the weights from the start. */
async function withList(batches: number, args: object): Promise<string[]> {
  const pipe = await define(args)
  const out = await take(pipe, batches)
  await pipe.close()
  return out
}

describe('setWeights()', () => {
  it.each(['dynamic', 'pipelined', 'simple'] as const)('holds from the next batch on (%s)', async (executor) => {
    const ways = {
      dynamic: {},
      pipelined: { execDynamic: false },
      simple: { execDynamic: false, execPipelined: false, execAsync: false },
    }
    const pipe = await define({ ...ways[executor] })
    const seen = await take(pipe, 3)
    expect(pipe.setWeights('mix', [0, 1, 1])).toBe(12)
    seen.push(...(await take(pipe, 2)))
    expect(pipe.setWeights('mix', [1, 0, 0])).toBe(20)
    seen.push(...(await take(pipe, 5)))
    await pipe.close()
    expect(seen).toEqual(await withList(10, rows([0, 3, 2, 1], [12, 0, 1, 1], [20, 1, 0, 0])))
  })

  it('holds from a later sample on, and a change before that one takes its place', async () => {
    const pipe = await define()
    const seen = await take(pipe, 1)
    expect(pipe.setWeights('mix', [0, 1, 1], { from: 9 })).toBe(9)
    expect(pipe.setWeights('mix', [0, 0, 1], { from: 14 })).toBe(14)
    seen.push(...(await take(pipe, 2)))
    expect(pipe.setWeights('mix', [1, 0, 0])).toBe(12)
    expect(pipe.setWeights('mix', [1, 0, 3])).toBe(12)
    seen.push(...(await take(pipe, 3)))
    await pipe.close()
    expect(seen).toEqual(await withList(6, rows([0, 3, 2, 1], [9, 0, 1, 1], [12, 1, 0, 3])))
  })

  it('takes the place of weights that the definition has for later samples', async () => {
    const pipe = await define(rows([0, 3, 2, 1], [6, 0, 1, 0], [10, 1, 0, 0]))
    const seen = await take(pipe, 2)
    pipe.setWeights('mix', [0, 0, 1])
    seen.push(...(await take(pipe, 3)))
    await pipe.close()
    expect(seen).toEqual(await withList(5, rows([0, 3, 2, 1], [6, 0, 1, 0], [8, 0, 0, 1])))
  })

  it('holds from the first batch on before the first run', async () => {
    const pipe = await define()
    await pipe.build()
    expect(pipe.setWeights('mix', [1, 1, 2])).toBe(0)
    const seen = await take(pipe, 4)
    await pipe.close()
    expect(seen).toEqual(await withList(4, { weights: [1, 1, 2] }))
  })

  it('goes on in the epoch of a loop, and over its end', async () => {
    const pipe = await define()
    const epochs: string[][] = []
    for (const _ of range(3)) {
      const epoch: string[] = []
      for await (const batch of pipe) {
        epoch.push(...told(batch))
        if (epochs.length === 0 && epoch.length === 4) expect(pipe.setWeights('mix', [1, 1, 1])).toBe(4)
        // After the last batch of an epoch comes the next epoch.
        if (epochs.length === 1 && epoch.length === 12) expect(pipe.setWeights('mix', [0, 0, 1])).toBe(24)
      }
      epochs.push(epoch)
    }
    for await (const _ of pipe) break
    // What is left of the epoch was given up.
    expect(pipe.setWeights('mix', [1, 0, 0])).toBe(48)
    const last: string[] = []
    for await (const batch of pipe) last.push(...told(batch))
    await pipe.close()
    const all = await withList(15, rows([0, 3, 2, 1], [4, 1, 1, 1], [24, 0, 0, 1], [48, 1, 0, 0]))
    expect(epochs).toEqual(range(3).map((e) => all.slice(12 * e, 12 * e + 12)))
    expect(last).toEqual(all.slice(48, 60))
  })

  it('is left behind by reset() as the epoch is', async () => {
    // The epochs of the sources are others than that of the mixture.
    for (const weights of [
      [0, 0, 1],
      [1, 0, 0],
    ]) {
      const pipe = await define()
      await take(pipe, 4)
      pipe.setWeights('mix', weights)
      await take(pipe, 1)
      pipe.reset()
      const seen = await take(pipe, 2)
      await pipe.close()
      const all = await withList(8, rows([0, 3, 2, 1], [16, ...weights]))
      expect(seen).toEqual(all.slice(24, 32))
    }
  })

  it('reaches calls that wait, and gives no sample twice', async () => {
    const pipe = await define()
    await pipe.build()
    const calls: Promise<string[]>[] = []
    const from: number[] = []
    for (const k of range(12)) {
      calls.push(pipe.run().then(told))
      for (const _ of range(k % 5)) await new Promise(setImmediate)
      from.push(pipe.setWeights('mix', [1 + (k % 3), 1, 1 + (k % 2)]))
    }
    const seen = (await Promise.all(calls)).flat()
    await pipe.close()
    const list = from.map((at, k): [number, ...number[]] => [at, 1 + (k % 3), 1, 1 + (k % 2)])
    // The last of those that hold from one sample on.
    const own = list.filter(([at], k) => list[k + 1]?.[0] !== at)
    const before = own[0]![0] ? [[0, 3, 2, 1] as [number, ...number[]]] : []
    expect(seen).toEqual(await withList(12, rows(...before, ...own)))
  })

  it('gives no batch that had come when it was called and that nobody has', async () => {
    const pipe = await define({ execPipelined: false })
    await pipe.build()
    const { delivery, supervisor } = insidesOf(pipe)
    const [poll, until] = [delivery.poll.bind(delivery), supervisor.waiter.until.bind(supervisor.waiter)]
    let polled = 0
    delivery.poll = () => (polled++ ? poll() : undefined)
    const from: number[] = []
    supervisor.waiter.until = async (...args) => {
      const found = await until(...args)
      if (from.length < 2) from.push(pipe.setWeights('mix', [1, from.length, 5]))
      return found
    }
    const seen = await take(pipe, 4)
    await pipe.close()
    expect(from).toEqual([0, 0])
    expect(seen).toEqual(await withList(4, { weights: [1, 1, 5] }))
  })

  it('works under runSync(), scheduleRun() and iterate()', async () => {
    const expected = await withList(5, rows([0, 3, 2, 1], [8, 0, 1, 1]))
    const sync = await define({ execDynamic: false })
    const seen = [...told(sync.runSync()), ...told(sync.runSync())]
    sync.setWeights('mix', [0, 1, 1])
    for (const _ of range(3)) seen.push(...told(sync.runSync()))
    await sync.close()
    expect(seen).toEqual(expected)

    const scheduled = await define({ execDynamic: false })
    await scheduled.build()
    const shared = async () => {
      const batch = told(await scheduled.shareOutputs())
      scheduled.releaseOutputs()
      scheduled.scheduleRun()
      return batch
    }
    for (const _ of range(2)) scheduled.scheduleRun()
    const given = [...(await shared()), ...(await shared())]
    // Both batches that are scheduled have the new weights.
    expect(scheduled.setWeights('mix', [0, 1, 1])).toBe(8)
    for (const _ of range(3)) given.push(...(await shared()))
    await scheduled.close()
    expect(given).toEqual(expected)

    const padded = { padLastBatch: true }
    const pipe = await define(padded)
    const it = iterate(pipe, { readerName: 'mix' })
    const out: string[] = []
    // It has asked for the first batch, and its checkpoint does not count that.
    await expect.poll(() => insidesOf(pipe).delivery.delivered.batches).toBe(1)
    expect(pipe.setWeights('mix', [0, 1, 1])).toBe(4)
    const [checkpoint] = (await it.checkpoints()) as [string]
    for await (const batch of it) {
      out.push(...told(batch))
      if (out.length === 8) expect(pipe.setWeights('mix', [1, 0, 0])).toBe(8)
    }
    await pipe.close()
    expect(out).toEqual(await withList(3, rows([0, 3, 2, 1], [4, 0, 1, 1], [8, 1, 0, 0])))
    const resumed = await define({ checkpoint }, padded)
    const rest: string[] = []
    for await (const batch of iterate(resumed, { readerName: 'mix' })) rest.push(...told(batch))
    await resumed.close()
    expect(rest).toEqual(await withList(3, rows([0, 3, 2, 1], [4, 0, 1, 1])))
  })

  it('is in checkpoints, with which a definition of the old weights goes on', async () => {
    for (const choice of ['even', 'random']) {
      const list = rows([0, 3, 2, 1], [4, 0, 1, 1], [12, 5, 0, 1], [30, 0, 1, 0])
      const expected = await withList(12, { ...list, choice })
      let pipe = await define({ choice })
      const seen = await take(pipe, 1)
      pipe.setWeights('mix', [0, 1, 1])
      const resume = async (args: object) => {
        const checkpoint = await pipe.checkpoint()
        await pipe.close()
        pipe = await define({ checkpoint }, { choice, ...args })
        await pipe.build()
      }
      await resume({})
      seen.push(...(await take(pipe, 2)))
      await resume({ weights: [1, 1, 1] })
      pipe.setWeights('mix', [5, 0, 1])
      pipe.setWeights('mix', [0, 1, 0], { from: 30 })
      seen.push(...(await take(pipe, 2)))
      await resume({})
      seen.push(...(await take(pipe, 3)))
      await resume({})
      seen.push(...(await take(pipe, 4)))
      await pipe.close()
      expect(seen).toEqual(expected)
    }
  })

  it('keeps a checkpoint small with 64 sources, whatever came before', async () => {
    const many = pipelineDef({ batchSize: 2 }, () => {
      const of = range(64).map((i) => () => part(i % 9, (i % 9) + 1))
      return { contents: fn.readers.mixture({ name: 'mix', sources: of, weights: range(64).map(() => 1) })[0]! }
    })
    const pipe = await many()
    await pipe.build()
    for (const k of range(300)) {
      const weights = range(64).map((i) => 1 / (1 + ((i * k) % 61)) / 3)
      pipe.setWeights('mix', weights)
      if (k % 5 === 0) await take(pipe as never, 1)
    }
    pipe.setWeights(
      'mix',
      range(64).map((i) => Math.sqrt(i + 2)),
      { from: 10_000 },
    )
    const checkpoint = await pipe.checkpoint()
    const next = await take(pipe as never, 3)
    await pipe.close()
    expect(checkpoint.length).toBeLessThan(4096)
    const other = await many({ checkpoint })
    expect(await take(other as never, 3)).toEqual(next)
    await other.close()
  })

  it('holds from one sample on for shards that are given equally many batches', async () => {
    const shards = await Promise.all(range(3).map((shardId) => define({}, { numShards: 3, shardId })))
    const seen: string[][] = range(3).map(() => [])
    const all = async (batches: number) => {
      for (const [i, pipe] of shards.entries()) seen[i]!.push(...(await take(pipe, batches)))
    }
    await all(2)
    expect(shards.map((pipe) => pipe.setWeights('mix', [0, 1, 1]))).toEqual([24, 24, 24])
    await all(2)
    await Promise.all(shards.map((pipe) => pipe.close()))
    const expected = await withList(12, rows([0, 3, 2, 1], [24, 0, 1, 1]))
    expect(seen).toEqual(range(3).map((shard) => expected.filter((_, k) => k % 3 === shard)))
  })

  it('leaves serialize() as the definition is', async () => {
    const pipe = await define()
    const text = pipe.serialize()
    await take(pipe, 1)
    pipe.setWeights('mix', [0, 1, 1])
    expect(pipe.serialize()).toBe(text)
    await pipe.close()
  })

  it('goes on with other readers beside it, in step', async () => {
    const beside = pipelineDef({ batchSize: 4 }, () => {
      const [contents] = fn.readers.mixture({ name: 'mix', sources, weights: [3, 2, 1] })
      return { contents: contents!, label: part(0, 5, { name: 'other', randomShuffle: true })[1] }
    })
    const pipe = await beside({ seed: 3 })
    const whole = await beside({ seed: 3 })
    const others = async (from: typeof pipe, batches: number) => {
      const out: unknown[] = []
      for (const _ of range(batches)) {
        const { contents, label } = await from.run()
        expect(contents.length).toBe(4)
        out.push(...label.dataSync())
      }
      return out
    }
    const seen = await others(pipe, 2)
    pipe.setWeights('mix', [1, 0, 0])
    seen.push(...(await others(pipe, 3)))
    expect(seen).toEqual(await others(whole, 5))
    await pipe.close()
    await whole.close()
  })
})

describe('setWeights() refuses', () => {
  const refused = async (
    pipe: { setWeights: (...args: never[]) => number; close(): Promise<void> },
    code: string,
    message: RegExp,
    ...args: unknown[]
  ) => {
    expect(() => (pipe.setWeights as (...args: unknown[]) => number)(...args)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) as string }),
    )
  }

  it.each<[string, RegExp, unknown[]]>([
    ['too few weights', /3 weights but received 2/, ['mix', [1, 1]]],
    ['what is no list', /3 weights but received 1/, ['mix', 1]],
    ['rows', /at least 0 for weights\[0\]/, ['mix', [[1], [1], [1]]]],
    ['a weight below 0', /at least 0 for weights\[1\] but received -1/, ['mix', [1, -1, 1]]],
    ['NaN', /at least 0 for weights\[2\] but received NaN/, ['mix', [1, 1, Number.NaN]]],
    ['Infinity', /weights\[0\] but received Infinity/, ['mix', [Number.POSITIVE_INFINITY, 1, 1]]],
    ['0 alone', /above 0 but received 0 alone/, ['mix', [0, 0, 0]]],
    ['an unknown name', /Expected the name of a readers\.mixture but received 'max'/, ['max', [1, 1, 1]]],
    ['another reader', /that of a readers\.file, 'other'/, ['other', [1, 1, 1]]],
    ['a sample that was given', /from 8 on, for from but received 7/, ['mix', [1, 1, 1], { from: 7 }]],
    ['half a sample', /number of a sample for from but received 8\.5/, ['mix', [1, 1, 1], { from: 8.5 }]],
  ])('%s', async (_, message, args) => {
    const pipe = await pipelineDef({ batchSize: 4 }, () => [
      fn.readers.mixture({ name: 'mix', sources, weights: [3, 2, 1] })[0]!,
      part(0, 5, { name: 'other' })[0],
    ])()
    for (const _ of range(2)) for (const list of await pipe.run()) list.release()
    await refused(pipe, 'INVALID_ARGUMENT', message, ...args)
    await pipe.close()
  })

  it('what is not built, and what is closed', async () => {
    const pipe = await define()
    await refused(pipe, 'INVALID_ARGUMENT', /was not built yet/, 'mix', [1, 1, 1])
    await pipe.build()
    await pipe.close()
    await refused(pipe, 'PIPELINE_CLOSED', /closed/, 'mix', [1, 1, 1])
  })

  it('another end of sources', async () => {
    const pipe = await define({ onEnd: 'stop' })
    await pipe.build()
    await refused(
      pipe,
      'INVALID_ARGUMENT',
      /'repeat' for onEnd with weights that change but received 'stop'/,
      'mix',
      [1, 1, 1],
    )
    await pipe.close()
  })

  it('external sources beside the mixture, and a pipeline without one', async () => {
    const pipe = await pipelineDef({ batchSize: 1 }, (): DataNode[] => [
      fn.readers.mixture({ name: 'mix', sources, weights: [3, 2, 1] })[0]!,
      fn.externalSource({ name: 'own', source: () => Float32Array.of(1), batch: false }) as DataNode,
    ])()
    await pipe.build()
    await refused(pipe, 'UNSUPPORTED', /source 'own' has given data ahead/, 'mix', [1, 1, 1])
    await pipe.close()
    const plain = await pipelineDef({ batchSize: 1 }, () => part(0, 5))()
    await plain.build()
    await refused(plain, 'INVALID_ARGUMENT', /Expected the name of a readers\.mixture/, 'mix', [1, 1, 1])
    await plain.close()
  })

  it('readers that are out of step, because one has skipped files', async () => {
    const pipe = await pipelineDef({ batchSize: 3 }, () => [
      fn.readers.mixture({ name: 'mix', sources, weights: [3, 2, 1] })[0]!,
      fn.readers.file({ fileRoot: root, files: ['a/none', ...files], onError: 'skip' })[0],
    ])()
    for (const list of await pipe.run()) list.release()
    await refused(pipe, 'UNSUPPORTED', /no longer in step/, 'mix', [1, 1, 1])
    await pipe.close()
  })

  it('a checkpoint whose weights were changed, or are those of another mixture', async () => {
    const pipe = await define()
    await take(pipe, 1)
    pipe.setWeights('mix', [0, 1, 1])
    await take(pipe, 1)
    const text = await pipe.checkpoint()
    await pipe.close()
    type Text = { inputs: Record<string, { weights: Record<string, unknown>; position: number }> }
    const changed = (change: (weights: Record<string, unknown>) => void) => {
      const value = JSON.parse(text) as Text
      change(value.inputs.mix!.weights)
      return define({ checkpoint: JSON.stringify(value) })
    }
    for (const change of [
      (w: Record<string, unknown>) => (w.weights = [0, 1]),
      (w: Record<string, unknown>) => (w.weights = [0, 0, 0]),
      (w: Record<string, unknown>) => (w.weights = [0, 'a', 1]),
      (w: Record<string, unknown>) => (w.countsBefore = [1, 1, 1]),
      (w: Record<string, unknown>) => (w.countsBefore = [2, 2]),
      (w: Record<string, unknown>) => (w.stretchesBefore = -1),
      (w: Record<string, unknown>) => (w.weightsFrom = undefined),
    ]) {
      await expect(async () => changed(change)).rejects.toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
    }
    const before = JSON.parse(text) as Text
    before.inputs.mix!.position = 0
    await expect(async () => define({ checkpoint: JSON.stringify(before) })).rejects.toThrow(
      expect.objectContaining({ code: 'CHECKPOINT_MISMATCH' }),
    )
    const two = { sources: sources.slice(1), weights: [2, 1] }
    for (const other of [two, { onEnd: 'drop' }]) {
      await expect(async () => define({ checkpoint: text }, other)).rejects.toThrow(
        expect.objectContaining({ code: 'CHECKPOINT_MISMATCH' }),
      )
    }
  })
})
