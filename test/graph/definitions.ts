// Definitions whose plans are compared: with golden files (plans.test.ts), and with those of the C++ API (test/cpp/lower.test.ts).
import { cond, oneOf } from '../../src/api/cond.js'
import { fn } from '../../src/api/fn.js'
import { types } from '../../src/api/types.js'

const mean = [123.675, 116.28, 103.53]
const std = [58.395, 57.12, 57.375]

export const jobs: Record<string, () => unknown> = {
  'main-job': () => {
    const [jpegs, labels] = fn.readers.file({ fileRoot: 'photos', randomShuffle: true, name: 'train' })
    const images = fn.decoders.imageRandomCrop(jpegs, { outputType: types.RGB })
    const resized = fn.resize(images, { size: [224, 224] })
    const mirror = fn.random.coinFlip()
    return [fn.cropMirrorNormalize(resized, { mirror, dtype: types.FLOAT, outputLayout: 'CHW', mean, std }), labels]
  },
  'centre-crop': () => {
    const [jpegs, labels] = fn.readers.file({ fileRoot: 'photos', padLastBatch: true })
    const resized = fn.resize(fn.decoders.image(jpegs), { resizeShorter: 256 })
    return { images: fn.cropMirrorNormalize(resized, { crop: [224, 224], mean, std }), labels }
  },
  'two-readers-and-a-source': () => {
    const [a] = fn.readers.file({ fileRoot: 'a', name: 'a' })
    const [b, labels] = fn.readers.file({ files: ['x.jpg', 'y.jpg'], name: 'b', seed: 3 })
    const [angle, box] = fn.externalSource({
      numOutputs: 2,
      name: 'extra',
      batch: false,
      dtype: ['float32', 'int32'],
      ndim: [0, 1],
    })
    return [
      fn.decoders.image(a, { onError: 'skip' }),
      fn.slice(fn.decoders.image(b), { start: box, shape: [8, 8] }),
      labels,
      angle,
    ]
  },
  'decode-and-crop': () => {
    const [jpegs] = fn.readers.file({ fileRoot: 'photos' })
    const images = fn.decoders.image(jpegs, { outputType: 'gray', onError: 'placeholder' })
    return fn.crop(images, { cropW: 32, cropH: 32, cropPosX: fn.random.uniform({ range: [0, 1] }) })
  },
  branches: () => {
    const [jpegs, labels] = fn.readers.file({ fileRoot: 'photos' })
    // Fused in its branch, and not across the branch's edge.
    const images = cond(
      fn.random.coinFlip({ probability: 0.25 }),
      () => fn.crop(fn.decoders.image(jpegs), { crop: [64, 64] }),
      () => {
        const whole = fn.decoders.image(jpegs)
        return cond(
          labels,
          () => fn.crop(whole, { crop: [32, 32] }),
          () => fn.resize(whole, { size: [64, 64] }),
        )
      },
    )
    return oneOf([() => images, () => fn.flip(images), () => fn.flip(images, { vertical: 1 })], [2, 1, 1])
  },
  'pass-through': () => fn.readers.file({ fileRoot: 'photos' }),
  'random-only': () => fn.random.uniform({ range: [0, 1], shape: [2], seed: 5 }),
}
