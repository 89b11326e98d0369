// Run by transformers.test.ts: compares imageProcessor() with the image processors of @huggingface/transformers on photos,
// and gives its pixel_values to a model. Prints JSON.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [peers, dist, photos, wanted] = process.argv.slice(2)
const entry = createRequire(`${peers}/`)
  .resolve('@huggingface/transformers')
  .replace(/\.cjs$/, '.mjs')
const library = await import(pathToFileURL(entry).href)
const { fn, pipelineDef } = await import(`${dist}/index.js`)
const nd = await import(`${dist}/dynamic.js`)
const { imageProcessor, preprocess, toTransformers } = await import(`${dist}/transformers.js`)

// Of different shapes: larger and smaller than what they become, turned by EXIF, with one channel, progressive.
const files = [
  'animals/raccoon',
  'animals/raccoon_turned',
  'animals/cat_upright',
  'objects/coffee_cup_wide',
  'objects/gravel',
]
files.push('people/astronaut_face', 'people/photographer', 'space/launch_wide')
const bytes = files.map((file) => readFileSync(join(photos, `${file}.jpg`)))

const [major, minor] = process.versions.node.split('.').map(Number)
const finds = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
const options = finds ? {} : { Tensor: library.Tensor }
const result = { finds }

/** Differences of pixel_values in units of 1/255 before normalisation. */
function differences(config, ours, theirs) {
  const std = config.do_normalize ? config.image_std : [1, 1, 1]
  const [, , height, width] = theirs.dims
  let max = 0
  let sum = 0
  for (let i = 0; i < theirs.data.length; i++) {
    const difference = Math.abs(theirs.data[i] - ours.data[i]) * std[Math.floor(i / (height * width)) % 3] * 255
    sum += difference
    max = Math.max(max, difference)
  }
  return { max: Math.round(max * 1000) / 1000, mean: sum / theirs.data.length }
}

async function compare(type, config) {
  const images = await Promise.all(bytes.map((data) => library.RawImage.fromBlob(new Blob([data]))))
  const theirs = await new library[type](config)(images)
  const processor = imageProcessor({ ...config, image_processor_type: type }, options)
  const ours = await processor(bytes)
  const ofDecoded = await processor(images)
  await processor.close()
  const same = (a, b) => Buffer.compare(Buffer.from(a.slice().buffer), Buffer.from(b.slice().buffer)) === 0
  const sizes = (x) => JSON.stringify([x.original_sizes, x.reshaped_input_sizes, x.pixel_values.dims])
  return {
    ...differences(config, ours.pixel_values, theirs.pixel_values),
    ...{ sizes: sizes(ours) === sizes(theirs), type: ours.pixel_values instanceof library.Tensor },
    // The photos have no profiles, so that decoded pixels are equal.
    decoded: same(ofDecoded.pixel_values.data, ours.pixel_values.data) && sizes(ofDecoded) === sizes(ours),
  }
}

/** A model with one node: the mean of each channel, from pixel_values to logits. */
function channelMeans() {
  const number = (field, n) => [field << 3, n]
  const block = (field, data) => {
    if (data.length > 127) return [(field << 3) | 2, (data.length & 127) | 128, data.length >> 7, ...data]
    return [(field << 3) | 2, data.length, ...data]
  }
  const text = (field, s) => block(field, [...Buffer.from(s)])
  const value = (name, axes) => {
    const dims = axes.flatMap((axis) => block(1, text(2, axis)))
    return [...text(1, name), ...block(2, block(1, [...number(1, 1), ...block(2, dims)]))]
  }
  const attribute = [...text(1, 'axes'), ...number(8, 2), ...number(8, 3), 0xa0, 1, 7]
  const keep = [...text(1, 'keepdims'), ...number(3, 0), 0xa0, 1, 2]
  const node = [...text(1, 'pixel_values'), ...text(2, 'logits'), ...text(4, 'ReduceMean')]
  node.push(...block(5, attribute), ...block(5, keep))
  const graph = [...block(1, node), ...text(2, 'graph')]
  graph.push(...block(11, value('pixel_values', ['n', 'c', 'h', 'w'])), ...block(12, value('logits', ['n', 'c'])))
  return Uint8Array.from([...number(1, 8), ...block(7, graph), ...block(8, number(2, 13))])
}

async function withModel(config) {
  const root = mkdtempSync(join(tmpdir(), 'penstock-model-'))
  try {
    mkdirSync(join(root, 'model/onnx'), { recursive: true })
    writeFileSync(join(root, 'model/config.json'), '{ "model_type": "vit" }')
    writeFileSync(join(root, 'model/onnx/model.onnx'), channelMeans())
    Object.assign(library.env, { allowRemoteModels: false, localModelPath: root })
    const model = await library.AutoModelForImageClassification.from_pretrained('model', { dtype: 'fp32' })
    const processor = imageProcessor(config, options)
    const { pixel_values } = await processor(bytes.slice(0, 2))
    const { logits } = await model({ pixel_values })
    const plane = 224 * 224
    const means = Array.from({ length: 6 }, (_, i) => {
      return pixel_values.data.subarray(i * plane, (i + 1) * plane).reduce((a, b) => a + b, 0) / plane
    })
    await processor.close()
    return logits.dims.join() === '2,3' && means.every((mean, i) => Math.abs(mean - logits.data[i]) < 1e-3)
  } finally {
    rmSync(root, { recursive: true })
  }
}

/** The steps in a pipeline give the bytes of imageProcessor(), and tensors have the batch's memory. */
async function inPipeline(config) {
  const source = [bytes]
  const define = pipelineDef({ batchSize: bytes.length, numThreads: 2 }, () =>
    preprocess(fn.externalSource({ source, dtype: 'uint8' }), config),
  )
  const pipe = define()
  const [list] = await pipe.run()
  const tensor = toTransformers(list, options)
  const data = list.dataSync()
  const processor = imageProcessor(config, options)
  const { pixel_values } = await processor(bytes)
  await processor.close()
  const out = {
    shared: tensor.data.buffer === data.buffer && tensor.data.byteOffset === data.byteOffset,
    equal: Buffer.compare(Buffer.from(data.slice().buffer), Buffer.from(pixel_values.data.slice().buffer)) === 0,
    copiedBytes: pipe.statistics().copiedBytes,
  }
  await pipe.close()
  return out
}

if (!finds) {
  try {
    toTransformers(nd.tensor([1]))
  } catch ({ code, hint }) {
    result.refused = `${code} ${hint}`
  }
}
const cases = JSON.parse(wanted)
result.cases = {}
for (const [name, [type, config]] of Object.entries(cases)) result.cases[name] = await compare(type, config)
const first = Object.values(cases)[0][1]
result.model = await withModel(first)
result.pipeline = await inPipeline(first)
console.log(JSON.stringify(result))
