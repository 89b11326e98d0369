// The main job gives the same bytes, batch by batch, for any number of threads, any depth, and in another process.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { hashes } from '../../util/main-job.mjs'

test('threads and depth change no byte of any batch', { timeout: 60_000 }, async () => {
  const first = await hashes(1, 1, 7)
  expect(new Set(first).size).toBe(6) // two epochs of three batches, all different
  const others = [
    [2, 2],
    [3, 3],
    [8, 4],
    [2, 1],
    [1, 4],
  ] as const
  for (const [threads, depth] of others) {
    expect(await hashes(threads, depth, 7), `${threads} threads, depth ${depth}`).toEqual(first)
  }
  expect(await hashes(2, 2, 8)).not.toEqual(first)
})

test('another process gives the same bytes, at any SIMD level', { timeout: 60_000 }, async () => {
  const here = await hashes(2, 2, 7)
  const program = fileURLToPath(new URL('../../util/main-job.mjs', import.meta.url))
  for (const level of ['avx512', 'avx2', 'baseline']) {
    const env = { ...process.env, PENSTOCK_SIMD: level }
    const out = execFileSync(process.execPath, [program, '2', '2', '7'], { encoding: 'utf8', env })
    expect(JSON.parse(out), level).toEqual(here)
  }
})
