// Defines the messages between a watched worker process and the watchdog in vitest's main process.

/** The descriptor of the pipe from a worker to the watchdog, after stdin, stdout, stderr and vitest's own channel. */
export const watchPipe = 4

/** One line of the pipe. */
export interface Begun {
  /** Full name of the test that begins. */
  test: string
  /** Its time limit in milliseconds. */
  limit: number
}
