// What the mixed decoder makes of every photo, by each of its ways, against libjpeg-turbo. Kernels and threads give its
// bytes; the engines come close.
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
/** hwDecoderLoad: the engines alone as far as they go, the threads alone, and what the decoder finds best for both. */
const loads = [1, 0, undefined]

async function decoded(decoder, deviceId, given = {}) {
  const pipe = pipelineDef({ batchSize: files.length, numThreads: 4, deviceId, seed: 11 }, () => {
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
  for (const load of loads) {
    test(`${name}, hwDecoderLoad ${load ?? 'adaptive'}`, { skip }, async (t) => {
      const { made: cpu } = await decoded(decoder, null)
      const given = load === undefined ? { decodeWith: 'engines' } : { hwDecoderLoad: load }
      const { made, ways } = await decoded(decoder, 0, given)
      t.diagnostic(JSON.stringify(ways))
      if (load === 0) assert.equal(ways.hardware, 0)
      // Not every GPU has engines, and they give no gray images.
      if (load === 1 && gpu.emulated && !name.startsWith('gray'))
        assert.ok(ways.hardware >= files.length / 2, JSON.stringify(ways))
      let worst = { mean: 0, far: 0, max: 0 }
      for (const [i, a] of cpu.samples.entries()) {
        const b = made.samples[i]
        assert.deepEqual(b.shape, a.shape, files[i])
        const d = difference(a.data, b.data)
        assert.ok(d.mean <= most.mean && d.far <= most.far, `${files[i]}: ${JSON.stringify(d)}`)
        worst = Object.fromEntries(Object.entries(worst).map(([k, v]) => [k, Math.max(v, d[k])]))
      }
      t.diagnostic(`worst image: ${JSON.stringify(worst)}`)
    })
  }
}

/** Ways that give the CPU's bytes, in both modes of upsampling. */
const exactly = {
  kernels: { decodeWith: 'kernels' },
  'a tenth of the GPU': { decodeWith: 'kernels', smShare: 0.1 },
  'exact: true': { exact: true },
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
        assert.equal(ways.hardware + ways.hybrid, 0)
        t.diagnostic(`${way}: ${JSON.stringify(ways)}`)
      }
    }
  })
}

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
