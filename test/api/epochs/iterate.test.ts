// iterate() as a user meets it: items, epochs, last batches, sources and signals.
// @module-tag shared
import { fn, iterate, pipelineDef, type Source, type TensorList } from 'penstock-data'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BatchIterator } from '../../../src/api/batch-iterator.js'
import { settings } from '../../../src/api/iterate-options.js'
import { failure, numbers, within } from '../../util/collect.js'
import { someFiles } from '../../util/files.js'
import { type Numbers, sampled } from '../../util/iterate.js'

const data = someFiles(23)
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const pipe of open.splice(0)) await pipe.close()
})
function track<P extends { close(): Promise<void> }>(pipe: P): P {
  open.push(pipe)
  return pipe
}

const files = (count: number, batchSize: number, reader: object = {}, options: object = {}) =>
  track(
    pipelineDef({ batchSize, numThreads: 1, seed: 1, ...options }, () => {
      const given = { name: 'r', fileRoot: data.root, files: data.files.slice(0, count) }
      return fn.readers.file({ ...given, ...reader })
    })(),
  )
const named = () =>
  track(
    pipelineDef({ batchSize: 4, numThreads: 1, seed: 1 }, () => {
      const [bytes, label] = fn.readers.file({ name: 'r', fileRoot: data.root, files: data.files })
      return { label, bytes }
    })(),
  )
const sourced = (source: Source, batchSize = 2, options: object = {}) =>
  track(
    pipelineDef({ batchSize, numThreads: 1, seed: 1 }, () =>
      fn.externalSource({ name: 'x', source, dtype: 'int32', ...options }),
    )(),
  )
/** Batches 0 to count - 1 of two numbers each. */
const batches = (count: number) => (i: number) => (i < count ? [[2 * i], [2 * i + 1]] : null)
const outputMap = ['x'] as const

async function drain(iterator: AsyncIterable<{ x: TensorList }>): Promise<number[][]> {
  const out: number[][] = []
  for await (const { x } of iterator) out.push(numbers(x))
  return out
}

describe('items', () => {
  it('are objects for one pipeline, arrays of them for a list, and have the names of outputMap', async () => {
    const one = iterate(files(5, 4), { outputMap: ['jpegs', 'labels'], readerName: 'r' })
    const { value } = await one.next()
    expect(Object.keys(value!)).toEqual(['jpegs', 'labels'])
    expect(numbers(value!.labels)).toEqual([0, 1, 2, 3])
    const ranks = [0, 1].map((shardId) => files(8, 4, { shardId, numShards: 2 }))
    const two = await iterate(ranks, { outputMap: ['jpegs', 'labels'], readerName: 'r' }).next()
    expect(two.value!.map((entry) => numbers(entry.labels))).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ])
    expect((await iterate([files(4, 4)], { outputMap: ['a', 'b'], readerName: 'r' }).next()).value).toHaveLength(1)
  })

  it("have the definition's names without outputMap, or others with it", async () => {
    const own = (await iterate(named(), { readerName: 'r' }).next()).value!
    expect(numbers(own.label)).toEqual([0, 1, 2, 3])
    const other = (await iterate(named(), { readerName: 'r', outputMap: ['y', 'x'] }).next()).value!
    expect([numbers(other.y), Object.keys(other)]).toEqual([
      [0, 1, 2, 3],
      ['y', 'x'],
    ])
  })

  it.each([true, false])(
    'are valid until the following next(), with execDynamic (%s) until disposed',
    async (dynamic) => {
      const pipe = files(23, 4, {}, { execDynamic: dynamic })
      const iterator = iterate(pipe, { outputMap: ['jpegs', 'labels'], readerName: 'r', lastBatchPolicy: 'partial' })
      let last: TensorList | undefined
      for await (const { labels } of iterator) last = labels
      expect(numbers(last!)).toEqual([20, 21, 22])
      iterator.reset()
      await iterator.next()
      if (dynamic) expect(numbers(last!)).toEqual([20, 21, 22])
      last![Symbol.dispose]()
      expect(await failure(() => last!.at(0))).toMatchObject({ code: 'OUTPUT_RELEASED' })
    },
  )

  it('that the user does not see are released at once', async () => {
    const made: Numbers[] = []
    const pipes = [0, 1, 2].map((shardId) => {
      const pipe = sampled({ size: 21, batchSize: 4, numShards: 3, shardId })
      const next = async () => {
        const lists = await pipe.next()
        made.push(lists[0]!)
        return lists
      }
      return { ...pipe, next }
    })
    const drop = { readerName: 'r', lastBatchPolicy: 'drop', autoReset: true } as const
    const seen = new Set<Numbers>()
    const dropping = new BatchIterator<{ x: Numbers }[], Numbers>(pipes, ['x'], settings(drop, 3), false)
    for (let e = 0; e < 3; e++) for await (const item of dropping) for (const { x } of item) seen.add(x)
    expect(made.map((list) => list.disposed)).toEqual(made.map((list) => !seen.has(list)))
    expect([made.length, seen.size]).toEqual([18, 9])
    // 14 samples of 12 in a step: the second step has one whole rank less, and a cut one.
    made.length = 0
    const sized = { size: 14, lastBatchPolicy: 'partial' } as const
    const cut = new BatchIterator<{ x: Numbers }[], Numbers>(pipes, ['x'], settings(sized, 3), false)
    const lengths: number[][] = []
    for await (const item of cut) lengths.push(item.map(({ x }) => x.length))
    expect(lengths).toEqual([[4, 4, 4], [2]])
    expect(made.map((list) => list.disposed)).toEqual([false, false, false, false, true, true])
  })
})

