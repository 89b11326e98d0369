// Where user code called: kept as a stack that is read only when something goes wrong.
import { userFrame } from '../../errors/call-site.js'

export interface Site {
  stack?: string
}

/**
 * The user's own frame, after one of `map` or the like. Each further one makes a call slower by half a microsecond: they are most
 * of what a call costs.
 */
const depth = 2

/** The stack below `entry`, the function that user code called. */
export function siteBelow(entry: (...args: never[]) => unknown): Site {
  const holder: Site = {}
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = depth
  Error.captureStackTrace(holder, entry)
  Error.stackTraceLimit = limit
  return holder
}

/** file:line:column */
export const siteOf = ({ site }: { site: Site }): string => userFrame(site.stack ?? '')
