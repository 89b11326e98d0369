// A segmentation data set: images and their masks go through the same random
// crop and the same mirroring, because the operators of both have equal seeds.
// Writes a picture: each image with its mask laid over it. The photos have no
// masks of their own, so the first part makes some: class 1 is where a photo is
// bright.
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef, types } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { PNG } from 'pngjs'

const out = process.argv[2] ?? join(tmpdir(), 'segmentation.png')
const photos = fileURLToPath(new URL('../data/photos', import.meta.url))
const images = readdirSync(photos, { recursive: true })
  .filter((file) => file.endsWith('.jpg'))
  .sort()
  .slice(0, 6)
  .map((file) => join(photos, file))

// --- masks: one grey PNG for each photo, whose values are class indices ---

const folder = mkdtempSync(join(tmpdir(), 'masks-'))
const masks = []
for (const [i, file] of images.entries()) {
  const gray = nd.decoders.image(readFileSync(file), { outputType: types.GRAY })
  const [height, width] = gray.shape
  masks.push(join(folder, `${i}.png`))
  const data = Buffer.from(gray.dataSync().map((value) => Number(value > 128)))
  writeFileSync(
    masks[i],
    PNG.sync.write(
      { width, height, data },
      { colorType: 0, inputColorType: 0 },
    ),
  )
}

// --- the pipeline ---

const size = [160, 160]
const define = pipelineDef({ batchSize: images.length, seed: 3 }, () => {
  // Readers of equal seeds shuffle alike.
  const [image] = fn.readers.file({
    files: images,
    randomShuffle: true,
    seed: 7,
    name: 'images',
  })
  const [mask] = fn.readers.file({
    files: masks,
    randomShuffle: true,
    seed: 7,
    name: 'masks',
  })
  const augment = (x, interpType) => {
    const cropped = fn.randomResizedCrop(x, {
      size,
      interpType,
      randomArea: [0.2, 0.8],
      seed: 77,
    })
    return fn.flip(cropped, { horizontal: fn.random.coinFlip({ seed: 78 }) })
  }
  return {
    images: augment(fn.decoders.image(image), types.INTERP_LINEAR),
    // Class indices must not be blended: each pixel is its nearest neighbour.
    masks: augment(
      fn.decoders.image(mask, { outputType: types.GRAY }),
      types.INTERP_NN,
    ),
  }
})

const pipe = define()
const batch = await pipe.run()

// --- do they agree? ---

const [height, width] = size
let agree = 0
for (let i = 0; i < images.length; i++) {
  const [pixels, classes] = [
    batch.images.at(i).dataSync(),
    batch.masks.at(i).dataSync(),
  ]
  for (let at = 0; at < height * width; at++) {
    const [r, g, b] = pixels.subarray(3 * at, 3 * at + 3)
    agree += Number(
      Number(0.299 * r + 0.587 * g + 0.114 * b > 128) === classes[at],
    )
  }
}
await nd.preview(batch, { classNames: ['dark', 'bright'], path: out })
console.log(
  `${images.length} images of ${batch.images.shape[0].join(' x ')}, masks of ${batch.masks.shape[0].join(' x ')}`,
)
console.log(
  `${((100 * agree) / (images.length * height * width)).toFixed(1)} % of the masks' pixels fit their images; see ${out}`,
)
await pipe.close()
rmSync(folder, { recursive: true })
