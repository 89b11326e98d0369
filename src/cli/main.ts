#!/usr/bin/env node
// Starts and ends the command line. Exit codes: 0, 1 for an error (2 for `check`), 130 after SIGINT, 143 after SIGTERM.
import { escaped } from '../errors/escaped.js'
import { sentence } from '../statistics/table.js'
import { describe, Exit } from './failure.js'
import { createProgram, errorCodeOf } from './program.js'
import { handleClosedPipes } from './stdout.js'

const program = createProgram()

// Warnings are printed here, in one line: Node.js would add lines of its own.
process.removeAllListeners('warning')
process.on('warning', ({ message }) =>
  process.stderr.write(`${sentence(`warning: ${escaped(message)}`, process.stderr)}\n`),
)
handleClosedPipes()

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof Exit) {
    process.exitCode = error.code
  } else {
    process.stderr.write(describe(error, program.opts<{ verbose?: boolean }>().verbose ?? false))
    process.exitCode = errorCodeOf(program)
  }
}
