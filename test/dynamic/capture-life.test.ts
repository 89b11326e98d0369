// What explain() and strict say of captured loops, and what becomes of readers, threads and handles.
import { readFileSync } from 'node:fs'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { failure } from '../util/collect.js'
import { expectReturned, resources } from '../util/resources.js'
import { portion } from '../util/soak.js'
import { type Body, batchSize, bytes, capturedly, files, reader, root, same, seen, usual } from './capture-loops.js'
import { dynamicUrl, runOnNode } from './run-node.js'

/** The line of this file on which `text` is. */
const source = readFileSync(new URL(import.meta.url), 'utf8').split('\n')
const lineOf = (text: string) =>
  new RegExp(`capture-life\\.test\\.ts:${source.findIndex((line) => line.includes(text)) + 1}:\\d+$`)

/** Constants outside of steps. */
const wide = nd.tensor(new Uint8Array(3))
const other = new nd.EvalContext({ numThreads: 1 })

const odd: Record<string, { body: Body; reason: RegExp; line: string }> = {
  arguments: {
    body: ([[x]], { step }) => nd.math.add(bytes(x), step), // arguments
    reason: /^its arguments change from step to step$/,
    line: '// arguments',
  },
  generator: {
    body: ([[x]], { step }) => nd.random.uniform({ rng: new nd.random.RNG(step), batchSize: x.length }), // of this step
    reason: /^its generator changes from step to step$/,
    line: '// of this step',
  },
  unknown: {
    body: ([[x]]) => nd.math.add(nd.slice(x, { start: [0], shape: [3], axes: [0] }), wide), // unknown
    reason: /^input .* is not what a reader has brought, or made of it$/,
    line: '// unknown',
  },
  'not captured': {
    body: ([[x]], { step }) => {
      const y = nd.math.add(bytes(x), step)
      return nd.math.mul(y, 2) // of another
    },
    reason: /^input .* is made by a call that is not captured$/,
    line: '// of another',
  },
  selection: {
    body: ([[x]]) => nd.math.neg(bytes(x).select([0])), // selection
    reason: /^it works on 1 samples, not on the batch's 3$/,
    line: '// selection',
  },
  'left out': {
    body: ([[x]], { step }) => {
      const y = bytes(x)
      return [y, step === 0 ? nd.math.neg(y) : 0] // left out
    },
    reason: /^it was not called in the next step$/,
    line: '// left out',
  },
  another: {
    body: ([[x]], { step }) => {
      const y = bytes(x)
      return step ? nd.flip(x, {}).length : nd.math.neg(y) // another
    },
    reason: /^in the next step another operator \(flip\) stands in its place$/,
    line: '// another',
  },
  reads: {
    body: ([[x]], { step }) => {
      const [y, z] = [bytes(x), nd.math.neg(bytes(x))]
      return [y, z, nd.math.sub(step ? y : z, 1)] // reads
    },
    reason: /^what it reads changes from step to step$/,
    line: '// reads',
  },
  memory: {
    body: ([[x]]) => nd.math.add(bytes(x), nd.asTensor(new Float32Array(4))), // memory
    reason: /^it reads memory of its caller$/,
    line: '// memory',
  },
  context: {
    body: ([[x]]) => [bytes(x), other.run(() => nd.math.neg(x))], // context
    reason: /^it runs in another EvalContext than the calls before it$/,
    line: '// context',
  },
  nothing: {
    body: ([[x]]) => void nd.math.neg(x), // nothing
    reason: /^the step returns and reads nothing of it$/,
    line: '// nothing',
  },
}
describe('explain() and strict name what is not captured', () => {
  test.each(portion(Object.entries(odd), 6))('%s', { tags: 'property' }, async (_, { body, reason, line }) => {
    const explained = await same(body)
    const found = explained.find((entry) => reason.test(entry.reason ?? ''))
    expect(found, JSON.stringify(explained)).toMatchObject({
      captured: false,
      line: expect.stringMatching(lineOf(line)),
    })
    const { errors } = await capturedly(body, { options: { strict: true } })
    expect(errors[0]).toContain('Expected a call that can be captured but ')
    const strict = nd.capture((...b) => body(b as never, { rng: new nd.random.RNG(1), step: steps++ }), {
      readers: reader(),
      batchSize,
      strict: true,
    })
    let steps = 0
    const error = await failure(async () => {
      for await (const x of strict) seen(x)
    })
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', callSite: explained.find((e) => !e.captured)!.line })
    await strict.close()
  })

  test('the whole step may be captured', async () => {
    const explained = await same(usual, { options: { strict: true } })
    expect(explained.map(({ op, captured, reason }) => [op, captured, reason])).toEqual(
      ['slice', 'cast', 'random.uniform', 'math.mul'].map((op) => [op, true, undefined]),
    )
    expect(explained[3]!.line).toMatch(/capture-loops\.ts:\d+:\d+$/)
  })

  test('strict refuses steps that leave a call out, or add one', async () => {
    const out: Body = ([[x]], { step }) => (step === 6 ? bytes(x) : nd.math.add(bytes(x), 1)) // leaves
    const added: Body = ([[x]], { step }) => {
      const y = bytes(x)
      return [y, step === 6 ? nd.math.sub(y, 1) : 0] // adds
    }
    const [entry] = (await same(out, { epochs: 4 })).slice(-1)
    expect(entry).toMatchObject({
      captured: true,
      reason: 'in 1 of 14 steps it was not made as before, and ran uncaptured',
    })
    const strict = async (body: Body) => {
      let step = 0
      const loop = nd.capture((...b) => body(b as never, { step: step++, rng: new nd.random.RNG(1) }), {
        readers: reader(),
        batchSize,
        strict: true,
      })
      const error = await failure(async () => {
        for (let i = 0; i < 3; i++) for await (const x of loop) seen(x)
      })
      await loop.close()
      return [error, step] as const
    }
    const [left, at] = await strict(out)
    expect([left.message, at]).toEqual([expect.stringContaining('it was not made as in the steps before'), 7])
    expect(left.callSite).toMatch(lineOf('// leaves'))
    const [more, when] = await strict(added)
    expect([more.message, when]).toEqual([expect.stringContaining('it was not made in the steps before'), 7])
    expect(more.callSite).toMatch(lineOf('// adds'))
  })
})

