// Tests two batches of the reader actor in flight: the second is read while the last file of the first still is, and
// all else is as with one: the same bytes in the same order, failures after the batches before them, and all given
// back.
import { execFile } from 'node:child_process'
import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { fn, type Pipeline, pipelineDef, type TensorList } from 'penstock-data'
import { expect, test } from 'vitest'
import { digest } from '../util/collect.js'
import { tempFolder } from '../util/files.js'
import { executors, expectReturned, resources } from '../util/resources.js'
import { check, timeFor } from '../util/soak.js'

const photos = new URL('../../data/photos/', import.meta.url).pathname
const dist = new URL('../../dist/', import.meta.url).href

/** Copies of a photo of a quarter of a megabyte: a batch of them takes so long that the pool gets it. */
function copies(count: number): string[] {
  const photo = readdirSync(photos, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('.jpg'))!
  const folder = tempFolder()
  return Array.from({ length: count }, (_, i) => {
    const path = join(folder, `${i}.jpg`)
    copyFileSync(join(photos, photo), path)
    return path
  })
}

const reader = (executor: keyof typeof executors, files: string[], randomShuffle = false) =>
  pipelineDef({ batchSize: 16, numThreads: 2, seed: 5, ...executors[executor] }, () => [
    ...fn.readers.file({ files, randomShuffle }),
  ])()

test('the next batch is read while the last file of a batch still is', { timeout: 60_000 }, async () => {
  const folder = tempFolder()
  const [file, held] = [join(folder, 'job.mjs'), join(folder, 'held')]
  writeFileSync(
    file,
    `import { rmSync } from 'node:fs'
    import { fn, pipelineDef } from '${dist}index.js'
    const files = ${JSON.stringify(copies(64))}
    const pipe = pipelineDef({ batchSize: 16, numThreads: 2 }, () => fn.readers.file({ files })[0])()
    await pipe.build()
    // The first batch shows that there is nothing to read ahead.
    await pipe.run()
    let there = false
    const second = pipe.run().then(() => { there = true })
    const samples = () => pipe.statistics().stages.flatMap((stage) => stage.ops ?? []).find((o) => o.op === 'readers.file').samples
    while (!there && samples() < 47) await new Promise((r) => setTimeout(r, 5))
    console.log(there, samples())
    rmSync('${held}')
    await second
    await pipe.close()`,
  )
  const env = { ...process.env, PENSTOCK_TEST_STUCK: `readers.file:19:${held}` }
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', file], { env })
  // All files of the first and the third batch, and of the second all but the one that is held.
  expect(stdout.trim()).toBe('false 47')
})

test('epochs that are left at any batch have the bytes and the order of one batch at a time', {
  timeout: timeFor(120_000),
}, async () => {
  const files = copies(70)
  const epochs = async (pipe: Pipeline<TensorList[]>, lengths: readonly number[]) => {
    const seen: string[] = []
    for (const length of lengths) {
      let left = length
      for await (const batch of pipe) {
        seen.push(digest(batch))
        for (const output of batch) output.release()
        if (--left === 0) break
      }
    }
    return seen
  }
  const lengths = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 })
  await check(
    20,
    2311,
    fc.asyncProperty(lengths, async (lengths) => {
      const [one, two] = [reader('simple', files, true), reader('dynamic', files, true)]
      expect(await epochs(two, lengths)).toEqual(await epochs(one, lengths))
      await Promise.all([one.close(), two.close()])
    }),
    2,
  )
})

test('a missing file ends the run after the batches before it', async () => {
  for (const at of [3, 20, 37, 50]) {
    const files = copies(64)
    const pipe = reader('dynamic', files)
    await pipe.build()
    rmSync(files[at]!)
    for (let batch = 0; batch < Math.floor(at / 16); batch++) {
      const [images, labels] = await pipe.run()
      expect(labels!.dataSync()[0]).toBe(batch * 16)
      expect(images!.length).toBe(16)
    }
    await expect(pipe.run()).rejects.toMatchObject({ code: 'FILE_NOT_FOUND', sample: { index: at } })
    await pipe.close()
  }
})

test('close() at any moment waits for both batches and gives everything back', { timeout: 60_000 }, async () => {
  const files = copies(64)
  const first = reader('dynamic', files)
  await first.run()
  await first.close()
  const before = resources()
  for (let i = 0; i < 8; i++) {
    const pipe = reader('dynamic', files)
    await pipe.run()
    const run = i % 2 ? pipe.run().catch(() => {}) : undefined
    await new Promise((resolve) => setTimeout(resolve, i))
    await pipe.close()
    await run
  }
  globalThis.gc!()
  await expectReturned(before)
})
