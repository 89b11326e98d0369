// Evaluation modes, and the scopes that set them.

import { invalidArgument } from '../../errors/factories.js'
import { shown, suggestion } from '../../errors/words.js'
import { during, enter, scoped } from './scope.js'

/** Evaluation modes: when a call runs. The names are DALI's. */
export const EvalMode = {
  /** The mode that holds where none is set: `eager`. */
  default: 'default',
  /** Calls run soon and in order, while the caller continues. */
  eager: 'eager',
  /** Calls run before they return; work that is queued on a GPU may continue. */
  syncCpu: 'syncCpu',
  /** Calls run before they return, and their work on a GPU is complete. */
  syncFull: 'syncFull',
  /** Calls run when a result is read; a call whose results are not read never runs. */
  deferred: 'deferred',
} as const

export type EvalMode = (typeof EvalMode)[keyof typeof EvalMode]

/** The modes that 'default' can stand for. */
export type ActualMode = Exclude<EvalMode, 'default'>

const modes: readonly ActualMode[] = ['eager', 'syncCpu', 'syncFull', 'deferred']
/** The mode where none is set. */
export const fallback: ActualMode = 'eager'

function checkMode(mode: unknown): ActualMode {
  if (mode === EvalMode.default) return fallback
  if (modes.includes(mode as ActualMode)) return mode as ActualMode
  throw invalidArgument(
    `Expected one of ${modes.map((m) => `'${m}'`).join(', ')} for mode but received ${shown(mode)}`,
    typeof mode === 'string' ? suggestion(mode, modes) : undefined,
  )
}

/** The mode of a call that is made now. */
export const currentMode = (): ActualMode => scoped<ActualMode>('mode') ?? fallback

/**
 * Sets the evaluation mode until the returned object is disposed: `using _ = evalMode('syncCpu')`. A function that
 * awaits inside the block must use withEvalMode() instead, because its caller continues while it waits and would
 * continue in the mode; the top level of a module may await. A scope that its function leaves open when it waits or
 * returns ends with the turn, with a warning, and disposing it later throws SCOPE_NOT_LEFT. Throws INVALID_ARGUMENT for
 * an unknown mode.
 */
export function evalMode(mode: EvalMode): Disposable {
  const instead = `withEvalMode('${mode}', fn)`
  return enter({ mode: checkMode(mode) }, { name: `evalMode('${mode}')`, instead, entry: evalMode })
}

/**
 * Calls `body` with the mode set, also for what `body` awaits, and returns its result. Throws INVALID_ARGUMENT for an
 * unknown mode.
 */
export function withEvalMode<T>(mode: EvalMode, body: () => T): T {
  return during({ mode: checkMode(mode) }, body)
}
