// Serves batches of 20 MB at a set pace, and stamps each when it is handed over: node stamps.mjs SOCKET BATCHES PACE_MS.
// When the server ends it prints the stamps by the number of the batch, in nanoseconds of the monotonic clock.
import { setTimeout as sleep } from 'node:timers/promises'
import { fn, math, pipelineDef } from 'penstock-data'
import { Connection } from '../../dist/bridge/connection.js'

const [socket, batches, pace] = process.argv.slice(2)
const stamps = {}
const { send } = Connection.prototype
Connection.prototype.send = function (message, segments) {
  if (message.t === 'batch') stamps[message.b] = Number(process.hrtime.bigint())
  return send.call(this, message, segments)
}

// The sum has int32: four bytes for each of the four samples' numbers.
const sample = new Uint8Array(20e6 / 4 / 4)
const source = async (i) => {
  if (i >= Number(batches)) return null
  await sleep(Number(pace))
  return [sample, sample, sample, sample]
}
const pipe = pipelineDef({ batchSize: 4, numThreads: 2 }, () => [
  math.add(fn.externalSource({ name: 'x', dtype: 'uint8', ndim: 1, source }), 1),
])()
const server = await pipe.serve(socket)
process.stdin.on('end', () => server.close()).resume()
console.log(JSON.stringify({ ready: true }))
await server.run()
console.log(JSON.stringify(stamps))
process.exit()
