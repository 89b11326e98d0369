// Readers of data sets in S3: signatures, credentials from every place, folders, regions. A server of the tests checks the
// signatures; moto, where tools/install/moto.sh has installed it, is a second one that other people have written.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { S3Store } from '../../src/readers/stores/s3.js'
import { tar } from '../readers/tar.js'
import { restoreEnvironment, setAwsEnvironment } from '../util/aws-env.js'
import { failure } from '../util/collect.js'
import { tempFolder } from '../util/files.js'
import { StoreServer } from '../util/store-server.js'

const folder = tempFolder()
const id = 'AKIDEXAMPLE'
const secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
const keys = { [id]: { secret } }
let server: StoreServer
beforeAll(async () => {
  server = await StoreServer.open(folder)
})
afterAll(() => server.close())

const environment = (env: Record<string, string>) => setAwsEnvironment(server.url, folder, env)
afterEach(restoreEnvironment)

const odd = "a b+c&d='(é)!*~.jpg"
const files: Record<string, string> = {
  'bucket/set/cat/1.jpg': 'cat 1',
  [`bucket/set/cat/${odd}`]: 'odd',
  'bucket/set/cat/deep/2.jpg': 'cat 2',
  'bucket/set/dog/3.jpg': 'dog 3',
  'bucket/set/dog/readme.txt': 'no sample',
  'bucket/list.txt': `set/dog/3.jpg 7\nset/cat/1.jpg 8\n`,
}
beforeAll(() => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  writeFileSync(join(folder, 'bucket/0.tar'), tar([['1.txt', 'one']]))
})

/** The samples of an epoch: contents and label. */
async function read(define: () => DataNode | readonly DataNode[]): Promise<string[]> {
  await using pipe = pipelineDef({ batchSize: 2 }, () => [define()].flat() as [DataNode])()
  const samples: string[] = []
  for await (const batch of pipe as AsyncIterable<readonly import('penstock-data').TensorList[]>) {
    for (let i = 0; i < batch[0]!.length; i++) {
      const label = batch[1] && ` ${batch[1].at(i).dataSync()[0]}`
      samples.push(Buffer.from(batch[0]!.at(i).dataSync() as Uint8Array).toString() + (label ?? ''))
    }
  }
  return samples
}
const one = (url = 's3://bucket/0.tar') => read(() => fn.readers.webdataset({ paths: url, ext: 'txt' }))
const signed = { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret }

describe('a data set in S3', () => {
  it('is read with signed requests: objects, lists, and folders in pages', async () => {
    environment(signed)
    await server.faults({ keys, pageSize: 1 })
    expect(await one()).toEqual(['one'])
    expect(await read(() => fn.readers.file({ fileRoot: 's3://bucket/set' }))).toEqual(
      await read(() => fn.readers.file({ fileRoot: join(folder, 'bucket/set') })),
    )
    expect(await read(() => fn.readers.file({ fileList: 's3://bucket/list.txt' }))).toEqual(['dog 3 7', 'cat 1 8'])
    const pattern = { paths: 's3://bucket/{0..1}.tar', ext: 'txt' }
    expect(await failure(() => read(() => fn.readers.webdataset(pattern)))).toMatchObject({ code: 'FILE_NOT_FOUND' })
  })

  it('takes credentials from each place of the default chain', async () => {
    await server.faults({ keys: { ...keys, TEMP: { secret: 's', token: 't' } } })
    mkdirSync(join(folder, '.aws'), { recursive: true })
    const own = `aws_access_key_id = ${id}\naws_secret_access_key=${secret}\n`
    writeFileSync(join(folder, '.aws/credentials'), `[default]\naws_access_key_id = WRONG\n\n[lab]\n${own}`)
    const given = JSON.stringify({ Version: 1, AccessKeyId: 'TEMP', SecretAccessKey: 's', SessionToken: 't' })
    writeFileSync(join(folder, 'given.json'), given.replace('SessionToken', 'Token'))
    writeFileSync(
      join(folder, '.aws/config'),
      `[profile tool]\nregion = eu-west-1\ncredential_process = echo '${given}'\n`,
    )
    const places: Record<string, string>[] = [
      signed,
      { AWS_ACCESS_KEY_ID: 'TEMP', AWS_SECRET_ACCESS_KEY: 's', AWS_SESSION_TOKEN: 't' },
      { AWS_PROFILE: 'lab' },
      { AWS_PROFILE: 'lab', AWS_ENDPOINT_URL: '', AWS_ENDPOINT_URL_S3: server.url },
      { AWS_PROFILE: 'tool' },
    ]
    for (const env of places) {
      environment(env)
      expect(await one(), JSON.stringify(env)).toEqual(['one'])
    }
    environment({ AWS_PROFILE: 'missing' })
    expect(await failure(one)).toMatchObject({ message: expect.stringContaining("there is no profile 'missing'") })
  })

  it('is refused with the code of the store, a cure, and no secret', async () => {
    await server.faults({ keys })
    environment({ ...signed, AWS_SECRET_ACCESS_KEY: 'hush-hush' })
    const wrong = await failure(one)
    expect(wrong).toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining(
        'cannot read s3://bucket/0.tar: the server answers 403 Forbidden (SignatureDoesNotMatch)',
      ),
    })
    expect(JSON.stringify([wrong, wrong.hint])).not.toMatch(/hush|AKID/)
    environment({})
    expect(await failure(one)).toMatchObject({
      message: expect.stringContaining('AccessDenied'),
      hint: expect.stringContaining('AWS_ACCESS_KEY_ID'),
    })
    environment({ ...signed, AWS_ENDPOINT_URL: '127.0.0.1:9000' })
    expect(await failure(one)).toMatchObject({
      message: expect.stringContaining('endpoint is no URL'),
      hint: expect.stringContaining('AWS_ENDPOINT_URL'),
    })
    environment(signed)
    expect(await failure(() => one('s3://bucket/none.tar'))).toMatchObject({ code: 'FILE_NOT_FOUND' })
    expect(await failure(() => read(() => fn.readers.file({ fileRoot: 's3://bucket/nothing' })))).toMatchObject({
      code: 'FILE_NOT_FOUND',
    })
  })

  it("follows a bucket to its region, and reads Google's store with its own keys", async () => {
    await server.faults({ keys, region: 'eu-north-1' })
    environment(signed)
    expect(await one()).toEqual(['one'])
    await server.faults({ keys })
    environment({ GS_ACCESS_KEY_ID: id, GS_SECRET_ACCESS_KEY: secret, GS_ENDPOINT_URL: server.url })
    expect(await one('gs://bucket/0.tar')).toEqual(['one'])
  })
})

