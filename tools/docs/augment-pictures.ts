// Makes the pictures of docs/guides/augmentations.md: `npx tsx tools/docs/augment-pictures.ts`, after a build. A sheet for each policy
// has a photo as it is, and as draws of the policy give it; another picture shows mosaics with their boxes.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Batch } from '../../src/dynamic.js'
import { boxes, classNames } from './photo-boxes.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const nd = (await import(join(root, 'dist/dynamic.js'))) as typeof import('../../src/dynamic.js')
const rng = (seed: number) => new nd.random.RNG(seed)

const side = 112
const photo = (name: string, size: number) =>
  nd.resize(nd.decoders.image(readFileSync(join(root, `data/photos/${name}.jpg`)), { outputType: 'rgb' }), {
    size: [size, size],
  })

/** Writes a drawn sheet as WebP: photos take a fifth of a PNG file. */
function save(name: string, png: Uint8Array): void {
  const image = nd.decoders.image(png, { outputType: 'rgb' })
  const webp = nd.encoders.image(image, { format: 'webp', quality: 80 }).dataSync() as Uint8Array
  writeFileSync(join(root, `docs/images/${name}.webp`), webp)
  console.log(`${name}: ${webp.length} bytes`)
}

const draws = 15
const { autoAugment, randAugment, trivialAugmentWide } = nd.autoAug
const policies: Readonly<Record<string, (images: Batch) => Batch>> = {
  imageNet: (x) => autoAugment(x, { policy: 'imageNet', rng: rng(1) }),
  reducedImageNet: (x) => autoAugment(x, { policy: 'reducedImageNet', rng: rng(2) }),
  cifar10: (x) => autoAugment(x, { policy: 'cifar10', rng: rng(3) }),
  svhn: (x) => autoAugment(x, { policy: 'svhn', rng: rng(4) }),
  randAugment: (x) => randAugment(x, { rng: rng(5) }),
  trivialAugmentWide: (x) => trivialAugmentWide(x, { rng: rng(6) }),
}
const cat = photo('animals/cat', side)
for (const [name, apply] of Object.entries(policies)) {
  const drawn = apply(nd.batch(Array(draws).fill(cat)))
  save(`policy-${name}`, await nd.preview(nd.batch([cat, ...drawn]), { columns: 8, size: side }))
}

const names = Object.keys(boxes)
const fields = {
  images: nd.batch(names.map((name) => photo(name, 160))),
  boxes: nd.batch(
    names.map((name) => ({
      data: Float32Array.from(boxes[name]!.flatMap(([, ...box]) => box)),
      shape: [boxes[name]!.length, 4],
    })),
  ),
  labels: nd.batch(names.map((name) => Int32Array.from(boxes[name]!, ([label]) => classNames.indexOf(label)))),
}
const mosaics = nd.augment.mosaic(fields, { outputSize: [220, 220], rng: rng(7) })
save(
  'mosaic',
  await nd.preview(mosaics.images.select([0, 1, 3]), {
    boxes: mosaics.boxes.select([0, 1, 3]),
    labels: mosaics.labels.select([0, 1, 3]),
    ...{ classNames, ltrb: true, ratio: true, columns: 3, size: 220 },
  }),
)
