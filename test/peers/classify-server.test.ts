// examples/frameworks/classify-server.mjs under load and with clients that misbehave: every upload gets its own answer, the server
// keeps to its limits, and ends when it is asked to.
// @module-tag long
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { type Answer, load, post } from '../../bench/serve/load.js'
import { type Health, LabelServer } from '../../bench/serve/server.js'
import { expected, mixedUploads, photos } from '../../bench/serve/uploads.js'
import { hasModel, hasPeer } from '../util/peer-examples.js'

const ready = hasPeer('onnxruntime-node') && hasModel()
const running: LabelServer[] = []
const sockets: Socket[] = []

async function start(...options: string[]): Promise<LabelServer> {
  const server = await LabelServer.start(...options)
  running.push(server)
  return server
}

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of running.splice(0)) server.kill('SIGKILL')
})

/** A connection on which a test writes what it likes. `text()` is what came back. */
function raw(port: number, begin: string) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let text = ''
  socket.on('data', (data) => (text += data)).on('error', () => {})
  socket.write(begin)
  return { socket, text: () => text }
}

/** Whether the port takes connections. */
function connects(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  return new Promise((resolve) => socket.on('connect', () => resolve(true)).on('error', () => resolve(false)))
}

const head = (length: number, more = '') => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n${more}\r\n`
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 20 })
const idle: Partial<Health> = { waiting: 0, inFlight: 0, held: 0 }

function counts(answers: Answer[]): Record<string, number> {
  const result: Record<string, number> = {}
  for (const { kind, status } of answers) result[`${kind} ${status}`] = (result[`${kind} ${status}`] ?? 0) + 1
  return result
}

test.skipIf(!ready)('good, bad, slow and broken-off uploads side by side', { timeout: 240_000 }, async () => {
  const server = await start()
  // The best label of each photo, asked for one by one.
  const alone = new Map<string, string>()
  for (const photo of photos) {
    const { status, text } = await post(server.port, photo)
    expect(status).toBe(200)
    alone.set(text, JSON.parse(text)[0].label)
  }
  expect([...alone.values()]).toContain('espresso')
  const before = await server.health()
  const answers = await load({ port: server.port, clients: 16, upload: mixedUploads, most: 240, seconds: 200 })
  expect(answers).toHaveLength(240)
  for (const answer of answers) {
    expect(expected[answer.kind], `${answer.kind}: ${answer.status} ${answer.text}`).toContain(answer.status)
    if (answer.status === 400 || answer.status === 413) expect(JSON.parse(answer.text).error).toMatch(/^\S.{10}/)
    if (answer.status === 200) expect([...alone.values()]).toContain(JSON.parse(answer.text)[0].label)
  }
  expect(counts(answers)).toMatchObject({
    'good 200': 160,
    'slow 200': 10,
    'text 400': 10,
    'large 413': 10,
    'left 0': 10,
  })
  await until(async () => expect(await server.health()).toMatchObject(idle))
  // 100 MB were too large, and 240 uploads came: what is held afterwards is the memory of batches.
  const after = await server.health()
  expect(after.rss - before.rss).toBeLessThan(150e6)
  expect(after.meanBatch).toBeGreaterThan(1)
  expect(await server.stop()).toBe(0)
  expect(server.lines.at(-1)).toMatch(/^\d+ answered, \d+ failed, \d+ aborted, /)
  expect(server.lines).toHaveLength(2)
})

test.skipIf(!ready)('limits: bytes held, requests in the queue, time, size, paths', { timeout: 90_000 }, async () => {
  const server = await start('--max-held', '1000000', '--max-queue', '1', '--max-batch', '1', '--upload-seconds', '4')
  const { port } = server

  // Clients that do not go on hold memory, until they have had their time.
  const stuck = [1, 2].map(() => raw(port, head(600_000)))
  for (const { socket } of stuck) socket.write(Buffer.alloc(400_000))
  await until(async () => expect((await server.health()).held).toBe(800_000))
  const refused = await post(port, { kind: 'held', body: Buffer.alloc(300_000) })
  expect([refused.status, JSON.parse(refused.text).error]).toEqual([503, 'too many uploads at once'])
  await until(() => {
    for (const { text } of stuck) expect(text()).toMatch(/^HTTP\/1\.1 408 /)
  })
  const lateHeader = raw(port, 'POST / HTTP/1.1\r\n')
  await until(() => expect(lateHeader.text()).toMatch(/^HTTP\/1\.1 408 /))
  await until(async () => expect(await server.health()).toMatchObject(idle))

  // A client that asks first is told before it sends.
  const asking = raw(port, head(10_000_001, 'Expect: 100-continue\r\n'))
  await until(() => expect(asking.text()).toMatch(/^HTTP\/1\.1 413 /))
  const polite = raw(port, head(5, 'Expect: 100-continue\r\n'))
  await until(() => expect(polite.text()).toBe('HTTP/1.1 100 Continue\r\n\r\n'))
  polite.socket.write('hello')
  await until(() => expect(polite.text()).toMatch(/HTTP\/1\.1 400 [\s\S]*received text/))

  const url = `http://127.0.0.1:${port}`
  expect((await fetch(`${url}/other`)).status).toBe(404)
  const got = await fetch(url)
  expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST'])

  // More at once than the queue takes: who does not get in is told to come again.
  await until(async () => {
    const all = await Promise.all(
      photos.map(({ body }) => fetch(url, { method: 'POST', body: body as Uint8Array<ArrayBuffer> })),
    )
    for (const { status } of all) expect([200, 503]).toContain(status)
    expect(all.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('1')
  })
  expect((await post(port, photos[0]!)).status).toBe(200)
  expect(await server.stop()).toBe(0)
})

test.skipIf(!ready)('SIGTERM: what has begun is answered, and an upload that does not end is cut off', async () => {
  const server = await start('--upload-seconds', '10')
  const { body } = photos[0]!
  const [begun, stuck] = [raw(server.port, head(body.length)), raw(server.port, head(1000))]
  begun.socket.write(body.subarray(0, 1000))
  await until(async () => expect((await server.health()).held).toBe(1000))
  const stopped = server.stop()
  await until(async () => expect(await connects(server.port)).toBe(false))
  begun.socket.write(body.subarray(1000))
  await until(() => expect(begun.text()).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*"label":/))
  expect(await stopped).toBe(0)
  expect(stuck.text()).toMatch(/^(HTTP\/1\.1 408 [\s\S]*)?$/)
})
