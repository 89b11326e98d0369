// Contenders of the suite `processors`: an image processor with the numbers of Python's transformers (`--like transformers`, of each
// backend), transformers.js itself where it is installed, and resizes of decoded photos with and without `match`.
import { parseArgs } from 'node:util'
import { fn, pipelineDef } from 'penstock-data'
import { imageProcessor } from 'penstock-data/transformers'
import { readPhotos } from '../photos.mjs'
import { measured, nextLength, takeTurns } from './turns.mjs'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    job: { type: 'string' },
    like: { type: 'string', default: 'transformers' },
    backend: { type: 'string', default: 'torchvision' },
    match: { type: 'string' },
    batch: { type: 'string', default: '32' },
    threads: { type: 'string', default: '2' },
  },
})
const config = { image_processor_type: `${values.job}ImageProcessor` }
const [numThreads, size] = [Number(values.threads), Number(values.batch)]

class Tensor {
  constructor(type, data, dims) {
    Object.assign(this, { type, data, dims })
  }
}

/** Endless batches of photos, one after the other. */
function* batches(photos) {
  for (let i = 0; ; i += size) yield Array.from({ length: size }, (_, k) => photos[(i + k) % photos.length])
}

async function ofTransformersJs() {
  const { RawImage, ...library } = await import('@huggingface/transformers').catch(() => {
    console.error('@huggingface/transformers is not installed: npm install --no-save @huggingface/transformers')
    process.exit(1)
  })
  const processor = new library[config.image_processor_type](jsConfigs[values.job])
  return async (files) => processor(await Promise.all(files.map((file) => RawImage.fromBlob(new Blob([file])))))
}

/** transformers.js has no defaults of classes. */
const half = [0.5, 0.5, 0.5]
const jsConfigs = {
  ViT: {
    ...config,
    do_resize: true,
    size: { height: 224, width: 224 },
    do_normalize: true,
    image_mean: half,
    image_std: half,
  },
  CLIP: {
    ...{ ...config, do_resize: true, size: { shortest_edge: 224 }, resample: 3, do_center_crop: true },
    ...{ crop_size: { height: 224, width: 224 }, do_normalize: true },
    image_mean: [0.48145466, 0.4578275, 0.40821073],
    image_std: [0.26862954, 0.26130258, 0.27577711],
  },
}

if (values.job === 'resize') {
  // Decoded once: what is measured is the resize alone.
  const photos = readPhotos(values.data)
  const decode = pipelineDef({ batchSize: photos.length, numThreads }, () =>
    fn.decoders.image(fn.externalSource({ source: [photos], dtype: 'uint8', ndim: 1, cycle: 'no' })),
  )()
  const [images] = await decode.run()
  const decoded = images.copy()
  await decode.close()
  const source = batches(decoded)
  const match = values.match && { match: values.match }
  const pipe = pipelineDef({ batchSize: size, numThreads }, () =>
    fn.resize(fn.externalSource({ source, dtype: 'uint8', ndim: 3, layout: 'HWC', noCopy: true }), {
      ...{ size: [224, 224], interpType: 'cubic' },
      ...match,
    }),
  )()
  await takeTurns('resize', (seconds) => measured(() => nextLength(pipe), 3, seconds))
  await pipe.close()
} else {
  const source = batches(readPhotos(values.data))
  const options = { like: 'transformers', backend: values.backend, numThreads, Tensor }
  const own = values.like === 'transformers' ? imageProcessor(config, options) : undefined
  const run = own ?? (await ofTransformersJs())
  const make = async () => {
    await run(source.next().value)
    return size
  }
  await takeTurns(values.job, (seconds) => measured(make, 1, seconds))
  await own?.close()
}
