// Code that may have to wait for user code, written once for both ways of running: a generator that yields values
// which may be promises. drive() awaits them; driveSync() serves callers that block the thread, and accepts plain
// values only.
import { unsupported } from '../errors/factories.js'

// biome-ignore lint/suspicious/noExplicitAny: yield returns the value of what was yielded, which no type says.
export type Steps<T> = Generator<unknown, T, any>

export const isThenable = (v: unknown): v is PromiseLike<unknown> =>
  typeof v === 'object' && v !== null && 'then' in v && typeof v.then === 'function'

/** Nothing is told of how a value of the user that may be a promise ends. Never throws. */
export const ignore = (value: unknown): void => void (async () => value)().catch(() => {})

export async function drive<T>(steps: Steps<T>): Promise<T> {
  let at = steps.next()
  while (!at.done) {
    let value: unknown = at.value
    try {
      // Both run code of the user: a getter of then, and then itself.
      if (isThenable(value)) value = await value
    } catch (error) {
      at = steps.throw(error)
      continue
    }
    at = steps.next(value)
  }
  return at.value
}

export function driveSync<T>(steps: Steps<T>): T {
  let at = steps.next()
  while (!at.done) {
    let later: boolean
    try {
      later = isThenable(at.value)
    } catch (error) {
      at = steps.throw(error)
      continue
    }
    if (!later) {
      at = steps.next(at.value)
      continue
    }
    ignore(at.value)
    at = steps.throw(
      unsupported('runSync() blocks this thread, so it cannot wait for a source that answers later', {
        op: 'externalSource',
        hint: 'Use run(), or a source that returns its data at once',
      }),
    )
  }
  return at.value
}
