// Tests errors that callbacks of native code throw, which Node.js drops: such an error ends what waits for the
// callback, with a type. Each place that registers a callback has a case here.
import '../util/gpu.js'
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ExecutionQueue } from '../../src/dynamic/scheduling/execution-queue.js'
import { native } from '../../src/native.js'
import { runChild } from '../util/child.js'
import { failure } from '../util/collect.js'
import { expectReturned, resources } from '../util/resources.js'

const none = () =>
  pipelineDef({ batchSize: 2, numThreads: 1 }, () => fn.random.uniform({ range: [0, 1], shape: [9000] }))()
type Batches = ReturnType<typeof none>
const broken = () => {
  throw new Error('broken on purpose')
}

afterEach(() => vi.restoreAllMocks())

describe('a callback that throws', () => {
  const ring = (listener: number) => {
    const words = new Uint32Array(new SharedArrayBuffer(64))
    const block = native().open(new Uint8Array(words.buffer))
    words[1] = listener
    native().signal(block, 0, 0)
    native().close(block)
  }

  test('is told as a PipelineError, whatever it throws', async () => {
    for (const thrown of [new Error('odd'), null, undefined, 'odd']) {
      let listener = 0
      const told = new Promise((resolve) => {
        listener = native().listen(() => {
          throw thrown
        }, resolve)
      })
      ring(listener)
      expect(await told).toMatchObject({ name: 'PipelineError', code: 'INTERNAL' })
      native().close(listener)
    }
  })

  test('is an uncaught exception where that cannot be told', async () => {
    const { err, code } = await runChild(`
      const words = new Uint32Array(new SharedArrayBuffer(64))
      const block = native().open(new Uint8Array(words.buffer))
      words[1] = native().listen(() => { throw new Error('the first') }, (error) => { throw error })
      native().signal(block, 0, 0)
      setTimeout(() => {}, 60000)`)
    expect(code).toBe(1)
    expect(err).toMatch(/PipelineError.*the first/)
  })
})

/** Expects that the next call fails in this way, that the pipeline is closed then, and that everything is given back. */
async function expectEnd(pipe: Batches, call: () => Promise<unknown>, code: string): Promise<void> {
  expect(await failure(call)).toMatchObject({ name: 'PipelineError', code })
  expect(await failure(() => pipe.run())).toMatchObject({ code: 'PIPELINE_CLOSED' })
}

describe('a pipeline ends with the failure', () => {
  test('of new slots, which a stage waits for', async () => {
    const held: unknown[] = []
    const hold = async (pipe: Batches) => {
      for (let i = 0; i < 600; i++) held.push(await pipe.run())
    }
    const first = none()
    await first.run()
    await first.close()
    const before = resources()
    const pipe = none()
    await pipe.run()
    vi.spyOn(native(), 'open').mockImplementation(broken)
    await expectEnd(pipe, () => hold(pipe), 'INTERNAL')
    expect(held.length).toBeGreaterThan(2)
    held.length = 0
    await pipe.close()
    await expectReturned(before)
  })

  test('of giving a batch back that was dropped', async () => {
    const pipe = none()
    const [output] = await pipe.run()
    vi.spyOn(native(), 'publish').mockImplementation(broken)
    output!.release()
    // What was made before comes first.
    const loop = async () => {
      for (;;) await pipe.run()
    }
    await expectEnd(pipe, loop, 'INTERNAL')
  })

  test('of address space for new slots', async () => {
    const { out } = await runChild(
      `const pipe = pipelineDef({ batchSize: 4, numThreads: 1 }, () => fn.random.uniform({ range: [0, 1], shape: [9000] }))()
      const held = []
      try {
        for (;;) held.push(await pipe.run())
      } catch (error) {
        console.log(error.code, held.length > 2)
      }
      try {
        await pipe.run()
      } catch (error) {
        console.log(error.code)
      }`,
      { shell: 'ulimit -v 60000000' },
    )
    expect(out).toBe('OUT_OF_MEMORY true\nPIPELINE_CLOSED\n')
  })
})

describe('a wait ends with the failure', () => {
  test('of the callback for work on a GPU', async () => {
    await using pipe = pipelineDef({ batchSize: 2, numThreads: 1, deviceId: 1 }, () =>
      fn.externalSource({ source: () => [new Int32Array(8), new Int32Array(8)] }).gpu(),
    )()
    const [output] = await pipe.run()
    const remove = Set.prototype.delete
    vi.spyOn(Set.prototype, 'delete').mockImplementation(function (this: Set<unknown>, value: unknown) {
      return (value as { parts?: unknown } | undefined)?.parts ? broken() : remove.call(this, value)
    })
    expect(await failure(() => output!.ready())).toMatchObject({ code: 'INTERNAL', detail: 'broken on purpose' })
    vi.restoreAllMocks()
    await output!.ready()
  })

  test('of the callback of an execution queue', async () => {
    const photo = nd.tensor({ data: new Uint8Array(2000 * 2000 * 3), shape: [2000, 2000, 3], layout: 'HWC' })
    const read = nd.resize(photo, { size: [1500, 1500] }).data()
    vi.spyOn(ExecutionQueue.prototype, 'drain').mockImplementation(broken)
    expect(await failure(() => read)).toMatchObject({ code: 'INTERNAL', detail: 'broken on purpose' })
  })
})
