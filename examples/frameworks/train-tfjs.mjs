// Trains a small residual network on the folder of photos with TensorFlow.js,
// and says how long a step waits for its data. Two commands:
//   npm install --no-save @tensorflow/tfjs-core @tensorflow/tfjs-layers
// @tensorflow/tfjs-backend-cpu
//   node examples/frameworks/train-tfjs.mjs [FOLDER] [EPOCHS]
// The folder has a sub-folder for each class. The CPU backend is plain
// JavaScript on one thread: the network is as small as that allows.
import { fileURLToPath } from 'node:url'
import * as tf from '@tensorflow/tfjs-core'
import '@tensorflow/tfjs-backend-cpu'
import {
  initializers,
  input,
  layers,
  model as modelOf,
} from '@tensorflow/tfjs-layers'
import { fn, pipelineDef, types } from 'penstock-data'
import { toTfjs } from 'penstock-data/tfjs'

const photos = fileURLToPath(new URL('../../data/photos', import.meta.url))
const [folder = photos, epochs = '6'] = process.argv.slice(2)
const side = 24

const define = pipelineDef({ batchSize: 8, seed: 1 }, () => {
  const [files, labels] = fn.readers.file({
    fileRoot: folder,
    randomShuffle: true,
    name: 'photos',
  })
  const decoded = fn.decoders.imageRandomCrop(files, {
    outputType: types.RGB,
    randomArea: [0.5, 1],
  })
  const images = fn.cropMirrorNormalize(
    fn.resize(decoded, { size: [side, side] }),
    {
      mirror: fn.random.coinFlip(),
      mean: [123.675, 116.28, 103.53],
      std: [58.395, 57.12, 57.375],
      outputLayout: 'HWC', // as TensorFlow.js has it
    },
  )
  return { images, labels }
})

let seed = 0
function convolution(x, filters, kernelSize, strides = 1) {
  const kernelInitializer = initializers.heNormal({ seed: ++seed })
  return layers
    .conv2d({
      filters,
      kernelSize,
      strides,
      padding: 'same',
      kernelInitializer,
    })
    .apply(x)
}
const relu = (x) => layers.activation({ activation: 'relu' }).apply(x)
const normalized = (x) => layers.batchNormalization({ momentum: 0.9 }).apply(x)

/** Two convolutions, and what went in added to what comes out, as in ResNet. */
function block(x, filters, strides) {
  const inner = convolution(
    relu(normalized(convolution(x, filters, 3, strides))),
    filters,
    3,
  )
  const around = strides === 1 ? x : convolution(x, filters, 1, strides)
  return relu(layers.add().apply([normalized(inner), around]))
}

function network(classes) {
  const images = input({ shape: [side, side, 3] })
  let x = relu(normalized(convolution(images, 8, 3, 2)))
  x = block(block(x, 8, 1), 16, 2)
  x = layers.globalAveragePooling2d({}).apply(x)
  const kernelInitializer = initializers.glorotUniform({ seed: ++seed })
  return modelOf({
    inputs: images,
    outputs: layers.dense({ units: classes, kernelInitializer }).apply(x),
  })
}

const pipe = define()
const { classes } = pipe.readerMeta('photos')
const model = network(classes.length)
model.compile({
  optimizer: tf.train.adam(0.005),
  loss: (y, logits) => tf.losses.softmaxCrossEntropy(y, logits),
})
console.log(
  `${classes.join(', ')}: ${model.countParams()} parameters, backend ${tf.getBackend()}`,
)

const times = []
for (let epoch = 1; epoch <= Number(epochs); epoch++) {
  let [sum, steps] = [0, 0]
  for await (const { images, labels } of pipe) {
    const begin = performance.now()
    // The tensor is the batch's memory: nothing is copied.
    const xs = toTfjs(images)
    const ys = tf.tidy(() =>
      tf.oneHot(tf.reshape(toTfjs(labels), [-1]), classes.length),
    )
    sum += await model.trainOnBatch(xs, ys)
    tf.dispose([xs, ys])
    steps++
    times.push(performance.now() - begin)
  }
  console.log(`epoch ${epoch}: loss ${(sum / steps).toFixed(3)}`)
}

const { consumer, copiedBytes } = pipe.statistics()
const step = times.sort((a, b) => a - b)[times.length >> 1]
const wait = 1000 * consumer.perBatch
console.log(
  `a step takes ${step.toFixed(0)} ms and waits ${wait.toFixed(1)} ms for its data (${(100 * consumer.share).toFixed(1)} %)`,
)
console.log(
  `${copiedBytes} bytes copied, ${tf.memory().numTensors} tensors kept`,
)
await pipe.close()
