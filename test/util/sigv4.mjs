// Checks AWS signatures (version 4) of requests by Amazon's description. Penstock signs with another implementation.
import { createHash, createHmac } from 'node:crypto'

const sha256 = (data) => createHash('sha256').update(data).digest('hex')
const hmac = (key, data) => createHmac('sha256', key).update(data).digest()
const encode = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Returns why a request of a server is not allowed, as S3's error code; undefined if it is. */
export function refusal({ method, url, headers }, keys) {
  const { authorization = '', 'x-amz-date': date = '', 'x-amz-security-token': token } = headers
  if (!authorization) return 'AccessDenied'
  const [, id, day, region, service, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? []
  const key = keys[id]
  if (!key) return 'InvalidAccessKeyId'
  if (key.token !== token) return 'InvalidToken'
  if (Math.abs(Date.parse(date.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5')) - Date.now()) > 15 * 60_000) {
    return 'RequestTimeTooSkewed'
  }
  // A URL would leave out parts such as '..'.
  const [pathname] = url.split('?')
  const { searchParams } = new URL(url, 'http://localhost')
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const path = decodeURIComponent(pathname).split('/').map(encode).join('/')
  const signed = names.split(';').map((name) => `${name}:${headers[name].trim()}\n`)
  const body = headers['x-amz-content-sha256'] ?? sha256('')
  const request = [method, path, query, signed.join(''), names, body].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(request)].join('\n')
  let derived = `AWS4${key.secret}`
  for (const part of [day, region, service, 'aws4_request']) derived = hmac(derived, part)
  return hmac(derived, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}
