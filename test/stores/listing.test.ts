// Folders of buckets as hostile stores list them: time is linear in what comes, and each list ends, with the names in the
// folder or an error. Keys of objects are sent as they are.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { defaultLimits } from '../../src/readers/stores/limits.js'
import { parsePage } from '../../src/readers/stores/listing.js'
import { S3Store } from '../../src/readers/stores/s3.js'
import { tempFolder } from '../util/files.js'
import { refusal } from '../util/sigv4.mjs'

const folder = tempFolder()
const keys = { ID: { secret: 'KEY' } }
let server: Server
let answer: (request: IncomingMessage, response: ServerResponse, count: number) => void
let requests = 0
const urls: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    urls.push(request.url!)
    answer(request, response, ++requests)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())
afterEach(() => {
  requests = 0
  urls.length = 0
})

const storeOf = (more: Record<string, string> = {}) =>
  new S3Store({
    ...{ HOME: folder, AWS_EC2_METADATA_DISABLED: 'true', AWS_ACCESS_KEY_ID: 'ID', AWS_SECRET_ACCESS_KEY: 'KEY' },
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...more,
  })
const { signal } = new AbortController()
async function list(limits = defaultLimits): Promise<string> {
  const chunks: Buffer[] = []
  await storeOf().list('s3://bucket/x', true, (bytes) => chunks.push(Buffer.from(bytes)), { signal, limits })
  return Buffer.concat(chunks).toString()
}
const key = (name: string) => `<Contents><Key>${name}</Key></Contents>`
const token = (text: unknown) => `<NextContinuationToken>${text}</NextContinuationToken>`

describe('a list of a folder', () => {
  it('has names as they are written: in any order, with entities and percents', () => {
    const text = `<R><Contents><Size>1</Size><Key>x/a%20b&amp;%26&#x41;+c.jpg</Key></Contents><CommonPrefixes><Prefix>x/d/</Prefix></CommonPrefixes><Prefix>x/</Prefix>${token('t&lt;1')}</R>`
    expect(parsePage(text, 'x/')).toEqual({ lines: ['f a b&&A c.jpg\n', 'd d\n'], marked: false, token: 't<1' })
  })

  it('has each name once, however often it comes', () => {
    const text = '<CommonPrefixes><Prefix>x/d/</Prefix></CommonPrefixes><Contents><Key>x/d</Key></Contents>'.repeat(3)
    expect(parsePage(text, 'x/').lines).toEqual(['d d\n', 'f d\n'])
  })

  it('is read in time that is linear in its length', () => {
    const texts = ['<Contents>', '<Contents><Key>', '<', '<Key', '&#', '&amp', '<Contents><Owner>', '</Contents'].map(
      (part) => [part, part.repeat(2e5)],
    )
    const begin = performance.now()
    for (const [, text] of texts) parsePage(text!, '')
    // What is quadratic takes minutes.
    expect(performance.now() - begin).toBeLessThan(10_000)
  })

  it.each([
    [
      'a name outside of it',
      key('../../etc/passwd.jpg'),
      /lists '..\/..\/etc\/passwd.jpg', which does not lie in the folder/,
    ],
    ['a name that is deeper', key('x/a/b.jpg'), /does not lie in the folder/],
    ['a name of another folder', key('y/a.jpg'), /does not lie in the folder/],
    ['a percent that is none', key('x/%zz'), /lists 'x\/%zz', which is no name/],
    ['control characters', key('%1b[31m/a'), /lists '\\x1b\[31m\/a', which/],
    ['one token for ever', token('t'), /list of the folder does not end/],
  ])('is refused with %s', async (_, text, words) => {
    answer = (_request, response) => response.end(text)
    await expect(list()).rejects.toThrow(words)
    expect(requests).toBeLessThan(4)
  })

  it('takes a character that there is not as it is written', async () => {
    answer = (_request, response) => response.end(key('x/&#x110000;&#9999999;&constructor;.jpg'))
    expect(await list()).toBe('f &#x110000;&#9999999;&constructor;.jpg\n')
  })

  it('ends where its pages do not', async () => {
    answer = (_request, response, count) => response.end(key(`x/${count}.jpg`) + token(count))
    await expect(list()).rejects.toThrow('list of the folder does not end')
    expect(requests).toBeLessThan(110)
    requests = 0
    answer = (_request, response, count) =>
      response.end(Array.from({ length: 1000 }, (_, i) => key(`x/${count}-${i}`)).join('') + token(count))
    await expect(list({ ...defaultLimits, maxObjectBytes: 100_000 })).rejects.toThrow('it has more than 100000 bytes')
    expect(requests).toBeLessThan(20)
  })

  it('ends where a page does not', async () => {
    answer = (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(2 ** 20)));
        response.once('drain', more)
      }
      more()
    }
    await expect(list()).rejects.toThrow(`it has more than ${2 ** 24} bytes`)
  })

  it('leaves no listeners, however many pages it has', async () => {
    const warned: string[] = []
    const warn = (warning: Error) => warned.push(warning.name)
    process.on('warning', warn)
    answer = (_request, response, count) => response.end(key(`x/${count}.jpg`) + (count < 30 ? token(count) : ''))
    expect((await list()).split('\n')).toHaveLength(31)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', warn)
    expect(warned).toEqual([])
  })
})

describe('a request for an object', () => {
  const names = [
    ...[
      'a/../b',
      '../b',
      'a/./b',
      './b',
      '.',
      '..',
      'a//b',
      '/a',
      'a/',
      '%2e%2e/b',
      'a%2Fb',
      'a b ',
      ' a',
      'a?b=c',
      'a#b',
      'a+b',
      "ä!'()*~",
    ],
    ...['a\\b', 'a&b;c=d,e:f@g$h', 'a\nb'],
  ]
  it.each(names)('names the key that is meant, and is signed for it: %j', async (name) => {
    const target = storeOf().target(`s3://bucket/${name}`)
    const { url, path, headers } = await target.prepare({})
    expect(decodeURIComponent(path!)).toBe(`/bucket/${name}`)
    const request = { method: 'GET', url: path!, headers: { ...headers, host: url.host } }
    expect(refusal(request as never, keys)).toBeUndefined()
  })

  it('is sent as it is written', async () => {
    answer = (_request, response) => response.end('x')
    const { readObject } = await import('../../src/readers/stores/object.js')
    for (const name of ['a/../b', './c', 'd//%2e', 'e ']) {
      await readObject(storeOf().target(`s3://bucket/${name}`), { offset: 0, size: -1, tag: '' }, () => {}, { signal })
    }
    expect(urls).toEqual(['/bucket/a/../b', '/bucket/./c', '/bucket/d//%252e', '/bucket/e%20'])
  })

  it.each(['s3://key:word@bucket/a', 's3://evil.example#/a', 's3://a?b/c', 's3://-/a', 's3://a'])(
    'is refused for %s',
    (url) => {
      expect(() => storeOf().target(url)).toThrow(/this names no (bucket|object)/)
    },
  )

  it('goes to no host that a store names as a region', async () => {
    answer = (_request, response) => response.writeHead(301, { 'x-amz-bucket-region': 'evil.example/#' }).end()
    await expect(list()).rejects.toThrow('the server answers 301')
    expect(requests).toBe(1)
    const odd = storeOf({ AWS_ENDPOINT_URL: '', AWS_REGION: 'evil.example/#' }).target('s3://bucket/a')
    await expect(Promise.resolve(odd.prepare({}))).rejects.toThrow("the store's region is no name")
  })
})
