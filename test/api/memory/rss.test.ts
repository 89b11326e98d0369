// Memory stays flat: over pipelines that are built and closed, and over batches. The slope of a line through the
// measurements (least squares) is printed.
// @module-tag long
import { setTimeout as sleep } from 'node:timers/promises'
import { fn, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { endIdleThreads } from '../../../src/actors/stage-threads.js'
import { someFiles } from '../../util/files.js'
import { type Executor, executorNames, executors, handles, resident } from '../../util/resources.js'
import { runs, timeFor } from '../../util/soak.js'

const KiB = 2 ** 10
const MiB = 2 ** 20
const data = someFiles(40)

/** 64 KiB per sample: a batch that was kept would be seen at once. */
const side = 128
const make = (executor: Executor, outside = true) =>
  pipelineDef({ batchSize: 4, numThreads: 2, seed: 1, ...executors[executor] }, () => {
    const [bytes] = fn.readers.file({ fileRoot: data.root, files: data.files })
    const noise = fn.random.uniform({ range: [0, 1], shape: [side, side] })
    const source = (i: number) => [0, 1, 2, 3].map((k) => new Uint8Array(1000 * (1 + ((i + k) % 5))).fill(i))
    return [fn.cast(bytes, { dtype: 'int16' }), noise, ...(outside ? [fn.externalSource({ source })] : [])]
  })()

/** Bytes per unit of x, over points (x, bytes). */
function slopeOf(points: readonly [number, number][]): number {
  const mean = (of: (p: [number, number]) => number) =>
    points.reduce((sum, p) => sum + of(p as [number, number]), 0) / points.length
  const [mx, my] = [mean(([x]) => x), mean(([, y]) => y)]
  return mean(([x, y]) => (x - mx) * (y - my)) / mean(([x]) => (x - mx) ** 2)
}

async function settled(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    globalThis.gc!()
    await sleep(5)
  }
  return resident()
}

const report = (what: string, points: [number, number][], unit: string) => {
  const slope = slopeOf(points)
  const all = points.map(([, y]) => y / MiB)
  const span = `${Math.min(...all).toFixed(1)} to ${Math.max(...all).toFixed(1)} MiB`
  console.log(`RSS over ${what}: ${(slope / KiB).toFixed(2)} KiB per ${unit}, ${span}`)
  return slope
}

describe('resident memory is flat', () => {
  test('over 200 pipelines that are built, run and closed', { timeout: timeFor(300_000) }, async () => {
    const points: [number, number][] = []
    const cycles = runs(200)
    // Until then heaps of the allocator still grow, by 10 MB in all: V8, worker threads and programs take turns in them.
    const warm = 240
    for (let i = 0; i < warm + cycles; i++) {
      const pipe = make(executorNames[i % 3]!)
      await pipe.run()
      await pipe.close()
      if (i % 10) continue
      // A thread that waits for another stage has a heap of 9 MB, which V8 lets grow from stage to stage.
      await endIdleThreads()
      if (i >= warm) points.push([i, await settled()])
    }
    expect(handles()).toBe(0)
    // The least that a pipeline could leave behind is a slot (64 KiB in use) or a thread (more than 1 MiB). Half of a
    // slot is above the noise of V8's heap.
    expect(report(`${cycles} pipelines`, points, 'pipeline')).toBeLessThan(32 * KiB)
  })

  test.each(executorNames)('over 2,000 batches: %s', { timeout: timeFor(60_000) }, async (executor) => {
    const batches = runs(2000)
    // Until then heaps of the allocator still grow, by 10 MB in all: V8, worker threads and programs take turns in them.
    const warm = 2400
    const points: [number, number][] = []
    await using pipe = make(executor)
    for (let i = 0; i < warm + batches; i++) {
      const [x] = await pipe.run()
      expect(x!.length).toBe(4)
      x![Symbol.dispose]()
      if (i % 50) continue
      // Also before: these pauses make the dynamic executor's queues deeper, up to a limit.
      const now = await settled()
      if (i >= warm) points.push([i, now])
    }
    // A batch has 256 KiB, and the least that could be left of it is a slot of 64 KiB. What is seen without a leak is 0.5 to
    // 4.5 KiB: garbage of the stages' threads, most in the dynamic executor. V8 collects it only after some 100 MB, and from
    // here nothing can ask it to; with --gc-global, which is too slow for a test, 72,000 batches stay within 1.5 MB.
    expect(report(`${batches} batches, ${executor}`, points, 'batch')).toBeLessThan(8 * KiB)
  })
})

describe('close()', () => {
  test.each(executorNames)('gives the pages back at once, also while the pipeline is kept: %s', async (executor) => {
    const big = () =>
      pipelineDef({ batchSize: 4, numThreads: 2, seed: 1, prefetchQueueDepth: 4, ...executors[executor] }, () =>
        fn.random.uniform({ range: [0, 1], shape: [1024, 1024] }),
      )()
    const first = big()
    await (await first.run())[0]![Symbol.dispose]()
    await first.close()
    // A thread that waits a second for another stage has a heap of 9 MB.
    await endIdleThreads()
    const before = await settled()
    const pipe = big()
    const [x] = await pipe.run()
    await sleep(100)
    const during = resident() - before
    // At least one batch of 16 MiB.
    expect(during).toBeGreaterThan(16 * MiB)
    const value = x!.at(3).dataSync()[77]!
    await pipe.close()
    await endIdleThreads()
    const left = resident() - before
    // What the dynamic executor gave out stays: one batch.
    expect(left).toBeLessThan(executor === 'dynamic' ? 26 * MiB : 8 * MiB)
    if (executor === 'dynamic') expect(x!.at(3).dataSync()[77]).toBe(value)
    expect(pipe.statistics().stages.length).toBeGreaterThan(1)
  })
})
