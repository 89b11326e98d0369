// Errors about the arguments of readers.

import { errorOf, withDetails } from '../errors/factories.js'
import { type ErrorCode, PipelineError } from '../errors.js'

export function fail(code: ErrorCode, message: string, hint: string, cause?: unknown): never {
  throw errorOf(code, message, { hint, cause })
}

/** Runs `body` and adds the reader's name to a PipelineError of it that does not name an operator. */
export function forReader<T>(op: string, body: () => T): T {
  try {
    return body()
  } catch (error) {
    if (!(error instanceof PipelineError) || error.op) throw error
    throw withDetails(error, { op })
  }
}
