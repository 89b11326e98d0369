// Image processors give what the classes of Python's transformers give, bit for bit, for one config of each class. All
// configs are in golden-long.test.ts.
import { test } from 'vitest'
import { expectGolden, golden } from './golden.js'

const key = (c: { name: string; backend: string }) => `${c.name} ${c.backend}`
// The first config behind the defaults is small.
const small = golden.cases.filter(
  (c, i, all) => i > 0 && key(all[i - 1]!) === key(c) && (i < 2 || key(all[i - 2]!) !== key(c)),
)

test.each(small.map((c) => [key(c), c] as const))('%s', (_, c) => expectGolden(c))
