// Finds which call an error of a segment's program is about, and fails that call and what depends on it.
import { errorOf } from '../../errors/factories.js'
import { PipelineError } from '../../errors.js'
import { siteOf } from '../trace/site.js'
import type { Call } from '../values/value.js'

export interface Fault {
  readonly error: PipelineError
  /** The call that the error names. */
  readonly failed?: Call | undefined
  /** The calls that a fused operator stands for, if it has failed. Running each by itself shows which one fails. */
  readonly suspects: readonly Call[]
}

/** Replaces the number of the segment's call in an error by the line of user code that made the call. */
export function faultOf(calls: readonly Call[], error: unknown): Fault {
  if (!(error instanceof PipelineError)) throw error
  const at = /^#(\d+)(?:\+(\d+))?$/.exec(error.callSite ?? '')
  const failed = at ? calls[Number(at[1])] : undefined
  const suspects = at?.[2] === undefined ? [] : calls.slice(Number(at[1]), Number(at[2]) + 1)
  const { code, detail, op, sample, hint } = error
  const first = failed ?? calls[0]!
  return {
    error: errorOf(code, detail, { op: op ?? first.spec.op, callSite: siteOf(first), sample, hint }),
    failed,
    suspects,
  }
}

/**
 * Fails the call that the error names and what depends on it. All other calls stay lazy and can run without it.
 * `elsewhere`: an earlier execution failed, so the reason may have nothing to do with these calls.
 */
export function blame(calls: readonly Call[], { error, failed, suspects }: Fault, elsewhere: boolean): void {
  for (const call of suspects) call.alone = true
  if (suspects.length) return
  for (const call of calls) {
    const source = call.views.find(({ value }) => value.error)
    const own = source?.value.error ?? (call === failed || !(failed || elsewhere) ? error : undefined)
    if (!own) continue
    for (const value of call.values) {
      value.error = own
      value.call = undefined
    }
  }
}
