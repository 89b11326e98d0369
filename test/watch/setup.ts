// Runs in each worker process of the watched pool (pool.ts): tells the watchdog outside, over a pipe, which test begins
// and how long it may take. The write blocks, so the line has left the process even when the test never returns.
import { writeSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeEach, type RunnerTestCase, type RunnerTestSuite } from 'vitest'
import { watchPipe } from './protocol.js'

// gc() for tests. It is not a flag of the process, because V8 would compile Node.js's own modules anew in each process
// and thread that tests start, in place of using their compiled code.
if (!globalThis.gc) {
  setFlagsFromString('--expose-gc')
  globalThis.gc = runInNewContext('gc') as typeof globalThis.gc
  setFlagsFromString('--no-expose-gc')
}

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
