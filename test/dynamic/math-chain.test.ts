// Chains of math in imperative mode: one operator does them all, and still each call has its own value and its own error.
// @module-tag shared
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { invoke } from '../../src/dynamic/operators/invoke.js'
import { show } from '../../src/dynamic/values/tensor.js'
import { type Batch, batch, PipelineError } from '../../src/dynamic.js'

const math = (operation: string, x: Batch, constant: string): Batch =>
  invoke('math', [x, { operation, constants: ['', constant] }], math, show)[0] as Batch
const numbers = (...values: number[]) => batch([Int32Array.from(values)])
const valuesOf = async (x: Batch) => [...((await x.data()) as Int32Array)]
const lineOf = (text: string) =>
  readFileSync(import.meta.filename, 'utf8')
    .split(text)[0]!
    .split('\n').length
const failure = async (x: Batch) => {
  const error = await x.data().then(
    () => expect.fail('it did not fail'),
    (e) => e,
  )
  expect(error).toBeInstanceOf(PipelineError)
  return error as PipelineError
}

test('a chain gives the bytes of its calls', async () => {
  let x = numbers(1, 2, 3)
  for (let i = 0; i < 12; i++) x = math(i % 2 ? 'add' : 'mul', x, 'int32 2')
  expect(await valuesOf(x)).toEqual([190, 254, 318])
})

test('values inside of a chain can be read late', async () => {
  const first = math('add', numbers(1, 2, 3), 'int32 1')
  const second = math('mul', first, 'int32 10')
  const last = math('sub', second, 'int32 5')
  expect(await valuesOf(last)).toEqual([15, 25, 35])
  expect(await valuesOf(second)).toEqual([20, 30, 40])
  expect(await valuesOf(first)).toEqual([2, 3, 4])
})

test('the call that fails is told, and what stands before it is good', async () => {
  const first = math('add', numbers(1, 2, 3), 'int32 1')
  const second = math('mul', first, 'int32 10')
  const bad = math('floorDiv', second, 'int32 0') // here
  const last = math('add', math('mod', bad, 'int32 0'), 'int32 1')
  for (const x of [last, bad]) {
    const error = await failure(x)
    expect([error.code, error.op]).toEqual(['INVALID_INPUT', 'math'])
    expect(error.callSite).toContain(`math-chain.test.ts:${lineOf('// here')}:`)
  }
  expect(await valuesOf(second)).toEqual([20, 30, 40])
})
