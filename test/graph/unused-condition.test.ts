// `if (node)` takes every node for true, and JavaScript lets nobody refuse it: what tells is that nothing uses the condition.
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { fn } from '../../src/api/fn.js'
import { math } from '../../src/api/math.js'
import { record } from '../../src/definition/record.js'

const warn = vi.spyOn(process, 'emitWarning')
afterAll(() => warn.mockRestore())
beforeEach(() => void warn.mockReset().mockImplementation(() => {}))

const said = () => warn.mock.calls.map(([text]) => String(text))

test.each([
  [
    'a coin',
    () => (fn.random.coinFlip() ? fn.random.uniform() : fn.random.normal()),
    /^\[random\.coinFlip\] Nothing uses/,
  ],
  ['a comparison', () => (math.gt(fn.random.uniform(), 0.5) ? fn.random.normal() : 0), /^\[math\.gt\] Nothing uses/],
])('%s that decides an `if` of JavaScript is named, with its line', (_, define, warning) => {
  record(define)
  expect(said()).toEqual([expect.stringMatching(warning)])
  expect(said()[0]).toMatch(/unused-condition\.test\.ts:\d+.*cond\(\)/)
})

test('a condition that something uses, and other values that nothing uses, are not', () => {
  record(() => {
    fn.random.uniform()
    return [math.gt(fn.random.uniform(), 0.5), math.mul(fn.random.coinFlip(), 2)]
  })
  expect(said()).toEqual([])
})
