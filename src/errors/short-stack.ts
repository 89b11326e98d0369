// Makes the stack of a PipelineError short, as Node.js prints it where nothing catches the error: the message, the line of user
// code with a mark below it, and the frames of user code. Frames of this package are left out, except of its own bugs.
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { escaped } from './escaped.js'

interface Failure {
  readonly code: string
  readonly message: string
  readonly callSite?: string | undefined
}

const maxFrames = 4
/** So many frames are looked at: those of the package come first. */
const maxCaptured = 24
const maxWidth = 160
const maxBytes = 1 << 20
const self = import.meta.url as string | undefined
const file = self && fileURLToPath(self)
// In a bundle, where other frames may be the user's, nothing is left out.
const ownFolder = file && /[\\/]errors[\\/]short-stack\.[jt]s$/.test(file) ? dirname(dirname(file)) : undefined

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

const isOwn = (line: string) => ownFolder !== undefined && line.includes(`${ownFolder}/`)

function shortStack({ code, message, callSite }: Failure, stack: string): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  const head = `PipelineError [${code}]: ${message}`
  const users = frames.filter((line) => /:\d+:\d+\)?$/.test(line) && !/\(?node:/.test(line) && !isOwn(line))
  if (code === 'INTERNAL' || (!users.length && !callSite)) return [head, ...frames].join('\n')
  const told = callSite !== undefined && users.some((line) => line.includes(callSite))
  const shown = [...(callSite && !told ? [`    at ${callSite}`] : []), ...users].slice(0, maxFrames)
  const source = excerpt(callSite ?? '')
  return [head, ...(source.length ? ['', ...source, ''] : []), ...shown].join('\n')
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
    return [number + escaped(wide(line)), ' '.repeat(number.length + indent) + '^']
  } catch {
    return []
  }
}
