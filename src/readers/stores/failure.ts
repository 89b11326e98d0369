// Why a request to a store fails, and whether it is worth another attempt.
import type { IncomingHttpHeaders } from 'node:http'
import { escaped } from '../../errors/escaped.js'

export class StoreFailure extends Error {
  constructor(
    message: string,
    readonly facts: {
      hint?: string
      /** There is no such object. */
      missing?: boolean
      /** Another attempt may succeed. */
      passing?: boolean
      /** Milliseconds after which the server wants to be asked again. */
      after?: number
    } = {},
  ) {
    super(message)
  }
}

const network = 'Check the address, and that the server can be reached from here'

/** Codes of the system, of Node.js's HTTP parser and of TLS, and those of them that do not pass. */
const ofNetwork = /^(E[A-Z0-9_]+|HPE_\w+|ERR_SSL_\w+|ERR_STREAM_PREMATURE_CLOSE)$/
const lasting = /^(ENOTFOUND|ERR_TLS\w*|.*CERT.*|HPE_HEADER_OVERFLOW)$/

/** An error as a failure: those of the network mostly pass, all others do not. */
export function failureOf(error: unknown): StoreFailure {
  if (error instanceof StoreFailure) return error
  const { code, message } = (error ?? {}) as NodeJS.ErrnoException
  const text = message || code || 'the connection has failed'
  if (typeof code === 'string' && (ofNetwork.test(code) || lasting.test(code))) {
    return new StoreFailure(text, { hint: network, passing: !lasting.test(code) })
  }
  return new StoreFailure(text)
}

/** A connection on which no byte came for `ms` milliseconds. */
export const silence = (ms: number): StoreFailure =>
  new StoreFailure(`no byte came for ${ms / 1000} s`, { hint: network, passing: true })

const maxSaid = 100
/** The words of a server, in one short line. */
export const said = (text: string): string => escaped(text.slice(0, maxSaid))

/** Seconds after which a server wants to be asked again: Retry-After, or the reset of RateLimit, whose limit is used up. */
export function pauseAsked(headers: IncomingHttpHeaders): number | undefined {
  const { ratelimit, 'retry-after': after } = headers
  return Number(after ?? /(?:^|[;,\s])(?:t|reset)=(\d{1,9})\b/.exec(String(ratelimit ?? ''))?.[1]) || undefined
}

/** A status that is no success. `seconds`: after which the server wants to be asked again. */
export function statusFailure(status: number, text: string, seconds: number | undefined): StoreFailure {
  const message = `the server answers ${status}${text ? ` ${said(text)}` : ''}`
  if (status === 404 || status === 410) {
    return new StoreFailure(message, { hint: 'Check the URL', missing: true })
  }
  if (status === 412) {
    return new StoreFailure('the object was changed while it is read', {
      hint: 'Write changed data to objects of other names, and open the data set again',
    })
  }
  if (status === 401 || status === 403) {
    return new StoreFailure(message, { hint: 'Check the credentials, and what they may read' })
  }
  const passing = status === 408 || status === 429 || status >= 500
  return new StoreFailure(message, {
    hint: passing ? 'Try again later, or read with fewer processes' : 'Check the URL',
    passing,
    ...(seconds && seconds > 0 && { after: 1000 * seconds }),
  })
}

export interface RetryPolicy {
  /** Attempts one after the other that bring no byte. */
  attempts: number
  /** Milliseconds before the second attempt; they double from one to the next. */
  firstPause: number
  longestPause: number
}

export const defaultRetries: RetryPolicy = { attempts: 6, firstPause: 100, longestPause: 5000 }

/** Milliseconds before the next attempt, after `failed` of them. Pauses are random, so that clients do not come at once. */
export function pauseAfter(failed: number, policy: RetryPolicy, asked = 0): number {
  const most = Math.min(policy.longestPause, policy.firstPause * 2 ** (failed - 1))
  return Math.max(Math.min(asked, 30_000), most * (0.5 + Math.random() / 2))
}
