// Address space for slots. A growable buffer reserves all that it may ever need, and only the garbage collector gives it
// back: a process that builds many pipelines would run out long before the collector sees a reason to run.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { PipelineError } from '../errors.js'
import { slotInitial, slotReserve } from './arena.js'

/** An eighth of what a process has on x86-64. */
const plenty = 2 ** 44
let reserved = 0
const collected = new FinalizationRegistry<number>((bytes) => {
  reserved -= bytes
})

export function reserve(): SharedArrayBuffer {
  if (reserved > plenty) {
    setFlagsFromString('--expose-gc')
    ;(runInNewContext('gc') as () => void)()
    // The registry tells one by one, later: until then the count is too high by what is gone, and the next call collects
    // again, which is harmless.
  }
  try {
    const buffer = new SharedArrayBuffer(slotInitial, { maxByteLength: slotReserve })
    reserved += slotReserve
    collected.register(buffer, slotReserve)
    return buffer
  } catch (cause) {
    throw new PipelineError({
      code: 'OUT_OF_MEMORY',
      message: `No ${slotReserve} bytes of address space for a slot`,
      hint: 'Lift the limit (ulimit -v unlimited), close other pipelines, or lower prefetchQueueDepth',
      cause,
    })
  }
}
