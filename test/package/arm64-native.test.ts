// The native unit tests for arm64, which are built on x86-64 with the objects of the addon that is published, run here on an
// emulated processor. `sh tools/package/prebuild-addon.sh linux-arm64 --tests` and tools/package/arm64.sh make what this needs.
// @module-tag long
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const emulator = join(root, 'build/arm64/run')
const program = join(root, 'build-prebuilt/linux-arm64/penstock_tests')
const ready = existsSync(emulator) && existsSync(program)
if (!ready)
  console.warn(
    'skipped: `sh tools/package/prebuild-addon.sh linux-arm64 --tests` and `sh tools/package/arm64.sh` make what the native tests for arm64 need',
  )

/** Cannot pass there: qemu 7.2 ignores MADV_REMOVE and says that pages were dropped. */
const left = ['-pages_are_given_back_as_zeros']
/** Parts of names of tests of what has code for NEON, or loops that stand in for that of AVX2. */
const vectors = ['color', 'normalize', 'pcm', 'resize', 'sinc', 'warp']

describe.skipIf(!ready)('the native tests for arm64', () => {
  test.each([
    ['neon', 'all', [], 250],
    ['baseline', 'those of vector code', vectors, 25],
  ])(
    'pass: %s, %s',
    async (level, _, parts, least) => {
      const { stdout } = await promisify(execFile)(
        emulator,
        [program, '--jobs', '1', '--limit', '300', ...parts, ...left],
        {
          cwd: root,
          timeout: 900_000,
          killSignal: 'SIGKILL',
          env: { PATH: process.env.PATH, PENSTOCK_SIMD: level, PENSTOCK_TESTS: 'short' },
        },
      )
      const [, passed] = /^(\d+) passed, 0 failed/m.exec(stdout)!
      expect(Number(passed)).toBeGreaterThanOrEqual(least)
    },
    1_000_000,
  )
})
