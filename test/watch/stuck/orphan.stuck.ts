// It leaves a process running, which leaves another.
import { spawn } from 'node:child_process'
import { test } from 'vitest'

test('leaves a child', () => {
  spawn('sh', ['-c', 'sleep 987.5; true'], { stdio: 'ignore' })
})
