// Geometric augmentation: every photo is turned by its own angle, gets a hole
// of its own size, and lands somewhere on a larger canvas; a second branch
// shears the same photo with a matrix that is computed on the graph.
import { fileURLToPath } from 'node:url'
import { fn, math, pipelineDef } from 'penstock-data'

const photos =
  process.argv[2] ?? fileURLToPath(new URL('../data/photos', import.meta.url))

const augment = pipelineDef({ batchSize: 4, seed: 11 }, () => {
  const [jpegs] = fn.readers.file({ fileRoot: photos })
  const images = fn.resize(fn.decoders.image(jpegs), { size: [96, 128] })

  // Without size or keepSize the output is as large as the turned photo.
  const angle = fn.random.uniform({ range: [-30, 30] })
  const turned = fn.rotate(images, { angle, fillValue: 0 })

  // Anchor and shape in fractions: the centre of the hole anywhere, its sides a
  // tenth to a third of the photo's.
  const anchor = fn.random.uniform({ range: [0, 1], shape: [2] })
  const shape = fn.random.uniform({ range: [0.1, 0.33], shape: [2] })
  const holed = fn.erase(turned, {
    anchor,
    shape,
    normalized: true,
    centeredAnchor: true,
    fillValue: [124, 116, 104],
  })

  const place = {
    pasteX: fn.random.uniform({ range: [0, 1] }),
    pasteY: fn.random.uniform({ range: [0, 1] }),
  }
  const canvas = fn.paste(holed, { ratio: 1.5, fillValue: 255, ...place })

  // [1 shear 0; 0 1 0], output to input: a number per sample times a constant,
  // plus the identity.
  const shear = fn.random.uniform({ range: [-0.3, 0.3] })
  const part = fn.constant({ fdata: [0, 1, 0, 0, 0, 0] })
  const matrix = math.add(
    math.mul(part, shear),
    fn.constant({ fdata: [1, 0, 0, 0, 1, 0] }),
  )
  return { angle, canvas, sheared: fn.warpAffine(images, { matrix }) }
})

const pipe = augment()
const { angle, canvas, sheared } = await pipe.run()
for (let i = 0; i < angle.length; i++) {
  const degrees = angle.at(i).dataSync()[0].toFixed(1)
  console.log(
    `${degrees} degrees: canvas ${canvas.shape[i].join(' x ')}, sheared ${sheared.shape[i].join(' x ')}`,
  )
}
await pipe.close()
