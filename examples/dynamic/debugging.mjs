// Debugging: what is in a value, which line an error comes from, a mode in
// which calls throw themselves, and what ran when.
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as nd from 'penstock-data/dynamic'

const photos = fileURLToPath(new URL('../../data/photos', import.meta.url))
const folder = tmpdir()
const jpegs = await Promise.all(
  ['animals/cat.jpg', 'space/launch.jpg'].map((name) =>
    readFile(join(photos, name)),
  ),
)

const images = nd.decoders.image(nd.batch(jpegs))
const small = nd.resize(images, { size: [48, 64] })
const normal = nd.cropMirrorNormalize(small, {
  mean: [124, 116, 104],
  std: [58, 57, 57],
})

// Printing waits for a value of eager mode, and leaves a deferred one alone.
console.log(nd.withEvalMode('deferred', () => nd.flip(small)))
console.log(small.at(0).slice([0, 2], [0, 3], 0))

// Numbers, and a picture: of a batch a sheet with all of its samples.
const { shape, dtype, layout, min, max, mean, png } = await nd.inspect(normal)
console.log(
  `${dtype} ${layout} ${shape[0].join(' x ')}: ${min.toFixed(2)} to ${max.toFixed(2)}, mean ${mean.toFixed(2)}`,
)
const sheet = join(folder, 'penstock-normal.png')
writeFileSync(sheet, png)
console.log(`a picture: ${sheet}`)

// What only the data shows is thrown where a result is read, with the line of
// the call.
const where = ({ code, op, sample, callSite }) =>
  `${code}: ${op} of sample ${sample.index}, ${basename(callSite)}`
const crop = nd.crop(images, { crop: [5000, 10] })
try {
  crop.dataSync()
} catch (error) {
  console.log(where(error))
}
// In this mode the call itself throws: a debugger stops there.
nd.withEvalMode('syncCpu', () => {
  try {
    nd.crop(images, { crop: [5000, 10] })
  } catch (error) {
    console.log(`the call itself: ${where(error)}`)
  }
})

// What ran lately, in a file for ui.perfetto.dev: calls that ran together are
// one event.
const { traceEvents } = nd.trace(join(folder, 'penstock-calls.json'))
for (const { name, cat, args } of traceEvents) {
  if (cat !== 'run') continue
  const lines = args.calls.map((call) => call.split(':').at(-2))
  console.log(
    `${name}: lines ${lines.join(', ')}, ${args.mode}${args.error ? `, ${args.error}` : ''}`,
  )
}
