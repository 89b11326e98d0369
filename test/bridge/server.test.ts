// A pipeline that serves consumers over a socket: what each gets, and what is given back when one ends. Python's tests
// (python/tests) look at the memory.
import { join } from 'node:path'
import fc from 'fast-check'
import { fn, math, type PipelineOptions, type PipelineServerOptions, pipelineDef } from 'penstock-data'
import { PNG } from 'pngjs'
import { describe, expect, test, vi } from 'vitest'
import { type BatchPicture, framed } from '../../src/bridge/protocol.js'
import { native } from '../../src/native.js'
import { tempFolder } from '../util/files.js'
import { executorNames, executors, expectReturned, handles, resources } from '../util/resources.js'
import { check } from '../util/soak.js'
import { Consumer } from './consumer.js'

/** Epochs of `batches` batches with 4 samples each. */
const numbers = pipelineDef({ batchSize: 4, numThreads: 1 }, (batches: number) => {
  const source = ({ idxInEpoch }: { idxInEpoch: number }) =>
    idxInEpoch < 4 * batches ? new Int32Array(64).fill(idxInEpoch) : null
  return [math.add(fn.externalSource({ name: 'numbers', dtype: 'int32', ndim: 1, batch: false, source }), 0)]
})

const serve = (batches: number, options: PipelineOptions = {}, limits: PipelineServerOptions = {}) =>
  numbers(options, batches).serve(join(tempFolder(), 'p.sock'), limits)

/** Takes an epoch and gives each batch back at once; returns the numbers of the batches. */
async function epoch(consumer: Consumer, iteration: number): Promise<number[]> {
  const got: number[] = []
  consumer.send({ t: 'begin', iteration })
  for (;;) {
    const message = await consumer.next('batch', 'end')
    expect(message.iteration).toBe(iteration)
    if (message.t === 'end') return got
    got.push(message.b)
    consumer.send({ t: 'take', b: message.b })
    consumer.send({ t: 'free', b: [message.b] })
  }
}

describe.each(executorNames)('the %s executor', (name) => {
  test('serves epochs, one message a batch, and gives everything back', async () => {
    await (await serve(1)).close()
    const before = resources()
    const server = await serve(10, executors[name])
    const consumer = await Consumer.at(server.path)
    expect(await epoch(consumer, 1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(await epoch(consumer, 2)).toHaveLength(10)
    expect(consumer.messages.filter(({ t }) => t === 'batch')).toHaveLength(20)
    await server.close()
    expect((await consumer.next('error')).error.code).toBe('PIPELINE_CLOSED')
    await expectReturned(before)
  })

  test('a consumer that holds all batches stops nobody', async () => {
    const server = await serve(30, executors[name])
    const consumer = await Consumer.at(server.path)
    consumer.send({ t: 'begin', iteration: 1 })
    for (let i = 0; i < 30; i++) consumer.send({ t: 'take', b: (await consumer.next('batch')).b })
    await consumer.next('end')
    await server.close()
    expect(handles()).toBe(0)
  })
})

describe('several consumers', () => {
  test('share an epoch: each batch goes to one of them', async () => {
    await using server = await serve(40)
    const all = await Promise.all([1, 2, 3].map(() => Consumer.at(server.path)))
    for (let e = 1; e <= 3; e++) {
      const got = await Promise.all(all.map((consumer) => epoch(consumer, e)))
      expect(got.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => 40 * (e - 1) + i))
    }
  })

  test('one that ends gives its batches back, and the others go on', async () => {
    // With a budget, a batch that is not given back is missed.
    await using server = await serve(40, { memoryBudget: { host: 2 ** 20 } })
    const dead = await Consumer.at(server.path)
    const other = await Consumer.at(server.path)
    dead.send({ t: 'begin', iteration: 1 })
    const { b } = await dead.next('batch')
    dead.send({ t: 'take', b })
    await dead.next('batch')
    expect(server.consumers).toBe(2)
    dead.die()
    expect(await epoch(other, 1)).toHaveLength(38)
    expect(server.consumers).toBe(1)
  })
})

test('a consumer that begins again leaves the rest of its epoch', async () => {
  await using server = await serve(10)
  const consumer = await Consumer.at(server.path)
  consumer.send({ t: 'begin', iteration: 1 })
  const { b } = await consumer.next('batch')
  consumer.send({ t: 'free', b: [b] })
  const got = await epoch(consumer, 2)
  expect(got).toHaveLength(10)
})

test('a consumer that breaks the protocol is told why and cut off; the others go on', async () => {
  await using server = await serve(3)
  const wrong = await Consumer.at(server.path)
  const other = await Consumer.at(server.path)
  wrong.send({ t: 'free', b: [99] })
  expect((await wrong.next('error')).error).toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('99'),
  })
  await expect.poll(() => server.consumers).toBe(1)
  expect(await epoch(other, 1)).toHaveLength(3)
})

