// Devices and streams on the GPU that computes on the CPU: what calls are queued on, what a change of the stream waits for
// (nothing), and that results are right whatever stream they cross.
import '../util/gpu.js'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { settle } from '../../src/dynamic/scheduling/evaluate.js'
import {
  type Batch,
  Device,
  device,
  EvalContext,
  getCurrentStream,
  getDefaultStream,
  Stream,
  setCurrentStream,
  setDefaultStream,
  setNumThreads,
  stream,
  withEvalMode,
} from '../../src/dynamic.js'
import { native } from '../../src/native.js'
import { tempFolder } from '../util/files.js'
import { flip, images, operator } from './calls.js'
import { dynamicUrl, runOnNode } from './run-node.js'

const photos = ['cat', 'raccoon'].map((name) =>
  fileURLToPath(new URL(`../../data/photos/animals/${name}.jpg`, import.meta.url)),
)
const brightness = operator('brightness')
const mirror = (x: Batch, args = {}) => flip(x, { device: 'gpu', horizontal: 0, vertical: 1, ...args })

/** Bytes of a result in device memory. */
function read(x: Batch): number[] {
  settle(x.view.value)
  const { storage, place, count } = x.view.value
  return Array.from({ length: count }, (_, i) => {
    const { offset, bytes } = storage!.slot.tensor(place, i)
    const to = new Uint8Array(bytes)
    native().deviceRead(storage!.source as number, Float64Array.of(offset, bytes, 0), to, 0)
    return Array.from(to)
  }).flat()
}
/** The stream that has made a result. */
const madeOn = (x: Batch): bigint => {
  settle(x.view.value)
  return native().deviceMarks(x.view.value.storage!.source as number)[1]
}
const plain = (x: Batch) => Array.from(x.dataSync() as Uint8Array)

afterEach(() => {
  for (const id of [0, 1]) {
    using _ = device(`gpu:${id}`).enter()
    setCurrentStream(null)
    setDefaultStream(null)
  }
})

