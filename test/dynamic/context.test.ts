// Evaluation contexts: which one is current where, what they own, and what is left of them.
import { setTimeout as sleep } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { EvalContext, getNumThreads, withEvalMode } from '../../src/dynamic.js'
import { handles, threads, threadsByName } from '../util/resources.js'
import { blur, flip, images, numbers } from './calls.js'

const queues = () => threadsByName(/^penstock\/queue$/m).length
const slow = () => blur(images(1, 700), { sigma: 40, dtype: 'float32' })

describe('the current context', () => {
  it('is the default one of the thread until another is entered', () => {
    expect(EvalContext.current()).toBe(EvalContext.default())
    expect(EvalContext.default().numThreads).toBe(getNumThreads())
    using outer = new EvalContext({ numThreads: 1 })
    expect(EvalContext.current()).toBe(EvalContext.default())
    {
      using _ = outer.enter()
      expect(EvalContext.current()).toBe(outer)
      using inner = new EvalContext({ numThreads: 2 })
      expect(inner.run(() => EvalContext.current())).toBe(inner)
      expect(EvalContext.current()).toBe(outer)
      {
        using _again = inner.enter()
        using _more = inner.enter()
        expect(EvalContext.current()).toBe(inner)
      }
      expect(EvalContext.current()).toBe(outer)
    }
    expect(EvalContext.current()).toBe(EvalContext.default())
    expect(EvalContext.default()).toBe(EvalContext.default())
  })

  it('stays across awaits', async () => {
    using context = new EvalContext({ numThreads: 1 })
    const deep = async () => {
      await sleep(1)
      return EvalContext.current()
    }
    await context.run(async () => {
      await null
      expect(EvalContext.current()).toBe(context)
      expect(await deep()).toBe(context)
    })
    expect(EvalContext.current()).toBe(EvalContext.default())
    using _ = context.enter()
    await sleep(1)
    expect(await deep()).toBe(context)
  })

  it('is its own in each of the tasks that run side by side', async () => {
    const contexts = [1, 2, 3].map((numThreads) => new EvalContext({ numThreads }))
    const task = async (context: EvalContext) => {
      for (let i = 0; i < 5; i++) {
        await sleep(i % 3)
        expect(EvalContext.current()).toBe(context)
        const result = flip(images(2, 8, context.numThreads))
        expect(result.view.value.call!.context.queue(-1).threads).toBe(context.numThreads)
        expect(await result.data()).toEqual(images(2, 8, context.numThreads).dataSync())
        expect(EvalContext.current()).toBe(context)
      }
    }
    await Promise.all([
      ...contexts.flatMap((context) => [context.run(() => task(context)), context.run(() => task(context))]),
      (async () => {
        for (let i = 0; i < 5; i++) {
          await sleep(1)
          expect(EvalContext.current()).toBe(EvalContext.default())
        }
      })(),
    ])
    for (const context of contexts) context.close()
  })

  it('is the one of the call, whenever that runs', () => {
    using context = new EvalContext({ numThreads: 1 })
    flip(images(2, 8)).dataSync()
    const lazy = context.run(() => withEvalMode('deferred', () => flip(images(2, 8))))
    const before = handles()
    flip(images(2, 8)).dataSync()
    expect(handles()).toBe(before)
    lazy.dataSync()
    // Its queue, the queue's listener, and a program.
    expect(handles()).toBeGreaterThanOrEqual(before + 3)
  })
})

