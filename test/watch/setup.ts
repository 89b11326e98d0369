// Runs in each worker process of the watched pool (pool.ts): tells the watchdog outside, over a pipe, which test begins
// and how long it may take. The write blocks, so the line has left the process even when the test never returns.
import { writeSync } from 'node:fs'
import { beforeEach, type RunnerTestCase, type RunnerTestSuite } from 'vitest'
import { watchPipe } from './protocol.js'

const nameOf = (task: RunnerTestCase | RunnerTestSuite): string =>
  task.suite?.name ? `${nameOf(task.suite)} > ${task.name}` : task.name

if (process.env.PENSTOCK_WATCHED) {
  beforeEach(({ task }) => {
    writeSync(watchPipe, `${JSON.stringify({ test: nameOf(task), limit: task.timeout })}\n`)
  })
  // The pool ends a worker with SIGTERM; process.exit() runs what the addon does at the end of a process.
  const exiting = Symbol.for('penstock.test.exits')
  const once = globalThis as unknown as Record<symbol, boolean>
  if (!once[exiting]) process.once('SIGTERM', () => process.exit(0))
  once[exiting] = true
}
