// @module-tag property
// Elastic readers: what a number of shards has given is the beginning of one order, and any number of shards goes on behind
// it. The model is that order, taken from a reader of one shard.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReaderPosition } from '../../src/native/dataset.js'
import { type BatchMode, Sampler, type SamplerOptions, type SourceOrder } from '../util/sampler.js'
import { runs } from '../util/soak.js'
import { range } from './helpers.js'
import { anyMixtures, orders as ordersOf } from './mixtures.js'

type Order = SourceOrder & Pick<SamplerOptions, 'mixture'>

/** Readers of one data set, and mixtures of some, with at least as many samples as shards. */
const orders: fc.Arbitrary<Order> = fc.oneof(
  ordersOf(8, 60),
  anyMixtures.map((mixture) => ({ size: sizeOf({ mixture }), mixture })).filter(({ size }) => size >= 8),
)

function sizeOf({ mixture }: Pick<SamplerOptions, 'mixture'>): number {
  return new Sampler({ size: 0, batchSize: 1, ...(mixture && { mixture }) }).lengthOf(0)
}

/** A part of a run: so many shards take so many batches each. */
const parts = fc.array(
  fc.record({
    numShards: fc.integer({ min: 1, max: 8 }),
    batchSize: fc.integer({ min: 1, max: 5 }),
    batches: fc.integer({ min: 0, max: 12 }),
  }),
  { minLength: 1, maxLength: 10 },
)

/** The samples of epochs, as one shard gives them. */
function model(order: Order, epochs: number): { index: number; epoch: number }[] {
  const sampler = new Sampler({ ...order, batchSize: 1, elastic: true })
  return range(order.size * epochs).map(() => {
    const { indices, epochs } = sampler.next('continuous')
    return { index: indices[0]!, epoch: epochs[0]! }
  })
}

interface Part {
  numShards: number
  batchSize: number
  batches: number
}

/** The samples that shards give in turn, step by step, and the places where they stand then. */
function run(order: Order, mode: BatchMode, { numShards, batchSize, batches }: Part, from: ReaderPosition) {
  const samplers = range(numShards).map((shardId) =>
    Sampler.restore({ ...order, batchSize, elastic: true, numShards, shardId }, from),
  )
  const given: { index: number; epoch: number }[] = []
  let left = samplers
  for (let batch = 0; batch < batches && left.length; batch++) {
    const drawn = left.map((sampler) => ({ sampler, ...sampler.next(mode) }))
    for (const k of range(batchSize)) {
      for (const { indices, epochs } of drawn) {
        if (k < indices.length) given.push({ index: indices[k]!, epoch: epochs[k]! })
      }
    }
    left = drawn.filter(({ endOfEpoch }) => !endOfEpoch).map(({ sampler }) => sampler)
  }
  return { given, places: samplers.map(({ epoch, position }) => ({ epoch, position })) }
}

describe('elastic readers', () => {
  it('go on with any number of shards, with none lost or repeated, over the ends of epochs', () => {
    fc.assert(
      fc.property(orders, parts, (order, taken) => {
        let place: ReaderPosition = { epoch: 0, position: 0 }
        const all: unknown[] = []
        for (const part of taken) {
          const { given, places } = run(order, 'continuous', part, place)
          for (const other of places) expect(other).toEqual(places[0])
          place = places[0]!
          all.push(...given)
        }
        expect(all).toEqual(model(order, Math.ceil(all.length / order.size)).slice(0, all.length))
        expect(place.epoch * order.size + place.position).toBe(all.length)
      }),
      { numRuns: runs(4000, 120) },
    )
  })

  it('end an epoch with its last sample, also with fewer samples left than shards', () => {
    fc.assert(
      fc.property(orders, parts, (order, taken) => {
        let place: ReaderPosition = { epoch: 0, position: 0 }
        const all: unknown[] = []
        for (const part of [...taken, { numShards: 3, batchSize: 4, batches: order.size }]) {
          const { given, places } = run(order, 'epoch', part, place)
          all.push(...given)
          // The first shard ends last.
          place = places[0]!
          if (place.epoch > 0) break
          expect(place.position).toBe(all.length)
        }
        expect(place).toEqual({ epoch: 1, position: 0 })
        expect(all).toEqual(model(order, 1))
      }),
      { numRuns: runs(4000, 120) },
    )
  })

  it('pad the last round to whole batches of all shards', () => {
    fc.assert(
      fc.property(
        orders,
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 5 }),
        (order, numShards, batchSize) => {
          const samplers = range(numShards).map(
            (shardId) => new Sampler({ ...order, batchSize, elastic: true, padLastBatch: true, numShards, shardId }),
          )
          const steps = Math.ceil(Math.ceil(order.size / numShards) / batchSize)
          for (const epoch of [0, 1]) {
            const seen: number[] = []
            for (const step of range(steps)) {
              for (const sampler of samplers) {
                const { indices, padded, endOfEpoch } = sampler.next('continuous')
                expect(indices.length).toBe(batchSize)
                if (step + 1 === steps) expect(endOfEpoch || sampler.epoch === epoch + 1).toBe(true)
                seen.push(...indices.slice(0, batchSize - padded))
              }
            }
            const whole = model(order, epoch + 1).slice(epoch * order.size)
            const numbers = (list: readonly number[]) => [...list].sort((a, b) => a - b)
            expect(numbers(seen)).toEqual(numbers(whole.map(({ index }) => index)))
          }
        },
      ),
      { numRuns: runs(1000, 60) },
    )
  })
})
