// Runs one call so that its result lies in memory of the caller's: a segment that another process maps.
import { internal } from '../../errors/factories.js'
import type { Handle } from '../../native.js'
import type { Call } from '../values/value.js'
import { settled } from './evaluate.js'
import { Execution } from './execution.js'
import { Segment } from './segment.js'

/**
 * Runs a call that was not handed to a queue, and resolves when its result is in the memory `into`, or on a GPU queued there. The
 * result must fit in it. Rejects with the error of the call, or of one that makes what it reads.
 */
export async function runInto(call: Call, into: Handle): Promise<void> {
  for (const { value } of call.views) await settled(value)
  const segment = new Segment(call.context.queue(call.gpu), call.gpu, call.count)
  segment.add(call)
  const execution = new Execution(segment.queue, { ...segment.compile(new Set(call.values)), into }, 'continues')
  let failure: unknown
  let fits = false
  execution.receive((outcome) => {
    if (outcome.storage) fits = outcome.storage.isOf(into)
    else failure = outcome.failure
    call.release()
    return undefined
  })
  await execution.wait()
  execution.settle()
  if (failure !== undefined) throw failure
  if (!fits) throw internal('A result that does not fit in the memory that was given')
}
