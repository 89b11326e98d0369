// The types of the functions of native/addon/stores.cc: the client of object stores takes requests of native code, and gives answers.
import type { Handle } from './handle.js'

export interface StoreFunctions {
  /** Returns the handle of a client of object stores. Requests of native code wait for it from now on. */
  storeOpen(): Handle
  /**
   * Returns JSON: StoreWork (src/readers/stores/protocol.ts), the requests that have come. The listener, of the same thread,
   * is called when there are more.
   */
  storeTake(client: Handle, listener: Handle): string
  /** Says why a client has failed: its requests fail with that, and so do later ones until there is another client. */
  storeEnd(client: Handle, cause: string): void
  /**
   * Adds bytes to the answer of a request, of which `expected` are to come in all (0: not known), or ends it with JSON:
   * StoreEnd. Does nothing for a request that was given up.
   */
  storeGive(id: number, bytes: Uint8Array | null, expected: number, end: string | null): void
}

/** The report() of a client. */
export interface StoreState {
  /** It was not closed, and has not failed. */
  serves: boolean
  /** No data set uses a store. */
  idle: boolean
}
