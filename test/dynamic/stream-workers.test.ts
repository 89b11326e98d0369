// Workers that use a GPU, on the one that computes on the CPU: terminated in the middle of a run they leave streams, programs and
// device memory to nobody.
import '../util/gpu.js'
import { expect, it } from 'vitest'
import { runs } from '../util/soak.js'
import { dynamicUrl, runOnNode } from './run-node.js'

/** What a worker does first, and then again and again. */
const kinds = [
  ['', 'g(x).dtype; await null'],
  ['', 'nd.setCurrentStream(nd.stream()); g(g(x)); await null'],
  ['const c = new nd.EvalContext({ device: "gpu:1" })', 'c.run(() => g(x)).dtype; await null'],
  ['nd.setDefaultStream(nd.stream())', 'nd.withEvalMode("syncFull", () => g(g(x)))'],
]
const prelude = `
  import { parentPort } from 'node:worker_threads'
  import * as nd from ${JSON.stringify(dynamicUrl)}
  const g = (x) => nd.flip(x, { device: 'gpu' })
  const x = nd.batch([1, 2, 3, 4].map((i) => ({ data: new Uint8Array(96 * 96 * 3).fill(i), shape: [96, 96, 3] })), { layout: 'HWC' })
`
const bodies = kinds.map(([first, again]) => `${prelude}${first}\nparentPort.postMessage(0)\nwhile (true) { ${again} }`)

it('may be terminated, any number of times', { timeout: 90_000, tags: 'property' }, async () => {
  const code = `
    import { Worker } from 'node:worker_threads'
    import { setTimeout as sleep } from 'node:timers/promises'
    for (let i = 0; i < ${runs(30, 4)}; i++) {
      const body = ${JSON.stringify(bodies)}[i % ${bodies.length}]
      const worker = new Worker(new URL('data:text/javascript,' + encodeURIComponent(body)))
      await new Promise((resolve, reject) => { worker.once('message', resolve); worker.once('error', reject) })
      await sleep((i * 7) % 60)
      await worker.terminate()
    }
    // The default stream is that of a worker which is gone.
    const x = nd.batch([{ data: new Uint8Array([1, 2, 3, 4, 5, 6]), shape: [1, 2, 3] }])
    const there = nd.flip(nd.flip(x, { device: 'gpu' }), { device: 'gpu' })
    nd.withEvalMode('syncFull', () => nd.flip(there))
    console.log(there.device, nd.getDefaultStream() !== null)`
  expect(await runOnNode(code)).toBe('gpu true')
})
