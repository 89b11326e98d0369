// Its main thread never comes back from native code, so no timer of its own process could end it.
import { describe, expect, test } from 'vitest'

test('ends', () => {
  expect(1).toBe(1)
})
describe('a lock', () => {
  test('is never given back', () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })
})
