// What a captured loop gives: the bytes of the plain loop, whatever the steps and the consumer do.
// @module-tag shared
import { existsSync } from 'node:fs'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { plugin } from '../util/gpu.js'
import { portion } from '../util/soak.js'
import {
  type Body,
  batchSize,
  bytes,
  capturedly,
  files,
  plainly,
  reader,
  same,
  seen,
  uniform,
  usual,
} from './capture-loops.js'
import { ways } from './ways.js'

/** The reader's files are wanted now and then, and read once more. */
const every: Body = ([[x]], { step }) => (step % 3 === 2 ? seen(x) : bytes(x))

describe('epochs', () => {
  test('may end in a short batch', async () => {
    await same(usual, { epochs: 4, options: { strict: true } }, 4)
  })

  test.each([
    ['in batches that divide the data', { size: 11 }],
    ['with one full batch each', { size: 9, options: { strict: true } }],
    ['without a full batch', { size: 12 }],
    ['of single samples', { size: 1, epochs: 2 }],
  ])('may be %s', async (_, run) => {
    await same(usual, { epochs: 5, ...run })
  })

  test.each([
    ['padded', { padLastBatch: true }],
    ['of a shard', { shardId: 1, numShards: 2 }],
    ['of padded shards', { shardId: 1, numShards: 2, padLastBatch: true, stickToShard: true }],
    ['in the order of the files', { randomShuffle: false }],
    ['shuffled when they end', { randomShuffle: false, shuffleAfterEpoch: true }],
  ])('may be %s', { tags: 'long' }, async (_, options) => {
    await same(usual, { epochs: 4, readers: () => [reader(options)] }, 4)
    await same(every, { epochs: 4, readers: () => [reader(options)] })
  })

  test.each([0, 1, 2, 3])('may be left behind step %i, again and again', { tags: 'long' }, async (at) => {
    await same(usual, { epochs: 5, leave: (epoch, step) => epoch !== 3 && step === at }, 4)
  })

  test('go on where a plain loop of the reader stopped', async () => {
    const started = async () => {
      const own = reader()
      let state = ''
      for await (const _ of own.nextEpoch({ batchSize })) {
        state = own.getState()
        break
      }
      own.setState(state)
      return [own]
    }
    const [a, b] = [await started(), await started()]
    const outcome = await same(usual, { readers: () => (a.length ? a.splice(0) : b) })
    expect(outcome.length).toBe(4)
  })
})

describe('captured steps that differ give the results of plain ones', () => {
  const cases: Record<string, Body> = {
    'another branch, by the data': async ([[x, labels]], { rng }) => {
      const odd = Number(labels.at(0).dataSync()[0]) % 2
      const y = nd.math.mul(bytes(x), uniform(x, rng))
      return odd ? nd.math.add(y, 1) : [y, nd.math.sub(y, 1)]
    },
    'every third one': ([[x]], { rng, step }) => {
      const y = step % 3 === 2 ? bytes(x) : nd.math.mul(bytes(x), 2)
      return nd.math.add(y, uniform(x, rng))
    },
    'other arguments from step 10 on': ([[x]], { rng, step }) =>
      nd.math.mul(
        nd.cast(nd.slice(x, { start: [step < 10 ? 0 : 1], shape: [3], axes: [0] }), { dtype: 'float32' }),
        uniform(x, rng),
      ),
    'calls left out': ([[x]], { rng, step }) => {
      const u = step === 5 ? 1 : uniform(x, rng)
      return nd.math.mul(nd.math.add(bytes(x), u), uniform(x, rng))
    },
    'calls added': ([[x]], { rng, step }) => {
      const more = step > 4 && step % 2 ? [uniform(x, rng)] : []
      return [nd.math.mul(bytes(x), uniform(x, rng)), ...more]
    },
    'draws from outside': ([[x, labels]], { rng, step }) => {
      if (step === 4 || step > 9) rng.next()
      return [nd.math.mul(bytes(x), uniform(x, rng)), labels]
    },
    'another generator': ([[x]], { rng, step }) =>
      nd.math.mul(bytes(x), uniform(x, step === 6 ? new nd.random.RNG(1) : rng)),
    'random of random': ([[x]], { rng, step }) => {
      if (step === 3) rng.advance(5)
      return nd.math.add(
        nd.random.normal({ mean: nd.math.mul(uniform(x, rng), 3), rng, batchSize: x.length }),
        bytes(x),
      )
    },
  }
  test.each(portion(Object.entries(cases), 6))('%s', { tags: 'property' }, async (_, body) => {
    await same(body, { epochs: 5 })
  })

  test('draws from outside cost a few steps, not the loop', async () => {
    const body: Body = ([[x]], { rng, step }) => {
      if (step === 6) rng.next()
      return nd.math.mul(bytes(x), uniform(x, rng))
    }
    const explained = await same(body, { epochs: 8 })
    const { reason } = explained.find(({ op }) => op === 'random.uniform')!
    expect(reason).toMatch(/^in [1-3] of 30 steps it was not made as before/)
  })

  test('each step may have a generator of its own', async () => {
    const explained = await same(([[x]], { step }) => nd.math.mul(bytes(x), uniform(x, new nd.random.RNG(step))))
    expect(explained.map(({ reason }) => reason)).toContain('its generator changes from step to step')
  })
})

