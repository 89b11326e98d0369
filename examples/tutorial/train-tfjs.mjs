// train-tfjs.mjs: trains a small network on the photos with TensorFlow.js.
import * as tf from '@tensorflow/tfjs-core'
import '@tensorflow/tfjs-backend-cpu'
import { layers, sequential } from '@tensorflow/tfjs-layers'
import { toTfjs } from 'penstock-data/tfjs'
import define, { side } from './photos.mjs'

// TensorFlow.js has channels last.
const pipe = define('photos', 'HWC', { seed: 1 })
const { classes } = pipe.readerMeta('photos')

const model = sequential()
const convolution = (filters, more) =>
  layers.conv2d({
    filters,
    kernelSize: 3,
    strides: 2,
    padding: 'same',
    activation: 'relu',
    ...more,
  })
model.add(convolution(8, { inputShape: [side, side, 3] }))
model.add(convolution(16))
model.add(layers.flatten())
model.add(layers.dense({ units: classes.length }))
model.compile({
  optimizer: tf.train.adam(0.003),
  loss: (y, scores) => tf.losses.softmaxCrossEntropy(y, scores),
})

for (let epoch = 1; epoch <= 12; epoch++) {
  let [loss, steps] = [0, 0]
  for await (const { images, labels } of pipe) {
    // The tensor is the memory of the batch: nothing is copied.
    const xs = toTfjs(images)
    const numbers = tf.reshape(toTfjs(labels), [-1])
    const ys = tf.oneHot(numbers, classes.length)
    loss += await model.trainOnBatch(xs, ys)
    steps++
    tf.dispose([xs, ys, numbers])
  }
  if (epoch % 4 === 0 || epoch === 1)
    console.log(`epoch ${epoch}: loss ${(loss / steps).toFixed(2)}`)
}
const waited = (100 * pipe.statistics().consumer.share).toFixed(1)
console.log(`of its time the loop waited ${waited} % for data`)
await pipe.close()
