// One HTTP request, with connections that are kept open. Redirects are followed.
import { Agent, type IncomingMessage, request } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { StoreFailure, silence } from './failure.js'

/** Requests at one time, in all. */
export const inFlight = 64

const agents = {
  'http:': new Agent({ keepAlive: true, maxSockets: inFlight, scheduling: 'lifo' }),
  'https:': new SecureAgent({ keepAlive: true, maxSockets: inFlight, scheduling: 'lifo' }),
}
const maxRedirects = 5
/** Headers that another origin may see: they say which bytes of which version are asked for. All others may be secret. */
const shared = new Set(['accept-encoding', 'range', 'if-match', 'if-none-match'])
/** A body that is not needed is read to its end, so that its connection can be used again, where it is so short. */
const shortBody = 16_384
const shortMs = 1000

export interface HttpRequest {
  url: URL
  /** The path and query as they are sent, where `url` would write them otherwise. */
  path?: string | undefined
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
  /** Milliseconds without a byte after which the connection is given up, and for the head of the answer. */
  timeout: number
  /**
   * Told of each answer: where it was asked, and where it redirects to. A redirect for which this returns true is not followed.
   */
  seen?: ((response: IncomingMessage, asked: URL, to?: URL) => boolean) | undefined
}

/** Throws a StoreFailure for a text that is no URL. */
export function parseUrl(url: string, base?: URL): URL {
  try {
    return new URL(url, base)
  } catch {
    throw new StoreFailure('this is no URL', { hint: 'Write it as https://HOST/PATH' })
  }
}

/** The headers that a redirect takes along: signatures, passwords and cookies are for the origin that they were made for. */
export function headersFor(
  next: URL,
  from: URL,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (next.origin === from.origin) return headers
  return Object.fromEntries(Object.entries(headers).filter(([name]) => shared.has(name.toLowerCase())))
}

/** Sends a request and returns the response, whose body is not read yet. Rejects with the error of the network. */
export async function send(request: HttpRequest): Promise<IncomingMessage> {
  let asked = request
  for (let hops = 0; ; hops++) {
    const response = await sendOnce(asked)
    const { location } = response.headers
    const redirects = [301, 302, 303, 307, 308].includes(response.statusCode!) && location
    if (!redirects) return last(request, response, asked.url)
    let url: URL
    try {
      if (hops === maxRedirects) throw new StoreFailure(`the server redirects more than ${maxRedirects} times`)
      url = parseUrl(location, asked.url)
      if (request.seen?.(response, asked.url, url)) return response
    } finally {
      leave(response)
    }
    asked = { ...asked, url, path: undefined, headers: headersFor(url, asked.url, asked.headers) }
  }
}

/** The answer at the end of the redirects. */
function last(request: HttpRequest, response: IncomingMessage, asked: URL): IncomingMessage {
  try {
    request.seen?.(response, asked)
    return response
  } catch (error) {
    response.destroy()
    throw error
  }
}

/** Ends a response whose body is not needed. */
function leave(response: IncomingMessage): void {
  const length = response.headers['content-length']
  if (length === undefined || !(Number(length) <= shortBody)) {
    response.destroy()
    return
  }
  const late = setTimeout(() => response.destroy(), shortMs)
  response.on('close', () => clearTimeout(late))
  response.on('error', () => {})
  response.resume()
}

function sendOnce({ url, path, headers, signal, timeout }: HttpRequest): Promise<IncomingMessage> {
  const protocol = url.protocol as keyof typeof agents
  const agent = agents[protocol]
  if (!agent) throw new StoreFailure(`the server redirects to ${url.protocol}`)
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const options = { agent, headers, timeout, ...(path !== undefined && { path }) }
    const sent = protocol === 'https:' ? secureRequest(url, options) : request(url, options)
    const late = setTimeout(() => sent.destroy(silence(timeout)), timeout)
    // The option `signal` does the same with ten listeners more.
    const abort = () => sent.destroy(signal.reason as Error)
    signal.addEventListener('abort', abort)
    sent.on('close', () => {
      clearTimeout(late)
      signal.removeEventListener('abort', abort)
    })
    sent.on('timeout', () => sent.destroy(silence(timeout)))
    sent.on('error', reject)
    sent.on('response', (response) => {
      clearTimeout(late)
      resolve(response)
    })
    sent.end()
  })
}
