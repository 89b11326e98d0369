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
const mostRedirects = 5

export interface HttpRequest {
  url: URL
  method?: 'GET' | 'HEAD'
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
  /** Milliseconds without a byte after which the connection is given up. */
  timeout: number
}

/** Throws a StoreFailure for a text that is no URL. */
export function parseUrl(url: string, base?: URL): URL {
  try {
    return new URL(url, base)
  } catch {
    throw new StoreFailure('this is no URL', { hint: 'Write it as https://HOST/PATH' })
  }
}

/** Sends a request and returns the response, whose body is not read yet. Rejects with the error of the network. */
export async function send({ url, method = 'GET', headers, signal, timeout }: HttpRequest): Promise<IncomingMessage> {
  let target = url
  let given = headers
  for (let hops = 0; ; hops++) {
    const response = await sendOnce(target, method, given, signal, timeout)
    const { location } = response.headers
    if (![301, 302, 303, 307, 308].includes(response.statusCode!) || !location) return response
    response.resume()
    if (hops === mostRedirects) throw new StoreFailure(`the server redirects more than ${mostRedirects} times`)
    const next = parseUrl(location, target)
    // Signatures and passwords are for the host that they were made for.
    if (next.host !== target.host) {
      given = Object.fromEntries(Object.entries(given).filter(([name]) => !/^(authorization|x-amz-)/i.test(name)))
    }
    target = next
  }
}

function sendOnce(
  url: URL,
  method: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  timeout: number,
): Promise<IncomingMessage> {
  const protocol = url.protocol as keyof typeof agents
  const agent = agents[protocol]
  if (!agent) throw new StoreFailure(`the server redirects to ${url.protocol}`)
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const options = { agent, method, headers, timeout }
    const sent = protocol === 'https:' ? secureRequest(url, options) : request(url, options)
    // The option `signal` does the same with ten listeners more.
    signal.addEventListener('abort', () => sent.destroy(signal.reason as Error), { once: true })
    sent.on('timeout', () => sent.destroy(silence(timeout)))
    sent.on('error', reject)
    sent.on('response', resolve)
    sent.end()
  })
}

/** Closes the connections that no request uses. */
export function closeConnections(): void {
  for (const agent of Object.values(agents)) agent.destroy()
}
