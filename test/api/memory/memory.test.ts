// Memory by numbers: the budget with real images, held outputs, hints, what is given back, what operators use, and
// outputs on their way to another thread.
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { fn, pipelineDef, receive, type TensorList } from 'penstock-data'
import { describe, expect, test, vi } from 'vitest'
import { native, type SystemInfo } from '../../../src/native.js'
import { executors, watchAccount, wordsOf } from '../../util/account.js'
import { type AnyPipeline, digest, failure, within } from '../../util/collect.js'
import { portion } from '../../util/soak.js'

const MB = 2 ** 20
const images = new URL('../../../data/photos', import.meta.url).pathname
const module = new URL('../../util/functions/budget.mjs', import.meta.url)
const kinds = Object.entries(executors)
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))

const residentBytes = () => Number(readFileSync('/proc/self/statm', 'utf8').split(' ')[1]) * 4096

async function eventually(what: string, ok: () => boolean, ms = 10_000): Promise<void> {
  const end = Date.now() + ms
  while (!ok()) {
    if (Date.now() > end) throw new Error(`${what} did not come`)
    await pause(10)
  }
}

/** `mib` MiB per batch from a source on the main thread, through one stage of work. */
const sized = (mib: (batch: number) => number, options: object = {}, hint: object = {}) =>
  pipelineDef({ batchSize: 2, numThreads: 1, seed: 1, ...options }, () => {
    const source = (i: number) => [0, 1].map(() => new Uint8Array((mib(i) * MB) / 2).fill(i + 1))
    return [
      fn.cast(fn.externalSource({ source, name: 'in', ...hint }), { dtype: 'int16', name: 'out', ...double(hint) }),
    ]
  })()
const double = (hint: { bytesPerSampleHint?: number }) =>
  hint.bytesPerSampleHint ? { bytesPerSampleHint: 2 * hint.bytesPerSampleHint } : {}

/** Runs so many batches and gives them back. */
async function runs(pipe: AnyPipeline, count: number): Promise<string[]> {
  const digests: string[] = []
  for (let i = 0; i < count; i++) {
    const outputs = await within(20_000, 'a batch', pipe.run())
    digests.push(digest(outputs))
    outputs[0]!.release()
  }
  return digests
}

