// Why a request to a store fails, and whether it is worth another attempt.

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

/** An error of the network: most of them pass. */
export function networkFailure(error: unknown): StoreFailure {
  const { code, message } = error as NodeJS.ErrnoException
  const final =
    code?.startsWith('ERR_TLS') || code?.includes('CERT') || code === 'ENOTFOUND' || code === 'ERR_INVALID_URL'
  return new StoreFailure(message || code || 'the connection has failed', { hint: network, passing: !final })
}

/** A connection on which no byte came for so many milliseconds. */
export const silence = (ms: number): StoreFailure =>
  new StoreFailure(`no byte came for ${ms / 1000} s`, { hint: network, passing: true })

/** A status that is no success. */
export function statusFailure(status: number, text: string, retryAfter: string | undefined): StoreFailure {
  const message = `the server answers ${status}${text ? ` ${text}` : ''}`
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
  const seconds = Number(retryAfter)
  const passing = status === 408 || status === 429 || status >= 500
  return new StoreFailure(message, {
    hint: passing ? 'Try again later, or read with fewer processes' : 'Check the URL',
    passing,
    ...(seconds > 0 && { after: 1000 * seconds }),
  })
}

export interface RetryPolicy {
  /** Attempts one after the other that bring no byte. */
  attempts: number
  /** Milliseconds before the second attempt; they double from one to the next. */
  firstPause: number
  longestPause: number
}

export const usualRetries: RetryPolicy = { attempts: 6, firstPause: 100, longestPause: 5000 }

/** Milliseconds before the next attempt, after `failed` of them. Pauses are random, so that clients do not come at once. */
export function pauseAfter(failed: number, policy: RetryPolicy, asked = 0): number {
  const most = Math.min(policy.longestPause, policy.firstPause * 2 ** (failed - 1))
  return Math.max(Math.min(asked, 30_000), most * (0.5 + Math.random() / 2))
}
