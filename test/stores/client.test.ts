// The client that native code asks: whatever happens to one answer is a failure of its request alone.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fn, pipelineDef } from 'penstock-data'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { StoreClient } from '../../src/readers/stores/client.js'
import { failureOf, said } from '../../src/readers/stores/failure.js'
import type { StoreEnd, StoreRequest } from '../../src/readers/stores/protocol.js'
import { failure, within } from '../util/collect.js'

let server: Server
let url: string
beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://h')
    // Answers that are wrong in themselves: sizes that are no numbers, or no sizes.
    const odd = { '/long': '9'.repeat(400), '/large': '9'.repeat(30), '/none': '*', '/minus': '-1', '/half': '1.5' }[
      pathname
    ]
    if (odd) response.writeHead(206, { 'content-range': `bytes 0-0/${odd}`, 'content-length': 1 }).end('a')
    else if (pathname === '/code') response.writeHead(403).end(`<Code>${'A'.repeat(2 ** 20)}`)
    else if (pathname === '/claim') response.writeHead(200, { 'content-length': 1e15 }).write('a')
    else if (pathname === '/endless') {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(2 ** 16)));
        response.once('drain', more)
      }
      more()
    } else if (pathname === '/loop') response.writeHead(302, { location: '/loop' }).end()
    else if (pathname === '/drip') {
      response.writeHead(200, { 'content-length': 1000 })
      const timer = setInterval(() => (response.destroyed ? clearInterval(timer) : response.write('a')), 50)
    } else if (pathname === '/file') response.writeHead(302, { location: 'file:///etc/passwd' }).end()
    else setTimeout(() => response.end('x'.repeat(10)), 100)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const request = (id: number): StoreRequest => ({
  ...{ id, kind: 'object', url: `u${id}`, name: `u${id}`, offset: 0, size: 1, tag: '' },
  ...{ urgent: false, fresh: false, set: 0, options: '' },
})

it('ends each request, whatever is thrown for it', async () => {
  const thrown = [undefined, null, 5, 'text', new Error('no'), Object.create(null), new Error(''), { message: 7 }]
  const ends = new Map<number, StoreEnd>()
  const work = thrown.map((_, id) => request(id))
  const side = {
    take: () => ({ work: work.splice(0), dropped: [], idle: false }),
    give: (id: number, _: Uint8Array | null, __: number, end: StoreEnd | null) => {
      // The first end of a good answer cannot be given.
      if (end && !end.message && id === 100) throw new Error('out of memory')
      if (end) ends.set(id, end)
    },
  }
  work.push(request(100), request(101))
  const answer = async ({ id }: StoreRequest) => {
    if (id < 100) throw thrown[id]
    return { total: 1 }
  }
  new StoreClient(side, answer, () => {}).look()
  await expect.poll(() => ends.size).toBe(thrown.length + 2)
  for (const id of thrown.keys()) expect(ends.get(id)!.message).toMatch(/./)
  expect([ends.get(100)!.message, ends.get(101)!.message]).toEqual(['out of memory', undefined])
})

it('tries again what is of the network, and nothing else', () => {
  const coded = (code: string) => failureOf(Object.assign(new Error('m'), { code })).facts.passing
  for (const code of ['ECONNRESET', 'EAI_AGAIN', 'HPE_INVALID_CONSTANT', 'ERR_SSL_WRONG_VERSION_NUMBER'])
    expect([code, coded(code)]).toEqual([code, true])
  for (const code of [
    'ENOTFOUND',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'OUT_OF_MEMORY',
    'INTERNAL',
    'HPE_HEADER_OVERFLOW',
  ])
    expect([code, Boolean(coded(code))]).toEqual([code, false])
  expect(failureOf(new TypeError('x')).facts.passing).toBeFalsy()
  expect(said(`a\x1b[31m\r\n\x9b${'b'.repeat(1000)}`)).toBe(`a\\x1b[31m\\r\\n\\x9b${'b'.repeat(91)}`)
})

const one = async (path: string, store?: object) => {
  await using pipe = pipelineDef(
    { batchSize: 1 },
    () => fn.readers.file({ files: [url + path], ...(store && { store }) })[0],
  )()
  await pipe.run()
  throw new Error('no error')
}

it.each<[path: string, words: RegExp, store?: object]>([
  ['/long', /answers with the range 'bytes 0-0\/9{85,91}'/],
  ['/large', /answers with the range/],
  ['/none', /answers with the range/],
  ['/minus', /answers with the range/],
  ['/half', /answers with the range/],
  ['/code', /answers 403 Forbidden/],
  ['/claim', /has more than 536870912 bytes/],
  ['/endless', /has more than 1000000 bytes/, { maxObjectBytes: 1e6 }],
  ['/loop', /redirects more than 5 times/],
  ['/file', /redirects to file:/],
  ['/drip', /took \d s for \d+ bytes/, { maxSeconds: 1 }],
])('a bad answer is an error of its sample: %s', async (path, words, store) => {
  const error = await within(
    8000,
    path,
    failure(() => one(path, store)),
  )
  expect(error).toMatchObject({ code: 'FILE_UNREADABLE', message: expect.stringMatching(words) })
})

it('a bad answer leaves the samples of others', async () => {
  const good = Array.from({ length: 30 }, (_, i) => `${url}/good/${i}`)
  const files = good.flatMap((one, i) => (i % 10 === 5 ? [one, `${url}/long`] : [one]))
  await using mixed = pipelineDef({ batchSize: 1, onError: 'skip' }, () => fn.readers.file({ files })[0])()
  await using other = pipelineDef({ batchSize: 1, onError: 'skip' }, () => fn.readers.file({ files: good })[0])()
  const count = async (pipe: typeof mixed) => {
    let samples = 0
    for await (const [batch] of pipe) samples += batch.length
    return [samples, pipe.statistics().badTotal]
  }
  expect(await Promise.all([count(mixed), count(other)])).toEqual([
    [30, 3],
    [30, 0],
  ])
})
