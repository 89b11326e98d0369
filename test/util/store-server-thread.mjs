// Runs the server of store-server.ts on a thread.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { refusal } from './sigv4.mjs'

let faults = {}
let facts
const reset = () => {
  facts = { requests: 0, maxAtOnce: 0, bytes: 0, sizes: [], headers: {}, connections: 0 }
}
reset()
let atOnce = 0
/** Faults of a file since its last whole answer. */
const inARow = new Map()

const due = (every, count) => every && count % every === 0

/** Digests of contents by path, because hashing a large file for each of its ranges takes longer than answering. */
const digests = new Map()

function digestOf(path, data) {
  const known = digests.get(path)
  if (known?.data.equals(data)) return known.hash
  const hash = createHash('md5').update(data).digest('hex')
  digests.set(path, { data, hash })
  return hash
}

function versionOf(path, data) {
  const hash = digestOf(path, data)
  switch (faults.version ?? 'etag') {
    case 'etag':
      return { etag: `"${hash}"` }
    case 'weak':
      return { etag: `W/"${hash}"` }
    case 'time':
      return { 'last-modified': new Date(1e12 + (Number.parseInt(hash.slice(0, 8), 16) % 1e9) * 1000).toUTCString() }
    default:
      return {}
  }
}

const xml = (text) => text.replace(/[<>&]/g, (c) => `&#${c.charCodeAt(0)};`)

/** A file of this name stands for an object with the name of its folder, as web consoles make for a new folder. */
const marker = '.folder'

/** The answer of S3's ListObjectsV2 with a delimiter. */
function listOf(pathname, query) {
  const prefix = query.get('prefix')
  const folder = join(workerData.folder, pathname, prefix.slice(0, prefix.lastIndexOf('/') + 1))
  const pageSize = faults.pageSize ?? 1000
  let names = []
  try {
    names = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {}
  const from = Number(query.get('continuation-token') ?? 0)
  const entries = names.slice(from, from + pageSize).map((entry) => {
    const key = xml(
      encodeURIComponent(prefix + (entry.name === marker ? '' : entry.name))
        .replace(/%2F/g, '/')
        .replace(/%20/g, '+'),
    )
    return entry.isDirectory()
      ? `<CommonPrefixes><Prefix>${key}/</Prefix></CommonPrefixes>`
      : `<Contents><Key>${key}</Key><Size>1</Size></Contents>`
  })
  const more = from + pageSize < names.length ? `<NextContinuationToken>${from + pageSize}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult><Prefix>${xml(prefix)}</Prefix>${entries.join('')}${more}</ListBucketResult>`
}

async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  if (faults.redirects && !searchParams.has('again')) {
    return response.writeHead(302, { location: `${pathname}?again=1` }).end()
  }
  const count = ++facts.requests
  facts.headers = request.headers
  if (faults.silent) return
  if (faults.latencyMs) await sleep(faults.latencyMs)
  const fail = (status, headers = {}) => response.writeHead(status, headers).end()
  if (faults.status) return fail(faults.status)
  // A file has at most three faults one after the other, fewer than the client's attempts: the counts of requests that take
  // turns may hit one file every time.
  const faulty = (every) => {
    const before = inARow.get(pathname) ?? 0
    if (!due(every, count) || before >= 3) return false
    inARow.set(pathname, before + 1)
    return true
  }
  if (faulty(faults.busyEvery)) return fail(503)
  if (faults.keys) {
    const region = /Credential=[^/]+\/\d+\/([^/]+)/.exec(request.headers.authorization ?? '')?.[1]
    if (faults.region && region && region !== faults.region) {
      return fail(400, { 'x-amz-bucket-region': faults.region })
    }
    const code = refusal(request, faults.keys)
    if (code) return response.writeHead(403).end(`<Error><Code>${code}</Code></Error>`)
    if (searchParams.has('list-type')) return response.end(listOf(pathname, searchParams))
  }
  let data
  try {
    data = readFileSync(join(workerData.folder, decodeURIComponent(pathname)))
  } catch {
    return fail(404)
  }
  const version = versionOf(pathname, data)
  if (request.headers['if-match'] && request.headers['if-match'] !== version.etag) return fail(412)
  if (version.etag && request.headers['if-none-match'] === version.etag) return fail(304, version)
  const range = faults.noRanges ? null : /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
  const from = range ? Number(range[1]) : 0
  const to = range?.[2] ? Math.min(Number(range[2]) + 1, data.length) : data.length
  if (range && from >= data.length) return fail(416, { 'content-range': `bytes */${data.length}` })
  const body = data.subarray(from, to)
  const headers = { ...version, 'content-length': body.length }
  if (range) headers['content-range'] = `bytes ${from}-${to - 1}/${data.length}`
  response.writeHead(range ? 206 : 200, headers)
  facts.bytes += body.length
  facts.sizes.push(body.length)
  const half = body.length >> 1
  if (half && faulty(faults.cutEvery)) return response.write(body.subarray(0, half), () => response.socket?.end())
  if (half && faulty(faults.resetEvery)) {
    return response.write(body.subarray(0, half), () => response.socket?.resetAndDestroy())
  }
  inARow.delete(pathname)
  response.end(body)
}

const server = createServer((request, response) => {
  atOnce++
  facts.maxAtOnce = Math.max(facts.maxAtOnce, atOnce)
  response.on('close', () => atOnce--)
  answer(request, response)
})
server.on('connection', () => facts.connections++)
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))

parentPort.on('message', (message) => {
  if (message.faults) {
    faults = message.faults
    reset()
    parentPort.postMessage(null)
  } else if (message.die) {
    server.closeAllConnections()
    server.close(() => parentPort.postMessage(null))
  } else {
    parentPort.postMessage(facts)
  }
})
