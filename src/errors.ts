// The one error class. Errors are made by the functions of errors/factories.ts; no file outside of src/errors makes one itself.
import { type ErrorCode, errorCodes } from './generated/abi.js'

export type { ErrorCode } from './generated/abi.js'

/** Everything that is known about a failure; `message` is complete without the other fields. */
export interface PipelineErrorInfo {
  code: ErrorCode
  message: string
  /** Operator, e.g. `decoders.image`. */
  op?: string | undefined
  /** file:line:column of the operator's call in user code. */
  callSite?: string | undefined
  /** Name of the stage that failed, e.g. `cpu`. */
  stage?: string | undefined
  /** The sample: its index in the data set, and its path or name. */
  sample?: { index: number; source: string } | undefined
  /** What to do about it. */
  hint?: string | undefined
  cause?: unknown
}

/** Every failure that penstock reports. `code` is one of the documented codes; see docs/errors.md. */
export class PipelineError extends Error {
  override readonly name = 'PipelineError'
  readonly code: ErrorCode
  readonly op?: string | undefined
  readonly callSite?: string | undefined
  readonly stage?: string | undefined
  readonly sample?: { index: number; source: string } | undefined
  readonly hint?: string | undefined
  /** What went wrong, without where. */
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

  /** Plain data that crosses threads; `new PipelineError(data)` makes the error again. */
  toJSON(): PipelineErrorInfo {
    const { code, op, callSite, stage, sample, hint, detail } = this
    const cause = this.cause instanceof Error ? (this.cause.stack ?? this.cause.message) : this.cause
    return { code, message: detail, op, callSite, stage, sample, hint, cause }
  }
}

/** What user code threw, as an error that keeps it as `cause`; an error of ours passes as it is. */
export function userError(cause: unknown, stage: string, index?: number): PipelineError {
  if (cause instanceof PipelineError) return cause
  return new PipelineError({
    code: 'USER_FUNCTION',
    op: 'externalSource',
    message: `The source threw: ${cause instanceof Error ? cause.message : String(cause)}`,
    stage,
    sample: index === undefined ? undefined : { index, source: stage },
    cause,
  })
}

/** The error with the place of a call in user code, where it is one of ours that names none yet. */
export function withCallSite(error: unknown, callSite: string): unknown {
  if (!(error instanceof PipelineError) || error.callSite || !callSite) return error
  return new PipelineError({ ...error.toJSON(), callSite, cause: error.cause })
}

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && code in errorCodes
}
