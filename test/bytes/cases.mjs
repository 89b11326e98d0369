// The pipelines whose bytes stay the same from one patch version to the next (docs/reference/versioning.md), each with a hash of what
// it gives. Plain JavaScript that runs in a process of its own, at any SIMD level: node test/bytes/cases.mjs prints the
// hashes as JSON. Everything here is exact: the C library's exp(), sin() and their like are left out where a result shows
// their last bit, and so are formats that libvips decodes.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cond, fn, math, oneOf, pipelineDef, types } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const photos = at('data/photos')
const cases = {}

/** Adds the bytes, types and shapes of a list of outputs. */
function update(hash, outputs) {
  for (const list of outputs) {
    for (const tensor of list.tensors ?? list.copy()) {
      const data = tensor.dataSync()
      hash.update(`${tensor.dtype} ${tensor.layout} ${tensor.shape} `)
      hash.update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
    }
  }
}
const digest = (hash) => hash.digest('hex').slice(0, 16)

/** A case: `epochs` epochs of a pipeline over the photos. `more` gets every batch, for what is no output. */
function overPhotos(name, definition, { options = {}, reader = {}, epochs = 1, more } = {}) {
  cases[name] = async () => {
    const pipe = pipelineDef({ batchSize: 7, numThreads: 2, seed: 42, ...options }, () => {
      const [jpegs, labels] = fn.readers.file({ fileRoot: photos, name: 'photos', ...reader })
      return [definition(jpegs, labels)].flat()
    })()
    const hash = createHash('sha256')
    for (let epoch = 0; epoch < epochs; epoch++) {
      for await (const batch of pipe) {
        update(hash, batch)
        more?.(hash, batch)
      }
    }
    await pipe.close()
    return digest(hash)
  }
}

/** A case: three batches of operators that need no data. */
function drawn(name, definition) {
  cases[name] = async () => {
    const pipe = pipelineDef({ batchSize: 16, numThreads: 2, seed: 42 }, () => [definition()].flat())()
    const hash = createHash('sha256')
    for (let i = 0; i < 3; i++) update(hash, await pipe.run())
    await pipe.close()
    return digest(hash)
  }
}

/** A case: the files, decoded in imperative mode. */
function decoded(name, files, options = {}) {
  cases[name] = async () => {
    const batch = nd.batch(files.map((file) => new Uint8Array(readFileSync(file))))
    const hash = createHash('sha256')
    update(hash, [nd.decoders.image(batch, options)])
    return digest(hash)
  }
}

// The order of samples: their labels, and where they come from.
const order = (reader) => ({
  ...{ reader, epochs: 3 },
  more: (hash, [labels]) => {
    for (let i = 0; i < labels.length; i++) hash.update(`${labels.sourceInfo(i).index} `)
  },
})
overPhotos('order: as it is', (_, labels) => labels, order({}))
overPhotos('order: randomShuffle', (_, labels) => labels, order({ randomShuffle: true, initialFill: 5 }))
overPhotos('order: shuffleAfterEpoch', (_, labels) => labels, order({ shuffleAfterEpoch: true }))
overPhotos(
  'order: a padded shard',
  (_, labels) => labels,
  order({ randomShuffle: true, numShards: 5, shardId: 1, padLastBatch: true }),
)
overPhotos(
  'order: a shard of the global shuffle',
  (_, labels) => labels,
  order({ shuffleAfterEpoch: true, numShards: 5, shardId: 3 }),
)

// Random numbers.
drawn('random.uniform', () => [
  fn.random.uniform(),
  fn.random.uniform({ range: [2, 5], shape: [3], seed: 7 }),
  fn.random.uniform({ range: [-9, 9], dtype: types.INT32 }),
  fn.random.uniform({ values: [1, 2, 4] }),
])
drawn('random.normal', () => [fn.random.normal(), fn.random.normal({ mean: 3, stddev: 2, shape: [5], seed: 7 })])
drawn('random.coinFlip', () => [fn.random.coinFlip(), fn.random.coinFlip({ probability: 0.1, shape: [9], seed: 7 })])
drawn('random.choice', () => [fn.random.choice(10), fn.random.choice([2, 3, 5], { p: [0.2, 0.3, 0.5], shape: [4] })])
overPhotos('decoders.imageRandomCrop', (jpegs) => fn.decoders.imageRandomCrop(jpegs), { epochs: 2 })
overPhotos('decoders.imageRandomCrop, of a seed', (jpegs) => fn.decoders.imageRandomCrop(jpegs, { seed: 7 }))
overPhotos('randomResizedCrop', (jpegs) => fn.randomResizedCrop(fn.decoders.image(jpegs), { size: [50, 60] }), {
  epochs: 2,
})
overPhotos(
  'branches',
  (jpegs) => {
    const x = fn.resize(fn.decoders.image(jpegs), { size: [40, 40] })
    const flipped = cond(
      fn.random.coinFlip(),
      () => fn.flip(x),
      () => x,
    )
    return oneOf([() => flipped, () => fn.brightness(flipped, { brightness: 2 })], [1, 2])
  },
  { options: { enableConditionals: true } },
)

