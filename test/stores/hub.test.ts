// hf:// URLs: which place of the hub each form means, tokens from every place, folders in pages, files that the hub redirects to
// another server, a branch that moves, and hubs that answer otherwise than they should.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withoutSecrets } from '../../src/errors/secrets.js'
import { pauseAsked } from '../../src/readers/stores/failure.js'
import { HubStore } from '../../src/readers/stores/hub.js'
import { HubToken } from '../../src/readers/stores/hub-token.js'
import { hubPlace } from '../../src/readers/stores/hub-url.js'
import { Known } from '../../src/readers/stores/known.js'
import { readObject } from '../../src/readers/stores/object.js'
import { tempFolder } from '../util/files.js'
import { HubServer } from '../util/hub-server.mjs'

const folder = tempFolder()
const token = 'hf_SECRET'
const set = 'datasets/o/n'
const big = 'a file of more bytes than the hub sends itself'
let server: HubServer
let first: string
beforeAll(async () => {
  server = await HubServer.open()
})
afterAll(() => server.close())
beforeEach(() => {
  first = server.push(set, { 'a.txt': 'small', 'big.txt': big, 'x/1.jpg': '1', 'x/2.jpg': '2', 'x/y/3.jpg': '3' })
})
afterEach(() => {
  server.ways = {}
  server.asked.length = 0
})

const storeOf = (env: Record<string, string> = {}) =>
  new HubStore({ HOME: join(folder, 'home'), HF_ENDPOINT: server.url, ...env }, new Known())
const { signal } = new AbortController()
const retries = { attempts: 2, firstPause: 1, longestPause: 1 }

async function read(url: string, { store = storeOf(), from = 0, size = -1, tag = '', of = 1, known = '' } = {}) {
  const chunks: Buffer[] = []
  const options = { signal, retries, ...(known && { known }) }
  const end = await readObject(
    store.target(url, of),
    { offset: from, size, tag },
    (bytes) => chunks.push(Buffer.from(bytes)),
    options,
  )
  return { text: Buffer.concat(chunks).toString(), ...end }
}
async function list(url: string, { store = storeOf(), all = true } = {}): Promise<string> {
  const chunks: Buffer[] = []
  await store.list(url, 1, all, (bytes) => chunks.push(Buffer.from(bytes)), { signal, retries })
  return Buffer.concat(chunks).toString()
}
const refusal = (reading: Promise<unknown>) =>
  reading.then(
    () => expect.unreachable('it was read'),
    (error) => error as { message: string; facts: { hint?: string; missing?: boolean } },
  )

describe('a URL of the hub', () => {
  const place = (type: string, repository: string, revision: string, path: string) => ({
    ...{ type, repository, revision, path },
    untyped: type === 'models',
  })
  it.each([
    ['hf://datasets/o/n/a/b.tar', place('datasets', 'o/n', 'main', 'a/b.tar')],
    ['hf://o/n/a.tar', place('models', 'o/n', 'main', 'a.tar')],
    ['hf://spaces/o/n/', place('spaces', 'o/n', 'main', '')],
    ['hf://datasets/o/n', place('datasets', 'o/n', 'main', '')],
    ['hf://datasets/o/n@v1.0/a', place('datasets', 'o/n', 'v1.0', 'a')],
    [
      'hf://datasets/o/n@refs/convert/parquet/all/0.parquet',
      place('datasets', 'o/n', 'refs/convert/parquet', 'all/0.parquet'),
    ],
    ['hf://datasets/o/n@refs/pr/12/a', place('datasets', 'o/n', 'refs/pr/12', 'a')],
    ['hf://datasets/o/n@refs%2Fpr%2F12/a', place('datasets', 'o/n', 'refs/pr/12', 'a')],
    ['hf://datasets/o/n@~parquet/a', place('datasets', 'o/n', 'refs/convert/parquet', 'a')],
    ['hf://datasets/o/n@feature%2Fx/a@b.jpg', place('datasets', 'o/n', 'feature/x', 'a@b.jpg')],
    ['hf://datasets/o.x/n-1_y/a b%20.jpg', place('datasets', 'o.x/n-1_y', 'main', 'a b%20.jpg')],
  ])('%s', (url, expected) => {
    expect(hubPlace(url)).toEqual(expected)
  })
  it('of a model may say so', () => {
    expect(hubPlace('hf://models/o/n/a')).toEqual({ ...place('models', 'o/n', 'main', 'a'), untyped: false })
  })
  it.each([
    ['hf://', /no repository/],
    ['hf://datasets', /no repository/],
    ['hf://datasets/o', /no repository/],
    ['hf://../../etc', /no repository/],
    ['hf://user:SECRET@o/n/a', /no repository/],
    ['hf://o/n?x=1/a', /no repository/],
    ['hf://buckets/o/n/a', /buckets\/ is not read/],
    ['hf://datasets/o/n@/a', /no revision/],
    ['hf://datasets/o/n@%zz/a', /no revision/],
    ['hf://datasets/o/n@a%00/a', /no revision/],
    ['hf://datasets/o/n@../a', /no revision/],
    ['hf://datasets/o/n/a/../../b', /no file of a repository/],
    ['hf://datasets/o/n/a//b', /no file of a repository/],
  ])('is refused: %s', (url, words) => {
    expect(() => hubPlace(url)).toThrow(words)
  })
})

