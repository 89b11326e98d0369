// When the data of outputs on a GPU is there: ready(), the option synchronous, and the executor that has it by default.
import '../../util/gpu.js'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fn, type PipelineOptions, pipelineDef, type TensorList } from 'penstock-data'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { internal } from '../../../src/errors/factories.js'
import { native } from '../../../src/native.js'
import { failure } from '../../util/collect.js'
import { tempFolder } from '../../util/files.js'
import { handles } from '../../util/resources.js'

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
    if (!listener) throw internal('an illegal address')
    // The listener is called, but finds what a failure leaves.
    deviceRead(slot, Float64Array.of(1), to, listener)
    parts[0] = -1
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
        message: expect.stringContaining('The work of a batch on the GPU failed: an illegal address'),
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

const fileRoot = fileURLToPath(new URL('../../../data/formats', import.meta.url))
/**
 * Runs lines in a process in which the GPU works on each batch until they let it go on: work of a GPU has a file in the folder
 * PENSTOCK_TEST_HELD, and lasts as long as that is there. No thread of the pipeline waits for it. The batches of `make()` are
 * images 1 to 7, one by one.
 */
async function onHeldGpu(lines: string): Promise<Record<string, unknown>> {
  const folder = join(tempFolder(), 'held')
  const index = JSON.stringify(new URL('../../../dist/index.js', import.meta.url).href)
  const code = `import { execFile } from 'node:child_process'
    import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
    import { fn, iterate, pipelineDef } from ${index}
    const files = [1, 2, 3, 4, 5, 6, 7].map((i) => 'orientation_' + i + '.jpg')
    const make = (options) => pipelineDef({ batchSize: 1, numThreads: 1, deviceId: 0, prefetchQueueDepth: 1, ...options }, () => {
      const [jpegs] = fn.readers.file({ fileRoot: ${JSON.stringify(fileRoot)}, files })
      return fn.flip(fn.decoders.image(jpegs, { device: 'mixed' }), { horizontal: 1 })
    })()
    const which = ([x]) => x.sourceInfo(0).index + 1
    const folder = ${JSON.stringify(folder)}
    const hold = () => mkdirSync(folder)
    // In one step: work that ends may have other work behind it that would make its file.
    let times = 0
    const letGo = () => renameSync(folder, folder + ++times)
    const said = {}
    /** Whether a promise is pending after so many turns of the event loop, which goes on meanwhile. */
    const pending = async (promise, count = 20) => {
      let settled = false
      promise.then(() => { settled = true }, () => { settled = true })
      for (let i = 0; i < count && !settled; i++) await new Promise((resolve) => setTimeout(resolve, 5))
      return !settled
    }
    /** Waits until the GPU is at work on what is held. */
    const atWork = async () => { while (!readdirSync(folder).length) await new Promise((resolve) => setTimeout(resolve, 5)) }
    /** Of the first batch that a call gives: whether the call waits for the GPU, and whether ready() does. */
    const waits = async (name, options, call) => {
      const pipe = make(options)
      hold()
      const given = call(pipe)
      await atWork()
      const calling = await pending(given, options.synchronous ?? options.execAsync === false ? 20 : Infinity)
      if (calling) letGo()
      const [x] = await given
      const ready = x.ready()
      const waiting = !calling && await pending(ready)
      if (!calling) letGo()
      await ready
      call.done?.(pipe)
      await pipe.close()
      said[name] = calling ? 'the call' : waiting ? 'ready()' : 'nothing'
    }
    const share = (pipe) => { pipe.scheduleRun(); return pipe.shareOutputs() }
    share.done = (pipe) => pipe.releaseOutputs()
    const loop = async (pipe) => { for await (const batch of pipe) return batch }
    const driven = async (pipe) => {
      const { value } = await iterate(pipe, { size: 4, outputMap: ['x'] })[Symbol.asyncIterator]().next()
      return [value.x]
    }
    ${lines}
    console.log(JSON.stringify(said))`
  const env = { ...process.env, PENSTOCK_TEST_BUSY_MS: '1', PENSTOCK_TEST_HELD: folder }
  const args = ['--input-type=module', '-e', code]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, timeout: 100_000, killSignal: 'SIGKILL' })
  return JSON.parse(stdout) as Record<string, unknown>
}

describe('while the GPU works', { timeout: 120_000 }, () => {
  test('calls give the batch, ready() waits for it, and the event loop goes on', async () => {
    const said = await onHeldGpu(`
      await waits('run', {}, (pipe) => pipe.run())
      await waits('pipelined', { execDynamic: false }, (pipe) => pipe.run())
      await waits('simple', { execAsync: false, synchronous: false }, (pipe) => pipe.run())
      await waits('share', {}, share)`)
    expect(said).toEqual({ run: 'ready()', pipelined: 'ready()', simple: 'ready()', share: 'ready()' })
  })

  test('calls wait for it where the pipeline is synchronous, and the event loop goes on', async () => {
    const said = await onHeldGpu(`
      const options = { synchronous: true }
      await waits('run', options, (pipe) => pipe.run())
      await waits('share', options, share)
      await waits('loop', options, loop)
      await waits('iterate', options, driven)
      await waits('simple', { execAsync: false }, (pipe) => pipe.run())`)
    for (const name of ['run', 'share', 'loop', 'iterate', 'simple'])
      expect([name, said[name]]).toEqual([name, 'the call'])
  })

  test('runSync() waits for it where the pipeline is synchronous', async () => {
    const said = await onHeldGpu(`
      const pipe = make({ synchronous: true })
      hold()
      // Another process lets the GPU go on a while after it has begun.
      const wait = 'while [ -z "$(ls "$0")" ]; do sleep 0.05; done; sleep 0.3; mv "$0" "$0-gone"'
      const other = new Promise((resolve) => execFile('sh', ['-c', wait, folder], resolve))
      pipe.runSync()
      said.held = existsSync(folder)
      await other
      await pipe.close()`)
    expect(said).toEqual({ held: false })
  })

  test('a call that is aborted leaves the batch; reset() drops it and close() ends the wait', async () => {
    const said = await onHeldGpu(`
      const pipe = make({ synchronous: true })
      /** A call that waits for the GPU, behind those that give what was made ahead. */
      const waitsFor = async () => {
        for (;;) {
          const call = pipe.run()
          if (await pending(call)) return { call }
          await call
        }
      }
      hold()
      const abort = new AbortController()
      const aborted = pipe.run(undefined, { signal: abort.signal })
      await atWork()
      said.waited = await pending(aborted)
      abort.abort()
      said.aborted = await aborted.then(() => 'no', (error) => error.code)
      letGo()
      said.first = which(await pipe.run())
      hold()
      const next = await waitsFor()
      pipe.reset()
      letGo()
      said.afterReset = which(await next.call)
      hold()
      const last = await waitsFor()
      const closing = pipe.close()
      // close() itself waits for the work.
      letGo()
      said.closed = await last.call.then(() => 'no', (error) => error.code)
      await closing`)
    expect(said).toEqual({ waited: true, aborted: 'ABORTED', first: 1, afterReset: 1, closed: 'PIPELINE_CLOSED' })
  })
})
