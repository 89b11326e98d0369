// Runs the server of hub-server.mjs on a thread of its own, because a test's thread may wait for its answers without turning its
// event loop.
import { parentPort } from 'node:worker_threads'
import { HubServer } from './hub-server.mjs'

const server = await HubServer.open()
parentPort.on('message', ({ ways, push, forget }) => {
  if (ways) server.ways = ways
  const made = push ? server.push(...push) : server.asked
  parentPort.postMessage(made)
  if (forget) server.asked = []
})
parentPort.postMessage(server.url)