describe('the token', () => {
  const home = (name: string, text: string) => {
    mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, name, 'token'), text)
    return join(folder, name)
  }
  it('comes from each of its places, the first of them first', async () => {
    home('.cache/huggingface', 'hf_home\n')
    const own = home('own', 'hf_own')
    const xdg = home('xdg/huggingface', 'hf_xdg')
    const places: [Record<string, string>, string | undefined][] = [
      [{}, 'hf_home'],
      [{ XDG_CACHE_HOME: join(xdg, '..') }, 'hf_xdg'],
      [{ HF_HOME: own }, 'hf_own'],
      [{ HF_HOME: own, HF_TOKEN_PATH: join(xdg, 'token') }, 'hf_xdg'],
      [{ HF_HOME: own, HUGGING_FACE_HUB_TOKEN: 'hf_old' }, 'hf_old'],
      [{ HF_TOKEN: ' hf_new\n', HUGGING_FACE_HUB_TOKEN: 'hf_old' }, 'hf_new'],
      [{ HF_TOKEN: 'hf_new', HF_HUB_DISABLE_IMPLICIT_TOKEN: '1' }, undefined],
      [{ HF_TOKEN: '', HF_HOME: join(folder, 'none') }, undefined],
    ]
    for (const [env, expected] of places) {
      expect(await new HubToken({ HOME: folder, ...env }).get(), JSON.stringify(env)).toBe(expected)
    }
  })
  it('is one word, which no message repeats', async () => {
    const error = await refusal(new HubToken({ HF_TOKEN: 'hf_SECRET\r\nx: y' }).get())
    expect(error).toMatchObject({ message: 'what HF_TOKEN has is no token' })
    expect(JSON.stringify([error.message, error.facts])).not.toMatch(/SECRET/)
    const odd = await refusal(new HubToken({ HF_TOKEN_PATH: folder }).get())
    expect(odd.message).toContain(`cannot read ${folder}`)
  })
  it('is for the hub alone', async () => {
    server.ways = { token }
    expect((await read(`hf://${set}/big.txt`, { store: storeOf({ HF_TOKEN: token }) })).text).toBe(big)
    expect(server.asked.map(({ hub, authorization }) => [hub, authorization])).toEqual([
      [true, `Bearer ${token}`],
      [true, `Bearer ${token}`],
      [false, undefined],
    ])
  })
})

