// Limits the memory and the time that a store takes, whatever it answers. A reader's `store` option changes the limits.
import { StoreFailure } from './failure.js'

export interface StoreLimits {
  /** Bytes of an object that is read as a whole, and of the names in a folder. */
  maxObjectBytes: number
  /** Seconds that a read may take, and one more for each 16 KiB that have come. */
  maxSeconds: number
}

export const defaultLimits: StoreLimits = { maxObjectBytes: 2 ** 29, maxSeconds: 300 }

const bytesPerSecond = 16_384

/** The limits of one read, which begins when this is made. */
export class Limits {
  private began = performance.now()

  constructor(readonly most: StoreLimits = defaultLimits) {}

  /** Leaves out a time in which the client itself has waited. */
  pause(ms: number): void {
    this.began += ms
  }

  /** Throws where an object of `bytes` is too large to be read as a whole. */
  checkSize(bytes: number): void {
    const { maxObjectBytes } = this.most
    if (bytes <= maxObjectBytes) return
    throw new StoreFailure(`it has more than ${maxObjectBytes} bytes`, {
      hint: 'store: { maxObjectBytes } of the reader allows larger objects',
    })
  }

  /** Throws where a read that has brought `bytes` takes too long. */
  checkTime(bytes: number): void {
    const { maxSeconds } = this.most
    const seconds = (performance.now() - this.began) / 1000
    if (seconds <= maxSeconds + bytes / bytesPerSecond) return
    throw new StoreFailure(`it took ${Math.round(seconds)} s for ${bytes} bytes`, {
      hint: 'The server, or the network, is slow: store: { maxSeconds } of the reader allows more time',
    })
  }
}
