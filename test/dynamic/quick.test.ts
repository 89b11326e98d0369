// Calls that take less time than handing them over: the thread that awaits one runs it, and the results, errors and other tasks
// of the program are as with any other call.
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { failure } from '../util/collect.js'

const numbers = (n: number) => nd.tensor(Float32Array.from({ length: n }, (_, i) => i))

test('calls that are awaited give the same as those that block, whatever their size', async () => {
  // Quick ones and slow ones in turns, so that what was quick once is not the next time.
  for (const n of [3, 3, 3, 3, 2_000_000, 3, 3, 1000, 1_000_000, 3]) {
    using x = numbers(n)
    using y = x.add(1)
    using sum = nd.reductions.sum(y)
    await sum.evaluate()
    using blocked = nd.reductions.sum(x.add(1))
    expect(sum.item()).toBe(blocked.item())
  }
})

test('who awaits a quick call runs it', async () => {
  using x = numbers(5)
  const ranHere = async () => {
    using y = x.add(2)
    await y.evaluate()
    const last = nd.trace().traceEvents.filter((event) => 'cat' in event && event.cat === 'run')
    return last.at(-1)!.tid === 1
  }
  expect(await ranHere()).toBe(false) // how long it takes is not known yet
  // A busy machine may make a run seem slow.
  await expect.poll(ranHere).toBe(true)
})

test('errors of awaited calls come to who awaits them, and later calls go on', async () => {
  using x = numbers(4)
  for (let i = 0; i < 20; i++) {
    const wrong = nd.reshape(x, { shape: [i % 2 ? 3 : 4] })
    if (i % 2) expect(await failure(() => wrong.evaluate())).toMatchObject({ code: 'INVALID_INPUT', op: 'reshape' })
    else expect([...(await wrong.evaluate()).toTypedArray()]).toEqual([0, 1, 2, 3])
  }
})

test('a loop that awaits quick calls leaves room for timers', async () => {
  let ticks = 0
  const timer = setInterval(() => ticks++, 1)
  using x = numbers(4)
  const end = performance.now() + 2000
  while (ticks < 5 && performance.now() < end) {
    using y = x.add(1)
    await y.evaluate()
  }
  clearInterval(timer)
  expect(ticks).toBeGreaterThanOrEqual(5)
})
