// Defines the one error class. The functions of errors/factories.ts make the errors; no file outside of src/errors
// constructs one.
import { types } from 'node:util'
import { escaped, escapedLines } from './errors/escaped.js'
import { withoutSecrets } from './errors/secrets.js'
import { hidden, shortenStack } from './errors/short-stack.js'
import { shown, textOf } from './errors/words.js'
import { type ErrorCode, errorCodes } from './generated/abi.js'

export type { ErrorCode } from './generated/abi.js'

/** Everything that is known about a failure. `message` is a complete sentence without the other fields. */
export interface PipelineErrorInfo {
  code: ErrorCode
  message: string
  /** Operator, e.g. `decoders.image`. */
  op?: string | undefined
  /** Where user code called the operator, as file:line:column. */
  callSite?: string | undefined
  /** Name of the stage that failed, e.g. `cpu`. */
  stage?: string | undefined
  /** The sample: its index in the data set, and the path or name that it was read from. */
  sample?: { index: number; source: string } | undefined
  /** What the user can do about the failure. */
  hint?: string | undefined
  cause?: unknown
}

/**
 * An error that penstock reports. `code` is one of the codes in docs/reference/errors.md; `cause` is the error that led to
 * it, if any.
 */
export class PipelineError extends Error {
  // The fields are not enumerable: console.log() would list them below the message, which has them already.
  declare readonly code: ErrorCode
  declare readonly op?: string | undefined
  declare readonly callSite?: string | undefined
  declare readonly stage?: string | undefined
  declare readonly sample?: { index: number; source: string } | undefined
  declare readonly hint?: string | undefined
  /** The failure alone, without the operator, the place and the hint that `message` adds. */
  declare readonly detail: string

  constructor(info: PipelineErrorInfo) {
    const told = shownInfo(info)
    const where = [
      told.sample && `sample ${told.sample.index}${told.sample.source ? ` (${told.sample.source})` : ''}`,
      told.stage && `stage ${told.stage}`,
      told.callSite && `at ${told.callSite}`,
    ].filter(Boolean)
    const text = told.op && !told.message.startsWith('[') ? `[${told.op}] ${told.message}` : told.message
    const whole = `${text}${where.length ? ` — ${where.join(', ')}` : ''}${told.hint ? `. ${told.hint}` : ''}`
    super(shownMessage(told.code, whole), told.cause === undefined ? undefined : { cause: told.cause })
    const { code, op, callSite, stage, sample, hint, message: detail } = told
    const fields = { name: 'PipelineError', code, op, callSite, stage, sample, hint, detail }
    for (const [name, value] of Object.entries(fields)) Object.defineProperty(this, name, hidden({ value }))
    shortenStack(this)
  }

  /** Returns plain data that can be sent to another thread; `new PipelineError(data)` makes the error again there. */
  toJSON(): PipelineErrorInfo {
    const { code, op, callSite, stage, sample, hint, detail } = this
    return { code, message: detail, op, callSite, stage, sample, hint, cause: plainCause(this.cause) }
  }
}

/** The text as it may be shown: the watchdog's report alone has lines of its own, in which names are escaped. */
export const shownMessage = (code: ErrorCode, text: string): string =>
  code === 'STALLED' ? escapedLines(text) : escaped(text)

/** Whether a value of any kind is a PipelineError that can be read. Never throws. */
export function isPipelineError(value: unknown): value is PipelineError {
  if (!types.isNativeError(value)) return false
  try {
    return value instanceof PipelineError && typeof value.toJSON().message === 'string'
  } catch {
    return false
  }
}

/** A cause that can be sent: the stack of an error, or another value as text where it is no plain one. Never throws. */
function plainCause(cause: unknown): unknown {
  if (cause === null || ['undefined', 'boolean', 'number', 'string'].includes(typeof cause)) return cause
  if (!types.isNativeError(cause)) return textOf(cause) ?? shown(cause)
  try {
    return String(cause.stack ?? cause.message)
  } catch {
    return textOf(cause) ?? shown(cause)
  }
}

/** The text of an error without the secrets of URLs. All errors pass here, whatever makes them. */
function shownInfo(info: PipelineErrorInfo): PipelineErrorInfo {
  const { message, hint, sample } = info
  return {
    ...info,
    message: withoutSecrets(message),
    hint: hint && withoutSecrets(hint),
    sample: sample && { ...sample, source: withoutSecrets(sample.source) },
  }
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorCodes, code)
}
