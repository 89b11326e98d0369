// Statistics are always on, so they must cost nothing that matters: less than 1 % of a batch of 5 ms.
// @module-tag shared
import { expect, test } from 'vitest'
import { StageStats, Wait } from '../../src/actors/stats.js'
import { ring } from '../../src/generated/abi.js'

const batchMs = 5

test('all that an actor counts per batch takes less than 1 % of a short batch', () => {
  const stats = new StageStats(new SharedArrayBuffer(ring.statsBytes), 0)
  stats.start()
  // The most there is: it finds nothing, waits for input, waits for room, and sends.
  const batch = () => {
    stats.found(0)
    stats.waitBegin(Wait.starved)
    stats.waitEnd()
    stats.waitBegin(Wait.blocked)
    stats.waitEnd()
    stats.batch(64, 1e6)
  }
  const round = (times: number) => {
    const start = performance.now()
    for (let i = 0; i < times; i++) batch()
    return (performance.now() - start) / times
  }
  round(20_000)
  const rounds = Array.from({ length: 7 }, () => round(20_000)).sort((a, b) => a - b)
  const median = rounds[3]!
  console.log(
    `statistics: ${(1e6 * median).toFixed(0)} ns per batch, ${((100 * median) / batchMs).toFixed(4)} % of ${batchMs} ms`,
  )
  expect(median / batchMs).toBeLessThan(0.01)
})
