// The other thread of hand-off.mjs: the mean of every image that it is handed.
import { parentPort } from 'node:worker_threads'
import { receive } from 'penstock-data'

parentPort.on('message', (handOff) => {
  const means = receive(handOff).map(
    (image) => image.dataSync().reduce((a, b) => a + b, 0) / image.size,
  )
  parentPort.postMessage(means.map((mean) => mean.toFixed(1)))
})
