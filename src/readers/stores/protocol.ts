// Defines the messages between native code, which asks for objects (native/dataset/stores/object_store.h), and the client that
// reads them.

import type { StoreLimits } from './limits.js'

/** A request of native code. */
export interface StoreRequest {
  id: number
  /**
   * 'list': the names in a folder, a line each: "d NAME" for a folder, "f NAME" for an object; 'page': those of them that the
   * store gives at once.
   */
  kind: 'object' | 'list' | 'page'
  url: string
  /** The URL without what differs between two that name the same object: signatures, tokens and times, and its user. */
  name: string
  offset: number
  /** -1: the whole object. */
  size: number
  /** The version of the object that is meant; empty for any. */
  tag: string
  /** A thread waits for it. */
  urgent: boolean
  /** The file that the cache named cannot be read. */
  fresh: boolean
  /** JSON of DataOptions; may be empty. */
  options: string
  /** The number of the data set that asks: a branch is the same commit for all of its requests. */
  set: number
}

/** The options of a data set's definition about its stores. */
export interface DataOptions {
  cache?: { dir: string; bytes: number }
  store?: Partial<StoreLimits>
}

/** The answer of native().storeTake(). */
export interface StoreWork {
  work: StoreRequest[]
  /** Requests that were given up. */
  dropped: number[]
  /** No data set uses a store. */
  idle: boolean
}

/** A part of an object that the cache has: `size` bytes from `at` on in a file, which are those from `from` on in the object. */
export interface KeptBlock {
  path: string
  from: number
  at: number
  size: number
}

/** The end of a request. With a message it has failed. */
export interface StoreEnd {
  /** Bytes of the whole object. */
  total?: number
  tag?: string
  message?: string
  hint?: string
  /** There is no such object. */
  missing?: boolean
  /** The object is the version that the caller knows, so no bytes were given. */
  unchanged?: boolean
  /** Parts that have all that was asked for, of which no bytes were given. */
  kept?: readonly KeptBlock[]
}

/** Takes bytes of an answer; `expected` are to come in all. */
export type Give = (bytes: Uint8Array, expected: number) => void
