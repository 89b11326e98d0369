// Finds out what a stream's terminal can show: whether text may have colours, and how many columns there are.
// NO_COLOR, FORCE_COLOR, TERM and COLUMNS are read at each call.
import { styleText } from 'node:util'

/** The part of a tty.WriteStream that is read; a pipe or file has neither field. */
export interface Stream {
  readonly isTTY?: boolean
  readonly columns?: number
}

type Style = Parameters<typeof styleText>[0]

/** NO_COLOR goes before FORCE_COLOR; an empty variable counts as not set. */
export function hasColours(stream: Stream, env = process.env): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = env
  if (NO_COLOR) return false
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return stream.isTTY === true && TERM !== 'dumb'
}

/** The text in a style, if the stream shows colours. */
export function styled(style: Style, text: string, stream: Stream = process.stdout): string {
  // Newer versions of Node.js would look at stdout, whichever stream the text is for.
  return hasColours(stream) ? styleText(style, text, { validateStream: false }) : text
}

/**
 * The width of the stream's terminal, else COLUMNS; undefined if neither is known. A terminal that does not know its
 * width says 0.
 */
export function columnsOf(stream: Stream = process.stdout, env = process.env): number | undefined {
  const columns = stream.columns || Number(env.COLUMNS)
  return Number.isInteger(columns) && columns > 0 ? columns : undefined
}
