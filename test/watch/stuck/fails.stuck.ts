// Fails while the files beside it run, for the watchdog's test of --bail.
import { expect, test } from 'vitest'

test('fails', { timeout: 10_000 }, () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000)
  expect(1).toBe(2)
})
