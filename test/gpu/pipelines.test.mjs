// Pipelines on a GPU as a whole: the same script with and without it, outputs that stay there, several GPUs, chains that
// are fused, executors, and what is said where there is none.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { cond, fn, pipelineDef } from 'penstock-data'
import { compare } from './lib/compare.mjs'
import { gpu, inRoot, photos, skip } from './lib/gpu.mjs'
import { read } from './lib/run.mjs'

const norm = { mean: [123.7, 116.3, 103.5], std: [58.4, 57.1, 57.4] }
const executors = { dynamic: {}, pipelined: { execDynamic: false }, simple: { execPipelined: false } }

/** The main job from photos decoded on the CPU, so that what is compared was computed, not decoded. */
const job = () => {
  const [jpegs, labels] = fn.readers.file({ fileRoot: photos, randomShuffle: true })
  const images = fn.decoders.imageRandomCrop(jpegs)
  const small = fn.resize(images, { device: 'gpu', size: [224, 224] })
  const mirror = fn.random.coinFlip()
  return [fn.cropMirrorNormalize(small, { device: 'gpu', mirror, ...norm }), labels]
}
const branches = () => {
  const [jpegs] = fn.readers.file({ fileRoot: photos, randomShuffle: true })
  const images = fn.resize(fn.decoders.image(jpegs), { device: 'gpu', size: [40, 50] })
  const turned = cond(
    fn.random.coinFlip(),
    () => fn.rotate(images, { device: 'gpu', angle: 30, keepSize: true }),
    () => fn.brightness(images, { device: 'gpu', brightness: 1.5 }),
  )
  return [turned]
}
const backAndForth = () => {
  const [jpegs] = fn.readers.file({ fileRoot: photos, randomShuffle: true })
  const a = fn.resize(fn.decoders.image(jpegs).gpu(), { device: 'gpu', size: [60, 64] }).cpu()
  const b = fn.crop(a, { crop: [31, 33] })
  return [fn.erase(b, { device: 'gpu', anchor: [3, 4], shape: [5, 6] }), b]
}
const speech = () => {
  const files = ['voice.wav', 'voice.flac', 'voice.ogg', 'pair.ogg', 's16.wav']
  const [sound] = fn.decoders.audio(fn.readers.file({ fileRoot: inRoot('data/sounds'), files })[0], { downmix: true })
  const outRate = fn.random.uniform({ range: [7000, 20_000] })
  const resampled = fn.audioResample(sound, { device: 'gpu', inRate: 16_000, outRate, antialias: true })
  const [begin, length] = fn.nonsilentRegion(resampled, { device: 'gpu', cutoffDb: -20, windowLength: 300 })
  // The region goes back to the CPU, because arguments are there.
  const spoken = fn.slice(resampled, { device: 'gpu', start: begin.cpu(), shape: length.cpu(), axes: [0] })
  const spectrum = fn.spectrogram(fn.preemphasisFilter(spoken), { nfft: 512, windowLength: 400, windowStep: 160 })
  const mel = fn.melFilterBank(spectrum, { nfilter: 40, sampleRate: 16_000 })
  return [fn.mfcc(fn.toDecibels(mel, { cutoffDb: -80 }), { nMfcc: 13 }), spectrum, begin, length]
}
/** Texts that the host knows, beside samples that lie on the GPU. */
const sources = () => {
  const [jpegs] = fn.readers.file({ fileRoot: photos, randomShuffle: true })
  const text = (key) => fn.getProperty(jpegs.gpu(), { device: 'gpu', key })
  return [text('source_info'), fn.getProperty(jpegs, { key: 'source_info' }), text('layout')]
}
/** What may come of one unit by which the resize may differ. */
const most = { job: 1.01 / 57.1, branches: 2, backAndForth: 1, speech: 1e-3, sources: 0 }
const definitions = { job, branches, backAndForth, speech, sources }

async function batches(definition, options, n = 3) {
  const pipe = pipelineDef(
    { batchSize: 8, numThreads: 2, seed: 21, enableConditionals: true, ...options },
    definition,
  )()
  const made = []
  try {
    for (let i = 0; i < n; i++) {
      const outputs = [...(await pipe.run())]
      const lists = []
      for (const list of outputs) lists.push({ device: list.device, ...read(await list.toCpu()) })
      outputs[0].release()
      made.push(lists)
    }
  } finally {
    await pipe.close()
  }
  return made
}