describe('a picture', () => {
  /** Batches of two grey pictures, and of labels. */
  const pictures = pipelineDef({ batchSize: 2, numThreads: 1 }, () => ({
    pictures: fn.externalSource({
      source: () => [40, 80].map((grey) => ({ data: new Uint8Array(64 * 64 * 3).fill(grey), shape: [64, 64, 3] })),
      ...{ dtype: 'uint8', layout: 'HWC' },
    }),
    labels: fn.externalSource({ source: () => [Int32Array.of(7), Int32Array.of(8)], dtype: 'int32' }),
  }))

  test('is of a batch that the consumer holds, and of no other', async () => {
    await using server = await pictures().serve(join(tempFolder(), 'p.sock'))
    const consumer = await Consumer.at(server.path)
    consumer.send({ t: 'begin', iteration: 1 })
    const { b } = await consumer.next('batch')
    consumer.send({ t: 'call', id: 1, name: 'picture', b })
    const { value } = await consumer.next('reply')
    expect(value).toMatchObject({ width: 2 * 68 + 4, height: 64 + 18 + 8, shown: 2, labels: ['7', '8'] })
    const { data } = PNG.sync.read(Buffer.from((value as BatchPicture).data, 'base64'))
    const at = (x: number) => data[4 * (30 * (2 * 68 + 4) + x)]
    expect([at(30), at(100)]).toEqual([40, 80])
    consumer.send({ t: 'free', b: [b] })
    consumer.send({ t: 'call', id: 2, name: 'picture', b })
    expect((await consumer.next('refusal')).error).toMatchObject({ code: 'INVALID_INPUT' })
    const other = await Consumer.at(server.path)
    other.send({ t: 'call', id: 1, name: 'picture', b })
    await other.next('refusal')
  })

  test('that is more than may wait for the consumer is refused, and the consumer stays', async () => {
    // They hardly become smaller by compression.
    const pixels = Uint8Array.from({ length: 128 * 128 * 3 }, (_, i) => Math.imul(i ^ (i >> 3), 0x9e3779b1) >>> 17)
    const define = pipelineDef({ batchSize: 4, numThreads: 1 }, () => ({
      noise: fn.externalSource({
        source: () => Array(4).fill({ data: pixels, shape: [128, 128, 3], layout: 'HWC' }),
        dtype: 'uint8',
        layout: 'HWC',
      }),
    }))
    await using server = await define().serve(join(tempFolder(), 'p.sock'), { maxUnread: 2 ** 16 })
    const consumer = await Consumer.at(server.path)
    consumer.send({ t: 'begin', iteration: 1 })
    const { b } = await consumer.next('batch')
    consumer.send({ t: 'call', id: 1, name: 'picture', b })
    expect((await consumer.next('refusal')).error).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      hint: 'Raise maxUnread of the server',
    })
    consumer.send({ t: 'call', id: 2, name: 'facts' })
    await consumer.next('reply')
  })

  test('of what looks like none is null', async () => {
    await using server = await serve(3)
    const consumer = await Consumer.at(server.path)
    consumer.send({ t: 'begin', iteration: 1 })
    const { b } = await consumer.next('batch')
    consumer.send({ t: 'call', id: 1, name: 'picture', b })
    expect((await consumer.next('reply')).value).toBeNull()
  })
})

