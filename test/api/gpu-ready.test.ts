// When the data of outputs on a GPU is there: ready(), the option synchronous, and the executor that has it by default.
import '../util/gpu.js'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fn, type PipelineOptions, pipelineDef, type TensorList } from 'penstock-data'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { native } from '../../src/native.js'
import { failure } from '../util/collect.js'
import { handles } from '../util/resources.js'

/** Sample s of batch i holds 10 * i + s; the outputs are on GPU 1 and on the CPU. */
const make = (options: PipelineOptions = {}) =>
  pipelineDef({ batchSize: 2, numThreads: 1, deviceId: 1, ...options }, () => {
    const x = fn.externalSource({ source: (i: number) => [0, 1].map((s) => new Int32Array(8).fill(10 * i + s)) })
    return [x.gpu(), x]
  })()
const firstOf = (list: TensorList) => Number(list.at(0).dataSync()[0])

afterEach(() => vi.restoreAllMocks())

/** Makes GPU work that is waited for without blocking fail. */
function failWaits(): void {
  const { deviceRead } = native()
  vi.spyOn(native(), 'deviceRead').mockImplementation((slot, parts, to, listener) => {
    // The listener is called, but finds what a failure leaves.
    deviceRead(slot, listener ? Float64Array.of(1) : parts, to, listener)
    if (listener) parts[0] = -1
  })
}

describe('ready()', () => {
  test('resolves for outputs on a GPU and on the CPU, for tensors, and for copies', async () => {
    await using pipe = make()
    const [there, here] = await pipe.run()
    const own = await there!.toCpu()
    for (const output of [there!, here!, own]) {
      expect(await output.ready()).toBeUndefined()
      expect(await output.at(1).ready()).toBeUndefined()
      expect(await output.slice(1).ready()).toBeUndefined()
    }
    expect(pipe.statistics().copies.count).toBe(1)
    there!.release()
    await own.ready()
  })

  test('holds the batch while it waits, also where that is released or the pipeline closed', async () => {
    const pipe = make()
    const [there] = await pipe.run()
    const [again] = await pipe.run()
    const waits = [there!.ready(), there!.at(0).ready(), again!.ready()]
    there!.release()
    await pipe.close()
    await Promise.all(waits)
    expect(firstOf(again!)).toBe(10)
    again!.release()
    expect(handles()).toBe(0)
  })

  test('of an output that was released is refused', async () => {
    await using pipe = make()
    const [there, here] = await pipe.run()
    const tensors = [there!.at(0), here!.at(0)]
    there!.release()
    for (const gone of [there!, here!, ...tensors]) {
      expect(await failure(() => gone.ready())).toMatchObject({ code: 'OUTPUT_RELEASED' })
    }
  })

  test('says when the GPU has failed, and gives everything back', async () => {
    const pipe = make()
    const [there] = await pipe.run()
    failWaits()
    for (const wait of [() => there!.ready(), () => there!.at(0).ready()]) {
      expect(await failure(wait)).toMatchObject({
        code: 'INTERNAL',
        message: expect.stringContaining('The work of a batch on the GPU failed: '),
        hint: expect.stringContaining('nvidia-smi'),
      })
    }
    there!.release()
    await pipe.close()
    expect(handles()).toBe(0)
  })
})

describe('synchronous: true', () => {
  test('gives the same batches in every way of running, also over fed and CPU outputs', async () => {
    const options = { synchronous: true }
    for (const executor of [{}, { execDynamic: false }, { execAsync: false }]) {
      await using one = make({ ...options, ...executor })
      for (const i of [0, 1, 2]) expect((await one.run()).map(firstOf)).toEqual([10 * i, 10 * i])
      await using two = make({ ...options, ...executor })
      for (const i of [0, 1]) {
        two.scheduleRun()
        expect((await two.shareOutputs()).map(firstOf)).toEqual([10 * i, 10 * i])
        two.releaseOutputs()
      }
      await using three = make({ ...options, ...executor })
      for (const i of [0, 1, 2]) expect(three.runSync().map(firstOf)).toEqual([10 * i, 10 * i])
    }
    await using none = make({ ...options, deviceId: null })
    expect((await none.run()).map(({ device }) => device)).toEqual(['cpu', 'cpu'])
  })

  test('a wait that fails ends the run with a typed error, and gives everything back', async () => {
    const pipe = make({ synchronous: true })
    await pipe.build()
    failWaits()
    expect(await failure(() => pipe.run())).toMatchObject({
      code: 'INTERNAL',
      message: expect.stringContaining('The work of a batch on the GPU failed: '),
    })
    vi.restoreAllMocks()
    expect(await failure(() => pipe.run())).toMatchObject({ code: 'PIPELINE_CLOSED' })
    await pipe.close()
    expect(handles()).toBe(0)
  })
})

const busy = 160
const fileRoot = fileURLToPath(new URL('../../data/formats', import.meta.url))
/**
 * Runs lines in a process in which the stage behind the decoder keeps its stream busy for at least `busy` milliseconds a
 * batch, which no thread of the pipeline waits for. The batches of `make()` are images 1 to 7, one by one.
 */
