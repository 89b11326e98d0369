// Which HTTP requests read what a URL names.
import { CachedReads, cacheOf } from './cached.js'
import { StoreFailure } from './failure.js'
import { parseUrl } from './http.js'
import { readObject, type Target } from './object.js'
import type { DataOptions, Give, StoreEnd, StoreRequest } from './protocol.js'
import { S3Store } from './s3.js'

/** An object of a web server. A user in the URL is sent as HTTP's basic authentication. */
function webTarget(url: string): Target {
  const parsed = parseUrl(url)
  const { username, password } = parsed
  parsed.username = ''
  parsed.password = ''
  const basic = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const own: Record<string, string> = username ? { authorization: `Basic ${basic}` } : {}
  return { prepare: (headers) => ({ url: parsed, headers: { ...headers, ...own } }) }
}

let s3: S3Store | undefined
let known = ''
let looked = false

/** Lets the environment be looked at again: requests have come since. */
export function lookAgain(): void {
  looked = false
}

/** The client for S3 that the environment describes, which may change. */
function s3Store(): S3Store {
  if (s3 && looked) return s3
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(AWS_|GS_|HOME$)/.test(name)))
  const text = JSON.stringify(env)
  if (!s3 || text !== known) s3 = new S3Store(env)
  known = text
  looked = true
  return s3
}

/** Answers a request of native code. */
export async function answerRequest(request: StoreRequest, give: Give, signal: AbortSignal): Promise<StoreEnd> {
  const { kind, url } = request
  const web = /^https?:/.test(url)
  if (kind === 'object') {
    const target = web ? webTarget(url) : s3Store().target(url)
    const { cache } = request.options ? (JSON.parse(request.options) as DataOptions) : {}
    if (!cache) return readObject(target, request, give, { signal })
    return new CachedReads(cacheOf(cache), url, target, { signal }).read(request, give)
  }
  if (!web) return s3Store().list(url, kind === 'list', give, signal)
  throw new StoreFailure('web servers do not list folders', {
    hint: 'Give the names of the objects in a list, which may be a URL too',
  })
}
