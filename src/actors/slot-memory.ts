// Allocates slots. A growable buffer reserves all the address space that it may ever need, and only the garbage
// collector frees that. A process that builds many pipelines would run out of it long before the collector sees a
// reason to run.

import { slotInitial, slotReserve } from '../data/arena.js'
import { garbageCollector } from '../data/collector.js'
import { outOfMemory } from '../errors/factories.js'

/** Bytes of address space to use without concern: an eighth of what a process has on x86-64. */
const plenty = 2 ** 44
let reserved = 0
/** When more than this is reserved, the garbage collector is called. */
let bound = plenty
const collected = new FinalizationRegistry<number>((bytes) => {
  reserved -= bytes
  bound = Math.max(plenty, Math.min(bound, reserved + plenty / 4))
})

export function reserveSlotMemory(): SharedArrayBuffer {
  if (reserved > bound) {
    garbageCollector('major')()
    // The registry reports the freed buffers later, one by one.
    bound = reserved + plenty / 4
  }
  try {
    const buffer = new SharedArrayBuffer(slotInitial, { maxByteLength: slotReserve })
    reserved += slotReserve
    collected.register(buffer, slotReserve)
    return buffer
  } catch (cause) {
    throw outOfMemory(`No ${slotReserve} bytes of address space for a slot`, {
      hint: 'Lift the limit (ulimit -v unlimited), close other pipelines, or lower prefetchQueueDepth',
      cause,
    })
  }
}
