// Memory that goes before those who look at it: arrays that the user transfers or shrinks, a worker that ends while a copy
// from a GPU is on its way to it, results that are too large for one array, and the numbers of native objects.
import '../util/gpu.js'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { collections } from '../../src/data/output-memory.js'
import { asBatch, asTensor, type Batch, batch, readers, slice, stream, type Tensor } from '../../src/dynamic.js'
import { arena } from '../../src/generated/abi.js'
import { native } from '../../src/native.js'
import { someFiles } from '../util/files.js'
import { flip } from './calls.js'
import { dynamicUrl, runOnNode } from './run-node.js'

const side = 64
const mirrored = (x: unknown) => (flip(x, { horizontal: 1 }) as unknown as Tensor).dataSync()
const lost = expect.objectContaining({
  code: 'INVALID_INPUT',
  message: expect.stringContaining('transferred or resized'),
  hint: expect.stringContaining('copy the data'),
})

describe("the user's arrays", () => {
  const shaped = (data: Uint8Array) => ({ data, shape: [side, side, 1], layout: 'HWC' })
  const resizable = () => new ArrayBuffer(side * side, { maxByteLength: 2 * side * side })
  const takenAway: [string, () => ArrayBuffer, (buffer: ArrayBuffer) => void][] = [
    ['transferred', () => new ArrayBuffer(side * side), (b) => structuredClone(b, { transfer: [b] })],
    ['shrunk', resizable, (b) => b.resize(side)],
    ['emptied', resizable, (b) => b.resize(0)],
  ]

  test.each(takenAway)('%s after asTensor(): calls and reads say so', (_, make, takeAway) => {
    const buffer = make()
    const data = new Uint8Array(buffer).fill(9)
    const whole = asTensor(shaped(data))
    const part = whole.slice([0, 4])
    const list = asBatch([shaped(data), shaped(data)])
    expect(mirrored(whole)[5]).toBe(9)
    takeAway(buffer)
    expect(() => mirrored(whole)).toThrow(lost)
    expect(() => mirrored(list)).toThrow(lost)
    expect(() => mirrored(part)).toThrow(lost)
    expect(() => whole.dataSync()).toThrow(lost)
    expect(() => list.at(1).dataSync()).toThrow(lost)
    expect(() => batch([whole, whole])).toThrow(lost)
  })

  test('that grow, or are shrunk elsewhere, stay what they are', () => {
    const buffer = resizable()
    const whole = asTensor(shaped(new Uint8Array(buffer, 0, side * side).fill(9)))
    buffer.resize(2 * side * side)
    expect(mirrored(whole)[5]).toBe(9)
    buffer.resize(side * side)
    expect(mirrored(whole)[5]).toBe(9)
    expect(mirrored(asTensor({ data: new Uint8Array(0), shape: [0, 4, 1], layout: 'HWC' }))).toHaveLength(0)
  })

  test('a result whose small array was transferred is gone as well', () => {
    const result = flip(asTensor(shaped(new Uint8Array(side * side).fill(9))), { horizontal: 1 }) as unknown as Tensor
    const { buffer } = result.dataSync() as Uint8Array<ArrayBuffer>
    if (buffer instanceof SharedArrayBuffer) return
    structuredClone(buffer, { transfer: [buffer] })
    expect(() => mirrored(result)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
  })
})

test('a worker may end while a copy from a GPU is on its way to its memory', async () => {
  const worker = `
    import { workerData, parentPort } from 'node:worker_threads'
    const nd = await import(${JSON.stringify(dynamicUrl)})
    const x = nd.tensor({ data: new Uint8Array(8 << 20), shape: [4096, 2048, 1], layout: 'HWC' }).gpu()
    await x.data()
    const y = nd.flip(x, { vertical: 1 })
    for (let i = 0; i < 3; i++) void y.data()
    // The calls are with the GPU now, which is busy.
    await new Promise((resolve) => setTimeout(resolve, 50))
    parentPort.postMessage(1)
  `
  // What is freed goes back to the system at once: to write there ends the process.
  const lines = `
    import { Worker } from 'node:worker_threads'
    for (let i = 0; i < 2; i++) {
      const worker = new Worker(new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(worker)})))
      await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
      await worker.terminate()
    }
    // The first copy would be made by now.
    await new Promise((resolve) => setTimeout(resolve, 400))
    console.log('alive')
  `
  expect(await runOnNode(lines, { PENSTOCK_TEST_BUSY_MS: '300', MALLOC_MMAP_THRESHOLD_: '65536' })).toBe('alive')
}, 60_000)

test('a reader may be closed while its sample is copied to a GPU', async () => {
  const { root, files } = someFiles(4)
  const lines = `
    const source = nd.readers.file(${JSON.stringify({ fileRoot: root, files, batchSize: 1 })})
    for await (const [x] of source.nextEpoch()) {
      const made = x.gpu().data()
      // The copy is with the GPU now, which is busy.
      await new Promise((resolve) => setTimeout(resolve, 50))
      await source.close()
      console.log((await made).length > 0)
      break
    }
  `
  expect(await runOnNode(lines, { PENSTOCK_TEST_BUSY_MS: '300' })).toBe('true')
}, 60_000)

test('a worker may end while another library has its tensor', async () => {
  // The next result takes the memory of one that was given back.
  const worker = `
    import { parentPort } from 'node:worker_threads'
    const nd = await import(${JSON.stringify(dynamicUrl)})
    const x = nd.tensor({ data: new Uint8Array(64).fill(7), shape: [8, 8, 1], layout: 'HWC' }).gpu()
    parentPort.postMessage(x.dlpack())
  `
  const lines = `
    import { createRequire } from 'node:module'
    import { Worker } from 'node:worker_threads'
    const consumer = createRequire(${JSON.stringify(dynamicUrl)})('../build/Release/dlpack_consumer.node')
    const worker = new Worker(new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(worker)})))
    const address = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
    await worker.terminate()
    const next = nd.tensor({ data: new Uint8Array(64).fill(9), shape: [8, 8, 1], layout: 'HWC' }).gpu()
    await next.data()
    const bytes = new Uint8Array(64)
    consumer.bytes(address, bytes)
    consumer.drop(address)
    console.log(bytes.every((byte) => byte === 7))
  `
  expect(await runOnNode(lines)).toBe('true')
})

test('a result that is too large for one array says so', async () => {
  // Its header says so; nothing behind it is there or touched.
  const lines = `
    import { constants } from 'node:buffer'
    const { native } = await import(${JSON.stringify(new URL('./native.js', dynamicUrl).href)})
    const block = new Uint8Array(new SharedArrayBuffer(4096))
    const bytes = BigInt(Math.min(constants.MAX_LENGTH, 2 ** 52)) + 4096n
    new DataView(block.buffer).setBigInt64(${arena.hUsedBytes}, bytes, true)
    const memory = native().open(block)
    for (let i = 0; i < 3; i++) {
      try {
        native().evalView(memory)
        console.log('no error')
      } catch (error) {
        console.log(error.code, error.message.includes(String(bytes)))
      }
      gc()
      await new Promise(setImmediate)
    }
    native().close(memory)
  `
  expect(await runOnNode(lines)).toBe(Array(3).fill('UNSUPPORTED true').join('\n'))
})

describe('numbers of native objects', () => {
  test('are whole and need more than 32 bits; those of listeners fit into a word', () => {
    const memory = native().open(new Uint8Array(new SharedArrayBuffer(64)))
    const listener = native().listen(
      () => {},
      (error) => expect.fail(error.message),
    )
    expect(memory).toBeGreaterThanOrEqual(2 ** 32)
    expect(Number.isSafeInteger(memory)).toBe(true)
    expect(listener).toBeLessThan(2 ** 31)
    // What 32 bits of it are is another one's number, or none's.
    expect(() => native().resize(memory | 0, 1)).toThrow(expect.objectContaining({ code: 'PIPELINE_CLOSED' }))
    expect([native().close(memory), native().close(listener), native().close(memory)]).toEqual([true, true, false])
  })
})

describe('a stream that has ended', () => {
  test('is refused by its number, as long as it is no other one', () => {
    const one = stream()
    const { handle } = one
    const again = stream(handle)
    native().close(one.native)
    // It has a user still.
    expect(stream(handle).handle).toBe(handle)
    native().close(again.native)
    const other = stream(undefined, { deviceId: 1 })
    // One more user was made above, and is collected some time.
    expect(() => stream(other.handle, { deviceId: 0 })).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  })

  test('the last user ends it', () => {
    const one = stream()
    native().close(one.native)
    for (const use of [() => stream(one.handle), () => stream({ cudaStream: () => [0, one.handle] as const })]) {
      expect(use).toThrow(
        expect.objectContaining({ code: 'STREAM_ENDED', hint: expect.stringContaining('nd.stream()') }),
      )
    }
    // Its number stands for a stream again when it is used anew: numbers of ours never become those of other libraries.
    const later = Array.from({ length: 40 }, () => stream())
    expect(later.map((s) => s.handle)).toContain(one.handle)
  })
})

test('a loop that disposes of its batches leaves the garbage collector alone', async () => {
  // V8 counts the bytes of a reader's batch as its own. In 100 batches of 26 MB it marked all objects 50 times.
  const lines = `
    import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
    import { tmpdir } from 'node:os'
    import { join } from 'node:path'
    import { constants, PerformanceObserver } from 'node:perf_hooks'
    let marks = 0
    const kinds = [constants.NODE_PERFORMANCE_GC_INCREMENTAL, constants.NODE_PERFORMANCE_GC_MAJOR]
    const count = (list) => { for (const { detail } of list.getEntries()) marks += kinds.includes(detail.kind) }
    new PerformanceObserver(count).observe({ entryTypes: ['gc'] })
    const folder = mkdtempSync(join(tmpdir(), 'penstock-'))
    try {
      const file = join(folder, 'large.bin')
      writeFileSync(file, new Uint8Array(400_000))
      const source = nd.readers.file({ files: Array(64 * 100).fill(file), batchSize: 64 })
      const epoch = async () => {
        const before = marks
        for await (const [bytes, label] of source.nextEpoch()) {
          const x = nd.slice(bytes, { start: [0], shape: [16], axes: [0] })
          await x.evaluate()
          for (const value of [x, bytes, label]) value.dispose()
        }
        return marks - before
      }
      await epoch()
      console.log(await epoch())
    } finally {
      rmSync(folder, { recursive: true })
    }
    process.exit()
  `
  expect(Number(await runOnNode(lines))).toBeLessThan(10)
}, 60_000)

describe('results', () => {
  // With an ArrayBuffer for each, V8 marked all objects for every 60 results of 6 MB that user code did not read, for each of 40 MB
  // that was read and disposed, and twice for each of 16 MB that was read and dropped.
  test.each([
    ['that nobody looks at', 'await y.evaluate(); y.dispose()', 6, 600, 10],
    ['that are read and disposed', 'await y.data(); y.dispose()', 40, 60, 10],
    ['that are read and dropped', 'await y.data()', 16, 100, 80],
  ])(
    '%s leave the garbage collector alone',
    { timeout: 60_000, tags: 'long' },
    async (_, use, megabytes, times, most) => {
      const lines = `
      import { constants, PerformanceObserver } from 'node:perf_hooks'
      let marks = 0
      const kinds = [constants.NODE_PERFORMANCE_GC_INCREMENTAL, constants.NODE_PERFORMANCE_GC_MAJOR]
      const count = (list) => { for (const { detail } of list.getEntries()) marks += kinds.includes(detail.kind) }
      new PerformanceObserver(count).observe({ entryTypes: ['gc'] })
      const side = 1000
      const data = new Uint8Array(${megabytes} * side ** 2 / 8)
      const x = nd.batch(Array(8).fill({ data, shape: [data.length / side, side, 1], layout: 'HWC' }))
      const loop = async (n) => {
        const before = marks
        for (let i = 0; i < n; i++) {
          const y = nd.flip(x)
          ${use}
        }
        await new Promise((next) => setTimeout(next, 10))
        return marks - before
      }
      await loop(20)
      console.log(await loop(${times}))
      process.exit()
    `
      expect(Number(await runOnNode(lines))).toBeLessThan(most)
    },
  )
})

test('a loop with more batches open at one time than at another asks for few collections', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-'))
  const file = join(folder, 'large.bin')
  writeFileSync(file, '')
  // A minor collection is due for each additional batch of this size.
  truncateSync(file, 17 * 2 ** 20)
  const before = collections
  try {
    await using source = readers.file({ files: Array(60).fill(file), batchSize: 1 })
    let step = 0
    const open: Batch[][] = []
    for await (const [bytes, labels] of source.nextEpoch()) {
      open.push([slice(bytes!, { start: [0], shape: [16], axes: [0] }) as unknown as Batch, bytes!, labels!])
      step++
      while (open.length > [1, 3, 5][step % 3]!) {
        const values = open.shift()!
        await values[0]!.evaluate()
        for (const value of values) value.dispose()
      }
    }
    for (const values of open) for (const value of values) value.dispose()
  } finally {
    rmSync(folder, { recursive: true })
  }
  // Without waiting longer after those in vain there were 61.
  expect(collections - before).toBeLessThan(30)
})
