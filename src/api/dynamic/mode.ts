// Evaluation modes: which there are, and the scopes that set them.
import { PipelineError } from '../../errors.js'
import { shown, suggestion } from '../../graph/suggest.js'
import { during, enter, scoped } from './scope.js'

/**
 * When calls are evaluated. `eager`: soon, in order, while the caller goes on. `syncCpu`: before the call returns; what is
 * queued on a GPU may go on. `syncFull`: before the call returns, on all devices. `deferred`: when somebody reads the result;
 * what nobody reads never runs.
 */
export type EvalMode = 'eager' | 'syncCpu' | 'syncFull' | 'deferred'

const modes: readonly EvalMode[] = ['eager', 'syncCpu', 'syncFull', 'deferred']

function checkMode(mode: unknown): EvalMode {
  if (modes.includes(mode as EvalMode)) return mode as EvalMode
  throw new PipelineError({
    code: 'INVALID_ARGUMENT',
    message: `Expected one of ${modes.map((m) => `'${m}'`).join(', ')} for mode but received ${shown(mode)}`,
    hint: typeof mode === 'string' ? suggestion(mode, modes) : undefined,
  })
}

/** The mode that a call made now would be evaluated in. */
export const currentMode = (): EvalMode => scoped<unknown, 'mode'>('mode') ?? 'eager'

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
