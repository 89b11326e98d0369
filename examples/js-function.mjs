// Your own code in the graph: a blur in JavaScript, in two worker threads,
// between the decoder and the normalisation.
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef, types } from 'penstock-data'

const photos = fileURLToPath(new URL('../data/photos', import.meta.url))

const define = pipelineDef({ batchSize: 8, seed: 7 }, () => {
  const [jpegs, labels] = fn.readers.file({ fileRoot: photos })
  const small = fn.resize(fn.decoders.image(jpegs), { size: [64, 64] })
  const [blurred, radius] = fn.jsFunction(small, {
    module: './functions/blur.mjs',
    outputs: [{ dtype: types.UINT8, layout: 'HWC' }, { dtype: types.INT32 }],
    workers: 2,
  })
  return [
    fn.cropMirrorNormalize(blurred, { dtype: types.FLOAT }),
    radius,
    labels,
  ]
})

const pipe = define()
for await (const [images, radius] of pipe) {
  console.log(
    `${images.dtype} ${images.asTensor().shape.join(' x ')}, blurred by ${[...radius.dataSync()].join(', ')}`,
  )
}
await pipe.close()
const { stages } = pipe.statistics()
console.log(
  stages
    .filter((stage) => stage.kind === 'js')
    .map(({ name, samples }) => `${name}: ${samples} samples`)
    .join(),
)