describe('a context', () => {
  it('gives the same results as the default one, and takes those of others', () => {
    using one = new EvalContext({ numThreads: 1 })
    using two = new EvalContext({ numThreads: 2 })
    const first = blur(images(3, 16), { sigma: 2 })
    const second = one.run(() => flip(first))
    const third = two.run(() => blur(second, { sigma: 1 }))
    const fourth = flip(third)
    const alone = withEvalMode('syncCpu', () => flip(blur(flip(blur(images(3, 16), { sigma: 2 })), { sigma: 1 })))
    expect(numbers(fourth)).toEqual(numbers(alone))
    expect(numbers(third)).toHaveLength(3 * 16 * 16 * 3)
  })

  it('opens its threads with its first call and gives them back when it is closed', async () => {
    flip(images(1, 4)).dataSync()
    const before = { queues: queues(), threads: threads(), handles: handles() }
    for (let i = 0; i < 5; i++) {
      using context = new EvalContext({ numThreads: 1 })
      const unused = handles()
      expect(queues()).toBe(before.queues)
      context.run(() => slow())
      await null
      expect(handles()).toBeGreaterThan(unused)
      await expect.poll(queues).toBe(before.queues + 1)
      context.close()
      await expect.poll(queues).toBe(before.queues)
    }
    await expect.poll(queues).toBe(before.queues)
    await expect.poll(threads).toBe(before.threads)
    global.gc!()
    await expect.poll(handles).toBeLessThanOrEqual(before.handles)
  })

  it('waits for what is running when it is closed; results stay, also those left inside a run', async () => {
    let left = 0
    // A busy machine may stop this thread between two calls for so long that the queue begins with the first one alone;
    // its result is handed over then. So it is tried again.
    for (let i = 0; i < 20 && !left; i++) {
      const context = new EvalContext({ numThreads: 1 })
      const [inner, result, unsent] = context.run(() => {
        const a = slow()
        return [a, flip(a), flip(images(2, 8))] as const
      })
      await null
      const last = context.run(() => flip(result))
      context.close()
      expect(result.view.value.run).toBeUndefined()
      expect(unsent.view.value.storage).toBeDefined()
      expect(last.dataSync()).toHaveLength(700 * 700 * 3)
      if (!inner.view.value.storage) left++
      const [a, b] = [inner.dataSync(), result.dataSync()] as Float32Array[]
      expect(a!.every((n, i) => n === b![i])).toBe(true)
    }
    expect(left).toBe(1)
  })

  it('leaves nothing behind, also when what it had left lazy is made after its end', async () => {
    EvalContext.default().close()
    global.gc!()
    await sleep(10)
    const before = handles()
    const context = new EvalContext({ numThreads: 1 })
    const inner = context.run(() => flip(images(2, 8)))
    context.run(() => flip(inner)).dataSync()
    context.close()
    expect(numbers(inner)).toHaveLength(2 * 8 * 8 * 3)
    EvalContext.default().close()
    const left = async () => {
      global.gc!()
      await sleep(10)
      return handles()
    }
    // The result is still here.
    await expect.poll(left).toBeLessThanOrEqual(before + 1)
  })

  it('gives its threads back when it is forgotten', async () => {
    const before = queues()
    const forget = async () => {
      for (let i = 0; i < 3; i++) {
        const context = new EvalContext({ numThreads: 1 })
        const result = context.run(() => flip(images(20, 32)))
        await result.data()
      }
    }
    await forget()
    expect(queues()).toBe(before + 3)
    await expect
      .poll(async () => {
        global.gc!()
        await sleep(1)
        return queues()
      })
      .toBe(before)
  })

  it('takes no calls once it is closed', () => {
    const context = new EvalContext({ numThreads: 1 })
    using _ = context.enter()
    const lazy = withEvalMode('deferred', () => flip(images(2, 8)))
    context.close()
    context.close()
    expect(context.closed).toBe(true)
    const closed = expect.objectContaining({ code: 'PIPELINE_CLOSED' })
    expect(() => flip(images(2, 8))).toThrow(closed)
    expect(() => context.run(() => 1)).toThrow(closed)
    expect(() => context.enter()).toThrow(closed)
    expect(numbers(lazy)).toHaveLength(2 * 8 * 8 * 3)
  })

  it('may be closed while others wait for its results', async () => {
    const context = new EvalContext({ numThreads: 1 })
    const result = context.run(() => slow())
    const data = result.data()
    await null
    context.close()
    expect(await data).toHaveLength(700 * 700 * 3)
    {
      await using another = new EvalContext({ numThreads: 1 })
      another.run(() => slow())
    }
  })

  it('is evaluated as a whole: pending and running calls, but not deferred ones', async () => {
    using context = new EvalContext({ numThreads: 1 })
    const running = context.run(() => slow())
    await null
    const [pending, lazy] = context.run(() => [flip(images(2, 8)), withEvalMode('deferred', () => flip(images(2, 8)))])
    await context.evaluateAll()
    expect(running.view.value.storage).toBeDefined()
    expect(pending!.view.value.storage).toBeDefined()
    expect(lazy!.view.value.storage).toBeUndefined()
    const unsent = context.run(() => slow())
    await context.evaluateAll()
    expect(unsent.view.value.storage).toBeDefined()
    const bad = context.run(() => flip(images(2, 8), { horizontal: images(2, 1) as never }))
    await expect(context.evaluateAll().then(() => numbers(bad))).rejects.toThrow(/flip/)
    await context.evaluateAll()
  })

  it('belongs to its thread', () => {
    using context = new EvalContext({ numThreads: 1 })
    context.run(() => flip(images(2, 8)).dataSync())
    const { port1 } = new MessageChannel()
    const refused = expect.objectContaining({
      name: 'DataCloneError',
      message: expect.stringContaining('an EvalContext belongs to the thread that made it'),
    })
    expect(() => port1.postMessage(context)).toThrow(refused)
    expect(() => structuredClone({ list: [context] })).toThrow(refused)
    port1.close()
  })

  it('says what it is', () => {
    using context = new EvalContext({ numThreads: 3, device: 'cpu' })
    expect(String(context)).toBe('EvalContext(numThreads=3, device=cpu)')
    expect([context.deviceId, context.stream, String(context.device)]).toEqual([null, null, 'cpu'])
    context.close()
    expect(String(context)).toBe('EvalContext(closed, numThreads=3, device=cpu)')
  })

  it.each([
    [{ numThreads: 0 }, /from 1 to \d+ for numThreads but received 0/],
    [{ numThreads: 1.5 }, /for numThreads but received 1.5/],
    [{ numThreads: 1e6 }, /At most 100 threads for each CPU/],
    [{ device: 'tpu' as never }, /Expected 'cpu', 'gpu', 'gpu:1' or a Device for device but received "tpu"/],
    [{ device: 'cpu', deviceId: 0 } as const, /either device or deviceId/],
    [{ device: 'cpu', stream: 5n } as const, /a GPU for device of a context with a stream/],
  ])('refuses %o', (options, message) => {
    expect(() => new EvalContext(options)).toThrow(message)
    expect(() => new EvalContext(options)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  })

  it('of the CPU has no GPU', () => {
    using context = new EvalContext({ device: 'cpu' })
    const call = () => context.run(() => flip(images(2, 8), { device: 'gpu' }))
    expect(call).toThrow(/Expected 'cpu' for device in a context of the CPU/)
  })
})