describe('a consumer that takes too much', () => {
  const take = (consumer: Consumer, b: number) => consumer.send({ t: 'take', b })

  test('of requests waits for the others: each has its turn', async () => {
    await using server = await serve(3, {}, { maxRequests: 8 })
    const flooding = await Consumer.at(server.path)
    const other = await Consumer.at(server.path)
    const replies = () => flooding.messages.filter(({ t }) => t === 'reply').length
    const calls = Array.from({ length: 3000 }, (_, id) => framed({ t: 'call', id, name: 'facts' }))
    flooding.socket.write(Buffer.concat(calls))
    await flooding.next('reply')
    const before = replies()
    other.send({ t: 'call', id: 1, name: 'facts' })
    await other.next('reply')
    // Turns of the event loop, each with one answer; requests of one consumer come in pieces of more than a thousand.
    expect(replies() - before).toBeLessThan(100)
    await expect.poll(replies).toBe(3000)
  })

  test('and asks over and over gets no more batches than one that asks once', async () => {
    await using server = await serve(60)
    const flooding = await Consumer.at(server.path)
    const other = await Consumer.at(server.path)
    const got: [string, number][] = []
    const run = async (name: string, consumer: Consumer, times: number) => {
      consumer.send({ t: 'begin', iteration: 1 })
      for (;;) {
        const message = await consumer.next('batch', 'end')
        if (message.t === 'end') return
        got.push([name, message.b])
        for (let i = 0; i < times; i++) take(consumer, message.b)
        consumer.send({ t: 'free', b: [message.b] })
      }
    }
    await Promise.all([run('flooding', flooding, 500), run('other', other, 1)])
    expect(got).toHaveLength(60)
    const share = got.filter(([name]) => name === 'other').length / 60
    expect(share).toBeGreaterThan(0.4)
  })

  test('holds as many batches as it may, and is told; the others go on, and its arrays stay', async () => {
    await using server = await serve(40, {}, { maxHeld: 5 })
    const hoarding = await Consumer.at(server.path)
    const other = await Consumer.at(server.path)
    hoarding.send({ t: 'begin', iteration: 1 })
    const held: number[] = []
    for (;;) {
      const message = await hoarding.next('batch', 'error')
      if (message.t === 'error') {
        expect(message.error).toMatchObject({ code: 'BUDGET_EXCEEDED', hint: expect.stringContaining('maxHeld') })
        break
      }
      held.push(message.b)
      take(hoarding, message.b)
    }
    expect(held).toEqual([0, 1, 2, 3, 4])
    // It was alone in its epoch, so the next one begins.
    expect(await epoch(other, 1)).toHaveLength(40)
    expect(server.consumers).toBe(2)
    // It can give back, and gets nothing more.
    for (const b of held) hoarding.send({ t: 'free', b: [b] })
    hoarding.send({ t: 'begin', iteration: 2 })
    hoarding.send({ t: 'call', id: 1, name: 'facts' })
    await hoarding.next('reply')
    expect(await epoch(other, 2)).toHaveLength(40)
  })

  test('of connections: the oldest that is not used makes room, and where all are used one more is told', async () => {
    await using server = await serve(30, {}, { maxConsumers: 2 })
    const using = await Consumer.at(server.path)
    using.send({ t: 'begin', iteration: 1 })
    await using.next('batch')
    const idle = await Consumer.at(server.path)
    const next = await Consumer.at(server.path)
    expect((await idle.next('error')).error.code).toBe('BUDGET_EXCEEDED')
    next.send({ t: 'begin', iteration: 1 })
    await next.next('batch')
    const refused = Consumer.at(server.path)
    await expect(refused).rejects.toThrow(/at most 2 consumers/)
    expect(server.consumers).toBe(2)
  })

  test('of what is unread is cut off', async () => {
    await using server = await serve(3, {}, { maxUnread: 2 ** 16 })
    const silent = await Consumer.at(server.path)
    silent.socket.pause()
    for (let id = 0; id < 5000; id++) silent.send({ t: 'call', id, name: 'statistics' })
    await expect.poll(() => server.consumers).toBe(0)
  })

  test.each([
    [{ maxHeld: 1 }, 'from 2 on for maxHeld but received 1'],
    [{ maxConsumers: 0 }, 'for maxConsumers but received 0'],
    [{ maxRequest: 3 }, "received 'maxRequest'"],
  ])('has limits that are checked: %o', async (limits, message) => {
    await expect(serve(3, {}, limits as never)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(message),
    })
    expect(handles()).toBe(0)
  })
})

