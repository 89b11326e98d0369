// URLs have secrets: a user, a password, a signature. Whatever shows a URL shows it without them, and what a redirect takes along
// is for the origin that it was made for.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fn, pipelineDef } from 'penstock-data'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shownUrl, withoutSecrets } from '../../src/errors/secrets.js'
import { shown } from '../../src/errors/words.js'
import { headersFor, send } from '../../src/readers/stores/http.js'
import { restoreEnvironment, setAwsEnvironment } from '../util/aws-env.js'
import { failure } from '../util/collect.js'
import { tempFolder } from '../util/files.js'

/** Secrets that the URLs have in some place. */
const secret = /SECRET/
const urls: [given: string, shown: string][] = [
  ['https://h/a.tar', 'https://h/a.tar'],
  ['https://user:SECRET@h/a.tar?X-Amz-Signature=SECRET', 'https://h/a.tar'],
  ['https://user:p@SECRET@h/a.tar', 'https://h/a.tar'],
  ['https://SECRET@h:81/img@2x.png', 'https://h:81/img@2x.png'],
  ['HTTP://user:SECRET@h/a', 'HTTP://h/a'],
  ['https://user:SE/SECRET@h/a', 'https://h/a'],
  ['https://user:SE?SECRET@h/a', 'https://h/a'],
  ['https://user:SE#SECRET@h/a', 'https://h/a'],
  ['https://user:SECRET', 'https://user'],
  ['https:/user:SECRET@h/a', 'https:/h/a'],
  ['http:\\\\user:SECRET@h/a', 'http:\\\\h/a'],
  ['https://h#SECRET', 'https://h'],
  ['https://h?SECRET', 'https://h'],
  ['https://[::1]:80/a', 'https://[::1]:80/a'],
  ['https://user:SECRET@[::1]:80/a', 'https://[::1]:80/a'],
  ['s3://key:SECRET@bucket/a', 's3://bucket/a'],
  ['s3://key:SECRET@bucket/a?sig=SECRET', 's3://bucket/a'],
  ['s3://bucket/why?.jpg', 's3://bucket/why?.jpg'],
  ['gs://bucket/a=b?c', 'gs://bucket/a=b?c'],
  ['hf://user:SECRET@o/n/a', 'hf://o/n/a'],
  ['hf:/user:SECRET@o/n/a?sig=SECRET', 'hf:/o/n/a'],
  ['hf://datasets/o/n@main/a@b?.jpg', 'hf://datasets/o/n@main/a@b?.jpg'],
  ['ftp://user:SECRET@h/a', 'ftp://h/a'],
  ['az+x://user:SECRET@h/a?sig=SECRET', 'az+x://h/a'],
  ['/disk/a@b?c=d', '/disk/a@b?c=d'],
  ['a:b@c', 'a:b@c'],
  ['://user:word@h', '://user:word@h'],
]

const folder = tempFolder()
let server: Server
let host: string
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url!.startsWith('/there')) response.end('x'.repeat(10))
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

