// The bad samples of one external source. The first of them are kept, and all are counted, so that memory stays the same
// however many there are.
import type { BadSample } from '../native.js'

/** As many as a native program keeps. */
const maxKept = 10_000

export class BadSamples {
  readonly list: BadSample[] = []
  total = 0

  add(sample: BadSample): void {
    this.total++
    if (this.list.length < maxKept) this.list.push(sample)
  }
}
