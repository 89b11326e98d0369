// Arithmetic on the graph: every image gets its own random brightness and
// contrast, computed with math.* from numbers that are drawn per sample, and a
// window whose size is computed too.
import { fileURLToPath } from 'node:url'
import { fn, math, pipelineDef, types } from 'penstock-data'

const photos =
  process.argv[2] ?? fileURLToPath(new URL('../data/photos', import.meta.url))

const augment = pipelineDef({ batchSize: 4, seed: 7 }, () => {
  const [jpegs] = fn.readers.file({ fileRoot: photos })
  const images = fn.decoders.image(jpegs, { outputType: types.RGB })

  // A uint8 image and a float32 number per sample give a float32 image;
  // contrast is around the middle grey.
  const brightness = fn.random.uniform({ range: [0.6, 1.4] })
  const contrast = fn.random.uniform({ range: [0.8, 1.2] })
  const changed = math.mul(
    math.add(math.mul(math.sub(images, 127.5), contrast), 127.5),
    brightness,
  )
  const augmented = fn.cast(math.clamp(changed, 0, 255), { dtype: types.UINT8 })

  // A computed argument: dark results are cropped to 96 rows, the others to
  // 160.
  const rows = math.add(math.mul(math.lt(brightness, 1), -64), 160)
  return {
    augmented: fn.crop(augmented, { cropH: rows, cropW: 200 }),
    brightness,
  }
})

const pipe = augment()
const { augmented, brightness } = await pipe.run()
for (let i = 0; i < augmented.length; i++) {
  const pixels = augmented.at(i).dataSync()
  const mean = pixels.reduce((sum, v) => sum + v, 0) / pixels.length
  const factor = brightness.at(i).dataSync()[0].toFixed(2)
  console.log(
    `brightness ${factor}: ${augmented.dtype} ${augmented.shape[i].join(' x ')}, mean ${mean.toFixed(1)}`,
  )
}
await pipe.close()
