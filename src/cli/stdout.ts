// Guards stdout: with --json the report alone goes there, and a reader that leaves early ends the command, as in
// `penstock-data ops | head`. Where stdout cannot be written, as on a full disk, the command says so and fails.
import { describe } from './failure.js'
import { reasonOf } from './out/file.js'

let ends = true
let failed = false

/** A reader that leaves does not end the command from now on: its result is in files. */
export function pipeMayClose(): void {
  ends = false
}

/** Handles errors of the output streams. The exit code stays that of the command, if it has already failed. */
export function handleClosedPipes(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') cannotWrite(error)
    if (ends) process.exit()
  })
  process.stderr.on('error', () => {})
}

/** Tells of the first failure; what comes after it is lost as well. */
function cannotWrite(error: Error): void {
  process.exitCode = 1
  if (failed) return
  failed = true
  process.stderr.write(describe(`stdout cannot be written: ${reasonOf(error)}`, false))
}

/** Sends what user code prints to stderr; returns the function that still writes to stdout. */
export function keepStdout(): (text: string) => void {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write
  return (text) => {
    write(text)
  }
}
