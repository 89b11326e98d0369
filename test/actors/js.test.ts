// The js actor between two hand-made mailboxes. It waits on its event loop, so test and actors share one thread.
import { afterEach, describe, expect, test } from 'vitest'
import { BlockingWaiter } from '../../src/actors/blocking-waiter.js'
import { ControlWords } from '../../src/actors/control/control-words.js'
import { layOut } from '../../src/actors/control/layout.js'
import { EventLoopWaiter } from '../../src/actors/event-loop-waiter.js'
import { InEnd, OutEnd } from '../../src/actors/mailbox.js'
import type { ActorConfig, EndConfig } from '../../src/actors/protocol.js'
import { mergedReport, UserReport } from '../../src/actors/report.js'
import { JsStageActor } from '../../src/actors/stages/js.js'
import { StageStats } from '../../src/actors/stats.js'
import type { Slot } from '../../src/data/arena.js'
import type { SampleRecord } from '../../src/data/arena-tables.js'
import { Lease } from '../../src/data/lease.js'
import { outputOf, type TensorList } from '../../src/data/tensor-list.js'
import type { SourceOutput } from '../../src/data/write-batch.js'
import type { PipelineErrorInfo } from '../../src/errors.js'
import { batchFlags, sampleFlags } from '../../src/generated/abi.js'
import type { JsStage } from '../../src/graph/types.js'
import { type Handle, native, type SystemInfo } from '../../src/native.js'
import { failure, within } from '../util/collect.js'

const moduleUrl = (name: string) => new URL(`../util/functions/${name}.mjs`, import.meta.url).href

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0).reverse()) close()
  expect((JSON.parse(native().info()) as SystemInfo).handles).toBe(0)
})

interface Batch {
  samples: SampleRecord[]
  outputs: SourceOutput[]
}

/** Samples first .. first+count-1: output 0 is three floats (10 i, 10 i + 1, 10 i + 2), output 1 the number i. */
function numbered(first: number, count: number): Batch {
  const indices = Array.from({ length: count }, (_, k) => first + k)
  const bytes = (array: Float32Array | Int32Array) => new Uint8Array(array.buffer)
  return {
    samples: indices.map((index) => ({ index, epoch: 3, flags: 0, source: 's'.repeat(index % 4), ordinal: index + 1 })),
    outputs: [
      {
        dtype: 'float32',
        layout: 'X',
        samples: indices.map((i) => ({ data: bytes(Float32Array.of(10 * i, 10 * i + 1, 10 * i + 2)), shape: [3] })),
      },
      { dtype: 'int32', layout: '', samples: indices.map((i) => ({ data: bytes(Int32Array.of(i)), shape: [] })) },
    ],
  }
}

type Given = Partial<JsStage & { module: string; export: string }>

