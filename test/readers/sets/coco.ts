// Annotations of COCO, with the images beside the file, and in the folders that COCO has.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fn } from 'penstock-data'
import { jpeg, pictures, type ReaderSet } from './sets.js'

const text = JSON.stringify({
  info: { year: 2017 },
  images: [{ id: 1, file_name: 'a.jpg', width: 4, height: 4 }],
  annotations: [{ id: 1, image_id: 1, category_id: 5, bbox: [0, 0, 2, 2], iscrowd: 0 }],
  categories: [{ id: 5, name: 'cat' }],
})
const gives = { ...pictures, labels: 'int32 [1]' }

export const set: ReaderSet = {
  write(at) {
    for (const name of ['flat', 'coco', 'coco/annotations', 'coco/train2017', 'coco/val2017']) mkdirSync(at(name))
    writeFileSync(at('flat/set.json'), text)
    writeFileSync(at('coco/annotations/instances_val2017.json'), text)
    for (const name of ['flat', 'coco/train2017', 'coco/val2017']) writeFileSync(at(`${name}/a.jpg`), jpeg)
  },
  read: (at) => fn.readers.coco({ fileRoot: at('flat'), annotationsFile: at('flat/set.json') }),
  progress: { file: 'flat/set.json', files: 1, samples: 1 },
  data: [
    { value: 'flat', gives },
    { value: ['flat/set.json'], gives },
    { value: 'coco', gives },
    { value: ['coco/annotations/instances_val2017.json'], gives },
  ],
}