// Decoding: files that the addon decodes by itself.
const jpegs = readdirSync(photos, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.jpg'))
  .sort()
  .map((path) => `${photos}/${path}`)
const formats = readdirSync(at('data/formats'))
  .filter((path) => /\.(jpg|bmp|p[bgp]m)$/.test(path))
  .sort()
  .map((path) => at(`data/formats/${path}`))
decoded('decode: photos', jpegs)
decoded('decode: JPEG, BMP and PNM of every kind', formats)
decoded('decode: ycbcr, float32', formats, { outputType: types.YCbCr, dtype: types.FLOAT })
decoded('decode: gray, uint16', formats, { outputType: types.GRAY, dtype: types.UINT16 })
decoded('decode: fast transform, plain upsampling', jpegs.slice(0, 6), {
  useFastIdct: true,
  jpegFancyUpsampling: false,
})

// Resizing, and what comes behind it.
const filters = ['INTERP_NN', 'INTERP_LINEAR', 'INTERP_CUBIC', 'INTERP_LANCZOS3', 'INTERP_GAUSSIAN']
for (const filter of filters) {
  overPhotos(`resize: ${filter}`, (files) => {
    const x = fn.decoders.image(files)
    const interpType = types[filter]
    return [
      fn.resize(x, { size: [97, 61], interpType }),
      fn.resize(x, { size: [97, 61], interpType, antialias: false, dtype: types.FLOAT }),
      fn.resize(fn.crop(x, { crop: [40, 50] }), { size: [97, 121], interpType }),
    ]
  })
}
overPhotos('resize: regions and modes', (files) => {
  const x = fn.decoders.image(files)
  return [
    fn.resize(x, { size: [80, 80], roiStart: [0.1, 0.9], roiEnd: [0.8, 0.2], roiRelative: true }),
    fn.resize(x, { resizeShorter: 64, maxSize: 90 }),
    fn.resize(x, { size: [70, 90], mode: 'not_larger', subpixelScale: false }),
  ]
})
overPhotos('cropMirrorNormalize: every output dtype', (files) => {
  const x = fn.resize(fn.decoders.image(files), { size: [70, 90] })
  const args = { crop: [64, 64], mirror: fn.random.coinFlip(), mean: [124, 116, 104], std: [58, 57, 56] }
  return ['FLOAT', 'FLOAT16', 'UINT8', 'INT8'].map((dtype) =>
    fn.cropMirrorNormalize(x, {
      ...args,
      scale: 30,
      dtype: types[dtype],
      outputLayout: dtype === 'UINT8' ? 'HWC' : 'CHW',
    }),
  )
})
overPhotos(
  'the main job',
  (files) => {
    const x = fn.resize(fn.decoders.imageRandomCrop(files), { size: [64, 64] })
    return fn.cropMirrorNormalize(x, { mirror: fn.random.coinFlip(), mean: [124, 116, 104], std: [58, 57, 57] })
  },
  { reader: { randomShuffle: true }, epochs: 2 },
)
overPhotos('math', (files) => {
  const x = fn.resize(fn.decoders.image(files), { size: [30, 40] })
  const y = math.mul(math.sub(x, 12.5), fn.random.uniform({ range: [0.5, 2] }))
  return [y, math.sqrt(math.abs(y)), math.clamp(math.floorDiv(x, 7), 3, 20), math.mod(x, 9), math.gt(y, 50)]
})

overPhotos('reductions', (files) => {
  const x = fn.resize(fn.decoders.image(files), { size: [61, 83] })
  const real = math.mul(x, 1.1)
  const names = ['sum', 'mean', 'meanSquare', 'rms', 'min', 'max']
  return [x, real].flatMap((y) => [
    ...names.flatMap((name) => [fn.reductions[name](y), fn.reductions[name](y, { axisNames: 'HW' })]),
    fn.reductions.stdDev(y, fn.reductions.mean(y, { axes: [0] }), { axes: [0] }),
    fn.reductions.variance(y, fn.reductions.mean(y, { axes: [2] }), { axes: [2], ddof: 1 }),
  ])
})

// A checkpoint that was written by version 0.1.0, after seven batches. The folder is part of the graph, so its path is relative.
const taken = JSON.stringify({
  penstock: 1,
  graph: '56928e8627b13516',
  nodes: 'c400c5264e19',
  seed: 42,
  batchSize: 5,
  epoch: 1,
  position: 11,
  last: 1,
  inputs: { 'readers.file': { epoch: 1, position: 11, order: '24 samples, shard 0/1, buffer 1024 seed 42' } },
})
cases['checkpoint of 0.1.0'] = async () => {
  process.chdir(at('.'))
  const define = pipelineDef({ batchSize: 5, numThreads: 1, seed: 42, checkpoint: taken }, () => {
    const [files, labels] = fn.readers.file({ fileRoot: 'data/photos', randomShuffle: true })
    return [fn.resize(fn.decoders.imageRandomCrop(files), { size: [20, 20] }), labels]
  })
  try {
    const pipe = define()
    const hash = createHash('sha256')
    for (let i = 0; i < 6; i++) update(hash, await pipe.run())
    await pipe.close()
    return digest(hash)
  } catch (error) {
    return `refused: ${error.code}`
  }
}

// One call of each operator on images.
const calls = JSON.parse(readFileSync(at('test/bytes/calls.json'), 'utf8'))
for (const [name, { photo, args, random }] of Object.entries(calls)) {
  cases[`example: ${name}`] = async () => {
    const encoded = nd.batch([new Uint8Array(readFileSync(`${photos}/${photo}`))])
    const input = name.startsWith('decoders.') ? encoded : nd.decoders.image(encoded)
    const call = name.split('.').reduce((from, part) => from[part], nd)
    const hash = createHash('sha256')
    update(hash, [call(input, { ...args, ...(random && { rng: new nd.random.RNG(7) }) })].flat())
    return digest(hash)
  }
}

const hashes = {}
for (const [name, hashOf] of Object.entries(cases)) hashes[name] = await hashOf()
console.log(JSON.stringify(hashes))
