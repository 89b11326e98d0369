// Finds the samples of a data set that another one has too, byte for byte.
import type { Progress } from '../progress.js'
import { hashOf, isSampled, keyOf, rawOf } from './hashes.js'
import type { Samples } from './samples.js'
import type { CheckedSet } from './set.js'
import { turns } from './turns.js'

interface Candidate {
  sample: number
  hash: Uint32Array
}

export class Leaks {
  /** Samples of the other set whose keys samples of the checked set have, by the first of these. */
  readonly candidates = new Map<number, Candidate[]>()
  /** A sample of the other set, by the first sample of the checked set that has its bytes. */
  readonly other = new Map<number, number>()
  read = 0
  encodedBytes = 0

  constructor(readonly set: CheckedSet) {}

  /** Reads the other set and compares its keys with those of the checked set. */
  async run(samples: Samples, progress: Progress): Promise<void> {
    const turn = turns()
    for await (const batch of this.set.pipe) {
      const lists = Object.values(batch)
      const [any] = lists
      const { valid } = any!
      for (let i = 0; i < any!.length; i++) {
        const sample = this.read++
        const raw = rawOf(lists, i)
        this.encodedBytes += raw.bytes
        if (valid[i] !== 1) continue
        const first = samples.keys.find(keyOf(raw))
        if (first < 0 || this.other.has(first)) continue
        if (isSampled(raw.bytes)) this.remember(first, { sample, hash: hashOf(raw) })
        else this.other.set(first, sample)
      }
      any!.release()
      progress.update(this.read, this.read / this.set.count)
      await turn()
    }
  }

  private remember(first: number, candidate: Candidate): void {
    const others = this.candidates.get(first)
    if (!others) this.candidates.set(first, [candidate])
    else if (!others.some(({ hash }) => isEqual(hash, candidate.hash))) others.push(candidate)
  }

  /** Tells the hash of all bytes of `sample`, whose key is that of the sample `first`. */
  settle(first: number, sample: number, hash: Uint32Array): void {
    const found = this.candidates.get(first)?.find((other) => isEqual(other.hash, hash))
    if (found) this.other.set(sample, found.sample)
  }
}

const isEqual = (a: Uint32Array, b: Uint32Array) => a.every((word, i) => word === b[i])