it('signs the requests for an object once a minute, and anew with other credentials', async () => {
  vi.useFakeTimers({ now: 1e12, toFake: ['Date'] })
  try {
    const env = { ...signed, AWS_ENDPOINT_URL: 'http://127.0.0.1:1', HOME: folder }
    const store = new S3Store(env)
    const header = async (from: S3Store, url = 's3://bucket/0.tar', range = '0-1') =>
      (await from.target(url).prepare({ range })).headers
    const first = await header(store)
    expect(first).toMatchObject({ range: '0-1', authorization: expect.stringContaining(id) })
    vi.setSystemTime(1e12 + 59_000)
    expect(await header(store, undefined, '5-9')).toEqual({ ...first, range: '5-9' })
    expect((await header(store, 's3://bucket/1.tar')).authorization).not.toBe(first.authorization)
    vi.setSystemTime(1e12 + 61_000)
    expect((await header(store)).authorization).not.toBe(first.authorization)
    vi.setSystemTime(1e12)
    const other = await header(new S3Store({ ...env, AWS_SECRET_ACCESS_KEY: 'another' }))
    expect(other.authorization).not.toBe(first.authorization)
  } finally {
    vi.useRealTimers()
  }
})

const moto = new URL('../../build/moto/bin/moto_server', import.meta.url).pathname
if (!existsSync(moto)) console.log('moto is not installed (sh tools/install/moto.sh): the test with it is skipped')

describe.skipIf(!existsSync(moto))('moto', () => {
  it('takes the signatures, and refuses others', async () => {
    const free = createServer().listen(0)
    const { port } = free.address() as { port: number }
    await new Promise((resolve) => free.close(resolve))
    const url = `http://127.0.0.1:${port}`
    // So many requests need no signature: they make the user, the key, the bucket and the objects.
    const env = { ...process.env, INITIAL_NO_AUTH_ACTION_COUNT: '6' }
    const child = spawn(moto, ['-p', `${port}`, '-H', '127.0.0.1'], { env, stdio: 'ignore' })
    try {
      await expect
        .poll(async () => (await fetch(`${url}/moto-api/data.json`).catch(() => undefined))?.ok, { timeout: 30_000 })
        .toBe(true)
      const admin = new AwsClient({ accessKeyId: 'a', secretAccessKey: 'b', service: 'iam', region: 'us-east-1' })
      const iam = async (query: Record<string, string>) => {
        const body = new URLSearchParams({ Version: '2010-05-08', UserName: 'u', ...query })
        const answer = await admin.fetch(url, {
          method: 'POST',
          body: body.toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
        expect(answer.status, await answer.clone().text()).toBe(200)
        return answer.text()
      }
      await iam({ Action: 'CreateUser' })
      const allow = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }] }
      await iam({ Action: 'PutUserPolicy', PolicyName: 'p', PolicyDocument: JSON.stringify(allow) })
      const made = await iam({ Action: 'CreateAccessKey' })
      const field = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(made)![1]!
      const s3 = new AwsClient({ accessKeyId: 'a', secretAccessKey: 'b', service: 's3', region: 'us-east-1' })
      const put = async (path: string, body?: string | Uint8Array) => {
        const answer = await s3.fetch(`${url}/${path}`, { method: 'PUT', ...(body && { body: body as never }) })
        expect(answer.status, await answer.text()).toBe(200)
      }
      await put('bucket')
      await put('bucket/0.tar', tar([['1.txt', 'one']]))
      await put(
        `bucket/set/cat/${encodeURIComponent(odd).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`,
        'odd',
      )
      const own = { AWS_ENDPOINT_URL: url, AWS_ACCESS_KEY_ID: field('AccessKeyId') }
      environment({ ...own, AWS_SECRET_ACCESS_KEY: field('SecretAccessKey') })
      expect(await one()).toEqual(['one'])
      expect(await read(() => fn.readers.file({ fileRoot: 's3://bucket/set' }))).toEqual(['odd 0'])
      environment({ ...own, AWS_SECRET_ACCESS_KEY: 'another' })
      expect(await failure(one)).toMatchObject({ message: expect.stringContaining('SignatureDoesNotMatch') })
    } finally {
      child.kill()
    }
  })
})
