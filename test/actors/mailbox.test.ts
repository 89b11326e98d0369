// Mailboxes between real threads: the worker's blocking ends against the waiter's waiting ones, over the native ring.
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ControlWords } from '../../src/actors/control/control-words.js'
import { layOut } from '../../src/actors/control/layout.js'
import { EventLoopWaiter } from '../../src/actors/event-loop-waiter.js'
import { InEnd, OutEnd } from '../../src/actors/mailbox.js'
import { Slot } from '../../src/data/arena.js'
import { acquire, ring, signals } from '../../src/generated/abi.js'
import { type Handle, native, type SystemInfo } from '../../src/native.js'
import { failure, within } from '../util/collect.js'

const nativeModule = fileURLToPath(new URL('../../dist/native.js', import.meta.url))

/** Echoes every slot of mailbox `there` into mailbox `back` until it is signalled; pauses as its seed says. */
const echo = `
const { parentPort, workerData } = require('node:worker_threads')
import(workerData.module).then(({ native }) => {
  const n = native()
  const { block, there, back } = workerData
  let seed = workerData.seed
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648
  const bells = new Int32Array(workerData.buffer)
  const take = (box, consumer) => {
    for (;;) {
      const seq = Atomics.load(bells, (workerData.bell + ${ring.bellSeq}) / 4) >>> 0
      const slot = n.acquire(block, box, consumer)
      if (slot !== ${acquire.timeout}) return slot
      if (n.wait(block, workerData.bell, seq, 500) === ${acquire.signalled}) return -1
    }
  }
  // The slots of the mailbox that leads back are the worker's.
  const free = workerData.slots
  const reserve = () => free.pop() ?? take(back, false)
  const seen = []
  for (;;) {
    const slot = take(there, true)
    if (slot < 0) break
    seen.push(slot)
    if (random() < 0.05) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, random() * 3)
    const out = reserve()
    if (out < 0) break
    n.publish(block, there, true, slot)
    n.publish(block, back, false, out)
  }
  parentPort.postMessage(seen.length)
})`

const canary = 0xa5
const open: { handles: Handle[]; waiter: EventLoopWaiter; canaries: Uint8Array[] }[] = []
afterEach(() => {
  for (const { handles, waiter, canaries } of open.splice(0)) {
    for (const bytes of canaries) expect(bytes.every((b) => b === canary)).toBe(true)
    waiter.close()
    for (const h of handles) native().close(h)
  }
  expect((JSON.parse(native().info()) as SystemInfo).handles).toBe(0)
})

/** Main thread (stage 0, which is both source and sink) > worker (stage 1) > main thread. */
function pair(capacity: number) {
  // Mailboxes that nobody uses stand before, between and behind the two: no byte of them may change.
  const layout = layOut(2, 5)
  const buffer = new SharedArrayBuffer(layout.bytes)
  const words = new ControlWords(buffer)
  words.memory.setLimits(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
  const n = native()
  const block = n.open(new Uint8Array(buffer))
  const [mine, theirs] = layout.bells as [number, number]
  const [before, there, between, back, behind] = layout.mailboxes as [number, number, number, number, number]
  const canaries = [before, between, behind].map((at) => new Uint8Array(buffer, at, ring.mailboxBytes).fill(canary))
  words.mailboxes.connect(there, mine, theirs, ring.maxDepth, false)
  words.mailboxes.connect(back, theirs, mine, ring.maxDepth, false)
  const handles = [block]
  const slots = Array.from({ length: capacity }, () => {
    const memory = new SharedArrayBuffer(1024, { maxByteLength: 2048 })
    const handle = n.open(new Uint8Array(memory, 0, 1024))
    handles.push(handle)
    return { buffer: memory, handle }
  })
  const waiter = new EventLoopWaiter(words, block, mine)
  open.push({ handles, waiter, canaries })
  const end = { block: { buffer, handle: block }, bell: mine, replica: 0, replicas: 1, sources: [], peers: [] }
  const out = new OutEnd(end, { slots, edges: [[there]], hint: 0, owner: 0, most: 0, supplier: 0 }, words)
  const into = new InEnd(end, { mailboxes: [{ offset: back, owner: 0, slots }] }, words)
  const numbers = slots.map((_, i) => capacity - 1 - i)
  const start = (seed: number) =>
    new Worker(echo, {
      eval: true,
      workerData: { module: nativeModule, buffer, block, bell: theirs, there, back, slots: numbers, seed },
    })
  return { words, waiter, out, into, block, mine, theirs, back, start, n }
}

describe('a mailbox pair', () => {
  test('carries every batch once, in order, and no wait is left hanging', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 2 ** 30 }), async (capacity, seed) => {
        const p = pair(capacity)
        const worker = p.start(seed)
        const total = 400
        let sent = 0
        let got = 0
        const lent = new Set<number>()
        const send = async () => {
          for (; sent < total; sent++) {
            const slot = await p.waiter.until(() => p.out.poll())
            // The same slot until it is sent.
            expect(p.out.poll()).toBe(slot)
            p.out.send()
            if ((seed + sent) % 37 === 0) await new Promise((r) => setTimeout(r, 1))
          }
        }
        const receive = async () => {
          for (; got < total; got++) {
            const taken = await p.waiter.until(() => p.into.poll())
            expect(lent.has(taken.index)).toBe(false)
            // Some batches are held for a while: their slots must not come again meanwhile.
            lent.add(taken.index)
            const give = () => {
              lent.delete(taken.index)
              p.into.give(taken)
            }
            if ((seed + got) % 5 === 0 && lent.size < capacity) setImmediate(give)
            else give()
          }
        }
        await within(15_000, `capacity ${capacity}`, Promise.all([send(), receive()]))
        const finished = once(worker, 'message')
        p.n.signal(p.block, p.theirs, signals.stop)
        expect(await within(2000, 'the stop', finished)).toEqual([total])
        await worker.terminate()
      }),
      { numRuns: 8, seed: 3 },
    )
  })

  test('a signal ends a wait that nothing else would end', async () => {
    const p = pair(1)
    const worker = p.start(1)
    await once(worker, 'online')
    await new Promise((r) => setTimeout(r, 100))
    const finished = once(worker, 'message')
    const t0 = performance.now()
    p.n.signal(p.block, p.theirs, signals.stop)
    await finished
    // The wait has no end of its own.
    expect(performance.now() - t0).toBeLessThan(10_000)
    await worker.terminate()
  })
})

