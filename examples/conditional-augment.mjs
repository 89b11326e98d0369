// Branches per sample: a quarter of the photos is mirrored, and each is brought
// to size in one of three ways. Only the chosen branch runs, so a mirror image
// or a random crop costs nothing for the samples that have none.
import { fileURLToPath } from 'node:url'
import { cond, fn, oneOf, pipelineDef } from 'penstock-data'

const photos =
  process.argv[2] ?? fileURLToPath(new URL('../data/photos', import.meta.url))
const size = [160, 160]

const train = pipelineDef(
  { batchSize: 8, seed: 42, enableConditionals: true },
  () => {
    const [jpegs] = fn.readers.file({ fileRoot: photos, randomShuffle: true })
    const decoded = fn.decoders.image(jpegs)
    const mirror = fn.random.coinFlip({ probability: 0.25 })
    const image = cond(
      mirror,
      () => fn.flip(decoded, { horizontal: 1 }),
      () => decoded,
    )
    // A branch may return several nodes; the second one only says which branch it
    // was.
    const [sized, way] = oneOf(
      [
        () => [fn.randomResizedCrop(image, { size }), fn.random.choice([0])],
        () => [
          fn.crop(fn.resize(image, { resizeShorter: 180 }), { crop: size }),
          fn.random.choice([1]),
        ],
        () => [fn.resize(image, { size }), fn.random.choice([2])],
      ],
      { weights: [2, 1, 1] },
    )
    return { images: fn.cropMirrorNormalize(sized), mirror, way }
  },
)

const pipe = train()
const counts = [0, 0, 0]
let total = 0
let mirrored = 0
let kind = ''
for await (const { images, mirror, way } of pipe) {
  total += images.length
  mirrored += mirror.dataSync().reduce((a, b) => a + b, 0)
  for (const k of way.dataSync()) counts[k]++
  kind = `${images.dtype} ${images.layout} ${images.shape[0].join(' x ')}`
}
await pipe.close()
console.log(`${total} images: ${kind}`)
console.log(
  `${mirrored} mirrored; ${counts[0]} cropped at random, ${counts[1]} in the middle, ${counts[2]} only resized`,
)

const ops = pipe.statistics().stages.flatMap((stage) => stage.ops)
const ran = (name) => ops.find((op) => op.op === name).samples
console.log(`flip ran for ${ran('flip')} samples of ${ran('decoders.image')}`)
