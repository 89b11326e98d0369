// Tests cond, the operator that cond() uses: a batch of mixed predicates as DALI's `if` takes it, and values that are
// no predicate.
import { cond, fn } from 'penstock-data'
import { expect, test } from 'vitest'
import { column, define, golden, ints, stored } from '../util/branches.js'
import { failure } from '../util/collect.js'

test('a batch of mixed predicates has both branches', async () => {
  await using pipe = define(golden.samples.length, () => {
    const [image, outer, inner] = [column(0), column(1), column(2)]
    const flipped = fn.flip(image, { horizontal: 1 })
    return cond(
      outer,
      () => [
        cond(
          inner,
          () => fn.crop(flipped, { crop: [2, 2], cropPosX: 0, cropPosY: 0 }),
          () => fn.flip(flipped, { vertical: 1 }),
        ),
        fn.cast(outer, { dtype: 'float32' }),
      ],
      () => [image, fn.cast(fn.cast(inner, { dtype: 'int32' }), { dtype: 'float32' })],
    )
  })
  const lists = await pipe.run()
  golden.samples.forEach(({ outputs }, i) => {
    expect(lists.map((list) => stored(list, i))).toEqual(outputs)
  })
})

test('a predicate of several numbers is refused', async () => {
  await using pipe = define(4, () => {
    const on = fn.externalSource({ source: () => [0, 1, 2, 3].map(() => ({ data: new Uint8Array(6), shape: [2, 3] })) })
    const [a, b] = [ints([0, 1, 2, 3]), ints([0, 1, 2, 3])]
    const either = cond(
      on,
      () => a,
      () => b,
    )
    return [either]
  })
  const error = await failure(() => pipe.run())
  expect(error).toMatchObject({ code: 'INVALID_INPUT', op: 'cond' })
  expect(error.message).toContain('Expected one number per sample for predicate but received uint8 of 2 x 3')
  expect(error.callSite).toContain('cond.test.ts')
})