describe('memoryBudget', { timeout: 120_000 }, () => {
  const train = (options: object) =>
    pipelineDef({ batchSize: 8, numThreads: 2, seed: 5, ...options }, () => {
      const [bytes] = fn.readers.file({ fileRoot: images })
      const rgb = fn.decoders.imageRandomCrop(bytes!, {})
      return [fn.cropMirrorNormalize(fn.resize(rgb, { size: 224 }), { dtype: 'float32' })]
    })()

  test.each(portion(kinds, 3, 0))(
    'is never exceeded with real images, and changes no byte (%s)',
    { tags: 'property' },
    async (_, executor) => {
      await using free = train(executor)
      const expected = await runs(free, 12)
      let host = 0
      {
        // Most of the account is scratch, which depends on the machine's SIMD level and the images.
        await using simple = train(executors.simple)
        await simple.build()
        const watch = watchAccount(simple)
        await runs(simple, 12)
        host = Math.ceil((await watch.stop()) / 0.74)
      }
      const before = residentBytes()
      await using pipe = train({ ...executor, memoryBudget: { host } })
      await pipe.build()
      const watch = watchAccount(pipe)
      expect(await runs(pipe, 12)).toEqual(expected)
      const grown = residentBytes() - before
      const peak = await watch.stop()
      expect(peak).toBeGreaterThan(host / 4)
      expect(peak).toBeLessThanOrEqual(host)
      // Threads, JavaScript and codecs take memory of their own.
      expect(grown).toBeLessThan(host + 200 * MB)
    },
  )

  /** Two samples per batch from a source, through a user function. */
  const through = (name: string, bytes: (batch: number) => number, host: number) =>
    pipelineDef({ batchSize: 2, numThreads: 1, seed: 1, memoryBudget: { host } }, () => {
      const x = fn.externalSource({ source: (i: number) => [0, 1].map(() => new Uint8Array(bytes(i))), name: 'x' })
      return [fn.jsFunction(x, { module, export: name, outputs: { dtype: 'uint8', ndim: 1 } })]
    })()

  test('keeps the memory that a stage after a fast source needs', async () => {
    // 4 MiB in, 8 MiB out: three batches ahead would leave too little.
    await using pipe = through('lateTwice', () => 2 * MB, 16.25 * MB)
    expect(await runs(pipe, 6)).toHaveLength(6)
  })

  test('an idle stage gives back what another stage needs', async () => {
    await using pipe = through('inverted', (i) => (i === 0 ? 4 * MB : 10), 16 * MB)
    expect(await runs(pipe, 4)).toHaveLength(4)
  })

  test.each(portion(kinds, 3, 1))(
    'gives BUDGET_EXCEEDED where it is too small for one batch (%s)',
    { tags: 'property' },
    async (_, executor) => {
      const begin = Date.now()
      const slow = sized(() => 8, { ...executor, memoryBudget: { host: 12 * MB } })
      expect(await failure(() => within(30_000, 'run()', slow.run()))).toMatchObject({ code: 'BUDGET_EXCEEDED' })
      await using sync = sized(() => 8, { ...executor, memoryBudget: { host: 12 * MB } })
      const error = await failure(() => sync.runSync())
      expect(error).toMatchObject({ code: 'BUDGET_EXCEEDED', hint: expect.stringContaining('memoryBudget.host') })
      expect(error.message).toMatch(
        /memoryBudget.host = 12\.0 MiB: \d+\.\d MiB are in use, and a batch needs 1?\d\.\d MiB/,
      )
      await using tiny = sized(() => 1, { ...executor, memoryBudget: { host: 10 } })
      expect(await failure(() => tiny.build())).toMatchObject({ code: 'BUDGET_EXCEEDED' })
      expect(Date.now() - begin).toBeLessThan(60_000)
    },
  )

  test.each(portion(kinds, 3, 2))('makes runSync() wait for memory too (%s)', { tags: 'property' }, (_, executor) => {
    const pipe = sized((i) => (i % 5 === 3 ? 8 : 1), { ...executor, memoryBudget: { host: 34 * MB } })
    for (let i = 0; i < 20; i++) {
      const [out] = pipe.runSync()
      expect(out!.at(1).dataSync()[0]).toBe(i + 1)
      out!.release()
    }
    return pipe.close()
  })

  test('makes run() wait until a held output is given back', async () => {
    await using pipe = sized(() => 4, { memoryBudget: { host: 64 * MB } })
    await pipe.build()
    const watch = watchAccount(pipe)
    const held: TensorList[] = []
    let pending: ReturnType<typeof pipe.run> | undefined
    // 8 MiB per batch, and as much again for those in the making.
    for (let i = 0; i < 20 && !pending; i++) {
      const run = pipe.run()
      const out = await Promise.race([run, pause(2500).then(() => undefined)])
      if (out) held.push(out[0]!)
      else pending = run
    }
    expect(held.length).toBeGreaterThanOrEqual(4)
    expect(held.length).toBeLessThanOrEqual(7)
    expect(held.map((list) => list.at(0).dataSync()[0])).toEqual(held.map((_, i) => i + 1))
    held[1]!.release()
    const [next] = await within(10_000, 'the batch after one was given back', pending!)
    expect(next!.at(1).dataSync().at(-1)).toBe(held.length + 1)
    expect(held.map((list, i) => i === 1 || list.at(0).dataSync()[0] === i + 1)).not.toContain(false)
    for (const list of [...held, next!]) list.release()
    expect(await runs(pipe, 10)).toHaveLength(10)
    expect(await watch.stop()).toBeLessThanOrEqual(64 * MB)
  })

  test('has other kinds, which are checked and kept', () => {
    const define = pipelineDef({ batchSize: 1, memoryBudget: { host: MB, pinned: 5, device: 6 } }, () =>
      fn.externalSource({}),
    )
    expect(define().options.memoryBudget).toEqual({ host: MB, pinned: 5, device: 6 })
    const wrong = () => define({ memoryBudget: { device: -1 } })
    expect(wrong).toThrow('Expected a number of bytes >= 0 for memoryBudget.device but received -1')
  })
})

