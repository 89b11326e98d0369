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

/** At most so many slots of each kind wait for another pipeline, */
const maxIdle = 16
/** none of them longer than this after the last one came. */
const idleMs = 1000
/** Slots of pipelines that were closed: others take them, in place of reserving and sharing memory anew. */
const idle = { shared: [] as SlotConfig[], own: [] as SlotConfig[] }
let timer: NodeJS.Timeout | undefined

/**
 * Keeps a slot that nobody uses any more for another pipeline. Returns whether it does: only few, and none that has grown, whose memory
 * is to be free.
 */
export function keepSlot({ buffer, handle, segment }: SlotConfig): boolean {
  const list = segment === undefined ? idle.own : idle.shared
  if (buffer.byteLength > slotInitial || list.length >= maxIdle) return false
  list.push({ buffer, handle, ...(segment !== undefined && { segment }) })
  clearTimeout(timer)
  timer = setTimeout(closeIdleSlots, idleMs).unref()
  return true
}

/** Frees the slots that wait for a pipeline. */
export function closeIdleSlots(): void {
  for (const { handle, segment } of [...idle.shared.splice(0), ...idle.own.splice(0)]) {
    if (segment !== undefined) native().close(segment)
    native().close(handle)
  }
}

/** As openSlot(), or one that keepSlot() has kept. */
export const takeSlot = (shared: boolean): SlotConfig => (shared ? idle.shared : idle.own).pop() ?? openSlot(shared)

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
