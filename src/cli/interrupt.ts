// Handles SIGINT and SIGTERM of `penstock-data run`: the first signal stops the pipeline in order, a later one ends the
// process.

export const signalNumbers = { SIGINT: 2, SIGTERM: 15 } as const
export type Signal = keyof typeof signalNumbers
/** Milliseconds in which two signals count as one: under npm, Ctrl-C arrives from the terminal and from npm. */
const sameKeyMs = 300

/** The first signal closes the pipeline, which ends the loop in order; a later one ends the process. */
export class Interrupt {
  signal: Signal | null = null
  private at = 0
  private readonly listener = (signal: Signal) => {
    if (this.signal === null) {
      this.signal = signal
      this.at = performance.now()
      void this.pipe.close()
    } else if (performance.now() - this.at > sameKeyMs) {
      this.beforeExit()
      process.exit(128 + signalNumbers[signal])
    }
  }

  constructor(
    private readonly pipe: { close(): Promise<void> },
    private readonly beforeExit: () => void,
  ) {
    for (const signal of Object.keys(signalNumbers)) process.on(signal, this.listener)
  }

  [Symbol.dispose](): void {
    for (const signal of Object.keys(signalNumbers)) process.off(signal, this.listener)
  }
}
