// Data sets of large folders: index() builds each on a native thread of its own, which ends when its caller aborts it, and
// the programs of a pipeline share it without a copy.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fn, pipelineDef } from 'penstock-data'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { index, indexSync } from '../../src/readers/dataset.js'
import { scanned } from '../readers/helpers.js'
import { failure, within } from '../util/collect.js'
import { descriptors, handles, threads } from '../util/resources.js'

const count = 30_000
const root = mkdtempSync(join(tmpdir(), 'penstock-scan-'))

beforeAll(() => {
  for (let c = 0; c < 3; c++) {
    mkdirSync(join(root, `class${c}`))
    for (let i = c; i < count; i += 3) writeFileSync(join(root, `class${c}`, `${i}.jpg`), '')
  }
}, 60_000)
afterAll(() => rmSync(root, { recursive: true }))

const pipeline = (args: object = { fileRoot: root }) =>
  pipelineDef({ batchSize: 2, numThreads: 1, seed: 1 }, () => fn.readers.file(args))()
const never = new AbortController().signal
/** Threads and open handles and files of this process. */
const held = () => ({
  handles: handles(),
  threads: threads(),
  files: descriptors(),
})

describe('a large data set', { timeout: 60_000 }, () => {
  test('is built in another thread, with the same result, in few bytes', async () => {
    const args = { fileRoot: root, fileFilters: ['*7.jpg'] }
    const [there, here] = [await index('readers.file', args, { signal: never }), indexSync('readers.file', args)]
    expect(there.report()).toEqual(here.report())
    expect(there.count).toBe(count / 10)
    // Of a file: 8 bytes, its label, its name.
    expect(there.report(0, 0).bytes).toBeLessThan(there.count * (8 + 4 + '29997.jpg'.length + 1) + 1000)
    for (const data of [there, here]) data.close()
  })

  test('does not hold the event loop up while it is built', async () => {
    await using warm = pipeline({ files: ['a.jpg'] })
    await warm.build()
    const begin = performance.now()
    indexSync('readers.file', { fileRoot: root }).close()
    const blocking = performance.now() - begin
    const delay = monitorEventLoopDelay({ resolution: 1 })
    let longest = Number.POSITIVE_INFINITY
    // Other work on the machine only adds: the best of some tries counts.
    for (let tries = 0; tries < 5 && longest > blocking / 3; tries++) {
      delay.enable()
      const data = await index('readers.file', { fileRoot: root }, { signal: never })
      delay.disable()
      longest = Math.min(longest, delay.percentile(99) / 1e6)
      delay.reset()
      expect(data.count).toBe(count)
      data.close()
    }
    console.log(`scan: ${blocking.toFixed(1)} ms at once, event loop delay p99 ${longest.toFixed(1)} ms while building`)
    expect(longest).toBeLessThan(Math.max(20, blocking / 3))
  })

  test('ends when its caller aborts it, and leaves nothing behind', async () => {
    await using pipe = pipeline({ files: ['a.jpg'] })
    await pipe.build()
    const before = held()
    for (let i = 0; i < 20; i++) {
      const controller = new AbortController()
      const built = index('readers.file', { fileRoot: root }, { signal: controller.signal })
      const reason = new Error('enough')
      if (i % 2) setTimeout(() => controller.abort(reason), i / 10)
      else controller.abort(reason)
      await expect(within(5000, 'index()', built)).rejects.toBe(reason)
    }
    await expect.poll(held).toEqual(before)
    await expect(index('readers.file', { fileRoot: root }, { signal: AbortSignal.abort() })).rejects.toThrow('abort')
    await expect(index('readers.file', { fileRoot: `${root}/no` }, { signal: never })).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    })
    expect(() => indexSync('readers.file', { fileRoot: `${root}/no` })).toThrow('does not exist')
    await expect.poll(held).toEqual(before)
  })

  test('that has nothing fitting fails with the same words', async () => {
    const args = { fileRoot: root, fileFilters: ['*.png'] }
    await using pipe = pipeline(args)
    const error = await failure(() => pipe.build())
    const here = await failure(() => scanned(args))
    expect(error).toMatchObject({ code: 'EMPTY_DATASET', op: 'readers.file', hint: here.hint, detail: here.detail })
    const list = join(root, 'list.txt')
    writeFileSync(list, `${'a.jpg 1\n'.repeat(5000)}b.jpg\n`)
    await using wrong = pipeline({ fileList: list })
    expect((await failure(() => wrong.build())).message).toContain(`on line 5001 of '${list}'`)
  })

  test('of one reader is dropped when that of another fails', async () => {
    const before = held().handles
    const two = pipelineDef({ batchSize: 2, numThreads: 1 }, () => [
      fn.readers.file({ fileRoot: root, name: 'a' })[0],
      fn.readers.file({ fileRoot: '/no/where', name: 'b' })[0],
    ])
    for (const run of ['build', 'runSync'] as const) {
      const pipe = two()
      expect(await failure(() => pipe[run]() as Promise<unknown>)).toMatchObject({ code: 'FILE_NOT_FOUND' })
      await pipe.close()
    }
    await expect.poll(() => held().handles).toBe(before)
  })

  test('can be closed meanwhile', async () => {
    const pipe = pipeline()
    const built = failure(() => pipe.build())
    const ran = failure(() => pipe.run())
    await within(5000, 'close()', pipe.close())
    expect(await built).toMatchObject({ code: expect.stringMatching(/PIPELINE_CLOSED|NOTHING_THROWN/) })
    expect(await ran).toMatchObject({ code: 'PIPELINE_CLOSED' })
  })

  test('goes when programs and pipeline are gone', async () => {
    const before = held().handles
    const pipe = pipeline()
    await pipe.build()
    expect(pipe.epochSize()).toEqual({ 'readers.file': count })
    await pipe.run()
    await pipe.close()
    await expect.poll(() => held().handles).toBe(before)
  })

  test('synchronous calls build at once', async () => {
    await using pipe = pipeline()
    expect(pipe.readerMeta('readers.file').epochSize).toBe(count)
    await using sync = pipeline()
    expect(await failure(() => sync.runSync())).toMatchObject({ code: 'NOTHING_THROWN' })
  })
})
