// How errors are made: one function per code. They take the message (what was expected, and what came) and either a
// hint (what to do about it) or everything else that is known. No file outside of src/errors makes a PipelineError itself.

import { type ErrorCode, PipelineError, type PipelineErrorInfo } from '../errors.js'

/** What an error tells besides its code and message. */
export type Details = Omit<PipelineErrorInfo, 'code' | 'message'>

/** Makes errors of one code. */
export type ErrorFactory = (message: string, details?: Details | string) => PipelineError

const factory =
  (code: ErrorCode): ErrorFactory =>
  (message, details) =>
    new PipelineError({ code, message, ...(typeof details === 'string' ? { hint: details } : details) })

/** An option or argument has a wrong name, type or value. */
export const invalidArgument = factory('INVALID_ARGUMENT')
/** An operator received data of a dtype, layout or shape that it does not take. */
export const invalidInput = factory('INVALID_INPUT')
/** The request is valid, but this build or this format cannot serve it. */
export const unsupported = factory('UNSUPPORTED')
/** Two ways of running are mixed on one pipeline. */
export const apiMixed = factory('API_MIXED')
/** An output is used after it was released or overwritten. */
export const outputReleased = factory('OUTPUT_RELEASED')
/** A checkpoint does not fit the pipeline or reader that it is given to. */
export const checkpointMismatch = factory('CHECKPOINT_MISMATCH')
/** A function of the user threw. */
export const userFunction = factory('USER_FUNCTION')
/** Memory cannot be had. */
export const outOfMemory = factory('OUT_OF_MEMORY')
/** A file or folder does not exist. */
export const fileNotFound = factory('FILE_NOT_FOUND')
/** A file or folder exists but cannot be read. */
export const fileUnreadable = factory('FILE_UNREADABLE')
/** A sample cannot be read or decoded. */
export const badSample = factory('BAD_SAMPLE')
/** A source or reader has no more data for a run. */
export const endOfData = factory('END_OF_DATA')
/** The native addon is missing or was built from other sources. */
export const nativeUnavailable = factory('NATIVE_UNAVAILABLE')
/** A defect of penstock. */
export const internal = factory('INTERNAL')

/** A call after close(), or during which close() came. `what` is what was closed. */
export const closed = (what = 'The pipeline', details?: Details): PipelineError =>
  factory('PIPELINE_CLOSED')(`${what} is closed`, details)

/** An error of a code that one place alone reports. */
export const errorOf = (code: ErrorCode, message: string, details?: Details | string): PipelineError =>
  factory(code)(message, details)

/** The error that plain data describes: what toJSON() gave, on this thread or on another. */
export const errorFrom = (info: PipelineErrorInfo): PipelineError => new PipelineError(info)