function expectSame(a, b, what, most) {
  for (const [i, lists] of a.entries()) {
    for (const [o, list] of lists.entries()) compare(list, b[i][o], { most, what: `${what}, batch ${i}, output ${o}` })
  }
}

for (const [name, definition] of Object.entries(definitions)) {
  test(`${name}: deviceId 0 gives what deviceId null gives, in every executor`, { skip }, async () => {
    const expected = await batches(definition, { deviceId: null })
    for (const [executor, options] of Object.entries(executors)) {
      const made = await batches(definition, { deviceId: 0, ...options })
      assert.equal(made[0][0].device, 'gpu')
      expectSame(expected, made, `${name}, ${executor}`, most[name])
    }
  })
}

test('an output on the GPU has an address, an event and a stream, and stays as it is while it is held', {
  skip,
}, async () => {
  const pipe = pipelineDef({ batchSize: 4, numThreads: 2, deviceId: 0, seed: 2 }, job)()
  const held = []
  for (let i = 0; i < 6; i++) held.push(await pipe.run())
  const first = []
  for (const [images] of held) first.push(read(await images.toCpu()))
  for (const [images] of held) {
    assert.equal(images.device, 'gpu')
    assert.ok(images.event && images.stream)
  }
  for (let i = 0; i < 6; i++) (await pipe.run())[0].release()
  for (const [i, [images]] of held.entries()) {
    compare(first[i], read(await images.toCpu()), { exact: true, what: `batch ${i}, read again` })
    images.release()
  }
  await pipe.close()
})

/** More frames than CUDA takes blocks along an axis of a launch, each with an argument of its own. */
const longVideos = () => {
  const [videos, frames] = [2, 33_000]
  const video = (s) => ({
    data: Uint8Array.from({ length: frames }, (_, i) => (i + s) % 200),
    shape: [frames, 1, 1, 1],
    layout: 'FHWC',
  })
  const factors = (s) => ({ data: Float32Array.from({ length: frames }, (_, i) => (i + s) % 3), shape: [frames] })
  const source = (one, dtype) =>
    fn.externalSource({ source: () => Array.from({ length: videos }, (_, s) => one(s)), dtype })
  const brightness = fn.perFrame(source(factors, 'float32'))
  return [fn.brightness(source(video, 'uint8'), { device: 'gpu', brightness })]
}

test('videos have more frames than a launch of a kernel takes samples', { skip }, async () => {
  const options = { batchSize: 2 }
  const expected = await batches(longVideos, { ...options, deviceId: null }, 1)
  const made = await batches(longVideos, { ...options, deviceId: 0 }, 1)
  assert.equal(made[0][0].device, 'gpu')
  for (const [i, list] of made[0].entries()) compare(expected[0][i], list, { exact: true, what: 'frames' })
})

/** Noise without an input, of which some draws of a choice of many values are rejected and drawn again. */
const noise = () => {
  const on = { device: 'gpu', shape: [150_000] }
  const values = Array.from({ length: 99_999 }, (_, i) => i)
  return [
    fn.random.uniform({ ...on, values, dtype: 'int32' }),
    fn.random.uniform({ ...on, range: [-2, 3] }),
    fn.random.normal(on),
    fn.random.coinFlip(on),
  ]
}

test("random numbers on the GPU are the CPU's, also after a draw that is rejected", { skip }, async () => {
  const options = { batchSize: 4, seed: 5 }
  const expected = await batches(noise, { ...options, deviceId: null }, 2)
  for (const [executor, how] of Object.entries(executors)) {
    const made = await batches(noise, { ...options, deviceId: 0, ...how }, 2)
    assert.ok(made[0].every(({ device }) => device === 'gpu'))
    expectSame(expected, made, `noise, ${executor}`, 1e-6)
    for (const [i, lists] of made.entries()) compare(expected[i][0], lists[0], { exact: true, what: 'choices' })
  }
})

test('externalSource brings its data to the GPU, with several outputs too', { skip }, async () => {
  const source = (i) => [
    [Int32Array.of(i), Int32Array.of(i + 1)],
    [Float32Array.of(0.5), Float32Array.of(i)],
  ]
  const definition = () => fn.externalSource({ source, numOutputs: 2, device: 'gpu' })
  const expected = await batches(definition, { batchSize: 2, deviceId: null })
  const made = await batches(definition, { batchSize: 2, deviceId: 0 })
  assert.deepEqual(
    made[0].map(({ device }) => device),
    ['gpu', 'gpu'],
  )
  for (const [i, lists] of expected.entries()) {
    for (const [o, list] of lists.entries()) compare(list, made[i][o], { exact: true, what: `batch ${i}, output ${o}` })
  }
})

