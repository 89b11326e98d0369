// Compares samples whose keys are equal by all of their bytes, which are read once more. Most data sets have few of them.
import { HashTable, hashOf, isSampled, rawOf } from './hashes.js'
import type { Leaks } from './leaks.js'
import type { SetPipeline } from './pipelines.js'
import type { Samples } from './samples.js'
import { turns } from './turns.js'

/** The samples that are to be read once more: large ones whose key another sample has, in this set or in the other one. */
export function doubtful(samples: Samples, leaks: Leaks | undefined): number[] {
  const groups = new Set<number>(leaks?.candidates.keys())
  for (let i = 0; i < samples.read; i++) if (samples.isAgain(i)) groups.add(samples.first[i]!)
  return samples.where((i) => groups.has(samples.first[i]!) && isSampled(samples.bytes[i]!))
}

/**
 * Corrects `first` of the samples, and settles which are leaks. `pipe` gives these samples alone, in this order; `read` is called
 * with the number of those that were compared.
 */
export async function compare(
  samples: Samples,
  wanted: readonly number[],
  leaks: Leaks | undefined,
  pipe: SetPipeline,
  read: (count: number) => void,
): Promise<void> {
  const hashes = new HashTable(wanted.length)
  const turn = turns()
  let at = 0
  for await (const batch of pipe) {
    const lists = Object.values(batch)
    const { valid } = lists[0]!
    for (let i = 0; i < lists[0]!.length; i++) {
      const sample = wanted[at]!
      // One that can no longer be read is equal to none.
      const hash = valid[i] === 1 ? hashOf(rawOf(lists, i)) : undefined
      const first = hash ? wanted[hashes.add(at, hash)]! : sample
      const key = samples.first[sample]!
      samples.first[sample] = first
      if (hash && leaks && first === sample) leaks.settle(key, sample, hash)
      at++
    }
    lists[0]!.release()
    read(at)
    await turn()
  }
}
