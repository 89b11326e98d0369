// Finds the line of user code behind a call or an error: file:line:column of the first stack frame outside the
// package.

import { fileURLToPath } from 'node:url'
import { codeFolder } from '../location.js'
import { withCallSite } from './factories.js'

const ownFolder = `${codeFolder}/`

/**
 * Returns file:line:column of the first stack frame outside the package. Frames of `below` and of what it called are
 * left out. When all frames are inside the package, the innermost one is returned.
 */
export function callSite(below?: (...args: never[]) => unknown): string {
  const holder: { stack?: string } = {}
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 12
  Error.captureStackTrace(holder, below)
  Error.stackTraceLimit = limit
  return userFrame(holder.stack ?? '')
}

/**
 * Tells whether the function that called `entry` has a synchronous caller in a file (one that is not part of Node.js),
 * which continues as soon as that function first awaits. There is none at the top of a module, after an await, or in a
 * callback of the event loop. Only the innermost 32 frames are examined.
 */
export function isCalled(entry: (...args: never[]) => unknown): boolean {
  // Frame objects are needed: in stacks as text, tools that map sources lose the mark of asynchronous frames.
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

/** Returns file:line:column of the first frame outside the package in a stack that is given as text. */
export function userFrame(stack: string): string {
  const frames = stack.split('\n').slice(1).map(place)
  return frames.find((frame) => frame && !frame.startsWith(ownFolder)) ?? frames.find(Boolean) ?? ''
}

/**
 * Runs `body`. A PipelineError that it throws, or that its promise rejects with, gets this call site if it has none.
 */
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

/** Runs `body`. A PipelineError that it throws gets the line of user code in its stack as call site if it has none. */
export function atCaller<T>(body: () => T): T {
  try {
    return body()
  } catch (error) {
    throw withCallSite(error, userFrame((error as Partial<Error> | undefined)?.stack ?? ''))
  }
}

// Parses `    at name (file:///a/b.ts:1:2)` or `    at /a/b.ts:1:2`; undefined for `node:internal` and native frames.
function place(frame: string): string | undefined {
  const at = /(?:\(|at (?:async )?)((?:file:\/\/)?[^()]*:\d+:\d+)\)?$/.exec(frame)?.[1]
  if (!at || at.startsWith('node:')) return undefined
  if (!at.startsWith('file://')) return at
  const [, url, position] = /^(.*?)((?::\d+){2})$/.exec(at)!
  return fileURLToPath(url!) + position
}