describe('a URL as text', () => {
  it.each(urls)('%s', (given, without) => {
    expect(shownUrl(given)).toBe(without)
    expect(withoutSecrets(`cannot read '${given}': no`)).toBe(`cannot read '${without}': no`)
    expect(withoutSecrets(`(${given}), (${given})`)).toBe(`(${without}), (${without})`)
    expect(shown(given)).toBe(JSON.stringify(without))
  })

  it('is the same in texts that native code makes', async () => {
    // Nothing answers there, so all samples are bad, and each gives its path.
    setAwsEnvironment('http://127.0.0.1:1', folder, {})
    const files = urls.map(([given]) => given.replace(/\bh\b/, '127.0.0.1:1').replace('h#', '127.0.0.1:1#'))
    await using pipe = pipelineDef({ batchSize: 1, onError: 'skip' }, () => fn.readers.file({ files })[0])()
    try {
      for await (const _ of pipe);
    } catch {}
    const { badSamples } = pipe.statistics()
    restoreEnvironment()
    expect(badSamples.map(({ path }) => path)).toEqual(files.map(shownUrl))
    expect(JSON.stringify(badSamples)).not.toMatch(secret)
  })

  it('has no secret in anything that a pipeline shows', async () => {
    const given = [
      `http://user:SECRET@${host}/there?sig=SECRET`,
      `http://user:SECRET@${host}/missing?X-Amz-Signature=SECRET`,
      `HTTP://user:p@SECRET@${host}/there`,
      `https://user:SECRET@${host.replace(/\d+$/, '99999')}/x`,
      `http://user%zz:SECRET@${host}/there`,
      's3://key:SECRET@bucket/x?sig=SECRET',
      'ftp://user:SECRET@h/x',
    ]
    await using pipe = pipelineDef(
      { batchSize: given.length, onError: 'placeholder' },
      () => fn.readers.file({ files: given })[0],
    )()
    const [batch] = await pipe.run()
    const texts = {
      sourceInfo: given.map((_, i) => batch.sourceInfo(i)),
      statistics: pipe.statistics(),
      text: pipe.toString(),
      flow: pipe.toMermaid(),
      graph: pipe.graph(),
      checkpoint: await pipe.checkpoint(),
      trace: pipe.trace(),
      meta: pipe.readerMeta(),
    }
    expect([...batch.valid]).toEqual([1, 0, 1, 0, 1, 0, 0])
    for (const [name, value] of Object.entries(texts)) expect(`${name} ${JSON.stringify(value)}`).not.toMatch(secret)
    for (const url of given.slice(1)) {
      const error = await failure(async () => {
        await using one = pipelineDef({ batchSize: 1 }, () => fn.readers.file({ files: [url] })[0])()
        await one.run()
        throw new Error('no error')
      })
      expect(`${error.message} ${error.hint} ${JSON.stringify(error)} ${error.stack}`).not.toMatch(secret)
    }
  })
})

describe('a redirect', () => {
  const headers = {
    range: 'bytes=0-1',
    'if-match': '"a"',
    authorization: 'Basic SECRET',
    cookie: 'SECRET',
    'x-amz-security-token': 'SECRET',
    'x-own-key': 'SECRET',
  }
  const origins = ['http', 'https'].flatMap((scheme) =>
    ['h', 'other'].flatMap((name) =>
      ['', ':80', ':443', ':8080'].map((port) => new URL(`${scheme}://${name}${port}/a`)),
    ),
  )
  it('takes headers along to the same scheme, host and port alone', () => {
    const standard: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }
    const place = ({ protocol, hostname, port }: URL) => `${protocol} ${hostname} ${port || standard[protocol]}`
    for (const from of origins) {
      for (const to of origins) {
        const taken = headersFor(to, from, headers)
        const expected = place(from) === place(to) ? headers : { range: 'bytes=0-1', 'if-match': '"a"' }
        expect([from.href, to.href, taken]).toEqual([from.href, to.href, expected])
      }
    }
  })

  it('is followed without them, and back without them too', async () => {
    const seen: [string, boolean][] = []
    const servers = await Promise.all(
      [0, 1].map(async (i) => {
        const one = createServer((request, response) => {
          seen.push([`${i}${request.url}`, secret.test(JSON.stringify(request.headers))])
          const to = { '/same': '/next', '/next': `${at(1)}/over`, '/over': `${at(0)}/back` }[request.url!]
          if (to) response.writeHead(302, { location: to }).end()
          else response.end('x')
        })
        await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
        return one
      }),
    )
    const at = (i: number) => `http://127.0.0.1:${(servers[i]!.address() as AddressInfo).port}`
    const { signal } = new AbortController()
    const answer = await send({ url: new URL(`${at(0)}/same`), headers, signal, timeout: 5000 })
    answer.resume()
    for (const one of servers) one.close()
    expect(seen).toEqual([
      ['0/same', true],
      ['0/next', true],
      ['1/over', false],
      ['0/back', false],
    ])
  })
})

it('a checkpoint of a URL with a password is continued', async () => {
  const open = (checkpoint?: string) =>
    pipelineDef(
      { batchSize: 1 },
      () => fn.readers.file({ files: [`http://u:p@SECRET@${host}/there`] })[0],
    )(checkpoint ? { checkpoint } : {})
  await using pipe = open()
  await pipe.run()
  const checkpoint = await pipe.checkpoint()
  await using next = open(checkpoint)
  expect((await next.run())[0].length).toBe(1)
})
