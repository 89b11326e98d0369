// Evaluation modes: when calls run. The bytes are the same in each.
import { fileURLToPath } from 'node:url'
import * as nd from 'penstock-data/dynamic'

const photos = fileURLToPath(new URL('../../data/photos', import.meta.url))
const reader = nd.readers.file({ fileRoot: photos })

for await (const [files] of reader.nextEpoch({ batchSize: 8 })) {
  const thumbnails = () =>
    nd.resize(nd.decoders.image(files), { size: [32, 32] })
  const sum = (batch) => batch.dataSync().reduce((a, b) => a + b, 0)

  // The call returns at once; what it made is waited for where it is read.
  const eager = thumbnails()
  console.log(`${nd.currentMode()}: ${sum(eager)}`)
  // Before the call returns: for debugging, as an error is thrown from the line
  // that caused it.
  nd.withEvalMode('syncCpu', () =>
    console.log(`${nd.currentMode()}: ${sum(thumbnails())}`),
  )
  // When the result is read: a call whose result is never read does not run.
  nd.withEvalMode('deferred', () => {
    thumbnails()
    console.log(`${nd.currentMode()}: ${sum(thumbnails())}`)
  })
  break
}
console.log(`then ${nd.currentMode()} again`)
