// Random sequences of all public calls over the three executors, with sources and functions that take random times:
// every call ends, with the error that the model expects, and everything is given back.
// @module-tag long
import fc from 'fast-check'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { batchSize, type KindName, type Shape } from '../../util/api-kinds.js'
import { type Action, actions, type Call } from '../../util/api-model.js'
import { Player, slowest } from '../../util/api-player.js'
import { within } from '../../util/collect.js'
import { someFiles } from '../../util/files.js'
import { executorNames, expectReturned, type Resources, resources } from '../../util/resources.js'
import { check, timeFor } from '../../util/soak.js'

// Not a multiple of the batch size: epochs end inside a batch.
const files = someFiles(3 * batchSize + 2)

const kinds: KindName[] = ['reader', 'two', 'source', 'late', 'ending', 'fed']
const shapes: fc.Arbitrary<Shape> = fc.record({
  kind: fc.constantFrom(...kinds),
  options: fc.record({ prefetchQueueDepth: fc.integer({ min: 1, max: 4 }) }),
  workers: fc.constantFrom(0, 0, 1, 2),
  delays: fc.array(fc.constantFrom(0, 0, 0, 1, 4, 12), { minLength: 1, maxLength: 6 }),
})

const call = (names: readonly Action[]): fc.Arbitrary<Call> =>
  fc.record({
    do: fc.constantFrom(...names),
    n: fc.nat(99),
    loose: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    signal: fc.constantFrom('none', 'none', 'none', 'none', 'none', 'later', 'before'),
    feed: fc.constantFrom('none', 'right', 'right', 'right', 'right', 'right', 'wrong', 'unknown'),
  })

const others = [...actions.run, ...actions.schedule, ...actions.iterate, ...actions.drive]
const calls = fc
  .constantFrom('run', 'schedule', 'iterate', 'drive' as const)
  .chain((style) =>
    fc.array(
      fc.oneof(
        { arbitrary: call(actions[style]), weight: 30 },
        { arbitrary: call(actions.any), weight: 20 },
        { arbitrary: call(others), weight: 2 },
        { arbitrary: call(actions.end), weight: 1 },
      ),
      { minLength: 1, maxLength: 40, size: 'max' },
    ),
  )

describe('random calls', () => {
  let before: Resources
  beforeAll(async () => {
    // The pool's threads and Node's own stay.
    for (const kind of ['reader', 'late'] as const) {
      const shape = { kind, options: { prefetchQueueDepth: 2 }, workers: 1, delays: [0] }
      const player = new Player(shape, 'dynamic', files)
      await player.pipe.run()
      await player.finish()
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
    globalThis.gc?.()
    before = resources()
  })
  afterAll(() => console.log(`slowest call: ${slowest.ms.toFixed(0)} ms, ${slowest.call}`))

  test.each(executorNames)('end well in the executor: %s', { timeout: timeFor(90_000) }, async (executor) => {
    await check(
      40,
      4,
      fc.asyncProperty(shapes, calls, async (shape, list) => {
        const player = new Player(shape, executor, files)
        try {
          for (const one of list) await player.play(one)
          await player.finish()
        } finally {
          await within(6000, 'close()', player.pipe.close())
        }
        await expectReturned(before)
      }),
    )
  })
})
