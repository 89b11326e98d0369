// Reads the promise of an answer of a store: which bytes of an object of which size and version. What comes is compared with it
// (object.ts), so that bytes are the object's, or the read fails.
import type { IncomingMessage } from 'node:http'
import { StoreFailure, said, statusFailure } from './failure.js'

/** The bytes [from, from + length) of an object of `total` bytes; -1 where the answer does not say. */
export interface Promised {
  from: number
  length: number
  total: number
}

/** The failure of an object whose version is not the one that the read began with. */
export const changed = () => statusFailure(412, '', undefined)

/** The name of the version of an object: its ETag, or else the time of its last change. */
export function tagOf({ headers }: IncomingMessage): string {
  if (headers.etag) return headers.etag
  return headers['last-modified'] ? `time ${headers['last-modified']}` : ''
}

const numberOf = (text: string | undefined): number => {
  const value = text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? value : Number.NaN
}

const wholeObject = () =>
  new StoreFailure('the server answers a request for a range with the whole object', {
    hint: "Use a server with range requests, which every object store and most web servers have; Python's http.server has none",
  })

/** The promise of a success for a request of `size` bytes from `from` on; size -1: of all that follow. */
export function promisedBy(response: IncomingMessage, from: number, size: number): Promised {
  const { statusCode, headers } = response
  const length = headers['content-length'] === undefined ? -1 : numberOf(headers['content-length'])
  if (Number.isNaN(length)) throw new StoreFailure(`the server says '${said(headers['content-length']!)}' as length`)
  if (statusCode === 206) return partOf(headers['content-range'] ?? '', from, length)
  if (from > 0 || (size >= 0 && (length < 0 || length > size))) throw wholeObject()
  // A body that ends with its connection may have been cut.
  if (length < 0 && !/\bchunked\b/i.test(headers['transfer-encoding'] ?? '')) {
    throw new StoreFailure('the server does not say how long the object is', {
      hint: 'Use a server that sends Content-Length',
    })
  }
  return { from, length, total: length }
}

function partOf(range: string, from: number, length: number): Promised {
  const [first, last, total] = (/^bytes (\d+)-(\d+)\/(\d+)$/i.exec(range) ?? []).slice(1).map(numberOf)
  const count = last! - first! + 1
  if (first === from && count >= 1 && last! < total! && (length < 0 || length === count)) {
    return { from, length: count, total: total! }
  }
  throw new StoreFailure(`the server answers with the range '${said(range)}'`, {
    hint: `Bytes from ${from} on were asked for${length < 0 ? '' : `, and ${length} are announced`}`,
  })
}

/** The size of the object, of an answer that says that a range begins at its end or after it; NaN where it is not said. */
export const sizeBefore = (response: IncomingMessage): number =>
  numberOf(/^bytes \*\/(\d+)$/i.exec(response.headers['content-range'] ?? '')?.[1])
