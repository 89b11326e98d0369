// Random steps: a captured loop gives what the plain loop gives, and leaves generators and readers where that leaves them.
// @module-tag property
// @module-tag shared
import fc from 'fast-check'
import * as nd from 'penstock-data/dynamic'
import { test } from 'vitest'
import { runs } from '../util/soak.js'
import { type Body, bytes, same, seen, uniform } from './capture-loops.js'

/** When something is done: in every step, in every n-th, from step n on, in step n, or by the data. */
const when = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'always', n: 1 } as const) },
  fc.record({ kind: fc.constantFrom('every', 'from', 'once', 'data'), n: fc.integer({ min: 1, max: 8 }) }),
)
type When = { kind: 'always' | 'every' | 'from' | 'once' | 'data'; n: number }

/** What a step does with the values that it has so far: `a` and `b` choose some of them. */
const action = fc.record({
  does: fc.constantFrom(
    'neg',
    'add',
    'constant',
    'step',
    'draw',
    'same draw',
    'noise',
    'read',
    'pick',
    'skip',
    'leak',
    'drop',
  ),
  when,
  a: fc.nat(20),
  b: fc.nat(20),
})
const step = fc.record({
  actions: fc.array(action, { minLength: 1, maxLength: 8 }),
  returns: fc.array(fc.nat(20), { minLength: 0, maxLength: 3 }),
  now: when,
  leave: fc.option(fc.record({ epoch: fc.nat(2), step: fc.nat(3) }), { nil: undefined }),
  keep: fc.boolean(),
})
type Action = { does: string; when: When; a: number; b: number }

const constant = nd.tensor([1, 2, 3, 4], { dtype: 'float32' })

function bodyOf(actions: readonly Action[], returns: readonly number[], now: When): Body {
  return ([[x, labels]], { rng, step }) => {
    const due = ({ kind, n }: When) => {
      if (kind === 'data') return Number(labels.at(0).dataSync()[0]) % (n + 1) === 0
      return kind === 'always' || (kind === 'every' ? step % (n + 1) === 0 : kind === 'from' ? step >= n : step === n)
    }
    const values = [bytes(x)]
    const at = (i: number) => values[i % values.length]!
    const out: unknown[] = []
    for (const { does, when, a, b } of actions) {
      if (!due(when)) continue
      if (does === 'neg') values.push(nd.math.neg(at(a)))
      else if (does === 'add') values.push(nd.math.add(at(a), at(b)))
      else if (does === 'constant') values.push(nd.math.mul(at(a), constant))
      else if (does === 'step') values.push(nd.math.add(at(a), step))
      else if (does === 'draw') values.push(nd.math.mul(at(a), uniform(x, rng)))
      else if (does === 'same draw') values.push(nd.math.mul(at(a), uniform(x, new nd.random.RNG(b))))
      else if (does === 'noise')
        values.push(
          nd.math.add(nd.random.normal({ stddev: uniform(x, rng), rng, batchSize: x.length }) as nd.Batch, at(a)),
        )
      else if (does === 'read') out.push(seen(at(a)))
      else if (does === 'pick') out.push(at(a).at(0), nd.math.neg(at(b).select([-1])))
      else if (does === 'skip') rng.advance(b)
      else if (does === 'drop') nd.math.neg(at(a)).dispose()
      else out.push(seen(x))
    }
    return due(now) ? [...returns.map(at), labels, ...out] : out
  }
}

test('random steps give the results of the plain loop', { timeout: 120_000 }, async () => {
  const count = runs(20, 3)
  await fc.assert(
    fc.asyncProperty(step, async ({ actions, returns, now, leave, keep }) => {
      const consume = (x: unknown, _: unknown, all: unknown[]) => seen(keep ? all.slice(-2) : x)
      await same(bodyOf(actions, returns, now), {
        epochs: 3,
        consume,
        ...(leave && { leave: (e: number, s: number) => e === leave.epoch && s === leave.step }),
      })
    }),
    { numRuns: count },
  )
})
