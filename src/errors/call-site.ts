// Where in user code something happened: file:line:column of the first stack frame outside the package.
import { fileURLToPath } from 'node:url'
import { withCallSite } from '../errors.js'

const ownFolder = fileURLToPath(new URL('..', import.meta.url))

/** file:line:column of the first stack frame outside the package; of `below`'s caller when all are inside. */
export function callSite(below?: (...args: never[]) => unknown): string {
  const holder: { stack?: string } = {}
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 12
  Error.captureStackTrace(holder, below)
  Error.stackTraceLimit = limit
  return userFrame(holder.stack ?? '')
}

/**
 * Whether the function that called `entry` was itself called by code outside of Node.js, which goes on as soon as it waits:
 * not so at the top of a module, behind an await, and in what the event loop calls. Deeper calls than 32 are not seen.
 */
export function isCalled(entry: (...args: never[]) => unknown): boolean {
  // Frames as objects: as text, tools that map sources leave out which of them only wait for the one above.
  const holder: { stack?: readonly NodeJS.CallSite[] } = {}
  const { prepareStackTrace, stackTraceLimit } = Error
  Error.prepareStackTrace = (_, frames) => frames
  Error.stackTraceLimit = 32
  Error.captureStackTrace(holder, entry)
  const frames = holder.stack!
  Error.prepareStackTrace = prepareStackTrace
  Error.stackTraceLimit = stackTraceLimit
  const isUsers = (frame: NodeJS.CallSite) => !(frame.getFileName() ?? 'node:').startsWith('node:')
  const [, ...callers] = frames.filter(isUsers)
  return callers.some((frame) => !frame.isAsync())
}

/** The same of a stack as text. */
export function userFrame(stack: string): string {
  const frames = stack.split('\n').slice(1).map(place)
  return frames.find((frame) => frame && !frame.startsWith(ownFolder)) ?? frames.find(Boolean) ?? ''
}

/** Runs `body`; its errors of ours, also those of a promise, name this place unless they name one themselves. */
export function atCall<T>(site: string, body: () => T): T {
  const located = (error: unknown): never => {
    throw withCallSite(error, site)
  }
  try {
    const made = body()
    return made instanceof Promise ? (made.catch(located) as T) : made
  } catch (error) {
    return located(error)
  }
}

/** Runs `body`; its errors of ours name the line of user code that led to them, unless they name a place themselves. */
export function atCaller<T>(body: () => T): T {
  try {
    return body()
  } catch (error) {
    throw withCallSite(error, userFrame((error as Partial<Error> | undefined)?.stack ?? ''))
  }
}

// `    at name (file:///a/b.ts:1:2)` or `    at /a/b.ts:1:2`; nothing for `node:internal` and native frames.
function place(frame: string): string | undefined {
  const at = /(?:\(|at (?:async )?)((?:file:\/\/)?[^()]*:\d+:\d+)\)?$/.exec(frame)?.[1]
  if (!at || at.startsWith('node:')) return undefined
  if (!at.startsWith('file://')) return at
  const [, url, position] = /^(.*?)((?::\d+){2})$/.exec(at)!
  return fileURLToPath(url!) + position
}
