// Objects of S3, of stores with its interface, and of Google's store by that interface: which HTTP requests read them, signed
// where there are credentials, and what lies in a folder.
import type { IncomingMessage } from 'node:http'
import { AwsV4Signer } from 'aws4fetch'
import { CredentialChain, type Credentials, type Environment, type Profile, readProfile } from './credentials.js'
import { StoreFailure } from './failure.js'
import { parseUrl } from './http.js'
import { Known } from './known.js'
import { parsePage } from './listing.js'
import type { Prepared, ReadOptions, Refusal, Target } from './object.js'
import { givePages, pageText } from './pages.js'
import type { Give, StoreEnd } from './protocol.js'

/** The address of a store. */
interface Access {
  region(): Promise<string>
  /** An endpoint of the user's; undefined for the cloud's own. */
  endpoint(): Promise<string | undefined>
  /** The place in which a user sets it. */
  endpointPlace: string
  credentials: Pick<CredentialChain, 'get'>
  /** The cure where there are no credentials. */
  cure: string
}

/** The signed headers of the requests for an object: ranges are not signed, so that all requests for it share the headers. */
interface Signed {
  headers: Record<string, string>
  credentials: Credentials
  until: number
}

/** Milliseconds for which headers are used again; stores take them for 15 minutes. */
const signedMs = 60_000
/** The names of a bucket and of a region become parts of an address. Stores of other makers than Amazon take short ones. */
const bucketName = /^[a-z0-9][a-z0-9._-]{0,254}$/i
const regionName = /^[\w.-]{1,64}$/

const defaultRegion = 'us-east-1'

function amazon(env: Environment): Access {
  let read: Promise<Profile> | undefined
  const profile = () => {
    read ??= readProfile(env)
    return read
  }
  const region = async () => env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? (await profile()).region ?? defaultRegion
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

function encodeKey(key: string): string {
  const encoded = (part: string) =>
    encodeURIComponent(part).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  try {
    return key.split('/').map(encoded).join('/')
  } catch {
    throw new StoreFailure('this names no object', { hint: 'Names of objects are UTF-8' })
  }
}

export class S3Store {
  private readonly access: Readonly<Record<string, Access>>
  /** Regions of buckets that lie in another than the default one. */
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
    const [, scheme, bucket, key] = /^(s3|gs):\/\/([^/]+)\/(.+)$/s.exec(url) ?? []
    if (!key) throw new StoreFailure('this names no object', { hint: 'Write it as s3://BUCKET/KEY' })
    return this.request(scheme, bucket, encodeKey(key), '')
  }

  private request(scheme: string | undefined, bucket: string | undefined, key: string, query: string): Target {
    const access = this.access[scheme ?? '']
    if (!access || !bucket || !bucketName.test(bucket)) {
      throw new StoreFailure('this names no bucket', {
        hint: 'Write it as s3://BUCKET/KEY; what signs requests is set in the environment, not in the URL',
      })
    }
    return {
      prepare: (headers) => this.prepare(access, bucket, key, query, headers),
      moved: (response) => this.moved(bucket, response),
      refused: ({ statusCode }) => (statusCode === 401 || statusCode === 403 ? this.cure(access) : {}),
    }
  }

  /** The cure where a request is not allowed. */
  private async cure(access: Access): Promise<Refusal> {
    return (await access.credentials.get()) ? {} : { hint: access.cure }
  }

  private async prepare(
    access: Access,
    bucket: string,
    key: string,
    query: string,
    headers: Record<string, string>,
  ): Promise<Prepared> {
    const region = this.regions.get(bucket) ?? (await access.region())
    const endpoint = (await access.endpoint())?.replace(/\/+$/, '')
    if (endpoint && !/^https?:\/\/./i.test(endpoint)) {
      const hint = `Write ${access.endpointPlace} as http://HOST:PORT or https://HOST`
      throw new StoreFailure("the store's endpoint is no URL", { hint })
    }
    if (!regionName.test(region)) {
      throw new StoreFailure("the store's region is no name", { hint: 'Write AWS_REGION as us-east-1' })
    }
    // Amazon wants each bucket to be a host, whose certificates do not hold for names with dots in them.
    const own = !endpoint && !bucket.includes('.')
    const amazon = `s3.${region}.amazonaws.com`
    const host = parseUrl(own ? `https://${bucket}.${amazon}` : endpoint || `https://${amazon}`)
    const folder = host.pathname.replace(/\/+$/, '')
    // A key may have parts that a URL would leave out, such as '..'.
    const path = `${folder}/${own ? '' : `${bucket}/`}${key}`
    const url = new URL(`/${query}`, host)
    const credentials = await access.credentials.get()
    if (!credentials) return { url, path: path + query, headers }
    const signed = await this.sign(url, path, region, credentials)
    return { url, path: path + query, headers: { ...headers, ...signed.headers } }
  }

  private async sign(url: URL, path: string, region: string, credentials: Credentials): Promise<Signed> {
    const name = `${region} ${url} ${path}`
    const known = this.signed.get(name)
    if (known?.credentials === credentials && Date.now() < known.until) return known
    const { expires: _, ...keys } = credentials
    // Only what names the request is signed: proxies change other headers.
    const signer = new AwsV4Signer({ url: url.href, method: 'GET', service: 's3', region, cache: this.keys, ...keys })
    signer.encodedPath = path
    const { headers } = await signer.sign()
    const signed = { headers: Object.fromEntries(headers), credentials, until: Date.now() + signedMs }
    this.signed.set(name, signed)
    return signed
  }

  /** Whether a bucket says that it lies in another region, which further requests then go to. */
  private moved(bucket: string, response: IncomingMessage): string | undefined {
    const other = response.headers['x-amz-bucket-region']
    if (![301, 307, 400].includes(response.statusCode!) || typeof other !== 'string') return
    if (other === this.regions.get(bucket) || !regionName.test(other)) return
    this.regions.set(bucket, other)
    return 'the bucket is in another region'
  }

  /** Gives the names in a folder, a line each: all of them, or those of the first page that has any. */
  list(url: string, all: boolean, give: Give, options: ReadOptions): Promise<StoreEnd> {
    const [, scheme, bucket, given = ''] = /^(s3|gs):\/\/([^/]+)\/?(.*)$/s.exec(url) ?? []
    const prefix = given && `${given.replace(/\/+$/, '')}/`
    const pageAt = async (token: string | undefined) => {
      const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url', delimiter: '/', prefix })
      if (token) query.set('continuation-token', token)
      const target = this.request(scheme, bucket, '', `?${query.toString().replace(/\+/g, '%20')}`)
      return parsePage(await pageText(target, options), prefix)
    }
    return givePages(pageAt, all, give, options)
  }
}
