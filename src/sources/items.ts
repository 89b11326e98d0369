// The items of an external source, in both modes. A source is an iterable, an async iterable, or a function. The
// function is called for each item; one that returns an iterator, such as a generator function, is called once per
// epoch.
import { isThenable, type Steps } from './steps.js'

/** Stands for "no more items". */
export const end = Symbol('end of data')
/** The function has returned an iterator: ask again to get its first item. */
const again = Symbol('ask again')

type AnyIterable = Iterable<unknown> | AsyncIterable<unknown>
type AnyIterator = Iterator<unknown> | AsyncIterator<unknown>

export const isIterable = (v: unknown): v is AnyIterable =>
  typeof v === 'object' && v !== null && (Symbol.iterator in v || Symbol.asyncIterator in v)
const isIterator = (v: unknown): v is AnyIterator =>
  typeof v === 'object' && v !== null && 'next' in v && typeof v.next === 'function'

/** The answer of a source, not awaited yet. */
interface Answer {
  /** May be a promise. */
  answer: unknown
  /** True if the answer is an iterator's result, false if it is what a function returned. */
  stepped: boolean
}

/** Holds an answer between two calls. */
export interface Held {
  answer?: Answer | undefined
}

/** The result of an iterator whose value is a promise. */
const stepOf = async (item: unknown) => ({ done: false, value: await item })

export class Items {
  /** The iterator of the current epoch. */
  iterator: AnyIterator | undefined

  // biome-ignore lint/suspicious/noExplicitAny: the parameter says which item is wanted; its type depends on the mode.
  constructor(private readonly source: AnyIterable | ((at: any) => unknown)) {}

  /** Asks for an answer. `at` is the argument of a function; `from` is the index at which an array continues. */
  private ask(at: unknown, from: number): Answer {
    const { source } = this
    if (!this.iterator && typeof source !== 'function') this.iterator = iteratorOf(source, from)
    if (this.iterator) return { answer: this.iterator.next(), stepped: true }
    return { answer: (source as (at: unknown) => unknown)(at), stepped: false }
  }

  /**
   * The next item, or `end`; `at` and `from` as for ask(). An answer that no call has taken yet stays in `held`, from where
   * the next call takes it.
   */
  *next(at: unknown, from: number, held: Held = {}): Steps<unknown> {
    try {
      for (;;) {
        held.answer ??= this.ask(at, from)
        const item = this.read(yield held.answer.answer, held.answer.stepped)
        // An iterable may give promises of its items.
        held.answer = isThenable(item) ? { answer: stepOf(item), stepped: true } : undefined
        if (!held.answer && item !== again) return item
      }
    } catch (error) {
      held.answer = undefined
      throw error
    }
  }

  /** Interprets an awaited answer: returns the item (an iterable may give a promise of it), `end` or `again`. */
  private read(answer: unknown, stepped: boolean): unknown {
    if (stepped) {
      const { done, value } = answer as IteratorResult<unknown>
      return done ? end : value
    }
    if (answer === null || answer === undefined) return end
    if (!isIterator(answer)) return answer
    this.iterator = answer
    return again
  }

  /** Makes the next item the first one of an epoch. */
  restart(): void {
    this.iterator = undefined
  }

  /** Calls return() of the iterator, if there is one, so that it can free what it holds. */
  close(): void {
    const { iterator } = this
    void (async () => iterator?.return?.())().catch(() => {})
  }
}

function iteratorOf(source: AnyIterable, from: number): AnyIterator {
  // An array continues at its position. Other iterables begin at their start.
  if (Array.isArray(source) && from > 0) return source.slice(from)[Symbol.iterator]()
  return Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
}
