// Makes the stack of a PipelineError short, as Node.js prints it where nothing catches the error: the message, the line of user
// code with a mark below it, and its frame. With the six lines that Node.js adds these are ten. Frames of this package are left
// out, except of its own bugs.
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { types } from 'node:util'
import { escaped } from './escaped.js'

interface Failure {
  readonly code: string
  readonly message: string
  readonly callSite?: string | undefined
  readonly cause?: unknown
}

/** Frames below the message where no line of source is shown. Below one there is its own. */
const maxFrames = 3
/** So many frames are looked at: those of the package come first. */
const maxCaptured = 24
const maxWidth = 160
const maxBytes = 1 << 20
const self = import.meta.url as string | undefined
const file = self && fileURLToPath(self)
/** What lines of this package's code have: its folder, or the one file of a worker or of require(). */
const own = file && ownPlace(file)

// In a bundle of the user's, where other frames may be theirs, nothing is left out.
function ownPlace(path: string): string | undefined {
  if (/[\\/]errors[\\/]short-stack\.[jt]s$/.test(path)) return `${dirname(dirname(path))}/`
  return /[\\/]dist[\\/](actor|stores|required)\.cjs$/.test(path) ? `${path}:` : undefined
}

/** A property that is found by its name alone. */
export const hidden = (own: PropertyDescriptor): PropertyDescriptor => ({
  enumerable: false,
  configurable: true,
  ...('value' in own && { writable: true }),
  ...own,
})

/** Gives the error a stack that is made when it is read: most errors are caught, and their stacks read by nothing. */
export function shortenStack(error: Error & Failure): void {
  const holder: { stack?: string } = {}
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = Math.max(limit, maxCaptured)
  Error.captureStackTrace(holder, error.constructor as () => void)
  Error.stackTraceLimit = limit
  let text: string | undefined
  const get = () => {
    text ??= shortStack(error, holder.stack ?? '')
    return text
  }
  const set = (value: string) => {
    text = value
  }
  Object.defineProperty(error, 'stack', hidden({ get, set }))
}

const isOwn = (line: string) => own !== undefined && line.includes(own)
const isFrame = (line: string) => /^\s+at /.test(line)
const isUsers = (line: string) => /:\d+:\d+\)?$/.test(line) && !/\(?node:/.test(line) && !isOwn(line)

function shortStack({ code, message, callSite, cause }: Failure, stack: string): string {
  const frames = stack.split('\n').filter(isFrame)
  const head = `PipelineError [${code}]: ${message}`
  if (code === 'INTERNAL') return [head, ...frames].join('\n')
  const users = frames.filter(isUsers)
  const told = callSite !== undefined && users.some((line) => line.includes(callSite))
  const shown = [...(callSite && !told ? [`    at ${callSite}`] : []), ...users]
  // Node.js prints the cause below it.
  if (hasUsers(cause)) return head
  if (!shown.length) return [head, ...frames.slice(0, maxFrames)].join('\n')
  const source = excerpt(callSite ?? '')
  return [head, ...source, ...shown.slice(0, source.length ? 1 : maxFrames)].join('\n')
}

/** Whether a stack, that of an error or one from another thread, has frames in user code. */
function hasUsers(cause: unknown): boolean {
  try {
    const stack = types.isNativeError(cause) ? cause.stack : cause
    return typeof stack === 'string' && stack.split('\n').some((line) => isFrame(line) && isUsers(line))
  } catch {
    return false
  }
}

/**
 * Takes the package's frames out of the stack of an error of user code, which Node.js prints below the PipelineError that it is the
 * cause of. A stack that has no others, and one that cannot be changed, stays.
 */
export function withoutOwnFrames(error: unknown): void {
  if (!types.isNativeError(error) || !hasUsers(error)) return
  const kept = error.stack!.split('\n').filter((line) => !isFrame(line) || isUsers(line))
  try {
    error.stack = kept.join('\n')
  } catch {
    // It is frozen.
  }
}

/** The line of source at file:line:column, with a mark below the column; none where it cannot be read. */
function excerpt(place: string): string[] {
  const [, path, row, column] = /^(.+):(\d+):(\d+)$/.exec(place) ?? []
  if (!path) return []
  try {
    if (statSync(path).size > maxBytes) return []
    const line = readFileSync(path, 'utf8').split('\n')[Number(row) - 1]?.trimEnd()
    // A minified line shows nothing.
    if (!line || line.length > maxWidth) return []
    const number = `  ${row} | `
    const wide = (text: string) => text.replaceAll('\t', '  ')
    const indent = wide(line.slice(0, Number(column) - 1)).length
    return [number + escaped(wide(line)), `${' '.repeat(number.length + indent)}^`]
  } catch {
    return []
  }
}
