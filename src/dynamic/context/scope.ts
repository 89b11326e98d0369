// Scopes: settings that hold for a stretch of user code, such as a mode, a context or a device. A scope holds for the
// code that runs inside of it, also after an await. A scope that was left has no effect any more, even where a promise
// still carries it.

import { AsyncLocalStorage } from 'node:async_hooks'
import { calledFunction, callSite, isRunning, type Running } from '../../errors/call-site.js'
import { errorOf } from '../../errors/factories.js'

/** The settings that a scope may make. */
export interface Setting {
  readonly mode?: unknown
  readonly context?: unknown
  readonly device?: unknown
  /** The Recorder that capture gets the calls of a step from. */
  readonly recorder?: unknown
}

interface Scope extends Setting {
  readonly parent: Scope | undefined
  open: boolean
  /** For a scope that ends when the function returns that entered it: see enter(). */
  ends?: { readonly function: Running; readonly early: () => void }
}

/** Whether the scope holds here. One whose function has returned ends now. */
function isOpen(scope: Scope): boolean {
  if (scope.open && scope.ends && !isRunning(scope.ends.function)) scope.ends.early()
  return scope.open
}

const current = new AsyncLocalStorage<Scope>()
/** Whether any scope was ever opened on this thread; until then there is nothing to look up. */
let anything = false

/** The setting `what` of the innermost open scope that sets it. */
export function scoped<T>(what: keyof Setting): T | undefined {
  if (!anything) return undefined
  let scope = current.getStore()
  while (scope && (scope[what] === undefined || !isOpen(scope))) scope = scope.parent
  return scope?.[what] as T | undefined
}

const nothing: Setting = {}

/** All settings of the open scopes here, with one look-up for a call. */
export function settings(): Setting {
  if (!anything) return nothing
  let found = nothing
  for (let scope = current.getStore(); scope; scope = scope.parent) if (isOpen(scope)) found = { ...scope, ...found }
  return found
}

function inner(setting: Setting): Scope {
  anything = true
  let parent = current.getStore()
  while (parent && !isOpen(parent)) parent = parent.parent
  return { ...setting, parent, open: true }
}

/** Calls `body` with the setting, which also holds for what `body` awaits but never for its caller. */
export function during<T>(setting: Setting, body: () => T): T {
  return current.run(inner(setting), body)
}

/** Calls `body` outside of all scopes, so that what it opens for longer does not keep the current context in memory. */
export const unscoped = <T>(body: () => T): T => current.exit(body)

/** A scope that was entered with enter(), and what errors say about it. */
interface Entered {
  readonly scope: Scope
  /** The call as the user wrote it, and what to write in its place. */
  readonly name: string
  readonly instead: string
  readonly site: string
  /** The scope was ended with the turn, because the function that entered it did not leave it. */
  ended: boolean
}

/**
 * Opens a scope for `using`: it holds until the returned object is disposed. A function that other user code has called
 * must dispose of it before it first awaits, because from then on its caller runs in the same turn. A scope that is still open
 * then ends, with a warning, and disposing of it later throws SCOPE_NOT_LEFT. Disposing of it in a task that does not run in the scope throws SCOPE_NOT_LEFT too. Where no
 * caller is left to run, as at the top of a module or after an await, the scope holds across awaits. `entry` is the
 * function that user code called.
 */
export function enter(
  setting: Setting,
  { name, instead, entry }: { name: string; instead: string; entry: (...args: never[]) => unknown },
): Disposable {
  const scope = inner(setting)
  const entered: Entered = { scope, name, instead, site: callSite(entry), ended: false }
  current.enterWith(scope)
  const called = calledFunction(entry)
  if (called) endWithFunction(entered, called)
  const handle = leaving(entered)
  forgotten.register(handle, entered, handle)
  return handle
}

// This is not part of enter() because the registry must not keep anything from which the handle can be reached.
function leaving(entered: Entered): Disposable {
  let left = false
  const handle = {
    [Symbol.dispose]() {
      if (left) return
      left = true
      forgotten.unregister(handle)
      const { scope } = entered
      const here = isInside(scope)
      scope.open = false
      if (entered.ended) throw fault(entered, 'was left by a function that had waited since, so it had ended before')
      if (!here) throw fault(entered, 'was left in a task that does not run in it')
    },
  }
  return handle
}

function isInside(scope: Scope): boolean {
  let at = current.getStore()
  while (at && at !== scope) at = at.parent
  return at === scope
}

const fault = ({ name, instead, site }: Entered, what: string) =>
  errorOf(
    'SCOPE_NOT_LEFT',
    `${name}, entered at ${site}, ${what}`,
    `Use ${instead}, which holds for all that the function does and awaits`,
  )

const warned = new Set<string>()

function warn({ name, instead, site }: Entered, what: string): void {
  const key = `${name} ${site}`
  if (warned.has(key)) return
  warned.add(key)
  process.emitWarning(`${name}, entered at ${site}, ${what}. Use ${instead}`, {
    ...{ type: 'PenstockWarning', code: 'SCOPE_NOT_LEFT' },
  })
}

/** Scopes that were entered in this turn by functions whose callers continue in the same turn. */
let turn: Entered[] = []

/** Ends the scope when its function has returned: at the latest with the turn, or before, when other code looks it up. */
function endWithFunction(entered: Entered, called: Running): void {
  entered.scope.ends = { function: called, early: () => endEarly(entered) }
  turn.push(entered)
  if (turn.length > 1) return
  queueMicrotask(() => {
    const ending = turn
    turn = []
    for (const one of ending) if (one.scope.open) endEarly(one)
  })
}

function endEarly(entered: Entered): void {
  entered.scope.open = false
  entered.ended = true
  warn(entered, 'was not left before the function that entered it waited or returned, so it has ended here')
}

const forgotten = new FinalizationRegistry<Entered>((entered) => {
  if (entered.scope.open) warn(entered, 'was never left: nothing can leave it any more')
})
