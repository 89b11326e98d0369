// @module-tag property
// Mixtures of any weights, orders and ends whose ranks are killed: they have drawn ahead, which is lost, and others go on, with
// another batch size, from what was delivered. All that is delivered is the stream of one rank that nothing disturbs.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ReaderPosition } from '../../src/native/dataset.js'
import { Sampler, type SamplerOptions } from '../util/sampler.js'
import { runs, timeFor } from '../util/soak.js'
import { range } from './helpers.js'
import { anyMixtures } from './mixtures.js'

const lives = fc.array(
  fc.record({
    ranks: fc.integer({ min: 1, max: 7 }),
    batchSize: fc.integer({ min: 1, max: 5 }),
    batches: fc.integer({ min: 0, max: 6 }),
    /** Batches that each rank draws and does not deliver; not all ranks draw equally many. */
    ahead: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 7, maxLength: 7 }),
    /** The checkpoint before is taken once more. */
    again: fc.boolean(),
  }),
  { minLength: 2, maxLength: 6 },
)

interface Life {
  ranks: number
  batchSize: number
  batches: number
  ahead: number[]
}

const drawn = (sampler: Sampler): string[] => {
  const { indices, epochs } = sampler.next('continuous')
  return [...indices].map((index, i) => `${epochs[i]}:${index}`)
}

/** What ranks deliver that begin at a place, and where they stand then. */
function live(order: Omit<SamplerOptions, 'batchSize'>, from: ReaderPosition, life: Life) {
  const { ranks, batchSize, batches, ahead } = life
  const samplers = range(ranks).map((shardId) =>
    Sampler.restore({ ...order, batchSize, numShards: ranks, shardId }, from),
  )
  const delivered = range(batches).flatMap(() => {
    const rows = samplers.map(drawn)
    return range(batchSize).flatMap((k) => rows.map((row) => row[k]!))
  })
  const places = samplers.map(({ epoch, position }) => ({ epoch, position }))
  for (const place of places) expect(place).toEqual(places[0])
  for (const [i, sampler] of samplers.entries()) for (const _ of range(ahead[i]!)) drawn(sampler)
  return { delivered, place: places[0]! }
}

it(
  'any mixture whose ranks are killed gives the stream of one that nothing disturbs',
  () => {
    fc.assert(
      fc.property(anyMixtures, lives, (mixture, all) => {
        const order = { size: 0, mixture, elastic: true }
        const whole = new Sampler({ ...order, batchSize: 1 })
        const size = whole.lengthOf(0)
        const delivered: string[] = []
        let place: ReaderPosition = { epoch: 0, position: 0 }
        for (const { again, ...life } of all) {
          const fitting = { ...life, ranks: Math.min(life.ranks, size) }
          const lived = live(order, place, fitting)
          if (again) expect(live(order, place, fitting)).toEqual(lived)
          delivered.push(...lived.delivered)
          place = lived.place
        }
        expect(place.epoch * size + place.position).toBe(delivered.length)
        expect(delivered).toEqual(range(delivered.length).flatMap(() => drawn(whole)))
      }),
      { numRuns: runs(10_000, 200) },
    )
  },
  timeFor(600_000),
)
