// Errors in captured loops: of steps, of the consumer, of files, of options.
// @module-tag shared
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { failure } from '../util/collect.js'
import { tempFolder } from '../util/files.js'
import { loadGolden } from '../util/golden.js'
import { portion } from '../util/soak.js'
import {
  type Body,
  batchSize,
  bytes,
  capturedly,
  plainly,
  reader,
  same,
  seen,
  uniform,
  usual,
} from './capture-loops.js'

/** The line of this file on which `text` is. */
const source = readFileSync(new URL(import.meta.url), 'utf8').split('\n')
const lineOf = (text: string) =>
  new RegExp(`capture-errors\\.test\\.ts:${source.findIndex((line) => line.includes(text)) + 1}:\\d+$`)

describe('errors', () => {
  test.each(portion([0, 1, 2, 3, 5, 6, 9], 4))(
    'are thrown by step %i as in the plain loop',
    { tags: 'property' },
    async (at) => {
      const body: Body = (batches, given) => {
        const out = usual(batches, given)
        if (given.step === at) throw new Error(`step ${at}`)
        return out
      }
      await same(body, { epochs: 5, fails: true }, 4)
      const first = (await plainly(body, { epochs: 5 })).errors.filter(Boolean)
      expect(first).toEqual([`step ${at}`])
    },
  )

  test('leave the generators where half a step had drawn', async () => {
    const body: Body = ([[x]], { rng, step }) => {
      const y = nd.math.mul(bytes(x), uniform(x, rng))
      if (step === 5) throw new Error('half')
      return nd.math.mul(y, uniform(x, rng))
    }
    const explained = await same(body, { epochs: 6, fails: true })
    expect(explained.at(-1)!.reason).toMatch(/^in \d of 1\d steps/)
  })

  test("are the consumer's own if it throws", async () => {
    const consume = (x: unknown, { step }: { step: number }) => {
      if (step === 6) throw new Error('consumer')
      return seen(x)
    }
    await same(usual, { consume, epochs: 4, fails: true }, 4)
  })

  /** Twelve images, of which `bad` are cut off. */
  function images(bad: readonly number[]) {
    const folder = tempFolder()
    const { golden, stored } = loadGolden('decoders_image_crop')
    const whole = golden.cases.filter((c) => c.outputs.length && c.outputs[0]!.shape[2] === 3).map((c) => c.inputs[0]!)
    const names = Array.from({ length: 12 }, (_, i) => {
      const data = stored(whole[i % whole.length]!) as Uint8Array
      writeFileSync(join(folder, `${i}.jpg`), bad.includes(i) ? data.subarray(0, 40) : data)
      return `${i}.jpg`
    })
    return () => [nd.readers.file({ fileRoot: folder, files: names, seed: 1 })]
  }

  test.each(portion([[[7, 11]], [[10]], [[1]]]))(
    'come for files %j that are cut off',
    { tags: 'property' },
    async (bad) => {
      const body: Body = ([[x, labels]]) => {
        const decoded = nd.decoders.image(x)
        return [nd.crop(decoded, { crop: [4, 4] }), labels]
      }
      const run = { readers: images(bad), epochs: 2, size: 2, fails: true }
      await same(body, run)
      const { epochs, errors } = await capturedly(body, run)
      // Two results and places for each whole batch before.
      expect(epochs.map((e) => e.length)).toEqual([0, 1].map(() => 2 * Math.floor(bad[0]! / 2)))
      expect(errors[0]).toMatch(/^\[decoders\.image\]/)
      const loop = nd.capture((b) => body([b, b] as never, {} as never), { readers: run.readers()[0]!, batchSize: 2 })
      const error = await failure(async () => {
        for await (const x of loop) seen(x)
      })
      expect(error.callSite).toMatch(lineOf('const decoded = nd.decoders.image(x)'))
      await loop.close()
    },
  )

  test('can be caught by the step, which goes on', async () => {
    const body: Body = ([[x, labels]]) => {
      try {
        return [seen(nd.crop(nd.decoders.image(x), { crop: [4, 4] })), labels]
      } catch (error) {
        return [(error as nd.PipelineError).code as string, labels]
      }
    }
    await same(body, { readers: images([7, 10]), epochs: 3, size: 2 })
  })

  test('do not come where placeholders are filled in', async () => {
    const body: Body = ([[x]]) => {
      const y = nd.decoders.image(x, { onError: 'placeholder' })
      return [y, [...y.valid]]
    }
    await same(body, { readers: images([3, 7]), epochs: 3, size: 2 })
  })

  test('name wrong options', async () => {
    const given = (options: object) => failure(() => nd.capture(() => 1, options as never))
    expect(await given({ batchSize })).toMatchObject({ code: 'INVALID_ARGUMENT', message: /readers/ })
    expect(await given({ readers: [], batchSize })).toMatchObject({ code: 'INVALID_ARGUMENT' })
    const own = reader()
    expect(await given({ readers: own, batchSize: 0 })).toMatchObject({ message: /batchSize/ })
    expect(await given({ readers: own, batchSize, strict: 1 })).toMatchObject({ message: /strict/ })
    expect(await failure(() => nd.capture(1 as never, { readers: own, batchSize }))).toMatchObject({ message: /fn/ })
    // None of them has taken the reader.
    for await (const _ of own.nextEpoch({ batchSize })) break
    await own.close()
  })
})
