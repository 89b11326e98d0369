// Finds the line of user code that made a call or an error: file:line:column of the first stack frame outside the
// package.

import { fileURLToPath } from 'node:url'
import { types } from 'node:util'
import { isPipelineError } from '../errors.js'
import { codeFolder } from '../location.js'
import { withCallSite } from './factories.js'
import { withoutOwnFrames } from './short-stack.js'

const ownFolder = `${codeFolder}/`

/**
 * Returns file:line:column of the first stack frame outside the package. Frames of `below` and of what it called are
 * left out. When all frames are inside the package, the innermost one is returned.
 */
export function callSite(below?: (...args: never[]) => unknown): string {
  const near = stackBelow(12, below)
  // Few calls are so deep in the package that the user's line is further away.
  return usersOwn(near) ?? userFrame(stackBelow(100, below) || near)
}

function stackBelow(frames: number, below?: (...args: never[]) => unknown): string {
  const holder: { stack?: string } = {}
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = frames
  Error.captureStackTrace(holder, below)
  Error.stackTraceLimit = limit
  return holder.stack ?? ''
}

/** A function that is running: where its frame stands on the stack, counted from the outermost one, and what it is. */
export interface Running {
  readonly depth: number
  readonly name: string | null
  readonly file: string | null
}

const maxFrames = 256
const runningAt = (frame: NodeJS.CallSite, depth: number): Running => ({
  depth,
  name: frame.getFunctionName(),
  file: frame.getFileName() ?? null,
})

/** The synchronous frames of the stack below a call of `entry`, or of the whole stack. */
function frames(entry?: (...args: never[]) => unknown): readonly NodeJS.CallSite[] {
  // Frame objects are needed: in stacks as text, tools that map sources lose the mark of asynchronous frames.
  const holder: { stack?: readonly NodeJS.CallSite[] } = {}
  const { prepareStackTrace, stackTraceLimit } = Error
  Error.prepareStackTrace = (_, found) => found
  Error.stackTraceLimit = maxFrames
  Error.captureStackTrace(holder, entry ?? frames)
  const found = holder.stack!
  Error.prepareStackTrace = prepareStackTrace
  Error.stackTraceLimit = stackTraceLimit
  return found.filter((frame) => !frame.isAsync())
}

/**
 * The function that called `entry`, if it has a synchronous caller in a file (one that is not part of Node.js), which
 * continues as soon as that function first awaits. There is none at the top of a module, after an await, or in a
 * callback of the event loop.
 */
export function calledFunction(entry: (...args: never[]) => unknown): Running | undefined {
  const stack = frames(entry)
  const isUsers = (frame: NodeJS.CallSite) => !(frame.getFileName() ?? 'node:').startsWith('node:')
  const own = stack.findIndex(isUsers)
  if (own < 0 || !stack.slice(own + 1).some(isUsers)) return undefined
  return runningAt(stack[own]!, stack.length - own)
}

/** Whether the function has not returned yet. A stack of more frames than are looked at counts as one on which it is. */
export function isRunning(one: Running): boolean {
  const stack = frames()
  if (stack.length >= maxFrames) return true
  const frame = stack[stack.length - one.depth]
  if (!frame) return false
  const { name, file } = runningAt(frame, one.depth)
  return name === one.name && file === one.file
}

/** Returns file:line:column of the first frame outside the package in a stack that is given as text. */
export const userFrame = (stack: string): string => usersOwn(stack) ?? framesOf(stack).find(Boolean) ?? ''

/** The first frame outside the package; undefined if there is none. */
const usersOwn = (stack: string): string | undefined =>
  framesOf(stack).find((frame) => frame && !frame.startsWith(ownFolder))

const framesOf = (stack: string) => stack.split('\n').slice(1).map(place)

/** The stack of an error; '' for other values and for errors whose stack cannot be read. Never throws. */
export function stackOf(thrown: unknown): string {
  if (!types.isNativeError(thrown)) return ''
  try {
    return String(thrown.stack ?? '')
  } catch {
    return ''
  }
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
    return types.isPromise(made) ? (made.catch(located) as T) : made
  } catch (error) {
    return located(error)
  }
}

/**
 * Runs `body`. A PipelineError that it throws gets the line of user code as call site if it has none: the innermost one in
 * its stack or, where the stack ends within the package, the one that called this function's caller.
 */
export function atCaller<T>(body: () => T): T {
  try {
    return body()
  } catch (error) {
    if (!isPipelineError(error)) withoutOwnFrames(error)
    throw withCallSite(error, usersOwn(stackOf(error)) ?? callSite(atCaller))
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
