// Tests two batches of the cpu actor in flight: the second begins while the first one's last sample is being made, and
// all else is as with one: the same bytes in the same order, failures after the batches before them, and all given
// back.
import { execFile } from 'node:child_process'
import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { fn, type Pipeline, type PipelineOptions, pipelineDef, type TensorList } from 'penstock-data'
import { expect, test } from 'vitest'
import { digest } from '../util/collect.js'
import { tempFolder } from '../util/files.js'
import { executors, expectReturned, resources } from '../util/resources.js'
import { check, timeFor } from '../util/soak.js'

const photos = new URL('../../data/photos/', import.meta.url).pathname
const broken = new URL('../../data/broken/', import.meta.url).pathname
const dist = new URL('../../dist/', import.meta.url).href

const names = readdirSync(photos, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.jpg'))
  .sort()
  .map((name) => join(photos, name))

/** Batches of ten photos, each of a quarter of a megabyte, which the pool takes. */
const loader = (
  executor: keyof typeof executors,
  files: string[],
  onError: PipelineOptions['onError'] = 'throw',
  shuffle = false,
) =>
  pipelineDef({ batchSize: 10, numThreads: 2, seed: 3, onError, ...executors[executor] }, () => {
    const [jpegs, labels] = fn.readers.file({ files, randomShuffle: shuffle })
    return [fn.resize(fn.decoders.image(jpegs), { size: [96, 96] }), labels]
  })()

test('the second batch begins while the last sample of the first is being made', { timeout: 60_000 }, async () => {
  const folder = tempFolder()
  const [file, held] = [join(folder, 'job.mjs'), join(folder, 'held')]
  writeFileSync(
    file,
    `import { rmSync } from 'node:fs'
    import { fn, pipelineDef } from '${dist}index.js'
    const pipe = pipelineDef({ batchSize: 8, numThreads: 2, seed: 1 }, () =>
      [fn.cast(fn.random.uniform({ shape: [10000] }), { dtype: 'uint8' })])()
    let there = false
    await pipe.build()
    const first = pipe.run().then(() => { there = true })
    const samples = () => pipe.statistics().stages.flatMap((stage) => stage.ops ?? []).find((o) => o.op === 'cast').samples
    while (!there && samples() < 15) await new Promise((r) => setTimeout(r, 5))
    console.log(there, samples())
    rmSync('${held}')
    await first
    await pipe.close()`,
  )
  const env = { ...process.env, PENSTOCK_TEST_STUCK: `cast:3:${held}` }
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', file], { env })
  // All samples of the second batch, and of the first all but the one that is held.
  expect(stdout.trim()).toBe('false 15')
})

test('epochs that are left at any batch have the bytes and the order of one batch at a time', {
  timeout: timeFor(120_000),
}, async () => {
  const epochs = async (pipe: Pipeline<TensorList[]>, lengths: readonly number[]) => {
    const out: string[][] = []
    for (const length of lengths) {
      const seen: string[] = []
      out.push(seen)
      let left = length
      if (left === 0) continue
      for await (const batch of pipe) {
        seen.push(digest(batch))
        for (const output of batch) output.release()
        if (--left === 0) break
      }
    }
    return out
  }
  const lengths = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 })
  await check(
    20,
    1411,
    fc.asyncProperty(lengths, fc.constantFrom('dynamic', 'pipelined'), async (lengths, executor) => {
      const [one, two] = [loader('simple', names, 'throw', true), loader(executor, names, 'throw', true)]
      expect(await epochs(two, lengths)).toEqual(await epochs(one, lengths))
      await Promise.all([one.close(), two.close()])
    }),
    2,
  )
})

/** The photos, with broken files in their midst. */
function spoiled(where: Readonly<Record<number, string>>): string[] {
  const folder = tempFolder()
  return [...names, ...names].slice(0, 36).map((name, i) => {
    if (!where[i]) return name
    const path = join(folder, `${i}-${where[i]}`)
    cpSync(join(broken, where[i]), path)
    return path
  })
}

test.each([
  ['its header', 'truncated_header.jpg'],
  ['its data', 'truncated_half.jpg'],
])('a sample that fails by %s ends the run after the batches before it', async (_, name) => {
  for (const at of [3, 17, 25]) {
    const files = spoiled({ [at]: name })
    const pipe = loader('dynamic', files)
    for (let batch = 0; batch < Math.floor(at / 10); batch++) {
      const [images, labels] = await pipe.run()
      expect(labels!.dataSync()[0]).toBe(batch * 10)
      expect(images!.length).toBe(10)
    }
    await expect(pipe.run()).rejects.toMatchObject({ code: 'BAD_SAMPLE', sample: { index: at, source: files[at] } })
    await pipe.close()
  }
})

test('placeholders are reported in the order of the samples, whichever of two programs met them', async () => {
  const where = { 4: 'truncated_half.jpg', 13: 'text.jpg', 17: 'empty.jpg', 25: 'truncated_half.jpg' }
  const pipe = loader('dynamic', spoiled(where), 'placeholder')
  const valid: boolean[] = []
  for await (const [images] of pipe) valid.push(...Array.from(images!.valid, Boolean))
  const bad = pipe.statistics().badSamples.map((sample) => sample.index)
  await pipe.close()
  const expected = Object.keys(where).map(Number)
  expect(bad).toEqual(expected)
  expect(valid.flatMap((good, i) => (good ? [] : [i]))).toEqual(expected)
})

test('close() at any moment waits for both batches and gives everything back', { timeout: 60_000 }, async () => {
  const first = loader('dynamic', names)
  await first.run()
  await first.close()
  const before = resources()
  for (let i = 0; i < 12; i++) {
    const pipe = loader('dynamic', names)
    // Some of them in the middle of the first batch, some when both are being made.
    const run = i % 3 ? pipe.run().catch(() => {}) : undefined
    await new Promise((resolve) => setTimeout(resolve, 5 * i))
    if (i % 3 === 2) await run
    await pipe.close()
    await run
  }
  globalThis.gc!()
  await expectReturned(before)
})
