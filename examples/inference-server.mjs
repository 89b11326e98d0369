// An HTTP server that prepares uploaded images for a model: one pipeline, fed per request with run({ name: data }).
// Stops after it has served itself; give --listen to keep it up: curl --data-binary @cat.jpg localhost:8080
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fn, pipelineDef, types } from 'penstock-data'

const prepare = pipelineDef({ batchSize: 1, onError: 'placeholder' }, () => {
  const encoded = fn.externalSource({ name: 'upload', dtype: types.UINT8, ndim: 1 })
  const image = fn.resize(fn.decoders.image(encoded, { outputType: types.RGB }), { size: [224, 224] })
  return fn.cropMirrorNormalize(image, { mean: [123.675, 116.28, 103.53], std: [58.395, 57.12, 57.375] })
})
const pipe = prepare()
await pipe.build()

// Calls of run() that overlap are served in order, each with its own upload; a busy server would gather uploads into larger batches.
async function answer(upload) {
  const [images] = await pipe.run({ upload: [upload] })
  // A bad upload is the client's mistake: its place in the batch is marked, and the pipeline goes on.
  try {
    if (!images.valid[0]) return { status: 400, text: 'not an image' }
    const pixels = images.dataSync()
    const mean = pixels.reduce((a, b) => a + b, 0) / pixels.length
    return { status: 200, text: `${images.dtype} ${images.shape[0].join('x')}, mean ${mean.toFixed(3)}` }
  } finally {
    images.release()
  }
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const { status, text } = await answer(new Uint8Array(Buffer.concat(chunks)))
  response.writeHead(status).end(`${text}\n`)
})
const keep = process.argv.includes('--listen')
server.listen(keep ? 8080 : 0)
await once(server, 'listening')
const url = `http://localhost:${server.address().port}`

if (!keep) {
  const photo = readFileSync(new URL('../data/photos/animals/cat.jpg', import.meta.url))
  const replies = await Promise.all([photo, 'hello', photo].map((body) => fetch(url, { method: 'POST', body })))
  for (const reply of replies) process.stdout.write(`${reply.status} ${await reply.text()}`)
  server.closeAllConnections()
  server.close()
  await pipe.close()
} else {
  console.log(`listening on ${url}`)
}
