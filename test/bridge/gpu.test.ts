// Outputs in GPU memory over the bridge, on the emulated GPU: what the messages say, and when memory is freed. Python's
// tests (python/tests/test_gpu.py) open it from another process.

import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fn, pipelineDef, types } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../src/bridge/protocol.js'
import { tempFolder } from '../util/files.js'
import { plugin } from '../util/gpu.js'
import { handles } from '../util/resources.js'
import { Consumer } from './consumer.js'

/** Batch i has samples of sizes[i] elements, in GPU memory; and their numbers, in host memory. */
const serve = (sizes: number[]) =>
  pipelineDef({ batchSize: 2, numThreads: 1, deviceId: 1 }, () => {
    const source = (i: number) => (i < sizes.length ? [0, 1].map(() => new Int32Array(sizes[i]!)) : null)
    const numbers = fn.externalSource({ name: 'numbers', dtype: 'int32', ndim: 1, source })
    const labels = fn.externalSource({
      name: 'labels',
      dtype: 'int32',
      ndim: 1,
      source: (i: number) => source(i) && [[i], [i]],
    })
    return [fn.cast(numbers.gpu(), { dtype: types.FLOAT }), labels]
  })().serve(`${tempFolder()}/p.sock`)

/** The device memory and the events of this process that others can open. */
const exported = (kind: 'gpu' | 'event') =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes(`emulated-${kind}`)
    } catch {
      return false
    }
  }).length

type Batch = Extract<Message, { t: 'batch' }>

/**
 * Takes an epoch and gives batches back, with their events or without: each at once, or all when no more come for a while, so
 * that many slots are used.
 */
async function epoch(consumer: Consumer, iteration: number, event: boolean, hold = false): Promise<Message[]> {
  const seen: Message[] = []
  const held: number[] = []
  const giveBack = () => {
    const b = held.splice(0)
    consumer.send({ t: 'free', b, ...(event && { e: b }) })
  }
  consumer.send({ t: 'begin', iteration })
  for (;;) {
    const next = consumer.next('batch', 'end', 'drop')
    if (hold && !(await Promise.race([next, sleep(100)])) && held.length) giveBack()
    const message = await next
    seen.push(message)
    if (message.t === 'end') {
      if (hold) giveBack()
      return seen
    }
    if (message.t === 'drop') {
      consumer.send({ t: 'closed', x: message.x })
      continue
    }
    consumer.send({ t: 'take', b: message.b })
    held.push(message.b)
    if (!hold) giveBack()
  }
}

describe.skipIf(!existsSync(plugin))('outputs in GPU memory', () => {
  test.each([true, false])('are named once for each consumer; given back with an event: %s', async (event) => {
    const server = await serve(new Array(30).fill(1000))
    const consumer = await Consumer.at(server.path)
    const batches = (await epoch(consumer, 1, event)).filter((m): m is Batch => m.t === 'batch')
    expect(batches).toHaveLength(30)
    const known = new Map(batches.flatMap(({ x = [] }) => x.map((one) => [one.id, one] as const)))
    expect(known.size).toBe(batches.reduce((n, { x = [] }) => n + x.length, 0))
    for (const { g, p } of batches) {
      expect(p).toHaveLength(2)
      expect(g).toHaveLength(1)
      const [part, eventId, memory] = g![0]!
      expect(part).toBe(0)
      const where = { bus: '0000:02:00.0', ipc: expect.stringMatching(/^[0-9a-f]{128}$/) }
      expect(known.get(eventId)).toMatchObject({ bytes: 0, ...where })
      for (const [id, address, bytes] of memory) {
        expect(known.get(id)).toMatchObject({ bytes, ...where })
        expect([bytes % 2 ** 21, address % 256]).toEqual([0, 0])
      }
    }
    const blocks = [...known.values()].filter(({ bytes }) => bytes > 0).length
    // Slots are used again: there are far fewer than batches.
    expect(blocks).toBeLessThan(14)
    await server.close()
    // The consumer has them open.
    expect(exported('gpu')).toBe(blocks)
    consumer.send({ t: 'closed', x: [...known.keys()] })
    await expect.poll(() => exported('gpu') + exported('event') + handles()).toBe(0)
    await expect.poll(() => consumer.ended).toBe(true)
  })

  test('a block that was replaced is freed when all consumers have closed it', async () => {
    const server = await serve([...new Array(10).fill(1000), ...new Array(30).fill(600_000)])
    const [first, second] = await Promise.all([Consumer.at(server.path), Consumer.at(server.path)])
    first.send({ t: 'begin', iteration: 1 })
    const small = await first.next('batch')
    first.send({ t: 'free', b: [small.b] })
    first.send({ t: 'leave' })
    const old = small.x!.find(({ bytes }) => bytes > 0)!
    // The second one closes what it had open. The first does not, and is told. Which free slot comes next depends on time, so
    // that it may take some epochs until the old block's does.
    const dropped: number[] = []
    const news = () => first.messages.flatMap((m) => (m.t === 'drop' ? m.x : []))
    for (let iteration = 1; !news().includes(old.id) && iteration <= 20; iteration++) {
      const seen = await epoch(second, iteration, true, true)
      dropped.push(...seen.flatMap((m) => (m.t === 'drop' ? m.x : [])))
    }
    expect(news()).toContain(old.id)
    expect(dropped.length).toBeGreaterThan(0)
    const before = exported('gpu')
    first.die()
    await expect.poll(() => server.consumers).toBe(1)
    await expect.poll(() => exported('gpu')).toBe(before - 1)
    await server.close()
    second.die()
    await expect.poll(() => exported('gpu') + exported('event') + handles()).toBe(0)
  })

  test('what a consumer holds when the server closes is freed when the consumer ends', async () => {
    const server = await serve(new Array(10).fill(1000))
    const consumer = await Consumer.at(server.path)
    consumer.send({ t: 'begin', iteration: 1 })
    for (let i = 0; i < 2; i++) consumer.send({ t: 'take', b: (await consumer.next('batch')).b })
    await server.close()
    expect(exported('gpu')).toBeGreaterThan(0)
    consumer.die()
    await expect.poll(() => exported('gpu') + exported('event') + handles()).toBe(0)
  })

  test('a consumer that dies gives back what it holds, and what it has open', async () => {
    const server = await serve(new Array(40).fill(1000))
    const dead = await Consumer.at(server.path)
    dead.send({ t: 'begin', iteration: 1 })
    for (let i = 0; i < 3; i++) dead.send({ t: 'take', b: (await dead.next('batch')).b })
    dead.die()
    const other = await Consumer.at(server.path)
    expect((await epoch(other, 1, true)).filter(({ t }) => t === 'batch').length).toBeGreaterThanOrEqual(36)
    other.die()
    await server.close()
    await expect.poll(() => exported('gpu') + exported('event') + handles(), { timeout: 10_000 }).toBe(0)
  })
})
