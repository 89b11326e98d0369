// Objects of S3, of stores with its interface, and of Google's store by that interface: which HTTP requests read them, signed
// where there are credentials, and what lies in a folder.
import type { IncomingMessage } from 'node:http'
import { AwsV4Signer } from 'aws4fetch'
import { CredentialChain, type Credentials, type Environment, type Profile, readProfile } from './credentials.js'
import { StoreFailure } from './failure.js'
import { parseUrl } from './http.js'
import { type Prepared, readObject, type Target } from './object.js'
import type { Give, StoreEnd } from './protocol.js'

/** What a store is reached by. */
interface Access {
  region(): Promise<string>
  /** An endpoint of the user's; undefined for the cloud's own. */
  endpoint(): Promise<string | undefined>
  /** Where a user sets it. */
  endpointPlace: string
  credentials: Pick<CredentialChain, 'get'>
  /** What to do where there are no credentials. */
  cure: string
}

/** What signs the requests for an object: ranges are not signed, so that all requests for it share the headers. */
interface Signed {
  prepared: Prepared
  credentials: Credentials
  until: number
}

/** Milliseconds for which headers are used again; stores take them for 15 minutes. */
const signedMs = 60_000
/** What is known of objects, of at most 4,096: it is forgotten when there is no room, and found out again. */
class Known<V> extends Map<string, V> {
  override set(key: string, value: V): this {
    if (this.size >= 4096) this.clear()
    return super.set(key, value)
  }
}

const usualRegion = 'us-east-1'

function amazon(env: Environment): Access {
  let read: Promise<Profile> | undefined
  const profile = () => {
    read ??= readProfile(env)
    return read
  }
  const region = async () => env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? (await profile()).region ?? usualRegion
  return {
    region,
    endpoint: async () => env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL ?? (await profile()).endpoint_url,
    endpointPlace: 'AWS_ENDPOINT_URL, or endpoint_url of the profile,',
    credentials: new CredentialChain(env, profile, region),
    cure: 'No credentials were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE',
  }
}

function google(env: Environment): Access {
  const { GS_ACCESS_KEY_ID: accessKeyId, GS_SECRET_ACCESS_KEY: secretAccessKey } = env
  const keys = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
  return {
    region: async () => 'auto',
    endpoint: async () => env.GS_ENDPOINT_URL ?? 'https://storage.googleapis.com',
    endpointPlace: 'GS_ENDPOINT_URL',
    credentials: { get: async () => keys },
    cure: 'No credentials were found: set GS_ACCESS_KEY_ID and GS_SECRET_ACCESS_KEY, an HMAC key of the store',
  }
}

const encodeKey = (key: string): string =>
  key
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join('/')

export class S3Store {
  private readonly access: Readonly<Record<string, Access>>
  /** Regions of buckets that lie in another than the usual one. */
  private readonly regions = new Map<string, string>()
  /** Keys that are derived from credentials for a day. */
  private readonly keys = new Map<string, ArrayBuffer>()
  /** By URL. */
  private readonly targets = new Known<Target>()
  /** By region and URL. */
  private readonly signed = new Known<Signed>()

  constructor(env: Environment) {
    this.access = { s3: amazon(env), gs: google(env) }
  }

  /** The object that a URL names: s3://BUCKET/KEY. */
  target(url: string): Target {
    const known = this.targets.get(url)
    if (known) return known
    const target = this.objectOf(url)
    this.targets.set(url, target)
    return target
  }

  private objectOf(url: string): Target {
    const [, scheme, bucket, key] = /^(s3|gs):\/\/([^/]+)\/(.+)$/.exec(url) ?? []
    if (!key) throw new StoreFailure('this names no object', { hint: 'Write it as s3://BUCKET/KEY' })
    return this.request(scheme!, bucket!, encodeKey(key))
  }

  private request(scheme: string, bucket: string, path: string): Target {
    const access = this.access[scheme]!
    return {
      prepare: (headers) => this.prepare(access, bucket, path, headers),
      moved: (response) => this.moved(bucket, response),
      cure: async () => ((await access.credentials.get()) ? undefined : access.cure),
    }
  }

