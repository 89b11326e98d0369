// Resizes one raw uint8 HWC image with penstock, for tools/compare/resize.py. argv[2] is the job as JSON, with the
// paths of its files.
import { readFileSync, writeFileSync } from 'node:fs'
import { fn, pipelineDef } from '../../dist/index.js'

const job = JSON.parse(process.argv[2])
const data = new Uint8Array(readFileSync(job.input))
for (const { output, args } of job.runs) {
  const define = pipelineDef({ batchSize: 1, numThreads: 1, deviceId: null }, () => {
    const image = fn.externalSource({ source: () => ({ data, shape: job.shape, layout: 'HWC' }), batch: false })
    return [fn.resize(image, args)]
  })
  const pipe = define()
  const [image] = await pipe.run()
  writeFileSync(output, image.at(0).dataSync())
  await pipe.close()
}
