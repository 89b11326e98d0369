// External sources of imperative mode: an object that gives one item after the other.

import { endOfData } from '../../errors/factories.js'
import { end } from '../../sources/items.js'
import { siteBelow, siteOf } from '../trace/site.js'
import type { Batch, Tensor } from '../values/tensor.js'
import { type DynamicSource, type DynamicSourceOptions, op } from './external-options.js'
import { ExternalPuller } from './external-puller.js'

type One<O> = O extends { batch: true } | { batchSize: number } ? Batch : O extends { batch: false } ? Tensor : Given
type ItemOf<O> = O extends { numOutputs: number } ? (O extends { numOutputs: 1 } ? One<O> : One<O>[]) : One<O>
type Given = Batch | Tensor

/** A source with its place in the data. */
export interface ExternalSource<Item = Given> extends Iterable<Item>, AsyncIterable<Item>, Disposable {
  /**
   * The next item, of a source that answers at once. Errors: END_OF_DATA, USER_FUNCTION (the source threw),
   * INVALID_INPUT (it gave something else), UNSUPPORTED (it answers later: use next()), API_MIXED (a next() waits).
   */
  (options?: { batchSize?: number }): Item
  /** The next item. Errors as above. Calls are answered in order. */
  next(options?: { batchSize?: number }): Promise<Item>
  /** Ends the data, and tells an iterator of it. */
  close(): void
}

function ending(item: unknown, callSite: string): unknown {
  if (item !== end) return item
  throw endOfData('The source has no more data', { op, hint: 'Loop over it, or give it cycle: true', callSite })
}

/**
 * Brings data of yours in, item by item: `source()` and `await source.next()` give the next one, `for` and `for await`
 * all that are left. Data is copied, unless `noCopy` is set. Errors: INVALID_ARGUMENT. See docs/dynamic-readers.md.
 */
export function externalSource<const Options extends DynamicSourceOptions = DynamicSourceOptions>(
  source: DynamicSource,
  options?: Options,
): ExternalSource<ItemOf<Options>> {
  type Item = ItemOf<Options>
  const puller = new ExternalPuller(source, options ?? {}, siteOf({ site: siteBelow(externalSource) }))
  const self = (given: { batchSize?: number } = {}): Item => {
    const site = siteOf({ site: siteBelow(self as never) })
    return ending(puller.takeSync(given.batchSize, site), site) as Item
  }
  const next = async (given: { batchSize?: number } = {}): Promise<Item> => {
    const site = siteOf({ site: siteBelow(next as never) })
    return ending(await puller.takeLater(given.batchSize, site), site) as Item
  }
  const close = () => puller.close()
  const step = (item: unknown): IteratorResult<Item, undefined> =>
    item === end ? { done: true, value: undefined } : { done: false, value: item as Item }
  return Object.assign(self, {
    ...{ next, close, [Symbol.dispose]: close },
    // Leaving a loop early leaves the source where it is.
    [Symbol.iterator]: () => {
      const advance = () => step(puller.takeSync(undefined, siteOf({ site: siteBelow(advance) })))
      return { next: advance }
    },
    [Symbol.asyncIterator]: () => {
      const advance = async () => step(await puller.takeLater(undefined, siteOf({ site: siteBelow(advance) })))
      return { next: advance }
    },
  }) as ExternalSource<Item>
}
