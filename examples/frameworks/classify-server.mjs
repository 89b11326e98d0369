// An HTTP server that says what is on a photo. Uploads of the same few
// milliseconds are decoded, and go through the model, as one batch.
//   sh examples/frameworks/setup.sh
//   node examples/frameworks/classify-server.mjs [--port 8080] [--host
// 127.0.0.1]
//   curl --data-binary @cat.jpg localhost:8080
// GET /health gives counts and the memory in use. SIGTERM ends it: what has
// been accepted is answered before.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { fn, pipelineDef, serve, types } from 'penstock-data'
import { loadClassifier, modelInput } from './classifier.mjs'

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8080' },
    // Limits: bytes of an upload and of all that are being received or wait,
    // requests in the queue and in a batch, and seconds that a client may take
    // for its upload.
    'max-upload': { type: 'string', default: '10000000' },
    'max-held': { type: 'string', default: '200000000' },
    'max-queue': { type: 'string', default: '64' },
    'max-batch': { type: 'string', default: '8' },
    'upload-seconds': { type: 'string', default: '20' },
  },
})
const limits = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, Number(value)]),
)
const batchSize = limits['max-batch']

const define = pipelineDef({ batchSize, onError: 'placeholder' }, () => {
  const encoded = fn.externalSource({
    name: 'upload',
    dtype: types.UINT8,
    ndim: 1,
    noCopy: true,
  })
  // A small file may claim a huge image, which takes time and memory to decode.
  return modelInput(
    fn.decoders.image(encoded, { outputType: types.RGB, maxPixels: 50e6 }),
  )
})
const classify = await loadClassifier()
const pipe = define()
await pipe.build()
const requests = serve(
  pipe,
  { maxBatch: batchSize, maxDelayMs: 5, maxQueue: limits['max-queue'] },
  ([images]) => classify(images, 3),
)

/**
 * What a client is told. What went wrong on its side is 4xx; 503 is for later.
 */
class Refusal {
  constructor(status, reason) {
    Object.assign(this, { status, reason })
  }
}
const statuses = {
  BAD_SAMPLE: 400,
  INVALID_INPUT: 400,
  INVALID_ARGUMENT: 400,
  QUEUE_FULL: 503,
  PIPELINE_CLOSED: 503,
}

let stopping = false
let held = 0 // bytes of uploads
const tooLarge = () =>
  new Refusal(413, `an upload may have ${limits['max-upload']} bytes`)

/** Receives an upload. What it holds counts until `release` is called. */
async function receive(request) {
  const chunks = []
  let size = 0
  const release = () => {
    held -= size
    size = 0
  }
  try {
    let refusal
    for await (const chunk of request) {
      // The rest of a refused upload is received, so that the client reads the
      // answer, and dropped.
      if (refusal) continue
      size += chunk.length
      held += chunk.length
      if (size > limits['max-upload']) refusal = tooLarge()
      else if (held > limits['max-held'])
        refusal = new Refusal(503, 'too many uploads at once')
      else chunks.push(chunk)
      if (!refusal) continue
      release()
      chunks.length = 0
    }
    if (refusal) throw refusal
    return { bytes: Buffer.concat(chunks, size), release }
  } catch (error) {
    release()
    throw error
  }
}

async function label(request, response) {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const { bytes, release } = await receive(request)
  try {
    return await requests.request({ upload: bytes }, { signal: gone.signal })
  } finally {
    release()
  }
}

function route(request, response) {
  if (request.url === '/health' && request.method === 'GET') {
    const { user, system } = process.cpuUsage()
    return {
      ...requests.statistics(),
      held,
      rss: process.memoryUsage.rss(),
      cpuSeconds: (user + system) / 1e6,
    }
  }
  if (request.url !== '/') throw new Refusal(404, 'POST an image to /')
  if (request.method !== 'POST') throw new Refusal(405, 'POST an image')
  if (stopping) throw new Refusal(503, 'the server stops')
  if (request.headers['content-type']?.startsWith('multipart/'))
    throw new Refusal(415, 'post the image alone: curl --data-binary @cat.jpg')
  return label(request, response)
}

async function handle(request, response) {
  let [status, answer] = [200, undefined]
  try {
    answer = await route(request, response)
  } catch (error) {
    // A client that went away reads no answer.
    if (request.errored || error.code === 'ABORTED')
      return void response.destroy()
    status = error.status ?? statuses[error.code] ?? 500
    if (status === 500) console.error(error)
    answer = {
      error:
        error.reason ?? (status === 500 ? 'the server failed' : error.detail),
    }
  }
  if (status === 405) response.setHeader('allow', 'POST')
  if (status === 503) response.setHeader('retry-after', '1')
  // Otherwise the connection stays open for the next request, and the server
  // would wait for it.
  if (stopping) response.setHeader('connection', 'close')
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(`${JSON.stringify(answer)}\n`)
}

// A client that is slower than this gets 408 from Node.js.
const seconds = 1000 * limits['upload-seconds']
const server = createServer(
  {
    requestTimeout: seconds,
    headersTimeout: seconds,
    connectionsCheckingInterval: 500,
  },
  handle,
)
server.maxConnections = 1000
// A client that asks first (Expect: 100-continue, as curl does) does not send
// what is too large.
server.on('checkContinue', (request, response) => {
  if (Number(request.headers['content-length']) > limits['max-upload']) {
    const answer = JSON.stringify({ error: tooLarge().reason })
    response
      .writeHead(413, {
        'content-type': 'application/json',
        connection: 'close',
      })
      .end(`${answer}\n`)
  } else {
    response.writeContinue()
    handle(request, response)
  }
})
server.listen(limits.port, values.host)
await once(server, 'listening')
console.log(`listening on http://${values.host}:${server.address().port}`)

async function stop() {
  if (stopping) return
  stopping = true
  // Uploads that never end are cut off.
  const deadline = setTimeout(() => server.closeAllConnections(), seconds)
  server.close()
  server.closeIdleConnections()
  await once(server, 'close')
  clearTimeout(deadline)
  const { answered, failed, aborted, meanBatch } = requests.statistics()
  await requests.close()
  await pipe.close()
  console.log(
    `${answered} answered, ${failed} failed, ${aborted} aborted, ${meanBatch.toFixed(1)} in a batch`,
  )
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