  private async prepare(
    access: Access,
    bucket: string,
    path: string,
    headers: Record<string, string>,
  ): Promise<Prepared> {
    const region = this.regions.get(bucket) ?? (await access.region())
    const endpoint = (await access.endpoint())?.replace(/\/+$/, '')
    if (endpoint && !/^https?:\/\/./i.test(endpoint)) {
      const hint = `Write ${access.endpointPlace} as http://HOST:PORT or https://HOST`
      throw new StoreFailure("the store's endpoint is no URL", { hint })
    }
    // Amazon wants each bucket to be a host, whose certificates do not hold for names with dots in them.
    const own = !endpoint && !bucket.includes('.')
    const amazon = `s3.${region}.amazonaws.com`
    const host = own ? `https://${bucket}.${amazon}` : `${endpoint ?? `https://${amazon}`}/${bucket}`
    const url = `${host}/${path}`
    const credentials = await access.credentials.get()
    if (!credentials) return { url: parseUrl(url), headers }
    const { prepared } = await this.sign(url, region, credentials)
    return { url: prepared.url, headers: { ...headers, ...prepared.headers } }
  }

  private async sign(url: string, region: string, credentials: Credentials): Promise<Signed> {
    const name = `${region} ${url}`
    const known = this.signed.get(name)
    if (known?.credentials === credentials && Date.now() < known.until) return known
    const { expires: _, ...keys } = credentials
    // Only what names the request is signed: proxies change other headers.
    const signer = new AwsV4Signer({ url, method: 'GET', service: 's3', region, cache: this.keys, ...keys })
    const { headers } = await signer.sign()
    const prepared = { url: parseUrl(url), headers: Object.fromEntries(headers) }
    const signed = { prepared, credentials, until: Date.now() + signedMs }
    this.signed.set(name, signed)
    return signed
  }

  /** Whether a bucket has said that it lies in another region, which further requests then go to. */
  private moved(bucket: string, response: IncomingMessage): boolean {
    const other = response.headers['x-amz-bucket-region']
    if (![301, 307, 400].includes(response.statusCode!) || typeof other !== 'string') return false
    if (other === this.regions.get(bucket)) return false
    this.regions.set(bucket, other)
    return true
  }

  /** Gives the names in a folder, a line each: all of them, or those of the first page that has any. */
  async list(url: string, all: boolean, give: Give, signal: AbortSignal): Promise<StoreEnd> {
    const [, scheme, bucket, given = ''] = /^(s3|gs):\/\/([^/]+)\/?(.*)$/.exec(url) ?? []
    if (!bucket) throw new StoreFailure('this names no bucket', { hint: 'Write it as s3://BUCKET/FOLDER' })
    const prefix = given && `${given.replace(/\/+$/, '')}/`
    let found = 0
    let marked = false
    for (let token: string | undefined; ; ) {
      const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url', delimiter: '/', prefix })
      if (token) query.set('continuation-token', token)
      const text = await this.page(scheme!, bucket, query.toString().replace(/\+/g, '%20'), signal)
      const names = [...text.matchAll(/<(CommonPrefixes|Contents)>.*?<(?:Prefix|Key)>([^<]*)<\//gs)].flatMap(
        ([, kind, name]) => {
          const own = decodeURIComponent(unescapeXml(name!).replace(/\+/g, ' ')).slice(prefix.length).replace(/\/$/, '')
          // An object with the folder's own name marks the folder, which may have nothing else. A line feed would end a name.
          marked ||= !own
          return own && !own.includes('\n') ? [`${kind === 'Contents' ? 'f' : 'd'} ${own}\n`] : []
        },
      )
      found += names.length
      give(Buffer.from(names.join('')), 0)
      token = /<NextContinuationToken>([^<]*)</.exec(text)?.[1]
      if (!token || (found && !all)) break
      token = unescapeXml(token)
    }
    if (!found && !marked)
      throw new StoreFailure('there is no such folder, or it is empty', { missing: true, hint: 'Check the URL' })
    return {}
  }

  private async page(scheme: string, bucket: string, query: string, signal: AbortSignal): Promise<string> {
    const chunks: Buffer[] = []
    const target = this.request(scheme, bucket, `?${query}`)
    await readObject(target, { offset: 0, size: -1, tag: '' }, (bytes) => chunks.push(Buffer.from(bytes)), { signal })
    return Buffer.concat(chunks).toString()
  }
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hex, name) =>
    name ? (entities[name] ?? all) : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
  )
