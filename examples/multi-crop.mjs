// Multi-crop, as self-supervised training (SwAV, DINO) wants it: each photo is
// decoded once, and two large and six small windows of it are drawn, each
// cropped, resized and mirrored on its own. Writes a contact sheet: a photo a
// row.
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'

const out = process.argv[2] ?? join(tmpdir(), 'multi-crop.png')
const photos = fileURLToPath(new URL('../data/photos', import.meta.url))
const names = ['animals/cat', 'objects/coffee', 'people/astronaut']
const encoded = names.map((name) => readFileSync(join(photos, `${name}.jpg`)))

const global = { size: 160, area: [0.4, 1], count: 2 }
const local = { size: 96, area: [0.05, 0.4], count: 6 }

const define = pipelineDef({ batchSize: encoded.length, seed: 5 }, () => {
  const jpeg = fn.externalSource({ source: () => encoded })
  const shape = fn.peekImageShape(jpeg)
  const image = fn.decoders.image(jpeg)
  const view = ({ size, area }) => {
    const [start, extent] = fn.randomCropGenerator(shape, { randomArea: area })
    const window = fn.slice(image, { start, shape: extent, axes: [0, 1] })
    return fn.flip(fn.resize(window, { size: [size, size] }), {
      horizontal: fn.random.coinFlip(),
    })
  }
  return [global, local].flatMap((kind) =>
    Array.from({ length: kind.count }, () => view(kind)),
  )
})

const pipe = define()
const views = [...(await pipe.run())]
await nd.preview(
  encoded.flatMap((_, row) => views.map((view) => view.at(row))),
  { columns: views.length, path: out },
)
console.log(
  `${encoded.length} photos, ${views.map((view) => view.shape(0)[0]).join(', ')} pixels`,
)
console.log(`see ${out}`)
await pipe.close()
