// A run whose batches are always there: signals, timers and the dashboard get their turn all the same.
import { expect, it } from 'vitest'
import { Session } from '../../src/cli/session.js'
import type { Job, OutSink } from '../../src/cli/types.js'

/** What a session uses of a pipeline. It never waits, and has no more after two seconds in any case. */
const pipe = {
  closed: false,
  end: performance.now() + 2000,
  options: { batchSize: 1, numThreads: 1, seed: 1, prefetchQueueDepth: { cpu: 2 } },
  readerMeta: () => ({}),
  async *[Symbol.asyncIterator]() {
    while (!this.closed && performance.now() < this.end) yield [{ length: 1, release() {} }]
  },
}

/** Takes as long as writing a batch to a disk does, and does not wait either. */
const out = {
  batch: async () => {
    const end = performance.now() + 2
    while (performance.now() < end);
  },
} as unknown as OutSink

it('a timer that ends it comes while batches are written', async () => {
  const job = { pipe, unit: 'sample', title: 'test', repeats: false, size: null } as unknown as Job
  const session = new Session(job, { seconds: 1000, progress: false }, out, performance.now())
  let came = 0
  const timer = setInterval(() => {
    pipe.closed = session.timeIsUp = ++came === 3
  }, 50)
  await session.epochs()
  clearInterval(timer)
  expect(came).toBe(3)
})
