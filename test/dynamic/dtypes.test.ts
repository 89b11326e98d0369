// Every operator refuses inputs of dtypes that its op.json does not list: setup() must check them, because a kernel would take
// the bytes for those of another dtype.
// @module-tag shared
import { fileURLToPath } from 'node:url'
import { PipelineError } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import type { Samples } from '../../tools/parity/cases.js'
import { loadSchemas } from '../../tools/schemas/op-json.js'
import { member, plans, withConstant } from './cases.js'

const schemas = loadSchemas(fileURLToPath(new URL('../../native/ops', import.meta.url)))
const arrays = {
  uint8: Uint8Array,
  int8: Int8Array,
  uint16: Uint16Array,
  int16: Int16Array,
  uint32: Uint32Array,
  int32: Int32Array,
  float32: Float32Array,
  float64: Float64Array,
}

const batch = ({ samples, layout, dtype }: Samples) =>
  nd.batch(samples.map((one) => ({ ...one, layout })) as never, { dtype })

/** Zeros of another dtype in the same shapes. */
function as(input: Samples, dtype: keyof typeof arrays): Samples {
  const zeros = (shape: readonly number[]) => new arrays[dtype](shape.reduce((a, b) => a * b, 1))
  return { ...input, dtype, samples: input.samples.map(({ shape }) => ({ shape, data: zeros(shape) })) } as Samples
}

const plan = (await plans()).flatMap(({ op, cases: [first] }) => {
  const inputs = schemas.find(({ name }) => name === op)?.inputs ?? []
  const odd = inputs.flatMap(({ dtypes }, at) =>
    dtypes && first?.inputs[at]
      ? Object.keys(arrays).flatMap((dtype) => (dtypes.includes(dtype) ? [] : [{ at, dtype: dtype as 'uint8' }]))
      : [],
  )
  return odd.length && op !== 'math' ? [{ op, first: first!, odd }] : []
})

test('most operators take some dtypes alone', () => {
  expect(plan.length).toBeGreaterThan(50)
})

describe.each(plan)('$op', ({ op, first, odd }) => {
  test('refuses dtypes that it does not list', () => {
    const call = member(nd, op) as (...given: unknown[]) => unknown
    for (const { at, dtype } of odd) {
      const inputs = first.inputs.map((input, i) => batch(i === at ? as(input, dtype) : input))
      const perSample = Object.entries(first.argInputs ?? {}).map(([name, one]) => [name, one && batch(one)])
      const options = { ...first.args, ...Object.fromEntries(perSample) }
      expect(
        () => nd.withEvalMode('syncCpu', () => call(...withConstant(first, inputs), options)),
        `${dtype} for input ${at}`,
      ).toThrow(PipelineError)
    }
  })
})