describe('hints', { timeout: 60_000 }, () => {
  interface Inside {
    engine: { supervisor: { wiring: { stocks: Map<unknown, { slots: { buffer: SharedArrayBuffer }[] }> } } }
  }
  /** Bytes of the largest slot of each stage that makes batches. */
  const slots = (pipe: AnyPipeline) =>
    [...(pipe as unknown as Inside).engine.supervisor.wiring.stocks.values()].map((stock) =>
      Math.max(...stock.slots.map(({ buffer }) => buffer.byteLength)),
    )

  /** How often buffers were found larger than one batch before, while batches become larger. */
  async function growths(options: object, hint: object): Promise<number> {
    await using pipe = sized((i) => 1 + i / 2, { prefetchQueueDepth: 1, ...executors.simple, ...options }, hint)
    let count = 0
    let before: number[] = []
    for (let i = 0; i < 12; i++) {
      await runs(pipe, 1)
      const now = slots(pipe)
      if (i > 0) count += now.filter((bytes, s) => bytes > before[s]!).length
      before = now
    }
    return count
  }

  test('of the operator or of the pipeline give buffers their full size from the start', async () => {
    // 12 batches of 1 to 6.5 MiB in two stages.
    expect(await growths({}, {})).toBeGreaterThanOrEqual(10)
    expect(await growths({}, { bytesPerSampleHint: 3.5 * MB })).toBe(0)
    expect(await growths({ bytesPerSample: 7 * MB }, {})).toBe(0)
  })

  test.each(kinds)(
    'build() makes the buffers, as toString() has said; the statistics tell (%s)',
    async (_, executor) => {
      const [hint, batch] = [MB / 2, MB]
      await using pipe = sized(() => 1, executor, { bytesPerSampleHint: hint })
      const text = pipe.toString()
      await pipe.build()
      const { memory } = pipe.statistics()
      const stocks = [...(pipe as unknown as Inside).engine.supervisor.wiring.stocks.values()]
      const all = stocks.flatMap((stock) => stock.slots.map(({ buffer }) => buffer.byteLength))
      expect(memory.slots).toBe(all.reduce((a, b) => a + b, 0))
      expect(text).toMatch(/^ {2}in: \d slots? of 1,\d{3},\d{3} bytes.*\n {2}cpu: \d slots? of 2,\d{3},\d{3} bytes/m)
      const [, bound, printed] = /^ {2}together (at least )?([\d,]+) bytes$/m.exec(text)!
      expect(Number(printed!.replaceAll(',', ''))).toBe(memory.slots)
      // A pool grows with the batches that are held.
      expect(bound).toBe(executor === executors.dynamic ? 'at least ' : undefined)
      expect(memory.host).toBe(wordsOf(pipe).memory.usedBytes)
      expect(memory.host).toBeGreaterThanOrEqual(memory.slots + memory.scratch)
      const nothing = { realMemorySize: [0], maxRealMemorySize: [0] }
      expect(pipe.executorStatistics()).toEqual({
        in: { ...nothing, reservedMemorySize: [batch], maxReservedMemorySize: [hint] },
        out: { ...nothing, reservedMemorySize: [2 * batch], maxReservedMemorySize: [2 * hint] },
      })
      // No page of it was written yet: there is nothing to give back, and the room stays.
      expect(await pipe.releaseUnusedMemory()).toBe(0)
      const sizes = slots(pipe)
      await runs(pipe, 5)
      expect(slots(pipe)).toEqual(sizes)
      expect(pipe.executorStatistics().out).toMatchObject({
        realMemorySize: [2 * batch],
        maxRealMemorySize: [2 * hint],
      })
      if (executor !== executors.dynamic) expect(pipe.statistics().memory.slots).toBe(memory.slots)
    },
  )

  test('for a part of the stages appear in the text', () => {
    const text = (options: object, hint: object) =>
      sized(() => 1, { ...executors.pipelined, ...options }, hint).toString()
    expect(text({}, {})).toMatch(/memory of batches\n {2}in: \d slots as large as batches need\n {2}cpu: .* need$/)
    expect(text({ bytesPerSample: MB }, {})).toMatch(/\n {2}together [\d,]+ bytes$/)
    // No buffer can be so large: the hint is ignored.
    expect(text({ bytesPerSample: 2 ** 40 }, {})).toMatch(/ {2}cpu: .* need$/)
  })

  test("stand in the plan per output, the operator's own before the pipeline's, and not in the hash", () => {
    const plan = (a: object, options: object) =>
      pipelineDef({ batchSize: 2, seed: 1, ...options }, () => {
        const [x, y] = fn.externalSource({ numOutputs: 2, ...a })
        return [fn.cast(x, { dtype: 'float32' }), y]
      })().graph()
    const bytes = (p: ReturnType<typeof plan>) => p.stages.map((s) => s.bytesPerSample)
    expect(bytes(plan({}, {}))).toEqual([undefined, undefined, undefined])
    expect(bytes(plan({ bytesPerSampleHint: [10, 200] }, {}))).toEqual([[10, 200], [0, 200], undefined])
    expect(bytes(plan({ bytesPerSampleHint: 10 }, { bytesPerSample: 7 }))).toEqual([[10, 10], [7, 10], undefined])
    expect(bytes(plan({ bytesPerSampleHint: [10] }, { bytesPerSample: 7 }))).toEqual([[10, 10], [7, 10], undefined])
    expect(plan({ bytesPerSampleHint: 10 }, {}).hash).toBe(plan({}, {}).hash)
    for (const hint of [[], [1, 2, 3]]) {
      const wrong = `Expected 1 or 2 numbers for bytesPerSampleHint (one per output) but received ${hint.length}`
      expect(() => plan({ bytesPerSampleHint: hint }, {})).toThrow(wrong)
    }
    expect(() => plan({ bytesPerSampleHint: -1 }, {})).toThrow('a list of them, one per output for bytesPerSampleHint')
  })

  test('that are far too large give way to the budget', async () => {
    await using pipe = sized(() => 1, { memoryBudget: { host: 16 * MB } }, { bytesPerSampleHint: 100 * MB })
    await pipe.build()
    expect(pipe.statistics().memory.slots).toBe(0)
    expect(pipe.executorStatistics().out).toMatchObject({ reservedMemorySize: [0] })
    expect(await runs(pipe, 5)).toHaveLength(5)
    // Some of each stage where all would be too many: a quarter of the budget stays free.
    await using other = sized(
      () => 1,
      { memoryBudget: { host: 16 * MB }, prefetchQueueDepth: 8 },
      { bytesPerSampleHint: MB / 2 },
    )
    await other.build()
    const { slots: taken, host } = other.statistics().memory
    expect(taken).toBeGreaterThan(6 * MB)
    expect(host).toBeLessThanOrEqual(12 * MB)
    expect(other.executorStatistics().out).toMatchObject({ reservedMemorySize: [2 * MB] })
    expect(await runs(other, 5)).toHaveLength(5)
  })
})