describe('epochs', () => {
  it('are told at their end: again and again without autoReset, once with it', async () => {
    const manual = iterate(files(4, 4), { outputMap: ['j', 'l'], readerName: 'r' })
    const done = async () => (await manual.next()).done
    expect([await done(), await done(), await done()]).toEqual([false, true, true])
    manual.reset()
    expect([await done(), await done()]).toEqual([false, true])
    const auto = iterate(files(4, 4), { outputMap: ['j', 'l'], readerName: 'r', autoReset: 'yes' })
    const dones: (boolean | undefined)[] = []
    for (let i = 0; i < 5; i++) dones.push((await auto.next()).done)
    expect(dones).toEqual([false, true, false, true, false])
  })

  it('go on after a break; an early reset() warns and changes nothing', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    try {
      const iterator = iterate(files(8, 2), { outputMap: ['j', 'l'], readerName: 'r' })
      for await (const _ of iterator) break
      expect(warn).not.toHaveBeenCalled()
      iterator.reset()
      expect(warn).toHaveBeenCalledWith(expect.stringContaining('ignored'), { code: 'PENSTOCK_RESET_IGNORED' })
      const rest: number[][] = []
      for await (const { l } of iterator) rest.push(numbers(l))
      expect(rest).toEqual([
        [2, 3],
        [4, 5],
        [6, 7],
      ])
      iterator.reset()
      iterator.reset()
      expect(warn).toHaveBeenCalledTimes(1)
    } finally {
      warn.mockRestore()
    }
  })

  it('serve calls at the same time in order, reset() among them', async () => {
    const iterator = iterate(files(4, 2), { outputMap: ['j', 'l'], readerName: 'r' })
    const seen: unknown[] = []
    const take = () => iterator.next().then(({ value }) => seen.push(value ? numbers(value.l) : 'end'))
    const calls = [take(), take(), take()]
    iterator.reset()
    await Promise.all([...calls, take()])
    expect(seen).toEqual([[0, 1], [2, 3], 'end', [0, 1]])
  })

  it('prepare their first batch at once, or only when asked', async () => {
    for (const prepareFirstBatch of [true, false]) {
      const pulled: number[] = []
      const pipe = sourced((i: number) => {
        pulled.push(i)
        return [i, i]
      })
      const iterator = iterate(pipe, { outputMap, prepareFirstBatch })
      if (prepareFirstBatch) await expect.poll(() => pulled.length).toBeGreaterThan(0)
      else {
        await new Promise((resolve) => setTimeout(resolve, 150))
        expect(pulled).toEqual([])
      }
      expect(numbers((await iterator.next()).value!.x)).toEqual([0, 0])
    }
  })
})

describe('the last batch', () => {
  it.each([
    ['fill', true, [6, 6], [0, 1]],
    ['fill', false, [6, 0], [1, 2]],
    ['partial', true, [6], [0, 1]],
    ['partial', false, [6], [1, 2]],
    ['drop', true, [4, 5], [0, 1]],
    ['drop', false, [4, 5], [1, 2]],
  ] as const)('of 7 samples by 2 with %s, padLastBatch %s', async (lastBatchPolicy, padLastBatch, last, first) => {
    const pipe = files(7, 2, { padLastBatch })
    const iterator = iterate(pipe, { outputMap: ['j', 'l'], readerName: 'r', lastBatchPolicy })
    const seen: number[][] = []
    for await (const { l } of iterator) seen.push(numbers(l))
    expect(seen.at(-1)).toEqual(last)
    iterator.reset()
    expect(numbers((await iterator.next()).value!.l)).toEqual(first)
  })
})

