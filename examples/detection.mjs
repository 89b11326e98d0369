// The input of an object detector, SSD's kind: a random window of each photo
// that keeps enough of its boxes, decoded alone, its boxes in the window's
// coordinates, both mirrored together, and the boxes matched with anchors.
// Writes a contact sheet with boxes and matched anchors drawn. The photos have
// no boxes of their own, so the first part makes some: bright and dark regions.
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'

const out = process.argv[2] ?? join(tmpdir(), 'detection.png')
const photos = fileURLToPath(new URL('../data/photos', import.meta.url))
const names = [
  'animals/cat',
  'animals/raccoon',
  'objects/coffee',
  'people/astronaut',
  'people/photographer',
  'space/launch',
]
const encoded = names.map((name) => readFileSync(join(photos, `${name}.jpg`)))

// --- boxes: those of the objects of a mask, which are the photo's brightest
// (1) and darkest (2) regions ---

function boxesOf(jpeg) {
  const gray = nd.gaussianBlur(
    nd.resize(nd.decoders.image(jpeg, { outputType: 'gray' }), {
      size: [48, 48],
    }),
    {
      sigma: 3,
    },
  )
  const values = [...gray.dataSync()]
  const sorted = [...values].sort((a, b) => a - b)
  const [dark, bright] = [
    sorted[Math.floor(values.length * 0.15)],
    sorted[Math.floor(values.length * 0.85)],
  ]
  const mask = Uint8Array.from(values, (v) =>
    v >= bright ? 1 : v <= dark ? 2 : 0,
  )
  // Each draw gives one object; together they give most of them.
  const [found, labels] = nd.segmentation.randomObjectBBox(
    { data: mask, shape: [48, 48] },
    {
      format: 'box',
      outputClass: true,
      threshold: [8, 8],
      kLargest: 2,
      batchSize: 16,
      rng: new nd.random.RNG(1),
    },
  )
  const all = [...found].map(
    (box, i) => `${[...box.dataSync()]},${labels.at(i).dataSync()[0]}`,
  )
  return [...new Set(all)].map((text) => text.split(',').map(Number))
}
const objects = encoded.map(boxesOf)
const boxes = objects.map((list) => ({
  data: Float32Array.from(
    list.flatMap(([top, left, bottom, right]) =>
      [left, top, right, bottom].map((v) => v / 48),
    ),
  ),
  shape: [list.length, 4],
}))
const labels = objects.map((list) =>
  Int32Array.from(list, (object) => object[4]),
)

// --- anchors: squares of three sizes on a grid ---

const anchors = [0.25, 0.5, 0.8].flatMap((side) =>
  Array.from({ length: 64 }, (_, i) => [
    ((i % 8) + 0.5) / 8,
    (Math.floor(i / 8) + 0.5) / 8,
  ]).flatMap(([x, y]) => [
    x - side / 2,
    y - side / 2,
    x + side / 2,
    y + side / 2,
  ]),
)

// --- the pipeline ---

const size = 192
const define = pipelineDef({ batchSize: encoded.length, seed: 11 }, () => {
  const jpeg = fn.externalSource({ source: () => encoded })
  const [anchor, shape, kept, classes] = fn.randomBBoxCrop(
    fn.externalSource({ source: () => boxes, dtype: 'float32' }),
    fn.externalSource({ source: () => labels, dtype: 'int32' }),
    {
      bboxLayout: 'xyXY',
      thresholds: [0.1, 0.3, 0.5],
      scaling: [0.5, 1],
      aspectRatio: [0.6, 1.7],
      allBoxesAboveThreshold: false,
      totalNumAttempts: 100,
    },
  )
  // Only the window is decoded.
  const window = fn.decoders.imageSlice(jpeg, anchor, shape)
  const mirror = fn.random.coinFlip()
  const images = fn.flip(fn.resize(window, { size: [size, size] }), {
    horizontal: mirror,
  })
  const mirrored = fn.bbFlip(kept, { horizontal: mirror, ltrb: true })
  const [targets, targetLabels] = fn.boxEncoder(mirrored, classes, {
    anchors,
    criteria: 0.5,
  })
  return { images, boxes: mirrored, classes, targets, targetLabels }
})

// --- the contact sheet: what remains of the objects, and the anchors that were
// matched, in the colours of their labels ---

const pipe = define()
const pictures = []
const drawn = []
const drawnLabels = []
for (let row = 0; row < 2; row++) {
  const batch = await pipe.run()
  let matched = 0
  for (let i = 0; i < encoded.length; i++) {
    const own = batch.targetLabels.at(i).dataSync()
    const encodedBoxes = batch.targets.at(i).dataSync()
    const objectsOf = new Map()
    for (const [a, label] of own.entries()) {
      if (!label) continue
      matched++
      // The encoded box is that of the object: its centre and sides.
      const [x, y, w, h] = encodedBoxes.subarray(4 * a, 4 * a + 4)
      const object = [x - w / 2, y - h / 2, x + w / 2, y + h / 2]
      objectsOf.set(object.map((v) => v.toFixed(3)).join(), object)
    }
    const anchorsOf = [...own.keys()].filter((a) => own[a])
    pictures.push(batch.images.at(i).copy())
    drawn.push([
      ...anchorsOf.map((a) => anchors.slice(4 * a, 4 * a + 4)),
      ...objectsOf.values(),
    ])
    drawnLabels.push([
      ...anchorsOf.map((a) => own[a]),
      ...[...objectsOf].map(() => 0),
    ])
  }
  const counts = Array.from(
    { length: encoded.length },
    (_, i) => batch.boxes.shape(i)[0],
  )
  console.log(
    `batch ${row}: ${counts.join(', ')} boxes remain; ${matched} anchors are matched`,
  )
}
await nd.preview(pictures, {
  ...{ boxes: drawn, labels: drawnLabels, ltrb: true, ratio: true },
  // A class without a name has a colour alone.
  ...{ classNames: ['object', '', ''], columns: encoded.length, path: out },
})
console.log(`see ${out}`)
await pipe.close()
