// merge, where branches meet: it takes what DALI's takes, and refuses what DALI's refuses.
import { cond, fn } from 'penstock-data'
import { expect, test } from 'vitest'
import { define, golden, ints, sample, stored } from '../util/branches.js'
import { failure } from '../util/collect.js'

test.each(golden.rules)('merge follows the rule: $name', async ({ flags, branches, outputs }) => {
  // As data whose dtype is not known before it comes.
  const item = (k: number) => fn.externalSource({ source: () => flags.map(() => sample(branches[k]!)) })
  const pipe = define(flags.length, () => {
    const [first, second] = [item(0), item(1)]
    return [
      cond(
        ints(flags),
        () => first,
        () => second,
      ),
    ]
  })
  if (outputs) {
    const [list] = await pipe.run()
    expect(flags.map((_, i) => stored(list, i))).toEqual(outputs)
  } else {
    const error = await failure(() => pipe.run())
    expect(error).toMatchObject({ code: 'INVALID_INPUT', op: 'merge' })
    expect(error.message).toMatch(/Expected all branches to give one (dtype|number of dimensions|layout) but received/)
    expect(error.callSite).toContain('merge.test.ts')
  }
  await pipe.close()
})
