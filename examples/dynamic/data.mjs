// Values of imperative mode: a batch of photos, its shapes before any photo is
// decoded, slices, selections, arithmetic, and a look at its contents. There is
// no pipeline.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as nd from 'penstock-data/dynamic'

const folder = new URL('../../data/photos/animals/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.jpg'))
const encoded = nd.batch(
  files.map((name) => readFileSync(new URL(name, folder))),
)

// Calls return at once, and shapes are known before they have run.
const photos = nd.withEvalMode('deferred', () => nd.decoders.image(encoded))
console.log(
  `${photos.length} photos: ${photos.shape.map(([h, w]) => `${w}x${h}`).join(', ')}`,
)
console.log(photos)

const small = nd.resize(photos, { size: [60, 80] })
const wide = photos.select(photos.shape.map(([h, w]) => w >= h))
console.log(`${wide.length} are at least as wide as high`)

// Index 0 of the last axis, rows 10 to 19, every other column.
const red = small.slice([10, 20], [undefined, undefined, 2], 0)
console.log(`red: ${red.dtype} ${red.layout} ${red.shape[0].join(' x ')}`)

// A tensor stands for as many equal samples.
const scaled = small.sub(nd.asTensor([120, 115, 105])).div(60)
const data = await scaled.data()
console.log(
  `${data.constructor.name} of ${data.length}, ${scaled.asTensor().shape.join(' x ')}`,
)
console.log(
  nd
    .asTensor([
      [1, 2],
      [3, 4],
    ])
    .mul([10, 0.5]),
)

const { min, max, mean, png } = await nd.inspect(small)
console.log(`from ${min} to ${max}, mean ${mean.toFixed(1)}`)
const sheet = join(tmpdir(), 'penstock-inspect.png')
writeFileSync(sheet, png)
console.log(`a sheet of them: ${sheet}`)

small.dispose()
try {
  small.shape
} catch (error) {
  console.log(error.code)
}