describe('the waiter', () => {
  test('wakes all that wait, and a look that throws ends its wait alone', async () => {
    const p = pair(2)
    let open_ = false
    let broken = false
    const waits = [1, 2, 3].map((i) => p.waiter.until(() => (open_ ? i : undefined)))
    const fails = failure(() =>
      p.waiter.until(() => {
        if (broken) throw new RangeError('enough')
        return undefined
      }),
    )
    broken = true
    p.waiter.wake()
    expect(await fails).toBeInstanceOf(RangeError)
    open_ = true
    p.waiter.wake()
    expect(await within(1000, 'the others', Promise.all(waits))).toEqual([1, 2, 3])
  })

  test('is rung by a peer in this very process', async () => {
    const p = pair(1)
    const slot = p.waiter.until(() => p.into.poll())
    p.n.publish(p.block, p.back, false, 0)
    expect(await within(1000, 'the wake-up', slot)).toMatchObject({ index: 0 })
  })

  test('a signal interrupts a blocking wait, and control is forgotten once seen', async () => {
    const p = pair(1)
    const seq = p.words.bells.seq(p.mine)
    expect(p.n.wait(p.block, p.mine, seq, 0)).toBe(acquire.timeout)
    p.n.signal(p.block, p.mine, signals.control)
    expect(p.n.wait(p.block, p.mine, p.words.bells.seq(p.mine), 1000)).toBe(acquire.signalled)
    expect(p.words.bells.takeStop(p.mine)).toBe(false)
    expect(p.n.wait(p.block, p.mine, p.words.bells.seq(p.mine), 0)).toBe(acquire.timeout)
    p.n.signal(p.block, p.mine, signals.stop)
    expect(p.words.bells.takeStop(p.mine)).toBe(true)
    expect(p.words.bells.takeStop(p.mine)).toBe(true)
  })

  test('a bell that was rung since its number was read lets no thread sleep', () => {
    const p = pair(1)
    const seq = p.words.bells.seq(p.mine)
    p.n.signal(p.block, p.mine, 0)
    const t0 = performance.now()
    expect(p.n.wait(p.block, p.mine, seq, 30_000)).toBe(0)
    expect(performance.now() - t0).toBeLessThan(15_000)
  })
})

