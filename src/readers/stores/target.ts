// Makes the HTTP requests that read the object of a URL.
import { CachedReads, cacheOf } from './cached.js'
import { StoreFailure } from './failure.js'
import { parseUrl } from './http.js'
import { defaultLimits } from './limits.js'
import { readObject, type Target } from './object.js'
import type { DataOptions, Give, StoreEnd, StoreRequest } from './protocol.js'
import { S3Store } from './s3.js'

/** A user or a password as it is meant; one with a % of its own is taken as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** An object of a web server. A user in the URL is sent as HTTP's basic authentication. */
function webTarget(url: string): Target {
  const parsed = parseUrl(url)
  const { username, password } = parsed
  parsed.username = ''
  parsed.password = ''
  const basic = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')
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
  const { kind } = request
  // The name of a scheme may be written in capitals.
  const [url, name] = [request.url, request.name].map((text) => text.replace(/^\w+:/, (s) => s.toLowerCase())) as [
    string,
    string,
  ]
  const web = /^https?:/.test(url)
  const { cache, store } = request.options ? (JSON.parse(request.options) as DataOptions) : {}
  const options = { signal, limits: { ...defaultLimits, ...store } }
  if (kind === 'object') {
    const target = web ? webTarget(url) : s3Store().target(url)
    if (!cache) return readObject(target, request, give, options)
    return new CachedReads(cacheOf(cache), name, target, options).read(request, give)
  }
  if (!web) return s3Store().list(url, kind === 'list', give, options)
  throw new StoreFailure('web servers do not list folders', {
    hint: 'Give the names of the objects in a list, which may be a URL too',
  })
}
