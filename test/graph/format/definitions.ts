// Definitions whose texts stand beside; python/tests/test_dali_format.py has the same in Python.
import { cond, type DataNode, fn, math } from 'penstock-data'

type Outputs = DataNode | readonly DataNode[]
const photos = { files: ['cat.jpg', 'dog.jpg'], fileRoot: 'photos', labels: [0, 1], name: 'photos' }

export const written: Record<string, () => Outputs> = {
  classification: () => {
    const [jpegs, labels] = fn.readers.file({ ...photos, randomShuffle: true })
    const images = fn.decoders.imageRandomCrop(jpegs, { seed: 3, randomArea: [0.1, 1], onError: 'placeholder' })
    const resized = fn.resize(images, { size: [224, 224], interpType: 'triangular' })
    const mirror = fn.random.coinFlip({ probability: 0.5 })
    const out = fn.cropMirrorNormalize(resized, {
      dtype: 'float32',
      outputLayout: 'CHW',
      mean: [128, 128, 128],
      mirror,
    })
    return [out, labels]
  },
  arithmetic: () => {
    const x = fn.externalSource({ name: 'x', dtype: 'float32', ndim: 2 })
    const y = math.add(math.mul(x, 2), fn.random.uniform({ range: [-1, 1] }))
    return [math.clamp(y, 0, 1), x.slice([[0, 2], 1])]
  },
  numbers: () => {
    const x = fn.externalSource({ name: 'x', dtype: 'float32', ndim: 1 })
    const table = fn.constant({ fdata: [NaN, Infinity, -Infinity, 0.5], shape: [4], dtype: 'float32' })
    return [math.max(math.add(x, table), -Infinity), fn.pad(x, { fillValue: NaN, shape: [8] })]
  },
  branches: () => {
    const x = fn.externalSource({ name: 'x', dtype: 'uint8', layout: 'HWC' })
    return cond(
      fn.random.coinFlip(),
      () => fn.flip(x, { horizontal: 1 }),
      () => fn.rotate(x, { angle: fn.random.uniform({ range: [-10, 10] }) }),
    )
  },
  audio: () => {
    const [audio, rate] = fn.decoders.audio(fn.readers.file({ files: ['a.wav'], name: 'sounds' })[0]!, {
      dtype: 'float32',
      downmix: true,
    })
    return [
      fn.toDecibels(fn.melFilterBank(fn.spectrogram(audio, { nfft: 512, windowLength: 400 }), { nfilter: 80 })),
      rate,
    ]
  },
}
