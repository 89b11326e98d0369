// Its main thread waits for a child process that never ends.
import { spawnSync } from 'node:child_process'
import { test } from 'vitest'

test('waits for a child', () => {
  spawnSync('sleep', ['987.5'])
})
