// Serves drawn answers: the objects have several versions, and the server breaks every promise of HTTP that a range, a
// length, a version and a redirect make. Each request for an object takes the next answer of its script; after its end
// answers are honest. It never answers as a sound server of another object would, because no client could notice that.
import { createServer } from 'node:http'

/** The kinds of answers: see odd() and send(). */
export const kinds = [
  ...['honest', 'short', 'short', 'short', 'whole', 'chunked', 'open', 'longer', 'shifted', 'busy', 'changed'],
  ...['redirect', 'beyond', 'unchanged', 'status', 'range', 'length', 'total', 'garbage'],
]
const honest = { kind: 'honest', sent: 100, reset: false, number: 0 }

export class HostileStore {
  requests = 0
  #objects = {}
  #sockets = new Set()
  #server = createServer()

  static async open() {
    const store = new HostileStore()
    store.#server.on('request', (request, response) => store.#answer(request, response))
    store.#server.on('clientError', (_, socket) => socket.destroy())
    store.#server.on('connection', (socket) => {
      store.#sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => store.#sockets.delete(socket))
    })
    await new Promise((resolve) => store.#server.listen(0, '127.0.0.1', resolve))
    store.url = `http://127.0.0.1:${store.#server.address().port}`
    return store
  }

  close() {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Begins anew with these objects, by path. All versions of one have one size. */
  play(objects) {
    this.requests = 0
    this.#objects = Object.fromEntries(
      Object.entries(objects).map(([path, { script, ...object }]) => [
        path,
        { ...object, script: [...script], version: 0 },
      ]),
    )
  }

  #answer(request, response) {
    this.requests++
    response.on('error', () => {})
    const object = this.#objects[request.url.split('?')[0]]
    if (!object) {
      response.writeHead(404).end()
      return
    }
    const answer = object.script.shift() ?? honest
    // Without a name a version cannot be told from another.
    if (answer.kind === 'changed' && object.naming !== 'none')
      object.version = (object.version + 1) % object.versions.length
    const data = object.versions[object.version]
    const name = nameOf(object)
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const from = Number(first ?? 0)
    const end = Math.min(data.length, last ? Number(last) + 1 : data.length)
    if (request.headers['if-match'] && request.headers['if-match'] !== name.etag) {
      response.writeHead(412).end()
      return
    }
    if (odd(answer, response, request, data.length, name)) return
    if (first !== undefined && from >= data.length) {
      response.writeHead(416, { 'content-range': `bytes */${data.length}`, ...name }).end()
      return
    }
    send(answer, response, data, name, first === undefined ? undefined : { from, end })
  }
}

function nameOf({ naming, version }) {
  switch (naming) {
    case 'etag':
      return { etag: `"${version}"` }
    case 'weak':
      return { etag: `W/"${version}"` }
    case 'time':
      return { 'last-modified': new Date(1e12 + version * 1000).toUTCString() }
    default:
      return {}
  }
}

/** Answers that have no bytes of the object. */
function odd({ kind, number }, response, request, total, name) {
  switch (kind) {
    case 'busy':
      response.writeHead([429, 500, 503][number % 3]).end('later')
      return true
    case 'redirect':
      response.writeHead(302, { location: `${request.url}${number % 2 ? '' : '#a'}` }).end('elsewhere')
      return true
    case 'beyond':
      response.writeHead(416, { 'content-range': `bytes */${number % 2 ? total : 9000 + number}` }).end()
      return true
    case 'unchanged':
      response.writeHead(304, name).end()
      return true
    case 'status':
      response.writeHead([201 + (number % 5), 204, 403, 404, 501, 599][number % 6])
      response.end()
      return true
    case 'garbage':
      response.socket.end(
        [
          '\x00\x01\x02',
          'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
          'HTTP/1.1 999 \x1b[31m\r\n\r\n',
        ][number % 3],
      )
      return true
    default:
      return false
  }
}

function send({ kind, sent, reset, number }, response, data, name, range) {
  let { from, end } = kind === 'whole' || !range ? { from: 0, end: data.length } : range
  const part = Boolean(range) && kind !== 'whole'
  if (part && kind === 'short') end = Math.min(end, from + 1 + (number % 40))
  if (part && kind === 'longer') end = Math.min(data.length, end + number)
  if (part && kind === 'shifted') from = Math.min(from + (number % 3), end)
  const body = data.subarray(from, end)
  const headers = { ...name }
  if (part) headers['content-range'] = `bytes ${from}-${end - 1}/${data.length}`
  if (part && kind === 'range')
    headers['content-range'] = ['', 'bytes 0-0', `bytes ${from}-${end - 1}/${'9'.repeat(number % 400)}`, 'bytes 5-1/9'][
      number % 4
    ]
  if (part && kind === 'total') headers['content-range'] = `bytes ${from}-${end - 1}/${data.length + 1 + number}`
  if (kind === 'length') headers['content-length'] = part ? number : body.length + number
  else if (kind !== 'chunked' && kind !== 'open') headers['content-length'] = body.length
  const some = body.subarray(0, Math.ceil((body.length * sent) / 100))
  if (kind === 'open') {
    // The body ends with the connection.
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    response.socket.write(`HTTP/1.0 ${part ? '206 Partial' : '200 OK'}\r\n${lines.join('')}\r\n`)
    response.socket.end(some)
    return
  }
  response.strictContentLength = false
  response.writeHead(part ? 206 : 200, headers)
  if (some.length === body.length && kind !== 'length') response.end(some)
  else response.write(some, () => (reset ? response.socket?.resetAndDestroy() : response.socket?.end()))
}
