// Evaluation modes: which there are, and the scopes that set them.

import { invalidArgument } from '../../errors/factories.js'
import { shown, suggestion } from '../../errors/words.js'
import { during, enter, scoped } from './scope.js'

/** When calls are evaluated: the strings that modes are, under DALI's names. */
export const EvalMode = {
  /** The mode that holds where none is set: `eager`. */
  default: 'default',
  /** Soon, in order, while the caller goes on. */
  eager: 'eager',
  /** Before the call returns; what is queued on a GPU may go on. */
  syncCpu: 'syncCpu',
  /** Before the call returns, on all devices. */
  syncFull: 'syncFull',
  /** When somebody reads the result; what nobody reads never runs. */
  deferred: 'deferred',
} as const

export type EvalMode = (typeof EvalMode)[keyof typeof EvalMode]

/** A mode that says when calls run; 'default' stands for one of these. */
export type ActualMode = Exclude<EvalMode, 'default'>

const modes: readonly ActualMode[] = ['eager', 'syncCpu', 'syncFull', 'deferred']
/** Where none is set. */
export const fallback: ActualMode = 'eager'

function checkMode(mode: unknown): ActualMode {
  if (mode === EvalMode.default) return fallback
  if (modes.includes(mode as ActualMode)) return mode as ActualMode
  throw invalidArgument(
    `Expected one of ${modes.map((m) => `'${m}'`).join(', ')} for mode but received ${shown(mode)}`,
    typeof mode === 'string' ? suggestion(mode, modes) : undefined,
  )
}

/** The mode that a call made now would be evaluated in. */
export const currentMode = (): ActualMode => scoped<ActualMode>('mode') ?? fallback

/**
 * Sets the mode until the returned object is disposed: `using _ = evalMode('syncCpu')`. A function that waits in the block must
 * use withEvalMode() unless it is the top of a module: its caller goes on while it waits, and would go on in the mode. Such a
 * block ends with the turn, with a warning, and leaving it throws SCOPE_NOT_LEFT.
 */
export function evalMode(mode: EvalMode): Disposable {
  const instead = `withEvalMode('${mode}', fn)`
  return enter({ mode: checkMode(mode) }, { name: `evalMode('${mode}')`, instead, entry: evalMode })
}

/** Calls `body` with the mode set, and for as long as the promise that it returns is not settled. */
export function withEvalMode<T>(mode: EvalMode, body: () => T): T {
  return during({ mode: checkMode(mode) }, body)
}
