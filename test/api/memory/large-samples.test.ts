// Samples that are large for the memory budget: together they take turns, and one that can never fit is bad alone.
// @module-tag shared
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fn, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { executors, watchAccount } from '../../util/account.js'
import { failure, within } from '../../util/collect.js'
import { tempFolder } from '../../util/files.js'
import { flatPng } from '../../util/png.js'

const MB = 2 ** 20
const root = tempFolder()
const file = (name: string, bytes: Uint8Array) => {
  writeFileSync(join(root, name), bytes)
  return name
}
/** 3.2 MB each once decoded, and as much for the decoder meanwhile. */
const large = [0, 1, 2, 3].map((i) => file(`large${i}.png`, flatPng(1000, 1050, 50 + i)))
const small = Array.from({ length: 12 }, (_, i) => file(`small${i}.png`, flatPng(20, 30, 100 + i)))
/** 300 MB, if it had the rows that it claims. It has the size of a file that could have them. */
const huge = file('huge.png', Buffer.concat([flatPng(10_000, 10_000, 7, 4), Buffer.alloc(500_000)]))
const kinds = Object.entries(executors)

/** `whole`: the pixels leave the stage; else only what is made of them. */
const photos = (files: string[], options: object, whole = false) =>
  pipelineDef({ batchSize: files.length, numThreads: 4, seed: 1, ...options }, () => {
    const [bytes, labels] = fn.readers.file({ fileRoot: root, files })
    const rgb = fn.decoders.image(bytes!, {})
    return [whole ? rgb : fn.resize(rgb, { size: [4, 4], interpType: 'nn' }), labels!]
  })()

describe('samples that are large for the budget', { timeout: 30_000 }, () => {
  test.each(kinds)('are made one by one, beside small ones (%s)', async (_, executor) => {
    const files = [...large, ...small]
    const host = 10 * MB
    await using pipe = photos(files, { ...executor, memoryBudget: { host } })
    await pipe.build()
    const watch = watchAccount(pipe)
    for (let i = 0; i < 2; i++) {
      const [rgb] = await within(15_000, 'a batch', pipe.run())
      expect([...rgb!].map((t) => t.dataSync()[0])).toEqual(files.map((_, k) => (k < 4 ? 50 + k : 96 + k)))
      rgb!.release()
    }
    expect(await watch.stop()).toBeLessThanOrEqual(host)
    expect(pipe.statistics().badSamples).toEqual([])
  })

  const oneHuge = [small[0]!, huge, small[1]!, small[2]!]
  test.each([
    ['decoded inside a stage', false],
    ['handed on whole', true],
  ])('and one that can never fit is bad alone: %s', async (_, whole) => {
    for (const onError of ['placeholder', 'skip'] as const) {
      await using pipe = photos(oneHuge, { onError, memoryBudget: { host: 32 * MB } }, whole)
      for (let i = 0; i < 3; i++) {
        const [rgb, labels] = await within(5000, 'a batch', pipe.run())
        const names = [...labels!].map((t) => Number(t.dataSync()[0]))
        if (onError === 'placeholder') {
          expect(names).toEqual([0, 1, 2, 3])
          expect([...rgb!.valid]).toEqual([1, 0, 1, 1])
          expect(rgb!.shape(1)).toEqual(rgb!.shape(2))
        } else {
          expect(names).not.toContain(1)
        }
        expect(rgb!.at(0).dataSync()[0]).toBe(100 + [0, -1, 1, 2][names[0]!]!)
        rgb!.release()
      }
      const bad = pipe.statistics().badSamples
      expect(bad.length).toBeGreaterThanOrEqual(3)
      expect(bad[0]).toMatchObject({ code: 'BUDGET_EXCEEDED', op: 'decoders.image', index: 1 })
      expect(bad[0]!.path).toContain(huge)
    }
    await using pipe = photos(oneHuge, { memoryBudget: { host: 32 * MB } }, whole)
    expect(await failure(() => within(5000, 'the failure', pipe.run()))).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      op: 'decoders.image',
      sample: { index: 1 },
    })
  })

  test('are bad once nothing else can help', async () => {
    // 3.0 MiB of pixels and the tables in 3.1 MiB: less than the budget, more than it has.
    await using pipe = photos(
      [small[0]!, large[0]!],
      { onError: 'placeholder', memoryBudget: { host: Math.round(3.1 * MB) } },
      true,
    )
    for (let i = 0; i < 2; i++) {
      const [rgb] = await within(10_000, 'a batch', pipe.run())
      expect([...rgb!.valid]).toEqual([1, 0])
      rgb!.release()
    }
  })

  test('fail the batch if each fits, but not all together', async () => {
    await using pipe = photos(large, { onError: 'skip', memoryBudget: { host: 8 * MB } }, true)
    const error = await failure(() => within(10_000, 'the failure', pipe.run()))
    expect(error).toMatchObject({ code: 'BUDGET_EXCEEDED' })
    expect(error.message).toContain('One batch per stage does not fit in memoryBudget.host = 8.0 MiB')
  })
})
