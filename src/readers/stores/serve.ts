// The thread of the client of object stores. It is a thread of its own because those that wait for bytes do not turn
// their event loop: readers' actors wait in native code, and indexSync() blocks its caller. dist/stores.cjs is this
// file with all its imports.
import { parentPort, workerData } from 'node:worker_threads'
import { native } from '../../native.js'
import { written } from './cache.js'
import { StoreClient } from './client.js'
import type { StoreWork } from './protocol.js'
import { answerRequest, lookAgain } from './target.js'

const { server } = workerData as { server: number }
const n = native()
const listener = n.listen(
  () => client.look(),
  // It ends this thread, which is told to those who wait: see below.
  (error) => {
    throw error
  },
)
const client = new StoreClient(
  {
    take: () => {
      lookAgain()
      return JSON.parse(n.storeTake(server, listener)) as StoreWork
    },
    give: (id, bytes, expected, end) => n.storeGive(id, bytes, expected, end && JSON.stringify(end)),
  },
  answerRequest,
  // The data that was read is kept before the thread may end.
  () => void written().then(() => parentPort!.postMessage('idle')),
)
// Told from here, because the thread that has started this one may be waiting for an answer.
process.on('uncaughtExceptionMonitor', (error) => n.storeEnd(server, String(error?.message ?? error)))
// The listener alone does not keep the thread.
setInterval(() => {}, 2 ** 30)
client.look()
