// Scopes: what is set for a stretch of user code, as a mode, a context or a device. A scope holds for the code that runs inside
// it, also after an await; one that was left counts for nobody, even where a promise still carries it.

import { AsyncLocalStorage } from 'node:async_hooks'
import { callSite, isCalled } from '../../errors/call-site.js'
import { errorOf } from '../../errors/factories.js'

/** What a scope may set. */
export interface Setting {
  readonly mode?: unknown
  readonly context?: unknown
  readonly device?: unknown
  /** What watches the calls: capture, step by step. */
  readonly recorder?: unknown
}

interface Scope extends Setting {
  readonly parent: Scope | undefined
  open: boolean
}

const storage = new AsyncLocalStorage<Scope>()
/** Until somebody sets anything there is nothing to look up. */
let anything = false

/** What the innermost open scope that says something of `what` says. */
export function scoped<T>(what: keyof Setting): T | undefined {
  if (!anything) return undefined
  let scope = storage.getStore()
  while (scope && (!scope.open || scope[what] === undefined)) scope = scope.parent
  return scope?.[what] as T | undefined
}

const nothing: Setting = {}

/** All that open scopes say here: one look-up for a call. */
export function settings(): Setting {
  if (!anything) return nothing
  let found = nothing
  for (let scope = storage.getStore(); scope; scope = scope.parent) if (scope.open) found = { ...scope, ...found }
  return found
}

function inner(setting: Setting): Scope {
  anything = true
  let parent = storage.getStore()
  while (parent && !parent.open) parent = parent.parent
  return { ...setting, parent, open: true }
}

/** Holds for what `body` does, and awaits; its caller never sees it. */
export function during<T>(setting: Setting, body: () => T): T {
  return storage.run(inner(setting), body)
}

/** Outside of all scopes: what `body` opens for longer must not keep the context that happens to be current. */
export const unscoped = <T>(body: () => T): T => storage.exit(body)

/** What an error says of a scope that was entered. */
interface Entered {
  readonly scope: Scope
  /** As the user wrote it, and what to write in its place. */
  readonly name: string
  readonly instead: string
  readonly site: string
  /** It has been ended for the function that entered it, which waited. */
  ended: boolean
}

/**
 * For `using`: holds until it is disposed. A function that user code has called must dispose it before it first waits: from
 * then on the caller runs, whose code JavaScript cannot tell from that of the function. A scope that is still open then ends
 * with the turn, with a warning, and its disposal throws SCOPE_NOT_LEFT; so does one in a task that does not run in the
 * scope. Where nothing is left to run but the function itself, as at the top of a module or behind an await, the scope holds
 * across awaits. `entry` is the function that user code called.
 */
export function enter(
  setting: Setting,
  { name, instead, entry }: { name: string; instead: string; entry: (...args: never[]) => unknown },
): Disposable {
  const scope = inner(setting)
  const entered: Entered = { scope, name, instead, site: callSite(entry), ended: false }
  storage.enterWith(scope)
  if (isCalled(entry)) endWithTurn(entered)
  const handle = leaving(entered)
  forgotten.register(handle, entered, handle)
  return handle
}

// Apart from enter(): the handle must not be reachable from what the registry keeps.
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
  let at = storage.getStore()
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

/** Entered in this turn by functions whose callers go on in it. */
let turn: Entered[] = []

function endWithTurn(entered: Entered): void {
  turn.push(entered)
  if (turn.length > 1) return
  queueMicrotask(() => {
    const ending = turn.filter(({ scope }) => scope.open)
    turn = []
    for (const one of ending) {
      one.scope.open = false
      one.ended = true
      warn(one, 'was not left before the function that entered it waited or returned, so it has ended here')
    }
  })
}

const forgotten = new FinalizationRegistry<Entered>((entered) => {
  if (entered.scope.open) warn(entered, 'was never left: nothing can leave it any more')
})