describe('readers', () => {
  test('belong to the loop until close()', async () => {
    const own = reader()
    const loop = nd.capture(([x]) => bytes(x!), { readers: own, batchSize })
    const taken = { code: 'API_MIXED' }
    const plain = async () => {
      for await (const _ of own.nextEpoch({ batchSize })) break
    }
    expect(await failure(plain)).toMatchObject(taken)
    expect(await failure(() => nd.capture(() => 1, { readers: own, batchSize }))).toMatchObject(taken)
    const second = reader()
    expect(await failure(() => nd.capture(() => 1, { readers: [second, own], batchSize }))).toMatchObject(taken)
    // It was given back.
    for await (const _ of second.nextEpoch({ batchSize })) break
    expect(await failure(() => own.setState(second.getState()))).toMatchObject(taken)
    for await (const _ of loop) {
      expect(await failure(plain)).toMatchObject(taken)
      expect(
        await failure(async () => {
          for await (const _ of loop) break
        }),
      ).toMatchObject(taken)
    }
    await loop.close()
    await plain()
    expect(
      await failure(async () => {
        for await (const _ of loop) break
      }),
    ).toMatchObject({ code: 'PIPELINE_CLOSED' })
    await Promise.all([own.close(), second.close()])
  })

  test.each([0, 1, 2, 3])(
    'go on with the next epoch when the loop is closed behind step %i',
    { tags: 'long' },
    async (at) => {
      for (const epoch of [0, 1, 2]) {
        const [own, plain] = [reader(), reader()]
        const loop = nd.capture(([x]) => bytes(x!), { readers: own, batchSize })
        const error = await failure(async () => {
          for (let e = 0; e <= epoch; e++) {
            let step = 0
            for await (const _ of loop) if (e === epoch && step++ === at) await loop.close()
          }
        })
        expect(error).toMatchObject({ code: 'PIPELINE_CLOSED' })
        for (let e = 0; e <= epoch; e++) for await (const _ of plain.nextEpoch({ batchSize })) if (e === epoch) break
        expect(own.getState()).toBe(plain.getState())
        const [got, want]: unknown[][] = [[], []]
        for await (const [x] of own.nextEpoch({ batchSize })) got!.push(seen(x))
        for await (const [x] of plain.nextEpoch({ batchSize })) want!.push(seen(x))
        expect(got).toEqual(want)
        await Promise.all([own.close(), plain.close()])
      }
    },
  )

  test('are closed, and what they brought goes into calls all the same', async () => {
    const [plain, own] = [reader(), reader()]
    const kept: nd.Batch[] = []
    for await (const [x] of plain.nextEpoch({ batchSize })) kept.push(x)
    const want = kept.map((x) => seen(bytes(x)))
    await plain.close()
    expect(kept.map((x) => seen(bytes(x)))).toEqual(want)
    const loop = nd.capture(([x, labels]) => [x, bytes(x!), labels], { readers: own, batchSize })
    const all: nd.Batch[] = []
    for await (const [x] of loop) all.push(x!)
    await loop.close()
    await own.close()
    expect(all.map((x) => seen(bytes(x)))).toEqual(want)
  })

  test('a loop that was never begun leaves them where they were', async () => {
    const own = reader()
    const state = own.getState()
    await nd.capture(() => 1, { readers: own, batchSize }).close()
    expect(own.getState()).toBe(state)
    await own.close()
  })
})

