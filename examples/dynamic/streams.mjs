// Devices and streams: which GPU a call runs on, and on which of its streams.
// Changing the stream waits for nothing.
import { fileURLToPath } from 'node:url'
import * as nd from 'penstock-data/dynamic'

const photos = fileURLToPath(new URL('../../data/photos', import.meta.url))
const device = nd.Device.current()
console.log(`device: ${device}`)
if (device.type === 'cpu') {
  console.log('no GPU here')
  process.exit(0)
}

const [[files]] = nd.readers
  .file({ fileRoot: photos })
  .nextEpoch({ batchSize: 4 })
const images = nd.resize(nd.decoders.image(files), { size: [64, 64] })

// Two streams of ours; another library's cudaStream_t is given to nd.stream()
// as a number or a bigint.
const [first, second] = [nd.stream(), nd.stream()]
nd.setCurrentStream(first)
const flipped = nd.flip(images, { device: 'gpu' })
nd.setCurrentStream(second)
// Made on the first stream and read on the second: ordered by an event, without
// a wait on the host.
const blurred = nd.gaussianBlur(flipped, { sigma: 2 })
nd.setCurrentStream(null)
second.synchronize()
console.log(
  `${blurred.device}: ${blurred.shape.length} images of ${blurred.shape[0].join(' x ')}`,
)
console.log(
  `the current stream is ${nd.getCurrentStream().equals(second) ? 'the second' : "the context's own"} one again`,
)
