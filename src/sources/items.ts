// Items of an external source, in both modes: an iterable, an async iterable, or a function that is asked for each item
// or, where it returns an iterator as a generator function does, once per epoch.

/** What a source answers where it has no more items. */
export const end = Symbol('end of data')
/** The answer was an iterator: ask again. */
export const again = Symbol('ask again')

type AnyIterable = Iterable<unknown> | AsyncIterable<unknown>
type AnyIterator = Iterator<unknown> | AsyncIterator<unknown>

export const isIterable = (v: unknown): v is AnyIterable =>
  typeof v === 'object' && v !== null && (Symbol.iterator in v || Symbol.asyncIterator in v)
const isIterator = (v: unknown): v is AnyIterator =>
  typeof v === 'object' && v !== null && 'next' in v && typeof v.next === 'function'

/** What a source was asked and has answered. */
export interface Answer {
  /** May be a promise. */
  answer: unknown
  /** It is an iterator's, not a function's. */
  stepped: boolean
}

export class Items {
  /** The epoch's iterator. */
  iterator: AnyIterator | undefined

  // biome-ignore lint/suspicious/noExplicitAny: its parameter says which item, in the words of its mode.
  constructor(private readonly source: AnyIterable | ((at: any) => unknown)) {}

  /** Asks for an item. `at`: what a function is told; `from`: where an array goes on. */
  ask(at: unknown, from: number): Answer {
    const { source } = this
    if (!this.iterator && typeof source !== 'function') this.iterator = iteratorOf(source, from)
    if (this.iterator) return { answer: this.iterator.next(), stepped: true }
    return { answer: (source as (at: unknown) => unknown)(at), stepped: false }
  }

  /** What an answer says once it is settled: the item, of which an iterable may give a promise; `end`; or `again`. */
  read(answer: unknown, stepped: boolean): unknown {
    if (stepped) {
      const { done, value } = answer as IteratorResult<unknown>
      return done ? end : value
    }
    if (answer === null || answer === undefined) return end
    if (!isIterator(answer)) return answer
    this.iterator = answer
    return again
  }

  /** The next item is the first of an epoch. */
  restart(): void {
    this.iterator = undefined
  }

  /** Tells an iterator that nothing more is wanted. */
  close(): void {
    const { iterator } = this
    void (async () => iterator?.return?.())().catch(() => {})
  }
}

function iteratorOf(source: AnyIterable, from: number): AnyIterator {
  // Position is enough for an array.
  if (Array.isArray(source) && from > 0) return source.slice(from)[Symbol.iterator]()
  return Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
}