describe('giving memory back', { timeout: 120_000 }, () => {
  test.each(kinds)(
    'releaseUnusedMemory() gives pages back and changes no byte (%s)',
    { tags: 'long' },
    async (_, executor) => {
      const big = (i: number) => (i < 6 ? 24 : 1)
      await using other = sized(big, executor)
      const expected = await runs(other, 14)
      await using pipe = sized(big, executor)
      const digests = await runs(pipe, 8)
      // All that runs ahead is small by now.
      await eventually('small batches', () => pipe.statistics().mailboxes.every((m) => m.capacity > 0))
      await pause(50)
      const [used, resident] = [wordsOf(pipe).memory.usedBytes, residentBytes()]
      expect(used).toBeGreaterThan(60 * MB)
      const freed = await pipe.releaseUnusedMemory()
      expect(freed).toBeGreaterThan(50 * MB)
      expect(wordsOf(pipe).memory.usedBytes).toBeLessThan(20 * MB)
      expect(resident - residentBytes()).toBeGreaterThan(freed / 2)
      digests.push(...(await runs(pipe, 3)))
      // The same holds while all stages work.
      const running = runs(pipe, 3)
      await pipe.releaseUnusedMemory()
      digests.push(...(await running))
      expect(digests).toEqual(expected)
    },
  )

  test.each(kinds)(
    'close() gives everything back, but for what the user holds (%s)',
    { tags: 'long' },
    async (name, executor) => {
      // A reader's files: a source would leave its own data to the garbage collector.
      const make = () =>
        pipelineDef({ batchSize: 16, numThreads: 2, seed: 1, ...executor }, () => {
          const [bytes] = fn.readers.file({ fileRoot: images })
          return [fn.resize(fn.decoders.image(bytes!), { size: [512, 512] })]
        })()
      const use = async (hold: boolean) => {
        const pipe = make()
        const [list] = await pipe.run()
        await runs(pipe, 6)
        const kept = hold ? { list, bytes: digest([list!]) } : list!.release()
        // What this process's heap grows by meanwhile is not the pipeline's.
        globalThis.gc!()
        const [full, words] = [residentBytes(), wordsOf(pipe)]
        await pipe.close()
        globalThis.gc!()
        expect((JSON.parse(native().info()) as SystemInfo).handles).toBe(0)
        const freed = full - residentBytes()
        expect(freed).toBeGreaterThan(0.6 * words.memory.usedBytes)
        if (kept) expect(digest([kept.list!])).toBe(kept.bytes)
      }
      await use(false)
      const before = residentBytes()
      for (let i = 0; i < 3; i++) await use(name === 'dynamic')
      // Held batches of 12 MiB may wait for the garbage collector; thread stacks and heaps vary.
      expect(residentBytes() - before).toBeLessThan(80 * MB)
    },
  )
})

