// Measures messages per second between two threads, in turns: slot numbers through a mailbox, as the executor connects
// it, against one comlink call each with as many under way.
import { once } from 'node:events'
import { join } from 'node:path'
import { MessageChannel, Worker } from 'node:worker_threads'
import { benchDir } from '../contest.mjs'

const load = async <T>(path: string) => (await import(join(benchDir, '../dist', path))) as T

export interface Rates {
  executor: 'dynamic' | 'pipelined'
  depth: number
  /** Batches per second, one entry per round. */
  mailbox: number[]
  comlink: number[]
}

export async function rates(
  executor: Rates['executor'],
  depth: number,
  rounds: number,
  counts = { mailbox: 40_000, comlink: 4000 },
): Promise<Rates> {
  const { ControlWords } = await load<typeof import('../../src/actors/control/control-words.js')>(
    'actors/control/control-words.js',
  )
  const { layOut } = await load<typeof import('../../src/actors/control/layout.js')>('actors/control/layout.js')
  const { slotInitial, slotReserve } = await load<typeof import('../../src/data/arena.js')>('data/arena.js')
  const { slotsNeeded } = await load<typeof import('../../src/actors/stock.js')>('actors/stock.js')
  const { native } = await load<typeof import('../../src/native.js')>('native.js')
  const n = native()
  const pooled = executor === 'dynamic'
  const layout = layOut(2, 1)
  const buffer = new SharedArrayBuffer(layout.bytes)
  const words = new ControlWords(buffer)
  words.memory.setLimits(2 ** 30, 2 ** 30, 2 ** 30)
  const block = { buffer, handle: n.open(new Uint8Array(buffer)) }
  const [offset] = layout.mailboxes as [number]
  words.mailboxes.connect(offset, layout.bells[0]!, layout.bells[1]!, depth, pooled)
  // All slots that the mailbox may need, because none are added later.
  const { most } = slotsNeeded(depth, { producers: 1, consumers: 1 }, 0, pooled, false)
  const slots = Array.from({ length: most }, () => {
    const memory = new SharedArrayBuffer(slotInitial, { maxByteLength: slotReserve })
    return { buffer: memory, handle: n.open(new Uint8Array(memory, 0, slotInitial)) }
  })
  const owner = layout.bells[0]!
  const { port1, port2 } = new MessageChannel()
  const peers = [port1, port2].map((peer, i) => {
    const end = {
      block,
      bell: layout.bells[i]!,
      stats: layout.stats[i]!,
      replica: 0,
      replicas: 1,
      sources: [],
      peers: [],
    }
    const inputs = i ? [{ mailboxes: [{ offset, owner, slots }] }] : []
    const output = i
      ? { owner, slots: [], most: 0, supplier: owner, edges: [], hint: 0 }
      : { owner, slots, most, supplier: owner, edges: [[offset]], hint: 0 }
    const config = { ...end, inputs, output }
    return new Worker(new URL('./rate-peer.mjs', import.meta.url), {
      workerData: { config, producer: i === 0, peer, under: slots.length },
      transferList: [peer],
      execArgv: [],
    })
  })
  const all = () => Promise.all(peers.map((peer) => once(peer, 'message')))
  await all()
  const round = async (kind: 'mailbox' | 'comlink', count: number) => {
    const begin = performance.now()
    const done = all()
    for (const peer of [...peers].reverse()) peer.postMessage({ kind, count })
    await done
    return (1e3 * count) / (performance.now() - begin)
  }
  const result: Rates = { executor, depth, mailbox: [], comlink: [] }
  try {
    // The first round of each only warms up.
    for (let r = 0; r <= rounds; r++) {
      for (const kind of r % 2 ? (['mailbox', 'comlink'] as const) : (['comlink', 'mailbox'] as const)) {
        const rate = await round(kind, counts[kind])
        if (r > 0) result[kind].push(rate)
      }
    }
  } finally {
    await Promise.all(peers.map((peer) => peer.terminate()))
    for (const { handle } of [...slots, block]) n.close(handle)
  }
  return result
}
