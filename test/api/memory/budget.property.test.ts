// Whatever the sizes of samples, the graph, the executor and the budget: a pipeline never books more than its budget, and
// ends with all its batches, or with BUDGET_EXCEEDED, which is allowed only where one batch per stage takes nearly all.
// @module-tag property
// @module-tag shared
import fc from 'fast-check'
import { fn, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { executors, watchAccount } from '../../util/account.js'
import { type AnyPipeline, digest, failure, within } from '../../util/collect.js'
import { runs } from '../../util/soak.js'

const module = new URL('../../util/functions/budget.mjs', import.meta.url)
const KB = 1024

interface Case {
  seed: number
  batches: number
  graph: keyof typeof graphs
  huge: number
}

/** Mostly small samples, now and then a huge one; the same for each run of a case. */
function sizeOf({ seed, huge }: Case, i: number): number {
  const draw = Math.imul((i + 1) ^ Math.imul(seed + 1, 0x9e3779b1), 0x85ebca6b) >>> 0
  return draw % 33 === 0 ? huge : 1 + (draw % (24 * KB))
}

const source = (c: Case, name: string) =>
  fn.externalSource({
    name,
    batch: false,
    source: ({ idxInEpoch: i }: { idxInEpoch: number }) =>
      i < 4 * c.batches ? new Uint8Array(sizeOf(c, i)).fill(i) : null,
  })

const graphs = {
  straight: (c: Case) => [fn.cast(source(c, 'a'), { dtype: 'float32' })],
  // What goes around the stage waits for what goes through it.
  around: (c: Case) => {
    const a = source(c, 'a')
    return [a, fn.cast(a, { dtype: 'float64' })]
  },
  'two sources': (c: Case) => [
    fn.cast(source(c, 'a'), { dtype: 'int32' }),
    fn.cast(source(c, 'b'), { dtype: 'int16' }),
  ],
  'user function': (c: Case) => {
    const a = source(c, 'a')
    const outputs = { dtype: 'uint8', ndim: 1 } as const
    return [a, fn.cast(fn.jsFunction(a, { module, export: 'twice', outputs, workers: 2 }), { dtype: 'float32' })]
  },
} as const

const make = (c: Case, executor: keyof typeof executors, host: number | undefined): AnyPipeline =>
  pipelineDef(
    { batchSize: 4, numThreads: 2, seed: 1, ...(host && { memoryBudget: { host } }), ...executors[executor] },
    () => graphs[c.graph](c),
  )()

/** Runs to the end; `hold` batches are kept at a time where they live on. */
async function drain(pipe: AnyPipeline, hold: number) {
  const held: { release(): void }[] = []
  const digests: string[] = []
  await pipe.build()
  const watch = watchAccount(pipe)
  const error = await failure(async () => {
    for (;;) {
      // What the user holds may be what is missing: then the run goes on when it is given back.
      const giveUp = setTimeout(() => {
        for (const list of held.splice(0)) list.release()
      }, 300)
      const outputs = await within(20_000, 'a batch or an error', pipe.run())
      clearTimeout(giveUp)
      digests.push(digest(outputs))
      held.push(outputs[0]!)
      if (held.length > hold) held.shift()!.release()
    }
  })
  for (const list of held) list.release()
  const peak = await watch.stop()
  await pipe.close()
  return { digests, peak, error }
}

describe('a memory budget', { timeout: 600_000 }, () => {
  test('holds, and nothing hangs', async () => {
    const cases = fc.record({
      seed: fc.nat(1000),
      batches: fc.integer({ min: 2, max: 25 }),
      graph: fc.constantFrom(...(Object.keys(graphs) as (keyof typeof graphs)[])),
      huge: fc.constantFrom(200 * KB, 1000 * KB, 4000 * KB),
      executor: fc.constantFrom(...(Object.keys(executors) as (keyof typeof executors)[])),
      // Of what one batch per stage takes at most.
      share: fc.constantFrom(0.3, 0.8, 1.34, 1.34, 1.5, 2, 4),
      hold: fc.constantFrom(0, 0, 1),
    })
    let ended = 0
    let refused = 0
    await fc.assert(
      fc.asyncProperty(cases, async ({ executor, share, hold, ...c }) => {
        const free = await drain(make(c, 'simple', undefined), 0)
        expect(free.error.code).toBe('END_OF_DATA')
        expect(free.digests).toHaveLength(c.batches)
        const host = Math.ceil(free.peak * share)
        const pipe = make(c, executor, host)
        const tables = await failure(() => pipe.build())
        if (tables.code === 'BUDGET_EXCEEDED') return pipe.close()
        const run = await drain(pipe, hold)
        expect(run.peak).toBeLessThanOrEqual(host)
        expect(run.digests).toEqual(free.digests.slice(0, run.digests.length))
        // Three quarters of the budget are kept for one batch per actor.
        const actors = c.graph === 'user function' ? 2 : 1
        if (share >= 1.34 * actors || run.error.code !== 'BUDGET_EXCEEDED') {
          expect(run.error).toMatchObject({ code: 'END_OF_DATA' })
          expect(run.digests).toHaveLength(c.batches)
          ended++
        } else refused++
      }),
      { numRuns: runs(25, 3) },
    )
    console.log(`budgets: ${ended} pipelines ended, ${refused} were refused`)
  })
})