describe('a file', () => {
  it('is read as a whole and by ranges, from the hub and from where it redirects to', async () => {
    for (const name of ['a.txt', 'big.txt']) {
      const whole = await read(`hf://${set}/${name}`)
      const part = await read(`hf://${set}/${name}`, { from: 1, size: 3 })
      expect(part).toMatchObject({ text: whole.text.slice(1, 4), total: whole.text.length, tag: whole.tag })
      expect(whole.tag).toMatch(/^"[0-9a-f]{64}"$/)
    }
  })

  it('has the version that the hub names, whatever its storage says', async () => {
    server.ways = { storageTag: '"part-2"' }
    const { tag } = await read(`hf://${set}/big.txt`)
    expect(tag).not.toBe('"part-2"')
    expect(await read(`hf://${set}/big.txt`, { from: 2, size: 2, tag: tag! })).toMatchObject({ tag, text: 'fi' })
  })

  it('is asked for where the hub has redirected to, until that is refused', async () => {
    const store = storeOf()
    server.ways = { uses: 3 }
    for (let i = 0; i < 6; i++) {
      expect((await read(`hf://${set}/big.txt`, { store, from: i, size: 1 })).text).toBe(big[i])
    }
    const [commits, resolved, stored] = ['/revision/', '/resolve/', 'Signature='].map(
      (part) => server.asked.filter(({ url }) => url.includes(part)).length,
    )
    // One of those that were sent to the storage was refused.
    expect([commits, resolved, stored]).toEqual([1, 2, 7])
  })

  it('that a cache has as it is costs no bytes', async () => {
    const { tag } = await read(`hf://${set}/big.txt`)
    server.asked.length = 0
    expect(await read(`hf://${set}/big.txt`, { known: tag! })).toMatchObject({ unchanged: true, text: '' })
    expect(server.asked.filter(({ hub }) => !hub)).toEqual([])
  })

  it('and a folder stay those of the commit that the branch named first', async () => {
    const store = storeOf()
    expect((await read(`hf://${set}/big.txt`, { store })).text).toBe(big)
    const second = server.push(set, { 'big.txt': `other: ${big}`, 'x/9.jpg': '9' })
    expect((await read(`hf://${set}/big.txt`, { store })).text).toBe(big)
    expect(await list(`hf://${set}/x`, { store })).toContain('f 1.jpg')
    expect((await read(`hf://${set}/big.txt`, { store, of: 2 })).text).toBe(`other: ${big}`)
    expect((await read(`hf://${set}@${first}/big.txt`, { store, of: 2 })).text).toBe(big)
    const commits = server.asked.filter(({ url }) => url.includes('/revision/')).map(({ url }) => url)
    expect(commits).toEqual(Array(2).fill('/api/datasets/o/n/revision/main?expand%5B%5D=sha'))
    expect(server.asked.some(({ url }) => url.includes(second))).toBe(true)
  })

  it('of any type, revision and name is asked for by its encoded path', async () => {
    server.push('models/o/n', { 'a b/ü#?&%20.txt': 'model' })
    server.push('spaces/o/n', { 'a.txt': 'space' })
    const converted = server.push(set, { '0.parquet': 'pq' }, 'refs/convert/parquet')
    expect((await read('hf://o/n/a b/ü#?&%20.txt')).text).toBe('model')
    expect((await read('hf://spaces/o/n/a.txt')).text).toBe('space')
    expect((await read(`hf://${set}@refs/convert/parquet/0.parquet`)).text).toBe('pq')
    const urls = server.asked.map(({ url }) => url)
    expect(urls).toContain('/api/datasets/o/n/revision/refs%2Fconvert%2Fparquet?expand%5B%5D=sha')
    expect(urls).toContain(`/datasets/o/n/resolve/${converted}/0.parquet`)
    expect(urls.some((url) => url.startsWith('/o/n/resolve/') && url.endsWith('/a%20b/%C3%BC%23%3F%26%2520.txt'))).toBe(
      true,
    )
  })

  it('of a hub under a folder of its server, or of a mirror without versions, is read too', async () => {
    server.ways = { headers: { 'x-linked-etag': '', 'x-linked-size': '', 'x-repo-commit': first }, storageTag: 'W/"s"' }
    expect(await read(`hf://${set}/big.txt`, { store: storeOf({ HF_ENDPOINT: `${server.url}/` }) })).toMatchObject({
      text: big,
      tag: 'W/"s"',
    })
    const folders = storeOf({ HF_ENDPOINT: `${server.url}/mirror` })
    await refusal(read(`hf://${set}/big.txt`, { store: folders }))
    expect(server.asked.at(-1)!.url).toBe('/mirror/api/datasets/o/n/revision/main?expand%5B%5D=sha')
  })
})

