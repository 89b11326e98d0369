// Makes the pictures of docs/guides/augmentations.md: `npx tsx tools/docs/augment-pictures.ts`, after a build. A sheet for each policy
// has a photo as it is, and as draws of the policy give it; other pictures show what geometry.apply does with boxes, and mosaics.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Batch } from '../../src/dynamic.js'
import { boxes, classNames } from './photo-boxes.js'
import { save } from './webp.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const nd = (await import(join(root, 'dist/dynamic.js'))) as typeof import('../../src/dynamic.js')
const rng = (seed: number) => new nd.random.RNG(seed)

const side = 112
const photo = (name: string, size: number) =>
  nd.resize(nd.decoders.image(readFileSync(join(root, `data/photos/${name}.jpg`)), { outputType: 'rgb' }), {
    size: [size, size],
  })

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

/** Photos of this size with their boxes and labels. */
const fieldsOf = (names: readonly string[], size: number) => ({
  images: nd.batch(names.map((name) => photo(name, size))),
  boxes: nd.batch(
    names.map((name) => ({
      data: Float32Array.from(boxes[name]!.flatMap(([, ...box]) => box)),
      shape: [boxes[name]!.length, 4],
    })),
  ),
  labels: nd.batch(names.map((name) => Int32Array.from(boxes[name]!, ([label]) => classNames.indexOf(label)))),
})
const boxed = { classNames, ltrb: true, ratio: true, columns: 3 }

const { apply } = nd.geometry
const given = fieldsOf(['animals/cat'], 200)
const moved = [
  given,
  apply(given, 'flip', { horizontal: 1 }),
  apply(given, 'rotate', { angle: 20, keepSize: true }),
  apply(given, 'warpAffine', { matrix: [1, 0.3, -30, 0, 1, 0], size: [200, 200], inverseMap: false }),
  apply(given, 'crop', { crop: [130, 130], cropPosX: 0.6, cropPosY: 0.3 }),
  apply(given, 'resize', { size: [120, 200] }),
]
const all = <T extends keyof typeof given>(field: T) => nd.batch(moved.map((one) => one[field].tensors[0]!))
save('geometry', await nd.preview(all('images'), { boxes: all('boxes'), labels: all('labels'), ...boxed, size: 200 }))

const mosaics = nd.augment.mosaic(fieldsOf(Object.keys(boxes), 160), { outputSize: [220, 220], rng: rng(7) })
save(
  'mosaic',
  await nd.preview(mosaics.images.select([0, 1, 3]), {
    boxes: mosaics.boxes.select([0, 1, 3]),
    labels: mosaics.labels.select([0, 1, 3]),
    ...{ ...boxed, size: 220 },
  }),
)