describe('a captured loop gives back its resources', { tags: 'long' }, () => {
  const bodies: [string, Body, ((e: number, s: number) => boolean)?][] = [
    ['whole epochs', usual],
    ['loops that are left', usual, (_, step) => step === 1],
    [
      'errors',
      ([[x]], { step }) =>
        step === 7
          ? nd
              .crop(nd.decoders.image(x), { crop: [1, 1] })
              .at(0)
              .dataSync()
          : bytes(x),
    ],
    ['files read once more', ([[x]], { step }) => [bytes(x), step % 3 === 2 ? seen(x) : 0]],
  ]
  test.each(bodies)('%s', async (_, body, leave) => {
    const run = { consume: dispose, ...(leave && { leave }) }
    await capturedly(body, run)
    const before = resources()
    for (let i = 0; i < 3; i++) await capturedly(body, run)
    globalThis.gc!()
    await expectReturnedSoon(before)
  })
  function dispose(x: unknown): void {
    if (x instanceof nd.Batch || x instanceof nd.Tensor) x.dispose()
    else if (Array.isArray(x)) x.forEach(dispose)
  }
  /** ExecutionQueues and compiled segments of the contexts stay. */
  async function expectReturnedSoon(before: ReturnType<typeof resources>): Promise<void> {
    await expectReturned(before).catch((error: Error) => {
      if (!/native handles/.test(error.message)) throw error
    })
    const wait = { timeout: 10_000, interval: 20 }
    await expect.poll(() => resources().threads, wait).toBeLessThanOrEqual(before.threads)
    await expect.poll(() => resources().loopHandles, wait).toBeLessThanOrEqual(before.loopHandles)
  }

  test('a loop that is dropped does not keep the process', async () => {
    const lines = `
      for (const steps of [1, 2, 3, 99]) {
        const reader = nd.readers.file({ fileRoot: ${JSON.stringify(root)}, files: ${JSON.stringify(files)} })
        const loop = nd.capture(([x]) => nd.cast(x, { dtype: 'float32' }), { readers: reader, batchSize: 3 })
        const batches = loop[Symbol.asyncIterator]()
        for (let i = 0; i < steps; i++) await batches.next()
      }
      console.log('done')`
    expect(dynamicUrl).toMatch(/dist/)
    expect(await runOnNode(lines)).toBe('done')
  })
})
