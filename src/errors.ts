// The one error class. The functions of errors/factories.ts make the errors; no file outside of src/errors constructs
// one.
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
 * An error that penstock reports. `code` is one of the codes in docs/errors.md; `cause` is the error behind it, if
 * any.
 */
export class PipelineError extends Error {
  override readonly name = 'PipelineError'
  readonly code: ErrorCode
  readonly op?: string | undefined
  readonly callSite?: string | undefined
  readonly stage?: string | undefined
  readonly sample?: { index: number; source: string } | undefined
  readonly hint?: string | undefined
  /** What went wrong, without the operator, the place and the hint that `message` adds. */
  readonly detail: string

  constructor(info: PipelineErrorInfo) {
    const where = [
      info.sample && `sample ${info.sample.index}${info.sample.source ? ` (${info.sample.source})` : ''}`,
      info.stage && `stage ${info.stage}`,
      info.callSite && `at ${info.callSite}`,
    ].filter(Boolean)
    const text = info.op && !info.message.startsWith('[') ? `[${info.op}] ${info.message}` : info.message
    super(`${text}${where.length ? ` — ${where.join(', ')}` : ''}${info.hint ? `. ${info.hint}` : ''}`, {
      cause: info.cause,
    })
    this.code = info.code
    this.op = info.op
    this.callSite = info.callSite
    this.stage = info.stage
    this.sample = info.sample
    this.hint = info.hint
    this.detail = info.message
  }

  /** Returns plain data that can be sent to another thread; `new PipelineError(data)` makes the error again there. */
  toJSON(): PipelineErrorInfo {
    const { code, op, callSite, stage, sample, hint, detail } = this
    const cause = this.cause instanceof Error ? (this.cause.stack ?? this.cause.message) : this.cause
    return { code, message: detail, op, callSite, stage, sample, hint, cause }
  }
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && code in errorCodes
}
