// An HTTP server for a model: uploads are decoded and resized in batches, which
// requests of the same few milliseconds share. Stops after it has served
// itself; give --listen to keep it up: curl --data-binary @cat.jpg
// localhost:8080
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fn, pipelineDef, serve, types } from 'penstock-data'

const largest = 10e6 // bytes of an upload

const prepare = pipelineDef({ batchSize: 8, onError: 'placeholder' }, () => {
  const encoded = fn.externalSource({
    name: 'upload',
    dtype: types.UINT8,
    ndim: 1,
    noCopy: true,
  })
  const image = fn.resize(
    fn.decoders.image(encoded, { outputType: types.RGB }),
    { size: [224, 224] },
  )
  return fn.cropMirrorNormalize(image, {
    mean: [123.675, 116.28, 103.53],
    std: [58.395, 57.12, 57.375],
  })
})
const pipe = prepare()
await pipe.build()

// A real model would run on the whole batch here, for example session.run({
// input: toOrt(images) }). This one averages.
const model = ([images]) =>
  [...images].map((image) => {
    const pixels = image.dataSync()
    return `${image.dtype} ${image.shape.join('x')}, mean ${(pixels.reduce((a, b) => a + b, 0) / pixels.length).toFixed(3)}`
  })
const requests = serve(
  pipe,
  { maxBatch: 8, maxDelayMs: 5, maxQueue: 64 },
  model,
)

// What the client did wrong is its mistake (4xx), and nothing else in the batch
// suffers from it.
const statuses = {
  BAD_SAMPLE: 400,
  INVALID_INPUT: 400,
  INVALID_ARGUMENT: 400,
  QUEUE_FULL: 503,
}

async function body(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > largest) chunks.length = 0
    else chunks.push(chunk)
  }
  return size > largest ? undefined : new Uint8Array(Buffer.concat(chunks))
}

const server = createServer(async (request, response) => {
  const answer = (status, text) => response.writeHead(status).end(`${text}\n`)
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const type = request.headers['content-type'] ?? ''
  if (type.startsWith('multipart/'))
    return answer(415, 'post the file alone: curl --data-binary @cat.jpg')
  try {
    const upload = await body(request)
    if (!upload) answer(413, `an upload may have ${largest / 1e6} MB`)
    else
      answer(200, await requests.request({ upload }, { signal: gone.signal }))
  } catch (error) {
    // A client that went away (ABORTED) reads no answer.
    answer(
      statuses[error.code] ?? 500,
      statuses[error.code] ? error.detail : 'the server failed',
    )
  }
})
const keep = process.argv.includes('--listen')
server.listen(keep ? 8080 : 0)
await once(server, 'listening')
const url = `http://localhost:${server.address().port}`

async function stop() {
  server.close()
  server.closeIdleConnections()
  await requests.close()
  await pipe.close()
}

if (keep) {
  console.log(`listening on ${url}`)
  process.once('SIGINT', stop)
} else {
  const photo = readFileSync(
    new URL('../data/photos/animals/cat.jpg', import.meta.url),
  )
  const bodies = [photo, 'hello', photo, new Uint8Array(largest + 1), photo]
  const replies = await Promise.all(
    bodies.map((body) => fetch(url, { method: 'POST', body })),
  )
  const form = new FormData()
  form.set('photo', new Blob([photo]))
  replies.push(await fetch(url, { method: 'POST', body: form }))
  for (const reply of replies)
    process.stdout.write(`${reply.status} ${await reply.text()}`)
  const { answered, failed } = requests.statistics()
  console.log(`${answered} answered, ${failed} failed`)
  server.closeAllConnections()
  await stop()
}
