// Golden plans of real definitions, in golden/. After a wanted change: `npx vitest run test/graph -u`, and read the diff.
import { expect, test } from 'vitest'
import { record } from '../../src/definition/record.js'
import { lower } from '../../src/graph/lower.js'
import { jobs } from './definitions.js'
import { faults, options, planText } from './helpers.js'

test.each(Object.entries(jobs))('the plan is that of the golden file: %s', async (name, definition) => {
  const plan = lower(record(definition, true), options)
  expect(faults(plan)).toEqual([])
  await expect(planText(definition)).toMatchFileSnapshot(`golden/${name}.json`)
})