async function onBusyGpu(lines: string): Promise<Record<string, number | number[]>> {
  const index = JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)
  const code = `import { fn, iterate, pipelineDef } from ${index}
    const files = [1, 2, 3, 4, 5, 6, 7].map((i) => 'orientation_' + i + '.jpg')
    const make = (options) => pipelineDef({ batchSize: 1, numThreads: 1, deviceId: 0, prefetchQueueDepth: 1, ...options }, () => {
      const [jpegs] = fn.readers.file({ fileRoot: ${JSON.stringify(fileRoot)}, files })
      return fn.flip(fn.decoders.image(jpegs, { device: 'mixed' }), { horizontal: 1 })
    })()
    const which = ([x]) => x.sourceInfo(0).index + 1
    const said = {}
    const took = async (call) => { const since = performance.now(); await call(); return performance.now() - since }
    /** Turns of the event loop while a call waits. */
    const turns = async (name, call) => {
      let count = 0
      const timer = setInterval(() => count++, 2)
      try { return await call() } finally { clearInterval(timer); said[name + 'Turns'] = count }
    }
    /** Milliseconds for which ready() has waited after each of two calls that gave a batch. */
    const waits = async (name, options, call) => {
      const pipe = make(options)
      said[name] = []
      for (let i = 0; i < 2; i++) {
        const [x] = await turns(name, () => call(pipe))
        said[name].push(await took(() => turns('ready', () => x.ready())))
        call.done?.(pipe)
      }
      await pipe.close()
    }
    const share = (pipe) => { pipe.scheduleRun(); return pipe.shareOutputs() }
    share.done = (pipe) => pipe.releaseOutputs()
    const loop = async (pipe) => { for await (const batch of pipe) return batch }
    const iterators = new Map()
    const driven = async (pipe) => {
      if (!iterators.has(pipe)) iterators.set(pipe, iterate(pipe, { size: 4, outputMap: ['x'] })[Symbol.asyncIterator]())
      return [(await iterators.get(pipe).next()).value.x]
    }
    ${lines}
    console.log(JSON.stringify(said))`
  const env = { ...process.env, PENSTOCK_TEST_BUSY_MS: String(busy / 2) }
  const args = ['--input-type=module', '-e', code]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, timeout: 60_000, killSignal: 'SIGKILL' })
  return JSON.parse(stdout) as Record<string, number | number[]>
}

// Other programs only add to times, so one of some tries must be good.
describe('while the GPU works', { retry: 4 }, () => {
  test('calls give the batch, ready() waits for it, and the event loop goes on', async () => {
    const { readyTurns, ...said } = await onBusyGpu(`
      await waits('run', {}, (pipe) => pipe.run())
      await waits('pipelined', { execDynamic: false }, (pipe) => pipe.run())
      await waits('simple', { execAsync: false, synchronous: false }, (pipe) => pipe.run())
      await waits('share', {}, share)`)
    for (const name of ['run', 'pipelined', 'simple', 'share']) {
      expect(Math.max(...(said[name] as number[])), name).toBeGreaterThan(busy / 2)
    }
    expect(readyTurns).toBeGreaterThan(10)
  })

  test('calls wait for it where the pipeline is synchronous, and the event loop goes on', async () => {
    const said = await onBusyGpu(`
      const options = { synchronous: true }
      await waits('run', options, (pipe) => pipe.run())
      await waits('share', options, share)
      await waits('loop', options, loop)
      await waits('iterate', options, driven)
      await waits('sync', options, (pipe) => pipe.runSync())
      await waits('simple', { execAsync: false }, (pipe) => pipe.run())`)
    for (const name of ['run', 'share', 'loop', 'iterate', 'sync', 'simple']) {
      expect(Math.min(...(said[name] as number[])), name).toBeLessThan(busy / 3)
      const turns = expect(said[`${name}Turns`], `turns of ${name}`)
      if (name === 'sync') turns.toBeLessThanOrEqual(2)
      else turns.toBeGreaterThan(10)
    }
  })

  test('a call that is aborted leaves the batch; reset() drops it and close() ends the wait', async () => {
    const said = await onBusyGpu(`
      const pipe = make({ synchronous: true })
      await pipe.build()
      const call = pipe.run(undefined, { signal: AbortSignal.timeout(${busy / 4}) })
      said.abort = await took(async () => { said.aborted = await call.then(() => 0, (e) => Number(e.code === 'ABORTED')) })
      said.first = which(await pipe.run())
      const next = pipe.run()
      setTimeout(() => pipe.reset(), ${busy / 4})
      said.afterReset = which(await next)
      const last = pipe.run().then(() => 0, (e) => Number(e.code === 'PIPELINE_CLOSED'))
      await new Promise((resolve) => setTimeout(resolve, ${busy / 4}))
      await pipe.close()
      said.closed = await last`)
    expect(said).toMatchObject({ aborted: 1, first: 1, afterReset: 1, closed: 1 })
    expect(said.abort).toBeLessThan(busy)
  })
})
