// Starts the client of object stores, one thread for each thread of JavaScript that opens data sets, and ends it when no
// data set is left that uses a store. Neither keeps the process alive.
import { SHARE_ENV, type Worker, type WorkerOptions } from 'node:worker_threads'
import { startThread } from '../../location.js'
import type { StoreState } from '../../native/stores.js'
import { type Handle, native } from '../../native.js'

let running: { worker: Worker; server: Handle } | undefined
/** Data sets that are being opened. */
let opening = 0

/** The schemes of the URLs that readers read. */
export const storeSchemes: readonly string[] = ['http', 'https', 's3', 'gs', 'hf']
const scheme = new RegExp(`^(${storeSchemes.join('|')})://`, 'i')

/** Whether an argument names something in an object store. */
export const namesStore = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(namesStore) : typeof value === 'string' && scheme.test(value)

const stateOf = (client: Handle) => JSON.parse(native().report(client)) as StoreState

function start(): void {
  // Requests wait for the client from here on, so that the data set can be opened at once.
  const server = native().storeOpen()
  try {
    // Credentials may be set in the environment at any time.
    const options: WorkerOptions = { workerData: { server }, env: SHARE_ENV, name: 'penstock object stores' }
    const worker = startThread('dist/stores.cjs', options)
    const mine = { worker, server }
    running = mine
    worker.on('message', endIfIdle)
    // A module that cannot be loaded, or too little memory: what else the thread throws it tells itself.
    worker.on('error', (error) => {
      if (running === mine) native().storeEnd(server, error.message)
    })
    worker.on('exit', () => {
      native().close(server)
      if (running === mine) running = undefined
    })
    worker.unref()
  } catch (error) {
    native().close(server)
    throw error
  }
}

function endIfIdle(): void {
  if (!running || opening > 0 || !stateOf(running.server).idle) return
  const { worker, server } = running
  running = undefined
  native().close(server)
  void worker.terminate()
}

/** Makes sure that stores can be read until the result is called, and from then on as long as a data set uses one. */
export function openStores(): () => void {
  // A client that has failed may not have ended yet.
  if (!running || !stateOf(running.server).serves) start()
  opening++
  return () => {
    opening--
    endIfIdle()
  }
}