describe('executorStatistics()', { timeout: 60_000 }, () => {
  test('has an entry per operator and output, also for sources and user functions, after close() too', async () => {
    const pipe = pipelineDef({ batchSize: 2, numThreads: 1, seed: 1, enableMemoryStats: true }, () => {
      const x = fn.externalSource({
        source: (i: number) => [new Uint8Array(10), new Uint8Array(i === 0 ? 100 : 20)],
        name: 'x',
      })
      const y = fn.jsFunction(x, { module, export: 'twice', outputs: { dtype: 'uint8', ndim: 1 }, name: 'y' })
      return [fn.cast(y, { dtype: 'float32', name: 'z' })]
    })()
    expect(() => pipe.executorStatistics()).toThrow('The pipeline was not built yet')
    await runs(pipe, 2)
    const stats = pipe.executorStatistics()
    expect(Object.keys(stats)).toEqual(['x', 'y', 'z'])
    expect(stats.x).toEqual({
      realMemorySize: [110],
      maxRealMemorySize: [100],
      reservedMemorySize: [110],
      maxReservedMemorySize: [100],
    })
    expect(stats.y).toMatchObject({ realMemorySize: [220], maxRealMemorySize: [200] })
    expect(stats.z).toMatchObject({ realMemorySize: [880], maxRealMemorySize: [800] })
    expect(stats.z!.reservedMemorySize[0]).toBeGreaterThanOrEqual(880)
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    await pipe.close()
    const printed = write.mock.calls.map(([text]) => String(text)).join('')
    write.mockRestore()
    expect(printed).toMatch(
      /^operator memory, .*\noutput +real +max real +reserved +max reserved\nx\[0\] +110 +100 +110 +100\n/,
    )
    expect(printed).toMatch(/^z\[0\] +880 +800 /m)
    expect(pipe.executorStatistics()).toEqual(stats)
  })
})

describe('hand-offs', { timeout: 60_000 }, () => {
  const peer = `
    const { parentPort, workerData: { entry } } = require('node:worker_threads')
    const loaded = import(entry)
    parentPort.on('message', async ({ off, write }) => {
      const { receive } = await loaded
      const tensors = receive(off)
      const sums = tensors.map((t) => t.dataSync().reduce((a, b) => a + b, 0))
      if (write !== undefined) tensors[0].dataSync()[0] = write
      parentPort.postMessage({ sums, shapes: tensors.map((t) => t.shape), shared: off.buffer instanceof SharedArrayBuffer })
    })`
  interface Reply {
    sums: number[]
    shapes: number[][]
    shared: boolean
  }

  test("reach another thread: 'shared' is the batch's memory, 'transfer' moves, copies are counted", async () => {
    const entry = new URL('../../../dist/index.js', import.meta.url).href
    const worker = new Worker(peer, { eval: true, workerData: { entry } })
    const ask = (message: object, transfer: ArrayBuffer[] = []) => {
      const reply = new Promise<Reply>((resolve, reject) => worker.once('message', resolve).once('error', reject))
      worker.postMessage(message, transfer)
      return within(20_000, 'an answer', reply)
    }
    await using pipe = sized(() => 1)
    const copies = () => pipe.statistics().copies
    const n = MB / 2
    try {
      const [first] = await pipe.run()
      const shared = first!.as('shared')
      expect(await ask({ off: shared, write: 77 })).toEqual({ sums: [n, n], shapes: [[n], [n]], shared: true })
      expect(first!.at(0).dataSync()[0]).toBe(77)
      expect(copies()).toEqual({ count: 0, bytes: 0 })

      const copy = first!.as('copy')
      expect((await ask({ off: copy, write: 5 })).sums[0]).toBe(n + 76)
      expect(first!.at(0).dataSync()[0]).toBe(77)
      expect(copies()).toEqual({ count: 1, bytes: 4 * n })
      first!.release()
      expect(() => first!.as('shared')).toThrow('This output was released')
      // A copy is its receiver's own.
      expect(receive(copy)[1]!.dataSync().at(-1)).toBe(1)

      const [second] = await pipe.run()
      const moved = second!.as('transfer')
      expect(() => second!.at(0)).toThrow('This output was released')
      expect((await ask({ off: moved }, [moved.buffer as ArrayBuffer])).sums).toEqual([2 * n, 2 * n])
      expect(moved.buffer.byteLength).toBe(0)
      expect(copies()).toEqual({ count: 2, bytes: 8 * n })
    } finally {
      await worker.terminate()
    }
  })

  test('are refused if as() did not make them', () => {
    expect(() => receive({} as never)).toThrow('Expected what TensorList.as() gave')
  })
})
