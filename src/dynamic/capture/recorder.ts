// Who watches the calls of a stretch of user code: capture does, step by step.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Call } from '../values/value.js'

export interface Recorder {
  /** A call was made. True: whoever made it need not see to its evaluation. */
  take(call: Call): boolean
}

const storage = new AsyncLocalStorage<Recorder>()
let used = false

export const recorder = (): Recorder | undefined => (used ? storage.getStore() : undefined)

/** `body`, and what it awaits, with its calls told to `watcher`. */
export function watched<T>(watcher: Recorder, body: () => T): T {
  used = true
  return storage.run(watcher, body)
}
