// Run by onnxruntime.test.ts, with the Node.js and the onnxruntime-node that are installed for it: a session takes outputs of
// a pipeline as they are, and nothing is copied. Prints JSON.
import { createRequire } from 'node:module'

const [peers, dist] = process.argv.slice(2)
const require = createRequire(`${peers}/`)
const ort = require('onnxruntime-node')
const { fn, pipelineDef } = await import(`${dist}/index.js`)
const nd = await import(`${dist}/dynamic.js`)
const { toOrt } = await import(`${dist}/onnx.js`)

// An ONNX model is a protobuf message; this one has a single node, y = -x, for any number of floats.
const varint = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...varint(n >> 7)])
const number = (field, n) => [field << 3, ...varint(n)]
const bytes = (field, data) => [(field << 3) | 2, ...varint(data.length), ...data]
const text = (field, s) => bytes(field, [...Buffer.from(s)])
const floats = bytes(1, [...number(1, 1), ...bytes(2, bytes(1, text(2, 'n')))])
const value = (name) => [...text(1, name), ...bytes(2, floats)]
const graph = [
  ...bytes(1, [...text(1, 'x'), ...text(2, 'y'), ...text(4, 'Neg')]),
  ...text(2, 'graph'),
  ...bytes(11, value('x')),
  ...bytes(12, value('y')),
]
const model = Uint8Array.from([...number(1, 8), ...bytes(7, graph), ...bytes(8, number(2, 13))])
const session = await ort.InferenceSession.create(model)

async function negated(data) {
  const { y } = await session.run({ x: new ort.Tensor('float32', data, [data.length]) })
  return y.data.every((v, i) => v === -data[i])
}

const result = { node: process.version, good: 0, arrayBuffers: 0 }
const pipe = pipelineDef({ batchSize: 4, numThreads: 1 }, () => fn.random.uniform({ shape: [1000] }))()
for (let i = 0; i < 20; i++) {
  const [x] = await pipe.run()
  const data = x.dataSync()
  result.arrayBuffers += data.buffer instanceof ArrayBuffer
  result.good += await negated(data)
}
// The model's input has one axis, as a sample has.
const [last] = await pipe.run()
const sample = toOrt(last.at(2))
const { y } = await session.run({ x: sample })
result.toOrt = sample.dims.join() === '1000' && y.data.every((v, i) => v === -sample.data[i])
// onnxruntime-web, in Node.js too. transformers.js brings it.
const web = require('onnxruntime-web')
web.env.wasm.numThreads = 1
const inWeb = await web.InferenceSession.create(model)
const answer = await inWeb.run({ x: sample })
result.web = answer.y.data.length === 1000 && answer.y.data.every((v, i) => v === -sample.data[i])
result.copiedBytes = pipe.statistics().copiedBytes
// Large enough for a result in pooled memory.
const image = nd.cast(nd.tensor({ data: new Uint8Array(3 * 256 * 256).fill(7), shape: [3 * 256 * 256] }), {
  dtype: 'float32',
})
const data = await image.data()
result.imperative = (await negated(data)) && data.buffer instanceof ArrayBuffer
await pipe.close()
console.log(JSON.stringify(result))