test('what goes wrong in a callback ends the pipeline with an error to all, and is not lost', async () => {
  const server = await serve(100)
  const run = server.run().catch((error: unknown) => error)
  const dying = await Consumer.at(server.path)
  const other = await Consumer.at(server.path)
  other.send({ t: 'begin', iteration: 1 })
  await other.next('batch')
  const { exports } = (server as unknown as { server: { exports: { forget(): void } } }).server
  const forget = vi.spyOn(exports, 'forget').mockImplementationOnce(() => {
    throw new Error('cannot forget')
  })
  dying.die()
  expect((await other.next('error')).error).toMatchObject({ code: 'INTERNAL', message: 'cannot forget' })
  expect(await run).toMatchObject({ code: 'INTERNAL', message: 'cannot forget' })
  forget.mockRestore()
  await server.close()
  expect(handles()).toBe(0)
})

test.each([
  ['of another user', 1001, false],
  ['of the same user', 1000, true],
  ['of root', 0, true],
])('a process %s', async (_, user, isServed) => {
  await using server = await serve(3)
  const own = vi.spyOn(process as { geteuid(): number }, 'geteuid').mockReturnValue(1000)
  const peer = vi.spyOn(native(), 'bridgePeer').mockReturnValue([process.pid, user])
  try {
    const consumer = await Consumer.at(server.path).catch(() => undefined)
    expect(consumer !== undefined).toBe(isServed)
    expect(server.consumers).toBe(isServed ? 1 : 0)
  } finally {
    own.mockRestore()
    peer.mockRestore()
  }
})

test('a message that the system does not send ends that consumer, and the others go on', async () => {
  await using server = await serve(6)
  const broken = await Consumer.at(server.path)
  const other = await Consumer.at(server.path)
  const send = vi.spyOn(native(), 'bridgeSend').mockImplementationOnce(() => {
    throw new Error('sendmsg failed')
  })
  broken.send({ t: 'call', id: 1, name: 'facts' })
  await expect.poll(() => broken.ended).toBe(true)
  send.mockRestore()
  expect(await epoch(other, 1)).toHaveLength(6)
  expect(server.consumers).toBe(1)
})

test('a batch whose descriptors the system does not take yet does not come any more when the server closes', async () => {
  const server = await serve(3)
  const consumer = await Consumer.at(server.path)
  const { bridgeSend } = native()
  const send = vi
    .spyOn(native(), 'bridgeSend')
    .mockImplementation((fd, bytes, segments) => (segments.length ? 0 : bridgeSend(fd, bytes, segments)))
  consumer.send({ t: 'begin', iteration: 1 })
  await expect.poll(() => send.mock.calls.some(([, , segments]) => segments.length)).toBe(true)
  consumer.send({ t: 'call', id: 1, name: 'facts' })
  await server.close()
  send.mockRestore()
  expect((await consumer.next('error')).error.code).toBe('PIPELINE_CLOSED')
  await expect.poll(() => consumer.ended).toBe(true)
  expect(handles()).toBe(0)
})

