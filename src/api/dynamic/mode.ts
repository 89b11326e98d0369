// Evaluation modes, and the scopes that set them. A scope holds for the code that runs inside it, also after an await; one
// that was left counts for nobody, even where a promise still carries it.
import { AsyncLocalStorage } from 'node:async_hooks'
import { PipelineError } from '../../errors.js'
import { shown, suggestion } from '../../graph/suggest.js'
import type { Device } from './device.js'

/**
 * When calls are evaluated. `eager`: soon, in order, while the caller goes on. `syncCpu`: before the call returns; what is
 * queued on a GPU may go on. `syncFull`: before the call returns, on all devices. `deferred`: when somebody reads the result;
 * what nobody reads never runs.
 */
export type EvalMode = 'eager' | 'syncCpu' | 'syncFull' | 'deferred'

const modes: readonly EvalMode[] = ['eager', 'syncCpu', 'syncFull', 'deferred']

/** What is set for a stretch of user code. */
export interface Scope<C> {
  readonly mode?: EvalMode
  readonly context?: C
  readonly device?: Device
  readonly parent: Scope<C> | undefined
  open: boolean
}

const storage = new AsyncLocalStorage<Scope<unknown>>()
/** Until somebody sets anything there is nothing to look up. */
let anything = false

/** The innermost open scope that says something of `what`. */
export function scoped<C, K extends 'mode' | 'context' | 'device'>(what: K): Scope<C>[K] | undefined {
  if (!anything) return undefined
  let scope = storage.getStore() as Scope<C> | undefined
  while (scope && (!scope.open || scope[what] === undefined)) scope = scope.parent
  return scope?.[what]
}

type Setting<C> = Pick<Scope<C>, 'mode' | 'context' | 'device'>

function inner<C>(setting: Setting<C>): Scope<C> {
  anything = true
  let parent = storage.getStore() as Scope<C> | undefined
  while (parent && !parent.open) parent = parent.parent
  return { ...setting, parent, open: true }
}

/** For `using`: holds until it is disposed. */
export function enter<C>(setting: Setting<C>, left?: () => void): Disposable {
  const scope = inner(setting)
  storage.enterWith(scope)
  return {
    [Symbol.dispose]() {
      if (!scope.open) return
      scope.open = false
      left?.()
    },
  }
}

/** Holds for what `body` does, and awaits. */
export function during<C, T>(setting: Setting<C>, body: () => T): T {
  return storage.run(inner(setting), body)
}

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
 * Sets the mode until the returned object is disposed: `using _ = evalMode('syncCpu')`. It holds across awaits. Whoever called
 * the function that did so is affected until it awaits it: tasks that run side by side are better told with withEvalMode().
 */
export function evalMode(mode: EvalMode): Disposable {
  return enter({ mode: checkMode(mode) })
}

/** Calls `body` with the mode set, and for as long as the promise that it returns is not settled. */
export function withEvalMode<T>(mode: EvalMode, body: () => T): T {
  return during({ mode: checkMode(mode) }, body)
}
