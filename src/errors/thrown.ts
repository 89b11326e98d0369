// Handles the values that user code throws: any value at all, also undefined, a Proxy whose traps throw, and objects
// that no text can be made of. These functions are called at every border to user code, and never throw themselves.

import { type ErrorCode, isPipelineError, PipelineError, type PipelineErrorInfo } from '../errors.js'
import { stackOf, userFrame } from './call-site.js'
import { withoutOwnFrames } from './short-stack.js'
import { shown, textOf } from './words.js'

/** Longer texts are cut, because a thrown value may hold any amount of data. */
const maxLength = 4000

/**
 * Makes a PipelineError of anything that user code threw: USER_FUNCTION, or the code of `details`, with the value as
 * `cause`. A PipelineError is returned as it is. `what`: the begin of the message, such as 'The source threw'.
 */
export function thrownError(
  thrown: unknown,
  what: string,
  details: Partial<Omit<PipelineErrorInfo, 'message' | 'cause'>> = {},
): PipelineError {
  if (isPipelineError(thrown)) return thrown
  return wrappedError(thrown, `${what}: ${thrownText(thrown)}`, details)
}

/** As thrownError(), with the whole message. */
export function wrappedError(
  cause: unknown,
  message: string,
  details: Partial<Omit<PipelineErrorInfo, 'message' | 'cause'>> = {},
): PipelineError {
  const code: ErrorCode = details.code ?? 'USER_FUNCTION'
  if (code !== 'INTERNAL') withoutOwnFrames(cause)
  return new PipelineError({ ...details, code, message, cause })
}

/** The error for a value that an external source threw in stage `stage`, for the sample `index` if it is one sample's. */
export const sourceError = (thrown: unknown, stage: string, index?: number): PipelineError =>
  thrownError(thrown, 'The source threw', {
    op: 'externalSource',
    stage,
    sample: index === undefined ? undefined : { index, source: stage },
  })

/** A PipelineError as it is; anything else that was thrown as INTERNAL. For what penstock's own code throws. */
export const pipelineError = (thrown: unknown): PipelineError =>
  isPipelineError(thrown) ? thrown : wrappedError(thrown, thrownText(thrown), { code: 'INTERNAL' })

/** The message of an error, or any other value as text. Never throws. */
export function thrownText(thrown: unknown): string {
  const text = readable(thrown)
  return text.length > maxLength ? `${text.slice(0, maxLength)}...` : text
}

/** thrownText(), and the line of user code in the error's stack if there is one. */
export function thrownWithPlace(thrown: unknown): string {
  const frame = userFrame(stackOf(thrown))
  return frame ? `${thrownText(thrown)} (${frame})` : thrownText(thrown)
}

function readable(thrown: unknown): string {
  if (typeof thrown === 'function') return shown(thrown)
  return textOf(thrown) ?? shown(thrown)
}
