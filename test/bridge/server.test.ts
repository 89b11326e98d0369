// A pipeline that serves consumers over a socket: what each gets, and what is given back when one ends. Python's tests
// (python/tests) look at the memory.
import { join } from 'node:path'
import fc from 'fast-check'
import { fn, math, type PipelineOptions, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'
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

const serve = (batches: number, options: PipelineOptions = {}) =>
  numbers(options, batches).serve(join(tempFolder(), 'p.sock'))

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

describe('a batch in memory that is new to the consumer', () => {
  const consumerWithout = async (path: string) => {
    const consumer = await Consumer.at(path)
    consumer.takesDescriptors = false
    consumer.send({ t: 'begin', iteration: 1 })
    await expect.poll(() => consumer.announced).toBe(1)
    return consumer
  }

  test('is announced, and comes when the consumer takes descriptors', async () => {
    await using server = await serve(3)
    const consumer = await consumerWithout(server.path)
    consumer.send({ t: 'call', id: 1, name: 'facts' })
    // Others are served meanwhile.
    expect(await epoch(await Consumer.at(server.path), 1)).toHaveLength(2)
    expect(consumer.messages.map(({ t }) => t)).toEqual(['hello'])
    consumer.takesDescriptors = true
    consumer.send({ t: 'descriptors' })
    expect((await consumer.next('batch')).b).toBe(0)
    await consumer.next('reply')
  })

  test('does not come any more when the server closes', async () => {
    const server = await serve(3)
    const consumer = await consumerWithout(server.path)
    consumer.send({ t: 'call', id: 1, name: 'facts' })
    await server.close()
    expect((await consumer.next('error')).error.code).toBe('PIPELINE_CLOSED')
    await expect.poll(() => consumer.ended).toBe(true)
    expect(handles()).toBe(0)
  })

  test('is not waited for: descriptors that were not announced are refused', async () => {
    await using server = await serve(3)
    const consumer = await Consumer.at(server.path)
    consumer.send({ t: 'descriptors' })
    expect((await consumer.next('error')).error.code).toBe('INVALID_INPUT')
    await expect.poll(() => server.consumers).toBe(0)
  })
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
