// Makes errors: one function per code. Each takes the message (what was expected, and what was received) and either a
// hint (what to do about it) or all other facts. No file outside of src/errors constructs a PipelineError.

import { type ErrorCode, isPipelineError, PipelineError, type PipelineErrorInfo } from '../errors.js'

/** The fields of an error besides its code and message. */
export type Details = Omit<PipelineErrorInfo, 'code' | 'message'>

/** Makes errors of one code. A string as `details` is the hint. */
export type ErrorFactory = (message: string, details?: Details | string) => PipelineError

/** An error of any code, for codes that are used in only a few places, so that they have no function of their own. */
export const errorOf = (code: ErrorCode, message: string, details?: Details | string): PipelineError =>
  new PipelineError({ code, message, ...(typeof details === 'string' ? { hint: details } : details) })

const factory =
  (code: ErrorCode): ErrorFactory =>
  (message, details) =>
    errorOf(code, message, details)

/** An option or argument has a wrong name, type or value. */
export const invalidArgument = factory('INVALID_ARGUMENT')
/** An operator received data of a dtype, layout or shape that it does not take. */
export const invalidInput = factory('INVALID_INPUT')
/** The request is valid, but this build or this format cannot serve it. */
export const unsupported = factory('UNSUPPORTED')
/** Two ways of running, such as run() and runSync(), were used on one pipeline. */
export const apiMixed = factory('API_MIXED')
/** An output is used after it was released or overwritten. */
export const outputReleased = factory('OUTPUT_RELEASED')
/** A checkpoint does not fit the pipeline or reader that it was given to. */
export const checkpointMismatch = factory('CHECKPOINT_MISMATCH')
/** A function that the user passed in threw. */
export const userFunction = factory('USER_FUNCTION')
/** The system gave no memory. A memory budget that is too small is BUDGET_EXCEEDED instead. */
export const outOfMemory = factory('OUT_OF_MEMORY')
/** A file or folder does not exist. */
export const fileNotFound = factory('FILE_NOT_FOUND')
/** A file or folder exists but cannot be read. */
export const fileUnreadable = factory('FILE_UNREADABLE')
/** A sample cannot be read or decoded. */
export const badSample = factory('BAD_SAMPLE')
/** A source or reader has no more data for a run. */
export const endOfData = factory('END_OF_DATA')
/** The native addon is missing, or was built from other sources. */
export const nativeUnavailable = factory('NATIVE_UNAVAILABLE')
/** An error in penstock itself. */
export const internal = factory('INTERNAL')

/** A call came after close(), or close() came during the call. `what` names the thing that was closed. */
export const closed = (what = 'The pipeline', details?: Details): PipelineError =>
  errorOf('PIPELINE_CLOSED', `${what} is closed`, details)

/** Makes an error from plain data, such as toJSON() of an error in another thread. */
export const errorFrom = (info: PipelineErrorInfo): PipelineError => new PipelineError(info)

/** The error with other or more details, and with its cause as it is: toJSON() alone makes text of it. */
export const withDetails = (error: PipelineError, details: Partial<PipelineErrorInfo>): PipelineError =>
  errorFrom({ ...error.toJSON(), cause: error.cause, ...details })

/**
 * Adds the place of the call in user code to a PipelineError that names none yet; returns any other error unchanged.
 */
export function withCallSite(error: unknown, callSite: string): unknown {
  if (!isPipelineError(error) || error.callSite || !callSite) return error
  return withDetails(error, { callSite })
}
