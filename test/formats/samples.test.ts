// Every file of data/formats, by the extensions of native/codecs/*/codec.json: told by its bytes to be of its format, and
// decoded to as many pixels as its header says. A new format's files are tested here as soon as they lie there.
import { readdirSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fn, pipelineDef } from '../../src/index.js'
import { loadCodecs } from '../../tools/schemas/codec-json.js'
import { bundled } from './decode.js'
import { openJpeg } from './openjpeg.js'

const path = (below: string) => fileURLToPath(new URL(`../../${below}`, import.meta.url))
const samples = loadCodecs(path('native/codecs')).flatMap((codec) =>
  readdirSync(path('data/formats'))
    .filter((name) => codec.extensions.includes(extname(name).slice(1)))
    .map((name) => ({ name, format: codec.name })),
)
const files = samples.map(({ name }) => bundled(name))
/** HEVC, which npm's libvips lacks, and what a library of the system decodes that is not there. */
const undecodable = samples
  .filter(({ name, format }) => name === 'hevc.heic' || (format === 'JPEG 2000' && !openJpeg))
  .map(({ name }) => name)

const define = pipelineDef({ batchSize: files.length, numThreads: 2, onError: 'placeholder' }, (args: object) => {
  const encoded = fn.externalSource({ source: [files] })
  return [fn.decoders.image(encoded, { outputType: 'any', ...args }), fn.peekImageShape(encoded, { imageType: 'any' })]
})

test('all files of data/formats have the extension of a format', () => {
  expect(samples.map(({ name }) => name).sort()).toEqual(readdirSync(path('data/formats')).sort())
})

test('the bytes of each file say its format', async () => {
  await using pipe = define({ maxPixels: 1 })
  await pipe.run()
  const reasons = new Map(pipe.statistics().badSamples.map(({ index, reason }) => [index, reason]))
  for (const [i, { name, format }] of samples.entries()) expect(reasons.get(i), name).toContain(` a ${format} of `)
})

test('each file is decoded to the shape that its header tells', async () => {
  await using pipe = define({})
  const [images, shapes] = await pipe.run()
  const bad = pipe.statistics().badSamples.map(({ index }) => samples[index]!.name)
  expect(bad).toEqual(undecodable)
  for (const [i, { name }] of samples.entries()) {
    if (bad.includes(name)) continue
    expect([...images!.shape(i)], name).toEqual(Array.from(shapes!.at(i).dataSync(), Number))
  }
})
