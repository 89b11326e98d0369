// Call sites: where user code called an operator. A site is kept as a stack, which becomes a text only when it is
// needed.
import { userFrame } from '../../errors/call-site.js'

export interface Site {
  stack?: string
  /** Of a call that another process has made: the site as it has told it. */
  text?: string
}

/**
 * Frames that are kept: the user's own frame, which may come after one of `map` or the like. Each further frame would
 * make a call slower by half a microsecond; frames are most of what a call costs.
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

/** The site as file:line:column. */
export const siteOf = ({ site }: { site: Site }): string => site.text ?? userFrame(site.stack ?? '')
