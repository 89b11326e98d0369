// Prints a failure for the user: what failed, where, and what to do about it; the stack only on request.
import { types } from 'node:util'
import { stackOf, userFrame } from '../errors/call-site.js'
import { escaped, escapedLines } from '../errors/escaped.js'
import { thrownText } from '../errors/thrown.js'
import { isPipelineError, type PipelineError, shownMessage } from '../errors.js'
import { sentence } from '../statistics/table.js'
import { styled } from '../statistics/terminal.js'
import { inPackage } from './package.js'

/** Files of the package: their lines in a stack do not help the user of a command. */
const ownCode = inPackage('dist/')

const wrapped = (line: string) => sentence(line, process.stderr)

/** The lines that describe an error, as one text. Its parts may quote text from outside, and are escaped. */
export function describe(error: unknown, verbose: boolean): string {
  const lines = isPipelineError(error) ? ofPipeline(error, verbose) : ofOther(error, verbose)
  const shown = lines.map((line) => wrapped(line))
  if (verbose) shown.push(...stacks(error))
  return `${shown.join('\n')}\n`
}

const red = (text: string) => styled('red', text, process.stderr)

function ofPipeline({ code, op, detail, sample, stage, hint, callSite }: PipelineError, verbose: boolean): string[] {
  const lines = [`${red(`error ${code}:`)} ${shownMessage(code, op ? `[${op}] ${detail}` : detail)}`]
  if (sample) lines.push(`  sample ${sample.index}${sample.source ? `: ${escaped(sample.source)}` : ''}`)
  if (stage) lines.push(`  in stage ${escaped(stage)}`)
  if (callSite && (verbose || !callSite.startsWith(ownCode))) lines.push(`  at ${escaped(callSite)}`)
  if (hint) lines.push(`  ${styled('bold', 'hint:', process.stderr)} ${escaped(hint)}`)
  return lines
}

function ofOther(error: unknown, verbose: boolean): string[] {
  const lines = [`${red('error:')} ${escaped(thrownText(error))}`]
  const at = verbose ? '' : userFrame(stackOf(error))
  if (at) lines.push(`  at ${escaped(at)}`)
  return lines
}

/** The stacks of the error and of its cause. */
function stacks(error: unknown): string[] {
  if (!types.isNativeError(error)) return []
  const { cause } = error
  const own = ['', escapedLines(stackOf(error))]
  return cause ? [...own, `caused by: ${escapedLines(stackOf(cause) || thrownText(cause))}`] : own
}

/** Thrown by a command to end with an exit code of its own; `finally` and `using` close everything on the way. */
export class Exit {
  constructor(readonly code: number) {}
}