test('a failure of the pipeline comes behind its last good batch, to each consumer', async () => {
  const failing = pipelineDef({ batchSize: 1 }, () =>
    fn.externalSource({
      name: 'x',
      dtype: 'int32',
      ndim: 1,
      source: (i: number) => {
        if (i === 2) throw new Error('no more')
        return [new Int32Array(1)]
      },
    }),
  )
  const server = await failing().serve(join(tempFolder(), 'p.sock'))
  const run = server.run().catch((error: unknown) => error)
  const idle = await Consumer.at(server.path)
  const consumer = await Consumer.at(server.path)
  consumer.send({ t: 'begin', iteration: 1 })
  for (let i = 0; i < 2; i++) consumer.send({ t: 'take', b: (await consumer.next('batch')).b })
  expect((await consumer.next('error')).error).toMatchObject({ code: 'USER_FUNCTION', op: 'externalSource' })
  expect((await idle.next('error')).error.code).toBe('USER_FUNCTION')
  expect(await run).toMatchObject({ code: 'USER_FUNCTION' })
})

test('serve() must come before build(), and is the only way to run the pipeline', async () => {
  const pipe = numbers(3)
  await pipe.build()
  expect(() => pipe.serve(join(tempFolder(), 'p.sock'))).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  await pipe.close()
  const other = numbers(3)
  await using _ = await other.serve(join(tempFolder(), 'p.sock'))
  await expect(other.run()).rejects.toMatchObject({ code: 'API_MIXED' })
})

test('a path that cannot be used closes the pipeline', async () => {
  const pipe = numbers(3)
  await expect(pipe.serve('/none/p.sock')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
  expect(handles()).toBe(0)
})

type Step = { who: number; do: 'come' | 'begin' | 'take' | 'free' | 'leave' | 'die' }

/** A consumer as the model knows it: what it has got, and what it holds. */
interface Known {
  consumer: Consumer
  iteration: number
  seen: number
  held: Set<number>
  untaken: number[]
}

test('consumers that come, go, die and hold batches lose and repeat none', { tags: 'property' }, async () => {
  const steps = fc.array(
    fc.record({
      who: fc.integer({ min: 0, max: 2 }),
      do: fc.constantFrom('come', 'begin', 'take', 'take', 'take', 'free', 'free', 'leave', 'die') as fc.Arbitrary<
        Step['do']
      >,
    }),
    { minLength: 10, maxLength: 60 },
  )
  const property = fc.asyncProperty(steps, fc.constantFrom(...executorNames), async (all, executor) => {
    const server = await serve(6, executors[executor])
    const known = new Map<number, Known>()
    const dealt = new Set<number>()
    const look = (one: Known) => {
      for (const message of one.consumer.messages.slice(one.seen)) {
        one.seen++
        if (message.t !== 'batch') continue
        expect(dealt.has(message.b), `batch ${message.b} was dealt twice`).toBe(false)
        dealt.add(message.b)
        one.held.add(message.b)
        if (message.iteration === one.iteration) one.untaken.push(message.b)
      }
    }
    for (const { who, do: what } of all) {
      const one = known.get(who)
      if (what === 'come' && !one) {
        known.set(who, {
          consumer: await Consumer.at(server.path),
          iteration: 0,
          seen: 0,
          held: new Set(),
          untaken: [],
        })
      }
      if (!one) continue
      look(one)
      if (what === 'begin') {
        one.untaken = []
        one.consumer.send({ t: 'begin', iteration: ++one.iteration })
      } else if (what === 'take' && one.untaken.length) {
        one.consumer.send({ t: 'take', b: one.untaken.shift()! })
      } else if (what === 'free' && one.held.size) {
        const [b] = one.held
        one.held.delete(b!)
        one.consumer.send({ t: 'free', b: [b!] })
      } else if (what === 'leave') {
        one.consumer.send({ t: 'leave' })
      } else if (what === 'die') {
        one.consumer.die()
        known.delete(who)
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    // Whatever happened, a new consumer gets a whole epoch once the others are gone.
    for (const { consumer } of known.values()) consumer.die()
    await expect.poll(() => server.consumers).toBe(0)
    const fresh = await Consumer.at(server.path)
    expect(await epoch(fresh, 1)).toHaveLength(6)
    await server.close()
    expect(handles()).toBe(0)
  })
  await check(150, 18, property, 15)
})
