// Tests connections without the token: they lock out no client that has it.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { DashboardServer } from '../../src/dashboard/server.js'
import { maxStrangers, Strangers } from '../../src/dashboard/strangers.js'
import { ask } from './client.js'

const opened: Socket[] = []
const servers: DashboardServer[] = []
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) await server.close()
})

async function listening(): Promise<string> {
  const routes = { GET: { '/hello': () => ({ type: 'text/plain', body: 'hello' }) }, POST: {} }
  const server = new DashboardServer(routes, { port: 0, host: '127.0.0.1', allowedHosts: [], keepOpen: false })
  servers.push(server)
  return server.listen()
}

function stranger(url: string, text = ''): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => text && socket.write(text))
  socket.on('error', () => {}).resume()
  opened.push(socket)
  return socket
}

const connected = (sockets: Socket[]) => Promise.all(sockets.map((socket) => once(socket, 'connect')))

test.each([
  ['say nothing', ''],
  ['begin a request', 'GET / HTTP/1.1\r\n'],
])('connections that %s: the oldest are dropped, and the token is served', async (_, text) => {
  const url = await listening()
  const sockets = Array.from({ length: 100 }, () => stranger(url, text))
  await connected(sockets)
  expect((await ask(url, '/hello')).text).toBe('hello')
  await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBe(100 - maxStrangers)
  expect((await ask(url, '/hello')).text).toBe('hello')
})

test('a connection that has shown the token is none of them, however many come and ask with a wrong one', async () => {
  const url = await listening()
  const { search } = new URL(url)
  const known = Array.from({ length: 20 }, () =>
    stranger(url, `GET /hello${search} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
  )
  await Promise.all(known.map((socket) => once(socket, 'data')))
  const others = Array.from({ length: 50 }, () =>
    stranger(url, 'GET /hello?token=x HTTP/1.1\r\nHost: localhost\r\n\r\n'),
  )
  await Promise.all(others.map((socket) => once(socket, 'close')))
  expect(known.filter(({ closed }) => closed)).toEqual([])
})

test('one that never shows the token has a short time', async () => {
  const strangers = new Strangers(5)
  const closed = new Promise<void>((resolve) => {
    const socket = { once: () => socket, destroy: () => resolve() }
    strangers.add(socket as never)
  })
  // The server's timers do not keep the process.
  const keeps = setInterval(() => {}, 1000)
  await closed
  clearInterval(keeps)
})
