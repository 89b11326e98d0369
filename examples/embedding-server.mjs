// An HTTP server that answers uploads with embeddings of SigLIP: its image
// processor's steps, with the bytes of Python's transformers, before a model.
//   node embedding-server.mjs [--listen] [--model model.onnx]
//   curl --data-binary @cat.jpg localhost:8080
// The model is an ONNX file with the input pixel_values, for onnxruntime-node.
// Without one a small random projection stands for it. Without --listen the
// program serves itself, and stops.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { fn, pipelineDef, serve, types } from 'penstock-data'
import { preprocess } from 'penstock-data/transformers'

const { values } = parseArgs({
  options: { listen: { type: 'boolean' }, model: { type: 'string' } },
})
// The content of the model's preprocessor_config.json.
const config = { image_processor_type: 'SiglipImageProcessor' }
const largest = 10e6 // bytes of an upload

const prepare = pipelineDef({ batchSize: 16, onError: 'placeholder' }, () => {
  const encoded = fn.externalSource({
    name: 'upload',
    dtype: types.UINT8,
    ndim: 1,
    noCopy: true,
  })
  return preprocess(encoded, config, { like: 'transformers' })
})
const pipe = prepare()
await pipe.build()

/** A model: pixel_values of a batch in, a vector for each image out. */
async function loadModel(file) {
  if (!file) return projection(32)
  const ort = await import('onnxruntime-node')
  const { toOrt } = await import('penstock-data/onnx')
  const session = await ort.InferenceSession.create(file)
  return async ({ pixel_values }) => {
    const made = await session.run({ pixel_values: toOrt(pixel_values) })
    const { data, dims } = made.image_embeds ?? Object.values(made)[0]
    const size = dims.at(-1)
    return Array.from({ length: dims[0] }, (_, i) =>
      Array.from(data.subarray(i * size, (i + 1) * size)),
    )
  }
}

/** Sums of pixels with signs that follow from their places: unit vectors. */
function projection(size) {
  return ({ pixel_values }) =>
    [...pixel_values].map((image) => {
      const sums = new Array(size).fill(0)
      image.dataSync().forEach((x, i) => {
        const bits = Math.imul(i + 1, 0x9e3779b1) >>> 16
        sums[bits % size] += bits & 1024 ? x : -x
      })
      const length = Math.hypot(...sums)
      return sums.map((x) => x / length)
    })
}

// Photos differ in size: a batch ends where its pixels would pass the limit,
// and what does not fit beside the batches under way waits. An image that is
// larger by itself is refused from its header, before it is decoded.
const requests = serve(
  pipe,
  { maxDelayMs: 5, maxQueue: 64, maxPixelsInFlight: 20e6 },
  await loadModel(values.model),
)

const statuses = {
  BAD_SAMPLE: 400,
  INVALID_INPUT: 400,
  INVALID_ARGUMENT: 400,
  USER_FUNCTION: 500,
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
  const answer = (status, content) => {
    if (status === 503) response.setHeader('retry-after', '1')
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(`${JSON.stringify(content)}\n`)
  }
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  try {
    const upload = await body(request)
    if (!upload)
      return answer(413, { error: `an upload may have ${largest / 1e6} MB` })
    const { signal } = gone
    const embedding = await requests.request({ upload }, { signal })
    answer(200, { embedding })
  } catch (error) {
    // A client that went away (ABORTED) reads no answer.
    const status = statuses[error.code] ?? 500
    answer(status, { error: status === 500 ? 'it failed' : error.detail })
  }
})
server.listen(values.listen ? 8080 : 0)
await once(server, 'listening')
const url = `http://localhost:${server.address().port}`

async function stop() {
  server.close()
  server.closeIdleConnections()
  await requests.close()
  await pipe.close()
}

if (values.listen) {
  console.log(`listening on ${url}`)
  process.once('SIGINT', stop)
} else {
  const photo = (name) =>
    readFileSync(new URL(`../data/photos/${name}`, import.meta.url))
  // A header of 60000 x 60000 pixels: 15 bytes of the format PPM.
  const huge = Buffer.from('P6 60000 60000 255\n')
  const names = ['animals/cat.jpg', 'animals/cat_face.jpg', 'space/launch.jpg']
  const bodies = [...names.map(photo), 'hello', huge, photo(names[0])]
  const replies = await Promise.all(
    bodies.map((body) => fetch(url, { method: 'POST', body })),
  )
  const answers = await Promise.all(replies.map((reply) => reply.json()))
  for (const [i, { embedding, error }] of answers.entries()) {
    const said = error ?? `a vector of ${embedding.length}`
    console.log(`${replies[i].status} ${said}`)
  }
  const same = String(answers[0].embedding) === String(answers[5].embedding)
  console.log(`the same photo has the same vector: ${same}`)
  const { answered, failed } = requests.statistics()
  console.log(`${answered} answered, ${failed} failed`)
  server.closeAllConnections()
  await stop()
}
