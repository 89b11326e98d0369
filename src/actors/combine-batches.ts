// Combines one batch from each input mailbox to one. Where an epoch ends it is as long as the shortest of them.

import type { Slot } from '../data/arena.js'
import { errorFrom, invalidInput } from '../errors/factories.js'

export interface CombinedBatch {
  count: number
  /** Bits of abi `batchFlags`. */
  flags: number
}

/**
 * Throws a failure from upstream, and INVALID_INPUT if the batches have different sizes before the end of an epoch.
 */
export function combineBatches(slots: readonly Slot[]): CombinedBatch {
  let flags = 0
  let count = Number.POSITIVE_INFINITY
  for (const slot of slots) {
    if (slot.failure) throw errorFrom(slot.failure.error)
    flags |= slot.flags
    count = Math.min(count, slot.batchSize)
  }
  if (flags === 0 && slots.some((slot) => slot.batchSize !== count)) {
    throw invalidInput(
      `Expected all inputs of a run to have one batch size but received ${slots.map((s) => s.batchSize).join(' and ')}`,
      'Make external sources produce as many samples as the others',
    )
  }
  return { count, flags }
}
