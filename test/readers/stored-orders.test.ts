// Orders are the same numbers for the same options in every version: checkpoints and results depend on them. The stored hashes
// are those of the sampler that was written in TypeScript.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Sampler, type SamplerOptions } from '../util/sampler.js'
import { edgesOf } from './helpers.js'

interface Stored {
  options: SamplerOptions
  /** The lengths of the blocks, over and over. */
  lengths?: number[]
  /** Places at which 40 batches begin, half of which end where an epoch ends. */
  places: [epoch: number, position: number][]
  /** The text of the order, and SHA-256 of indices, epochs and numbers of padded samples. */
  order: string
  hash: string
}

const stored = JSON.parse(readFileSync(new URL('golden/orders.json', import.meta.url), 'utf8')) as Stored[]

function hashOf({ options, lengths, places }: Stored): string {
  const edges = lengths && { edges: () => edgesOf(options.size, lengths) }
  const sampler = new Sampler({ ...options, ...edges })
  const hash = createHash('sha256')
  for (const [epoch, position] of places) {
    sampler.seek(epoch, position)
    for (let i = 0; i < 40; i++) {
      const { indices, epochs, padded } = sampler.next(i % 2 ? 'epoch' : 'continuous')
      for (const part of [indices, epochs, Int32Array.of(padded)]) hash.update(new Uint8Array(part.buffer))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

it.each(stored)('$order', (one) => {
  expect(hashOf(one)).toBe(one.hash)
  expect(new Sampler(one.options).state().order).toBe(one.order)
})