async function start({ module = moduleUrl('samples'), export: name = 'default', ...more }: Given = {}, workers = 1) {
  const stage: JsStage = {
    kind: 'js',
    name: 'js',
    op: 'jsFunction',
    id: 5,
    code: { module, export: name },
    workers,
    inputs: [{ mailbox: 0, output: 0 }],
    outputs: [{}],
    pass: [{ mailbox: 0, output: 1 }],
    onError: 'throw',
    callSite: 'job.ts:1:1',
    ...more,
  }
  const depth = 2
  const layout = layOut(workers + 1, 2 * workers)
  const buffer = new SharedArrayBuffer(layout.bytes)
  const words = new ControlWords(buffer)
  words.memory.setLimits(2 ** 32, 2 ** 32, 2 ** 32)
  const n = native()
  const handles: Handle[] = [n.open(new Uint8Array(buffer))]
  const block = { buffer, handle: handles[0]! }
  const makeSlots = (count: number) =>
    Array.from({ length: count }, () => {
      const memory = new SharedArrayBuffer(2 ** 16, { maxByteLength: 2 ** 24 })
      handles.push(n.open(new Uint8Array(memory, 0, 2 ** 16)))
      return { buffer: memory, handle: handles.at(-1)! }
    })
  const mine = layout.bells[workers]!
  const there = layout.mailboxes.slice(0, workers)
  const back = layout.mailboxes.slice(workers)
  for (const [i, m] of there.entries()) words.mailboxes.connect(m, mine, layout.bells[i]!, depth * workers, false)
  for (const [i, m] of back.entries()) words.mailboxes.connect(m, layout.bells[i]!, mine, depth, false)
  const inSlots = makeSlots(depth * workers)
  const outSlots = back.map(() => makeSlots(depth))
  const waiter = new EventLoopWaiter(words, block.handle, mine)
  const end: EndConfig = { block, bell: mine, replica: 0, replicas: 1, sources: [], peers: [] }
  const out = new OutEnd(end, { slots: inSlots, edges: [there], hint: 0, owner: 0, most: 0, supplier: 0 }, words)
  const into = new InEnd(
    end,
    { mailboxes: back.map((offset, i) => ({ offset, owner: i, slots: outSlots[i]! })) },
    words,
  )
  const reports = back.map(() => UserReport.allocate())
  const actors = back.map((_, replica) => {
    const config: ActorConfig = {
      stage,
      batchSize: 8,
      seed: 42,
      block,
      bell: layout.bells[replica]!,
      stats: layout.stats[replica]!,
      replica,
      replicas: workers,
      sources: [],
      peers: [],
      fed: false,
      start: { epoch: 0, position: 0 },
      inputs: [{ mailboxes: [{ offset: there[replica]!, owner: 0, slots: inSlots }] }],
      output: { slots: outSlots[replica]!, edges: [[back[replica]!]], hint: 0, owner: 0, most: 0, supplier: 0 },
      programs: [],
      inFlight: 1,
      supply: new MessageChannel().port1,
      report: reports[replica]!,
    }
    const stats = new StageStats(buffer, config.stats)
    return new JsStageActor({ config, words, stats, port: new BlockingWaiter(config, words, stats) })
  })
  closers.push(() => {
    for (const actor of actors) actor.stop()
    waiter.close()
    for (const handle of handles) n.close(handle)
  })
  for (const actor of actors) await actor.init()

  let sent = 0
  const send = async ({ samples, outputs }: Batch, flags = 0, generation = 0) => {
    const slot = await waiter.until(() => out.poll())
    slot.write(generation * 2 ** 32 + sent++, samples, outputs, flags)
    out.send()
  }
  const fail = async (error: PipelineErrorInfo) => {
    await waiter.until(() => out.poll())
    out.sendFailure(sent++, { error, ends: true })
  }
  const take = async () => {
    const { slot, ...place } = await waiter.until(() => into.poll())
    return { slot, give: () => into.give({ slot, ...place }) }
  }
  /** Each actor makes its share of `count` batches. */
  const work = (count: number) =>
    Promise.all(
      actors.map(async (actor, k) => {
        for (let i = k; i < count; i += workers) await actor.step()
      }),
    )
  return { stage, words, actors, reports, send, fail, take, work }
}

const lists = (slot: Slot) => {
  const copies = { count: 0, bytes: 0 }
  const lease = new Lease([slot], slot.batchSize, () => {}, {
    until: 'the test was over',
    memory: 'copies',
    copies,
    closed: () => false,
  })
  return Array.from({ length: slot.numOutputs }, (_, o) => outputOf(lease, 0, o))
}
const rows = (list: TensorList) => [...list].map((t) => Array.from(t.dataSync(), Number))

/** What comes out for one batch of samples 0 .. count-1. */
async function one(more: Given, count = 4) {
  const p = await start(more)
  await p.send(numbered(0, count))
  await p.actors[0]!.step()
  const { slot } = await p.take()
  return {
    ...p,
    slot,
    outputs: lists(slot),
    indices: Array.from({ length: slot.batchSize }, (_, i) => slot.sample(i).index),
  }
}

