// The GPU tests of this folder, which need a GPU and nothing else, on the emulated one: node's own test runner over dist.
// @module-tag long
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const plugin = `${root}build/penstock_cuda_emulated.so`
const files = readdirSync(fileURLToPath(new URL('.', import.meta.url))).filter((f) => f.endsWith('.test.mjs'))

describe.skipIf(!existsSync(plugin))('GPU tests on the emulated GPU', () => {
  it.each(files)('%s passes', { timeout: 900_000 }, async (file) => {
    const { NODE_OPTIONS: _, ...env } = process.env
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--test', '--test-reporter=tap', `test/gpu/${file}`],
      { cwd: root, env: { ...env, PENSTOCK_CUDA_PLUGIN: plugin, PENSTOCK_GPU_REQUIRED: '1', PENSTOCK_GPU_CASES: '6' } },
    ).catch((e) => e)
    const count = (what: string) => Number(new RegExp(`^# ${what} (\\d+)$`, 'm').exec(stdout)?.[1])
    expect(stdout).not.toMatch(/^\s*not ok/m)
    expect(count('fail')).toBe(0)
    expect(count('skipped')).toBe(0)
    expect(count('pass')).toBeGreaterThan(0)
  })
})
