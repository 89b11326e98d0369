// externalSource(): brings the user's own data into imperative mode, item by item.

import { endOfData } from '../../errors/factories.js'
import { end } from '../../sources/items.js'
import { siteBelow, siteOf } from '../trace/site.js'
import type { Batch, Tensor } from '../values/tensor.js'
import { type DynamicSource, type DynamicSourceOptions, op } from './external-options.js'
import { ExternalPuller } from './external-puller.js'

type One<O> = O extends { batch: true } | { batchSize: number } ? Batch : O extends { batch: false } ? Tensor : Given
type ItemOf<O> = O extends { numOutputs: number } ? (O extends { numOutputs: 1 } ? One<O> : One<O>[]) : One<O>
type Given = Batch | Tensor

/**
 * A source of items, which keeps its place in the data. An item is a Batch or a Tensor, or an array with one per
 * output.
 */
export interface ExternalSource<Item = Given> extends Iterable<Item>, AsyncIterable<Item>, Disposable {
  /**
   * Returns the next item, of a synchronous source. `batchSize` replaces the one of the options. Throws END_OF_DATA,
   * USER_FUNCTION (the source threw), INVALID_INPUT (the item does not fit the options), INVALID_ARGUMENT, UNSUPPORTED
   * (the source is asynchronous: use next()), API_MIXED (a next() is waiting).
   */
  (options?: { batchSize?: number }): Item
  /**
   * Resolves to the next item, also of an asynchronous source; rejects with the errors above. Calls are answered in
   * order.
   */
  next(options?: { batchSize?: number }): Promise<Item>
  /** Ends the data, and calls return() of the source's iterator if it has one. */
  close(): void
}

function ending(item: unknown, callSite: string): unknown {
  if (item !== end) return item
  throw endOfData('The source has no more data', { op, hint: 'Loop over it, or give it cycle: true', callSite })
}

/**
 * Brings your own data in, item by item: `source()` and `await source.next()` give the next item; `for` and `for await`
 * give all that are left. Data is copied unless `noCopy` is set. Throws INVALID_ARGUMENT for a wrong source or options.
 * See docs/guides/dynamic-readers.md.
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
