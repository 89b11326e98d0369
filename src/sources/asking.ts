// Tracks which source is being asked for data: code that runs as part of its answer, also after an await, must not
// wait for a batch of the source's own pipeline, which waits for the answer.
import { AsyncLocalStorage } from 'node:async_hooks'
import { apiMixed } from '../errors/factories.js'

interface Asking {
  /** Stands for the pipeline. */
  owner: object
  source: string
  /** Code that was started by the answer may go on after it. */
  pending: boolean
}

const current = new AsyncLocalStorage<Asking>()

/** Asks a source for data: `ask` calls user code. */
export async function asking<T>(owner: object, source: string, ask: () => Promise<T>): Promise<T> {
  const call: Asking = { owner, source, pending: true }
  try {
    return await current.run(call, ask)
  } finally {
    call.pending = false
  }
}

/** Throws API_MIXED in code that is part of an answer of one of the owner's sources, which has not answered yet. */
export function expectNotAsked(owner: object): void {
  const call = current.getStore()
  if (!call?.pending || call.owner !== owner) return
  throw apiMixed(
    `Source '${call.source}' asked its own pipeline for a batch, which waits for the answer of the source`,
    'Take the batch outside of the source, or from another pipeline',
  )
}