test('pipelines on all GPUs at once', { skip: skip || (gpu.devices.length < 2 && 'there is one GPU') }, async () => {
  const expected = await batches(job, { deviceId: null })
  const all = await Promise.all(gpu.devices.map(({ id }) => batches(job, { deviceId: id })))
  for (const [id, made] of all.entries()) expectSame(expected, made, `GPU ${id}`, most.job)
})

test('a GPU that is not there: CUDA_UNAVAILABLE names those that are', { skip }, async () => {
  const pipe = pipelineDef({ batchSize: 1, deviceId: 99 }, job)()
  await assert.rejects(
    () => pipe.run(),
    (e) => e.code === 'CUDA_UNAVAILABLE' && /99/.test(e.message) && e.hint !== undefined,
  )
})

const elsewhere = (env) => {
  const script = `import { fn, pipelineDef } from 'penstock-data'
    const pipe = pipelineDef({ batchSize: 1, deviceId: 0 }, () =>
      fn.decoders.image(fn.readers.file({ fileRoot: ${JSON.stringify(photos)} })[0], { device: 'mixed' }))()
    await pipe.run().then(() => console.log('ran'), (e) => console.log(e.code, e.message, e.hint))
    await pipe.close()`
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: inRoot('.'),
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
}

test('without the plugin: CUDA_UNAVAILABLE names the file and the cure', () => {
  assert.match(
    elsewhere({ PENSTOCK_CUDA_PLUGIN: '/nowhere/penstock_cuda.so' }),
    /^CUDA_UNAVAILABLE .*nowhere.*PENSTOCK_CUDA_PLUGIN/,
  )
})

test('with no GPU to be seen: CUDA_UNAVAILABLE says so', { skip }, () => {
  const none = gpu.emulated ? { PENSTOCK_EMULATED_GPUS: '0' } : { CUDA_VISIBLE_DEVICES: '' }
  assert.match(elsewhere(none), /^CUDA_UNAVAILABLE .*no GPU/i)
})

test('two pipelines at once, whose kernels want memory of different sizes', { skip }, async () => {
  const made = (size) => () => {
    const [jpegs] = fn.readers.file({ fileRoot: photos, randomShuffle: true })
    const small = fn.resize(fn.decoders.image(jpegs), { device: 'gpu', size: [size, size] })
    return [fn.cropMirrorNormalize(small, { device: 'gpu', ...norm })]
  }
  const options = { batchSize: 16, numThreads: 2, seed: 3, deviceId: 0 }
  const pipes = [32, 48, 224, 230].map((size) => pipelineDef(options, made(size))())
  try {
    await Promise.all(
      pipes.map(async (pipe) => {
        for (let i = 0; i < 40; i++) (await pipe.run())[0].release()
      }),
    )
  } finally {
    for (const pipe of pipes) await pipe.close()
  }
})

test('a jsFunction in a branch stands between operators on the GPU', { skip }, async () => {
  const batchSize = 6
  const source = () =>
    Array.from({ length: batchSize }, (_, i) => ({
      data: new Float32Array(12).fill(i + 1),
      shape: [2, 2, 3],
      layout: 'HWC',
    }))
  const chosen = () => [0, 1, 0, 1, 1, 0].map((v) => ({ data: Int32Array.of(v), shape: [] }))
  const module = new URL('../util/functions/negate.mjs', import.meta.url).href
  const definition = () => {
    const x = fn.externalSource({ source })
    const turned = cond(
      fn.externalSource({ source: chosen }),
      () => fn.flip(fn.jsFunction(fn.flip(x.gpu(), { horizontal: 1 }).cpu(), { module }).gpu(), { vertical: 1 }),
      () => fn.brightness(x.gpu(), { brightness: 2 }),
    )
    return [turned]
  }
  for (const [name, executor] of Object.entries(executors)) {
    const made = await batches(definition, { deviceId: 0, batchSize, ...executor }, 2)
    for (const [list] of made) {
      assert.deepEqual(
        list.samples.map(({ data }) => data[0]),
        [2, -2, 6, -4, -5, 12],
        name,
      )
    }
  }
})