describe('epochs over a source', () => {
  it('without a size end where the data does, partial batch included, and begin again', async () => {
    function* seven() {
      yield* [[[0], [1], [2]], [[3], [4], [5]], [[6]]]
    }
    const whole = [[0, 1, 2], [3, 4, 5], [6]]
    const auto = iterate(sourced(seven as never, 3), { outputMap, autoReset: true, lastBatchPolicy: 'drop' })
    expect([auto.size, auto.length]).toEqual([-1, -1])
    for (let e = 0; e < 3; e++) expect(await drain(auto)).toEqual(whole)
    const manual = iterate(sourced(seven as never, 3), { outputMap })
    expect(await drain(manual)).toEqual(whole)
    expect((await manual.next()).done).toBe(true)
    manual.reset()
    expect(await drain(manual)).toEqual(whole)
  })

  it.each([false, 'raise'])('with the size of the data (cycle %s) begin again where it ends', async (cycle) => {
    const iterator = iterate(sourced(batches(3), 2, { cycle }), { outputMap, size: 6 })
    for (let e = 0; e < 3; e++) {
      expect(await drain(iterator)).toEqual([
        [0, 1],
        [2, 3],
        [4, 5],
      ])
    }
  })

  it('drop what the size leaves over, though the source ends there', async () => {
    const iterator = iterate(sourced(batches(3)), { outputMap, size: 5, lastBatchPolicy: 'drop' })
    const full = [
      [0, 1],
      [2, 3],
    ]
    expect(iterator.length).toBe(2)
    for (let e = 0; e < 3; e++) expect(await drain(iterator)).toEqual(full)
    // Stopping by the length leaves the dropped batch unread.
    const counted = iterate(sourced(batches(3)), { outputMap, size: 5, lastBatchPolicy: 'drop' })
    for (let e = 0; e < 3; e++) {
      const seen: number[][] = []
      for (let i = 0; i < counted.length; i++) seen.push(numbers((await counted.next()).value!.x))
      expect(seen).toEqual(full)
      counted.reset()
    }
  })

  it('fail when it ends inside an epoch, or gives batches of other sizes', async () => {
    const short = iterate(sourced(batches(2)), { outputMap, size: 6 })
    const error = await failure(() => drain(short))
    expect(error).toMatchObject({ code: 'END_OF_DATA', message: /Expected 6 samples .*leave size out/ })
    const odd = iterate(
      sourced((i: number) => (i ? [[1]] : [[0], [0]])),
      { outputMap, size: 6 },
    )
    expect(await failure(() => drain(odd))).toMatchObject({
      code: 'INVALID_INPUT',
      message: /of 2 samples.*received 1/,
    })
  })
})

describe('an AbortSignal', () => {
  const never = () => sourced(() => new Promise(() => {}) as never)

  it('stops a waiting next(), and all that come later', async () => {
    const stop = new AbortController()
    const iterator = iterate(never(), { outputMap, signal: stop.signal })
    const waiting = failure(() => iterator.next())
    await new Promise((resolve) => setTimeout(resolve, 50))
    stop.abort(new Error('enough'))
    const error = await within(1000, 'the aborted call', waiting)
    expect(error).toMatchObject({ code: 'ABORTED', cause: { message: 'enough' } })
    expect(await failure(() => iterator.next())).toMatchObject({ code: 'ABORTED' })
  })

  it('leaves the batch of its call to the next one', async () => {
    let go = () => {}
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    const pipe = sourced(async (i: number) => {
      if (i === 0) await gate
      return [i, i]
    })
    const iterator = iterate(pipe, { outputMap })
    expect(await failure(() => iterator.next({ signal: AbortSignal.timeout(20) }))).toMatchObject({ code: 'ABORTED' })
    go()
    expect(numbers((await iterator.next({ signal: AbortSignal.timeout(5000) })).value!.x)).toEqual([0, 0])
    expect(numbers((await iterator.next()).value!.x)).toEqual([1, 1])
  })

  it('ends a waiting call, as close() does', async () => {
    const pipe = never()
    const waiting = failure(() => iterate(pipe, { outputMap }).next())
    await new Promise((resolve) => setTimeout(resolve, 50))
    await pipe.close()
    expect(await within(1000, 'the call', waiting)).toMatchObject({ code: 'PIPELINE_CLOSED' })
  })
})