describe('one batch', () => {
  test('goes through a function; records and passed values come along', async () => {
    const { slot, outputs } = await one({ export: 'twice' })
    expect(rows(outputs[0]!)).toEqual([0, 1, 2, 3].map((i) => [20 * i, 20 * i + 2, 20 * i + 4]))
    expect(outputs[0]).toMatchObject({ dtype: 'float32', layout: '', isDense: true })
    expect(rows(outputs[1]!)).toEqual([[0], [1], [2], [3]])
    expect(outputs[1]).toMatchObject({ dtype: 'int32', isDense: true })
    expect(outputs[1]!.shape()).toEqual([4])
    const { samples } = numbered(0, 4)
    expect([0, 1, 2, 3].map((i) => slot.sample(i))).toEqual(samples)
  })

  test('the input may be the output, with its layout', async () => {
    const { outputs } = await one({})
    expect(rows(outputs[0]!)).toEqual([0, 1, 2, 3].map((i) => [10 * i, 10 * i + 1, 10 * i + 2]))
    expect(outputs[0]!.layout).toBe('X')
  })

  test('has several inputs and outputs of different sizes', async () => {
    const two = await one({ export: 'two', outputs: [{ dtype: 'int64' }, {}] })
    expect(rows(two.outputs[0]!)).toEqual([[0], [1], [2], [3]])
    expect(two.outputs[0]!.dtype).toBe('int64')
    expect(rows(two.outputs[1]!)).toEqual([[], [10], [20, 20], [30, 30, 30]])
    expect(two.outputs[1]!.isDense).toBe(false)
    expect(rows(two.outputs[2]!)).toEqual([[0], [1], [2], [3]])
    const ragged = await one({ export: 'ragged', outputs: [{}, {}, { layout: 'C' }] }, 8)
    expect(ragged.outputs.slice(0, 3).map(rows)).toEqual([
      [0, 1, 2, 3, 4, 5, 6, 7].map((i) => Array(i * i).fill(i)),
      [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i]),
      [0, 1, 2, 3, 4, 5, 6, 7].map((i) => Array(20 - i).fill(0 - i)),
    ])
    const inputs = [0, 1].map((output) => ({ mailbox: 0, output }))
    const sums = await one({ export: 'sum', inputs, pass: [] })
    expect(rows(sums.outputs[0]!)).toEqual([[0], [11], [22], [33]])
  })

  test('the function is told which sample it is', async () => {
    const { outputs } = await one({ export: 'about' })
    expect(rows(outputs[0]!)).toEqual([0, 1, 2, 3].map((i) => [i, 3, i, i]))
  })

  test('results that share memory are not mixed up', async () => {
    const { outputs } = await one({ export: 'reused' })
    expect(rows(outputs[0]!)).toEqual([0, 1, 2, 3].map((i) => [10 * i, 10 * i + 1, 10 * i + 2]))
  })

  test('promises are awaited, in order', async () => {
    const { outputs, indices } = await one({ export: 'late' }, 8)
    expect(rows(outputs[0]!).map(([x]) => x)).toEqual([0, 10, 20, 30, 40, 50, 60, 70])
    expect(indices).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  test('is empty when the input is', async () => {
    const p = await start({ outputs: [{ dtype: 'int16' }] })
    await p.send(numbered(0, 0), batchFlags.endOfEpoch)
    await p.actors[0]!.step()
    const { slot } = await p.take()
    expect([slot.batchSize, slot.endOfEpoch, lists(slot)[0]!.dtype]).toEqual([0, true, 'int16'])
  })

  test('grows the slot when results are large', async () => {
    const p = await start({
      module: `data:text/javascript,export default (x, { index }) => new Uint8Array(70000 + 9 * index).fill(index)`,
    })
    await p.send(numbered(0, 8))
    await p.actors[0]!.step()
    const [big, ids] = lists((await p.take()).slot)
    for (const [i, t] of [...big!].entries()) {
      const data = t.dataSync()
      expect([data.length, data[0], data.at(-1)]).toEqual([70000 + 9 * i, i, i])
    }
    expect(rows(ids!)).toEqual([[0], [1], [2], [3], [4], [5], [6], [7]])
  })
})

describe('random numbers', () => {
  const drawn = async (more: Given, first: number) => {
    const p = await start({ export: 'draws', ...more })
    await p.send(numbered(first, 4))
    await p.actors[0]!.step()
    return rows(lists((await p.take()).slot)[0]!)
  }

  test('depend on seed, operator and sample, not on the batch', async () => {
    const whole = await drawn({}, 0)
    const later = await drawn({}, 2)
    expect(later.slice(0, 2)).toEqual(whole.slice(2))
    expect(new Set(whole.flat()).size).toBe(12)
    for (const x of whole.flat()) expect(x >= 0 && x < 1).toBe(true)
    for (const other of [{ seed: 7 }, { id: 6 }]) {
      expect((await drawn(other, 0)).flat().some((x) => whole.flat().includes(x))).toBe(false)
    }
  })
})

describe('a function that fails', () => {
  test("'throw' names sample, call and line, and carries the stack", async () => {
    const p = await start({ export: 'oddFails' })
    await p.send(numbered(0, 4))
    const error = await failure(() => p.actors[0]!.step())
    expect(error).toMatchObject({
      code: 'USER_FUNCTION',
      op: 'jsFunction',
      callSite: 'job.ts:1:1',
      sample: { index: 1, source: 's' },
    })
    expect(error.message).toMatch(/threw: no odd sample: 1 \(\/.*samples\.mjs:\d+:\d+\)/)
    expect((error.cause as Error).stack).toMatch(
      /RangeError: no odd sample: 1\n +at oddFails \(.*samples\.mjs:\d+:\d+\)/,
    )
  })

  test("'throw' passes the failure on in order", async () => {
    const p = await start({ export: 'oddFails' })
    await p.send(numbered(0, 1))
    await p.send(numbered(1, 1))
    await p.actors[0]!.step()
    const error = await failure(() => p.actors[0]!.step())
    p.actors[0]!.fail({ code: 'USER_FUNCTION', message: error.message })
    const first = await p.take()
    expect(first.slot.failure).toBe(undefined)
    first.give()
    expect((await p.take()).slot.failure).toEqual({
      error: { code: 'USER_FUNCTION', message: error.message },
      ends: true,
    })
  })

  for (const name of ['oddFails', 'oddRejects']) {
    test(`skip: ${name}, samples drop out of every output, and are reported`, async () => {
      const { slot, outputs, indices, reports, stage } = await one({ export: name, onError: 'skip' }, 8)
      expect(indices).toEqual([0, 2, 4, 6])
      expect(rows(outputs[0]!).map(([x]) => x)).toEqual([0, 20, 40, 60])
      expect(rows(outputs[1]!)).toEqual([[0], [2], [4], [6]])
      expect(slot.flags).toBe(batchFlags.holes)
      const { bad, badTotal, ops } = mergedReport(stage, reports)
      expect(badTotal).toBe(4)
      expect(bad.map(({ index, path, epoch, op, callSite, code }) => [index, path, epoch, op, callSite, code])).toEqual(
        [1, 3, 5, 7].map((i) => [i, 's'.repeat(i % 4), 3, 'jsFunction', 'job.ts:1:1', 'USER_FUNCTION']),
      )
      expect(bad[0]!.reason).toMatch(/no odd sample: 1 \(.*samples\.mjs:\d+/)
      expect(ops).toMatchObject([{ op: 'jsFunction', name: 'js', id: 5, samples: 8 }])
      expect(ops[0]!.outputs).toEqual([{ real: 48, maxReal: 12, reserved: 48, maxReserved: 12 }])
    })
  }

  test("'placeholder' gives marked zeros in the shape of a good sample", async () => {
    const p = await start({ export: 'oddFails', onError: 'placeholder' })
    await p.send(numbered(1, 4))
    await p.actors[0]!.step()
    const { slot } = await p.take()
    expect(rows(lists(slot)[0]!)).toEqual([
      [0, 0, 0],
      [20, 21, 22],
      [0, 0, 0],
      [40, 41, 42],
    ])
    expect([0, 1, 2, 3].map((i) => slot.sampleFlags(i))).toEqual([sampleFlags.invalid, 0, sampleFlags.invalid, 0])
    expect(lists(slot)[0]!.isDense).toBe(true)
    expect(slot.flags).toBe(0)
  })

  test("'placeholder' fills a batch without a good sample", async () => {
    const { outputs } = await one({
      export: 'alwaysFails',
      onError: 'placeholder',
      outputs: [{ dtype: 'uint8', ndim: 2 }],
    })
    expect(outputs[0]!.dtype).toBe('uint8')
    expect(outputs[0]!.shape()).toEqual([4, 0, 0])
    expect([...outputs[0]!.valid]).toEqual([0, 0, 0, 0])
  })

  const wrong: [string, Given, RegExp, string?][] = [
    ['nothing', { export: 'forgetsToReturn' }, /Expected a sample .* but received undefined/],
    [
      'another dtype than before',
      { export: 'changes' },
      /one dtype for all samples of output 0 \('float32'\) but received 'uint8'/,
    ],
    [
      'another dtype than declared',
      { outputs: [{ dtype: 'int32' }] },
      /Expected int32 but received a Tensor of float32/,
    ],
    ['another number of dimensions', { outputs: [{ ndim: 2 }] }, /Expected 2 dimensions but received 1/],
    ['one instead of two', { outputs: [{}, {}] }, /Expected a list of 2 samples \(one per output\)/],
    ['a tensor that was released', { export: 'keeps' }, /valid until the function/, 'OUTPUT_RELEASED'],
  ]
  test.each(wrong)('fails with a message: %s', async (_, more, text, code = 'INVALID_INPUT') => {
    const p = await start(more)
    await p.send(numbered(0, 4))
    const error = await failure(() => p.actors[0]!.step())
    expect(error).toMatchObject({ code, op: 'jsFunction', callSite: 'job.ts:1:1' })
    expect(error.message).toMatch(text)
    expect(error.sample).toBeDefined()
  })

  test('an upstream failure passes through', async () => {
    const p = await start()
    const upstream = { code: 'BAD_SAMPLE', message: 'broken file', op: 'decoders.image' } as const
    await p.fail(upstream)
    expect(await failure(() => p.actors[0]!.step())).toMatchObject({ code: upstream.code, op: upstream.op })
  })
})

describe('the module', () => {
  const missing: [Given, RegExp][] = [
    [
      { export: 'nope' },
      /Expected a function for export 'nope' of .*samples\.mjs but received none.*The module exports .*twice/,
    ],
    [{ export: 'notAFunction' }, /Expected a function for export 'notAFunction' of .* but received number/],
    [{ module: moduleUrl('broken') }, /broken\.mjs cannot be imported: broken from the start \(\/.*broken\.mjs:2:7\)/],
  ]
  test.each(missing)('is refused when it is missing: %o', async (more, text) => {
    const error = await failure(() => start(more))
    expect(error).toMatchObject({ code: 'USER_FUNCTION', op: 'jsFunction', callSite: 'job.ts:1:1' })
    expect(error.message).toMatch(text)
  })
})

describe('several workers', () => {
  test.each([1, 2, 3, 4])('%i keep the order, whichever is first', async (workers) => {
    const p = await start({ export: 'late' }, workers)
    const total = 20
    const received = (async () => {
      const seen: number[] = []
      for (let i = 0; i < total; i++) {
        const { slot, give } = await p.take()
        for (const [x] of rows(lists(slot)[0]!)) seen.push(x! / 10)
        give()
      }
      return seen
    })()
    const done = p.work(total)
    for (let i = 0; i < total; i++) await p.send(numbered(3 * i, 3))
    await within(5000, 'the work', done)
    expect(await within(1000, 'the rest', received)).toEqual(Array.from({ length: 3 * total }, (_, i) => i))
  })

  test('batches of a generation that was given up come out empty, one for one', async () => {
    const p = await start({ export: 'twice' }, 2)
    await p.send(numbered(0, 3))
    await p.send(numbered(3, 3))
    p.words.epochs.nextGeneration(1)
    await p.send(numbered(6, 3), 0, 1)
    await p.work(3)
    const seen: number[][] = []
    for (let i = 0; i < 3; i++) {
      const { slot, give } = await p.take()
      seen.push([slot.generation, slot.batchSize])
      give()
    }
    expect(seen).toEqual([
      [0, 0],
      [0, 0],
      [1, 3],
    ])
  })
})
