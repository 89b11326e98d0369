// A GPU whose stream is far behind, in a process of its own: what consumers get while a batch is waited for.

import { existsSync } from 'node:fs'
import { fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'
import { tempFolder } from '../util/files.js'
import { plugin } from '../util/gpu.js'
import { Consumer } from './consumer.js'

// Read once, when the GPU is first used.
process.env.PENSTOCK_TEST_BUSY_MS = '25'

const length = 8

/** Nothing is uploaded, so the stage is ahead of its stream. */
const noise = pipelineDef({ batchSize: 2, deviceId: 0, seed: 1 }, () => [
  fn.random.uniform({ device: 'gpu', shape: [100] }),
  fn.externalSource({
    name: 'x',
    dtype: 'uint8',
    ndim: 1,
    source: (i: number) => (i < length ? [0, 1].map(() => new Uint8Array(1)) : null),
  }),
])

test.skipIf(!existsSync(plugin))(
  'a consumer that begins while the last one dies gets an epoch of its own',
  async () => {
    const server = await noise().serve(`${tempFolder()}/p.sock`)
    let last = await Consumer.at(server.path)
    for (let i = 0; i < 6; i++) {
      last.send({ t: 'begin', iteration: 1 })
      const { b } = await last.next('batch')
      last.send({ t: 'free', b: [b] })
      last.send({ t: 'take', b })
      const next = await Consumer.at(server.path)
      last.die()
      // The server has noticed it, and waits for the batch that no consumer takes any more.
      await expect.poll(() => server.consumers, { interval: 1 }).toBe(1)
      last = next
    }
    last.send({ t: 'begin', iteration: 1 })
    for (let i = 0; i < length; i++) last.send({ t: 'take', b: (await last.next('batch')).b })
    await last.next('end')
    last.die()
    await server.close()
  },
)
