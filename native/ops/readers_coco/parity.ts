// Cases of readers.coco for `npm run parity`: the first batch of an epoch over annotations that are made here.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as nd from 'penstock-data/dynamic'
import { parity } from '../../../tools/parity/cases.js'
import { temporaryFolder } from '../../../tools/parity/folder.js'
import { firstBatch } from '../../../tools/parity/penstock.js'

const folder = temporaryFolder()

const images = Array.from({ length: 12 }, (_, i) => ({
  id: (i * 7) % 12,
  file_name: `${i}.jpg`,
  width: 30 + ((i * 13) % 41),
  height: 20 + ((i * 11) % 37),
}))
for (const { file_name, id } of images) writeFileSync(join(folder, file_name), Buffer.alloc(10 * id + 1, id))

let state = 5
/** A number below `most`, with three decimals. */
function drawn(most: number): number {
  state = (state * 48271) % 2147483647
  return Math.round((state / 2147483647) * most * 1000) / 1000
}

/** Annotations of three forms: with polygons, with run lengths, and with neither. Each image has one label, because DALI mixes up labels that touch. */
const files = [0, 1, 2].map((form) => {
  const annotations = images.flatMap(({ id, width, height }) =>
    Array.from({ length: form === 1 ? id % 2 : id % 4 }, (_, i) => {
      const polygon = () => Array.from({ length: 6 + 2 * i }, (_, k) => drawn(k % 2 ? height + 4 : width + 4) - 2)
      const counts = [7 * id, 20, height, 3, width]
      const segmentation = [[polygon(), polygon()], { size: [height, width], counts }, undefined][form]
      const bbox = [drawn(width), drawn(height), drawn(width), drawn(height)]
      return { image_id: id, category_id: 10 + (id % 3), bbox, iscrowd: i % 2, segmentation }
    }),
  )
  const path = join(folder, `${form}.json`)
  writeFileSync(path, JSON.stringify({ images, categories: [12, 10, 11].map((id) => ({ id })), annotations }))
  return path
})

export default parity({
  tolerance: 0,
  differs: [
    {
      when: ({ args = {} }) => args.pixelwiseMasks === true && args.annotationsFile === files[0],
      reason:
        'DALI rounds the vertices of polygons to float32 before it draws them; penstock draws them as they are in the file, as pycocotools does, so that pixels at outlines may differ.',
    },
  ],
  ours: firstBatch((args) => nd.readers.coco(args)),
  case: (d) => {
    const count = d.int(1, 2)
    const skipEmpty = d.maybe(() => d.bool())
    const masks = d.pick([
      {},
      { polygonMasks: true },
      { pixelwiseMasks: true },
      { polygonMasks: true, pixelwiseMasks: true },
    ])
    return {
      inputs: [],
      // DALI fills a batch that is not full from the next epoch.
      batchSize: skipEmpty ? 1 : d.int(1, 3),
      args: {
        fileRoot: folder,
        annotationsFile: d.pick(files),
        ...masks,
        avoidClassRemapping: d.maybe(() => d.bool()),
        imageIds: d.maybe(() => d.bool()),
        images: d.maybe(() => d.some(images, d.int(6, 9)).map(({ file_name }) => file_name)),
        includeIscrowd: d.maybe(() => d.bool()),
        ltrb: d.maybe(() => d.bool()),
        ratio: d.maybe(() => d.bool()),
        sizeThreshold: d.maybe(() => d.float(0, 20)),
        skipEmpty,
        numShards: count,
        shardId: d.int(0, count - 1),
      },
    }
  },
})
