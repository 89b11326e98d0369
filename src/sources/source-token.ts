// Sources that take part in checkpoints: those with checkpoint() and restore(token), and those that need no token
// because the position says it all.

import { checkpointMismatch, invalidInput } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import type { PipelineError } from '../errors.js'

/** What a source has that can say where it stands, and go on from there. */
export interface Marked {
  /**
   * A small JSON value that says where the source stands behind the item that it gave last; at the end of an epoch, at the
   * start of the next. Called after each batch; may be async.
   */
  checkpoint(): unknown
  /** Called before the first item of a restored pipeline: what comes next is what came behind that token. */
  restore(token: unknown): unknown
}

export function isMarked(source: unknown): source is Marked {
  if ((typeof source !== 'object' && typeof source !== 'function') || source === null) return false
  const { checkpoint, restore } = source as Partial<Marked>
  return typeof checkpoint === 'function' && typeof restore === 'function'
}

/**
 * Nothing says where it stands: an iterable, or a function that gave an iterator. Of functions of the sample or the batch
 * and of arrays the position says it; what is fed is the caller's.
 */
export const isOpaque = (source: unknown, iterator: unknown): boolean =>
  source !== undefined && !Array.isArray(source) && (iterator !== undefined || typeof source !== 'function')

/** The token as JSON, at once: later the source may change the object. */
export function tokenText(token: unknown, name: string): string {
  let text: string | undefined
  try {
    text = JSON.stringify(token)
  } catch {
    // A circle or a bigint: told below.
  }
  if (text !== undefined) return text
  throw invalidInput(`Expected a JSON value from checkpoint() of source '${name}' but received ${shown(token)}`, {
    op: 'externalSource',
    stage: name,
  })
}

export function restoreSource(source: unknown, token: string, name: string): unknown {
  if (isMarked(source)) return source.restore(JSON.parse(token))
  throw checkpointMismatch(
    `Expected a source '${name}' with checkpoint() and restore(token), as when the checkpoint was taken, but received one without`,
    { stage: name },
  )
}

/** The source gave other data than when the checkpoint was taken. */
export function otherData(name: string, wanted: number, received: number): PipelineError {
  return checkpointMismatch(
    `Expected a batch of more than ${wanted} samples from source '${name}', as when the checkpoint was taken, but received ${received}`,
    { stage: name },
  )
}
