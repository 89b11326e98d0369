// An empty tensor stands for a list without values, where an argument is a list that may differ by sample. Operators that need values
// refuse it with a typed error; for others it is the list that a constant [] is.
// @module-tag shared
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { PipelineError } from '../../src/errors.js'
import type { OpInfo } from '../../src/graph/schema.js'
import { failure } from '../util/collect.js'
import { type Call, member, plans, withConstant } from './cases.js'
import { awaited, type Given } from './ways.js'

const plan = await plans()
const lists = plan.flatMap(({ op, info, cases }) =>
  Object.entries(info.args).flatMap(([name, arg]) =>
    arg.perSample && arg.type.endsWith('[]') && cases[0] ? [{ op, name, arg, info, cases }] : [],
  ),
)

/** The outputs of a call; undefined where it was refused. */
async function outcome(op: string, info: OpInfo, c: Call, name: string, list: unknown) {
  const { inputs, args, argInputs = {} } = c
  const value = ({ samples, dtype, layout }: Call['inputs'][number]) =>
    nd.tensor({ ...samples[0]!, layout } as never, { dtype })
  const perSample = Object.entries(argInputs).flatMap(([key, one]) => (one ? [[key, value(one)] as const] : []))
  const call = member(nd, op) as (...given: unknown[]) => Given | Given[]
  const options = {
    ...args,
    ...Object.fromEntries(perSample),
    [name]: list,
    ...(info.random && { rng: new nd.random.RNG(1) }),
  }
  try {
    const made = [call(...withConstant(c, inputs.map(value)), options)].flat()
    return await Promise.all(made.map(awaited))
  } catch (error) {
    expect(error).toBeInstanceOf(PipelineError)
    expect((error as PipelineError).code).toMatch(/^(INVALID_ARGUMENT|INVALID_INPUT|BAD_SAMPLE)$/)
    return undefined
  }
}

test('operators are called with lists', () => {
  expect(lists.length).toBeGreaterThan(60)
})

test.each(lists)(
  '$op takes an empty tensor for $name as it takes [], or refuses it',
  async ({ op, name, arg, info, cases }) => {
    const empty = nd.tensor({ data: new (arg.type === 'int[]' ? Int32Array : Float32Array)(0), shape: [0] })
    for (const c of cases) {
      const given = await outcome(op, info, c, name, empty)
      if (!arg.lengths && !arg.notEmpty) expect(given).toEqual(await outcome(op, info, c, name, []))
    }
  },
)

test('windows of empty lists are those without the lists: all axes, and the whole extent', () => {
  const x = nd.tensor({ data: new Float32Array(6), shape: [2, 3] })
  const axes = nd.tensor({ data: new Int32Array(0), shape: [0] })
  const none = nd.tensor({ data: new Float32Array(0), shape: [0] })
  expect([...nd.pad(x, { axes, shape: [4, 5] }).shape]).toEqual([4, 5])
  expect([...nd.slice(x, { axes, relStart: none, relShape: none }).shape]).toEqual([2, 3])
  expect([...nd.slice(x, { axes, relStart: [0, 0.4], relShape: none }).shape]).toEqual([2, 2])
})

test('an empty tensor is no single value', async () => {
  const x = nd.ones({ shape: [1, 1, 1] })
  const error = await failure(() => nd.rotate(x, { angle: nd.zeros({ shape: [0] }) }).data())
  expect(error).toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining('one value per sample for angle'),
  })
})