describe('the depth', () => {
  const layout = layOut(1, 1)
  const [mailbox] = layout.mailboxes as [number]
  const make = (asked = 2, pooled = true) => {
    const words = new ControlWords(new SharedArrayBuffer(layout.bytes))
    words.memory.setLimits(2 ** 32, 2 ** 32, 2 ** 32)
    words.mailboxes.connect(mailbox, 0, 0, asked, pooled)
    return words
  }
  /** It was full, and `batches` later it is empty. */
  const swing = (words: ControlWords, batches: number) => {
    words.mailboxes.noteFull(mailbox)
    for (let i = 1; i < batches; i++) words.mailboxes.found(mailbox, 1)
    words.mailboxes.found(mailbox, 0)
  }
  const steady = (words: ControlWords, batches: number, waiting = 1) => {
    for (let i = 0; i < batches; i++) words.mailboxes.found(mailbox, waiting)
  }

  test.each([
    [1, [1, 2, 2, 2]],
    [2, [2, 4, 4, 4]],
    [5, [5, 10, 10, 10]],
    [40, [40, ring.maxDepth, ring.maxDepth, ring.maxDepth]],
  ])('of %i grows where the paces of its sides vary, to twice as much at most', (asked, expected) => {
    const words = make(asked)
    const depths = Array.from({ length: 4 }, () => {
      swing(words, 10)
      return words.mailboxes.depth(mailbox)
    })
    expect(depths).toEqual(expected)
  })

  test('is fixed where the number of slots is', () => {
    const words = make(2, false)
    for (let i = 0; i < 6; i++) swing(words, 10)
    expect(words.mailboxes.depth(mailbox)).toBe(2)
  })

  test('stays where the consumer is away now and then', () => {
    const words = make()
    for (let i = 0; i < 20; i++) swing(words, 100)
    expect(words.mailboxes.depth(mailbox)).toBe(2)
  })

  test('stays where one side is always the slower one', () => {
    const words = make()
    for (let i = 0; i < 500; i++) words.mailboxes.found(mailbox, 0)
    for (let i = 0; i < 500; i++) {
      words.mailboxes.noteFull(mailbox)
      words.mailboxes.found(mailbox, 2)
    }
    expect(words.mailboxes.depth(mailbox)).toBe(2)
  })

  test('stays where memory is not plenty', () => {
    const words = make()
    words.memory.setLimits(100, 50, 100)
    words.memory.charge(60)
    for (let i = 0; i < 6; i++) swing(words, 3)
    expect(words.mailboxes.depth(mailbox)).toBe(2)
  })

  test.each([
    [2 ** 26 - 1, 4],
    [2 ** 26, 2],
  ])('stays where batches are large in GPU memory: %i bytes', (bytes, expected) => {
    const words = make()
    const block = { buffer: words.buffer as SharedArrayBuffer, handle: native().open(new Uint8Array(words.buffer)) }
    const memory = new SharedArrayBuffer(1024, { maxByteLength: 2048 })
    const slot = { buffer: memory, handle: native().open(new Uint8Array(memory, 0, 1024)) }
    const end = { block, bell: 0, replica: 0, replicas: 1, sources: [], peers: [] }
    const into = new InEnd(end, { mailboxes: [{ offset: mailbox, owner: 0, slots: [slot] }] }, words)
    const device = vi.spyOn(Slot.prototype, 'deviceBytes', 'get').mockReturnValue(bytes)
    for (let i = 0; i < 3; i++) {
      words.mailboxes.noteFull(mailbox)
      native().publish(block.handle, mailbox, false, 0)
      into.note()
      into.give(into.poll()!)
      native().acquire(block.handle, mailbox, false)
      into.note()
    }
    device.mockRestore()
    for (const { handle } of [block, slot]) native().close(handle)
    expect(words.mailboxes.depth(mailbox)).toBe(expected)
  })

  test('shrinks again when the paces are steady, and grows again when they vary again', () => {
    for (const level of [0, 1, 3, 4]) {
      const words = make()
      swing(words, 3)
      swing(words, 3)
      steady(words, 200, level)
      expect(words.mailboxes.depth(mailbox)).toBe(4)
      steady(words, 100, level)
      expect(words.mailboxes.depth(mailbox)).toBe(2)
      swing(words, 3)
      swing(words, 3)
      expect(words.mailboxes.depth(mailbox)).toBe(4)
    }
  })

  test('stays deep while more is used than was asked for', () => {
    const words = make()
    swing(words, 3)
    swing(words, 3)
    for (let i = 0; i < 30; i++) {
      steady(words, 40, 4)
      steady(words, 40, i % 2 ? 2 : 1)
      expect(words.mailboxes.depth(mailbox)).toBe(4)
    }
  })

  test('stays between what was asked for and twice that for any two paces, and returns to it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.record({ batches: fc.integer({ min: 1, max: 90 }), make: fc.nat(9), use: fc.nat(9) }), {
          maxLength: 30,
        }),
        (asked, phases) => {
          const words = make(asked)
          const depths = new Set<number>()
          let [waiting, produced, clock] = [0, 0, 0]
          const run = (batches: number, makeTime: number, useTime: number) => {
            for (let i = 0; i < batches; i++) {
              // What the producer makes until the consumer comes again; at least the one that it waits for.
              for (clock += useTime + 1; ; produced += makeTime + 1) {
                if (waiting >= words.mailboxes.depth(mailbox)) {
                  words.mailboxes.noteFull(mailbox)
                  produced = Math.max(produced, clock)
                  break
                }
                if (produced + makeTime + 1 > clock) break
                waiting++
              }
              words.mailboxes.found(mailbox, waiting)
              depths.add(words.mailboxes.depth(mailbox))
              if (waiting) waiting--
              else clock = produced += makeTime + 1
            }
          }
          for (const phase of phases) run(phase.batches, phase.make, phase.use)
          // One side much faster than the other: as it was asked for.
          run(700, 0, 9)
          expect(words.mailboxes.depth(mailbox)).toBe(asked)
          for (const depth of depths) {
            expect(depth).toBeGreaterThanOrEqual(asked)
            expect(depth).toBeLessThanOrEqual(2 * asked)
          }
        },
      ),
      { numRuns: 100, seed: 5 },
    )
  })
})
