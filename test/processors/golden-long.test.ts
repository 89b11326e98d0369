// Image processors give what the classes of Python's transformers give, for all configs.
// @module-tag long
import { test } from 'vitest'
import { expectGolden, golden } from './golden.js'

const key = (c: { name: string; backend: string }) => `${c.name} ${c.backend}`

test.each(golden.cases.map((c) => [`${key(c)} ${JSON.stringify(c.config)}`, c] as const))('%s', (_, c) =>
  expectGolden(c),
)
