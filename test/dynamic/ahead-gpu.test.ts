// Running ahead on the emulated GPU: the same batches as without, and nothing left when a loop is left.
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { openQueues } from '../../src/dynamic/scheduling/execution-queue.js'
import { plugin } from '../util/gpu.js'

const root = fileURLToPath(new URL('../../data/photos', import.meta.url))
const photos = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((f) => /\.jpe?g$/i.test(f))
const files = Array.from({ length: 20 }, (_, i) => photos[i % photos.length]!)

async function loop(runAhead: boolean, leave = Number.POSITIVE_INFINITY): Promise<unknown[]> {
  const rng = new nd.random.RNG(3)
  await using source = nd.readers.file({ fileRoot: root, files, randomShuffle: true, seed: 2, batchSize: 2, runAhead })
  const seen: unknown[] = []
  for await (const pair of source.nextEpoch()) {
    const decoded = nd.decoders.image(pair[0], { device: 'gpu' })
    const small = nd.randomResizedCrop(decoded, { size: [16, 16], rng })
    const x = nd.cropMirrorNormalize(small, {
      mirror: nd.random.coinFlip({ batchSize: 2, rng }),
      mean: [100],
      std: [50],
    })
    expect(x.device).toBe('gpu')
    seen.push([...(await x.cpu().data())], [...(await pair[1].data())])
    for (const value of [x, ...pair]) value.dispose()
    if (seen.length / 2 === leave) break
  }
  return seen
}

const ahead = () =>
  nd.trace().traceEvents.filter((e) => e.ph === 'X' && e.cat === 'run' && (e.args as nd.RunDetails).ahead).length

test.skipIf(!existsSync(plugin))(
  'a loop on a GPU finds the next three batches begun',
  { timeout: 60_000 },
  async () => {
    const want = await loop(false)
    expect(ahead()).toBe(0)
    expect(await loop(true)).toEqual(want)
    expect(ahead()).toBeGreaterThan(0)
    expect(await loop(true, 5)).toEqual(want.slice(0, 10))
    expect([...openQueues].every((queue) => queue.ahead.size === 0)).toBe(true)
  },
)
