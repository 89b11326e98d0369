// Sources and checkpoints: a source with checkpoint() and restore(token) is continued by its token; for arrays and
// functions of the sample or batch the position is enough.

import { checkpointMismatch, invalidInput } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import type { PipelineError } from '../errors.js'

/** A source that can report its position as a token and continue from it. */
export interface Marked {
  /**
   * Returns a small JSON value for the position after the item that was given last; at the end of an epoch, for the
   * start of the next one. Called after each batch; may return a promise.
   */
  checkpoint(): unknown
  /**
   * Called before the first item of a restored pipeline. The items that follow are those that came after the token.
   */
  restore(token: unknown): unknown
}

export function isMarked(source: unknown): source is Marked {
  if ((typeof source !== 'object' && typeof source !== 'function') || source === null) return false
  const { checkpoint, restore } = source as Partial<Marked>
  return typeof checkpoint === 'function' && typeof restore === 'function'
}

/**
 * Whether the source's position is unknown: it is an iterable, or a function that returned an iterator. For arrays
 * and for functions of the sample or batch the index is enough; fed data is the caller's to feed again.
 */
export const isOpaque = (source: unknown, iterator: unknown): boolean =>
  source !== undefined && !Array.isArray(source) && (iterator !== undefined || typeof source !== 'function')

/** Converts the token to JSON at once, because the source may change the object later. */
export function tokenText(token: unknown, name: string): string {
  let text: string | undefined
  try {
    text = JSON.stringify(token)
  } catch {
    // A circular object or a bigint: reported below.
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

/** The error for a source whose data differs from when the checkpoint was taken. */
export function otherData(name: string, wanted: number, received: number): PipelineError {
  return checkpointMismatch(
    `Expected a batch of more than ${wanted} samples from source '${name}', as when the checkpoint was taken, but received ${received}`,
    { stage: name },
  )
}
