// Talks to a dashboard as a browser would, and as one would not: any path, method and header.
import { type ClientRequest, type IncomingMessage, request } from 'node:http'

export interface Reply {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
  text: string
}

interface Ask {
  method?: string
  headers?: Record<string, string>
  /** Null leaves the token out. */
  token?: string | null
}

function open(url: string, path: string, { method = 'GET', headers = {}, token }: Ask): ClientRequest {
  const base = new URL(url)
  const given = token === undefined ? base.searchParams.get('token') : token
  const parameter = given === null ? '' : `${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(given)}`
  const { hostname, port } = base
  return request({ hostname, port, path: path + parameter, method, headers, agent: false })
}

/** Asks and resolves with the whole answer. `url`: the dashboard's. */
export function ask(url: string, path: string, options: Ask = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    open(url, path, options)
      .on('error', reject)
      .on('response', (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const body = Buffer.concat(parts)
          resolve({ status: response.statusCode!, headers: response.headers, body, text: body.toString() })
        })
        response.on('error', reject)
      })
      .end()
  })
}

export interface Event {
  name: string
  data: unknown
}

/** Reads the stream of events until it ends, or until the caller leaves the loop. */
export async function* events(url: string): AsyncGenerator<Event, void, void> {
  const asked = open(url, '/events', {})
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.on('error', reject).on('response', resolve).end()
  })
  try {
    let rest = ''
    for await (const part of response.setEncoding('utf8')) {
      const texts = (rest + part).split('\n\n')
      rest = texts.pop()!
      for (const text of texts) {
        const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(text)!
        yield { name: name!, data: JSON.parse(data!) }
      }
    }
  } finally {
    asked.destroy()
  }
}
