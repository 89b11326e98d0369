// Address space for slots. A growable buffer reserves all that it may ever need, and only the garbage collector gives it
// back: a process that builds many pipelines would run out long before the collector sees a reason to run.

import { slotInitial, slotReserve } from '../data/arena.js'
import { garbageCollector } from '../data/collector.js'
import { outOfMemory } from '../errors/factories.js'

/** An eighth of what a process has on x86-64. */
const plenty = 2 ** 44
let reserved = 0
/** Beyond this it is time to collect. */
let bound = plenty
const collected = new FinalizationRegistry<number>((bytes) => {
  reserved -= bytes
  bound = Math.max(plenty, Math.min(bound, reserved + plenty / 4))
})

export function reserveSlotMemory(): SharedArrayBuffer {
  if (reserved > bound) {
    garbageCollector('major')()
    // The registry tells what is gone one by one, later.
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
