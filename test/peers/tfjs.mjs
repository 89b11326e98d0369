// Run by tfjs.test.ts: the CPU backend of TensorFlow.js computes on outputs as they are, and nothing is copied. Prints JSON.
import { createRequire } from 'node:module'

const [peers, dist] = process.argv.slice(2)
const require = createRequire(`${peers}/`)
const tf = require('@tensorflow/tfjs-core')
const { fn, pipelineDef } = await import(`${dist}/index.js`)
const nd = await import(`${dist}/dynamic.js`)
const { toTfjs } = await import(`${dist}/tfjs.js`)

const result = { dtypes: {} }
try {
  toTfjs(nd.tensor([1]))
} catch ({ code, hint }) {
  result.noBackend = `${code} ${hint}`
}
require('@tensorflow/tfjs-backend-cpu')
// The backend advises to install another one on its first use.
console.warn = () => {}

const same = (a, b) => a.buffer === b.buffer && a.byteOffset === b.byteOffset && a.length === b.length
const pipe = pipelineDef({ batchSize: 4, numThreads: 1 }, () => fn.random.uniform({ shape: [3, 50] }))()
const [list] = await pipe.run()
// A batch that is as small is copied when it is delivered.
const { copiedBytes } = pipe.statistics()
const data = list.dataSync()
const whole = toTfjs(list)
result.batch = [whole instanceof tf.Tensor, whole.dtype, whole.shape, same(whole.dataSync(), data)]
const one = toTfjs(list.at(2))
result.sample = [one.shape, same(one.dataSync(), data.subarray(300, 450))]
const sum = data.reduce((a, b) => a + b, 0)
result.computed = Math.abs(tf.sum(whole).dataSync()[0] - sum) < 1e-3
// dispose() leaves the batch valid.
whole.dispose()
result.afterDispose = list.dataSync().length === data.length && list.dataSync()[7] === data[7]
result.copiedBytes = pipe.statistics().copiedBytes - copiedBytes
await pipe.close()

for (const dtype of ['float32', 'int32', 'bool', 'uint8', 'int8', 'uint16', 'int16']) {
  const value = nd.cast(nd.tensor([[1, 0, 3]]), { dtype })
  const tensor = toTfjs(await value.evaluate())
  // What the backend holds: dataSync() of a bool tensor is a copy that the backend makes.
  const held = tf.backend().data.get(tensor.dataId).values
  result.dtypes[dtype] = [tensor.dtype, tensor.shape, [...tensor.dataSync()], held.buffer === value.dataSync().buffer]
}
console.log(JSON.stringify(result))
