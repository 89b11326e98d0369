// Evaluation modes, and the scopes that set them. A scope holds for the code that runs inside it, also after an await; one
// that was left counts for nobody, even where a promise still carries it.
import { AsyncLocalStorage } from 'node:async_hooks'
import { PipelineError } from '../../errors.js'
import { shown, suggestion } from '../../graph/suggest.js'
import type { Device } from './device.js'

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
const fallback: ActualMode = 'eager'

/** What is set for a stretch of user code. */
export interface Scope<C> {
  readonly mode?: ActualMode
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

function checkMode(mode: unknown): ActualMode {
  if (mode === EvalMode.default) return fallback
  if (modes.includes(mode as ActualMode)) return mode as ActualMode
  throw new PipelineError({
    code: 'INVALID_ARGUMENT',
    message: `Expected one of ${modes.map((m) => `'${m}'`).join(', ')} for mode but received ${shown(mode)}`,
    hint: typeof mode === 'string' ? suggestion(mode, modes) : undefined,
  })
}

/** The mode that a call made now would be evaluated in. */
export const currentMode = (): ActualMode => scoped<unknown, 'mode'>('mode') ?? fallback

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
