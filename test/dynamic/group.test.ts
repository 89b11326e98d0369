// Which calls one program carries out: what makes arguments of calls on a GPU is made within their program, and where it cannot
// be, the result is the same.
import { existsSync } from 'node:fs'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, it } from 'vitest'
import { plugin } from '../util/gpu.js'

const images = () =>
  nd.batch(
    [1, 2, 3].map((i) => ({ data: Uint8Array.from({ length: 48 }, (_, k) => i * k), shape: [4, 4, 3], layout: 'HWC' })),
  )

/** The calls of each run since `before` runs, and where it was, in alphabetical order: one that waits has begun, too. */
function runsSince(before: number): string[] {
  return runs()
    .slice(before)
    .map(({ device, calls }) => `${device}: ${calls.map((call) => call.split(' at ')[0]).join(', ')}`)
    .sort()
}
const runs = () =>
  nd.trace().traceEvents.flatMap((e) => (e.ph === 'X' && e.cat === 'run' ? [e.args as nd.RunDetails] : []))

/** What `body` gives in eager mode, as numbers, and the runs it took; and the same in syncCpu mode. */
async function check(body: (x: nd.Batch) => nd.Batch[]): Promise<string[]> {
  const x = images().gpu()
  await x.data()
  const values = async (made: nd.Batch[]) => {
    const out: number[][] = []
    for (const y of made) out.push(Array.from((await y.data()) as ArrayLike<number>))
    return out
  }
  const before = runs().length
  nd.random.setSeed(5)
  const made = body(x)
  await nd.EvalContext.current().evaluateAll()
  const ran = runsSince(before)
  const got = await values(made)
  nd.random.setSeed(5)
  expect(got).toEqual(await values(nd.withEvalMode('syncCpu', () => body(x))))
  return ran
}

const coin = (batchSize = 3) => nd.random.coinFlip({ batchSize }) as nd.Batch

describe.skipIf(!existsSync(plugin))('calls that make arguments of calls on a GPU', () => {
  it('are carried out with them', async () => {
    const ran = await check((x) => {
      const y = nd.brightness(x, { brightness: 2 })
      return [nd.flip(y, { horizontal: nd.cast(coin(), { dtype: 'int32' }) })]
    })
    expect(ran).toEqual(['gpu:0: brightness, random.coinFlip, cast, flip'])
  })

  it('serve several of them', async () => {
    const ran = await check((x) => {
      const both = coin()
      return [nd.flip(x, { horizontal: both }), nd.flip(x, { vertical: both, horizontal: 0 })]
    })
    expect(ran).toEqual(['gpu:0: random.coinFlip, flip, flip'])
  })

  it('give their values to later readers', async () => {
    const ran = await check((x) => {
      const flips = coin()
      const y = nd.flip(x, { horizontal: flips })
      return [y, flips]
    })
    expect(ran).toEqual(['gpu:0: random.coinFlip, flip'])
  })

  it('are carried out before where others read them, too', async () => {
    const ran = await check((x) => {
      const flips = coin()
      return [nd.flip(x, { horizontal: flips }), nd.math.add(flips, 1) as nd.Batch]
    })
    expect(ran).toEqual(['cpu: random.coinFlip, math', 'gpu:0: flip'])
  })

  it('are carried out before where the GPU reads them', async () => {
    const ran = await check((x) => {
      const level = nd.random.uniform({ batchSize: 3, range: [0.5, 2] }) as nd.Batch
      return [nd.brightness(x, { brightness: level }), level.gpu()]
    })
    expect(ran).toEqual(['cpu: random.uniform', 'gpu:0: brightness, copy'])
  })

  it('are carried out before where they are of one sample for all', async () => {
    const ran = await check((x) => [nd.flip(x, { horizontal: nd.random.coinFlip() })])
    expect(ran).toEqual(['cpu: random.coinFlip', 'gpu:0: flip'])
  })

  it('are carried out before where they read data', async () => {
    const ran = await check((x) => {
      const some = nd.batch([1, 0, 1])
      return [nd.flip(x, { horizontal: nd.cast(some, { dtype: 'int32' }) })]
    })
    expect(ran).toEqual(['cpu: cast', 'gpu:0: flip'])
  })

  it('are carried out before where user code waits for them', async () => {
    const x = images().gpu()
    await x.data()
    const before = runs().length
    const flips = coin()
    const y = nd.flip(x, { horizontal: flips })
    flips.dataSync()
    await y.data()
    expect(runsSince(before)).toEqual(['cpu: random.coinFlip', 'gpu:0: flip'])
  })

  it('come back from the GPU first where it has them', async () => {
    const ran = await check((x) => {
      const level = nd.brightness(x, { brightness: 0.5 }).cpu()
      const mean = nd.random.uniform({ batchSize: 3 }).gpu()
      return [level, nd.brightness(x, { brightness: mean })]
    })
    expect(ran).toEqual(['cpu: random.uniform', 'gpu:0: brightness', 'gpu:0: brightness, copy', 'gpu:0: copy, copy'])
  })

  it('say which of them has failed', async () => {
    const x = images().gpu()
    const place = nd.random.uniform({ batchSize: 3, range: [7, 8] }) as nd.Batch
    const bad = nd.crop(x, { crop: [2, 2], cropPosX: place })
    const good = nd.flip(x)
    await expect(bad.data()).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      op: 'crop',
      message: expect.stringContaining('cropPosX'),
      callSite: expect.stringContaining('group.test.ts'),
    })
    expect((await good.data()).length).toBe(3 * 4 * 4 * 3)
    expect([...(await place.data())].every((n) => Number(n) >= 7)).toBe(true)
  })
})
