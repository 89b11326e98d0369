// Imperative mode in worker threads: each has its own default context, generator and modes; and one that is terminated in the
// middle of a run neither hangs nor takes the process with it.
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { EvalContext, getNumThreads, random, setNumThreads } from '../../src/dynamic.js'
import { runs } from '../util/soak.js'
import { numbers, uniform } from './calls.js'
import { dynamicUrl, runOnNode } from './run-node.js'

const prelude = `
  import { parentPort, threadId, workerData } from 'node:worker_threads'
  import * as nd from ${JSON.stringify(dynamicUrl)}
  const { flip, gaussianBlur: blur, random: { uniform } } = nd
  const images = (n, side) => nd.batch(Array.from({ length: n }, (_, i) =>
    ({ data: new Uint8Array(side * side * 3).fill(i + 1), shape: [side, side, 3] })), { layout: 'HWC' })
`
const start = (code: string, workerData?: unknown) =>
  new Worker(new URL(`data:text/javascript,${encodeURIComponent(prelude + code)}`), { workerData })

/** What the worker posts, and its number; once it has ended by itself. */
function result<T>(worker: Worker): Promise<{ thread: number; value: T }> {
  const thread = worker.threadId
  return new Promise((resolve, reject) => {
    let value: T
    worker.on('message', (v: T) => {
      value = v
    })
    worker.on('error', reject)
    worker.on('exit', () => resolve({ thread, value }))
  })
}

describe('worker threads', () => {
  it('run calls of their own, side by side, and end by themselves', async () => {
    const code = `
      const context = new nd.EvalContext({ numThreads: workerData })
      const kept = []
      for (let i = 0; i < 20; i++) {
        const a = context.run(() => flip(blur(images(3, 16), { sigma: 1 + i / 10 })))
        kept.push(await a.data())
      }
      parentPort.postMessage({ threads: context.queue(-1).threads, mean: kept.at(-1)[20] })
      context.close()`
    const seen = await Promise.all([1, 2, 3].map((n) => result(start(code, n))))
    expect(seen.map(({ value }) => value)).toEqual([1, 2, 3].map((threads) => ({ threads, mean: 1 })))
  })

  it('have contexts and modes of their own', async () => {
    using context = new EvalContext({ numThreads: 1 })
    const code = `parentPort.postMessage([nd.EvalContext.current() === nd.EvalContext.default(), nd.currentMode()])`
    expect((await context.run(() => result(start(code)))).value).toEqual([true, 'eager'])
    expect(() => start('', context)).toThrow(/an EvalContext belongs to the thread that made it/)
  })

  it('share the number of threads with all others of the process', async () => {
    const own = getNumThreads()
    try {
      setNumThreads(own + 1)
      const code = `
        parentPort.postMessage(nd.getNumThreads())
        parentPort.once('message', () => {
          nd.setNumThreads(workerData)
          parentPort.postMessage([nd.getNumThreads(), nd.EvalContext.default().queue(-1).threads])
        })`
      const worker = start(code, own + 2)
      const message = () => new Promise((resolve) => worker.once('message', resolve))
      expect(await message()).toBe(own + 1)
      worker.postMessage(0)
      expect(await message()).toEqual([own + 2, own + 2])
      // Also for contexts that had begun to work, at their next call.
      expect([getNumThreads(), EvalContext.default().queue(-1).threads]).toEqual([own + 2, own + 2])
      const other = start('parentPort.postMessage(nd.getNumThreads())')
      expect((await result(other)).value).toBe(own + 2)
      setNumThreads(null)
      expect((await result(start('parentPort.postMessage(nd.getNumThreads())'))).value).toBe(own)
    } finally {
      setNumThreads(null)
    }
  })

  it('draw from generators of their own: of a seed what every thread draws, whatever its number', async () => {
    random.setSeed(11)
    const mine = random.getDefaultRng().state
    const code = `
      const unseeded = nd.random.getDefaultRng().state
      nd.random.setSeed(workerData)
      const { state } = nd.random.getDefaultRng()
      const draws = Array.from(uniform({ shape: [8] }).dataSync())
      parentPort.postMessage({ unseeded, state, draws })`
    type Seen = { unseeded: string; state: string; draws: number[] }
    const workers = await Promise.all([11, 11, 12].map((seed) => result<Seen>(start(code, seed))))
    expect(new Set(workers.map(({ thread }) => thread)).size).toBe(3)
    for (const [i, { value }] of workers.entries()) {
      const expected = new random.RNG(i < 2 ? 11n : 12n)
      expect(value.state).toBe(expected.state)
      expect(value.draws).toEqual(numbers(uniform({ rng: expected, shape: [8] })))
    }
    const states = workers.map(({ value }) => value.unseeded)
    expect(new Set([...states, mine, workers[2]!.value.state]).size).toBe(5)
    expect(random.getDefaultRng().state).toBe(mine)
  })

  it('may be terminated in the middle of a run, any number of times', {
    timeout: 90_000,
    tags: 'property',
  }, async () => {
    const rounds = runs(30, 3)
    const code = `
      import { Worker } from 'node:worker_threads'
      import { setTimeout as sleep } from 'node:timers/promises'
      import { native } from ${JSON.stringify(new URL('../../dist/native.js', import.meta.url).href)}
      const prelude = ${JSON.stringify(prelude)}
      const kinds = [
        'while (true) await flip(blur(x, { sigma: 9 })).data()',
        'while (true) flip(blur(x, { sigma: 9 })).dataSync()',
        'while (true) { blur(x, { sigma: 9 }); await null }',
        'const c = new nd.EvalContext({ numThreads: 2 }); while (true) { const a = blur(x, { sigma: 9 }); await c.run(() => flip(a)).data() }',
        'while (true) nd.withEvalMode("syncFull", () => uniform({ batchSize: 64, shape: [1000] }))',
      ]
      const { flip } = nd
      for (let i = 0; i < ${rounds}; i++) {
        const body = prelude + 'const x = images(4, 96)\\nparentPort.postMessage(0)\\n' + kinds[i % kinds.length]
        const worker = new Worker(new URL('data:text/javascript,' + encodeURIComponent(body)))
        await new Promise((resolve, reject) => { worker.once('message', resolve); worker.once('error', reject) })
        await sleep((i * 7) % 40)
        await worker.terminate()
      }
      // The process goes on working.
      const x = nd.batch([{ data: new Uint8Array([1, 2, 3, 4, 5, 6]), shape: [1, 2, 3] }])
      console.log(Array.from(await flip(x).data()).join())
      nd.EvalContext.default().close()
      // The last result is the collector's.
      for (let i = 0; i < 100 && JSON.parse(native().info()).handles; i++) { gc(); await sleep(10) }
      console.log(JSON.parse(native().info()).handles)`
    const [bytes, handles] = (await runOnNode(code)).split('\n')
    expect(bytes).toBe('4,5,6,1,2,3')
    expect(Number(handles)).toBe(0)
  })

  it('leave a process that ends in the middle of a run to do so', async () => {
    const lines = `
      const blur = nd.gaussianBlur
      const x = nd.batch([{ data: new Uint8Array(900 * 900 * 3), shape: [900, 900, 3] }], { layout: 'HWC' })
      const c = new nd.EvalContext({ numThreads: 1 })
      for (let i = 0; i < 3; i++) { blur(x, { sigma: 30 }); c.run(() => blur(x, { sigma: 30 })) }
      await null
      console.log('ending')`
    expect(await runOnNode(lines)).toBe('ending')
    expect(await runOnNode(`${lines}\nprocess.exit(0)`)).toBe('ending')
  })
})
