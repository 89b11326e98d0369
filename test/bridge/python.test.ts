// The long tests of the Python package: kills, and consumers that come and go. Those of every run are a step of .ci/run.
// @module-tag long
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('either process may be killed at any time, and nothing is left', { timeout: 800_000 }, () => {
  execFileSync('sh', ['tools/install/python.sh', '--test', '-m', 'long'], { cwd: root, stdio: 'inherit' })
})
