// This is one of two threads that hand slot numbers to each other: through a mailbox, with an actor's own ends and waiting,
// or by comlink, one call per batch. bench/occupancy/rate.ts tells it what to do.
import { MessageChannel, parentPort, workerData } from 'node:worker_threads'
import { expose, wrap } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { BlockingWaiter, Inbox, Outbox } from '../../dist/actors/blocking-waiter.js'
import { ControlWords } from '../../dist/actors/control/control-words.js'
import { StageStats } from '../../dist/actors/stats.js'

const { producer, peer, under } = workerData
// No other thread supplies further slots.
const config = { ...workerData.config, supply: new MessageChannel().port1 }
const words = new ControlWords(config.block.buffer)
const port = new BlockingWaiter(config, words, new StageStats(config.block.buffer, config.stats))
const inbox = config.inputs.length ? new Inbox(port, config, 0) : undefined
const outbox = config.output.slots.length ? new Outbox(port, config) : undefined
const remote = producer ? wrap(nodeEndpoint(peer)) : undefined

let awaited = 0
let received = 0
/** Calls may arrive before the message that says how many there will be. */
const check = () => {
  if (!awaited || received < awaited) return
  received = 0
  awaited = 0
  parentPort.postMessage('done')
}
const arrived = () => {
  received++
  check()
}
if (!producer) {
  expose({ take: arrived }, nodeEndpoint(peer))
}

function mailbox(count) {
  if (!producer) {
    for (let i = 0; i < count; i++) {
      inbox.receive()
      inbox.release()
      arrived()
    }
    return
  }
  for (let i = 0; i < count; i++) {
    outbox.reserve()
    outbox.send(1, 0)
  }
}

/** As many calls under way as the mailbox has slots. */
async function comlink(count) {
  if (!producer) return
  const calls = new Set()
  for (let i = 0; i < count; i++) {
    if (calls.size >= under) await Promise.race(calls)
    const call = remote.take(i % under).then(() => calls.delete(call))
    calls.add(call)
  }
  await Promise.all(calls)
}

parentPort.on('message', async ({ kind, count }) => {
  if (!producer) awaited = count
  check()
  if (kind === 'mailbox') mailbox(count)
  else await comlink(count)
  if (producer) parentPort.postMessage('done')
})
parentPort.postMessage('done')
