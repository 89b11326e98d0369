// What the mixed decoder makes of every photo, with each decodeWith, against libjpeg-turbo. Kernels and threads give its
// bytes; the engines come close, and give the same bytes each time.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { fn, pipelineDef } from 'penstock-data'
import { gpu, inRoot, skip } from './lib/gpu.mjs'
import { read } from './lib/run.mjs'

const folders = ['data/photos', 'data/formats'].map(inRoot)
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .map((f) => `${folder}/${f}`)
    .filter((f) => f.endsWith('.jpg'))
    .sort(),
)

/** In units of 255: the mean difference of an image, and how many of its values may be further away than 2. */
const most = { mean: 0.5, far: 0.001 }

const decoders = {
  'whole images': (jpegs, o) => fn.decoders.image(jpegs, o),
  'gray images': (jpegs, o) => fn.decoders.image(jpegs, { ...o, outputType: 'gray' }),
  'random windows': (jpegs, o) => fn.decoders.imageRandomCrop(jpegs, { ...o, randomArea: [0.1, 0.9] }),
  'windows at a place': (jpegs, o) =>
    fn.decoders.imageCrop(jpegs, { ...o, crop: [20, 30], cropPosX: 0.3, cropPosY: 0.8 }),
}
async function decoded(decoder, deviceId, { numThreads = 4, ...given } = {}) {
  const pipe = pipelineDef({ batchSize: files.length, numThreads, deviceId, seed: 11 }, () => {
    const [jpegs] = fn.readers.file({ files })
    return decoder(jpegs, { device: 'mixed', jpegFancyUpsampling: true, ...given }).cpu()
  })()
  try {
    const [list] = await pipe.run()
    const made = read(list)
    list.release()
    const ops = pipe.statistics().stages.flatMap((s) => s.ops)
    return { made, ways: ops.find((op) => op.decode)?.decode }
  } finally {
    await pipe.close()
  }
}

for (const [name, decoder] of Object.entries(decoders)) {
  test(`${name}, by the engines`, { skip }, async (t) => {
    const { made: cpu } = await decoded(decoder, null)
    const { made, ways } = await decoded(decoder, 0, { decodeWith: 'engines' })
    t.diagnostic(JSON.stringify(ways))
    // Not every GPU has engines, and they give no gray images.
    if (gpu.emulated && !name.startsWith('gray')) assert.ok(ways.hardware >= files.length / 2, JSON.stringify(ways))
    let worst = { mean: 0, far: 0, max: 0 }
    for (const [i, a] of cpu.samples.entries()) {
      const b = made.samples[i]
      assert.deepEqual(b.shape, a.shape, files[i])
      const d = difference(a.data, b.data)
      assert.ok(d.mean <= most.mean && d.far <= most.far, `${files[i]}: ${JSON.stringify(d)}`)
      worst = Object.fromEntries(Object.entries(worst).map(([k, v]) => [k, Math.max(v, d[k])]))
    }
    t.diagnostic(`worst image: ${JSON.stringify(worst)}`)
    const { made: again } = await decoded(decoder, 0, { decodeWith: 'engines', numThreads: 1 })
    for (const [i, { data }] of made.samples.entries()) {
      assert.ok(bytesOf(data).equals(bytesOf(again.samples[i].data)), `${files[i]}: other bytes the second time`)
    }
  })
}

/** Ways that give the CPU's bytes, in both modes of upsampling. */
const exactly = {
  kernels: { decodeWith: 'kernels' },
  'a tenth of the GPU': { decodeWith: 'kernels', smShare: 0.1 },
  'as it comes': {},
  threads: { decodeWith: 'cpu' },
}

for (const [name, decoder] of Object.entries(decoders)) {
  test(`${name} have the CPU's bytes`, { skip }, async (t) => {
    for (const jpegFancyUpsampling of [true, false]) {
      const { made: cpu } = await decoded(decoder, null, { jpegFancyUpsampling })
      for (const [way, given] of Object.entries(exactly)) {
        // The emulated device takes seconds for each.
        if (gpu.emulated && (way !== 'kernels' || !name.startsWith('random'))) continue
        const { made, ways } = await decoded(decoder, 0, { jpegFancyUpsampling, ...given })
        for (const [i, { shape, data }] of cpu.samples.entries()) {
          assert.deepEqual(made.samples[i].shape, shape, files[i])
          assert.ok(bytesOf(data).equals(bytesOf(made.samples[i].data)), files[i])
        }
        // The pipeline runs ahead, so that there are more images than those of this batch.
        assert.ok(ways[way === 'threads' ? 'cpu' : 'kernels'] > files.length / 2, JSON.stringify(ways))
        if (way === 'threads') assert.equal(ways.kernels, 0)
        assert.equal(ways.hardware, 0)
        t.diagnostic(`${way}: ${JSON.stringify(ways)}`)
      }
    }
  })
}

test('every epoch has the same bytes with a cache, from which images come', { skip }, async (t) => {
  const few = files.slice(0, 12)
  const [epochs, cacheSize] = [12, 64]
  const { made: plain } = await decoded(decoders['whole images'], 0)
  const pipe = pipelineDef({ batchSize: few.length, numThreads: 4, deviceId: 0, seed: 11 }, () => {
    const [jpegs] = fn.readers.file({ files: few })
    return fn.decoders.image(jpegs, { device: 'mixed', jpegFancyUpsampling: true, cacheSize }).cpu()
  })()
  try {
    for (let epoch = 0; epoch < epochs; epoch++) {
      const [list] = await pipe.run()
      for (const [i, { data }] of read(list).samples.entries())
        assert.ok(bytesOf(data).equals(bytesOf(plain.samples[i].data)), `${few[i]} in epoch ${epoch}`)
      list.release()
    }
    const { decode } = pipe
      .statistics()
      .stages.flatMap((s) => s.ops)
      .find((op) => op.decode)
    t.diagnostic(JSON.stringify(decode))
    const count = decode.kernels + decode.hardware + decode.cpu
    assert.ok(count >= few.length && count < (epochs / 2) * few.length, JSON.stringify(decode))
  } finally {
    await pipe.close()
  }
})

const bytesOf = (data) => Buffer.from(data.buffer, data.byteOffset, data.byteLength)

function difference(a, b) {
  let [sum, far, max] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const d = Math.abs(a[i] - b[i])
    sum += d
    if (d > 2) far++
    if (d > max) max = d
  }
  return { mean: sum / a.length, far: far / a.length, max }
}
