// What becomes of stdout: with --json it is the report's alone, and a reader that leaves early ends the command, as in
// `penstock ops | head`.

let ends = true

/** A reader that leaves does not end the command from now on: its result is in files. */
export function pipeMayClose(): void {
  ends = false
}

/** Handles errors of the output streams. The exit code stays that of the command, if it has already failed. */
export function handleClosedPipes(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    if (ends) process.exit()
  })
  process.stderr.on('error', () => {})
}

/** Sends what user code prints to stderr; returns the function that still writes to stdout. */
export function keepStdout(): (text: string) => void {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write
  return (text) => {
    write(text)
  }
}