describe('captured data is that of the plain loop', () => {
  const plus = nd.tensor([1.5, 2, 3, -4], { dtype: 'float32' })
  const minus = nd.tensor([-1, -2, -3, -4], { dtype: 'float32' })
  const odd = nd.tensor([Number.NaN, Number.POSITIVE_INFINITY, -0, 1], { dtype: 'float32' })
  const special = nd.tensor([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1], { dtype: 'float32' })
  const small = nd.tensor([1, 2, 3, 4], { dtype: 'uint8' })
  const scalar = nd.tensor(0.1, { dtype: 'float32' })
  const cases: Record<string, Body> = {
    'constants from outside': ([[x]]) => [nd.math.add(bytes(x), plus), nd.math.mul(bytes(x), scalar)],
    'constants that text does not hold': ([[x]]) => [
      nd.math.mul(bytes(x), odd),
      nd.math.add(nd.math.mul(bytes(x), 0), odd),
    ],
    'constants that text holds as words': ([[x]]) => nd.math.mul(bytes(x), special),
    'another constant now and then': ([[x]], { step }) => nd.math.add(bytes(x), step > 3 && step % 2 ? minus : plus),
    'constants of another dtype': ([[x]]) => nd.math.add(bytes(x), small),
    'constants made in the step': ([[x]], { step }) => nd.math.add(bytes(x), nd.tensor(step, { dtype: 'float32' })),
    'single samples': ([[x]], { rng }) => {
      const y = nd.math.mul(bytes(x), uniform(x, rng))
      return [y.tensors[0], nd.math.add(y.at(-1), 1), bytes(x).at(0)]
    },
    selections: ([[x, labels]]) => {
      const y = bytes(x)
      return [nd.math.add(y.select([0]), 1), y.select(Array(y.length).fill(true)), labels.select([-1, 0])]
    },
    'user memory': ([[x]], { step }) => nd.math.add(bytes(x), nd.asTensor(new Float32Array(4).fill(step))),
    "the reader's own outputs": ([[x, labels]]) => ({ x, labels, y: bytes(x) }),
    'nothing but them': ([both]) => both,
    nothing: ([[x]]) => void bytes(x),
    'values in a map': ([[x]], { rng }) => new Map([['y', nd.math.mul(bytes(x), uniform(x, rng))]]),
    'values and others': ([[x]], { step }) => ({ step, nested: [{ y: bytes(x) }], text: 'x', none: null }),
    'shapes asked for': ([[x]]) => [x.shape.map((s) => s[0]!), x.dtype, bytes(x).shape.map((s) => s[0]!)],
    'sources asked for': ([[x]]) => {
      const y = bytes(x)
      return [JSON.stringify(y.sourceInfo(0)), JSON.stringify(x.sourceInfo(-1)), y]
    },
    'read in the step': ([[x]]) => {
      const y = bytes(x)
      return [seen(y), nd.math.add(y, 1)]
    },
    'read in some steps': ([[x]], { step, rng }) => {
      const y = nd.math.mul(bytes(x), uniform(x, rng))
      return [step % 3 ? null : seen(y), step === 7 ? seen(x) : null, nd.math.add(y, 1)]
    },
    'disposed in the step': ([[x, labels]], { rng }) => {
      const y = nd.math.mul(bytes(x), uniform(x, rng))
      const first = seen(y)
      y.dispose()
      labels.dispose()
      const z = nd.math.add(bytes(x), 1)
      x.dispose()
      return [first, z, nd.math.mul(z, 2)]
    },
    asynchronous: async ([[x]], { rng }) => {
      const y = nd.math.mul(bytes(x), uniform(x, rng))
      await y.data()
      await new Promise((resolve) => setImmediate(resolve))
      return [nd.math.add(y, uniform(x, rng)), y]
    },
    'work that nobody waits for': async ([[x]], { step }) => {
      const y = bytes(x)
      void Promise.resolve().then(async () => {
        for (let i = 0; i < 20; i++) await undefined
        if (step % 2) nd.math.add(y, step).dispose()
      })
      return [y, nd.math.add(y, 1)]
    },
    'equal calls': ([[x]]) => [bytes(x), bytes(x), nd.math.add(bytes(x), bytes(x))],
    'bad samples filled in': ([[x]]) => {
      // No other test decodes so: where all are bad, placeholders have the shape of the program's last good sample.
      const y = nd.decoders.image(x, { onError: 'placeholder', outputType: 'bgr' })
      return [[...y.valid], y, nd.math.add(bytes(x), 1)]
    },
  }
  test.each(portion(Object.entries(cases), 6))('%s', { tags: 'property' }, async (_, body) => {
    await same(body)
  })

  test('constants are captured, where they can be', async () => {
    const captured = async (constant: nd.Tensor) =>
      (await same(([[x]]) => nd.math.add(bytes(x), constant), { epochs: 1 })).at(-1)!.captured
    expect([await captured(plus), await captured(odd), await captured(small)]).toEqual([true, false, false])
  })
})

