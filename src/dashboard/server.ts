// The HTTP server of a dashboard checks every request, answers it, and knows nothing of pipelines. It runs on
// the pipeline's thread and keeps neither that thread nor the process alive: sockets and server are unreferenced.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { invalidArgument } from '../errors/factories.js'
import type { PipelineError } from '../errors.js'
import { Access } from './access.js'
import { pageOf } from './assets.js'
import { Strangers } from './strangers.js'

export interface Answer {
  status?: number
  type: string
  body: string | Buffer
  /** The name under which the browser saves it. */
  file?: string
}

/** The handler of a path: an answer, or a function that takes the response over. */
export type Route = (
  url: URL,
  request: IncomingMessage,
) => Answer | Promise<Answer> | ((response: ServerResponse) => void)

export interface Routes {
  GET: Readonly<Record<string, Route>>
  POST: Readonly<Record<string, Route>>
}

export interface ServerOptions {
  port: number
  host: string
  allowedHosts: readonly string[]
  /** The server keeps the process running. */
  keepOpen: boolean
}

/** Stands for the server's address, which requests do not name. */
const own = 'http://dashboard'
/** The time that a closing server gives clients to take what is under way. */
const lastMs = 100

export class DashboardServer {
  readonly access: Access
  private readonly server: Server
  private readonly strangers = new Strangers()
  private closing: Promise<void> | undefined

  constructor(
    private readonly routes: Routes,
    private readonly options: ServerOptions,
  ) {
    this.access = new Access(options.host, options.allowedHosts)
    this.server = createServer({ maxHeaderSize: 16_384, requestTimeout: 10_000 }, (request, response) => {
      this.answer(request, response).catch(() => response.destroy())
    })
    this.server.on('connection', (socket) => {
      if (!options.keepOpen) socket.unref()
      this.strangers.add(socket)
    })
    this.server.on('clientError', (_, socket) => socket.destroy())
  }

  /** Listens and resolves with the address of the page. Rejects with INVALID_ARGUMENT if it cannot listen. */
  async listen(): Promise<string> {
    const { port, host, keepOpen } = this.options
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)))
      this.server.listen({ port, host }, resolve)
    })
    this.server.on('error', () => {})
    if (!keepOpen) this.server.unref()
    const own = (this.server.address() as AddressInfo).port
    // A browser cannot open an address that stands for all addresses of the machine.
    const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
    return `http://${name}:${own}/?token=${this.access.token}`
  }

  /** Stops listening and ends all connections; clients have a moment to take what is under way. */
  close(): Promise<void> {
    this.closing ??= new Promise((resolve) => {
      const timer = setTimeout(() => this.server.closeAllConnections(), lastMs)
      this.server.close(() => {
        clearTimeout(timer)
        resolve()
      })
      this.server.closeIdleConnections()
    })
    return this.closing
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    const url = new URL(URL.canParse(path, own) ? path : '/nothing', own)
    response.setHeader('X-Content-Type-Options', 'nosniff')
    response.setHeader('Referrer-Policy', 'no-referrer')
    response.setHeader('Cache-Control', 'no-store')
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
    const { html, policy } = pageOf()
    response.setHeader('Content-Security-Policy', policy)
    const refused = this.access.check(request, url)
    if (refused) {
      response.setHeader('Connection', 'close')
      return send(response, { ...refused, type: 'text/plain', body: `${refused.text}\n` })
    }
    this.strangers.remove(request.socket)
    if (url.pathname === '/' && request.method === 'GET') return send(response, { type: 'text/html', body: html })

    const { GET, POST } = this.routes
    const table = request.method === 'GET' ? GET : request.method === 'POST' ? POST : {}
    const route = Object.hasOwn(table, url.pathname) ? table[url.pathname] : undefined
    if (!route) {
      const known = Object.hasOwn(GET, url.pathname) || Object.hasOwn(POST, url.pathname) || url.pathname === '/'
      if (!known) return send(response, { status: 404, type: 'text/plain', body: 'There is no such page\n' })
      response.setHeader('Allow', Object.hasOwn(POST, url.pathname) ? 'POST' : 'GET')
      return send(response, { status: 405, type: 'text/plain', body: 'This method is not allowed here\n' })
    }
    // Bodies are not read: the address of a request says everything.
    request.resume()
    const answer = await route(url, request)
    if (typeof answer === 'function') answer(response)
    else send(response, answer)
  }
}

function send(response: ServerResponse, { status = 200, type, body, file }: Answer): void {
  response.statusCode = status
  response.setHeader('Content-Type', type.startsWith('text/') ? `${type}; charset=utf-8` : type)
  response.setHeader('Content-Length', Buffer.byteLength(body))
  if (file !== undefined) response.setHeader('Content-Disposition', `attachment; filename="${file}"`)
  response.end(body)
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): PipelineError {
  const wrong = (message: string, hint: string) => invalidArgument(message, { op: 'dashboard', hint, cause: error })
  switch (error.code) {
    case 'EADDRINUSE':
      return wrong(
        `Expected a free port for port but received ${port}: another program listens on it`,
        'Choose another one, or 0 for any free port',
      )
    case 'EACCES':
      return wrong(
        `Expected a port that this user may open but received ${port}`,
        'Choose one from 1024 on, or 0 for any free port',
      )
    default:
      return wrong(
        `Expected an address of this machine for host but received '${host}': ${error.message}`,
        "'127.0.0.1' is for this machine alone, '0.0.0.0' for all of its addresses",
      )
  }
}