describe('a folder', () => {
  it('has the names of all its pages', async () => {
    expect(await list(`hf://${set}/x/`)).toBe('f 1.jpg\nf 2.jpg\nd y\n')
    expect(await list(`hf://${set}`)).toBe('f a.txt\nf big.txt\nd x\n')
    server.ways = { pageSize: 1 }
    server.asked.length = 0
    expect(await list(`hf://${set}/x`)).toBe('f 1.jpg\nf 2.jpg\nd y\n')
    expect(server.asked).toHaveLength(4)
    expect(await list(`hf://${set}/x`, { all: false })).toBe('f 1.jpg\n')
  })

  it('is asked for at the hub alone, wherever its links lead', async () => {
    server.ways = { pageSize: 1, link: 'http://evil.example/steal', token }
    expect(await list(`hf://${set}/x`, { store: storeOf({ HF_TOKEN: token }) })).toBe('f 1.jpg\nf 2.jpg\nd y\n')
    expect(server.asked.every(({ hub }) => hub)).toBe(true)
  })

  it.each([
    ['a name outside of it', '[{"type":"file","path":"../../etc/passwd"}]', /does not lie in the folder/],
    ['a name that is deeper', '[{"type":"file","path":"x/a/b.jpg"}]', /does not lie in the folder/],
    ['no path', '[{"type":"file"}]', /an entry without a path/],
    ['an entry that is none', '[null]', /an entry without a path/],
    ['an object', '{"error":"x"}', /no list of the folder/],
    ['no JSON', '<html>', /no JSON/],
    ['nothing', '[]', /no such folder/],
    ['too deep JSON', '['.repeat(1e6), /no JSON/],
  ])('is refused with %s', async (_, tree, words) => {
    server.ways = { tree }
    expect((await refusal(list(`hf://${set}/x`))).message).toMatch(words)
  })

  it('ends where its pages do not', async () => {
    server.ways = { pageSize: 0, tree: '[{"type":"file","path":"x/a"}]' }
    expect((await refusal(list(`hf://${set}/x`))).message).toContain('list of the folder does not end')
    expect(server.asked.length).toBeLessThan(5)
  })

  it('leaves out what is neither a file nor a folder, and names with a line feed', async () => {
    server.ways = {
      tree: '[{"type":"commit","path":"x/m"},{"type":"file","path":"x/a\\nb"},{"type":"file","path":"x/c"}]',
    }
    expect(await list(`hf://${set}/x`)).toBe('f c\n')
  })
})

