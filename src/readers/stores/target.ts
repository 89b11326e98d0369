// Makes the HTTP requests that read the object of a URL.
import { CachedReads, cacheOf } from './cached.js'
import { StoreFailure } from './failure.js'
import { parseUrl } from './http.js'
import { HubStore, type Pins } from './hub.js'
import { Known } from './known.js'
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

/** The stores that the environment describes. */
interface Stores {
  s3: S3Store
  hub: HubStore
}

let stores: Stores | undefined
let known = ''
let looked = false
const pins: Pins = new Known()
const variables = /^(AWS_\w+|GS_\w+|HF_\w+|HUGGING_FACE_HUB_TOKEN|XDG_CACHE_HOME|HOME)$/

/** Lets the environment be looked at again: requests have come since. */
export function lookAgain(): void {
  looked = false
}

/** The stores that the environment describes, which may change. */
function storesNow(): Stores {
  if (stores && looked) return stores
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => variables.test(name)))
  const text = JSON.stringify(env)
  if (!stores || text !== known) stores = { s3: new S3Store(env), hub: new HubStore(env, pins) }
  known = text
  looked = true
  return stores
}

function targetOf(url: string, set: number): Target {
  if (/^https?:/.test(url)) return webTarget(url)
  const { s3, hub } = storesNow()
  return url.startsWith('hf:') ? hub.target(url, set) : s3.target(url)
}

/** Answers a request of native code. */
export async function answerRequest(request: StoreRequest, give: Give, signal: AbortSignal): Promise<StoreEnd> {
  const { kind, set } = request
  // The name of a scheme may be written in capitals.
  const [url, name] = [request.url, request.name].map((text) => text.replace(/^\w+:/, (s) => s.toLowerCase())) as [
    string,
    string,
  ]
  const { cache, store } = request.options ? (JSON.parse(request.options) as DataOptions) : {}
  const options = { signal, limits: { ...defaultLimits, ...store } }
  if (kind === 'object') {
    const target = targetOf(url, set)
    if (!cache) return readObject(target, request, give, options)
    return new CachedReads(cacheOf(cache), name, target, options).read(request, give)
  }
  const all = kind === 'list'
  if (url.startsWith('hf:')) return storesNow().hub.list(url, set, all, give, options)
  if (!/^https?:/.test(url)) return storesNow().s3.list(url, all, give, options)
  throw new StoreFailure('web servers do not list folders', {
    hint: 'Give the names of the objects in a list, which may be a URL too',
  })
}