describe('a captured loop', () => {
  test.each(portion(Object.entries(ways), 2, 1))(
    'gives the results of a plain loop in mode %s',
    { tags: 'property' },
    async (_, around) => {
      await same(usual, { around }, 4)
      await same(([[x]], { step }) => (step % 3 ? bytes(x) : nd.math.add(bytes(x), step)), { around })
    },
  )

  test('may have another number of threads', async () => {
    const want = await plainly(usual)
    nd.setNumThreads(3)
    try {
      expect((await same(usual, { epochs: 3 }, 4)).length).toBe(4)
      expect(await plainly(usual)).toEqual(want)
    } finally {
      nd.setNumThreads(null)
    }
  })

  test('gives results that can be read later, and when all is over', async () => {
    const late: unknown[][] = []
    const consume = (_: unknown, { step }: { step: number }, all: unknown[]) => {
      late[late.at(-1) === all ? late.length - 1 : late.length] = all
      return step % 3 ? null : seen(all.slice(-3))
    }
    await same(usual, { consume }, 4)
    expect(late.map((all) => all.length)).toEqual([12, 12])
    expect(seen(late[1])).toEqual(seen(late[0]))
  })

  test('keeps values that leaked out of the step, also behind close()', async () => {
    const leaks: nd.Batch[][] = [[], []]
    const body =
      (to: nd.Batch[]): Body =>
      ([[x]], { rng }) => {
        const y = bytes(x)
        const z = nd.math.mul(y, uniform(x, rng))
        to.push(x, y, z)
        return nd.math.add(z, 1)
      }
    await plainly(body(leaks[0]!))
    await capturedly(body(leaks[1]!))
    expect(seen(leaks[1])).toEqual(seen(leaks[0]))
    expect(leaks[0]!.length).toBe(36)
  })

  test('lets the consumer work on results, and draw', async () => {
    const consume = (result: unknown, { rng }: { rng: nd.random.RNG }) => {
      const [y] = result as [nd.Batch]
      const out = seen([nd.math.add(y, uniform(y, rng)), y])
      for (const x of result as nd.Batch[]) x.dispose()
      return out
    }
    await same(usual, { consume }, 4)
  })

  test('may run beside another one', async () => {
    const other = (): nd.FileReader[] => [reader({ seed: 8 })]
    const two: Body = ([[x, labels]], { rng }) => [nd.math.sub(bytes(x), uniform(x, rng)), labels]
    await Promise.all([same(usual, {}, 4), same(two, { readers: other, epochs: 4 }, 4)])
  })

  test.each([11, 6, 8])(
    'two readers in one loop, of 11 and of %i files: the epoch ends with the shortest',
    { tags: 'long' },
    async (count) => {
      const body: Body = ([[x, a], [y, b]], { rng }) => {
        return [a, b, nd.math.mul(bytes(x), uniform(x, rng)), bytes(y), nd.math.add(bytes(x), bytes(y))] as unknown
      }
      const readers = () => [reader(), reader({ files: files.slice(0, count), seed: 5 })]
      await same(body, { readers, epochs: 4 })
      await same(body, { readers: () => readers().reverse(), epochs: 3, leave: (e, s) => e === 1 && s === 0 })
    },
  )

  test.skipIf(!existsSync(plugin))('runs on a GPU', async () => {
    const body: Body = ([[x, labels]], { rng, step }) => {
      const y = nd.math.mul(bytes(x).gpu(), uniform(x, rng).gpu())
      return [y, step === 5 ? y.cpu() : labels, nd.math.add(y, 1).cpu()]
    }
    await same(body, { epochs: 3 })
  })
})
