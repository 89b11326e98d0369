// Helps tests of iterate(): it has runs of DALI from golden/iterate.json, and a Sampler that stands for a pipeline,
// without threads.
import { readFileSync } from 'node:fs'
import type { Driven } from '../../src/api/batch-iterator.js'
import { Sampler, type SamplerOptions } from './sampler.js'

export interface GoldenCase {
  count: number
  batch: number
  shards: number
  ranks: number[]
  stick: boolean
  pad: boolean
  policy: 'fill' | 'drop' | 'partial'
  autoReset: boolean
  prepare: boolean
  style: 'loop' | 'reset' | 'steps'
  size: number | null
  padded: boolean
  /** Per epoch: the length that DALI gave before it, and its items; null when there was nothing to prepare. */
  epochs: [length: number, items: string][] | null
}

export const cases: GoldenCase[] = JSON.parse(
  readFileSync(new URL('../golden/iterate.json', import.meta.url), 'utf8'),
).cases

export const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'

/** A list of sample numbers with the array members of a TensorList. */
export class Numbers {
  disposed = false

  constructor(readonly values: readonly number[]) {}
  get length(): number {
    return this.values.length
  }
  slice(from: number, to: number): Numbers {
    return new Numbers(this.values.slice(from, to))
  }
  [Symbol.dispose](): void {
    this.disposed = true
  }
}

/** The batches of a pipeline that reads without work: the output is the samples' numbers. */
export function sampled(options: SamplerOptions): Driven<Numbers> {
  const sampler = new Sampler(options)
  return {
    batchSize: options.batchSize,
    readerMeta: () => sampler.readerMeta(),
    next: async () => [new Numbers([...sampler.next('continuous').indices])],
    reset: () => {},
    mark: () => () => '',
  }
}

interface Loop<Item> extends AsyncIterable<Item> {
  readonly length: number
  next(): Promise<IteratorResult<Item, undefined>>
  reset(): void
}

/** One epoch in the style of the golden case: the length before it, and what `text` makes of its items. */
export async function epoch<Item, Text>(iterator: Loop<Item>, style: GoldenCase['style'], text: (item: Item) => Text) {
  const { length } = iterator
  const items: Text[] = []
  if (style === 'loop') for await (const item of iterator) items.push(text(item))
  while (style !== 'loop' && !(style === 'steps' && items.length === length)) {
    const { done, value } = await iterator.next()
    if (done) break
    items.push(text(value))
  }
  if (style !== 'loop') iterator.reset()
  return { length, items }
}