describe('a device', () => {
  it('has a name, a type and a number', () => {
    expect([device('cpu'), device('gpu'), device('gpu:1'), device('cuda:1')].map(String)).toEqual([
      'cpu',
      'gpu:0',
      'gpu:1',
      'gpu:1',
    ])
    expect(device({ type: 'gpu', id: 1 }).equals('gpu:1')).toBe(true)
    expect(device('gpu:1').equals(device('cuda:1'))).toBe(true)
    expect(device('gpu:1').equals('gpu:0')).toBe(false)
    expect(device('cpu').equals('gpu')).toBe(false)
    const one = device('gpu:1')
    expect(device(one)).toBe(one)
    expect([one.type, one.id]).toEqual(['gpu', 1])
  })

  it('is GPU 0 until another is entered, here and across awaits', async () => {
    expect(String(Device.current())).toBe('gpu:0')
    await device('gpu:1').run(async () => {
      expect(String(Device.current())).toBe('gpu:1')
      expect(String(device('gpu'))).toBe('gpu:1')
      await null
      expect(EvalContext.default().deviceId).toBe(1)
      expect(new EvalContext().deviceId).toBe(1)
      {
        using _cpu = device('cpu').enter()
        expect(String(Device.current())).toBe('cpu')
      }
      expect(String(Device.current())).toBe('gpu:1')
    })
    expect(String(Device.current())).toBe('gpu:0')
    using context = new EvalContext({ device: 'gpu:1' })
    expect(context.run(() => String(Device.current()))).toBe('gpu:1')
  })

  it.each(['gpu:7', { type: 'gpu', id: 9 }] as const)('is not there: %o', (spec) => {
    expect(() => device(spec)).toThrow(expect.objectContaining({ code: 'CUDA_UNAVAILABLE' }))
    expect(() => flip(images(1, 4), { device: spec })).toThrow(expect.objectContaining({ code: 'CUDA_UNAVAILABLE' }))
  })

  it.each(['tpu', 'gpu:x', 'cpu:0', 'gpu:-1', 5, { type: 'gpu', id: 0.5 }, 'mixed'])('cannot be %o', (spec) => {
    expect(() => device(spec as never)).toThrow(/Expected 'cpu', 'gpu', 'gpu:1' or a Device for device but received/)
  })

  it('is where a call runs', () => {
    const x = images(2, 4)
    const gpus = [
      mirror(x),
      mirror(x, { device: 'gpu:1' }),
      mirror(x, { device: device('gpu:1') }),
      new EvalContext({ deviceId: 1 }).run(() => mirror(x)),
    ]
    expect(gpus.map((r) => r.view.value.gpu)).toEqual([0, 1, 1, 1])
    for (const r of gpus) expect(read(r)).toEqual(plain(x))
    expect(brightness(gpus[1], { brightness: 2 }).view.value.gpu).toBe(1)
    const call = () => new EvalContext({ device: 'gpu:0' }).run(() => mirror(x, { device: 'gpu:1' }))
    expect(call).toThrow(/Expected 'gpu:0', the context's GPU, for device but received 'gpu:1'/)
  })
})

describe('a stream', () => {
  it('is new, or wraps what another library has', () => {
    const made = stream()
    expect(made).toBeInstanceOf(Stream)
    expect([made.deviceId, typeof made.handle]).toEqual([0, 'bigint'])
    expect(stream(undefined, { deviceId: 1 }).deviceId).toBe(1)
    expect(stream().handle).not.toBe(made.handle)
    const foreign = { cudaStream: () => [0, made.handle] as const, deviceId: 0 }
    expect(made.cudaStream()).toEqual([0, made.handle])
    for (const same of [stream(made.handle), stream(Number(made.handle)), stream(foreign), stream(made)]) {
      expect(same.handle).toBe(made.handle)
      expect(same.equals(made)).toBe(true)
    }
    expect(stream(foreign).wrapped).toBe(foreign)
    expect(stream(made)).toBe(made)
    expect(made.equals(stream())).toBe(false)
    expect(made.equals({ cudaStream: () => [0, made.handle], deviceId: 1 })).toBe(false)
    expect(String(made)).toBe(`Stream(0x${made.handle.toString(16)}, deviceId=0)`)
  })

  it.each([-1, 1.5, 'x', null, {}, -5n, 2n ** 64n])('cannot be %o', (raw) => {
    expect(() => stream(raw as never)).toThrow(/Expected a cudaStream_t or an object with cudaStream\(\) for stream/)
  })

  it.each([
    [5n, 'or give the handle itself'],
    [[1, 5n], 'version 0 of the __cuda_stream__ protocol'],
    [[0], 'version 0 of'],
    [[0, -1], 'version 0 of'],
    [[0, 5n, 6n], 'version 0 of'],
    [undefined, 'version 0 of'],
  ])('is not what an object with this pair names: %o', (pair, hint) => {
    const error = { code: 'INVALID_ARGUMENT', hint: expect.stringContaining(hint) }
    const calls = [
      (s: never) => stream(s),
      (s: never) => setCurrentStream(s),
      (s: never) => setDefaultStream(s),
      (s: never) => new EvalContext({ stream: s }),
      (s: never) => stream().equals(s),
    ]
    for (const call of calls) {
      expect(() => call({ cudaStream: () => pair } as never)).toThrow(expect.objectContaining(error))
    }
  })

  it('is not made where one is set', () => {
    for (const set of [setCurrentStream, setDefaultStream]) {
      expect(() => set(undefined as never)).toThrow(/for stream but received undefined/)
    }
  })

  it('belongs to one GPU', () => {
    const one = stream(undefined, { deviceId: 1 })
    expect(() => stream(one, { deviceId: 0 })).toThrow(/Expected a stream of GPU 0 but received one of GPU 1/)
    expect(() => setCurrentStream(one)).toThrow(/Expected a stream of GPU 0/)
    expect(() => new EvalContext({ device: 'gpu:0', stream: one })).toThrow(/Expected a stream of GPU 0/)
    expect(new EvalContext({ stream: one }).deviceId).toBe(1)
    expect(() => stream(undefined, { deviceId: 5 })).toThrow(expect.objectContaining({ code: 'CUDA_UNAVAILABLE' }))
  })

  it('is the one that was current when the call was made', async () => {
    const x = images(2, 4)
    const [a, b] = [stream(), stream()]
    setCurrentStream(a)
    expect(getCurrentStream()).toBe(a)
    const first = mirror(x)
    const lazy = withEvalMode('deferred', () => mirror(x))
    setCurrentStream(b)
    const second = mirror(first)
    setCurrentStream(null)
    const third = mirror(second)
    expect([first, lazy, second].map(madeOn)).toEqual([a.handle, a.handle, b.handle])
    expect(madeOn(third)).toBe(getCurrentStream().handle)
    expect([a.handle, b.handle]).not.toContain(madeOn(third))
    for (const r of [first, lazy, second, third]) expect(read(r)).toEqual(plain(x))
  })

  it('is chosen by the context, else by the thread, else for the process', () => {
    const x = images(1, 4)
    const [own, current, usual] = [stream(), stream(), stream()]
    const before = getCurrentStream()
    expect(getDefaultStream()).toBeNull()
    setDefaultStream(usual)
    expect(getDefaultStream()).toBe(usual)
    expect(getDefaultStream(1)).toBeNull()
    expect(getCurrentStream()).toBe(usual)
    expect(madeOn(mirror(x))).toBe(usual.handle)
    setCurrentStream(current)
    expect(EvalContext.default().stream).toBe(current)
    using after = new EvalContext()
    expect(after.stream).toBe(current)
    using given = new EvalContext({ stream: own.handle })
    expect(given.stream!.handle).toBe(own.handle)
    expect(given.run(() => madeOn(mirror(x)))).toBe(own.handle)
    setCurrentStream(null)
    expect(getCurrentStream()).toBe(usual)
    expect(after.stream).toBe(current)
    setDefaultStream(null)
    expect(getCurrentStream()).toBe(before)
    using _ = device('gpu:1').enter()
    expect(getCurrentStream().deviceId).toBe(1)
  })

  it('set for the process holds in other threads, also when the thread that made it is gone', async () => {
    const ended = (code: string) =>
      new Promise<unknown>((resolve, reject) => {
        const head = `import { parentPort } from 'node:worker_threads'; import * as nd from ${JSON.stringify(dynamicUrl)}\n`
        const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(head + code)}`))
        let said: unknown
        worker.on('message', (m) => {
          said = m
        })
        worker.on('error', reject)
        worker.on('exit', () => resolve(said))
      })
    const mine = stream()
    setDefaultStream(mine)
    expect(await ended('parentPort.postMessage(nd.getCurrentStream().handle)')).toBe(mine.handle)
    expect(
      await ended('nd.setCurrentStream(nd.stream()); parentPort.postMessage(nd.getCurrentStream().handle)'),
    ).not.toBe(mine.handle)
    const theirs = await ended('const s = nd.stream(); nd.setDefaultStream(s); parentPort.postMessage(s.handle)')
    expect(getCurrentStream().handle).toBe(theirs)
    const x = images(2, 4)
    const result = mirror(x)
    expect(madeOn(result)).toBe(theirs)
    expect(read(result)).toEqual(plain(x))
  })

  it('may change with every call', async () => {
    const x = images(3, 6)
    const streams = Array.from({ length: 12 }, () => stream())
    let chain = mirror(x)
    const all: Batch[] = []
    for (let i = 0; i < 120; i++) {
      setCurrentStream(streams[i % streams.length]!)
      chain = mirror(chain)
      all.push(mirror(images(3, 6, i % 100)))
      if (i % 7 === 0) await null
    }
    expect(read(chain)).toEqual(plain(x))
    all.forEach((r, i) => {
      expect(read(r)).toEqual(plain(images(3, 6, i % 100)))
    })
  })

  it('may change when the number of threads does', () => {
    using context = new EvalContext({ device: 'gpu:0' })
    const x = images(2, 4)
    const streams = Array.from({ length: 9 }, () => stream())
    const round = () => {
      const results = streams.map((s) => {
        setCurrentStream(s)
        return mirror(x)
      })
      for (const r of results) expect(read(r)).toEqual(plain(x))
    }
    round()
    setNumThreads(1)
    round()
    setNumThreads(3)
    round()
    setNumThreads(null)
    expect(context.run(() => read(mirror(x)))).toEqual(plain(x))
  })

  it('is in its place where values cross between the CPU and the GPU', () => {
    const x = images(3, 6)
    using context = new EvalContext({ device: 'gpu:0', numThreads: 1 })
    const made = context.run(() => mirror(flip(flip(x))))
    expect(context.queue(-1)).not.toBe(context.queue(0))
    expect(context.queue(0)).toBe(context.queue(0))
    expect(read(made)).toEqual(plain(x))
  })
})

describe('work on a GPU that is held', () => {
  // Each work of the GPU has a file in the folder, where that is there, and lasts as long as its file.
  const prelude = `
    import { execFile } from 'node:child_process'
    import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
    import { native } from ${JSON.stringify(new URL('../../dist/native.js', import.meta.url).href)}
    import { settle } from ${JSON.stringify(new URL('../../dist/dynamic/scheduling/evaluate.js', import.meta.url).href)}
    const { flip } = nd
    const images = (n) => nd.batch(Array.from({ length: n }, (_, i) => ({ data: new Uint8Array(12).fill(i + 1), shape: [2, 2, 3] })))
    const on = (s, x) => { nd.setCurrentStream(s); return flip(x, { device: 'gpu' }) }
    const read = (r) => {
      settle(r.view.value)
      const { storage, place } = r.view.value
      const { offset, bytes } = storage.slot.tensor(place, 0)
      const to = new Uint8Array(bytes)
      native().deviceRead(storage.source, Float64Array.of(offset, bytes, 0), to, 0)
      return to[0]
    }
    const [a, b] = [nd.stream(), nd.stream()]
    // Programs are compiled.
    for (const s of [a, b]) { on(s, images(1)); const g = on(s, on(s, images(2))); s.synchronize() }
    const folder = process.env.PENSTOCK_TEST_HELD
    const hold = () => mkdirSync(folder)
    // In one step: work that ends may have other work behind it that would make its file.
    let times = 0
    const letGo = () => renameSync(folder, folder + ++times)
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
    /** Waits until the GPU is at so many works, and tells at how many it is a while later. */
    const atWork = async (count) => {
      while (readdirSync(folder).length < count) await pause(5)
      await pause(100)
      return readdirSync(folder).length
    }
    const endOne = () => rmSync(folder + '/' + readdirSync(folder)[0])
    const said = {}
    process.on('exit', () => console.log(JSON.stringify(said)))
  `
  const told = async (code: string): Promise<unknown> => {
    const env = {
      PENSTOCK_TEST_BUSY_MS: '1',
      PENSTOCK_TEST_HELD: join(tempFolder(), 'held'),
      PENSTOCK_CUDA_PLUGIN: process.env.PENSTOCK_CUDA_PLUGIN!,
    }
    return JSON.parse(await runOnNode(prelude + code, env))
  }

  it('is not waited for when the stream changes, and what is on the other goes on beside it', async () => {
    const said = await told(`
      hold()
      const r = on(a, images(1))
      await null
      on(b, images(1))
      await null
      said.streams = await atWork(2)
      letGo()
      for (const s of [a, b]) s.synchronize()
      hold()
      on(a, images(1))
      await null
      on(a, images(2))
      await null
      said.stream = [await atWork(1)]
      endOne()
      said.stream.push(await atWork(1))
      letGo()
      a.synchronize()
      said.value = read(r)`)
    expect(said).toEqual({ streams: 2, stream: [1, 1], value: 1 })
  }, 60_000)

  it('decodes two batches of a stream at once, and a batch is whole before what the stream gets after it', async () => {
    const said = (await told(`
      const batches = ${JSON.stringify(photos)}.map((f) => nd.batch(Array(2).fill(new Uint8Array(readFileSync(f)))))
      const decoded = (i) => flip(nd.decoders.image(batches[i], { device: 'gpu' }), { device: 'gpu' })
      nd.setCurrentStream(a)
      said.want = [0, 1].map((i) => {
        const x = decoded(i)
        const value = read(x)
        x.dispose()
        return value
      })
      hold()
      // In the memory of the other batch, so that what is read too early is wrong.
      const made = [decoded(1)]
      await null
      made.push(decoded(0))
      await null
      said.atWork = await atWork(2)
      letGo()
      said.values = made.map(read)`)) as { atWork: number; want: number[]; values: number[] }
    expect(said.want[0]).not.toBe(said.want[1])
    expect(said.values).toEqual([said.want[1], said.want[0]])
    expect(said.atWork).toBe(2)
  }, 60_000)

  it('is ordered by events where its result is used on another stream', async () => {
    const said = await told(`
      hold()
      const r = on(a, images(2))
      await null
      const s = on(b, r)
      const u = on(a, s)
      await null
      said.atWork = []
      for (const _ of [r, s, u]) {
        said.atWork.push(await atWork(1))
        endOne()
      }
      said.values = [u, s, r].map(read)`)
    expect(said).toEqual({ atWork: [1, 1, 1], values: [1, 1, 1] })
  }, 60_000)

  it('is waited for by syncFull, and not by syncCpu', async () => {
    const said = await told(`
      nd.setCurrentStream(a)
      const g = flip(images(2), { device: 'gpu' })
      a.synchronize()
      hold()
      const r = nd.withEvalMode('syncCpu', () => flip(g, { device: 'gpu' }))
      said.cpu = await atWork(1)
      letGo()
      a.synchronize()
      hold()
      // Another process lets the GPU go on a while after it has begun.
      const wait = 'while [ -z "$(ls "$0")" ]; do sleep 0.05; done; sleep 0.3; mv "$0" "$0-gone"'
      execFile('sh', ['-c', wait, folder])
      const s = nd.withEvalMode('syncFull', () => flip(g, { device: 'gpu' }))
      said.full = existsSync(folder)
      said.values = [r, s].map(read)`)
    expect(said).toEqual({ cpu: 1, full: false, values: [1, 1] })
  }, 60_000)
})

it('without a GPU plugin devices and streams say so', async () => {
  const code = `
    const { flip } = nd
    const x = nd.batch([{ data: new Uint8Array(3), shape: [1, 1, 3] }])
    const tried = [() => nd.device('gpu'), () => nd.stream(), () => nd.getCurrentStream(), () => new nd.EvalContext({ deviceId: 0 }), () => flip(x, { device: 'gpu' })]
    console.log(tried.map((f) => { try { f(); return 'worked' } catch (e) { return e.code } }).join())
    console.log(String(nd.Device.current()), nd.EvalContext.default().stream, flip(x).dataSync().length)`
  const said = await runOnNode(code, { PENSTOCK_CUDA_PLUGIN: '/nowhere/penstock_cuda.so' })
  expect(said.split('\n')).toEqual([Array(5).fill('CUDA_UNAVAILABLE').join(), 'cpu null 3'])
})