describe('a refusal', () => {
  const cases: [string, object, RegExp, RegExp, boolean][] = [
    [
      'hf://datasets/o/none/a',
      {},
      /404 Not Found \(RepoNotFound\)/,
      /name of the repository; if it is private, set HF_TOKEN/,
      true,
    ],
    ['hf://o/n0/a', {}, /RepoNotFound/, /of a data set the URL is hf:\/\/datasets\/o\/n0/, true],
    [`hf://${set}@gone/a`, {}, /RevisionNotFound/, /after the @/, true],
    [`hf://${set}/none`, {}, /EntryNotFound/, /path in the repository/, true],
    [
      `hf://${set}/a`,
      { status: 403, code: 'GatedRepo' },
      /403 Forbidden \(GatedRepo\)/,
      /Accept its terms.*HF_TOKEN/,
      false,
    ],
    [`hf://${set}/a`, { status: 401 }, /401 Unauthorized/, /Not everybody may read it: set HF_TOKEN/, false],
    [
      `hf://${set}@${'0'.repeat(40)}/a`,
      { status: 429 },
      /429 Too Many Requests, after 2 attempts$/,
      /more requests with a token/,
      false,
    ],
    [
      `hf://${set}/a`,
      { status: 400, code: '\x1b[31m'.replace('\x1b', '%') },
      /400 Bad Request/,
      /Check the URL/,
      false,
    ],
  ]
  it.each(cases)('of %s %j says what to do', async (url, refuse, words, cure, missing) => {
    if ('status' in refuse) server.ways = { refuse: refuse as never }
    const { message, facts } = await refusal(read(url))
    expect(message).toMatch(words)
    expect(facts.hint).toMatch(cure)
    expect(facts.missing ?? false).toBe(missing)
  })

  it('has neither the token nor the signature of a URL', async () => {
    const store = storeOf({ HF_TOKEN: token })
    server.ways = { uses: 0 }
    const stored = await refusal(read(`hf://${set}/big.txt`, { store }))
    expect(stored).toMatchObject({ message: 'the server answers 403 Forbidden (AccessDenied)' })
    server.ways = { refuse: { status: 403 } }
    const refused = await refusal(read(`hf://${set}/a.txt`, { store, of: 2 }))
    expect(refused.facts.hint).toContain('Check what the token')
    expect(JSON.stringify([stored.message, stored.facts, refused.message, refused.facts])).not.toMatch(/SECRET/)
    expect(withoutSecrets('cannot read hf://user:SECRET@o/n/a: no')).toBe('cannot read hf://o/n/a: no')
  })

  it('is tried again after the time that the hub asks for', () => {
    expect(pauseAsked({ 'retry-after': '7', ratelimit: '"api";r=0;t=55' })).toBe(7)
    expect(pauseAsked({ ratelimit: '"resolvers";r=0;t=55' })).toBe(55)
    expect(pauseAsked({ ratelimit: 'limit=1, remaining=0, reset=9' })).toBe(9)
    for (const ratelimit of ['', 't=', 'set=5', `t=${'9'.repeat(30)}`])
      expect(pauseAsked({ ratelimit })).toBeUndefined()
  })
})

describe('a hub that', () => {
  it.each([
    ['names no commit', { revision: '{"sha":"../../x"}' }, /names no commit/],
    ['answers no JSON', { revision: 'x' }, /gives no JSON/],
    ['answers null', { revision: 'null' }, /names no commit/],
    ['answers with another commit', { headers: { 'x-repo-commit': 'f'.repeat(40) } }, /answers with commit f{40} for/],
    ['names another size', { headers: { 'x-linked-size': '5' } }, /has 5 bytes, and its server/],
    ['redirects in a circle', { headers: { location: '/o/n/revision/main' } }, /404|redirects/],
    ['redirects to no web server', { headers: { location: 'file:///etc/passwd' } }, /redirects to file:/],
  ])('%s gives no bytes', async (_, ways, words) => {
    server.ways = ways as never
    expect((await refusal(read(`hf://${set}/big.txt`))).message).toMatch(words)
  })

  it('names another version for a part is noticed', async () => {
    const { tag } = await read(`hf://${set}/big.txt`)
    server.ways = { headers: { 'x-linked-etag': '"other"' } }
    expect((await refusal(read(`hf://${set}/big.txt`, { from: 0, size: 2, tag: tag! }))).message).toMatch(/was changed/)
  })

  it('has failed to name a commit is asked again', async () => {
    const store = storeOf()
    server.ways = { revision: 'x' }
    await refusal(read(`hf://${set}/a.txt`, { store }))
    server.ways = {}
    expect((await read(`hf://${set}/a.txt`, { store })).text).toBe('small')
  })

  it.each(['huggingface.co', 'ftp://h', 'https://user:SECRET@h', 'https://h?x=1'])(
    'is no URL is refused: %s',
    async (url) => {
      const { message, facts } = await refusal(read(`hf://${set}/a.txt`, { store: storeOf({ HF_ENDPOINT: url }) }))
      expect(message).toMatch(/the hub's endpoint/)
      expect(facts.hint).toContain('HF_ENDPOINT')
      expect(message).not.toMatch(/SECRET/)
    },
  )
})

it('forgets the facts that were not asked for the longest time', () => {
  const known = new Known<number>()
  for (let i = 0; i < 4096; i++) known.set(`${i}`, i)
  expect(known.get('0')).toBe(0)
  known.set('more', 1)
  expect([known.get('0'), known.get('1'), known.get('2')]).toEqual([0, undefined, 2])
})
