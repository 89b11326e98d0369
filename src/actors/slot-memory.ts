// Allocates slots. A growable buffer reserves all the address space that it may ever need, and only the garbage
// collector frees that. A process that builds many pipelines would run out of it long before the collector sees a
// reason to run.

import { type SlotConfig, slotInitial, slotReserve } from '../data/arena.js'
import { garbageCollector } from '../data/collector.js'
import { outOfMemory } from '../errors/factories.js'
import { native } from '../native.js'

/** Bytes of address space to use without concern: an eighth of what a process has on x86-64. */
const plenty = 2 ** 44
let reserved = 0
/** When more than this is reserved, the garbage collector is called. */
let bound = plenty
const collected = new FinalizationRegistry<number>((bytes) => {
  reserved -= bytes
  bound = Math.max(plenty, Math.min(bound, reserved + plenty / 4))
})

function reserveSlotMemory(): SharedArrayBuffer {
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

/** Makes a slot and opens it. With `shared` other processes can map it (see native/bridge/segment.h). */
export function openSlot(shared: boolean): SlotConfig {
  const buffer = reserveSlotMemory()
  const handle = native().open(new Uint8Array(buffer, 0, slotInitial))
  if (!shared) return { buffer, handle }
  try {
    return { buffer, handle, segment: native().bridgeShare(handle, slotReserve) }
  } catch (error) {
    native().close(handle)
    throw error
  }
}
